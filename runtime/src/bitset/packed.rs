//! Positions and moves in a few bytes: what a [state](crate::State) holds, and what it asks of the engine that plays it.
//!
//! Of a board of at most 64 tiles a [`Form`] is a plain value; of a larger one it is on the heap. So it is where a turn remembers how
//! it has begun, or it matters what was before.

use std::borrow::BorrowMut;
use std::sync::Arc;

use tilegame_dsl::ir::{CounterId, EndId, KindId, PlayerId, Tile};

use super::WhyNot;
use super::ask;
use super::choose::NO_KIND;
use super::engine::Engine;
use super::make::{AS_IT_IS, Aim, How, Nature, Step as PackedMove, Turn};
use super::narrow::Wanted;
use super::past::{Now, Past};
use super::plane::TOO_FAR_APART;
use super::set::Set;
use super::state;
use crate::moves::{Move, Origin};
use crate::outcome::Outcome;
use crate::reference::earlier::Earlier;
use crate::reference::generate::MOST_MOVES;
use crate::reference::position::{Course, Piece, Position};
use crate::set::TileSet;
use crate::state::Literal;

/// Where a move sets out that moves no piece, among those that are [listed](Literal).
const NOWHERE: u16 = u16::MAX;

/// A state for a board of one of the sizes that there are.
#[derive(PartialEq, Eq, Hash, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "most games have 64 tiles or fewer, and are searched without the heap"
)]
pub(crate) enum Form {
    OneWord(state::State<1, 16>),
    OneWordInAll(Box<InAll<1, 16>>),
    OneWordOfMany(Box<state::State<1, 32>>),
    OneWordOfManyInAll(Box<InAll<1, 32>>),
    TwoWords(Box<state::State<2, 16>>),
    TwoWordsInAll(Box<InAll<2, 16>>),
    TwoWordsOfMany(Box<state::State<2, 32>>),
    TwoWordsOfManyInAll(Box<InAll<2, 32>>),
    FourWords(Box<state::State<4, 32>>),
    FourWordsInAll(Box<InAll<4, 32>>),
    SixteenWords(Box<state::State<16, 32>>),
    SixteenWordsInAll(Box<InAll<16, 32>>),
    /// What no state of a size holds: the reference engine plays on.
    Literal(Box<Literal>),
}

impl Form {
    /// A position that the reference engine plays.
    pub(crate) fn literal(position: Position) -> Form {
        Form::Literal(Box::new(Literal::new(position)))
    }
}

/// Says of all forms how they are copied.
macro_rules! copies {
    ($($form:ident),*) => {
        impl Clone for Form {
            fn clone(&self) -> Form {
                match self {
                    $(Form::$form(this) => Form::$form(this.clone()),)*
                }
            }

            fn clone_from(&mut self, other: &Form) {
                match (self, other) {
                    $((Form::$form(this), Form::$form(other)) => this.clone_from(other),)*
                    (this, other) => *this = other.clone(),
                }
            }
        }
    };
}

copies!(
    OneWord,
    OneWordInAll,
    OneWordOfMany,
    OneWordOfManyInAll,
    TwoWords,
    TwoWordsInAll,
    TwoWordsOfMany,
    TwoWordsOfManyInAll,
    FourWords,
    FourWordsInAll,
    SixteenWords,
    SixteenWordsInAll,
    Literal
);

/// A state with what a position tells besides, in games that need it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct InAll<const W: usize, const N: usize> {
    state: state::State<W, N>,
    /// The states before it, where the rules ask for what was before.
    past: Past<W, N>,
    more: More,
}

/// What a position tells besides what moves and tests are found out from.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct More {
    /// In the middle of a turn: how it has come to this.
    course: Option<Arc<Course>>,
    /// The positions before it, where the rules ask for them and they tell such a course, too; else they follow from the states before it.
    earlier: Earlier,
}

impl More {
    /// Tells it of a position that is told otherwise.
    pub(super) fn tell(self, position: &mut Position) {
        position.course = self.course;
        position.earlier = self.earlier;
    }
}

/// A state of a size that there is.
pub(super) trait Fits<const W: usize, const N: usize>: Copy {
    /// For all sizes alike.
    fn packed(self) -> Form;

    /// The same in the room of another.
    fn packed_into(self, form: &mut Form);

    /// The same with what else is known.
    fn packed_with(self, past: Past<W, N>, more: More) -> Form;

    /// The state of this size, if it is one, the states before it, and what else is known.
    fn unpacked(form: &Form) -> Option<(&Self, Option<&Past<W, N>>, Option<&More>)>;
}

/// Says of a size which it is among all.
macro_rules! fits {
    ($size:ident, $in_all:ident, $words:literal, $sets:literal, $pack:expr) => {
        impl Fits<$words, $sets> for state::State<$words, $sets> {
            #[inline]
            fn packed(self) -> Form {
                Form::$size($pack(self))
            }

            #[inline]
            fn packed_into(self, form: &mut Form) {
                match form {
                    Form::$size(room) => *room.borrow_mut() = self,
                    other => *other = self.packed(),
                }
            }

            fn packed_with(self, past: Past<$words, $sets>, more: More) -> Form {
                Form::$in_all(Box::new(InAll { state: self, past, more }))
            }

            #[inline]
            fn unpacked(form: &Form) -> Option<(&Self, Option<&Past<$words, $sets>>, Option<&More>)> {
                match form {
                    Form::$size(state) => Some((state, None, None)),
                    Form::$in_all(all) => Some((&all.state, Some(&all.past), Some(&all.more))),
                    _ => None,
                }
            }
        }
    };
}

fits!(OneWord, OneWordInAll, 1, 16, std::convert::identity);
fits!(OneWordOfMany, OneWordOfManyInAll, 1, 32, Box::new);
fits!(TwoWords, TwoWordsInAll, 2, 16, Box::new);
fits!(TwoWordsOfMany, TwoWordsOfManyInAll, 2, 32, Box::new);
fits!(FourWords, FourWordsInAll, 4, 32, Box::new);
fits!(SixteenWords, SixteenWordsInAll, 16, 32, Box::new);

/// On a plane the tiles of a move have numbers that only the engine knows: [`State::target`](crate::State::target) says which they are.
impl PackedMove {
    /// Where the piece stands that moves; nowhere if a tile is chosen and no piece moves, or if the player passes.
    pub fn from(self) -> Option<Tile> {
        let moves = !matches!(self.how, How::Choice(_) | How::Pass) && self.from != NOWHERE;
        moves.then_some(Tile(self.from.into()))
    }

    /// Where it goes, or which tile it acts on, or which is chosen.
    pub fn to(self) -> Tile {
        Tile(self.to.into())
    }

    /// The kind of the piece that moves, as it is before the move; none if it is tiles that move.
    pub fn kind(self) -> Option<KindId> {
        self.from().filter(|_| self.kind != NO_KIND).map(|_| KindId(self.kind))
    }

    /// What it is promoted to.
    pub fn promotion(self) -> Option<KindId> {
        (self.promotion != AS_IT_IS).then_some(KindId(self.promotion))
    }

    /// Whether all it does is to go to a tile, to take what stands there, and to be promoted.
    pub fn is_plain(self) -> bool {
        self.how == How::Plain
    }

    /// Whether the player passes.
    pub fn is_pass(self) -> bool {
        matches!(self.how, How::Pass | How::Listed { nature: Nature::Pass, .. })
    }

    /// Whether it castles by the castling clause of the rules.
    pub fn is_castling(self) -> bool {
        matches!(self.how, How::Castling(_) | How::Listed { nature: Nature::Castling, .. })
    }

    /// A move of the [list](Literal) of a position that the reference engine plays, by its number there.
    pub(crate) fn listed(number: usize, details: &Move) -> PackedMove {
        let nature = match details.origin {
            Origin::Castling { .. } => Nature::Castling,
            Origin::Pass => Nature::Pass,
            _ => Nature::Other,
        };
        let how = How::Listed { number: number as u32, nature };
        PackedMove::like(details, how)
    }

    /// A move that was [read](crate::state::Written), by its number among these.
    pub(crate) fn written(number: u32, details: &Move) -> PackedMove {
        PackedMove::like(details, How::Written(number))
    }

    fn like(details: &Move, how: How) -> PackedMove {
        PackedMove {
            from: details.from.map_or(NOWHERE, |tile| tile.index() as u16),
            to: details.to.index() as u16,
            kind: details.kind().map_or(NO_KIND, |kind| kind.0),
            promotion: details.promotion.map_or(AS_IT_IS, |kind| kind.0),
            how,
        }
    }

    /// Its number in the [list](Literal) of a position that the reference engine plays.
    pub(crate) fn number(self) -> Option<usize> {
        if let How::Listed { number, .. } = self.how { Some(number as usize) } else { None }
    }

    /// Its number among the moves that were [read](crate::state::Written).
    pub(crate) fn written_number(self) -> Option<u32> {
        if let How::Written(number) = self.how { Some(number) } else { None }
    }
}

/// What the engine for a board of any size can be asked about packed states.
pub(crate) trait Plays {
    fn pack(&self, position: &Position) -> Result<Form, WhyNot>;
    fn unpack(&self, form: &Form) -> Position;
    fn to_move(&self, form: &Form) -> PlayerId;
    fn list(&self, form: &Form, moves: &mut Vec<PackedMove>);
    fn list_captures(&self, form: &Form, moves: &mut Vec<PackedMove>);
    fn list_from(&self, form: &Form, tile: Tile, moves: &mut Vec<PackedMove>);
    fn targets(&self, form: &Form, tile: Tile) -> TileSet;
    fn is_legal(&self, form: &Form, m: PackedMove) -> bool;
    fn attackers(&self, form: &Form, player: PlayerId, tile: Tile) -> TileSet;
    fn has_moves(&self, form: &Form) -> bool;
    fn play_into(&self, form: &Form, m: PackedMove, room: &mut Form);
    fn play(&self, form: &Form, m: PackedMove) -> Form;
    fn skip(&self, form: &Form) -> Option<Form>;
    fn captures(&self, form: &Form, m: PackedMove) -> bool;
    fn told(&self, form: &Form, m: PackedMove) -> Move;
    fn all_told(&self, form: &Form, moves: &[PackedMove]) -> Vec<Move>;
    fn end(&self, form: &Form) -> Option<EndId>;
    fn outcome(&self, form: &Form) -> Option<Outcome>;
    fn in_check(&self, form: &Form) -> Option<bool>;
    fn is_left_legally(&self, form: &Form, player: PlayerId) -> bool;
    fn key(&self, form: &Form) -> u64;
    fn pieces(&self, form: &Form, player: PlayerId, kind: KindId) -> u32;
    fn each_piece(&self, form: &Form, see: &mut dyn FnMut(Tile, Piece));
    fn piece(&self, form: &Form, tile: Tile) -> Option<Piece>;
    fn hand(&self, form: &Form, player: PlayerId, kind: KindId) -> u32;
    fn counter(&self, form: &Form, counter: CounterId, player: PlayerId) -> i64;
}

impl<const W: usize, const N: usize> Engine<W, N>
where
    state::State<W, N>: Fits<W, N>,
{
    /// The state of this size; or a position that the reference engine plays.
    fn sized<'s>(&self, form: &'s Form) -> Result<&'s state::State<W, N>, &'s Literal> {
        self.now(form).map(|now| now.state)
    }

    /// The same, with what came before where that matters.
    fn now<'s>(&self, form: &'s Form) -> Result<Now<'s, W, N>, &'s Literal> {
        if let Form::Literal(literal) = form {
            return Err(literal);
        }
        let (state, past, _) = state::State::unpacked(form).expect("the state is one of this game");
        Ok(Now { state, past: past.filter(|_| self.asks_for_past) })
    }

    /// Whether a position tells more than what is in a state of the engine.
    fn tells_more(&self) -> bool {
        self.keeps_courses() || self.reference.looks_far_back
    }

    /// Whether it is kept of a turn how it has gone.
    fn keeps_courses(&self) -> bool {
        self.reference.goes_on && self.reference.memory.turns
    }

    /// The state after a move; or a position for which the window on a plane is too small.
    #[inline(always)]
    fn next(&self, now: Now<'_, W, N>, m: PackedMove, aim: Aim) -> Result<state::State<W, N>, Box<Position>> {
        let (mut next, _) = self.played(now, m, aim);
        if self.layout.window.is_some() {
            if !self.has_room(&next, 0) {
                // Nothing is remembered in a position that is of no use.
                let mut position = self.layout.position(&next);
                self.outer.drop_what_is_useless(&mut position);
                return Err(Box::new(position));
            }
            self.follow_tiles(&mut next);
        }
        self.drop_what_is_useless(&mut next, None, |next| self.layout.position(next));
        Ok(next)
    }

    /// The same in a game whose positions tell more.
    fn play_telling(&self, form: &Form, now: Now<'_, W, N>, m: PackedMove, aim: Aim) -> Form {
        let (mut next, turn) = self.played(now, m, aim);
        let past = match state::State::<W, N>::unpacked(form) {
            Some((state, Some(past), _)) if self.reference.looks_far_back => {
                past.and(self.identity(state), m.how == How::Pass)
            }
            _ => Past::default(),
        };
        let more = if self.keeps_courses() {
            self.more(&self.unpack(form), &self.told(form, m), turn)
        } else {
            More::default()
        };
        let told = |next: &state::State<W, N>| self.position(next, Some(&past), Some(&more));
        self.drop_what_is_useless(&mut next, Some(&past).filter(|_| self.asks_for_past), told);
        next.packed_with(past, more)
    }

    /// A state as a position, with what else is known of it.
    fn position(
        &self,
        state: &state::State<W, N>,
        past: Option<&Past<W, N>>,
        more: Option<&More>,
    ) -> Position {
        let mut position = self.layout.position(state);
        more.cloned().unwrap_or_default().tell(&mut position);
        if !self.keeps_courses() {
            let mut before: Vec<_> = past.into_iter().flat_map(Past::iter).collect();
            before.reverse();
            let earlier = before.into_iter().fold(Earlier::default(), |earlier, (state, by_pass)| {
                earlier.and(self.layout.position(state), by_pass)
            });
            position.earlier = earlier;
        }
        position
    }

    /// Tiles of a state, as everybody else knows them.
    fn told_tiles(&self, state: &state::State<W, N>, places: Set<W>) -> TileSet {
        let mut tiles = TileSet::of(&self.outer.board);
        tiles.extend(places.iter().map(|place| self.layout.tile(state, place)));
        tiles
    }

    /// The enemy pieces that could take a piece of the player's on a tile; with `any`, perhaps not all if there are some.
    fn attackers_on(&self, state: &state::State<W, N>, player: PlayerId, tile: Tile, any: bool) -> Set<W> {
        let Some(place) = self.layout.place(state, tile) else { return Set::EMPTY };
        Engine::attackers(self, &self.view(state, player.index()), place, any)
    }

    /// How it has come to what a move made in a position leads to.
    pub(super) fn more(&self, position: &Position, m: &Move, turn: Turn) -> More {
        let is_kept = turn != Turn::IsOver && self.keeps_courses();
        let earlier = if self.reference.looks_far_back {
            position.earlier.and(self.reference.identity(position), m.is_pass())
        } else {
            Earlier::default()
        };
        let course = is_kept.then(|| {
            // The position that the turn began with is one of the earlier ones by then.
            let known = Position { earlier: earlier.clone(), ..position.clone() };
            Arc::new(Course::with(&known, m))
        });
        More { course, earlier }
    }
}

impl<const W: usize, const N: usize> Plays for Engine<W, N>
where
    state::State<W, N>: Fits<W, N>,
{
    fn pack(&self, position: &Position) -> Result<Form, WhyNot> {
        let state = match self.layout.state::<W, N>(position) {
            Err(why) if why == TOO_FAR_APART => return Ok(Form::literal(position.clone())),
            state => state?,
        };
        if !self.tells_more() {
            return Ok(state.packed());
        }
        let earlier = if self.keeps_courses() { position.earlier.clone() } else { Earlier::default() };
        let more = More { course: position.course.clone(), earlier };
        Ok(state.packed_with(self.whole_past(position)?, more))
    }

    fn unpack(&self, form: &Form) -> Position {
        if let Form::Literal(literal) = form {
            return literal.position().clone();
        }
        let (state, past, more) =
            state::State::<W, N>::unpacked(form).expect("the state is one of this game");
        self.position(state, past, more)
    }

    fn to_move(&self, form: &Form) -> PlayerId {
        match self.sized(form) {
            Ok(state) => PlayerId::new(Engine::to_move(self, state)),
            Err(_) => Plays::to_move(&*self.outer, form),
        }
    }

    fn list(&self, form: &Form, moves: &mut Vec<PackedMove>) {
        match self.now(form) {
            Ok(now) if self.is_over(now) => {}
            Ok(now) => {
                let before = moves.len();
                self.list_playable(now, moves);
                self.leave_out_beyond(before + MOST_MOVES, moves);
            }
            Err(_) => self.outer.list(form, moves),
        }
    }

    fn list_captures(&self, form: &Form, moves: &mut Vec<PackedMove>) {
        match self.now(form) {
            Ok(now) => self.list_wanted(now, Wanted::Captures, moves),
            Err(_) => self.outer.list_captures(form, moves),
        }
    }

    fn list_from(&self, form: &Form, tile: Tile, moves: &mut Vec<PackedMove>) {
        match self.now(form) {
            Ok(now) => {
                if let Some(place) = self.layout.place(now.state, tile) {
                    self.list_wanted(now, Wanted::From(place), moves);
                }
            }
            Err(_) => self.outer.list_from(form, tile, moves),
        }
    }

    fn targets(&self, form: &Form, tile: Tile) -> TileSet {
        match self.now(form) {
            Ok(now) => {
                let place = self.layout.place(now.state, tile);
                self.told_tiles(now.state, place.map_or(Set::EMPTY, |place| self.targets_from(now, place)))
            }
            Err(_) => self.outer.targets(form, tile),
        }
    }

    fn is_legal(&self, form: &Form, m: PackedMove) -> bool {
        match self.now(form) {
            Ok(now) => self.is_legal_now(now, m),
            Err(_) => Plays::is_legal(&*self.outer, form, m),
        }
    }

    fn attackers(&self, form: &Form, player: PlayerId, tile: Tile) -> TileSet {
        match self.sized(form) {
            Ok(state) => self.told_tiles(state, self.attackers_on(state, player, tile, false)),
            Err(_) => Plays::attackers(&*self.outer, form, player, tile),
        }
    }

    fn has_moves(&self, form: &Form) -> bool {
        match self.now(form) {
            Ok(now) => !self.is_over(now) && Engine::has_moves(self, now),
            Err(_) => Plays::has_moves(&*self.outer, form),
        }
    }

    fn play(&self, form: &Form, m: PackedMove) -> Form {
        let now = match self.now(form) {
            Ok(now) => now,
            Err(literal) => {
                let next = self.outer.played(literal, m);
                return self.pack(&next).unwrap_or_else(|_| Form::literal(next));
            }
        };
        if self.tells_more() {
            return self.play_telling(form, now, m, Aim::Write);
        }
        match self.next(now, m, Aim::Write) {
            Ok(next) => next.packed(),
            Err(position) => Form::literal(*position),
        }
    }

    fn play_into(&self, form: &Form, m: PackedMove, room: &mut Form) {
        match self.now(form) {
            Ok(now) if !self.tells_more() => match self.next(now, m, Aim::Write) {
                Ok(next) => next.packed_into(room),
                Err(position) => *room = Form::literal(*position),
            },
            _ => *room = Plays::play(self, form, m),
        }
    }

    fn skip(&self, form: &Form) -> Option<Form> {
        let is_simple = self.reference.rules.turn.phases.len() <= 1 && !self.tells_more();
        let now = self.now(form).ok().filter(|_| is_simple && self.layout.window.is_none())?;
        let nothing = PackedMove { from: 0, to: 0, kind: NO_KIND, promotion: AS_IT_IS, how: How::Pass };
        Some(self.next(now, nothing, Aim::Go).ok()?.packed())
    }

    fn captures(&self, form: &Form, m: PackedMove) -> bool {
        match self.sized(form) {
            Ok(state) => self.takes(state, m),
            Err(_) => Plays::captures(&*self.outer, form, m),
        }
    }

    fn told(&self, form: &Form, m: PackedMove) -> Move {
        match self.sized(form) {
            Ok(state) => self.as_move(state, m),
            Err(_) => self.outer.told(form, m),
        }
    }

    fn all_told(&self, form: &Form, moves: &[PackedMove]) -> Vec<Move> {
        match self.sized(form) {
            Ok(state) => self.as_moves(state, moves),
            Err(_) => self.outer.all_told(form, moves),
        }
    }

    fn end(&self, form: &Form) -> Option<EndId> {
        match self.now(form) {
            Ok(now) => self.shown_ending(now).map(EndId::new),
            Err(_) => self.outer.end(form),
        }
    }

    fn outcome(&self, form: &Form) -> Option<Outcome> {
        let end = self.end(form)?;
        Some(self.outer.outcome_by(&self.unpack(form), end))
    }

    fn in_check(&self, form: &Form) -> Option<bool> {
        let check = self.check.as_ref()?;
        Some(match self.sized(form) {
            Ok(state) => self.holds(&self.view(state, Engine::to_move(self, state)), 0, check),
            Err(_) => return Plays::in_check(&*self.outer, form),
        })
    }

    fn is_left_legally(&self, form: &Form, player: PlayerId) -> bool {
        match self.now(form) {
            Ok(now) => {
                let view = ask::View { past: now.past, ..self.view(now.state, player.index()) };
                self.holds(&view, 0, &self.legal)
            }
            Err(_) => self.outer.is_left_legally(form, player),
        }
    }

    fn key(&self, form: &Form) -> u64 {
        match self.now(form) {
            Ok(now) => {
                let [key, _] = Engine::key(self, now, 0);
                key
            }
            Err(_) => self.outer.key(form),
        }
    }

    fn pieces(&self, form: &Form, player: PlayerId, kind: KindId) -> u32 {
        match self.sized(form) {
            Ok(state) => (state.sets[kind.index()] & state.sets[self.layout.owner(player.index())]).len(),
            Err(_) => self.outer.pieces(form, player, kind),
        }
    }

    fn each_piece(&self, form: &Form, see: &mut dyn FnMut(Tile, Piece)) {
        let state = match self.sized(form) {
            Ok(state) => state,
            Err(_) => return self.outer.each_piece(form, see),
        };
        for owner in 0..self.layout.owners {
            let of_owner = state.sets[self.layout.owner(owner)];
            let player = (owner < self.layout.players).then(|| PlayerId::new(owner));
            for kind in 0..self.layout.kinds {
                let piece = Piece { kind: KindId::new(kind), owner: player };
                let tiles = (state.sets[kind] & of_owner).iter();
                tiles.for_each(|place| see(self.layout.tile(state, place), piece));
            }
        }
    }

    fn piece(&self, form: &Form, tile: Tile) -> Option<Piece> {
        let state = match self.sized(form) {
            Ok(state) => state,
            Err(_) => return self.outer.piece(form, tile),
        };
        let place = self.layout.place(state, tile)?;
        let kind = self.kind_on(state, place)?;
        let mut players = 0..self.layout.players;
        let owner = players.find(|player| state.sets[self.layout.owner(*player)].has(place));
        Some(Piece { kind: KindId::new(kind), owner: owner.map(PlayerId::new) })
    }

    fn hand(&self, form: &Form, player: PlayerId, kind: KindId) -> u32 {
        match self.sized(form) {
            _ if self.layout.hands.is_none() => 0,
            // What it would be on the board is not held as well.
            Ok(_) if self.in_hand[kind.index()] != kind.index() => 0,
            Ok(state) => self.held(state, player.index(), kind.index()).try_into().unwrap_or(0),
            Err(_) => self.outer.hand(form, player, kind),
        }
    }

    fn counter(&self, form: &Form, counter: CounterId, player: PlayerId) -> i64 {
        let number = self.reference.counter_index(counter, player);
        match self.sized(form) {
            Ok(state) => state.counters[number].into(),
            Err(_) => self.outer.counter(form, counter, player),
        }
    }
}

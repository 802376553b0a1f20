//! Positions and moves in a few bytes, for whoever searches: what the engine itself plays on.
//!
//! Of a board of at most 64 tiles a [`State`] is a plain value; of a larger one it is on the heap. So it is where a turn remembers how
//! it has begun, or it matters what was before.

use std::sync::Arc;

use tilegame_dsl::ir::{CounterId, EndId, KindId, PlayerId, Tile};

use super::choose::NO_KIND;
use super::engine::Engine;
use super::make::{AS_IT_IS, Aim, How, Step as PackedMove, Turn};
use super::past::{Now, Past};
use super::plane::TOO_FAR_APART;
use super::state;
use super::{Bitset, WhyNot};
use crate::earlier::Earlier;
use crate::moves::{Change, Move};
use crate::outcome::Outcome;
use crate::position::{Course, Piece, Position};

/// A position of one game, small and quick to copy, made by [`Bitset::state`].
///
/// ```
/// use tilegame_runtime::Game;
/// use tilegame_runtime::bitset::State;
/// let chess = Game::from_library("chess")?;
/// let engine = chess.bitset()?;
/// let start: State = engine.state(&chess.start())?;
/// assert_eq!(engine.position(&start), chess.start());
/// assert_eq!(engine.key(&start), engine.key(&start.clone()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// On a plane a state has room for tiles that lie not too far apart; where they do, it is a position that the reference engine plays, and slow.
///
/// Equal states allow the same moves. The other way round it may not be so: a state can remember a mark that nobody can use, or numbers
/// that no rule asks for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State(Sized);

/// A state for a board of one of the sizes that there are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "most games have 64 tiles or fewer, and are searched without the heap"
)]
enum Sized {
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
    /// For which the window on a plane is too small: the reference engine plays on.
    Beyond(Box<Position>),
}

impl State {
    /// A position that the reference engine plays.
    pub(super) fn beyond(position: Position) -> State {
        State(Sized::Beyond(Box::new(position)))
    }
}

/// A state with what a position tells besides, in games that need it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct InAll<const W: usize, const N: usize> {
    state: state::State<W, N>,
    /// The states before it, where it depends on them what is legal.
    past: Option<Past<W, N>>,
    more: More,
}

/// What a position tells besides what moves and tests are found out from.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct More {
    /// In the middle of a turn: how it has come to this.
    course: Option<Arc<Course>>,
    /// The positions before it, where the rules ask for them.
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
    fn packed(self) -> State;

    /// The same with what else is known.
    fn packed_with(self, past: Option<Past<W, N>>, more: More) -> State;

    /// The state of this size, if it is one, the states before it, and what else is known.
    fn unpacked(state: &State) -> Option<(&Self, Option<&Past<W, N>>, Option<&More>)>;
}

/// Says of a size which it is among all.
macro_rules! fits {
    ($size:ident, $in_all:ident, $words:literal, $sets:literal, $pack:expr) => {
        impl Fits<$words, $sets> for state::State<$words, $sets> {
            fn packed(self) -> State {
                State(Sized::$size($pack(self)))
            }

            fn packed_with(self, past: Option<Past<$words, $sets>>, more: More) -> State {
                State(Sized::$in_all(Box::new(InAll { state: self, past, more })))
            }

            fn unpacked(state: &State) -> Option<(&Self, Option<&Past<$words, $sets>>, Option<&More>)> {
                match &state.0 {
                    Sized::$size(state) => Some((state, None, None)),
                    Sized::$in_all(all) => Some((&all.state, all.past.as_ref(), Some(&all.more))),
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

/// On a plane the tiles of a move have numbers that only the engine knows: [`Bitset::told`] says which they are.
impl PackedMove {
    /// Where the piece stands that moves; nowhere if a tile is chosen and no piece moves, or if the player passes.
    pub fn from(self) -> Option<Tile> {
        let moves = !matches!(self.how, How::Choice(_) | How::Pass);
        moves.then_some(Tile(self.from.into()))
    }

    /// Where it goes, or which tile it acts on, or which is chosen.
    pub fn to(self) -> Tile {
        Tile(self.to.into())
    }

    /// The kind of the piece that moves, as it is before the move.
    pub fn kind(self) -> Option<KindId> {
        self.from().map(|_| KindId(self.kind))
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
        self.how == How::Pass
    }

    /// Whether it castles by the castling clause of the rules.
    pub fn is_castling(self) -> bool {
        matches!(self.how, How::Castling(_))
    }
}

/// What the engine for a board of any size can be asked about packed states.
pub(super) trait Plays {
    fn pack(&self, position: &Position) -> Result<State, WhyNot>;
    fn unpack(&self, state: &State) -> Position;
    fn to_move(&self, state: &State) -> PlayerId;
    fn list(&self, state: &State, moves: &mut Vec<PackedMove>);
    fn has_moves(&self, state: &State) -> bool;
    fn play(&self, state: &State, m: PackedMove, keeps_all_numbers: bool) -> State;
    fn skip(&self, state: &State) -> Option<State>;
    fn captures(&self, state: &State, m: PackedMove) -> bool;
    fn told(&self, state: &State, m: PackedMove) -> Move;
    fn end(&self, state: &State) -> Option<EndId>;
    fn outcome(&self, state: &State) -> Option<Outcome>;
    fn in_check(&self, state: &State) -> Option<bool>;
    fn key(&self, state: &State) -> u64;
    fn pieces(&self, state: &State, player: PlayerId, kind: KindId) -> u32;
    fn each_piece(&self, state: &State, see: &mut dyn FnMut(Tile, Piece));
    fn target(&self, state: &State, m: PackedMove) -> Option<Piece>;
    fn hand(&self, state: &State, player: PlayerId, kind: KindId) -> u32;
    fn counter(&self, state: &State, counter: CounterId, player: PlayerId) -> i64;
}

impl<const W: usize, const N: usize> Engine<W, N>
where
    state::State<W, N>: Fits<W, N>,
{
    /// The state of this size; or a position beyond it.
    fn sized<'s>(&self, state: &'s State) -> Result<&'s state::State<W, N>, &'s Position> {
        self.now(state).map(|now| now.state)
    }

    /// The same, with what came before where that matters.
    fn now<'s>(&self, state: &'s State) -> Result<Now<'s, W, N>, &'s Position> {
        if let Sized::Beyond(position) = &state.0 {
            return Err(position);
        }
        let (state, past, _) = state::State::unpacked(state).expect("the state is one of this game");
        Ok(Now { state, past })
    }

    /// Whether a position tells more than what is in a state of the engine.
    fn tells_more(&self) -> bool {
        self.keeps_courses() || self.reference.looks_far_back
    }

    /// Whether it is kept of a turn how it has gone.
    fn keeps_courses(&self) -> bool {
        self.reference.goes_on && self.reference.memory.turns
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
    fn pack(&self, position: &Position) -> Result<State, WhyNot> {
        let state = match self.layout.state::<W, N>(position) {
            Err(why) if why == TOO_FAR_APART => return Ok(State::beyond(position.clone())),
            state => state?,
        };
        let more = More { course: position.course.clone(), earlier: position.earlier.clone() };
        Ok(if self.tells_more() { state.packed_with(self.past(position)?, more) } else { state.packed() })
    }

    fn unpack(&self, state: &State) -> Position {
        if let Sized::Beyond(position) = &state.0 {
            return (**position).clone();
        }
        let (state, _, more) = state::State::<W, N>::unpacked(state).expect("the state is one of this game");
        let mut position = self.layout.position(state);
        if let Some(more) = more {
            more.clone().tell(&mut position);
        }
        self.outer.drop_what_is_useless(&mut position);
        position
    }

    fn to_move(&self, state: &State) -> PlayerId {
        match self.sized(state) {
            Ok(state) => PlayerId::new(Engine::to_move(self, state)),
            Err(position) => self.outer.to_move(position),
        }
    }

    fn list(&self, state: &State, moves: &mut Vec<PackedMove>) {
        match self.now(state) {
            Ok(now) if self.is_over(now) => {}
            Ok(now) => self.list_playable(now, moves),
            Err(position) => moves.extend(self.listed_beyond(position)),
        }
    }

    fn has_moves(&self, state: &State) -> bool {
        match self.now(state) {
            Ok(now) => !self.is_over(now) && Engine::has_moves(self, now),
            Err(position) => !self.moves_beyond(position).is_empty(),
        }
    }

    fn play(&self, state: &State, m: PackedMove, keeps_all_numbers: bool) -> State {
        let aim = if keeps_all_numbers { Aim::Write } else { Aim::Go };
        let now = match self.now(state) {
            Ok(now) => now,
            Err(position) => {
                let next = self.played_beyond(position, m);
                return self.pack(&next).unwrap_or_else(|_| State::beyond(next));
            }
        };
        if self.tells_more() {
            let (next, turn) = self.played(now, m, aim);
            let more = self.more(&self.unpack(state), &self.told(state, m), turn);
            return next.packed_with(self.left_by(now, m), more);
        }
        if self.layout.window.is_none() {
            return Engine::play(self, now, m, aim).packed();
        }
        let (mut next, _) = self.played(now, m, aim);
        if !self.has_room(&next, 0) {
            return State::beyond(self.told_position(&next));
        }
        self.follow_tiles(&mut next);
        next.packed()
    }

    fn skip(&self, state: &State) -> Option<State> {
        let is_simple = self.reference.rules.turn.phases.len() <= 1 && !self.tells_more();
        let now = self.now(state).ok().filter(|_| is_simple && self.layout.window.is_none())?;
        let nothing = PackedMove { from: 0, to: 0, kind: NO_KIND, promotion: AS_IT_IS, how: How::Pass };
        Some(Engine::play(self, now, nothing, Aim::Go).packed())
    }

    fn captures(&self, state: &State, m: PackedMove) -> bool {
        match (self.sized(state), m.how) {
            (Ok(state), How::Plain) => self.occupied(state).has(m.to as usize),
            (Ok(state), _) => self.changes(state, m).iter().any(|change| matches!(change, Change::Take(_))),
            (Err(position), _) => self.move_beyond(position, m).captures,
        }
    }

    fn told(&self, state: &State, m: PackedMove) -> Move {
        match self.sized(state) {
            Ok(state) => self.as_move(state, m),
            Err(position) => self.move_beyond(position, m),
        }
    }

    fn end(&self, state: &State) -> Option<EndId> {
        match self.now(state) {
            Ok(now) => self.shown_ending(now).map(EndId::new),
            Err(position) => self.outer.outcome(position).map(|outcome| outcome.end),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let end = self.end(state)?;
        Some(self.outer.outcome_by(&self.unpack(state), end))
    }

    fn in_check(&self, state: &State) -> Option<bool> {
        let check = self.check.as_ref()?;
        Some(match self.sized(state) {
            Ok(state) => self.holds(&self.view(state, Engine::to_move(self, state)), 0, check),
            Err(position) => self.in_check_beyond(position),
        })
    }

    fn key(&self, state: &State) -> u64 {
        match self.now(state) {
            Ok(now) => {
                let [key, _] = Engine::key(self, now, 0);
                key
            }
            Err(position) => self.key_beyond(position),
        }
    }

    fn pieces(&self, state: &State, player: PlayerId, kind: KindId) -> u32 {
        match self.sized(state) {
            Ok(state) => (state.sets[kind.index()] & state.sets[self.layout.owner(player.index())]).len(),
            Err(position) => {
                let of_kind = |tile: &Tile| position.piece(*tile).is_some_and(|piece| piece.kind == kind);
                position.owned(player).iter().filter(of_kind).count() as u32
            }
        }
    }

    fn each_piece(&self, state: &State, see: &mut dyn FnMut(Tile, Piece)) {
        let state = match self.sized(state) {
            Ok(state) => state,
            Err(position) => return position.pieces().for_each(|(tile, piece)| see(tile, piece)),
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

    fn target(&self, state: &State, m: PackedMove) -> Option<Piece> {
        let state = match self.sized(state) {
            Ok(state) => state,
            Err(position) => return position.piece(self.told(state, m).to),
        };
        let kind = self.kind_on(state, m.to.into())?;
        let mut players = 0..self.layout.players;
        let owner = players.find(|player| state.sets[self.layout.owner(*player)].has(m.to.into()));
        Some(Piece { kind: KindId::new(kind), owner: owner.map(PlayerId::new) })
    }

    fn hand(&self, state: &State, player: PlayerId, kind: KindId) -> u32 {
        match self.sized(state) {
            _ if self.layout.hands.is_none() => 0,
            Ok(state) => self.held(state, player.index(), kind.index()).try_into().unwrap_or(0),
            Err(position) => position.hands[self.reference.hand_index(player, kind)].into(),
        }
    }

    fn counter(&self, state: &State, counter: CounterId, player: PlayerId) -> i64 {
        let number = self.reference.counter_index(counter, player);
        match self.sized(state) {
            Ok(state) => state.counters[number].into(),
            Err(position) => position.counters[number],
        }
    }
}

/// Playing on packed states. States and moves must come from this engine; those of another game make no sense, or panic.
///
/// ```
/// # use tilegame_runtime::Game;
/// let chess = Game::from_library("chess")?;
/// let engine = chess.bitset()?;
/// let start = engine.state(&chess.start())?;
/// let mut moves = Vec::new();
/// engine.list(&start, &mut moves);
/// assert_eq!(moves.len(), 20);
/// let next = engine.play(&start, moves[0]);
/// assert_ne!(engine.to_move(&next), engine.to_move(&start));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Bitset {
    /// A position as the engine plays on it.
    ///
    /// # Errors
    /// If the position has more than there is room for.
    pub fn state(&self, position: &Position) -> Result<State, WhyNot> {
        self.engine.pack(position)
    }

    /// A state as a position.
    pub fn position(&self, state: &State) -> Position {
        self.engine.unpack(state)
    }

    /// Whose turn it is.
    pub fn to_move(&self, state: &State) -> PlayerId {
        self.engine.to_move(state)
    }

    /// Puts the legal moves behind what is in the list; none if the game is over.
    pub fn list(&self, state: &State, moves: &mut Vec<PackedMove>) {
        self.engine.list(state, moves);
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self, state: &State) -> bool {
        self.engine.has_moves(state)
    }

    /// The state after a legal move.
    pub fn play(&self, state: &State, m: PackedMove) -> State {
        self.engine.play(state, m, true)
    }

    /// The same, but numbers that no rule asks for, such as the clocks of chess, are left as they are: for a search, which is quicker so.
    pub fn play_on(&self, state: &State, m: PackedMove) -> State {
        self.engine.play(state, m, false)
    }

    /// The state after the player to move has done nothing, whether or not the rules allow that: for a search that asks what it would cost. None
    /// where it makes no sense, in turns of several steps and where it matters what was before.
    pub fn skip(&self, state: &State) -> Option<State> {
        self.engine.skip(state)
    }

    /// Whether a legal move captures something.
    pub fn captures(&self, state: &State, m: PackedMove) -> bool {
        self.engine.captures(state, m)
    }

    /// A legal move as the list of what it changes.
    pub fn told(&self, state: &State, m: PackedMove) -> Move {
        self.engine.told(state, m)
    }

    /// By which of the endings the game has ended, if it has.
    pub fn end(&self, state: &State) -> Option<EndId> {
        self.engine.end(state)
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        self.engine.outcome(state)
    }

    /// Whether the player to move is in what the game calls check; nothing if the game has no such word, or asks for it in a way that only
    /// the reference engine understands.
    pub fn in_check(&self, state: &State) -> Option<bool> {
        self.engine.in_check(state)
    }

    /// A hash of all that the moves from a state can depend on.
    pub fn key(&self, state: &State) -> u64 {
        self.engine.key(state)
    }

    /// How many pieces of a kind a player has on the board.
    pub fn pieces(&self, state: &State, player: PlayerId, kind: KindId) -> u32 {
        self.engine.pieces(state, player, kind)
    }

    /// Calls `see` with every piece on the board, by player and kind.
    pub fn each_piece(&self, state: &State, see: &mut dyn FnMut(Tile, Piece)) {
        self.engine.each_piece(state, see);
    }

    /// What stands where a move leads.
    pub fn target(&self, state: &State, m: PackedMove) -> Option<Piece> {
        self.engine.target(state, m)
    }

    /// How many pieces of a kind a player has in hand.
    pub fn hand(&self, state: &State, player: PlayerId, kind: KindId) -> u32 {
        self.engine.hand(state, player, kind)
    }

    /// A counter's number; of a counter of which there is only one, the player does not matter. After [`play_on`](Self::play_on), one that no
    /// rule asks for may be behind.
    pub fn counter(&self, state: &State, counter: CounterId, player: PlayerId) -> i64 {
        self.engine.counter(state, counter, player)
    }
}

//! Playing on packed positions: what a [state](crate::State) asks.

use std::hash::Hash as _;
use std::sync::Arc;

use tilegame_dsl::ir::{CounterId, EndId, KindId, PhaseId, PlayerId, Tile};

use crate::engine::make::{Aim, Turn};
use crate::engine::narrow::Wanted;
use crate::engine::view::View;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::packed::form::{Fits, Form, More, Plays, Sought};
use crate::packed::past::{Now, Past};
use crate::packed::refusal::{TOO_FAR_APART, WhyNot};
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{AS_IT_IS, How, NO_KIND, Step};
use crate::plan::Plan;
use crate::plan::cond::Cond;
use crate::reference::earlier::Earlier;
use crate::reference::generate::MOST_MOVES;
use crate::reference::position::{Course, Piece, Position};
use crate::reference::rest;
use crate::set::TileSet;

impl<const W: usize, const N: usize> Plan<W, N>
where
    State<W, N>: Fits<W, N>,
{
    /// The state, with what came before where that matters.
    fn now<'s>(&self, form: &'s Form) -> Now<'s, W, N> {
        let (state, past, _) = State::unpacked(form).expect("the state is one of this game");
        Now { state, past: past.filter(|_| self.legality.asks_for_past) }
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
    fn next(&self, now: Now<'_, W, N>, m: Step, aim: Aim) -> Result<State<W, N>, Box<Position>> {
        let mut next = *now.state;
        self.go_on(&mut next, now, m, aim).map(|()| next)
    }

    /// The same on a copy of the state.
    #[inline(always)]
    fn go_on(
        &self,
        next: &mut State<W, N>,
        now: Now<'_, W, N>,
        m: Step,
        aim: Aim,
    ) -> Result<(), Box<Position>> {
        self.play_on(next, now, m, aim);
        if self.layout.window.is_some() {
            if !self.has_room(next, 0) {
                // Nothing is remembered in a position that is of no use.
                let mut position = self.layout.position(next);
                self.outer.drop_what_is_useless(&mut position);
                return Err(Box::new(position));
            }
            self.follow_tiles(next);
        }
        self.drop_what_is_useless(next, None, |next| self.layout.position(next));
        Ok(())
    }

    /// The same in a game whose positions tell more.
    fn play_telling(&self, form: &Form, now: Now<'_, W, N>, m: Step, aim: Aim) -> Form {
        let mut next = *now.state;
        let turn = self.play_on(&mut next, now, m, aim);
        let past = match State::<W, N>::unpacked(form) {
            Some((state, Some(past), _)) if self.reference.looks_far_back => {
                self.followed(past, state, m.how == How::Pass)
            }
            _ => Past::default(),
        };
        let more = if self.keeps_courses() {
            self.more(&self.unpack(form), &self.told(form, m), turn)
        } else {
            More::default()
        };
        let told = |next: &State<W, N>| self.position(next, Some(&past), Some(&more));
        self.drop_what_is_useless(&mut next, Some(&past).filter(|_| self.legality.asks_for_past), told);
        next.packed_with(past, more)
    }

    /// A state as a position, with what else is known of it.
    fn position(&self, state: &State<W, N>, past: Option<&Past<W, N>>, more: Option<&More>) -> Position {
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

    /// Where the pieces of each player and kind stand, by their places; also those of which there are none.
    fn sets(&self, state: &State<W, N>) -> impl Iterator<Item = (Piece, Set<W>)> {
        (0..self.layout.owners).flat_map(move |owner| {
            let of_owner = state.sets[self.layout.owner(owner)];
            let owner = (owner < self.layout.players).then(|| PlayerId::new(owner));
            let of_kind = move |kind| (Piece { kind: KindId::new(kind), owner }, state.sets[kind] & of_owner);
            (0..self.layout.kinds).map(of_kind)
        })
    }

    /// Tiles of a state, as everybody else knows them.
    fn told_tiles(&self, state: &State<W, N>, places: Set<W>) -> TileSet {
        let mut tiles = TileSet::of(&self.outer.board);
        tiles.extend(places.iter().map(|place| self.layout.tile(state, place)));
        tiles
    }

    /// How it has come to what a move made in a position leads to.
    pub(crate) fn more(&self, position: &Position, m: &Move, turn: Turn) -> More {
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

impl<const W: usize, const N: usize> Plays for Plan<W, N>
where
    State<W, N>: Fits<W, N>,
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
        let (state, past, more) = State::<W, N>::unpacked(form).expect("the state is one of this game");
        self.position(state, past, more)
    }

    fn to_move(&self, form: &Form) -> PlayerId {
        PlayerId::new(Plan::to_move(self, self.now(form).state))
    }

    fn phase(&self, form: &Form) -> PhaseId {
        PhaseId::new(usize::from(self.now(form).state.turn) % self.layout.phases)
    }

    fn list(&self, form: &Form, moves: &mut Vec<Step>) {
        let now = self.now(form);
        if !self.is_over(now) {
            let before = moves.len();
            self.list_playable(now, moves);
            self.leave_out_beyond(before + MOST_MOVES, moves);
        }
    }

    fn list_captures(&self, form: &Form, moves: &mut Vec<Step>) {
        self.list_wanted(self.now(form), Wanted::Captures, moves);
    }

    fn list_from(&self, form: &Form, tile: Tile, moves: &mut Vec<Step>) {
        let now = self.now(form);
        if let Some(place) = self.layout.place(now.state, tile) {
            self.list_wanted(now, Wanted::From(place), moves);
        }
    }

    fn each_sought(&self, form: &Form, sought: &Sought<'_>, see: &mut dyn FnMut(Step)) {
        let now = self.now(form);
        let places = |tiles: &[Tile]| -> Set<W> {
            tiles.iter().filter_map(|tile| self.layout.place(now.state, *tile)).collect()
        };
        let kinds = sought.kinds.iter().fold(Set::EMPTY, |all, kind| all | now.state.sets[kind.index()]);
        let from = kinds | places(sought.from);
        Plan::each_sought(self, now, [from, sought.to.map_or(!Set::EMPTY, places)], see);
    }

    fn targets(&self, form: &Form, tile: Tile) -> TileSet {
        let mut moves = Vec::new();
        self.list_from(form, tile, &mut moves);
        self.told_tiles(self.now(form).state, moves.into_iter().map(|step| step.to.into()).collect())
    }

    fn is_legal(&self, form: &Form, m: Step) -> bool {
        self.is_legal_now(self.now(form), m)
    }

    fn attackers(&self, form: &Form, player: PlayerId, tile: Tile) -> TileSet {
        let state = self.now(form).state;
        let attackers = |place| Plan::attackers(self, &self.view(state, player.index()), place, false);
        self.told_tiles(state, self.layout.place(state, tile).map_or(Set::EMPTY, attackers))
    }

    fn has_moves(&self, form: &Form) -> bool {
        let now = self.now(form);
        !self.is_over(now) && Plan::has_moves(self, now)
    }

    fn play(&self, form: &Form, m: Step) -> Form {
        let now = self.now(form);
        if self.tells_more() {
            return self.play_telling(form, now, m, Aim::Write);
        }
        match self.next(now, m, Aim::Write) {
            Ok(next) => next.packed(),
            Err(position) => Form::literal(*position),
        }
    }

    fn play_into(&self, form: &Form, m: Step, room: &mut Form) {
        match State::room(room) {
            Some(next) if !self.tells_more() => {
                let now = self.now(form);
                *next = *now.state;
                if let Err(position) = self.go_on(next, now, m, Aim::Write) {
                    *room = Form::literal(*position);
                }
            }
            _ => *room = Plays::play(self, form, m),
        }
    }

    fn play_on(&self, form: &mut Form, m: Step) {
        match State::<W, N>::room(form) {
            Some(next) if !self.tells_more() => {
                let state = *next;
                let now = Now { state: &state, past: None };
                if let Err(position) = self.go_on(next, now, m, Aim::Write) {
                    *form = Form::literal(*position);
                }
            }
            _ => *form = Plays::play(self, form, m),
        }
    }

    fn skip(&self, form: &Form) -> Option<Form> {
        let is_simple = self.reference.rules.turn.phases.len() <= 1 && !self.tells_more();
        if !is_simple || self.layout.window.is_some() {
            return None;
        }
        let nothing = Step { from: 0, to: 0, kind: NO_KIND, promotion: AS_IT_IS, how: How::Pass };
        Some(self.next(self.now(form), nothing, Aim::Go).ok()?.packed())
    }

    fn captures(&self, form: &Form, m: Step) -> bool {
        self.takes(self.now(form).state, m)
    }

    fn told(&self, form: &Form, m: Step) -> Move {
        self.as_move(self.now(form).state, m)
    }

    fn all_told(&self, form: &Form, moves: &[Step]) -> Vec<Move> {
        self.as_moves(self.now(form).state, moves)
    }

    fn is_over_before_moving(&self, form: &Form) -> bool {
        self.is_over(self.now(form))
    }

    fn end(&self, form: &Form, first: usize) -> Option<EndId> {
        self.shown_ending(self.now(form), first).map(EndId::new)
    }

    fn outcome(&self, form: &Form) -> Option<Outcome> {
        let end = self.end(form, usize::MAX)?;
        Some(self.outer.outcome_by(&self.unpack(form), end))
    }

    fn in_check(&self, form: &Form) -> Option<bool> {
        let (check, state) = (self.ends.check.as_ref()?, self.now(form).state);
        let me = Plan::to_move(self, state);
        Some(match check {
            // Asked after nearly every move: what else a test may ask for need not be made ready.
            Cond::Struck(royal) => self.is_any_struck(&self.scene_of(state, me), *royal),
            _ => self.holds(&self.view(state, me), 0, check),
        })
    }

    fn is_left_legally(&self, form: &Form, player: PlayerId) -> bool {
        let now = self.now(form);
        let view = View { past: now.past, ..self.view(now.state, player.index()) };
        self.holds(&view, 0, &self.legality.test)
    }

    fn key(&self, form: &Form) -> u64 {
        Plan::key(self, self.now(form), 0)[0]
    }

    fn write_rest(&self, form: &Form, out: &mut Vec<u8>) {
        let (state, _, more) = State::<W, N>::unpacked(form).expect("the state is one of this game");
        let (layout, mut write) = (&self.layout, |word: u64| rest::write_number(word, out));
        state.sets[layout.kinds + layout.owners..layout.all]
            .iter()
            .flat_map(|set| set.0)
            .for_each(&mut write);
        layout.counters.asked.iter().for_each(|counter| write(state.counters[*counter] as u64));
        write(u64::from(state.turn));
        write(state.spots().len() as u64);
        for spot in state.spots() {
            let told = [spot.mark.into(), spot.tile.into(), spot.maker.into(), u64::from(spot.owner)];
            told.into_iter().for_each(&mut write);
        }
        if let Some(course) = more.and_then(|more| more.course.as_ref()) {
            course.hash(&mut rest::Verbatim(out));
        }
    }

    fn pieces(&self, form: &Form, player: PlayerId, kind: KindId) -> u32 {
        let state = self.now(form).state;
        (state.sets[kind.index()] & state.sets[self.layout.owner(player.index())]).len()
    }

    fn each_piece(&self, form: &Form, see: &mut dyn FnMut(Tile, Piece)) {
        let state = self.now(form).state;
        for (piece, places) in self.sets(state) {
            places.iter().for_each(|place| see(self.layout.tile(state, place), piece));
        }
    }

    fn each_set(&self, form: &Form, see: &mut dyn FnMut(Piece, &[u64])) {
        if self.layout.window.is_none() {
            let seen = self.sets(self.now(form).state).filter(|(_, places)| !places.is_empty());
            seen.for_each(|(piece, places)| see(piece, &places.0));
        }
    }

    fn piece(&self, form: &Form, tile: Tile) -> Option<Piece> {
        let state = self.now(form).state;
        let place = self.layout.place(state, tile)?;
        let kind = self.kind_on(state, place)?;
        let mut players = 0..self.layout.players;
        let owner = players.find(|player| state.sets[self.layout.owner(*player)].has(place));
        Some(Piece { kind: KindId::new(kind), owner: owner.map(PlayerId::new) })
    }

    fn hand(&self, form: &Form, player: PlayerId, kind: KindId) -> u32 {
        let hands = &self.layout.hands;
        // What it would be on the board is not held as well.
        if hands.first.is_none() || hands.counts_as[kind.index()] != kind.index() {
            return 0;
        }
        self.held(self.now(form).state, player.index(), kind.index()).try_into().unwrap_or(0)
    }

    fn counter(&self, form: &Form, counter: CounterId, player: PlayerId) -> i64 {
        self.now(form).state.counters[self.reference.counter_index(counter, player)].into()
    }
}

//! Walking a path: the search over (tile, frame, settled, watcher) that gives a path its meaning.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};
use tilegame_dsl::ir::{DirId, Effect, KindId, Path, PlayerId, Quantity, StateId, SymId, Tile};
use tilegame_dsl::limits::REPETITIONS;

use crate::board::Arrival;
use crate::reference::engine::Reference;
use crate::reference::view::{State, View};

/// No rule that is meant to be played has more ways than this through it: further ones are not tried, so that every
/// question has an answer, and it is [noted](crate::Game::has_left_out) that there are some.
pub const MOST_WAYS: u32 = 1 << 20;

/// A round of a repetition that has effects counts for so many ways, since what it has done is kept.
pub(super) const ROUND_WITH_EFFECTS: u32 = 1 << 4;

/// Where more rounds than this are counted, it is remembered what a round leads to, and noticed when the same tiles come again.
pub(super) const FEW_ROUNDS: u32 = 16;

/// The effects collected on the way, and how much of the path's ways has been tried.
pub(crate) struct Effects {
    list: SmallVec<[(Tile, Effect); 2]>,
    /// Where something has been taken that is gone for the rest of the way, those of an outer walk included.
    gone: SmallVec<[Tile; 2]>,
    /// The same of what is taken last and stands until the way is over, if this path is asked for on the way of another.
    doomed: SmallVec<[Tile; 2]>,
    pub(super) ways: u32,
}

impl Effects {
    /// None so far of one who sees a position so.
    pub(crate) fn new(view: &View<'_>) -> Effects {
        Effects { list: SmallVec::new(), gone: view.gone.into(), doomed: SmallVec::new(), ways: 0 }
    }

    /// None so far of a path that is asked for on the way of another, which takes nothing that the other takes last.
    pub(super) fn of_a_question(view: &View<'_>) -> Effects {
        Effects { doomed: view.doomed.into(), ..Effects::new(view) }
    }

    /// What a view shows of a position to one who has come so far.
    pub(super) fn seen_by<'p>(&'p self, view: &View<'p>) -> View<'p> {
        View { gone: &self.gone, doomed: &self.doomed, ..*view }
    }

    /// Whether what stands on a tile is taken on the way, at once or at its end.
    fn takes(&self, tile: Tile) -> bool {
        self.gone.contains(&tile) || self.doomed.contains(&tile)
    }

    fn push(&mut self, tile: Tile, effect: Effect) {
        match effect {
            Effect::Take => self.gone.push(tile),
            Effect::TakeLast => self.doomed.push(tile),
            _ => {}
        }
        self.list.push((tile, effect));
    }

    fn pop(&mut self) {
        match self.list.pop() {
            Some((_, Effect::Take)) => drop(self.gone.pop()),
            Some((_, Effect::TakeLast)) => drop(self.doomed.pop()),
            _ => {}
        }
    }

    /// Whether there were more ways than were tried.
    pub(crate) fn exhausted(&self) -> bool {
        self.ways > MOST_WAYS
    }
}

impl std::ops::Deref for Effects {
    type Target = [(Tile, Effect)];

    fn deref(&self) -> &[(Tile, Effect)] {
        &self.list
    }
}

/// States that have been reached: a short list is searched, a long one is looked up.
#[derive(Default)]
struct Seen {
    few: SmallVec<[State; 16]>,
    many: HashSet<State, FxBuildHasher>,
}

impl Seen {
    /// Puts a state in; whether it was new.
    fn insert(&mut self, state: State) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(state);
        }
        if self.few.contains(&state) {
            return false;
        }
        if self.few.len() == self.few.inline_size() {
            self.many.extend(self.few.iter().copied());
            return self.many.insert(state);
        }
        self.few.push(state);
        true
    }
}

/// What to do at the end of a path; `true` stops the search.
pub(crate) type Then<'f> = &'f mut dyn FnMut(State, &mut Effects) -> bool;

impl Reference {
    /// Where a player's walk from a tile begins.
    pub(crate) fn setting_out(&self, player: PlayerId, tile: Tile) -> State {
        State::start(tile, self.frame(player, tile))
    }

    /// Walks `path` from `at` in every possible way and calls `then` at each end. Whether `then` stopped the search.
    pub(crate) fn walk(
        &self,
        view: &View<'_>,
        path: &Path,
        at: State,
        effects: &mut Effects,
        then: Then<'_>,
    ) -> bool {
        match path {
            Path::Step(direction) => {
                self.may_leave(view, at, effects)
                    && self
                        .board
                        .step(at.tile, at.frame, *direction)
                        .filter(|(tile, _)| view.position.is_there(*tile))
                        .any(|arrival| then(at.arrive(arrival), effects))
            }
            Path::Leap(directions) => {
                self.may_leave(view, at, effects)
                    && self
                        .board
                        .leap(at.tile, at.frame, directions)
                        .into_iter()
                        .filter(|(tile, _)| view.position.is_there(*tile))
                        .any(|arrival| then(at.arrive(arrival), effects))
            }
            Path::Seq(parts) => self.walk_all(view, parts, at, effects, then),
            Path::Any(parts) => parts.iter().any(|part| self.walk(view, part, at, effects, then)),
            Path::Check { test, settles } => {
                let seen = effects.seen_by(view).walked(at);
                self.holds(&seen, at.tile, test) && {
                    let watcher = at.watcher.or_else(|| self.watcher(&seen, at.tile, test));
                    then(State { settled: at.settled || *settles, watcher, ..at }, effects)
                }
            }
            Path::Bend(symmetry) => {
                then(State { frame: self.board.bend(at.frame, *symmetry), ..at }, effects)
            }
            Path::Do(effect) => {
                // Of what has been taken on the way nothing becomes any more.
                let seen = effects.seen_by(view);
                let Some(effect) = self.as_seen(&seen, at.tile, at.frame, effect) else { return false };
                // Nothing is taken twice.
                if effect.takes() && effects.takes(at.tile) {
                    return false;
                }
                effects.push(at.tile, effect);
                let stop = then(at, effects);
                effects.pop();
                stop
            }
            Path::Repeat { path, min, max } => self.rounds(view, path, (*min, *max), at, effects, then),
            Path::Times { path, times } => match self.length(&effects.seen_by(view), at, times) {
                Some(times) => self.rounds(view, path, (times, Some(times)), at, effects, then),
                None => false,
            },
        }
    }

    /// An effect as it is for one who is turned so: what turns or gets into a state becomes another kind. `None` if it can't
    /// turn so, or if nothing is there.
    pub(super) fn as_seen(
        &self,
        view: &View<'_>,
        tile: Tile,
        frame: SymId,
        effect: &Effect,
    ) -> Option<Effect> {
        match effect {
            Effect::Turn(symmetry) => {
                let piece = view.position.piece(tile).filter(|_| !view.gone.contains(&tile))?;
                let facing = self.rules.kinds[piece.kind.index()].facing.as_ref()?;
                let turned = facing.turned[self.board.as_seen(frame, *symmetry).index()];
                turned.map(Effect::Become)
            }
            Effect::State { state, on } => {
                let kind = view.standing(tile)?.kind;
                // Nothing is known of a piece that is only supposed, and nothing becomes of it.
                let is_known = kind.index() < self.rules.kinds.len();
                Some(Effect::Become(if is_known { self.in_state(kind, *state, *on) } else { kind }))
            }
            _ => Some(effect.clone()),
        }
    }

    /// The kind that a piece is once it is in a state, or no more.
    pub(crate) fn in_state(&self, kind: KindId, state: StateId, on: bool) -> KindId {
        let state = &self.rules.states[state.index()];
        if on { state.with[kind.index()] } else { state.without[kind.index()] }
    }

    fn may_leave(&self, view: &View<'_>, at: State, effects: &Effects) -> bool {
        at.settled || effects.seen_by(view).at(at.tile).is_none()
    }

    fn walk_all(
        &self,
        view: &View<'_>,
        parts: &[Path],
        at: State,
        effects: &mut Effects,
        then: Then<'_>,
    ) -> bool {
        match parts {
            [] => then(at, effects),
            [last] => self.walk(view, last, at, effects, then),
            [first, rest @ ..] => {
                // Where nothing is done on the way, it only matters where one gets.
                let mut seen = can_branch(first).then(Seen::default);
                self.walk(view, first, at, effects, &mut |next, effects| {
                    seen.as_mut().is_none_or(|seen| seen.insert(next))
                        && self.may_try(effects, 1)
                        && self.walk_all(view, rest, next, effects, then)
                })
            }
        }
    }

    /// Counts another way; whether it may be tried.
    fn may_try(&self, effects: &mut Effects, weight: u32) -> bool {
        effects.ways = effects.ways.saturating_add(weight);
        if effects.exhausted() {
            self.leave_out();
        }
        !effects.exhausted()
    }

    /// A repetition.
    fn rounds(
        &self,
        view: &View<'_>,
        body: &Path,
        bounds: (u16, Option<u16>),
        at: State,
        effects: &mut Effects,
        then: Then<'_>,
    ) -> bool {
        if body.acts() {
            let mut way = vec![at.tile];
            return self.repeat_with_effects(view, (body, bounds.0, bounds.1), at, &mut way, effects, then);
        }
        self.repeat(view, body, bounds, at, effects, then)
    }

    /// How often a path is repeated that is as long as a number says; `None` if it can't be walked.
    pub(crate) fn length(&self, view: &View<'_>, at: State, times: &Quantity) -> Option<u16> {
        let times = self.quantity(&view.measuring(at), at.tile, times);
        if times > i64::from(REPETITIONS) {
            self.leave_out();
            return None;
        }
        u16::try_from(times).ok()
    }

    /// The tiles of the line on which a walker is: along the sum of these directions, and back where there is a way back.
    pub(super) fn whole_line(&self, view: &View<'_>, at: State, sum: &[DirId]) -> Vec<Tile> {
        let way_back = |direction: &DirId| self.rules.board.directions[direction.index()].opposite;
        let back: Option<Vec<DirId>> = sum.iter().map(way_back).collect();
        let mut line = vec![at.tile];
        for sum in [Some(sum.to_vec()), back].into_iter().flatten() {
            let mut reached = vec![(at.tile, at.frame)];
            let mut next = 0;
            while let Some((from, frame)) = reached.get(next).copied() {
                next += 1;
                let arrivals: SmallVec<[Arrival; 2]> = match sum.as_slice() {
                    [direction] => self.board.step(from, frame, *direction).collect(),
                    all => self.board.leap(from, frame, all),
                };
                for arrival in arrivals.into_iter().filter(|(tile, _)| view.position.is_there(*tile)) {
                    if !reached.contains(&arrival) {
                        reached.push(arrival);
                    }
                }
            }
            line.extend(reached.into_iter().map(|(tile, _)| tile));
        }
        line.sort_unstable();
        line.dedup();
        line
    }

    /// Only the states reached matter, not the ways to them: so the states reached by k repetitions are worked out from
    /// those reached by k - 1, and an endless repetition ends when it reaches nothing new.
    fn repeat(
        &self,
        view: &View<'_>,
        body: &Path,
        (min, max): (u16, Option<u16>),
        at: State,
        effects: &mut Effects,
        then: Then<'_>,
    ) -> bool {
        let Some(max) = max.filter(|max| u32::from(*max) > FEW_ROUNDS) else {
            return self.repeat_plainly(view, body, (min, max), at, effects, then);
        };
        let (min, mut max) = (u32::from(min), u32::from(max));
        let mut leads_to: HashMap<State, SmallVec<[State; 4]>, FxBuildHasher> = HashMap::default();
        let mut emitted = Seen::default();
        let mut reached = vec![at];
        // Those of an earlier round, sorted: of one whose number is a power of two.
        let mut earlier: (u32, Vec<State>) = (0, Vec::new());
        let mut done = 0;
        loop {
            if done >= min && reached.iter().any(|state| emitted.insert(*state) && then(*state, effects)) {
                return true;
            }
            if done >= max || reached.is_empty() {
                return false;
            }
            let mut sorted = reached.clone();
            sorted.sort_unstable();
            if sorted == earlier.1 {
                // From now on the same rounds come again: each of them counts once, those before the least number not at all.
                let period = done - earlier.0;
                done += min.saturating_sub(done) / period * period;
                max = max.min(done.max(min) + period);
            }
            if done.is_power_of_two() {
                earlier = (done, sorted);
            }
            let (mut next, mut seen) = (Vec::new(), Seen::default());
            for state in &reached {
                if !self.may_try(effects, 1) {
                    return false;
                }
                let ends = leads_to.entry(*state).or_insert_with(|| {
                    let mut ends = SmallVec::new();
                    self.walk(view, body, *state, effects, &mut |end, _| {
                        ends.push(end);
                        false
                    });
                    ends
                });
                next.extend(ends.iter().copied().filter(|end| seen.insert(*end)));
            }
            reached = next;
            done += 1;
        }
    }

    /// The same for few rounds, or for as many as lead to something new.
    fn repeat_plainly(
        &self,
        view: &View<'_>,
        body: &Path,
        (min, max): (u16, Option<u16>),
        at: State,
        effects: &mut Effects,
        then: Then<'_>,
    ) -> bool {
        let mut reached: SmallVec<[State; 4]> = smallvec![at];
        let mut seen = Seen::default();
        for done in 0..=u16::MAX {
            if done >= min && reached.iter().any(|state| then(*state, effects)) {
                return true;
            }
            if max == Some(done) {
                return false;
            }
            let mut next: SmallVec<[State; 4]> = SmallVec::new();
            if max.is_some() {
                // Who counts rounds may come to a place again.
                seen = Seen::default();
            }
            for state in &reached {
                self.walk(view, body, *state, effects, &mut |state, _| {
                    if seen.insert(state) {
                        next.push(state);
                    }
                    false
                });
            }
            if next.is_empty() {
                return false;
            }
            reached = next;
        }
        false
    }

    /// Every way counts, since each may do something else. An endless repetition visits no tile twice.
    fn repeat_with_effects(
        &self,
        view: &View<'_>,
        (body, min, max): (&Path, u16, Option<u16>),
        at: State,
        way: &mut Vec<Tile>,
        effects: &mut Effects,
        then: Then<'_>,
    ) -> bool {
        if min == 0 && then(at, effects) {
            return true;
        }
        if max == Some(0) {
            return false;
        }
        let rest = (min.saturating_sub(1), max.map(|m| m - 1));
        self.walk(view, body, at, effects, &mut |next, effects| {
            if max.is_none() && way.contains(&next.tile) {
                return false;
            }
            if !self.may_try(effects, ROUND_WITH_EFFECTS.max(effects.len() as u32)) {
                return false;
            }
            way.push(next.tile);
            let stop = self.repeat_with_effects(view, (body, rest.0, rest.1), next, way, effects, then);
            way.pop();
            stop
        })
    }
}

/// Whether a path can lead to one place by several ways, and does nothing on any of them.
fn can_branch(path: &Path) -> bool {
    fn branches(path: &Path) -> bool {
        match path {
            Path::Any(_) | Path::Repeat { .. } | Path::Times { .. } => true,
            Path::Seq(parts) => parts.iter().any(branches),
            Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Check { .. } | Path::Do(_) => false,
        }
    }
    branches(path) && !path.acts()
}

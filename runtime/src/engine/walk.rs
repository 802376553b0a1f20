//! Walking: paths walked over a state, step by step.
//!
//! The same search over (tile, frame, settled, watcher) as the reference engine's `walk`, with the sets of a state in the place of a position.

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use tilegame_dsl::ir::{Effect, KindId, SymId, Tile};
use tilegame_dsl::limits::REPETITIONS;

use crate::engine::view::{At, View, Walker, seen_by};
use crate::moves::Change;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::plan::Plan;
use crate::plan::cond::Number;
use crate::plan::paths::line_through;
use crate::plan::route::{Deed, Repeats, Route};
use crate::reference::walk::MOST_WAYS;

/// What has been done on the way, and how many ways have been tried.
#[derive(Clone, Debug)]
pub(crate) struct Done<'r, const W: usize> {
    pub(crate) list: SmallVec<[(u16, Cow<'r, Deed>); 4]>,
    pub(crate) gone: Set<W>,
    doomed: Set<W>,
    ways: u32,
}

impl<'r, const W: usize> Done<'r, W> {
    /// Nothing so far by one who sees a state so.
    pub(crate) fn new<const N: usize>(v: &View<'_, W, N>) -> Done<'r, W> {
        let gone = v.walker.map_or(Set::EMPTY, |walker| walker.gone);
        Done { list: SmallVec::new(), gone, doomed: Set::EMPTY, ways: 0 }
    }

    /// The same of a path that is asked for on the way of another, which takes nothing that the other takes last.
    pub(crate) fn of_question<const N: usize>(v: &View<'_, W, N>) -> Done<'r, W> {
        Done { doomed: v.walker.map_or(Set::EMPTY, |walker| walker.doomed), ..Done::new(v) }
    }

    fn push(&mut self, tile: u16, deed: Cow<'r, Deed>) {
        let here = Set::one(tile as usize);
        match &*deed {
            Deed::Effect(Effect::Take) => self.gone |= here,
            Deed::Effect(Effect::TakeLast) => self.doomed |= here,
            _ => {}
        }
        self.list.push((tile, deed));
    }

    fn pop(&mut self) {
        let Some((tile, deed)) = self.list.pop() else { return };
        let here = Set::one(tile as usize);
        match &*deed {
            Deed::Effect(Effect::Take) => self.gone = self.gone.without(here),
            Deed::Effect(Effect::TakeLast) => self.doomed = self.doomed.without(here),
            _ => {}
        }
    }

    fn may_try(&mut self, weight: u32) -> bool {
        self.ways = self.ways.saturating_add(weight);
        self.ways <= MOST_WAYS
    }

    /// Whether there were more ways than were tried.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.ways > MOST_WAYS
    }

    /// Whether something is taken on a tile.
    pub(crate) fn takes(&self, tile: usize) -> bool {
        let takes = |(t, deed): &(u16, Cow<'_, Deed>)| {
            *t as usize == tile && matches!(&**deed, Deed::Effect(effect) if effect.takes())
        };
        self.list.iter().any(takes)
    }
}

/// Where a walker has been: a short list is searched, a long one is looked up.
#[derive(Default)]
struct Seen {
    few: SmallVec<[At; 16]>,
    many: FxHashSet<At>,
}

impl Seen {
    /// Puts a place in; whether it was new.
    fn insert(&mut self, at: At) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(at);
        }
        if self.few.contains(&at) {
            return false;
        }
        if self.few.len() == self.few.inline_size() {
            self.many.extend(self.few.iter().copied());
            return self.many.insert(at);
        }
        self.few.push(at);
        true
    }
}

/// A round of a repetition that has effects counts for so many ways, since what it has done is kept.
const ROUND_WITH_EFFECTS: u32 = 1 << 4;

/// Where more rounds than this are counted, nobody ends at the same place twice.
const FEW_ROUNDS: u16 = 16;

/// What to do at the end of a path; `true` stops the search.
pub(crate) type Then<'f, 'r, const W: usize> = &'f mut dyn FnMut(At, &mut Done<'r, W>) -> bool;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Where a player's walk from a tile begins.
    pub(crate) fn setting_out(&self, player: usize, tile: usize) -> At {
        let frame = self.reference.rules.players[player].frame.on(Tile::new(tile));
        At { tile: tile as u16, frame, settled: true, watcher: None }
    }

    /// Walks a path in every possible way and calls `then` at each end. Whether `then` stopped the search.
    pub(crate) fn walk<'r>(
        &self,
        v: &View<'_, W, N>,
        route: &'r Route,
        at: At,
        done: &mut Done<'r, W>,
        then: Then<'_, 'r, W>,
    ) -> bool {
        let board = &self.reference.board;
        match route {
            Route::Step(direction) => {
                self.may_leave(v, at, done) && {
                    let mut arrivals = board.step(at.tile(), at.frame, *direction);
                    arrivals.any(|to| self.is_there(v, to.0) && then(at.arrive(to), done))
                }
            }
            Route::Leap(directions) => {
                self.may_leave(v, at, done) && {
                    let mut arrivals = board.leap(at.tile(), at.frame, directions).into_iter();
                    arrivals.any(|to| self.is_there(v, to.0) && then(at.arrive(to), done))
                }
            }
            Route::Seq(parts) => self.walk_all(v, parts, at, done, then),
            Route::Any(parts) => parts.iter().any(|part| self.walk(v, part, at, done, then)),
            Route::Check(cond, settles, watched) => {
                let walker = self.walker(v, at, done);
                let seen = seen_by(v, &walker);
                self.holds(&seen, at.tile as usize, cond) && {
                    let one =
                        || watched.and_then(|(zone, of)| self.only_one(&seen, at.tile as usize, zone, of));
                    let watcher = at.watcher.or_else(one);
                    then(At { settled: at.settled || *settles, watcher, ..at }, done)
                }
            }
            Route::Bend(symmetry) => then(At { frame: board.bend(at.frame, *symmetry), ..at }, done),
            Route::Do(deed) => {
                let Some(deed) = self.as_seen(v, at, deed, done) else { return false };
                let takes = matches!(&*deed, Deed::Effect(effect) if effect.takes());
                // Nothing is taken twice.
                if takes && (done.gone | done.doomed).has(at.tile as usize) {
                    return false;
                }
                done.push(at.tile, deed);
                let stop = then(at, done);
                done.pop();
                stop
            }
            Route::Repeat(body, min, max, repeats) => {
                self.rounds(v, (body, *repeats), (*min, *max), at, done, then)
            }
            Route::Times(body, times, repeats) => match self.length(v, at, times, done) {
                Some(times) => self.rounds(v, (body, *repeats), (times, Some(times)), at, done, then),
                None => false,
            },
        }
    }

    fn walker(&self, v: &View<'_, W, N>, at: At, done: &Done<'_, W>) -> Walker<W> {
        let (frame, watcher) = (Some(at.frame), at.watcher);
        let asker = v.walker.copied().unwrap_or_default();
        Walker { gone: done.gone, doomed: done.doomed, frame, watcher, ..asker }
    }

    fn is_there(&self, v: &View<'_, W, N>, tile: Tile) -> bool {
        !self.layout.missing(v.state).has(tile.index())
    }

    fn may_leave(&self, v: &View<'_, W, N>, at: At, done: &Done<'_, W>) -> bool {
        at.settled || !v.occupied.without(done.gone).has(at.tile as usize)
    }

    /// What is done by one who is turned so: what turns or gets into a state becomes another kind. `None` if it can't turn so, or if
    /// nothing is there.
    fn as_seen<'r>(
        &self,
        v: &View<'_, W, N>,
        at: At,
        deed: &'r Deed,
        done: &Done<'_, W>,
    ) -> Option<Cow<'r, Deed>> {
        let tile = at.tile as usize;
        let becomes = |kind: KindId| Cow::Owned(Deed::Effect(Effect::Become(kind)));
        match deed {
            Deed::Effect(Effect::Turn(symmetry)) => {
                let kind = self.kind_on(v.state, tile).filter(|_| !done.gone.has(tile))?;
                self.turned(kind, at.frame, *symmetry).map(becomes)
            }
            Deed::Effect(Effect::State { state, on }) => {
                let seen = self.walker(v, at, done);
                let kind = self.standing(&seen_by(v, &seen), tile)?;
                // Nothing is known of a piece that is only supposed, and nothing becomes of it.
                let unknown = KindId(u8::MAX);
                Some(becomes(
                    kind.map_or(unknown, |kind| self.reference.in_state(KindId::new(kind), *state, *on)),
                ))
            }
            _ => Some(Cow::Borrowed(deed)),
        }
    }

    /// The kind of the piece that a state has on a tile.
    pub(crate) fn kind_on(&self, state: &State<W, N>, tile: usize) -> Option<usize> {
        (0..self.layout.kinds).find(|kind| state.sets[*kind].has(tile))
    }

    /// The kind that a piece is once it has been turned by one who is turned so himself.
    pub(crate) fn turned(&self, kind: usize, frame: SymId, symmetry: SymId) -> Option<KindId> {
        let facing = self.reference.rules.kinds[kind].facing.as_ref()?;
        facing.turned[self.reference.board.as_seen(frame, symmetry).index()]
    }

    /// The kind of what stands on a tile, even if it is lifted: nothing is known of the kind of what is only supposed.
    pub(crate) fn standing(&self, v: &View<'_, W, N>, tile: usize) -> Option<Option<usize>> {
        if v.walker.is_some_and(|walker| walker.gone.has(tile)) {
            return None;
        }
        let kind = self.kind_on(v.state, tile);
        match v.supposed {
            Some((supposed, owner)) if supposed == tile => {
                Some(kind.filter(|_| v.state.sets[self.layout.owner(owner)].has(tile)))
            }
            _ => kind.map(Some),
        }
    }

    fn walk_all<'r>(
        &self,
        v: &View<'_, W, N>,
        parts: &'r [(Route, bool)],
        at: At,
        done: &mut Done<'r, W>,
        then: Then<'_, 'r, W>,
    ) -> bool {
        match parts {
            [] => then(at, done),
            [(last, _)] => self.walk(v, last, at, done, then),
            [(first, branches), rest @ ..] => {
                // Where nothing is done on the way, it only matters where one gets.
                let mut seen = branches.then(Seen::default);
                self.walk(v, first, at, done, &mut |next, done| {
                    seen.as_mut().is_none_or(|seen| seen.insert(next))
                        && self.may_try(done, 1)
                        && self.walk_all(v, rest, next, done, then)
                })
            }
        }
    }

    /// Counts another way; whether it may be tried.
    fn may_try(&self, done: &mut Done<'_, W>, weight: u32) -> bool {
        let may = done.may_try(weight);
        if !may {
            self.reference.leave_out();
        }
        may
    }

    /// How often a path is repeated that is as long as a number says; `None` if it can't be walked.
    fn length(&self, v: &View<'_, W, N>, at: At, times: &Number, done: &Done<'_, W>) -> Option<u16> {
        let measured =
            Walker { measured: Some(at), asking: Some(at.tile as usize), ..self.walker(v, at, done) };
        // The piece that walks is in its place.
        let whole = self.view_with(v.state, v.me, [v.lifted[1], None], v.supposed);
        let before = v.before.or(v.lifted[0].is_some().then_some(v.state));
        let whole = View { mover: v.mover, before, ..whole };
        let times = self.number(&seen_by(&whole, &measured), times);
        if times > i64::from(REPETITIONS) {
            self.reference.leave_out();
            return None;
        }
        u16::try_from(times).ok()
    }

    /// The tiles of the line on which a walker is: along the sum of directions of this number, and back where there is a way back.
    pub(crate) fn whole_line(&self, v: &View<'_, W, N>, at: At, sum: u16) -> Set<W> {
        let known = self.tests.lines[sum as usize].iter().find(|(frame, _)| *frame == at.frame);
        if let Some((_, lines)) = known {
            return *lines.at(at.tile as usize);
        }
        let sum = &self.tests.conds.sums[sum as usize];
        line_through(&self.reference, (at.tile(), at.frame), sum, |tile| self.is_there(v, tile))
    }

    /// A repetition.
    fn rounds<'r>(
        &self,
        v: &View<'_, W, N>,
        (body, repeats): (&'r Route, Repeats),
        bounds: (u16, Option<u16>),
        at: At,
        done: &mut Done<'r, W>,
        then: Then<'_, 'r, W>,
    ) -> bool {
        match repeats {
            Repeats::Places => self.repeat(v, body, bounds, at, done, then),
            Repeats::Ways => {
                let mut way = SmallVec::from_slice(&[at.tile]);
                self.repeat_ways(v, (body, bounds.0, bounds.1), at, &mut way, done, then)
            }
        }
    }

    /// Only where one gets matters, not the ways there; after many rounds, not how often one gets there either.
    fn repeat<'r>(
        &self,
        v: &View<'_, W, N>,
        body: &'r Route,
        (min, max): (u16, Option<u16>),
        at: At,
        done: &mut Done<'r, W>,
        then: Then<'_, 'r, W>,
    ) -> bool {
        let mut reached: SmallVec<[At; 8]> = SmallVec::from_slice(&[at]);
        let mut seen = Seen::default();
        let mut ended = max.is_some_and(|max| max > FEW_ROUNDS).then(Seen::default);
        for round in 0..=u16::MAX {
            let mut is_new = |at: &At| ended.as_mut().is_none_or(|ended| ended.insert(*at));
            if round >= min && reached.iter().any(|at| is_new(at) && then(*at, done)) {
                return true;
            }
            if max == Some(round) {
                return false;
            }
            let mut next: SmallVec<[At; 8]> = SmallVec::new();
            if max.is_some() {
                // Who counts rounds may come to a place again.
                seen = Seen::default();
            }
            for at in &reached {
                self.walk(v, body, *at, done, &mut |at, _| {
                    if seen.insert(at) {
                        next.push(at);
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
    fn repeat_ways<'r>(
        &self,
        v: &View<'_, W, N>,
        (body, min, max): (&'r Route, u16, Option<u16>),
        at: At,
        way: &mut SmallVec<[u16; 16]>,
        done: &mut Done<'r, W>,
        then: Then<'_, 'r, W>,
    ) -> bool {
        if min == 0 && then(at, done) {
            return true;
        }
        if max == Some(0) {
            return false;
        }
        let rest = (min.saturating_sub(1), max.map(|max| max - 1));
        self.walk(v, body, at, done, &mut |next, done| {
            if max.is_none() && way.contains(&next.tile) {
                return false;
            }
            if !self.may_try(done, ROUND_WITH_EFFECTS.max(done.list.len() as u32)) {
                return false;
            }
            way.push(next.tile);
            let stop = self.repeat_ways(v, (body, rest.0, rest.1), next, way, done, then);
            way.pop();
            stop
        })
    }

    /// What something done on the way changes; nothing if it would lead off the board, or is not possible by itself.
    pub(crate) fn change_of(&self, v: &View<'_, W, N>, tile: u16, deed: &Deed) -> Option<Change> {
        match deed {
            Deed::Effect(effect) => self.effect(v, tile as usize, effect),
            Deed::Count(tally) => {
                // The number is that of the whole state.
                let whole = View { mover: v.mover, before: v.before, ..self.view(v.state, v.me) };
                Some(self.counted(&whole, tile as usize, tally))
            }
        }
    }
}

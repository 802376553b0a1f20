//! Some of the moves instead of all: captures, those of one piece, or one that is asked for.
//!
//! Where moves are made to see whether they are legal, only those that are wanted are made.

use crate::engine::count::{Lister, Seeker};
use crate::engine::sink::{Sink, each_choice, each_promotion, each_shifted, each_step};
use crate::packed::past::Now;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::Step;
use crate::plan::Plan;
use crate::plan::movers::BulkStep;

/// Which moves are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    /// Those that take something.
    Captures,
    /// Those of the piece on a tile.
    From(usize),
    /// This one.
    One(Step),
}

/// Lets the moves through to a sink that are wanted.
pub(crate) struct Narrowed<'e, const W: usize, const N: usize> {
    engine: &'e Plan<W, N>,
    state: &'e State<W, N>,
    wanted: Wanted,
    sink: &'e mut dyn Sink<W>,
}

impl<const W: usize, const N: usize> Narrowed<'_, W, N> {
    /// Of the tiles to which a piece goes, and takes at most what stands there, those to which it is wanted to go.
    fn plain(&self, from: usize, to: Set<W>) -> Set<W> {
        match self.wanted {
            Wanted::Captures => to & self.engine.occupied(self.state),
            Wanted::From(tile) if tile == from => to,
            Wanted::One(step) if usize::from(step.from) == from => to & Set::one(step.to.into()),
            Wanted::From(_) | Wanted::One(_) => Set::EMPTY,
        }
    }

    /// One move is asked for, so that each is compared with it.
    fn is_of_one(&self) -> bool {
        matches!(self.wanted, Wanted::One(_))
    }

    /// The same of pieces that go all at once.
    fn shifts(&self, shift: &BulkStep<W>, to: Set<W>) -> Set<W> {
        let goal_of =
            |from: usize| usize::try_from(from as i32 + shift.by).ok().filter(|goal| *goal < 64 * W);
        match self.wanted {
            Wanted::Captures if shift.leaves.is_some() => to,
            Wanted::Captures => to & self.engine.occupied(self.state),
            Wanted::From(tile) => to & goal_of(tile).map_or(Set::EMPTY, Set::one),
            Wanted::One(step) => {
                let is_such = goal_of(step.from.into()) == Some(step.to.into());
                if is_such { to & Set::one(step.to.into()) } else { Set::EMPTY }
            }
        }
    }
}

impl<const W: usize, const N: usize> Sink<W> for Narrowed<'_, W, N> {
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>) {
        let to = self.plain(from, to);
        if to.is_empty() {
            return;
        }
        if self.is_of_one() {
            return each_step(self.state.kind_among(kinds, from), from, to, |step| self.step(step));
        }
        self.sink.targets(kinds, from, to);
    }

    fn promotions(&mut self, kind: u8, from: usize, to: Set<W>, into: &[u8]) {
        let to = self.plain(from, to);
        if to.is_empty() {
            return;
        }
        if self.is_of_one() {
            return each_promotion(kind, from, to, into, |step| self.step(step));
        }
        self.sink.promotions(kind, from, to, into);
    }

    fn shifted(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>) {
        let to = self.shifts(shift, to);
        if shift.leaves.is_some() || self.is_of_one() {
            return each_shifted(kind, shift, to, |step| self.step(step));
        }
        self.sink.shifted(kind, shift, to);
    }

    fn shifted_promotions(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>, into: &[u8]) {
        let to = self.shifts(shift, to);
        if shift.leaves.is_some() || self.is_of_one() {
            return each_shifted(kind, shift, to, |step| {
                into.iter().for_each(|kind| self.step(Step { promotion: *kind, ..step }));
            });
        }
        self.sink.shifted_promotions(kind, shift, to, into);
    }

    fn choices(&mut self, kind: u8, number: u16, to: Set<W>) {
        each_choice(kind, number, to, |step| self.step(step));
    }

    fn step(&mut self, step: Step) {
        if self.engine.is_wanted(self.state, self.wanted, step) {
            self.sink.step(step);
        }
    }

    fn is_content(&self) -> bool {
        self.sink.is_content()
    }
}

/// Gathers where moves lead.
struct Goals<const W: usize>(Set<W>);

impl<const W: usize> Sink<W> for Goals<W> {
    fn targets(&mut self, _: &[u8], _: usize, to: Set<W>) {
        self.0 |= to;
    }

    fn promotions(&mut self, _: u8, _: usize, to: Set<W>, _: &[u8]) {
        self.0 |= to;
    }

    fn shifted(&mut self, _: u8, _: &BulkStep<W>, to: Set<W>) {
        self.0 |= to;
    }

    fn shifted_promotions(&mut self, _: u8, _: &BulkStep<W>, to: Set<W>, _: &[u8]) {
        self.0 |= to;
    }

    fn choices(&mut self, _: u8, _: u16, to: Set<W>) {
        self.0 |= to;
    }

    fn step(&mut self, step: Step) {
        self.0.insert(step.to.into());
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// What lets those moves through to a sink that are wanted.
    pub(crate) fn narrowed<'e>(
        &'e self,
        state: &'e State<W, N>,
        wanted: Wanted,
        sink: &'e mut dyn Sink<W>,
    ) -> Narrowed<'e, W, N> {
        Narrowed { engine: self, state, wanted, sink }
    }

    fn is_wanted(&self, state: &State<W, N>, wanted: Wanted, step: Step) -> bool {
        match wanted {
            Wanted::Captures => self.takes(state, step),
            Wanted::From(tile) => step.from().is_some() && usize::from(step.from) == tile,
            Wanted::One(one) => step == one,
        }
    }

    /// Puts those of the legal moves behind what is in the list that are wanted; none if the game is over.
    pub(crate) fn list_wanted(&self, now: Now<'_, W, N>, wanted: Wanted, list: &mut Vec<Step>) {
        if self.is_over(now) {
            return;
        }
        if self.turn.prefer.is_empty() && !self.turn.merges {
            return self.generate_wanted(now, wanted, &mut Lister { state: now.state, list });
        }
        // All are looked at to see which go before the others.
        let (first, mut kept) = (list.len(), list.len());
        self.list_playable(now, list);
        for at in first..list.len() {
            if self.is_wanted(now.state, wanted, list[at]) {
                list[kept] = list[at];
                kept += 1;
            }
        }
        list.truncate(kept);
    }

    /// The tiles to which the piece on a tile may go, or on which it may act.
    pub(crate) fn targets_from(&self, now: Now<'_, W, N>, from: usize) -> Set<W> {
        if self.is_over(now) {
            return Set::EMPTY;
        }
        if self.turn.prefer.is_empty() && !self.turn.merges {
            let mut goals = Goals(Set::EMPTY);
            self.generate_wanted(now, Wanted::From(from), &mut goals);
            return goals.0;
        }
        let moves = self.playable(now).into_iter();
        let is_wanted = |step: &Step| self.is_wanted(now.state, Wanted::From(from), *step);
        moves.filter(is_wanted).map(|step| step.to.into()).collect()
    }

    /// Whether a move, which may be one of any state, is legal in this one.
    pub(crate) fn is_legal_now(&self, now: Now<'_, W, N>, step: Step) -> bool {
        if self.is_over(now) {
            return false;
        }
        if self.turn.prefer.is_empty() && !self.turn.merges {
            let mut seeker = Seeker(false);
            self.generate_wanted(now, Wanted::One(step), &mut seeker);
            return seeker.0;
        }
        self.playable(now).contains(&step)
    }
}

//! Some of the moves instead of all: captures, those of one piece, or one that is asked for.
//!
//! Where moves are made to see whether they are legal, only those that are wanted are made.

use crate::engine::count::{OneByOne, Seeker};
use crate::engine::scene::Scene;
use crate::engine::sink::{Sink, each_promotion, each_shifted, each_shifted_promotion, each_step};
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
    /// Of the tiles to which pieces go, and take at most what stands there, those to which they are wanted to go.
    fn plain(&self, to: Set<W>) -> Set<W> {
        match self.wanted {
            Wanted::Captures => to & self.engine.occupied(self.state),
            Wanted::From(_) | Wanted::One(_) => to,
        }
    }

    /// One move is asked for, so that each is compared with it.
    fn is_of_one(&self) -> bool {
        matches!(self.wanted, Wanted::One(_))
    }
}

/// Only moves of the pieces that are [looked for](Scene::sought) come here.
impl<const W: usize, const N: usize> Sink<W> for Narrowed<'_, W, N> {
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>) {
        if self.is_of_one() {
            return each_step(self.state.kind_among(kinds, from), from, to, |step| self.step(step));
        }
        self.sink.targets(kinds, from, self.plain(to));
    }

    fn promotions(&mut self, kind: u8, from: usize, to: Set<W>, into: &[u8]) {
        if self.is_of_one() {
            return each_promotion(kind, from, to, into, |step| self.step(step));
        }
        self.sink.promotions(kind, from, self.plain(to), into);
    }

    fn shifted(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>) {
        if shift.leaves.is_some() || self.is_of_one() {
            return each_shifted(kind, shift, to, |step| self.step(step));
        }
        self.sink.shifted(kind, shift, self.plain(to));
    }

    fn shifted_promotions(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>, into: &[u8]) {
        if shift.leaves.is_some() || self.is_of_one() {
            return each_shifted_promotion(kind, shift, to, into, |step| self.step(step));
        }
        self.sink.shifted_promotions(kind, shift, self.plain(to), into);
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

impl Wanted {
    /// The pieces of which moves are looked for, and the tiles to which they shall lead, if not all.
    pub(crate) fn sought<const W: usize>(self) -> Option<[Set<W>; 2]> {
        match self {
            Wanted::Captures => None,
            Wanted::From(tile) => Some([Set::one(tile), !Set::EMPTY]),
            Wanted::One(step) => {
                let from = step.from().map_or(Set::EMPTY, |from| Set::one(from.index()));
                Some([from, Set::one(step.to.into())])
            }
        }
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

    /// Shows some of the legal moves: those of some pieces that lead to some tiles, whatever is chosen there, all that these pieces castle and all
    /// passes, and perhaps others. None if the game is over.
    pub(crate) fn each_sought(&self, now: Now<'_, W, N>, sought: [Set<W>; 2], see: &mut dyn FnMut(Step)) {
        if self.is_over(now) {
            return;
        }
        if !self.turn.prefer.is_empty() || self.turn.merges {
            return self.playable(now).into_iter().for_each(see);
        }
        let scene = Scene { past: now.past, sought: Some(&sought), ..self.scene(now.state) };
        self.generate_in(&scene, &mut OneByOne { state: now.state, see });
    }

    /// Puts those of the legal moves behind what is in the list that are wanted; none if the game is over.
    pub(crate) fn list_wanted(&self, now: Now<'_, W, N>, wanted: Wanted, list: &mut Vec<Step>) {
        if self.is_over(now) {
            return;
        }
        if self.turn.prefer.is_empty() && !self.turn.merges {
            let mut sink = OneByOne { state: now.state, see: |step| list.push(step) };
            return self.generate_wanted(now, wanted, &mut sink);
        }
        // All are looked at to see which go before the others.
        let all = self.playable(now).into_iter();
        list.extend(all.filter(|step| self.is_wanted(now.state, wanted, *step)));
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

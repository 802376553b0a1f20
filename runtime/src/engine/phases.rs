//! Moves that the phase of a turn allows, and turns in which only a pass is left.

use tilegame_dsl::ir::Trigger;

use crate::engine::sink::{Sink, Tally, each_shifted, each_shifted_promotion};
use crate::packed::past::Now;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{How, Step};
use crate::plan::Plan;
use crate::plan::legality::Method;
use crate::plan::movers::BulkStep;

/// Lets those moves through that can be made in the phase of the turn.
pub(crate) struct PhaseFilter<'e, const W: usize, const N: usize> {
    engine: &'e Plan<W, N>,
    state: &'e State<W, N>,
    me: usize,
    lines: &'e [Vec<Trigger>],
    sink: &'e mut dyn Sink<W>,
}

impl<const W: usize, const N: usize> PhaseFilter<'_, W, N> {
    /// The tiles to which a piece of a kind may go that does no more than go and take.
    fn plain(&self, kind: u8, to: Set<W>) -> Set<W> {
        let occupied = self.engine.occupied(self.state);
        self.lines.iter().fold(to, |to, line| {
            let of_sort = |sort: &Trigger| match sort {
                Trigger::Move => to,
                Trigger::Capture => to & occupied,
                Trigger::Kind(of) if of.0 == kind => to,
                Trigger::Player(player) if player.index() == self.me => to,
                _ => Set::EMPTY,
            };
            line.iter().fold(Set::EMPTY, |all, sort| all | of_sort(sort))
        })
    }
}

impl<const W: usize, const N: usize> Sink<W> for PhaseFilter<'_, W, N> {
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>) {
        let kind = self.state.kind_among(kinds, from);
        self.sink.targets(&[kind], from, self.plain(kind, to));
    }

    fn promotions(&mut self, kind: u8, from: usize, to: Set<W>, into: &[u8]) {
        self.sink.promotions(kind, from, self.plain(kind, to), into);
    }

    fn shifted(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>) {
        if shift.leaves.is_some() {
            return each_shifted(kind, shift, to, |step| self.step(step));
        }
        self.sink.shifted(kind, shift, self.plain(kind, to));
    }

    fn shifted_promotions(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>, into: &[u8]) {
        if shift.leaves.is_some() {
            return each_shifted_promotion(kind, shift, to, into, |step| self.step(step));
        }
        self.sink.shifted_promotions(kind, shift, self.plain(kind, to), into);
    }

    fn step(&mut self, step: Step) {
        if self.engine.fits(self.state, self.lines, step) {
            self.sink.step(step);
        }
    }

    fn is_content(&self) -> bool {
        self.sink.is_content()
    }
}

/// Looks for anything but a pass.
struct Alone {
    pass: Option<Step>,
    other: bool,
}

impl<const W: usize> Tally<W> for Alone {
    fn add(&mut self, to: Set<W>, times: usize) {
        self.other |= !to.is_empty() && times > 0;
    }

    fn one(&mut self, step: Step) {
        if step.how == How::Pass {
            self.pass = Some(step);
        } else {
            self.other = true;
        }
    }

    fn is_enough(&self) -> bool {
        self.other
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The lines about the phase of a state.
    #[inline]
    pub(crate) fn only_now(&self, state: &State<W, N>) -> &[Vec<Trigger>] {
        self.turn.only.get(state.turn as usize % self.layout.phases).map_or(&[], Vec::as_slice)
    }

    /// Whether a move is legal, if that is seen without making it.
    pub(crate) fn foreseen(&self, state: &State<W, N>, step: Step) -> Option<bool> {
        let Method::MakeAndTest { foreseen: Some(foreseen), .. } = &self.legality.method else { return None };
        let (captures, me) = (self.captures(state, step), self.to_move(state));
        let phase = state.turn as usize % self.layout.phases;
        // A turn begins in the first phase.
        let mut then = 0;
        for (number, holds) in &foreseen.lines {
            let line = &self.turn.after[*number];
            if let Some(again) = line.again.filter(|_| self.is_set_off(line, step, captures, me))
                && holds[phase]?
            {
                then = again.phase.map_or(phase, |phase| phase.index());
            }
        }
        foreseen.legal[then]
    }

    /// What lets those moves through to a sink that the phase of a state allows.
    pub(crate) fn fitting<'e>(
        &'e self,
        state: &'e State<W, N>,
        sink: &'e mut dyn Sink<W>,
    ) -> PhaseFilter<'e, W, N> {
        PhaseFilter { engine: self, state, me: self.to_move(state), lines: self.only_now(state), sink }
    }

    /// Whether a move can be made in a phase of which these lines speak; a pass can.
    pub(crate) fn fits(&self, state: &State<W, N>, lines: &[Vec<Trigger>], step: Step) -> bool {
        let (captures, me) = (self.captures(state, step), self.to_move(state));
        let is_of = |sorts: &Vec<Trigger>| sorts.iter().any(|t| self.is_triggered(*t, step, captures, me));
        step.how == How::Pass || lines.iter().all(is_of)
    }

    /// The pass, if the player to move can do nothing else.
    pub(crate) fn only_pass(&self, now: Now<'_, W, N>) -> Option<Step> {
        let is_over = self.is_over(now);
        if is_over || !self.turn.prefer.is_empty() {
            let list = self.playable(now);
            let is_alone = is_over || list.iter().all(|step| step.how == How::Pass);
            return list.into_iter().find(|step| is_alone && step.how == How::Pass);
        }
        let mut alone = Alone { pass: None, other: false };
        self.generate_all(now, &mut alone);
        alone.pass.filter(|_| !alone.other)
    }
}

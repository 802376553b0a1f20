//! Phases of a turn: where only moves of some sorts can be made, where only a pass is left, and what they say of legality.

use tilegame_dsl::ir::{PhaseId, Rules, Trigger};

use super::after::After;
use super::cond::Cond;
use super::engine::{Engine, Shift};
use super::glance::all_or_some;
use super::make::{How, Step};
use super::past::Now;
use super::set::Set;
use super::sink::{Sink, each_choice, each_shifted};
use super::state::State;

/// What is known of legality before a move is made: where a phase of a turn leads decides it in some games.
#[derive(Clone, Debug)]
pub(super) struct Foreseen {
    /// For each line by which a turn goes on, its number, and for each phase whether its test holds there, if the phase decides it.
    lines: Vec<(usize, Vec<Option<bool>>)>,
    /// For each phase, whether a move is legal that leads there, if that decides it.
    legal: Vec<Option<bool>>,
}

impl Foreseen {
    /// What can be known, if it is worth anything.
    pub(super) fn new(phases: usize, legal: &Cond, after: &[After]) -> Option<Foreseen> {
        let in_each = |cond: &Cond| (0..phases).map(|phase| decided(cond, phase)).collect::<Vec<_>>();
        let legal = in_each(legal);
        let again = after.iter().enumerate().filter(|(_, line)| line.again.is_some());
        let lines = again.map(|(number, line)| (number, in_each(&line.guard))).collect();
        let is_worth_it = legal.iter().any(Option::is_some) && !after.iter().any(|line| line.refuses);
        is_worth_it.then_some(Foreseen { lines, legal })
    }
}

/// Whether a test holds, if the phase of the turn decides it.
fn decided(cond: &Cond, phase: usize) -> Option<bool> {
    match cond {
        Cond::True => Some(true),
        Cond::False => Some(false),
        Cond::In(of) => Some(of.index() == phase),
        Cond::Not(inner) => decided(inner, phase).map(|holds| !holds),
        Cond::And(all) => all_or_some(all.iter().map(|part| decided(part, phase)), false),
        Cond::Or(all) => all_or_some(all.iter().map(|part| decided(part, phase)), true),
        _ => None,
    }
}

/// For each phase, lines of sorts: a move must be of one of the sorts of every line.
pub(super) type Only = Vec<Vec<Vec<Trigger>>>;

/// What the rules say of each phase; nothing at all if they say nothing.
pub(super) fn only(rules: &Rules) -> Only {
    let turn = &rules.turn;
    let of_phase = |(number, _): (usize, _)| {
        let speaks = |phases: &[PhaseId]| phases.iter().any(|p| p.index() == number);
        let lines = turn.only.iter().filter(|only| speaks(&only.phases));
        lines.map(|only| only.triggers.clone()).collect()
    };
    if turn.only.is_empty() { Vec::new() } else { turn.phases.iter().enumerate().map(of_phase).collect() }
}

/// Lets those moves through that can be made in the phase of the turn.
pub(super) struct Fitting<'e, const W: usize, const N: usize> {
    engine: &'e Engine<W, N>,
    state: &'e State<W, N>,
    me: usize,
    lines: &'e [Vec<Trigger>],
    sink: &'e mut dyn Sink<W>,
}

impl<const W: usize, const N: usize> Fitting<'_, W, N> {
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

impl<const W: usize, const N: usize> Sink<W> for Fitting<'_, W, N> {
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>) {
        let kind = self.state.kind_among(kinds, from);
        self.sink.targets(&[kind], from, self.plain(kind, to));
    }

    fn promotions(&mut self, kind: u8, from: usize, to: Set<W>, into: &[u8]) {
        self.sink.promotions(kind, from, self.plain(kind, to), into);
    }

    fn shifted(&mut self, kind: u8, shift: &Shift<W>, to: Set<W>) {
        if shift.leaves.is_some() {
            return each_shifted(kind, shift, to, |step| self.step(step));
        }
        self.sink.shifted(kind, shift, self.plain(kind, to));
    }

    fn shifted_promotions(&mut self, kind: u8, shift: &Shift<W>, to: Set<W>, into: &[u8]) {
        if shift.leaves.is_some() {
            return each_shifted(kind, shift, to, |step| {
                into.iter().for_each(|kind| self.step(Step { promotion: *kind, ..step }));
            });
        }
        self.sink.shifted_promotions(kind, shift, self.plain(kind, to), into);
    }

    fn choices(&mut self, kind: u8, number: u16, to: Set<W>) {
        each_choice(kind, number, to, |step| self.step(step));
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

impl<const W: usize> Sink<W> for Alone {
    fn targets(&mut self, _: &[u8], _: usize, to: Set<W>) {
        self.other |= !to.is_empty();
    }

    fn promotions(&mut self, _: u8, _: usize, to: Set<W>, into: &[u8]) {
        self.other |= !to.is_empty() && !into.is_empty();
    }

    fn shifted(&mut self, _: u8, _: &Shift<W>, to: Set<W>) {
        self.other |= !to.is_empty();
    }

    fn shifted_promotions(&mut self, _: u8, _: &Shift<W>, to: Set<W>, into: &[u8]) {
        self.other |= !to.is_empty() && !into.is_empty();
    }

    fn choices(&mut self, _: u8, _: u16, to: Set<W>) {
        self.other |= !to.is_empty();
    }

    fn step(&mut self, step: Step) {
        if step.how == How::Pass {
            self.pass = Some(step);
        } else {
            self.other = true;
        }
    }

    fn is_content(&self) -> bool {
        self.other
    }
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// The lines about the phase of a state.
    #[inline]
    pub(super) fn only_now(&self, state: &State<W, N>) -> &[Vec<Trigger>] {
        self.only.get(state.turn as usize % self.layout.phases).map_or(&[], Vec::as_slice)
    }

    /// Whether a move is legal, if that is seen without making it.
    pub(super) fn foreseen(&self, state: &State<W, N>, step: Step) -> Option<bool> {
        let foreseen = self.foreseen.as_ref()?;
        let (captures, me) = (self.captures(state, step), self.to_move(state));
        let phase = state.turn as usize % self.layout.phases;
        // A turn begins in the first phase.
        let mut then = 0;
        for (number, holds) in &foreseen.lines {
            let line = &self.after[*number];
            if let Some(again) = line.again.filter(|_| self.is_set_off(line, step, captures, me))
                && holds[phase]?
            {
                then = again.phase.map_or(phase, |phase| phase.index());
            }
        }
        foreseen.legal[then]
    }

    /// What lets those moves through to a sink that the phase of a state allows.
    pub(super) fn fitting<'e>(
        &'e self,
        state: &'e State<W, N>,
        sink: &'e mut dyn Sink<W>,
    ) -> Fitting<'e, W, N> {
        Fitting { engine: self, state, me: self.to_move(state), lines: self.only_now(state), sink }
    }

    /// Whether a move can be made in a phase of which these lines speak; a pass can.
    pub(super) fn fits(&self, state: &State<W, N>, lines: &[Vec<Trigger>], step: Step) -> bool {
        let (captures, me) = (self.captures(state, step), self.to_move(state));
        let is_of = |sorts: &Vec<Trigger>| sorts.iter().any(|t| self.is_triggered(*t, step, captures, me));
        step.how == How::Pass || lines.iter().all(is_of)
    }

    /// The pass, if the player to move can do nothing else.
    pub(super) fn only_pass(&self, now: Now<'_, W, N>) -> Option<Step> {
        let is_over = self.is_over(now);
        if is_over || !self.prefer.is_empty() {
            let list = self.playable(now);
            let is_alone = is_over || list.iter().all(|step| step.how == How::Pass);
            return list.into_iter().find(|step| is_alone && step.how == How::Pass);
        }
        let mut alone = Alone { pass: None, other: false };
        self.generate_all(now, &mut alone);
        alone.pass.filter(|_| !alone.other)
    }
}

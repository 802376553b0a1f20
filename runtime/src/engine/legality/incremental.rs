//! The sink that hands on what is legal: most moves as sets, and those that are in doubt one by one.

use crate::engine::legality::check_info::{CheckInfo, Verdict};
use crate::engine::legality::demand::Pinned;
use crate::engine::sink::{
    Sink, each_choice, each_promotion, each_shifted, each_shifted_promotion, each_step,
};
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{AS_IT_IS, How, Step};
use crate::plan::Plan;
use crate::plan::legality::incremental::Incremental;
use crate::plan::movers::BulkStep;

/// Judges the moves that have to be judged.
pub(crate) struct JudgingSink<'e, S: ?Sized, const W: usize, const N: usize> {
    engine: &'e Plan<W, N>,
    incremental: &'e Incremental<W>,
    state: &'e State<W, N>,
    me: usize,
    info: CheckInfo<W, N>,
    sink: &'e mut S,
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// A sink that judges the moves that have to be judged, and hands on what is legal.
    #[inline(always)]
    pub(crate) fn judging<'e, S: Sink<W> + ?Sized>(
        &'e self,
        incremental: &'e Incremental<W>,
        state: &'e State<W, N>,
        sink: &'e mut S,
    ) -> JudgingSink<'e, S, W, N> {
        let me = self.to_move(state);
        let mut judging =
            JudgingSink { engine: self, incremental, state, me, info: CheckInfo::nothing(), sink };
        self.info(incremental, state, me, &mut judging.info);
        judging
    }
}

/// Moves that are legal, and moves to be judged.
struct Split<const W: usize> {
    free: Set<W>,
    judged: Set<W>,
}

impl<const W: usize> Split<W> {
    /// All are to be judged.
    fn judged(to: Set<W>) -> Split<W> {
        Split { free: Set::EMPTY, judged: to }
    }

    /// Narrowed by what is asked of a piece that stands in some way.
    fn by_stands<'s>(mut self, tile: usize, stands: impl Iterator<Item = &'s Pinned<W>>) -> Split<W> {
        for stand in stands.filter(|s| s.tile == tile) {
            self.judged |= self.free & stand.judged;
            self.free = (self.free & stand.allowed).without(stand.judged);
        }
        self
    }
}

impl<S: Sink<W> + ?Sized, const W: usize, const N: usize> JudgingSink<'_, S, W, N> {
    /// The moves of a kind to these tiles, as far as that does not depend on where they come from.
    #[inline(always)]
    fn split(&self, kind: u8, to: Set<W>) -> Split<W> {
        let info = &self.info;
        if !self.incremental.minds_enemies() {
            return Split { free: to & info.free, judged: to & info.judged };
        }
        let [perhaps, certain] = info.gives_check(kind);
        Split { free: (to & info.free).without(perhaps | certain), judged: to & (info.judged | perhaps) }
    }

    /// The moves of a piece on a tile of which something special is asked.
    #[inline(never)]
    fn split_of(&self, kind: u8, from: usize, to: Set<W>) -> Split<W> {
        let (info, flight) = (&self.info, &self.info.flight);
        if self.incremental.royal[kind as usize] {
            if flight.royal != Some(from) || flight.demand.from.has(from) {
                return Split::judged(to);
            }
            let [perhaps, certain] = info.gives_check(kind);
            let judged = to & (flight.demand.to | flight.unsure | perhaps);
            let free = to.without(judged | flight.demand.never | flight.danger | certain);
            return Split { free, judged }.by_stands(from, info.stands[..flight.stands].iter());
        }
        if info.demand.from.has(from) {
            return Split::judged(to);
        }
        // What is not legal for some other reason may be judged; that does no harm.
        self.split(kind, to).by_stands(from, info.stands.iter())
    }

    #[inline(always)]
    fn split_from(&self, kind: u8, from: usize, to: Set<W>) -> Split<W> {
        if self.info.special.has(from) { self.split_of(kind, from, to) } else { self.split(kind, to) }
    }

    /// Moves of pieces that go all at once, by so much.
    #[inline(always)]
    fn split_shifted(&self, kind: u8, by: i32, to: Set<W>) -> Split<W> {
        let asked = to & self.info.special.rolled(by);
        let mut all = self.split(kind, to.without(asked));
        for goal in asked.iter() {
            let Split { free, judged } = self.split_of(kind, (goal as i32 - by) as usize, Set::one(goal));
            all = Split { free: all.free | free, judged: all.judged | judged };
        }
        all
    }

    /// Whether pieces that turn into one of these kinds have to be judged.
    fn minds(&self, into: &[u8]) -> bool {
        self.incremental.minds_enemies() || into.iter().any(|k| self.incremental.royal[*k as usize])
    }

    #[inline(never)]
    fn judge(&mut self, kind: u8, from: usize, to: Set<W>) {
        each_step(kind, from, to, |step| self.judge_step(step));
    }

    #[inline(never)]
    fn judge_shifted(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>) {
        each_shifted(kind, shift, to, |step| self.judge_step(step));
    }

    fn judge_step(&mut self, step: Step) {
        if self.sink.is_content() {
            return;
        }
        let (engine, info) = (self.engine, &self.info);
        let seen = match (step.how, info.verdict) {
            (How::Pass, _) if self.incremental.truth.passes_apart => {
                engine.holds_after_pass(self.incremental, self.state, self.me, info)
            }
            (How::Pass, Verdict::Legal) => Some(true),
            (How::Pass, Verdict::Illegal) => Some(false),
            _ => engine.holds_after(self.incremental, (self.state, info.fixed), self.me, step),
        };
        if seen.unwrap_or_else(|| engine.is_legal_step(self.state, step)) {
            self.sink.step(step);
        }
    }
}

impl<S: Sink<W> + ?Sized, const W: usize, const N: usize> Sink<W> for JudgingSink<'_, S, W, N> {
    #[inline(always)]
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>) {
        let kind = self.state.kind_among(kinds, from);
        let Split { free, judged } = self.split_from(kind, from, to);
        self.sink.targets(&[kind], from, free);
        if !judged.is_empty() {
            self.judge(kind, from, judged);
        }
    }

    fn choices(&mut self, kind: u8, number: u16, to: Set<W>) {
        if self.incremental.royal.get(kind as usize) == Some(&true) {
            // What is known is known of the royal pieces that are there.
            each_choice(kind, number, to, |step| {
                if !self.sink.is_content() && self.engine.is_legal_step(self.state, step) {
                    self.sink.step(step);
                }
            });
            return;
        }
        let Split { free, judged } = self.split(kind, to);
        self.sink.choices(kind, number, free);
        each_choice(kind, number, judged, |step| self.judge_step(step));
    }

    fn promotions(&mut self, kind: u8, from: usize, to: Set<W>, into: &[u8]) {
        let is_royal = self.incremental.royal[kind as usize];
        let split =
            if is_royal || self.minds(into) { Split::judged(to) } else { self.split_from(kind, from, to) };
        self.sink.promotions(kind, from, split.free, into);
        each_promotion(kind, from, split.judged, into, |step| self.judge_step(step));
    }

    #[inline(always)]
    fn shifted(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>) {
        let Split { free, judged } = self.split_shifted(kind, shift.by, to);
        self.sink.shifted(kind, shift, free);
        if !judged.is_empty() {
            self.judge_shifted(kind, shift, judged);
        }
    }

    fn shifted_promotions(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>, into: &[u8]) {
        let Split { free, judged } =
            if self.minds(into) { Split::judged(to) } else { self.split_shifted(kind, shift.by, to) };
        self.sink.shifted_promotions(kind, shift, free, into);
        each_shifted_promotion(kind, shift, judged, into, |step| self.judge_step(step));
    }

    fn step(&mut self, step: Step) {
        match step.how {
            How::Leaf(number)
                if step.promotion == AS_IT_IS
                    && self.engine.code.leaves[number as usize].only_leaves_marks() =>
            {
                let to = Set::one(step.to as usize);
                let Split { free, judged } = self.split_from(step.kind, step.from as usize, to);
                if !judged.is_empty() {
                    self.judge_step(step);
                } else if !free.is_empty() {
                    self.sink.step(step);
                }
            }
            _ => self.judge_step(step),
        }
    }

    #[inline(always)]
    fn is_content(&self) -> bool {
        self.sink.is_content()
    }
}

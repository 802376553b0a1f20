//! Legality by making each move and asking the test.

use crate::engine::legality::footprint::Outlook;
use crate::engine::scene::Scene;
use crate::engine::sink::{Sink, each_shifted, each_step};
use crate::engine::view::View;
use crate::packed::past::{Now, Past};
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{How, REFUSED, Step};
use crate::plan::Plan;
use crate::plan::legality::footprint::Footprint;
use crate::plan::movers::BulkStep;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// What makes moves to see whether they are legal, and lets those through to a sink that are.
    pub(crate) fn testing<'e>(
        &'e self,
        footprint: Option<&'e Footprint<W>>,
        scene: &Scene<'e, W, N>,
        sink: &'e mut dyn Sink<W>,
    ) -> TestingSink<'e, W, N> {
        let (state, me) = (scene.state, scene.me);
        let footprint =
            footprint.and_then(|footprint| Some((footprint, self.outlook(footprint, state, me)?)));
        let now = Now { state, past: scene.past };
        let left = self.left(now, false);
        TestingSink { engine: self, now, left, me, footprint, sink }
    }

    /// Whether what must hold after a move holds after this one.
    pub(crate) fn is_legal_step(&self, state: &State<W, N>, step: Step) -> bool {
        self.is_legal_after(state, step, None)
    }

    /// The same where it is known what will have been before it when the move has been made.
    pub(crate) fn is_legal_after(&self, state: &State<W, N>, step: Step, past: Option<&Past<W, N>>) -> bool {
        let next = self.make(state, step);
        if next.turn == REFUSED {
            return false;
        }
        let mover = self.to_move(state);
        let view = View { before: Some(state), past, ..self.view(&next, mover) };
        self.holds(&view, step.to as usize, &self.legality.test)
    }
}

/// Makes moves to see whether they are legal, all but those of which that is known.
pub(crate) struct TestingSink<'e, const W: usize, const N: usize> {
    engine: &'e Plan<W, N>,
    now: Now<'e, W, N>,
    /// What will have been before a state that no pass leads to.
    left: Option<Past<W, N>>,
    me: usize,
    footprint: Option<(&'e Footprint<W>, Outlook<W>)>,
    sink: &'e mut dyn Sink<W>,
}

impl<const W: usize, const N: usize> TestingSink<'_, W, N> {
    /// Those of a piece's moves that are known to be legal, and those that may be.
    #[inline]
    fn split(&self, from: usize, to: Set<W>) -> [Set<W>; 2] {
        match &self.footprint {
            Some((footprint, outlook)) => outlook.split(footprint, self.me, from, to),
            None => [Set::EMPTY, to],
        }
    }
}

impl<const W: usize, const N: usize> Sink<W> for TestingSink<'_, W, N> {
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>) {
        let kind = self.now.state.kind_among(kinds, from);
        let [free, made] = self.split(from, to);
        self.sink.targets(&[kind], from, free);
        each_step(kind, from, made, |step| self.step(step));
    }

    fn shifted(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>) {
        let [free, made] = match &self.footprint {
            Some((footprint, outlook)) if shift.leaves.is_none() => {
                outlook.split_shifted(footprint, self.me, shift.by, to)
            }
            _ => [Set::EMPTY, to],
        };
        self.sink.shifted(kind, shift, free);
        each_shifted(kind, shift, made, |step| self.step(step));
    }

    fn step(&mut self, step: Step) {
        if self.is_content() {
            return;
        }
        match self.engine.foreseen(self.now.state, step) {
            Some(true) => return self.sink.step(step),
            Some(false) => return,
            None => {}
        }
        let of_pass = (step.how == How::Pass).then(|| self.engine.left(self.now, true)).flatten();
        let past = of_pass.as_ref().or(self.left.as_ref());
        if self.engine.is_legal_after(self.now.state, step, past) {
            self.sink.step(step);
        }
    }

    fn is_content(&self) -> bool {
        self.sink.is_content()
    }
}

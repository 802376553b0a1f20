//! Sweeps over a position: from which tiles a path leads on, for all tiles at once and from its end to its beginning.

use crate::engine::view::View;
use crate::packed::set::Set;
use crate::plan::Plan;
use crate::plan::backward_fill::BackwardFill;
use crate::plan::program::Ask;

/// Tiles from which a walk goes on well: a walker who has asked nothing there leaves only an empty tile.
#[derive(Clone, Copy)]
struct Well<const W: usize> {
    unsettled: Set<W>,
    settled: Set<W>,
}

impl<const W: usize> Well<W> {
    fn is_nowhere(self) -> bool {
        self.settled.is_empty() && self.unsettled.is_empty()
    }

    /// A walker has come from these tiles by a step.
    fn before(from: Set<W>, occupied: Set<W>) -> Well<W> {
        Well { unsettled: from.without(occupied), settled: from }
    }

    fn with(self, other: Well<W>) -> Well<W> {
        Well { unsettled: self.unsettled | other.unsettled, settled: self.settled | other.settled }
    }

    fn without(self, other: Well<W>) -> Well<W> {
        Well {
            unsettled: self.unsettled.without(other.unsettled),
            settled: self.settled.without(other.settled),
        }
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The tiles from which a path can be walked to its end.
    pub(crate) fn swept(&self, v: &View<'_, W, N>, fill: &BackwardFill<W>) -> Set<W> {
        self.back(v, fill, Well { unsettled: self.sets.board, settled: self.sets.board }).settled
    }

    fn back(&self, v: &View<'_, W, N>, fill: &BackwardFill<W>, then: Well<W>) -> Well<W> {
        if then.is_nowhere() {
            return then;
        }
        match fill {
            BackwardFill::Step { by, from } => {
                let there = then.unsettled.without(self.layout.missing(v.state));
                Well::before(there.rolled(-by) & *from, v.occupied)
            }
            BackwardFill::Check { ask, settles } => {
                let holds = |among: Set<W>| match ask {
                    Ask::Holds(test) => self.check(v, *test, among),
                    _ => among & self.answers(v, *ask),
                };
                let settled = holds(then.settled);
                Well { unsettled: if *settles { settled } else { holds(then.unsettled) }, settled }
            }
            BackwardFill::Seq(parts) => parts.iter().rev().fold(then, |then, part| self.back(v, part, then)),
            BackwardFill::Any(parts) => {
                let parts = parts.iter().map(|part| self.back(v, part, then));
                parts.reduce(Well::with).unwrap_or(Well { unsettled: Set::EMPTY, settled: Set::EMPTY })
            }
            BackwardFill::Repeat { inner, min, max } => {
                let (mut all, mut new) = (then, then);
                let mut rounds = max.map(|max| max - min);
                while rounds != Some(0) && !new.is_nowhere() {
                    new = self.back(v, inner, new).without(all);
                    all = all.with(new);
                    rounds = rounds.map(|rounds| rounds - 1);
                }
                (0..*min).fold(all, |then, _| self.back(v, inner, then))
            }
            BackwardFill::Run { by, from, ask, min, max } => {
                let there = self.answers(v, *ask);
                let step = |to: Set<W>| (to & there).rolled(-by) & *from;
                let (mut all, mut stepped, mut new) = (then.settled, Set::EMPTY, then.settled);
                let mut rounds = max.map(|max| max - min);
                while rounds != Some(0) && !new.is_empty() {
                    let before = step(new);
                    stepped |= before;
                    new = before.without(all);
                    all |= new;
                    rounds = rounds.map(|rounds| rounds - 1);
                }
                let all = then.with(Well::before(stepped, v.occupied));
                (0..*min).fold(all, |then, _| Well::before(step(then.settled), v.occupied))
            }
        }
    }

    /// Where the answer to a question about who stands there is right.
    #[inline(always)]
    fn answers(&self, v: &View<'_, W, N>, ask: Ask) -> Set<W> {
        match ask {
            Ask::There => self.tiles(v.state),
            Ask::Empty => self.sets.board.without(v.occupied),
            Ask::Friend => v.mine,
            Ask::Enemy => self.enemies(v),
            Ask::Holds(test) => self.check(v, test, self.sets.board),
        }
    }

    /// Kept apart, so that sweeping itself stays small.
    #[inline(never)]
    fn check(&self, v: &View<'_, W, N>, test: u32, among: Set<W>) -> Set<W> {
        self.where_holds(v, self.tests.conds.get(test), among)
    }
}

//! Judging one move, by the ways that lead to royal pieces as they are after it.

use crate::engine::legality::check_info::CheckInfo;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{AS_IT_IS, How, Step};
use crate::plan::Plan;
use crate::plan::cond::{Cond, Number};
use crate::plan::legality::attack_line::AttackLine;
use crate::plan::legality::incremental::Incremental;
use crate::plan::program::Ask;
use crate::plan::quick_test::compares;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Whether a move that only goes and takes is legal, seen without making it; nothing where that takes more. `fixed` are the
    /// answers to the fixed tests before.
    pub(crate) fn holds_after(
        &self,
        incremental: &Incremental<W>,
        (state, fixed): (&State<W, N>, usize),
        me: usize,
        step: Step,
    ) -> Option<bool> {
        let is_plain = match step.how {
            How::Plain => true,
            How::Leaf(number) => self.code.leaves[number as usize].only_leaves_marks(),
            How::Walked { .. }
            | How::Castling(_)
            | How::Choice(_)
            | How::Carry { .. }
            | How::Vanish { .. }
            | How::Listed { .. }
            | How::Written(_)
            | How::Pass => false,
        };
        if !is_plain || step.promotion != AS_IT_IS {
            return None;
        }
        let (leaves, arrives) = (Set::one(step.from as usize), Set::one(step.to as usize));
        let before = self.occupied(state);
        if before.meets(arrives) {
            let is_royal = state.sets[incremental.royals[me].set as usize & (N - 1)].meets(arrives);
            if incremental.tests_captures || is_royal {
                return None;
            }
        }
        let occupied = before.without(leaves) | arrives;
        let touched = leaves | arrives;
        // Some pieces after the move, the mover among them or not.
        let after =
            |pieces: Set<W>, mover: bool| pieces.without(touched) | if mover { arrives } else { Set::EMPTY };
        let mut values: u32 = 0;
        let matter = incremental.truth.matter(fixed);
        for (number, atom) in incremental.atoms.iter().enumerate().filter(|(n, _)| matter >> n & 1 != 0) {
            let atom = &atom[me];
            let royals = after(self.of(state, &atom.royals), atom.royals.has(me, step.kind));
            'atom: for royal in royals.iter() {
                for sort in &atom.sorts {
                    let near = match &sort.by {
                        None => Set::one(royal),
                        Some(by) => {
                            let pieces = after(self.pieces_in_play(state, by), by.has(me, step.kind));
                            sort.reach.at(royal)[0] & pieces
                        }
                    };
                    if near.is_empty() {
                        continue;
                    }
                    let is_bar = sort.bar.as_ref().is_some_and(|bar| bar.has(step.kind));
                    let blockers = after(self.blockers_of(state, sort), is_bar);
                    for from in near.iter() {
                        for attack_line in sort.attack_lines(royal, from) {
                            if attack_line.is_open(occupied, blockers)
                                && self.others_after(state, step, attack_line)?
                            {
                                values |= 1 << number;
                                break 'atom;
                            }
                        }
                    }
                }
            }
        }
        incremental.truth.holds(fixed, values)
    }

    /// Whether a pass is legal, which changes counters only; nothing where that takes more.
    pub(crate) fn holds_after_pass(
        &self,
        incremental: &Incremental<W>,
        state: &State<W, N>,
        me: usize,
        info: &CheckInfo<W, N>,
    ) -> Option<bool> {
        let truth = incremental.passes.as_ref()?;
        let holds = |test: &Cond| match test {
            // Counters that each player has are not among what is known of passes.
            Cond::Compare(Number::Counter(counter, _), how, Number::Itself(number)) => {
                let counted = state.counters[self.counter(counter.index(), me) & (N - 1)];
                compares(i64::from(counted), *how, *number)
            }
            _ => self.holds(&self.view(state, me), 0, test),
        };
        let fixed = truth.fixed(holds, |_| false);
        let (known, were) = incremental.truth.were(info.fixed);
        let (known, mut values) = (known | info.seen, were | info.values);
        let matter = truth.matter(fixed) & !known;
        for (number, atom) in incremental.atoms.iter().enumerate().filter(|(n, _)| matter >> n & 1 != 0) {
            values |= u32::from(self.is_true(state, me, &atom[me])) << number;
        }
        truth.holds(fixed, values)
    }

    /// Whether what an attack line asks about kinds holds after a move; nothing if it asks about something else.
    #[inline(always)]
    fn others_after(&self, state: &State<W, N>, step: Step, attack_line: &AttackLine<W>) -> Option<bool> {
        for (ask, tile, wanted) in &attack_line.others {
            let (Ask::Holds(number), tile) = (ask, *tile as usize) else { return None };
            let Cond::Kind(kinds) = self.tests.conds.get(*number) else { return None };
            let holds = if tile == step.to as usize {
                kinds.contains(&step.kind)
            } else {
                tile != step.from as usize
                    && kinds.iter().any(|k| state.sets[*k as usize & (N - 1)].has(tile))
            };
            if holds != *wanted {
                return Some(false);
            }
        }
        Some(true)
    }
}

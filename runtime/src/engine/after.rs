//! What happens after moves.

use smallvec::SmallVec;
use tilegame_dsl::ir::Trigger;

use crate::engine::make::Aim;
use crate::engine::view::View;
use crate::moves::Change;
use crate::packed::state::State;
use crate::packed::step::{How, Step};
use crate::plan::Plan;
use crate::plan::cond::Cond;
use crate::plan::making::Books;
use crate::plan::turn::after::{Action, After};

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Whether a move sets off a line. A pass does not if the line is about the tile moved to.
    pub(crate) fn is_set_off(&self, after: &After, step: Step, captures: bool, me: usize) -> bool {
        !(step.how == How::Pass && after.is_about_a_tile)
            && after.triggers.iter().any(|t| self.is_triggered(*t, step, captures, me))
    }

    /// Whether a move is of a sort that rules speak of.
    pub(crate) fn is_triggered(&self, trigger: Trigger, step: Step, captures: bool, me: usize) -> bool {
        match trigger {
            Trigger::Move => step.how != How::Pass,
            Trigger::Pass => step.how == How::Pass,
            Trigger::Capture => captures,
            Trigger::Kind(kind) => kind.0 == step.kind,
            Trigger::Label(label) => self.label(step) == Some(label) && !self.is_castling(step),
            Trigger::Castling => self.castles(step),
            Trigger::Player(player) => player.index() == me,
            // These are no moves.
            Trigger::Out | Trigger::End(_) => false,
        }
    }

    /// Does what a line says, if its guard holds, after a move to one tile by a piece that now stands on another.
    pub(crate) fn apply_after(
        &self,
        state: &mut State<W, N>,
        before: &State<W, N>,
        me: usize,
        (to, rests): (usize, usize),
        after: &After,
    ) -> bool {
        let view = View { before: Some(before), ..self.view(state, me) };
        if !matches!(after.guard, Cond::True) && !self.holds(&view, to, &after.guard) {
            return false;
        }
        let view = View { mover: Some(me as u8), ..view };
        if let [Action::Count(tally)] = after.actions.as_slice() {
            let change = self.counted(&view, to, tally);
            self.apply(state, me, rests, change);
            return true;
        }
        // All actions of one line read the state as it was before the first of them.
        let mut changes: SmallVec<[Change; 8]> = SmallVec::new();
        self.each_change(&view, to, &after.actions, |change| changes.extend(change));
        for change in changes {
            self.apply(state, me, rests, change);
        }
        true
    }

    /// Changes the numbers that no test asks for after a move that goes plainly, where that depends on nothing but the move.
    #[inline(always)]
    pub(crate) fn keep_books(
        &self,
        next: &mut State<W, N>,
        state: &State<W, N>,
        me: usize,
        step: Step,
        aim: Aim,
    ) {
        let Books::Blind(entries) = &self.making.books else { return };
        if aim != Aim::Write {
            return;
        }
        let captures = self.captures(state, step);
        let row = usize::from(step.kind).min(self.layout.kinds) * self.layout.players + me;
        for entry in entries {
            if entry.after[usize::from(captures)][row]
                || entry.others.iter().any(|t| self.is_triggered(*t, step, captures, me))
            {
                let number = &mut next.counters[entry.places[me] & (N - 1)];
                *number = entry.operation.applied((*number).into(), entry.amount) as i32;
            }
        }
    }
}

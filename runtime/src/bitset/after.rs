//! What happens after moves: lines that change numbers and pieces, let the same player go on, or refuse the move.

use smallvec::SmallVec;
use tilegame_dsl::ir::{CountOp, CounterId, Effect, PhaseId, Trigger, Who};

use super::ask::View;
use super::cond::{Cond, Number};
use super::engine::Engine;
use super::make::{How, Step};
use super::state::State;
use crate::moves::Change;

/// Something that happens after a move.
#[derive(Clone, Debug)]
pub(super) struct After {
    /// Its number among the lines of the rules.
    pub(super) number: usize,
    pub(super) triggers: Vec<Trigger>,
    pub(super) guard: Cond,
    pub(super) actions: Vec<Action>,
    /// The same player goes on.
    pub(super) again: Option<Again>,
    /// The move is not legal.
    pub(super) refuses: bool,
    /// It is about the tile moved to, so that a pass does not set it off.
    pub(super) is_about_a_tile: bool,
    /// It changes nothing but numbers that no test asks for.
    pub(super) is_bookkeeping: bool,
}

/// That the same player goes on after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Again {
    /// In this phase, or else in the same.
    pub(super) phase: Option<PhaseId>,
    /// If nothing but a pass is left to be done, it is passed.
    pub(super) or_pass: bool,
}

impl After {
    /// Whether it changes nothing but numbers.
    pub(super) fn only_counts(&self) -> bool {
        let counts = |action: &Action| matches!(action, Action::Count(_));
        self.again.is_none() && !self.refuses && self.actions.iter().all(counts)
    }

    /// Whether it changes nothing but numbers, by numbers that are written in the rules, whatever is on the board.
    pub(super) fn counts_blindly(&self) -> bool {
        let by_itself = |a: &Action| matches!(a, Action::Count(Tally { amount: Number::Itself(_), .. }));
        self.only_counts() && self.guard == Cond::True && self.actions.iter().all(by_itself)
    }
}

/// How a counter changes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tally {
    pub(super) counter: CounterId,
    pub(super) of: Who,
    pub(super) op: CountOp,
    pub(super) amount: Number,
}

#[derive(Clone, Debug)]
pub(super) enum Action {
    /// An effect on the tile moved to, for each player and tile; none where it would lead off the board.
    Here(Effect),
    /// A counter changes.
    Count(Tally),
    /// The effects of every way to walk the path of this number: from every tile where the test holds, or from the tile moved to.
    Each(u32, Option<Cond>),
    /// The effect on every tile where the test holds.
    Every(Cond, Effect),
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// Whether a move sets off a line. A pass does not if the line is about the tile moved to.
    pub(super) fn is_set_off(&self, after: &After, step: Step, captures: bool, me: usize) -> bool {
        !(step.how == How::Pass && after.is_about_a_tile)
            && after.triggers.iter().any(|t| self.is_triggered(*t, step, captures, me))
    }

    /// Whether a move is of a sort that rules speak of.
    pub(super) fn is_triggered(&self, trigger: Trigger, step: Step, captures: bool, me: usize) -> bool {
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
    pub(super) fn apply_after(
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

    /// Changes the numbers that no test asks for, where that depends on nothing but the move.
    #[inline(always)]
    pub(super) fn keep_books(&self, next: &mut State<W, N>, state: &State<W, N>, me: usize, step: Step) {
        let (captures, to) = (self.captures(state, step), step.to as usize);
        for after in &self.after {
            if self.is_set_off(after, step, captures, me) {
                self.apply_after(next, state, me, (to, to), after);
            }
        }
    }
}

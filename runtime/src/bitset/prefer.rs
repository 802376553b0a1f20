//! Which of the legal moves go before the others.

use smallvec::smallvec;
use tilegame_dsl::ir::{Extreme, LabelId, MoveRule, Preference, Rules, Trigger};

use super::WhyNot;
use super::cond::{Conds, Number};
use super::engine::Engine;
use super::list::merged;
use super::make::{Aim, Step, Turn};
use super::past::Now;
use super::state::State;
use crate::reference::engine::Reference;
use crate::reference::generate::{Ranks, Tries};
use crate::reference::history::Told;

/// A line of preferences.
#[derive(Clone, Debug)]
pub(super) enum Preferred {
    /// Moves of the first of these sorts of which there are any.
    Sorts(Vec<Trigger>),
    /// Moves behind which the number is largest or smallest when the turn is over.
    Number(Extreme, Number),
}

/// The preferences of a game.
pub(super) fn lower(rules: &Rules, conds: &mut Conds) -> Result<Vec<Preferred>, WhyNot> {
    let line = |line: &Preference| {
        Ok(match line {
            Preference::Sorts(sorts) => Preferred::Sorts(sorts.clone()),
            Preference::Number(extreme, quantity) => Preferred::Number(*extreme, conds.quantity(quantity)?),
        })
    };
    rules.turn.prefer.iter().map(line).collect()
}

/// Whether two moves that change the same can be told apart until it is settled which may be chosen, and then no longer.
pub(super) fn merges(reference: &Reference) -> bool {
    let rules = &reference.rules;
    let told = |label: Option<LabelId>| {
        let how = label.map_or(Told::Never, |label| reference.told.of_label(label));
        (label.filter(|_| how != Told::Never), label.filter(|_| how == Told::Always))
    };
    let mut of_pieces = rules.kinds.iter().map(|kind| {
        let castles = |rule: &MoveRule| rule.castles && reference.told.castling != Told::Never;
        let lasts = reference.told.castling == Told::Always;
        let tells = |rule: &MoveRule| {
            let (now, then) = told(rule.label);
            ((now, castles(rule)), (then, castles(rule) && lasts))
        };
        kind.rules.iter().filter(|rule| rule.mode.moves()).map(tells).collect::<Vec<_>>()
    });
    let chosen: Vec<_> = rules.turn.choices.iter().map(|choice| told(choice.label)).collect();
    of_pieces.any(|all| are_merged(&all)) || are_merged(&chosen)
}

/// Whether of some things there are two that are told apart now, and then no longer.
fn are_merged<T: PartialEq>(all: &[(T, T)]) -> bool {
    all.iter().any(|(now, then)| all.iter().any(|(other, later)| now != other && then == later))
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// Of moves that are told apart no longer leaves over one.
    pub(super) fn merge_chosen(&self, state: &State<W, N>, moves: &mut Vec<Step>) {
        if self.merges {
            let told = moves.iter().map(|step| (*step, self.as_move(state, *step))).collect();
            *moves = merged(told).into_iter().map(|(step, _)| step).collect();
        }
    }

    /// Leaves over the moves that go before the others.
    pub(super) fn keep_preferred<T>(
        &self,
        now: Now<'_, W, N>,
        moves: &mut Vec<T>,
        step: impl Fn(&T) -> Step,
    ) {
        self.keep_first(now, moves, step, &mut Tries::all());
    }

    /// The same, and how those are placed. So many steps may be tried to find them.
    fn keep_first<T>(
        &self,
        now: Now<'_, W, N>,
        moves: &mut Vec<T>,
        step: impl Fn(&T) -> Step,
        tries: &mut Tries,
    ) -> Ranks {
        if self.prefer.is_empty() {
            return Ranks::new();
        }
        let ranks: Vec<Ranks> = moves.iter().map(|m| self.ranks(now, step(m), tries)).collect();
        let first = ranks.iter().min().cloned().unwrap_or_default();
        let mut ranks = ranks.iter();
        moves.retain(|_| ranks.next() == Some(&first));
        first
    }

    /// How the preferences place a move.
    fn ranks(&self, now: Now<'_, W, N>, step: Step, tries: &mut Tries) -> Ranks {
        let state = now.state;
        let compares = self.prefer.iter().any(|line| matches!(line, Preferred::Number(..)));
        let behind =
            if compares { self.ranks_behind(now, step, tries) } else { smallvec![0; self.prefer.len()] };
        let rank = |(line, behind): (&Preferred, i64)| match line {
            Preferred::Sorts(sorts) => {
                let (captures, me) = (self.captures(state, step), self.to_move(state));
                let first = sorts.iter().position(|sort| self.is_triggered(*sort, step, captures, me));
                first.unwrap_or(sorts.len()) as i64
            }
            Preferred::Number(..) => behind,
        };
        self.prefer.iter().zip(behind).map(rank).collect()
    }

    /// How a move is placed by the numbers in the state to which the turn leads that goes on with it, asked for the player
    /// who makes it.
    fn ranks_behind(&self, now: Now<'_, W, N>, step: Step, tries: &mut Tries) -> Ranks {
        let state = now.state;
        let me = self.to_move(state);
        let mut next = *state;
        let turn = self.advance(&mut next, state, me, step, Aim::Go);
        if !tries.one_more() {
            self.reference.leave_out();
        } else if turn != Turn::IsOver {
            let left = self.left_by(now, step);
            let then = Now { state: &next, past: left.as_ref() };
            let mut list = Vec::new();
            self.list_legal(then, &mut list);
            let ranks = self.keep_first(then, &mut list, |step| *step, tries);
            if !list.is_empty() {
                return ranks;
            }
        }
        let view = self.view(&next, me);
        let rank = |line: &Preferred| match line {
            Preferred::Sorts(_) => 0,
            Preferred::Number(extreme, number) => extreme.rank(self.number(&view, number)),
        };
        self.prefer.iter().map(rank).collect()
    }
}

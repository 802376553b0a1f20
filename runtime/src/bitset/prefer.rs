//! Which of the legal moves go before the others.

use tilegame_dsl::ir::{Extreme, Preference, Trigger};

use super::WhyNot;
use super::cond::{Conds, Number};
use super::engine::Engine;
use super::make::{Aim, Step};
use super::state::{Layout, State};
use crate::engine::reference::Reference;
use crate::engine::walk::MOST_WAYS;

/// A line of preferences.
#[derive(Clone, Debug)]
pub(super) enum Preferred {
    /// Moves of the first of these sorts of which there are any.
    Sorts(Vec<Trigger>),
    /// Moves behind which the number is largest or smallest when the turn is over.
    Number(Extreme, Number),
}

/// The preferences of a game.
pub(super) fn lower(
    reference: &Reference,
    layout: &Layout,
    conds: &mut Conds,
) -> Result<Vec<Preferred>, WhyNot> {
    let rules = &reference.rules;
    let compares = rules.turn.prefer.iter().any(|line| line.quantity().is_some());
    let may_be_alone = rules.turn.order.len() < 2 || layout.out.is_some();
    if compares && reference.goes_on && may_be_alone {
        // Whether a turn has gone on is seen from whose turn it is.
        return Err(WhyNot::Unusual("preferences about what whole turns lead to, of one who may be alone"));
    }
    let line = |line: &Preference| {
        Ok(match line {
            Preference::Sorts(sorts) => Preferred::Sorts(sorts.clone()),
            Preference::Number(extreme, quantity) => Preferred::Number(*extreme, conds.quantity(quantity)?),
        })
    };
    rules.turn.prefer.iter().map(line).collect()
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// Leaves over the moves that go before the others, line by line.
    pub(super) fn keep_preferred<T>(
        &self,
        state: &State<W, N>,
        moves: &mut Vec<T>,
        step: impl Fn(&T) -> Step,
    ) {
        self.keep_preferred_within(state, moves, step, &mut MOST_WAYS.clone());
    }

    fn keep_preferred_within<T>(
        &self,
        state: &State<W, N>,
        moves: &mut Vec<T>,
        step: impl Fn(&T) -> Step,
        tries: &mut u32,
    ) {
        for line in &self.prefer {
            let ranks: Vec<i64> = moves.iter().map(|m| self.rank(state, line, step(m), tries)).collect();
            let Some(first) = ranks.iter().min() else { break };
            let mut ranks = ranks.iter();
            moves.retain(|_| ranks.next() == Some(first));
        }
    }

    /// How a line places a move: the least goes first.
    fn rank(&self, state: &State<W, N>, line: &Preferred, step: Step, tries: &mut u32) -> i64 {
        match line {
            Preferred::Sorts(sorts) => {
                let (captures, me) = (self.captures(state, step), self.to_move(state));
                let first = sorts.iter().position(|sort| self.is_triggered(*sort, step, captures, me));
                first.unwrap_or(sorts.len()) as i64
            }
            Preferred::Number(Extreme::Least, number) => self.number_behind(state, number, step, tries),
            Preferred::Number(Extreme::Most, number) => {
                self.number_behind(state, number, step, tries).saturating_neg()
            }
        }
    }

    /// Whether a move that leads from one state to another is a step after which the same turn goes on.
    fn is_same_turn(&self, state: &State<W, N>, next: &State<W, N>) -> bool {
        let phases = self.layout.phases as u16;
        self.reference.goes_on && next.turn / phases == state.turn / phases
    }

    /// A number in the state to which the turn leads that goes on with a move, asked for the player who makes it.
    fn number_behind(&self, state: &State<W, N>, number: &Number, step: Step, tries: &mut u32) -> i64 {
        let next = self.play(state, step, Aim::Go);
        *tries = tries.saturating_sub(1);
        if *tries == 0 {
            self.reference.leave_out();
        } else if self.is_same_turn(state, &next) {
            let mut list = Vec::new();
            self.list_legal(&next, &mut list);
            self.keep_preferred_within(&next, &mut list, |step| *step, tries);
            if let Some(step) = list.first() {
                return self.number_behind(&next, number, *step, tries);
            }
        }
        self.number(&self.view(&next, self.to_move(state)), number)
    }
}

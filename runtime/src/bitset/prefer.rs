//! Which of the legal moves go before the others.

use smallvec::smallvec;
use tilegame_dsl::ir::{Extreme, Preference, Trigger};

use super::WhyNot;
use super::cond::{Conds, Number};
use super::engine::Engine;
use super::make::{Aim, Step};
use super::state::{Layout, State};
use crate::engine::generate::{Ranks, Tries};
use crate::engine::reference::Reference;

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
    /// Leaves over the moves that go before the others.
    pub(super) fn keep_preferred<T>(
        &self,
        state: &State<W, N>,
        moves: &mut Vec<T>,
        step: impl Fn(&T) -> Step,
    ) {
        self.keep_first(state, moves, step, &mut Tries::all());
    }

    /// The same, and how those are placed. So many steps may be tried to find them.
    fn keep_first<T>(
        &self,
        state: &State<W, N>,
        moves: &mut Vec<T>,
        step: impl Fn(&T) -> Step,
        tries: &mut Tries,
    ) -> Ranks {
        let ranks: Vec<Ranks> = moves.iter().map(|m| self.ranks(state, step(m), tries)).collect();
        let first = ranks.iter().min().cloned().unwrap_or_default();
        let mut ranks = ranks.iter();
        moves.retain(|_| ranks.next() == Some(&first));
        first
    }

    /// How the preferences place a move.
    fn ranks(&self, state: &State<W, N>, step: Step, tries: &mut Tries) -> Ranks {
        let compares = self.prefer.iter().any(|line| matches!(line, Preferred::Number(..)));
        let behind =
            if compares { self.ranks_behind(state, step, tries) } else { smallvec![0; self.prefer.len()] };
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
    fn ranks_behind(&self, state: &State<W, N>, step: Step, tries: &mut Tries) -> Ranks {
        let me = self.to_move(state);
        let mut next = *state;
        self.advance(&mut next, state, me, step, Aim::Go);
        if !tries.one_more() {
            self.reference.leave_out();
        } else if self.is_same_turn(state, &next) {
            let mut list = Vec::new();
            self.list_legal(&next, &mut list);
            let ranks = self.keep_first(&next, &mut list, |step| *step, tries);
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

    /// Whether a move that leads from one state to another is a step after which the same turn goes on.
    fn is_same_turn(&self, state: &State<W, N>, next: &State<W, N>) -> bool {
        let phases = self.layout.phases as u16;
        self.reference.goes_on && next.turn / phases == state.turn / phases
    }
}

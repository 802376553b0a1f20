//! What happens after moves: lines that change numbers and pieces, let the same player go on, or refuse the move.

use tilegame_dsl::ir::{self, Effect, PhaseId, Rules, Trigger};

use crate::packed::refusal::WhyNot;
use crate::plan::cond::{Cond, Conds, Number, Tally};
use crate::plan::rules::is_verdict;

/// Something that happens after a move.
#[derive(Clone, Debug)]
pub(crate) struct After {
    /// Its number among the lines of the rules.
    pub(crate) number: usize,
    pub(crate) triggers: Vec<Trigger>,
    pub(crate) guard: Cond,
    pub(crate) actions: Vec<Action>,
    /// The same player goes on.
    pub(crate) again: Option<Again>,
    /// The move is not legal.
    pub(crate) refuses: bool,
    /// It is about the tile moved to, so that a pass does not set it off.
    pub(crate) is_about_a_tile: bool,
    /// It changes nothing but numbers that no test asks for.
    pub(crate) is_bookkeeping: bool,
}

/// That the same player goes on after a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Again {
    /// In this phase, or else in the same.
    pub(crate) phase: Option<PhaseId>,
    /// If nothing but a pass is left to be done, it is passed.
    pub(crate) or_pass: bool,
}

impl After {
    /// Whether it changes nothing but numbers.
    pub(crate) fn only_counts(&self) -> bool {
        let counts = |action: &Action| matches!(action, Action::Count(_));
        self.again.is_none() && !self.refuses && self.actions.iter().all(counts)
    }

    /// Whether it changes nothing but numbers, by numbers that are written in the rules, whatever is on the board.
    pub(crate) fn counts_blindly(&self) -> bool {
        let by_itself = |a: &Action| matches!(a, Action::Count(Tally { amount: Number::Itself(_), .. }));
        self.only_counts() && self.guard == Cond::True && self.actions.iter().all(by_itself)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// An effect on the tile moved to, for each player and tile; none where it would lead off the board.
    Here(Effect),
    /// A counter changes.
    Count(Tally),
    /// The effects of every way to walk the path of this number: from every tile where the test holds, or from the tile moved to.
    Each(u32, Option<Cond>),
    /// The effect on every tile where the test holds.
    Every(Cond, Effect),
}

/// The lines of what happens after moves, but those that are asked where choices are made. For each counter it is known whether some test
/// `asked` for it.
pub(crate) fn lines(rules: &Rules, conds: &mut Conds, asked: &[bool]) -> Result<Vec<After>, WhyNot> {
    let mut after = Vec::new();
    for (number, line) in rules.turn.after.iter().enumerate().filter(|(_, line)| !is_verdict(rules, line)) {
        let actions = actions(conds, &line.actions)?;
        let again = |a: &ir::Action| match a {
            ir::Action::Again { phase, or_pass } => Some(Again { phase: *phase, or_pass: *or_pass }),
            _ => None,
        };
        let again = line.actions.iter().filter_map(again).next_back();
        let refuses = line.actions.contains(&ir::Action::Illegal);
        let counts = |a: &Action| matches!(a, Action::Count(tally) if !asked[tally.counter.index()]);
        let is_bookkeeping = actions.iter().all(counts) && again.is_none() && !refuses;
        after.push(After {
            number,
            triggers: line.triggers.clone(),
            guard: conds.make(&line.guard)?,
            actions,
            again,
            refuses,
            is_about_a_tile: line.is_about_a_tile(),
            is_bookkeeping,
        });
    }
    Ok(after)
}

/// What happens on the tile moved to or chosen, or elsewhere.
pub(crate) fn actions(conds: &mut Conds, all: &[ir::Action]) -> Result<Vec<Action>, WhyNot> {
    let mut actions = Vec::new();
    for action in all {
        actions.push(match action {
            ir::Action::Here(Effect::Count { counter, of, op, amount }) => {
                Action::Count(Tally { counter: *counter, of: *of, op: *op, amount: conds.quantity(amount)? })
            }
            ir::Action::Here(effect) => Action::Here(effect.clone()),
            ir::Action::Each { path, from } => {
                let from = from.as_ref().map(|test| conds.make(test)).transpose()?;
                Action::Each(conds.path(path), from)
            }
            ir::Action::Every(test, effect) => Action::Every(conds.make(test)?, effect.clone()),
            // Where there are parts the game is refused; the others are told apart from what is done.
            ir::Action::EveryPart(..) | ir::Action::Again { .. } | ir::Action::Illegal => continue,
        });
    }
    Ok(actions)
}

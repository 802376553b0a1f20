//! Phases of a turn: where only moves of some sorts can be made, and what they say of legality.

use tilegame_dsl::ir::{PhaseId, Rules, Trigger};

use crate::plan::cond::Cond;
use crate::plan::quick_test::all_or_some;
use crate::plan::turn::after::After;

/// What is known of legality before a move is made: where a phase of a turn leads decides it in some games.
#[derive(Clone, Debug)]
pub(crate) struct PhaseVerdicts {
    /// For each line by which a turn goes on, its number, and for each phase whether its test holds there, if the phase decides it.
    pub(crate) lines: Vec<(usize, Vec<Option<bool>>)>,
    /// For each phase, whether a move is legal that leads there, if that decides it.
    pub(crate) legal: Vec<Option<bool>>,
}

impl PhaseVerdicts {
    /// What can be known, if it is worth anything.
    pub(crate) fn new(phases: usize, legal: &Cond, after: &[After]) -> Option<PhaseVerdicts> {
        let in_each = |cond: &Cond| (0..phases).map(|phase| decided(cond, phase)).collect::<Vec<_>>();
        let legal = in_each(legal);
        let again = after.iter().enumerate().filter(|(_, line)| line.again.is_some());
        let lines = again.map(|(number, line)| (number, in_each(&line.guard))).collect();
        let is_worth_it = legal.iter().any(Option::is_some) && !after.iter().any(|line| line.refuses);
        is_worth_it.then_some(PhaseVerdicts { lines, legal })
    }
}

/// Whether a test holds, if the phase of the turn decides it.
fn decided(cond: &Cond, phase: usize) -> Option<bool> {
    match cond {
        Cond::True => Some(true),
        Cond::False => Some(false),
        Cond::In(of) => Some(of.index() == phase),
        Cond::Not(inner) => decided(inner, phase).map(|holds| !holds),
        Cond::And(all) => all_or_some(all.iter().map(|part| decided(part, phase)), false),
        Cond::Or(all) => all_or_some(all.iter().map(|part| decided(part, phase)), true),
        _ => None,
    }
}

/// For each phase, lines of sorts: a move must be of one of the sorts of every line.
pub(crate) type Only = Vec<Vec<Vec<Trigger>>>;

/// What the rules say of each phase; nothing at all if they say nothing.
pub(crate) fn only(rules: &Rules) -> Only {
    let turn = &rules.turn;
    let of_phase = |(number, _): (usize, _)| {
        let speaks = |phases: &[PhaseId]| phases.iter().any(|p| p.index() == number);
        let lines = turn.only.iter().filter(|only| speaks(&only.phases));
        lines.map(|only| only.triggers.clone()).collect()
    };
    if turn.only.is_empty() { Vec::new() } else { turn.phases.iter().enumerate().map(of_phase).collect() }
}

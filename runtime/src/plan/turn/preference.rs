//! Which of the legal moves go before the others.

use tilegame_dsl::ir::{Extreme, LabelId, MoveRule, Preference, Rules, Trigger};

use crate::packed::refusal::WhyNot;
use crate::plan::cond::{Conds, Number};
use crate::reference::engine::Reference;
use crate::reference::memory::Told;

/// A line of preferences.
#[derive(Clone, Debug)]
pub(crate) enum Preferred {
    /// Moves of the first of these sorts of which there are any.
    Sorts(Vec<Trigger>),
    /// Moves behind which the number is largest or smallest when the turn is over.
    Number(Extreme, Number),
}

/// The preferences of a game.
pub(crate) fn lower(rules: &Rules, conds: &mut Conds) -> Result<Vec<Preferred>, WhyNot> {
    let line = |line: &Preference| {
        Ok(match line {
            Preference::Sorts(sorts) => Preferred::Sorts(sorts.clone()),
            Preference::Number(extreme, quantity) => Preferred::Number(*extreme, conds.quantity(quantity)?),
        })
    };
    rules.turn.prefer.iter().map(line).collect()
}

/// Whether two moves that change the same can be told apart until it is settled which may be chosen, and then no longer.
pub(crate) fn merges(reference: &Reference) -> bool {
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

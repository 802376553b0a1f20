//! What the rules ask of the positions before one.

use tilegame_dsl::ir::{Quantity, Rules, Test};

use crate::packed::refusal::WhyNot;
use crate::reference::engine::Reference;
use crate::reference::memory::{AsksCastled, Forgets};

/// Whether it depends on what has been before which moves are legal.
pub(crate) fn asks_for_past(rules: &Rules) -> bool {
    rules.turn.legal.any_number(&|quantity| matches!(quantity, Quantity::Repeated | Quantity::RepeatedBoard))
}

/// Says what of such rules the engine does not model.
pub(crate) fn refuse(reference: &Reference) -> Result<(), WhyNot> {
    let rules = &reference.rules;
    if !asks_for_past(rules) {
        return Ok(());
    }
    let legal = &rules.turn.legal;
    let asks_whole = |quantity: &Quantity| *quantity == Quantity::Repeated;
    let memory = &reference.memory;
    // What nobody can make use of is left out of positions, not of states.
    let is_kept = !rules.marks.is_empty()
        || memory.forgets != Forgets::Never && memory.is_needed
        || matches!(memory.castled, AsksCastled::Unmoved(_));
    if is_kept && legal.any_number(&asks_whole) {
        return Err(WhyNot::Unusual(
            "tests of how often a position has occurred in which something is remembered of pieces",
        ));
    }
    if legal.any(&|test| matches!(test, Test::Before(_) | Test::NoReply { .. } | Test::Can { .. })) {
        return Err(WhyNot::Unusual(
            "tests of what has been before and of the position before a move, or of replies",
        ));
    }
    let asks_for_moves = |test: &Test| matches!(test, Test::Stuck | Test::NoReply { .. } | Test::Can { .. });
    let at_the_end = Rules { ends: Vec::new(), ..rules.as_ref().clone() };
    if at_the_end.any_test(&asks_for_moves) {
        return Err(WhyNot::Unusual("tests of what has been before, and tests of moves that are no endings"));
    }
    Ok(())
}

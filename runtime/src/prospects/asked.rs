//! What rules ask, and who has won: questions of both ways to an answer.

use tilegame_dsl::ir::{Action, Path, PlayerId, Quantity, Rules, Test};

use crate::outcome::Scores;

/// Whether a player gets more than some other.
pub(super) fn gains(scores: &Scores, player: PlayerId) -> bool {
    let own = scores.of(player);
    scores
        .iter()
        .any(|other| u64::from(own.part) * u64::from(other.of) > u64::from(other.part) * u64::from(own.of))
}

/// Whether some test by which moves are made or endings come about is like that, or has one in it that is. What a match asks is
/// left out.
pub(super) fn any_test(rules: &Rules, holds: &dyn Fn(&Test) -> bool) -> bool {
    let test = |test: &Test| test.any(holds);
    let path = |path: &Path| path.any_test(holds);
    let action = |action: &Action| action.any_test(holds);
    let turn = &rules.turn;
    let mut moves = rules.kinds.iter().flat_map(|kind| kind.rules.iter());
    let mut watched = rules.watches.iter().flat_map(|watch| &watch.rules);
    moves.any(|rule| test(&rule.guard) || path(&rule.path))
        || rules.kinds.iter().flat_map(|kind| &kind.promotions).any(|promotion| test(&promotion.guard))
        || watched.any(|rule| test(&rule.guard) || path(&rule.path))
        || rules.castling.iter().any(|castling| test(&castling.safe))
        || test(&turn.legal)
        || turn.choices.iter().any(|c| test(&c.target) || test(&c.guard) || c.actions.iter().any(action))
        || turn.split.iter().chain(&turn.rejoin).any(|split| test(&split.guard))
        || turn.pass.iter().any(|pass| test(&pass.guard))
        || turn.after.iter().any(|after| test(&after.guard) || after.actions.iter().any(action))
        || turn.board.iter().any(|line| test(&line.each))
        || rules.ends.iter().any(|end| test(&end.when))
}

/// Whether a number has that of a counter in it.
pub(super) fn has_counter(quantity: &Quantity, is: &dyn Fn(tilegame_dsl::ir::CounterId) -> bool) -> bool {
    match quantity {
        Quantity::Counter(counter, _) => is(*counter),
        Quantity::Sum(parts) => parts.iter().any(|(_, part)| has_counter(part, is)),
        Quantity::Number(_)
        | Quantity::Count(_)
        | Quantity::Hand(..)
        | Quantity::Worth(_)
        | Quantity::Repeated
        | Quantity::RepeatedBoard
        | Quantity::Players => false,
    }
}

//! What stands behind moves, and for a pass, as people write them.

use tilegame_dsl::ir::Notation;

/// How a pass is written.
pub(super) const PASS: &str = "pass";

/// What anybody may write behind a move.
const KNOWN_MARKS: [&str; 8] = ["e.p.", "ep", "+", "#", "!", "?", "†", "‡"];

/// What may stand behind a move: the marks that the rules declare first.
pub(super) fn marks(notation: &Notation) -> impl Iterator<Item = &str> {
    let declared = [notation.check.as_ref().map(|(t, _)| &**t), notation.last.as_ref().map(|(t, _)| &**t)];
    declared.into_iter().flatten().chain(KNOWN_MARKS).filter(|mark| !mark.is_empty())
}

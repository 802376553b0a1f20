//! Messages about phases, choices, hands and pieces of nobody (E048).

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

fn error(code: &'static str, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code(code), title, span, label)
}

/// `again` or `illegal` where no move has been made yet.
pub fn too_early(word: &str, span: Span) -> Diagnostic {
    let title = format!("`{word}` belongs into an `after` line");
    error("E0480", title, span, "here the move is still to be made")
        .with_note(format!("give this line a label, and say in another what comes next: after LABEL: {word}"))
}

/// A neutral piece with a line that needs an owner.
pub fn neutral_moves(piece: &str, span: Span) -> Diagnostic {
    error("E0481", format!("`{piece}` belongs to nobody, so nobody can move it"), span, "nobody's turn comes")
        .with_note("take the line away, or the word `neutral`")
}

/// A hand of pieces that belong to nobody.
pub fn neutral_in_hand(piece: &str, span: Span) -> Diagnostic {
    error("E0482", format!("`{piece}` belongs to nobody, so nobody has one in hand"), span, "it is neutral")
        .with_note(format!("such pieces never run out: put {piece}"))
}

/// A promoted piece that could have been either of two.
pub fn unclear_before_promotion(piece: &str, span: Span) -> Diagnostic {
    let label = "what it goes back to is not clear";
    error("E0483", format!("several pieces are promoted to `{piece}`"), span, label)
        .with_note("give each its own piece to be promoted to, or leave `unpromoted` out")
}

/// Phases that no position text tells.
pub fn phase_untold(span: Span) -> Diagnostic {
    error("E0484", "position texts do not tell the phase", span, "the phase stands in the field `turn`")
        .with_note("add `turn` to the fields of `fen`")
}

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

/// `cover` without a name for its zone.
pub fn nameless_zone(span: Span) -> Diagnostic {
    error("E0470", "this zone has no name", span, "nobody can ask what is under it")
        .with_note("name it at the end of the line, as in: cover rot(n, ne) as guarded")
}

/// A zone that depends on zones or attacks.
pub fn zone_circle(word: &str, span: Span) -> Diagnostic {
    error(
        "E0471",
        format!("a zone can't depend on `{word}`"),
        span,
        "asks so in a line that says what is covered",
    )
    .with_note("zones come first: attacks may depend on them, and zones would be defined by themselves")
}

/// `by one` where it can't be said which one.
pub fn one_of_several_ways(span: Span) -> Diagnostic {
    error("E0472", "`by one` stands alone or with `and`", span, "on this way it is not clear which one is meant")
        .with_note("on a way it remembers the one piece, so it can't be part of `or` or `not`; write two paths, (A, B), instead")
}

/// `or pass` where nobody may.
pub fn nobody_may_pass(span: Span) -> Diagnostic {
    error("E0473", "nobody may pass in this game", span, "so nothing is passed here")
        .with_note("say in `turn` when a player may: may pass if in PHASE")
}

/// `rejoin` where no part leaves a stack.
pub fn nobody_leaves(span: Span) -> Diagnostic {
    error("E0474", "nobody leaves a stack in this game", span, "so nobody can follow")
        .with_note("say in `turn` when parts may move alone: split if TEST as LABEL")
}

/// Turns that remember how they began, which no position text tells.
pub fn steps_untold(asked: Span, fen: Option<Span>) -> Diagnostic {
    let error =
        error("E0475", "position texts do not tell how a turn has begun", asked, "it is asked for here")
            .with_note("add `steps` as the last of the fields of `fen`");
    match fen {
        Some(fen) => error.with_label(fen, "these fields don't say it"),
        None => error,
    }
}

/// Several pieces that may be dropped where nobody chooses one.
pub fn nobody_chooses_a_drop(span: Span) -> Diagnostic {
    error("E0485", "nobody chooses which of these pieces is dropped", span, "more than one piece")
        .with_note("a player chooses in `choose` and on the way of a piece; here, name one piece")
}

/// Phases that no position text tells.
pub fn phase_untold(span: Span) -> Diagnostic {
    error("E0484", "position texts do not tell the phase", span, "the phase stands in the field `turn`")
        .with_note("add `turn` to the fields of `fen`")
}

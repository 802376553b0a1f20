//! Messages about pieces in states, pieces that carry others, and stacks that split (E0462 to E0465).

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

fn error(code: &'static str, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code(code), title, span, label)
}

/// A state that can't be written so.
pub fn bad_state(span: Span, why: &str) -> Diagnostic {
    error("E0462", "a state can't have this sign", span, why)
}

/// Something that can't be in such a state.
pub fn no_state_of(word: &str, span: Span, state: &str) -> Diagnostic {
    error(
        "E0462",
        format!("`{word}` can't be {state}"),
        span,
        format!("it has no line `state {state} \"…\"`"),
    )
}

/// A state where a piece is meant.
pub fn state_not_piece(word: &str, span: Span) -> Diagnostic {
    error("E0462", format!("`{word}` is a state, not a piece"), span, "here a piece is needed").with_note(
        format!("a piece enters the state by `become {word}`, and leaves it by `become not {word}`"),
    )
}

/// A piece that can't carry or be carried.
pub fn bad_load(span: Span, piece: &str, why: &str) -> Diagnostic {
    error("E0463", format!("`{piece}` can't carry or be carried"), span, why)
}

/// A piece named twice for one place.
pub fn named_twice(span: Span, first: Span) -> Diagnostic {
    error("E0463", "this slot already accepts the piece", span, "named twice")
        .with_label(first, "here first")
        .with_note("a `carry` line is a slot for one piece; for two, write two lines")
}

/// Pieces of which each could carry the other.
pub fn unclear_carrier(span: Span, piece: &str, other: &str) -> Diagnostic {
    error(
        "E0463",
        format!("it is not clear whether `{piece}` or `{other}` carries"),
        span,
        format!("`{other}` can carry the same pieces"),
    )
    .with_note("for pieces on one tile, the `carry` lines must determine which one carries the others")
}

/// A question about more than what sort of piece it is, and how the word is used where it is said whose the pieces are.
pub fn kinds_only(word: &str, whose: &str, span: Span) -> Diagnostic {
    error(
        "E0464",
        format!("`{word}` can only test for kinds of pieces"),
        span,
        "pieces, attributes and states are possible here",
    )
    .with_note(format!("whose they are is said outside: {whose}"))
}

/// A word about stacks where there are none.
pub fn no_stacks(word: &str, span: Span) -> Diagnostic {
    error("E0465", format!("`{word}` means nothing here"), span, "no piece of this game has a line `carry`")
}

/// An effect that is not about one piece of a stack.
pub fn not_of_parts(span: Span) -> Diagnostic {
    error(
        "E0465",
        "this can't happen to a part of a stack",
        span,
        "`every part` goes with `become` and `take`",
    )
}

/// Taken stacks of which nobody knows what they were.
pub fn unclear_in_hand(span: Span) -> Diagnostic {
    error(
        "E0465",
        "promotions inside a stack are not recorded",
        span,
        "this game has pieces that carry others",
    )
    .with_note("`keep captured` puts every piece of a taken stack into the hand, without its states")
}

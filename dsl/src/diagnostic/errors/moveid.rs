//! Messages about move-IDs (E08, W08).

use crate::diagnostic::{Code, Diagnostic};
use crate::moveid::ParseError;
use crate::source::Span;

/// A text that is not a move-ID.
pub fn not_an_id(error: &ParseError, span: Span) -> Diagnostic {
    Diagnostic::error(Code("E0801"), "this is not a move-ID", span, error.sentence())
        .with_note("`tilegame moveid check` has the details")
}

/// A text that is not Betza notation.
pub fn not_betza(why: &str, span: Span) -> Diagnostic {
    Diagnostic::error(Code("E0807"), "this is not Betza notation", span, why)
        .with_note("`tilegame betza explain` says what a text means")
}

/// A dialect of Betza notation that there is not.
pub fn no_dialect(span: Span) -> Diagnostic {
    Diagnostic::error(Code("E0808"), "there is no such dialect of Betza notation", span, "not known")
        .with_note("`betza \"…\"` is read as XBoard reads it, `betza fsf \"…\"` as Fairy-Stockfish does")
}

/// A set of tiles in an ID that is none.
pub fn no_tiles(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code("E0806"),
        "this is not a set of tiles",
        span,
        "a region, or tiles as in the language",
    )
    .with_note("for example `o<rank 1..3>`, `o<a1..c3>` or `o<camp but e4>`")
}

/// A letter in an ID that no piece has.
pub fn no_such_letter(letter: char, span: Span, known: &[String]) -> Diagnostic {
    let known: Vec<String> = known.iter().map(|l| format!("`{l}`")).collect();
    Diagnostic::error(Code("E0802"), format!("no piece has the letter `{letter}`"), span, "not known")
        .with_note(format!("the letters are {}", known.join(", ")))
}

/// An ID that can't mean anything here.
pub fn senseless(why: &str, span: Span) -> Diagnostic {
    Diagnostic::error(Code("E0803"), "this move-ID can't be a rule here", span, why)
}

/// A side of the castling clause that names a rule which it can't be.
pub fn unfit_side(span: Span, why: &str) -> Diagnostic {
    let title = "a side of the castling clause needs one rule in which both pieces move";
    Diagnostic::error(Code("E0804"), title, span, why)
        .with_note("or let the side state a direction, and a destination for each of the two pieces")
}

/// An ID in which something says nothing, or which gives no move.
pub fn odd_id(why: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(Code("W0805"), "part of this move-ID is probably a mistake", span, why)
}

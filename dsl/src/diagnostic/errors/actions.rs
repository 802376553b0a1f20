//! Messages about phases, choices, hands and pieces of nobody (E048).

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

fn error(code: &'static str, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code(code), title, span, label)
}

/// `again` or `illegal` where no move has been made yet.
pub fn too_early(word: &str, span: Span) -> Diagnostic {
    let title = format!("`{word}` belongs in an `after` line");
    error("E0480", title, span, "here the move is still to be made").with_note(format!(
        "give this line a label, and write the action in a line of its own: after LABEL: {word}"
    ))
}

/// A neutral piece with a line that needs an owner.
pub fn neutral_moves(piece: &str, span: Span) -> Diagnostic {
    error("E0481", format!("`{piece}` is neutral, so no player can move it"), span, "no player moves it")
        .with_note("remove the line, or the word `neutral`")
}

/// A hand of pieces that belong to nobody.
pub fn neutral_in_hand(piece: &str, span: Span) -> Diagnostic {
    error("E0482", format!("`{piece}` is neutral, so no player can have it in hand"), span, "it is neutral")
        .with_note(format!("neutral pieces are put without a hand: put {piece}"))
}

/// A number of pieces of which none can be in a hand: of neutral ones, of which this is one, or of pieces in a state.
pub fn never_in_hand(neutral: Option<&str>, span: Span) -> Diagnostic {
    match neutral {
        Some(piece) => neutral_in_hand(piece, span),
        None => error("E0486", "no piece in a hand is of this kind", span, "none can be")
            .with_note("a piece in a hand is in no state: a captured piece comes there as it was before"),
    }
}

/// What is captured both kept and given.
pub fn kept_and_given(span: Span) -> Diagnostic {
    error("E0487", "captured pieces are kept already", span, "they can't be given, too")
        .with_note("`keep` puts them into a hand at this board, `give` into another game; where `keep` is inherited, `remove keep` takes it back")
}

/// A promoted piece that could have been either of two.
pub fn unclear_before_promotion(piece: &str, span: Span) -> Diagnostic {
    let label = "what it goes back to is not clear";
    error("E0483", format!("several pieces are promoted to `{piece}`"), span, label)
        .with_note("give each its own piece to be promoted to, or leave `unpromoted` out")
}

/// `cover` without a name for its zone.
pub fn nameless_zone(span: Span) -> Diagnostic {
    error("E0470", "this zone has no name", span, "no rule can refer to it")
        .with_note("name it at the end of the line, as in: cover rot(n, ne) as guarded")
}

/// A zone that depends on zones or attacks.
pub fn zone_circle(word: &str, span: Span) -> Diagnostic {
    error("E0471", format!("a zone can't depend on `{word}`"), span, "used in a line that declares a zone")
        .with_note("zones come first: attacks may depend on them, and zones would be defined by themselves")
}

/// `by one` where it can't be said which one.
pub fn one_of_several_ways(span: Span) -> Diagnostic {
    error("E0472", "`by one` stands alone or with `and`", span, "unclear which piece is meant")
        .with_note("along a path it remembers one piece, so it can't be part of `or` or `not`; write two paths, (A, B), instead")
}

/// `or pass` where nobody may.
pub fn nobody_may_pass(span: Span) -> Diagnostic {
    error("E0473", "no player can pass in this game", span, "so there is no pass here")
        .with_note("allow it in `turn`: may pass if in PHASE")
}

/// `rejoin` where no part leaves a stack.
pub fn nobody_leaves(span: Span) -> Diagnostic {
    error("E0474", "no piece can leave a stack in this game", span, "so none can rejoin")
        .with_note("allow it in `turn`: split if TEST as LABEL")
}

/// Turns that remember how they began, which no FEN tells.
pub fn steps_untold(asked: Span, fen: Option<Span>) -> Diagnostic {
    let error = error("E0475", "the FEN does not store how a turn began", asked, "used here")
        .with_note("add `steps` as the last of the fields of `fen`");
    match fen {
        Some(fen) => error.with_label(fen, "these fields do not include it"),
        None => error,
    }
}

/// Several pieces that may be dropped where nobody chooses one.
pub fn nobody_chooses_a_drop(span: Span) -> Diagnostic {
    error("E0485", "it is unclear which of these pieces is dropped", span, "more than one piece")
        .with_note("a player can choose in `choose` lines and in rules of pieces; here, name one piece")
}

/// Phases that no FEN tells.
pub fn phase_untold(span: Span) -> Diagnostic {
    error("E0484", "the FEN does not store the phase", span, "the field `turn` contains the phase")
        .with_note("add `turn` to the fields of `fen`")
}

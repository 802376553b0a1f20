//! Lints (W05): what can be played but is very likely not meant so.

use crate::ast::Mode;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

fn warning(code: &'static str, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(Code(code), title, span, label)
}

/// A piece that never moves.
pub fn immobile(piece: &str, span: Span) -> Diagnostic {
    warning("W0501", format!("`{piece}` can never move"), span, "no rule lets it leave any tile")
}

/// Something declared and not used.
pub fn unused(sort: &str, word: &str, span: Span) -> Diagnostic {
    warning("W0502", format!("the {sort} `{word}` is never used"), span, "no rule names it")
}

/// An ending that is always forestalled.
pub fn unreachable_end(name: &str, span: Span, first: &str, first_span: Span) -> Diagnostic {
    warning("W0503", format!("`{name}` can never happen"), span, "the same condition as an earlier ending")
        .with_label(first_span, format!("`{first}` is tried first"))
}

/// A rule or line written twice; with `new_label`, under another label.
pub fn repeated(span: Span, first: Span, new_label: bool) -> Diagnostic {
    let repeated =
        warning("W0504", "this line makes the same moves as an earlier one", span, "the same again")
            .with_label(first, "the earlier line");
    match new_label {
        true => repeated.with_note(
            "nothing asks for its label; to give the earlier line a label, `remove` or `replace` that and write it anew",
        ),
        false => repeated.with_note("remove one of the two"),
    }
}

/// A kind that never gets onto the board.
pub fn never_appears(piece: &str, span: Span) -> Diagnostic {
    warning(
        "W0505",
        format!("`{piece}` never gets onto the board"),
        span,
        "not in the setup, and nothing becomes it",
    )
    .with_note("add its letter to the setup, or name it in a `promote` line")
}

/// A promotion where the piece never arrives.
pub fn never_promotes(piece: &str, player: &str, span: Span) -> Diagnostic {
    warning(
        "W0506",
        format!("{player}'s `{piece}` never promotes"),
        span,
        "it can't arrive on any of these tiles",
    )
    .with_note(
        "for tiles seen from each player's own side, declare a region with `each`: region goal = rank 8 each",
    )
}

/// A `not` that is about a later `not`, too: what stands in between, the second, and what that is about.
pub fn not_over_not(not: Span, first: &str, second: Span, about: &str) -> Diagnostic {
    let both = format!("not ({first} and not {about})");
    warning("W0507", "the first `not` also applies to the second one", not, format!("this says `{both}`"))
        .with_label(second, "the second")
        .with_note(format!("if this is intended, add the brackets: `{both}`"))
        .with_fix("to exclude both, use `or`", not, format!("not ({first} or {about})"))
}

/// A rule that can never make a move; `word` is the place of its first word, `other` a word with which it could make one.
pub fn never_fires(span: Span, mode: Mode, word: Span, other: Option<Mode>) -> Diagnostic {
    let needs = match mode {
        Mode::Quiet => "`quiet` needs an empty tile at the end, and the path requires something else",
        Mode::Do => "`do` needs an empty tile at the end, or an effect that captures what stands there",
        Mode::Capture => "`capture` needs an enemy at the end, and the path requires something else",
        Mode::Move => {
            "`move` needs an empty tile or an enemy at the end, and the path requires something else"
        }
        Mode::Act | Mode::Threat | Mode::Cover => "what the path requires of one tile contradicts itself",
    };
    let never = warning("W0508", "this rule can never make a move", span, needs);
    match other {
        Some(other) => {
            let word_of = other.word();
            never.with_fix(format!("with `{word_of}` it could"), word, word_of)
        }
        None => never.with_note(
            "to capture a friend, write `do … [friend]{take}`; all words in the brackets after a step must be true of the same tile",
        ),
    }
}

/// A rule whose `if` no piece of its kind passes.
pub fn never_of_this_piece(piece: &str, span: Span) -> Diagnostic {
    warning("W0508", "this rule can never make a move", span, format!("never true of a `{piece}`"))
        .with_note("a test after `if` is about the piece itself; for the tile reached, write it in brackets, as in `n[enemy]`")
}

/// A condition of a line that can't be met.
pub fn never_holds(what: &str, span: Span) -> Diagnostic {
    warning("W0509", format!("{what} can never happen"), span, "this condition contradicts itself")
        .with_note("all parts of `and` must be true at once; for alternatives, use `or`")
}

/// A label that nothing asks for.
pub fn unused_label(label: &str, span: Span) -> Diagnostic {
    warning("W0510", format!("the label `{label}` is never used"), span, "not used").with_note(
        "labels are used by `after`, `prefer`, `only`, `did`, `move … by`, `castling` and `remove`",
    )
}

/// Two lines that make the same moves, of which a label tells them apart.
pub fn twice_by_label(span: Span, first: Span, label: &str) -> Diagnostic {
    let title = format!("each of these moves occurs twice, with the label `{label}` and without");
    warning("W0511", title, span, "makes the same moves as an earlier line")
        .with_label(first, "the earlier line")
        .with_note(format!(
            "a move labelled `{label}` has other consequences, so the two are different moves; if only one is meant, remove the other line"
        ))
}

/// A rule that leads nowhere for one of the players.
pub fn leads_nowhere_for(player: &str, others: &str, span: Span) -> Diagnostic {
    warning("W0512", format!("{player} can never move by this rule"), span, format!("{others} can"))
        .with_note("ranks and files are the same tiles for all players; for tiles seen from each player's own side, declare a region with `each`: region goal = rank 8 each")
}

/// A player who has no seat of its own in a game with a forward direction: its name, that of the first player, and a piece that shows it.
pub fn walks_backwards([player, first, piece]: [&str; 3], span: Span, letter: Span) -> Diagnostic {
    let title = format!("{player}'s `{piece}` walks the same way as {first}'s");
    let behind = Span { start: letter.end, ..letter };
    warning("W0513", title, span, format!("sees the board as {first} does"))
        .with_note("without a word after the letter, forward is the same direction for both players")
        .with_fix("seat the player on the other side", behind, " mirrored")
}

/// A counter on which something depends and which no FEN contains.
pub fn counter_without_field(counter: &str, span: Span, each: bool) -> Diagnostic {
    let field = if each { format!("count {counter} \"+\"") } else { format!("count {counter}") };
    warning("W0514", format!("no FEN contains `{counter}`"), span, "is lost when a position is written")
        .with_note(format!("add it to the fields under `notation`: `fen placement, turn, {field}`"))
}

/// A drop in a game in which nothing comes into a hand.
pub fn nothing_to_drop(span: Span) -> Diagnostic {
    warning("W0515", "nothing ever comes into a hand", span, "has nothing to drop").with_note(
        "add `keep captured` under `turn`, or pieces in hand to the setup, such as `[PPpp]` behind the last row",
    )
}

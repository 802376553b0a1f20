//! Messages about rules that make sense and still don't work: FENs that are no positions (E06), tests that fail (E07).
//!
//! They need the game to be played, so the compiler can't find them. The codes are explained in `explanations`.

use tilegame_dsl::diagnostic::{Code, Diagnostic};
use tilegame_dsl::source::{Sources, Span};
use tilegame_runtime::notation::fen::FenError;
use tilegame_runtime::{MOST_MOVES, MOST_WAYS};

use super::budget::Spent;

/// A FEN is not a position.
pub(super) fn bad_position(text: Span, error: &FenError) -> Diagnostic {
    let title = "this is not a position of this game";
    Diagnostic::error(Code("E0602"), title, text.part(&error.range), error.message.clone())
}

/// A FEN from outside, with a text of its own to point into.
pub(crate) fn bad_fen(fen: &str, error: &FenError) -> (Sources, Diagnostic) {
    let mut sources = Sources::new();
    let file = sources.add("FEN", fen);
    let text = Span::new(file, 0, fen.len());
    let diagnostic = bad_position(text, error);
    (sources, diagnostic)
}

/// The check has come to a position of which moves were left out.
pub(super) fn too_many_moves(header: Span) -> Diagnostic {
    let title = "a position of this game has more moves than are tried";
    Diagnostic::error(Code("E0606"), title, header, "some of its moves have not been found").with_note(format!(
        "at most {MOST_WAYS} paths of one rule of a piece are tried, and {MOST_MOVES} moves of a position are listed"
    ))
}

/// The game is over in its setup; `name` is that of the setup, if it has one.
pub(super) fn over_at_once(ending: &str, name: Option<&str>, place: Span) -> Diagnostic {
    let setup = name.map_or("the setup".to_string(), |name| format!("the setup `{name}`"));
    Diagnostic::warning(
        Code("W0604"),
        format!("the game is over before it begins: `{ending}` holds in {setup}"),
        place,
        "holds from the start",
    )
    .with_note(
        "endings are asked before every move, for the player to move; `enemy` is the player who has just moved",
    )
}

/// Two lines make moves that only a label tells apart.
pub(super) fn told_apart_by_label(moves: [&str; 2], place: Span, first: Span) -> Diagnostic {
    let [one, other] = moves;
    Diagnostic::warning(
        Code("W0605"),
        format!("`{one}` and `{other}` change the same, and only a label, or that one castles, tells them apart"),
        place,
        "makes a move that another line makes, too",
    )
    .with_label(first, "the other line")
    .with_note("something else follows from the one than from the other, so they are two moves; if only one is meant, let one of the lines leave it out")
}

/// The number of move sequences differs; `None` if there are more than expected, which were not counted to the end.
pub(super) fn wrong_count(place: Span, depth: u32, expected: u64, found: Option<u64>) -> Diagnostic {
    let (title, label) = match found {
        Some(found) => (format!("perft {depth} is {found}, not {expected}"), format!("found {found}")),
        None => (format!("perft {depth} is more than {expected}"), format!("found more than {expected}")),
    };
    Diagnostic::error(Code("E0701"), title, place, label)
        .with_note("`tilegame perft GAME DEPTH --divide` shows which first moves the sequences begin with")
}

/// A move that should be legal is not.
pub(super) fn not_legal(place: Span, moves: &str, why: &str) -> Diagnostic {
    Diagnostic::error(
        Code("E0702"),
        format!("`{moves}` is not legal"),
        place,
        format!("`{moves}` should be legal"),
    )
    .with_note(why.to_string())
}

/// A move that should be illegal is not.
pub(super) fn not_illegal(place: Span, moves: &str) -> Diagnostic {
    Diagnostic::error(
        Code("E0703"),
        format!("`{moves}` is legal"),
        place,
        format!("`{moves}` should be illegal"),
    )
    .with_note("`tilegame explain GAME MOVE` names the rule that makes a move")
}

/// The game ended otherwise.
pub(super) fn wrong_result(place: Span, expected: &str, found: &str) -> Diagnostic {
    Diagnostic::error(
        Code("E0704"),
        format!("the result is {found}, not {expected}"),
        place,
        format!("found {found}"),
    )
}

/// The numbered arrangement is another position.
pub(super) fn wrong_arrangement(place: Span, number: u32, expected: &str, found: &str) -> Diagnostic {
    Diagnostic::error(
        Code("E0705"),
        format!("arrangement {number} is another position"),
        place,
        "not this one".to_string(),
    )
    .with_note(format!("expected {expected}"))
    .with_note(format!("found    {found}"))
}

/// There is no such arrangement.
pub(super) fn no_arrangement(place: Span, number: u32, all: u32) -> Diagnostic {
    let label = match all {
        0 | 1 => "this game has no numbered arrangements".to_string(),
        all => format!("they are numbered from 0 to {}", all - 1),
    };
    Diagnostic::error(Code("E0705"), format!("there is no arrangement {number}"), place, label)
}

/// A move on the way to the position of a test can't be made.
pub(super) fn broken_way(place: Span, movement: &str, number: usize, why: &str) -> Diagnostic {
    Diagnostic::error(
        Code("E0706"),
        format!("`{movement}`, move {number} after `after`, can't be made"),
        place,
        "the test does not get to its position",
    )
    .with_note(why.to_string())
}

/// The budget is spent in the middle of the tests; `progress` says how far this one got, and so many behind it were not tried.
pub(super) fn budget_spent(place: Span, spent: Spent, progress: &str, untried: usize) -> Diagnostic {
    let (limit, raise) = match spent {
        Spent::Nodes(nodes) => (format!("{nodes} nodes"), format!("--budget {}", nodes.saturating_mul(10))),
        Spent::Time(time) => {
            let seconds = time.as_secs();
            (format!("{seconds} seconds"), format!("--budget-seconds {}", seconds.saturating_mul(10)))
        }
    };
    let title = format!("the tests of a file may take {limit} together, and these are spent");
    let error = Diagnostic::error(Code("E0708"), title, place, progress)
        .with_note(format!("to let them go on: `tilegame check GAME {raise}`"));
    match untried {
        0 => error,
        1 => error.with_note("the test after it was not tried"),
        n => error.with_note(format!("{n} tests after it were not tried")),
    }
}

/// More sequences than can be counted.
pub(super) fn count_too_large(place: Span, depth: u32, expected: u64) -> Diagnostic {
    let title = format!("perft {depth} is more than {}, not {expected}", u64::MAX);
    Diagnostic::error(Code("E0701"), title, place, "too many to be counted")
}

/// A word that has not the form of a move.
pub(super) fn not_a_move(place: Span, why: &str) -> Diagnostic {
    Diagnostic::error(Code("E0707"), "this is not a move", place, why)
}

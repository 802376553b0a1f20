//! Messages about rules that make sense and still don't work: set-ups that are no positions (E06), tests that fail (E07).
//!
//! They need the game to be played, so the compiler can't find them. Each constructor has its explanation below.

use tilegame_dsl::Places;
use tilegame_dsl::diagnostic::{Code, Diagnostic};
use tilegame_dsl::source::{FileId, Sources, Span};
use tilegame_runtime::notation::fen::FenError;

/// The set-up in the file is not a position.
pub(crate) fn bad_setup(sources: &Sources, places: &Places, error: &FenError) -> Diagnostic {
    match places.setup {
        Some(text) => position_error("E0601", "the set-up is not a position of this game", sources, text, error),
        None => Diagnostic::error(
            Code("E0601"),
            "the set-up is not a position of this game",
            Span::new(FileId(0), 0, 0),
            error.message.clone(),
        ),
    }
}

/// A position text in a test is not a position.
pub(crate) fn bad_test_position(sources: &Sources, text: Span, error: &FenError) -> Diagnostic {
    position_error("E0602", "this is not a position of this game", sources, text, error)
}

/// A position text from outside, with a text of its own to point into.
pub(crate) fn bad_fen(fen: &str, error: &FenError) -> (Sources, Diagnostic) {
    let mut sources = Sources::new();
    let file = sources.add("FEN", fen);
    let text = Span::new(file, 0, fen.len());
    let diagnostic = position_error("E0602", "this is not a position of this game", &sources, text, error);
    (sources, diagnostic)
}

fn position_error(
    code: &'static str,
    title: &str,
    sources: &Sources,
    text: Span,
    error: &FenError,
) -> Diagnostic {
    Diagnostic::error(Code(code), title, inside(sources, text, &error.range), error.message.clone())
}

/// The place of a stretch of a text that stands in quotes or not.
fn inside(sources: &Sources, text: Span, range: &std::ops::Range<usize>) -> Span {
    let snippet = sources.snippet(text);
    let quote = usize::from(snippet.starts_with('"'));
    let last = text.end as usize - usize::from(quote == 1 && snippet.len() > 1 && snippet.ends_with('"'));
    let start = (text.start as usize + quote + range.start).min(last);
    let end = (text.start as usize + quote + range.end).clamp(start, last);
    Span::new(text.file, start, end)
}

/// The number of move sequences differs.
pub(crate) fn wrong_count(place: Span, depth: u32, expected: u64, found: u64) -> Diagnostic {
    Diagnostic::error(
        Code("E0701"),
        format!("perft {depth} is {found}, not {expected}"),
        place,
        format!("found {found}"),
    )
    .with_note("`tilegame perft GAME DEPTH --divide` shows which first moves the sequences begin with")
}

/// A move that should be legal is not.
pub(crate) fn not_legal(place: Span, moves: &str, why: &str) -> Diagnostic {
    Diagnostic::error(Code("E0702"), format!("`{moves}` is not legal"), place, format!("`{moves}` should be legal"))
        .with_note(why.to_string())
}

/// A move that should be illegal is not.
pub(crate) fn not_illegal(place: Span, moves: &str) -> Diagnostic {
    Diagnostic::error(Code("E0703"), format!("`{moves}` is legal"), place, format!("`{moves}` should be illegal"))
        .with_note("`tilegame explain GAME MOVE` names the rule that makes a move")
}

/// The game ended otherwise.
pub(crate) fn wrong_result(place: Span, expected: &str, found: &str) -> Diagnostic {
    Diagnostic::error(
        Code("E0704"),
        format!("the result is {found}, not {expected}"),
        place,
        format!("found {found}"),
    )
}

/// The numbered arrangement is another position.
pub(crate) fn wrong_arrangement(place: Span, number: u32, expected: &str, found: &str) -> Diagnostic {
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
pub(crate) fn no_arrangement(place: Span, number: u32, all: u32) -> Diagnostic {
    let label = match all {
        0 | 1 => "this game has no numbered arrangements".to_string(),
        all => format!("they are numbered from 0 to {}", all - 1),
    };
    Diagnostic::error(Code("E0705"), format!("there is no arrangement {number}"), place, label)
}

/// A move on the way to the position of a test can't be made.
pub(crate) fn broken_way(place: Span, movement: &str, number: usize, why: &str) -> Diagnostic {
    Diagnostic::error(
        Code("E0706"),
        format!("`{movement}`, move {number} after `after`, can't be made"),
        place,
        "the test does not get to its position",
    )
    .with_note(why.to_string())
}

/// What the codes mean, for `check --explain`.
pub(crate) const EXPLANATIONS: &[(&str, &str, &str)] = &[
    (
        "E0601",
        "The set-up is not a position of this game",
        "The text after `setup` is written like every position of the game: the fields that `notation` lists, the pieces\n\
         row by row from the top. Each row has as many tiles as the board's, each letter is a piece's, and a number\n\
         counts empty tiles. The message points at the first part that does not fit.\n\n\
         The mend: correct the row or field that is underlined; `tilegame show GAME` then draws the result.",
    ),
    (
        "E0602",
        "A text is not a position of this game",
        "A position text in a test or on the command line could not be read. It has the fields that the game's\n\
         `notation` lists; fields at the end may be left out.\n\n\
         The mend: correct the part that is underlined; `tilegame fen GAME FEN` checks a text by itself.",
    ),
    (
        "E0701",
        "A count in `tests` is another",
        "`perft 2 = 400` says that there are 400 sequences of two legal moves. The program found another number, so\n\
         either the rules or the number is wrong.\n\n\
         The mend: `tilegame perft GAME DEPTH --divide` splits the number by the first move; follow the move whose\n\
         number is wrong one deeper, until the move that is missing or too many is plain.",
    ),
    (
        "E0702",
        "A move in `tests` is not legal, but should be",
        "`legal e2e4` says that a move is legal in the position of the test.\n\n\
         The mend: `tilegame explain GAME MOVE` says why it is not.",
    ),
    (
        "E0703",
        "A move in `tests` is legal, but should not be",
        "`illegal e2e5` says that a move is not legal in the position of the test.\n\n\
         The mend: `tilegame explain GAME MOVE` names the rule that makes the move.",
    ),
    (
        "E0704",
        "A result in `tests` is another",
        "`result NAME after …` says by which ending the game is over after these moves, `result none` that it goes on.\n\n\
         The mend: the endings are tried in their order, those of a variant before those it inherits; an earlier one\n\
         may have come first.",
    ),
    (
        "E0705",
        "A numbered arrangement in `tests` is another position",
        "`arrangement 518 = \"…\"` says which position a numbered arrangement is.\n\n\
         The mend: the number is written in the mixed base of the ways to place each line under `shuffle`, the first\n\
         line being the smallest digit; check the order of the lines.",
    ),
    (
        "E0706",
        "A move on the way to a test can't be made",
        "The moves after `after` are made before the test is asked. One of them is not legal where it is made.\n\n\
         The mend: correct that move; they are written as two tiles, such as e2e4.",
    ),
];

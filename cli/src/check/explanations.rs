//! What every code means: those of the compiler, and those of what is found by playing.

use tilegame_dsl::diagnostic::{Code, explain};

/// What a code means, at length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The code.
    pub code: Code,
    /// A few words.
    pub title: &'static str,
    /// What it means, an example, the mend.
    pub text: &'static str,
}

/// The explanations of all codes, in their order.
pub fn explanations() -> impl Iterator<Item = Explanation> {
    let compiler = explain::explanations().copied();
    let played = PLAYED.iter().map(|&(code, title, text)| (Code(code), title, text));
    let mut all: Vec<Explanation> =
        compiler.chain(played).map(|(code, title, text)| Explanation { code, title, text }).collect();
    // Warnings have codes of their own, which come last.
    all.sort_by_key(|explanation| explanation.code);
    all.into_iter()
}

/// Codes of what is found by playing.
const PLAYED: &[(&str, &str, &str)] = &[
    (
        "E0601",
        "the set-up is not a position of this game",
        "The text after `setup` is written like every position of the game: the fields that `notation` lists, the pieces \
         row by row from the top. Each row has as many tiles as the board's, each letter is a piece's, and a number \
         counts empty tiles. The message points at the first part that does not fit. \
         The mend: correct the row or field that is underlined; `tilegame show GAME` then draws the result.",
    ),
    (
        "E0602",
        "a text is not a position of this game",
        "A position text in a test or on the command line could not be read. It has the fields that the game's \
         `notation` lists; fields at the end may be left out. \
         The mend: correct the part that is underlined; `tilegame fen GAME FEN` checks a text by itself.",
    ),
    (
        "E0701",
        "a count in `tests` is another",
        "`perft 2 = 400` says that there are 400 sequences of two legal moves. The program found another number, so \
         either the rules or the number is wrong. \
         The mend: `tilegame perft GAME DEPTH --divide` splits the number by the first move; follow the move whose \
         number is wrong one deeper, until the move that is missing or too many is plain.",
    ),
    (
        "E0702",
        "a move in `tests` is not legal, but should be",
        "`legal e2e4` says that a move is legal in the position of the test. \
         The mend: `tilegame explain GAME MOVE` says why it is not.",
    ),
    (
        "E0703",
        "a move in `tests` is legal, but should not be",
        "`illegal e2e5` says that a move is not legal in the position of the test. \
         The mend: `tilegame explain GAME MOVE` names the rule that makes the move.",
    ),
    (
        "E0704",
        "a result in `tests` is another",
        "`result NAME after …` says by which ending the game is over after these moves, `result none` that it goes on. \
         The mend: the endings are tried in their order, those of a variant before those it inherits; an earlier one \
         may have come first.",
    ),
    (
        "E0705",
        "a numbered arrangement in `tests` is another position",
        "`arrangement 518 = \"…\"` says which position a numbered arrangement is. \
         The mend: the number is written in the mixed base of the ways to place each line under `shuffle`, the first \
         line being the smallest digit; check the order of the lines.",
    ),
    (
        "E0706",
        "a move on the way to a test can't be made",
        "The moves after `after` are made before the test is asked. One of them is not legal where it is made. \
         The mend: correct that move; they are written as two tiles, such as e2e4.",
    ),
    (
        "E0707",
        "a word in `tests` is not a move",
        "Behind `legal` and `illegal` stand moves as engines write them: the tile they start from, the tile they go to, \
         and the small letter of what a piece promotes to, such as e2e4 or e7e8q. Without that form the test would say \
         nothing, even behind `illegal`.",
    ),
];

//! Whether the computer plays a game; if not, why, and what to write instead.

use tilegame_runtime::Game;
use tilegame_runtime::bitset::WhyNot;

/// What to write instead of something that the computer does not play, by the words for it.
const INSTEAD: &[(&str, &str)] = &[
    (
        "of which some are preferred",
        "instead of `prefer`, let the other lines say when they hold, such as `if hand(piece) = 0`",
    ),
    ("pieces that carry others", "without `carry`, a piece can only push, swap or follow another one"),
    (
        "tests of what has always been so",
        "a counter or a state can note what has been, where `always` would look for it",
    ),
    (
        "turns that remember who has acted",
        "a state can note it, such as `after move: become moved`, and be taken away again at the end of the turn",
    ),
];

/// Why the computer does not play a game, as a sentence without full stop; nothing, if it does.
pub(crate) fn missing(game: &Game) -> Option<String> {
    game.bitset().err().map(|why| why_not(&why))
}

/// The same, where the reason is known.
pub(crate) fn why_not(why: &WhyNot) -> String {
    let why = why.to_string();
    let instead = INSTEAD.iter().find(|(words, _)| why.contains(words));
    let instead = instead.map_or(String::new(), |(_, instead)| format!("; {instead}"));
    format!("the computer can't play this game: {why}{instead}")
}

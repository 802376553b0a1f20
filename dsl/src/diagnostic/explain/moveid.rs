//! Codes about move-IDs.

use super::Explanation;
use crate::diagnostic::Code;

/// The explanations.
pub(super) const EXPLANATIONS: &[Explanation] = &[
    (
        Code("E0601"),
        "a text that is not a move-ID",
        "A move-ID has a fixed order of parts: `HV1234cmjnfolM…r……sr……t……per……M…!`; a part that is not used is written with \
         zeros. The message names the byte, counted from 0 behind the quotation mark, the part, what is expected there and \
         what was found. `tilegame moveid check` reads IDs without a game, `tilegame moveid explain` says what one means.",
    ),
    (
        Code("E0602"),
        "a letter in a move-ID that no piece has",
        "The blocks `r`, `sr` and `er` name a piece by its letter, large or small, as the game's pieces have it: `FR` is a \
         piece of one's own with the letter `R`, `f0` any enemy.",
    ),
    (
        Code("E0603"),
        "a move-ID on a board without files and ranks",
        "A move-ID counts steps to the side and forward. The board has to have directions for these four; every `grid` has.",
    ),
    (
        Code("E0604"),
        "a move-ID that can't be a rule here",
        "The ID is well formed, but it asks for something that is never so: a partner or victim where the mover itself stands, \
         two pieces that go to one tile, or a distance that is larger than the board.",
    ),
    (
        Code("E0605"),
        "a castling side whose rule does not fit",
        "A side without `King to g1, Rook to f1` names a rule of the piece that castles by its label. Exactly one rule \
         bears the label; exactly one other piece moves in it (`sr` of a move-ID, `shift` in a path); and both pieces are \
         asked to be unmoved (`p` in the ID, `first` in the path).",
    ),
    (
        Code("W0606"),
        "a move-ID with an odd part",
        "The ID gives no move at all (no quadrant, no distance, neither `c` nor `m`), or a part of it says nothing: \
         quadrants that are the same because a distance is 0, up and down at once, `j` where nothing lies on the way.",
    ),
];

//! The lines of the `castling` clause.

use super::expressions::{Effect, Test};
use super::words::{Name, Text};
use crate::source::Span;

/// A line of `castling`.
#[derive(Clone, PartialEq, Debug)]
pub enum CastlingLine {
    /// `side e "O-O" right "K"  King to g1, Rook to f1`, or `side short "O-O" right "K"`
    Side {
        /// Where the partner stands, seen from the one who castles (as the first player sees the board); where it is not
        /// said who goes where, the label of the rule that does.
        direction: Name,
        /// How the move is written in SAN.
        text: Text,
        /// The letter of the right in FENs.
        right: Text,
        /// Who and where to, first player's tiles: the one who castles, and the partner.
        goes: Option<[Goes; 2]>,
        /// The line.
        span: Span,
    },
    /// `safe if TEST`: what every tile that the king stands on or crosses must pass.
    Safe(Test),
    /// `from King may drop Hawk, Elephant`: what may be done, besides, on the tile that one of the two has left.
    May {
        /// Which of the two.
        of: Name,
        /// One of these is.
        effects: Vec<Effect>,
    },
    /// `remove e`, `remove safe`, `remove King` (in `extend castling`).
    Remove(Name),
}

/// Where one of two pieces goes that castle: `Rook to f1`, `Rook from h1 to f1`.
#[derive(Clone, PartialEq, Debug)]
pub struct Goes {
    /// The piece.
    pub piece: Name,
    /// The first player's tile where it must stand; any if none is given.
    pub from: Option<Name>,
    /// The first player's tile where it goes.
    pub to: Name,
}

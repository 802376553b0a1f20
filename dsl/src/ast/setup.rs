//! The lines of the `setup` clause.

use super::expressions::Tiles;
use super::words::{Name, Number, Text};
use crate::source::Span;

/// A line of `setup`.
#[derive(Clone, PartialEq, Debug)]
pub enum SetupLine {
    /// `position "FEN"` (also `setup "FEN"` on one line), `position NAME "FEN"`
    Position {
        /// The name by which it can be asked for.
        name: Option<Name>,
        /// The position.
        text: Text,
    },
    /// `shuffle TILES [each [apart]]` and its block
    Shuffle {
        /// The tiles to fill.
        tiles: Tiles,
        /// Whose tiles are filled.
        sharing: Sharing,
        /// What is placed, in order.
        places: Vec<PlaceLine>,
        /// The line.
        span: Span,
    },
    /// `start 518`: the arrangement used when none is asked for.
    Start(Number),
}

/// Whose tiles a shuffle fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// The first player's only.
    First,
    /// `each`: all players' alike.
    Alike,
    /// `each apart`: every player's in a way of its own.
    Apart,
}

/// A line of `shuffle`: `Bishop on light`, `Rook, King, Rook in order`.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceLine {
    /// The pieces.
    pub kinds: Vec<Name>,
    /// Only on these tiles.
    pub on: Option<Tiles>,
    /// `in order`: in this order along the tiles.
    pub ordered: bool,
    /// The line.
    pub span: Span,
}

//! The lines of the `players` clause.

use super::expressions::Tiles;
use super::words::{Name, Text};
use crate::source::Span;

/// A line of `players`: `Black "b" mirrored`, `Red "r" at Third`.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerLine {
    /// Its name.
    pub name: Name,
    /// The letter for "this player's turn" in FENs.
    pub letter: Text,
    /// `at PART`: the part of the board that is this player's own.
    pub home: Option<Name>,
    /// How the player sits.
    pub seat: Seat,
    /// Where forward is another direction.
    pub facing: Vec<FacingLine>,
}

/// A line under the first player: `facing s on Second, Third`.
#[derive(Clone, PartialEq, Debug)]
pub struct FacingLine {
    /// What is forward there.
    pub direction: Name,
    /// Where.
    pub tiles: Tiles,
}

/// How a player sits at the board.
#[derive(Clone, PartialEq, Debug)]
pub enum Seat {
    /// As the board is written: forward is the board's first direction.
    Plain,
    /// `mirrored`: sees the board reflected (the far rank is the own first rank, files keep their order).
    Mirrored(Span),
    /// `facing DIR`: sees the board turned so that forward is that direction.
    Facing(Name),
}

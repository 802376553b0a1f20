//! Positions at the start.

use super::ids::{KindId, RegionId, Tile};

/// Whose tiles a shuffle fills.
pub use crate::ast::Sharing;

/// How the game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The position as the game's own notation writes it.
    pub position: String,
    /// Positions by name; if there are such, the first is the one above.
    pub named: Vec<(String, String)>,
    /// Pieces placed by number on top of it.
    pub shuffle: Option<Shuffle>,
}

/// Numbered arrangements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The first player's tiles to fill, in order.
    pub tiles: Vec<Tile>,
    /// Whether the other players' counterparts are filled as well. Where each is filled apart, the number counts the first
    /// player's ways fastest.
    pub sharing: Sharing,
    /// What is placed. Each step has a number of ways; the arrangement's number is written in the mixed base of these
    /// numbers, the first step being the smallest digit. Like pieces are placed in the lexicographic order of their tiles.
    pub places: Vec<Place>,
    /// The arrangement used when none is asked for.
    pub start: u32,
}

/// Whose tiles a shuffle fills.
/// A step of a shuffle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The pieces.
    pub kinds: Vec<KindId>,
    /// Only on these tiles.
    pub on: Option<RegionId>,
    /// The pieces stand in this order along the tiles; otherwise they are all of one kind.
    pub ordered: bool,
}

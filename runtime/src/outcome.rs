//! How a game ended.

use tilegame_dsl::ir::{EndId, PlayerId};

/// A game that is over by what its position shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The ending that came about; its name is in the rules.
    pub end: EndId,
    /// Who won; nobody in a draw.
    pub winner: Option<PlayerId>,
}

//! What a piece promotes to, and when.

use super::expressions::{Test, Tiles};
use super::words::Name;
use crate::source::Span;

/// `may promote to Queen, Rook by capture from a1 on last_rank if TEST`
#[derive(Clone, PartialEq, Debug)]
pub struct Promote {
    /// `may`: it need not.
    pub optional: bool,
    /// To what.
    pub goals: Vec<Goal>,
    /// `by capture`, `by quiet`
    pub by: Option<By>,
    /// Where its move begins or ends.
    pub places: Places,
    /// `if TEST`
    pub guard: Option<Test>,
    /// The line.
    pub span: Span,
}

/// What a piece promotes to: a piece, a state, or `not` a state.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    /// `not`: it gets out of the state.
    pub off: bool,
    /// The piece or state.
    pub name: Name,
}

/// A sort of moves by which a piece promotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// `capture`: moves that take something.
    Capture,
    /// `quiet`: all others.
    Quiet,
}

impl By {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            By::Capture => "capture",
            By::Quiet => "quiet",
        }
    }
}

/// Between which tiles a move has to go.
#[derive(Clone, PartialEq, Debug)]
pub enum Places {
    /// `from TILES on TILES`: it begins on the one and ends on the other, of those that are given.
    Both {
        /// `from TILES`
        from: Option<Tiles>,
        /// `on TILES`
        on: Option<Tiles>,
    },
    /// `from or on TILES`: it begins or ends there.
    Either(Tiles),
}

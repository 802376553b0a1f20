//! How games and matches end.

use super::expr::{Test, Who};

/// How an ending of a match comes about.
pub use crate::ast::Manner;

/// An ending that a position shows, or a way for one player to go out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Its name.
    pub name: String,
    /// Who wins.
    pub result: EndResult,
    /// When; asked for the player to move.
    pub when: Test,
}

/// A part of a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share {
    /// How many parts.
    pub part: u32,
    /// How many parts make a whole point; not zero.
    pub of: u32,
}

impl std::fmt::Display for Share {
    /// `3/4`, or a whole number.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.of {
            1 => write!(f, "{}", self.part),
            of => write!(f, "{}/{of}", self.part),
        }
    }
}

/// The result of an ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndResult {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The point is divided so: what the player to move gets, then the others in the order of turns.
    Shares(Vec<Share>),
    /// This player wins.
    Wins(Who),
    /// It is no end: the player to move is out, and the others play on.
    Out,
    /// It is no end: the turn passes to the next player.
    Skip,
}

impl EndResult {
    /// Whether the game is over with it.
    pub fn is_final(&self) -> bool {
        !matches!(self, EndResult::Out | EndResult::Skip)
    }
}

/// An ending of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Its name.
    pub name: String,
    /// How it comes about.
    pub manner: Manner,
    /// Who wins.
    pub result: EndResult,
    /// When; asked for the player to move ([`Manner::Time`]: for the player whose time is up).
    pub when: Test,
}

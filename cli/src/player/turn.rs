//! A turn of a side: what it is told before, and what comes instead of a move.

use std::time::Duration;

use tilegame_record::Match;

use crate::values::Clock;

/// How much each side may think.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Pace {
    /// So many positions a move.
    Nodes(u64),
    /// So long a move.
    Each(Duration),
    /// So long for a game.
    Clock(Clock),
}

/// What a side knows of a match when it chooses a move.
pub(crate) struct Situation<'s> {
    pub(crate) played: &'s Match,
    pub(crate) pace: Pace,
    /// What the clocks of the players show.
    pub(crate) left: &'s [Duration],
    pub(crate) seed: u64,
}

/// Why a side has no move to play.
#[derive(Debug)]
pub(crate) enum NoMove {
    /// It did something that loses the game.
    Lost(String),
    /// Somebody has stopped the match.
    Stopped,
}

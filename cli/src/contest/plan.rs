//! A match as it was asked for.

use tilegame_runtime::Game;

use super::opening::Openings;
use crate::player::{Named, Pace};

/// A match as it was asked for.
pub(super) struct Plan {
    pub(super) game: Game,
    pub(super) sides: [Named; 2],
    pub(super) pace: Pace,
    pub(super) openings: Openings,
    pub(super) games: u64,
    pub(super) most_plies: u32,
    pub(super) seed: u64,
}

//! Small nets that judge positions, learned from games of a game against itself.
//!
//! The inputs that are on are added up, once as each player sees the board: to a few hidden sums that are squared between two limits and weighted, and
//! directly to a worth. Weights of the outputs depend on how many pieces are left. All are whole numbers, so the same position has the same value everywhere.

mod file;
mod inputs;
mod likeness;
mod sums;
mod weights;

use tilegame_runtime::Game;
use tilegame_runtime::ir::plain_name;

include!(concat!(env!("OUT_DIR"), "/nets.rs"));

pub use file::{MOST_BYTES, NotANet, fingerprint};
pub use inputs::{Inputs, STAGES};
pub(crate) use sums::Sums;
pub use weights::{Base, MOST_WEIGHT, Net, ONE, SIZES, WEIGHT, Weights};

/// The net of the library for a game, if there is one for exactly these rules.
pub fn of_library(game: &Game) -> Option<Net> {
    let name = plain_name(&game.rules().name);
    let (_, bytes) = NETS.iter().find(|(file, _)| plain_name(file) == name)?;
    Net::from_bytes(game, bytes).ok()
}

//! How other programs write games: the programs that this one plays for, and those that it plays against.
//!
//! | module | contents |
//! | --- | --- |
//! | `coordinates` | moves by the names of tiles, as each protocol writes them |
//! | `turns` | turns move by move, or in the dialect of Fairy-Stockfish |
//! | `names` | what other programs call games, and with which they begin |

mod coordinates;
mod names;
mod turns;

pub(crate) use coordinates::{Coordinates, size};
pub(crate) use names::{Parent, first_game, our_name, parent, their_name};
pub(crate) use turns::Spelling;

//! Who plays: the computer, chance, or another program.
//!
//! | module | contents |
//! | --- | --- |
//! | `computer` | the computer, alone or in several threads, and how long it may think |
//! | `program` | another program |
//! | `turn` | what a side is told before a move, and what comes instead of one |
//! | `side` | a side of a match, by any of them |

mod computer;
mod program;
mod side;
mod turn;

pub(crate) use computer::{Computer, Patience};
pub(crate) use side::{Named, Side};
pub(crate) use turn::{NoMove, Pace, Situation};

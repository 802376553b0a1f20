//! Who plays: the computer, chance, or another program.
//!
//! | module | contents |
//! | --- | --- |
//! | `computer` | the computer, alone or in several threads, and how long it may think |
//! | `program` | another program |
//! | `side` | a side of a match, by any of them |

mod computer;
mod program;
mod side;

pub(crate) use computer::{Computer, Patience};
pub(crate) use side::{Named, NoMove, Pace, Side, Situation};

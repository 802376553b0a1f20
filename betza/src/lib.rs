//! Betza notation: how a chess piece moves, in a few letters.
//!
//! [`Betza`] is a text that has been read; [`Betza::moves`] is what it means, as a list of [`Move`]s that can be compared;
//! [`Betza::rules`] are lines of the language of TileGame that say the same. [`encode`] goes back: the shortest notation for
//! given moves, proved by reading it again. [`explain`](mod@explain) says it in words.
//!
//! ```
//! use tilegame_betza::{Betza, Dialect, encode};
//! let camel = Betza::read("C", Dialect::XBoard)?;
//! assert_eq!(camel.rules()?[0].to_string(), "move sym(n+n+n+e)");
//! assert_eq!(encode(&camel.moves()?, Dialect::XBoard).unwrap(), "C");
//! # Ok::<(), tilegame_betza::Wrong>(())
//! ```
//!
//! # The two dialects
//!
//! [`Dialect::XBoard`] is XBetza, as XBoard and the Interactive Diagram read it. [`Dialect::FairyStockfish`] is what Fairy-Stockfish makes of
//! a text. They agree on most pieces, but not on these:
//!
//! | text | XBoard | Fairy-Stockfish |
//! | --- | --- | --- |
//! | `fK` | one step forward | also the two diagonal ones |
//! | `i` | while the piece has not moved | on the region of the double step, and to empty tiles only |
//! | `R10` | ten tiles | an error here: it reads `R1` |
//! | `DD`, `H0` | any number of leaps | an error here: there the piece has no such moves |
//! | `a`, `y`, `z`, `j`, … | see [`parse`](mod@parse) | errors here: it ignores the letters |

#![forbid(unsafe_code)]

mod directions;
mod encode;
pub mod explain;
mod geometry;
mod lines;
mod meaning;
pub mod parse;
#[cfg(test)]
mod tests;

pub use encode::{NoForm, encode};
pub use geometry::Vector;
pub use lines::{Path, Rule, Stands, Turns, rules};
pub use meaning::{Leg, Mode, Move, On, When};
pub use parse::{Betza, Wrong};

/// Whose reading of the notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub enum Dialect {
    /// XBetza, as XBoard reads it.
    #[default]
    XBoard,
    /// As Fairy-Stockfish reads it.
    FairyStockfish,
}

/// The longest text that is read, in bytes.
pub const LONGEST: usize = 400;

/// How many moves a text may mean.
pub const MOST_MOVES: usize = 4000;

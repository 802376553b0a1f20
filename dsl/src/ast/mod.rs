//! The syntax tree: what is written, line by line, with the place of every word.
//!
//! Nothing is resolved here: a [`Name`] may be a piece, a region or a typing error. Meaning is `resolve`'s business; the
//! tree exists so that errors are faithful to the text and so that the printer can write it back.

mod board;
mod castling;
mod ends;
mod expressions;
mod items;
mod notation;
mod pieces;
mod players;
mod print;
mod promises;
mod promotion;
mod setup;
mod turn;
mod visit;
mod words;

pub use board::*;
pub use castling::*;
pub use ends::*;
pub use expressions::*;
pub use items::*;
pub use notation::*;
pub use pieces::*;
pub use players::*;
pub use promises::*;
pub use promotion::*;
pub use setup::*;
pub use turn::*;
pub use visit::Part;
pub use words::*;

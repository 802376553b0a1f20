//! Tables: all positions with so many pieces, and with every set of pieces that arises from these, with what each is worth.
//!
//! A set of pieces is written as `K R / K`: those of the first player, then those of the second. What it comes to by captures, promotions and drops is found by
//! playing. In the table are
//!
//! * every position in which these pieces, or a set that arises from them, stand on tiles where such pieces can come to stand in the game, each player being to
//!   move, if a FEN could say it: nobody can take at once what must not be left to be taken. No piece has a right to castle or counts as unmoved, and
//!   no mark lies on the board;
//! * what can be reached from these, be it with marks (as behind a double step) or with pieces in hand.
//!
//! Numbers of moves are not looked at, so that no win is cut off by a count of moves.
//!
//! ```
//! use tilegame_runtime::Game;
//! use tilegame_solve::Value;
//! use tilegame_solve::tables::{Material, Table};
//! let game = Game::from_library("losalamos")?;
//! let material = Material::read(&game, "K Q / K")?;
//! let table = Table::solve(&game, &material, 1_000_000, &mut |_| true)?;
//! let state = game.read_fen("3k2/6/3K2/6/6/Q5 w - - 0 1")?;
//! assert_eq!(table.value(&state), Some(Value::Win(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod class;
mod file;
mod homes;
mod material;
mod table;

pub use class::ClassCounts;
pub use file::{BadTable, RulesHash};
pub use material::{BadMaterial, Material};
pub use table::{BadValue, Table};

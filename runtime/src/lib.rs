//! Plays the rules of a game: a board graph, positions on it, the legal moves, results, counting, and the notations.
//!
//! The way through this crate is **[`Rules`](tilegame_dsl::ir::Rules) → [`Game`] → [`Position`] → [`Move`]**, each made
//! from the one before. No game, piece or board is known here; all of it comes from the rules.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`board`] | the graph of tiles |
//! | [`area`] | rectangles of places |
//! | [`game`] | the rules made ready to play, and the questions one can ask |
//! | [`position`] | one moment of a game |
//! | [`moves`] | a move as the list of what it changes |
//! | [`outcome`] | who won, by which ending |
//! | [`mod@matches`] | a match: moves played, claims, offers, clocks |
//! | [`account`] | pieces captured, lost and converted |
//! | [`prospects`] | whether somebody can still win |
//! | [`receipt`] | what comes from outside between two moves |
//! | [`explain`] | why a move is legal or not |
//! | [`perft`] | counting move sequences |
//! | [`mod@bitset`] | the fast engine, made from the rules when it is first asked for |
//! | [`mod@compare`] | the two engines side by side |
//! | [`notation`] | texts for positions, moves and games |
//!
//! The crate opens no file, prints nothing and never looks at the clock.

pub mod account;
pub mod area;
pub mod bitset;
pub mod board;
pub mod compare;
mod earlier;
mod engine;
pub mod explain;
pub mod game;
pub mod matches;
pub mod moves;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod position;
pub mod prospects;
pub mod receipt;
pub mod set;
mod words;

pub use board::Board;
pub use engine::generate::MOST_MOVES;
pub use engine::walk::MOST_WAYS;
pub use game::Game;
pub use moves::{Change, Move};
pub use outcome::{Outcome, Scores};
pub use position::{Passed, Past, Piece, Position};
pub use tilegame_dsl::ir;

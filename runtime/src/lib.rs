#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! The way through this crate is **text → [`Game`] → [`State`] → [`Move`]**, each made from the one before. No game, piece or board is known here;
//! all of it comes from the rules, which are [`ir::Rules`].
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`source`] | from texts to a game, and messages about them |
//! | [`mod@library`] | the texts of the games and modules that come with the crate |
//! | [`board`] | the graph of tiles |
//! | [`area`] | rectangles of places |
//! | [`game`] | the rules made ready to play, and the questions one can ask |
//! | [`setups`] | where games start |
//! | [`mod@state`] | a position that answers every question about itself, and its moves |
//! | `reference` | the reference engine, which is the specification, and its positions; public with the feature `specification` |
//! | [`edit`] | setting up a position by hand |
//! | [`moves`] | a move as the list of what it changes |
//! | [`outcome`] | who won, by which ending |
//! | [`prospects`] | whether somebody can still win |
//! | [`receipt`] | what comes from outside between two moves |
//! | [`explain`] | why a move is legal or not |
//! | [`perft`] | counting move sequences |
//! | `plan` | the rules made into tables and programs for the fast engine, when it is first asked for |
//! | `once` | code that is there once, in browsers |
//! | `packed` | positions and moves in a few bytes |
//! | `engine` | the fast engine: functions over a plan and a packed position |
//! | `compare` | the two engines side by side, with the feature `specification` |
//! | [`notation`] | texts for positions, moves and games |

// Without the feature, what only the specification asks is not used. To say so of each item would mark dozens of them.
#![cfg_attr(not(feature = "specification"), allow(dead_code, unreachable_pub, unused_imports))]

pub mod area;
pub mod board;
#[cfg(feature = "specification")]
pub mod compare;
mod cpu;
pub mod edit;
mod engine;
pub mod explain;
pub mod game;
pub mod moves;
pub mod notation;
mod once;
pub mod outcome;
mod packed;
pub mod perft;
mod plan;
pub mod prospects;
pub mod receipt;
mod receive;
#[cfg(feature = "specification")]
pub mod reference;
#[cfg(not(feature = "specification"))]
mod reference;
pub mod set;
pub mod setups;
pub mod source;
pub mod state;
mod words;
mod written;

pub use board::Board;
pub use game::Game;
pub use moves::Change;
pub use notation::{Listed, San, Uci};
pub use outcome::{Outcome, Scores};
pub use reference::generate::MOST_MOVES;
#[cfg(feature = "specification")]
pub use reference::position::Position;
pub use reference::position::{Left, Piece};
pub use reference::walk::MOST_WAYS;
pub use state::{Move, MoveList, State};
pub use tilegame_dsl::{ir, library};

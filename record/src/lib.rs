#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`mod@matches`] | a match: moves played, claims, offers, clocks |
//! | [`pgn`] | matches as texts, with comments and variations |
//! | [`account`] | pieces captured, lost and converted |

pub mod account;
pub mod matches;
pub mod pgn;
mod score;

pub use matches::Match;
pub use score::{NotAScore, Score};

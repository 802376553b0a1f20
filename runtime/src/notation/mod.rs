//! Texts for positions, moves and games.
pub mod fen;

//! The TileGame language.
pub mod ast;
pub mod diagnostic;
pub mod ir;
pub mod source;

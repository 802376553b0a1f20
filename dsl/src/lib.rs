//! The TileGame language.
pub mod ast;
pub mod diagnostic;
pub mod fmt;
pub mod ir;
pub mod layout;
pub mod parse;
pub mod source;
pub mod token;

//! What is wrong with a FEN, and where.

use std::ops::Range;

use thiserror::Error;

use crate::notation::field::Field;

/// A FEN that can't be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct FenError {
    /// The bytes of the text it is about.
    pub range: Range<usize>,
    /// What is wrong, as a sentence without full stop.
    pub message: String,
}

impl FenError {
    pub(super) fn new(range: Range<usize>, message: impl Into<String>) -> FenError {
        FenError { range, message: message.into() }
    }
}

/// How the right to castle is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FenStyle {
    /// By the side's letter; by the partner's file only where that would be misread.
    #[default]
    X,
    /// By the partner's file, wherever that tells one partner from all others.
    Shredder,
}

impl Field<'_> {
    pub(super) fn error(&self, message: impl Into<String>) -> FenError {
        FenError::new(self.range(), message)
    }
}

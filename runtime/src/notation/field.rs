//! A part of a string, and where in the whole it begins.

use std::ops::Range;

/// A part of a string and where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Field<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Field<'t> {
    /// All of a string.
    pub(super) fn whole(text: &'t str) -> Field<'t> {
        Field { text, at: 0 }
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// So many bytes, and the rest.
    pub(super) fn split(&self, at: usize) -> (Self, Self) {
        let (text, rest) = self.text.split_at(at);
        (Field { text, at: self.at }, Field { text: rest, at: self.at + at })
    }
}

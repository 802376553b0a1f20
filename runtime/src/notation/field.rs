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

    /// The parts between signs of ASCII: most are so short that looking at each byte is the quickest way to find them.
    pub(super) fn parts(self, between: u8) -> impl Iterator<Item = Field<'t>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let now = rest.take()?;
            let Some(at) = now.text.bytes().position(|byte| byte == between) else { return Some(now) };
            let (part, behind) = now.split(at);
            rest = Some(behind.split(1).1);
            Some(part)
        })
    }
}

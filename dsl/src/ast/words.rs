//! What is written, with its place, and the words that variants begin statements with.

use crate::source::Spanned;

/// A word as written.
pub type Name = Spanned<String>;
/// A quoted text, without its quotes.
pub type Text = Spanned<String>;
/// A whole number.
pub type Number = Spanned<u32>;

/// What a statement of a variant does with what it inherits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Nothing is written: declares something new (or sets a thing of which there is only one).
    Declare,
    /// `replace`: the named thing exists and is exchanged.
    Replace,
    /// `extend`: the named thing exists and gets more lines.
    Extend,
    /// `remove`: the named thing exists and goes.
    Remove,
}

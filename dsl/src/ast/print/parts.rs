//! What lines are put together from: texts in quotes, lists, blocks.

use std::fmt::{self, Display, Formatter};

use crate::ast::{Name, Text};
use crate::token::is_word;

/// A text in quotes.
pub(super) struct Quoted<'a>(pub(super) &'a Text);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.node.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// A list with commas.
pub(super) struct Commas<'a, T>(pub(super) &'a [T]);

impl<T: Display> Display for Commas<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.iter().enumerate() {
            write!(f, "{}{part}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

/// A part with what stands in front of it, or nothing.
pub(super) struct Maybe<T>(pub(super) &'static str, pub(super) Option<T>);

impl<T: Display> Display for Maybe<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.1 {
            Some(part) => write!(f, "{}{part}", self.0),
            None => Ok(()),
        }
    }
}

pub(super) fn word(name: &Option<Name>) -> Option<&str> {
    name.as_ref().map(|name| name.node.as_str())
}

pub(super) fn words(names: &[Name]) -> String {
    names.iter().map(|name| name.node.as_str()).collect::<Vec<_>>().join(", ")
}

/// Texts, each with a space in front.
pub(super) fn texts(texts: &[Text]) -> String {
    texts.iter().map(|text| format!(" {}", Quoted(text))).collect()
}

/// Moves, each with a space in front, in quotes where they are not plain words.
pub(super) fn moves(moves: &[Name]) -> String {
    moves
        .iter()
        .map(|m| if is_word(&m.node) { format!(" {}", m.node) } else { format!(" {}", Quoted(m)) })
        .collect()
}

/// A header and the lines indented under it.
pub(super) fn headed<T: Display>(f: &mut Formatter<'_>, header: &str, lines: &[T]) -> fmt::Result {
    writeln!(f, "{header}")?;
    block(f, lines.iter())
}

pub(super) fn block<T: Display>(f: &mut Formatter<'_>, lines: impl Iterator<Item = T>) -> fmt::Result {
    for line in lines {
        writeln!(f, "    {line}")?;
    }
    Ok(())
}

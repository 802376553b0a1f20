//! Lines and columns of a text, as editors count them.

/// What a column counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Units {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16, in which an emoji has two.
    #[default]
    Utf16,
}

impl Units {
    /// How many a character has.
    fn of(self, c: char) -> usize {
        match self {
            Units::Utf8 => c.len_utf8(),
            Units::Utf16 => c.len_utf16(),
        }
    }
}

/// Where the lines of a text begin.
///
/// ```
/// use tilegame_ide::lines::{Lines, Units};
/// let text = "# 🦆\nboard\n";
/// let lines = Lines::new(text);
/// assert_eq!(lines.position(text, 6, Units::Utf16), (0, 4));
/// assert_eq!(lines.position(text, 6, Units::Utf8), (0, 6));
/// assert_eq!(lines.offset(text, 1, 2, Units::Utf16), 9);
/// // What is beyond the end of a line or text means its end.
/// assert_eq!(lines.offset(text, 0, 999, Units::Utf16), 6);
/// assert_eq!(lines.offset(text, 999, 0, Units::Utf16), 13);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// Finds the lines of a text.
    pub fn new(text: &str) -> Lines {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines { starts: std::iter::once(0).chain(ends).collect() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line of a place in the text, from 0.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// Where a line is in the text, without its end.
    pub fn range(&self, text: &str, line: usize) -> std::ops::Range<usize> {
        let Some(&start) = self.starts.get(line) else { return text.len()..text.len() };
        let end = self.starts.get(line + 1).map_or(text.len(), |next| next - 1);
        let end = if text.get(start..end).is_some_and(|line| line.ends_with('\r')) { end - 1 } else { end };
        start..end
    }

    /// Line and column of a place in the text, both from 0.
    pub fn position(&self, text: &str, offset: usize, units: Units) -> (usize, usize) {
        let offset = floor(text, offset);
        let line = self.line(offset);
        let before = &text[self.starts[line]..offset];
        (line, before.chars().map(|c| units.of(c)).sum())
    }

    /// The place of a line and a column.
    pub fn offset(&self, text: &str, line: usize, column: usize, units: Units) -> usize {
        let range = self.range(text, line);
        let mut passed = 0;
        for (at, c) in text[range.clone()].char_indices() {
            if passed >= column {
                return range.start + at;
            }
            passed += units.of(c);
        }
        range.end
    }
}

/// The nearest place at or before an offset that is between two characters.
pub(crate) fn floor(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

//! Named texts, and places in them.
//!
//! Everything the compiler reads is in a [`Sources`]; it never opens a file itself. A [`Span`] is a stretch of bytes
//! in one text and is carried through every step, so that an error can always point at the author's own words.

/// A text in a [`Sources`], by its position there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A stretch of bytes `start..end` in one text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both; both must be in the same file (otherwise `self` is returned).
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The part of the span at a range of its bytes; what the range has beyond it is left out.
    pub fn part(self, range: &std::ops::Range<usize>) -> Span {
        let (first, last) = (self.start as usize, self.end as usize);
        let start = (first + range.start).min(last);
        let end = (first + range.end).clamp(start, last);
        Span::new(self.file, start, end)
    }

    /// The span as a byte range.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value and where it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Pairs a value with its place.
    pub fn new(node: T, span: Span) -> Spanned<T> {
        Spanned { node, span }
    }

    /// The same place with another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { node: f(self.node), span: self.span }
    }
}

/// All texts that one compilation may read, by name.
///
/// Names of standard library modules are `stdlib/NAME.tg`, those of the embedded games `games/NAME.tg`; any other name
/// is a path as the caller chose to write it.
///
/// ```
/// use tilegame_dsl::source::Sources;
/// let mut sources = Sources::new();
/// let file = sources.add("mine.tg", "game \"Mine\"\n");
/// assert_eq!(sources.name(file), "mine.tg");
/// assert_eq!(sources.line_column(file, 5), (1, 6));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    files: Vec<(String, String)>,
}

impl Sources {
    /// No texts.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text (or replaces the one of that name) and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let (name, text) = (name.into(), text.into());
        if let Some(id) = self.find(&name) {
            self.files[id.0 as usize].1 = text;
            return id;
        }
        self.files.push((name, text));
        FileId(self.files.len() as u32 - 1)
    }

    /// The text of that name.
    pub fn find(&self, name: &str) -> Option<FileId> {
        self.files.iter().position(|(n, _)| n == name).map(|i| FileId(i as u32))
    }

    /// The name of a text.
    pub fn name(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].0
    }

    /// A text.
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].1
    }

    /// The words at a span.
    pub fn snippet(&self, span: Span) -> &str {
        self.text(span.file).get(span.range()).unwrap_or("")
    }

    /// All texts, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &str, &str)> {
        self.files.iter().enumerate().map(|(i, (n, t))| (FileId(i as u32), n.as_str(), t.as_str()))
    }

    /// Line and column (both from 1, the column in characters) of a byte offset.
    pub fn line_column(&self, file: FileId, offset: u32) -> (usize, usize) {
        let text = self.text(file);
        let mut at = (offset as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

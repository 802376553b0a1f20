//! A file before it is text: statements, and what is said about them behind their lines.

use std::iter;
use std::mem::discriminant;

use tilegame_dsl::ast::{Item, ItemKind};

/// What is said behind a line: reasons, and the keys that it comes from if somebody asks for them.
pub(crate) type Note = Vec<String>;

/// Part of a file, with what is said about it.
pub(crate) struct Noted<T> {
    pub(crate) node: T,
    pub(crate) note: Note,
}

impl<T> From<T> for Noted<T> {
    fn from(node: T) -> Noted<T> {
        Noted { node, note: Note::new() }
    }
}

/// A statement and the notes on the lines of its block, which has one line for each node.
#[derive(Clone)]
pub(crate) struct Statement {
    pub(crate) item: Item,
    note: Note,
    notes: Vec<Note>,
}

impl From<Noted<Item>> for Statement {
    fn from(Noted { node, note }: Noted<Item>) -> Statement {
        Statement { item: node, note, notes: Vec::new() }
    }
}

impl Statement {
    /// A block of these lines, if there are any.
    pub(crate) fn block<T>(lines: Vec<Noted<T>>, item: impl FnOnce(Vec<T>) -> Item) -> Option<Statement> {
        let (nodes, notes): (Vec<T>, Vec<Note>) =
            lines.into_iter().map(|line| (line.node, line.note)).unzip();
        (!nodes.is_empty()).then(|| Statement { item: item(nodes), note: Note::new(), notes })
    }

    /// Keeps what is said about these lines of its block; the others go.
    pub(crate) fn keep_notes(&mut self, kept: &[bool]) {
        let mut kept = kept.iter();
        self.notes.retain(|_| kept.next().is_none_or(|kept| *kept));
    }
}

/// The text of a file that begins with these comments.
pub(crate) fn text(comments: &[String], statements: &[Statement]) -> String {
    let mut text: String = comments.iter().map(|comment| format!("# {comment}\n")).collect();
    let mut above: Option<&ItemKind> = None;
    for Statement { item, note, notes } in statements {
        let written = item.to_string();
        // Statements of one line stand together with others of their sort.
        let alone = Some(&item.kind).filter(|_| written.lines().nth(1).is_none());
        if !alone.zip(above).is_some_and(|(one, other)| alike(one, other)) {
            text.push('\n');
        }
        above = alone;
        let notes = iter::once(note).chain(notes).map(Some).chain(iter::repeat(None));
        for (line, note) in written.lines().zip(notes) {
            text.push_str(line);
            if let Some(note) = note.filter(|note| !note.is_empty()) {
                text.push_str("  # ");
                text.push_str(&note.join("; "));
            }
            text.push('\n');
        }
    }
    printable(&text)
}

/// Whether two statements are of one sort: names for tests and for paths are.
fn alike(one: &ItemKind, other: &ItemKind) -> bool {
    let defines = |kind: &ItemKind| matches!(kind, ItemKind::Test { .. } | ItemKind::Path { .. });
    discriminant(one) == discriminant(other) || defines(one) && defines(other)
}

/// A text without characters that the language does not allow and that could control a terminal: they can only be in comments and in titles.
fn printable(text: &str) -> String {
    let written = |c: char| match c {
        '\n' => c.to_string(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(written).collect()
}

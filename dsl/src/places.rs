//! Places in the text that are needed after resolving: the runtime reads positions and moves, and when it can't, the
//! message points at the author's words.

use crate::source::{FileId, Sources, Span};

/// Where the texts of a game's rules stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// The `game` or `variant` line; where there is none, the start of the text.
    pub header: Span,
    /// The setup's FENs in their order, without their quotes.
    pub positions: Vec<Span>,
    /// The rules of every kind, in parallel with [`Rules::kinds`](crate::ir::Rules::kinds).
    pub rules: Vec<Vec<Span>>,
    /// The lines of `choose`, in parallel with [`Turn::choices`](crate::ir::Turn::choices).
    pub choices: Vec<Span>,
    /// The endings, in parallel with [`Rules::ends`](crate::ir::Rules::ends).
    pub ends: Vec<Span>,
    /// In parallel with [`Rules::tests`](crate::ir::Rules::tests).
    pub tests: Vec<TestPlace>,
}

/// Where the parts of a line of `tests` stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestPlace {
    /// The line.
    pub line: Span,
    /// The FEN of `from`, without its quotes.
    pub from: Option<Span>,
    /// The moves after `after`.
    pub after: Vec<Span>,
    /// The moves said to be legal or illegal.
    pub moves: Vec<Span>,
    /// The FEN of an arrangement, without its quotes.
    pub position: Option<Span>,
}

impl Places {
    /// No places but the start of a text.
    pub(crate) fn none(file: FileId) -> Places {
        Places {
            header: Span { file, start: 0, end: 0 },
            positions: Vec::new(),
            rules: Vec::new(),
            choices: Vec::new(),
            ends: Vec::new(),
            tests: Vec::new(),
        }
    }
}

/// The place of a text's contents, whether or not `span` takes in the quotes.
pub(crate) fn contents(sources: &Sources, span: Span) -> Span {
    let text = sources.snippet(span);
    if text.len() >= 2 && text.starts_with('"') && text.ends_with('"') {
        return Span { start: span.start + 1, end: span.end - 1, ..span };
    }
    span
}

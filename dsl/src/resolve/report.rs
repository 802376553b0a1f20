//! Collects what is found, each message once, and sorts it at the end.
//!
//! A named test that is used ten times is looked at ten times, so the same message may come ten times. There is a limit on how
//! many are kept; where it is reached, a last message says so.

use std::collections::HashSet;

use crate::diagnostic::errors::syntax::too_many_messages;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::limits;
use crate::source::{FileId, Span};

/// The messages found so far.
#[derive(Default)]
pub(crate) struct Report {
    found: Vec<Diagnostic>,
    /// What tells them apart.
    known: HashSet<(Code, Span, String)>,
    /// Says that there are more.
    more: Option<Diagnostic>,
}

impl Report {
    /// Adds a message, unless it was given before.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let span = diagnostic.primary.span;
        if self.known.contains(&(diagnostic.code, span, diagnostic.title.clone())) {
            return;
        }
        if self.found.len() == limits::MESSAGES {
            self.more.get_or_insert_with(|| too_many_messages(span));
            return;
        }
        self.known.insert((diagnostic.code, span, diagnostic.title.clone()));
        self.found.push(diagnostic);
    }

    /// Adds messages.
    pub(crate) fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }

    /// Whether an error is among them.
    pub(crate) fn has_errors(&self) -> bool {
        self.more.is_some() || self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// Keeps only the messages that pass.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.found.retain(keep);
    }

    /// Whether there is a message of that code.
    pub(crate) fn has(&self, code: &str) -> bool {
        self.found.iter().any(|d| d.code.0 == code)
    }

    /// Takes all messages out.
    pub(crate) fn take(&mut self) -> Vec<Diagnostic> {
        self.known.clear();
        std::mem::take(&mut self.found)
    }

    /// All messages in the order of the files and of their places there.
    pub(crate) fn finish(mut self, files: &[FileId]) -> Vec<Diagnostic> {
        let rank = |file: FileId| files.iter().position(|f| *f == file).unwrap_or(files.len());
        self.found.sort_by_key(|d| (rank(d.primary.span.file), d.primary.span.start, d.primary.span.end));
        self.found.extend(self.more);
        self.found
    }
}

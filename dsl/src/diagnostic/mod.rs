//! Messages to the author of a rules file, as data.
//!
//! A [`Diagnostic`] has a code, a title, labelled places, plain sentences and, where it can be known, the line as it
//! should be. Where a problem is found, the code calls a constructor from [`errors`]; only [`render`] knows how a message
//! is drawn. Spans survive every expansion, so a label always points at words that somebody wrote.

pub mod errors;
pub mod explain;
pub mod render;
pub mod suggest;
#[cfg(test)]
mod tests;

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The file can't be played.
    Error,
    /// The file can be played, but something in it is very likely not meant so.
    Warning,
}

/// A message's stable name, such as `E0203` or `W0301`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub &'static str);

/// A place and what is the matter there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A few words under it.
    pub text: String,
}

/// A change that would fix the problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, such as "did you mean `Queen`?".
    pub message: String,
    /// What to replace.
    pub span: Span,
    /// By what.
    pub replacement: String,
}

/// A message to the author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its stable name.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// One plain sentence without a full stop.
    pub title: String,
    /// The place it is about.
    pub primary: Label,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// Further sentences: what was known, what to do.
    pub notes: Vec<String>,
    /// How to fix it.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error with its one label.
    pub fn error(code: Code, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, title, span, label)
    }

    /// A warning with its one label.
    pub fn warning(code: Code, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, title, span, label)
    }

    fn new(
        severity: Severity,
        code: Code,
        title: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            title: title.into(),
            primary: Label { span, text: label.into() },
            secondary: Vec::new(),
            notes: Vec::new(),
            fix: None,
        }
    }

    /// Adds another place.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a sentence.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Adds a suggested fix.
    #[must_use]
    pub fn with_fix(
        mut self,
        message: impl Into<String>,
        span: Span,
        replacement: impl Into<String>,
    ) -> Diagnostic {
        self.fix = Some(Fix { message: message.into(), span, replacement: replacement.into() });
        self
    }
}

//! What there is to say about a file: so many messages as somebody can read, and how many more there would be.

use std::ops::Range;

use crate::limits::MESSAGES;

/// Whether something is wrong, or only worth knowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The section is not what it seems, or cannot be expressed.
    Error,
    /// It may not be what was meant.
    Warning,
}

/// Something to say about a place of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// The bytes of the file.
    pub at: Range<usize>,
    /// What is wrong, as a sentence without a full stop.
    pub title: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Message {
    pub(crate) fn error(at: Range<usize>, title: impl Into<String>) -> Message {
        Message { severity: Severity::Error, at, title: title.into(), help: None }
    }

    pub(crate) fn warning(at: Range<usize>, title: impl Into<String>) -> Message {
        Message { severity: Severity::Warning, ..Message::error(at, title) }
    }

    pub(crate) fn with_help(self, help: Option<String>) -> Message {
        Message { help, ..self }
    }

    /// Line and column in the file, both from 1.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = &text[..self.at.start.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (line, column)
    }
}

/// The messages about a file, in the order in which they are found.
#[derive(Default)]
pub(crate) struct Messages {
    kept: Vec<Message>,
    errors: usize,
    left_out: usize,
}

impl Messages {
    pub(crate) fn push(&mut self, message: Message) {
        self.errors += usize::from(message.severity == Severity::Error);
        if self.is_full() {
            self.left_out += 1;
        } else {
            self.kept.push(message);
        }
    }

    pub(crate) fn extend(&mut self, more: Vec<Message>) {
        more.into_iter().for_each(|message| self.push(message));
    }

    /// Whether further messages are only counted, so that there is no need to look for a suggestion.
    pub(crate) fn is_full(&self) -> bool {
        self.kept.len() >= MESSAGES
    }

    /// The number of errors, with those that are not kept.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// The number of messages that are not kept.
    pub(crate) fn left_out(&self) -> usize {
        self.left_out
    }

    /// The messages in the order of the file.
    pub(crate) fn sorted(mut self) -> Vec<Message> {
        self.kept.sort_by_key(|message| message.at.start);
        self.kept
    }
}

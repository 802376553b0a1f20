//! One word that names nothing, and what it may have meant.

use crate::ast::Name;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;
use crate::library;
use crate::parse::foreign;
use crate::source::Span;

use super::sorts::{Sort, words};

/// A word that names nothing of the wanted sorts.
pub(crate) struct Unknown<'a> {
    pub(crate) wanted: &'a [Sort],
    pub(crate) name: &'a Name,
    /// All names of these sorts.
    pub(crate) known: Vec<String>,
}

impl Unknown<'_> {
    /// The message. A name that a module of the library has needs a `use` line; else it may be a word of everyday speech, or
    /// misspelt.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let (word, span) = (self.name.node.as_str(), self.name.span);
        let wanted = words(self.wanted);
        if let Some(module) = self.wanted.iter().find_map(|sort| library::declaring(sort.word(), word)) {
            return errors::name_of_module(&wanted, word, span, Span { start: 0, end: 0, ..span }, module);
        }
        if let Some(here) = self.everyday() {
            return errors::everyday_name(&wanted, word, span, here);
        }
        let near = nearest(word, self.known.iter().map(String::as_str));
        errors::unknown_name(&wanted, word, span, near, &self.known)
    }

    /// What is written here for a word of everyday speech.
    fn everyday(&self) -> Option<&'static str> {
        let word = &self.name.node;
        let wants = |sort| self.wanted.contains(&sort);
        let known = |here: &&str| self.known.iter().any(|name| name == here);
        let direction = || foreign::direction(word).filter(known);
        let path = || foreign::path(word);
        let test = || foreign::test_word(word);
        wants(Sort::Direction)
            .then(direction)
            .flatten()
            .or_else(|| wants(Sort::Path).then(path).flatten())
            .or_else(|| wants(Sort::Test).then(test).flatten())
    }
}

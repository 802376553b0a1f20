//! One word that names nothing, and what it may have meant.

use crate::ast::Name;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;

use super::sorts::{Sort, words};

/// A word that names nothing of the wanted sorts.
pub(crate) struct Unknown<'a> {
    pub(crate) wanted: &'a [Sort],
    pub(crate) name: &'a Name,
    /// All names of these sorts.
    pub(crate) known: Vec<String>,
}

impl Unknown<'_> {
    /// The message.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let near = nearest(&self.name.node, self.known.iter().map(String::as_str));
        errors::unknown_name(&words(self.wanted), &self.name.node, self.name.span, near, &self.known)
    }
}

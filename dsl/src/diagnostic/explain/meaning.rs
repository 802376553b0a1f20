//! Codes about what a file means.

use super::Explanation;

/// The explanations.
pub(super) const EXPLANATIONS: &[Explanation] = &[];

//! What every code means, at length: the text behind `explain E0105`.
//!
//! Messages themselves are in `errors`; here is what would be too long for them.

mod meaning;
mod moveid;
mod syntax;

use super::Code;

/// A code, a title, and a paragraph: what it means, an example, the mend.
pub type Explanation = (Code, &'static str, &'static str);

/// All explanations, in the order of their codes.
pub fn explanations() -> impl Iterator<Item = &'static Explanation> {
    syntax::EXPLANATIONS.iter().chain(meaning::EXPLANATIONS).chain(moveid::EXPLANATIONS)
}

/// The explanation of a code as it is written, such as `E0105`.
///
/// ```
/// use tilegame_dsl::diagnostic::explain::explain;
/// assert!(explain("E0101").is_some());
/// assert!(explain("E9999").is_none());
/// ```
pub fn explain(code: &str) -> Option<&'static Explanation> {
    explanations().find(|(known, _, _)| known.0.eq_ignore_ascii_case(code))
}

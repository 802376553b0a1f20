//! What every code means, at length: the text behind `explain E0105`.
//!
//! Messages themselves are in `errors`; here is what would be too long for them. The prose is in Markdown files beside this
//! one: a heading of the second level with code and title for each code, and its paragraphs, each on one line.

use std::sync::LazyLock;

use super::Code;

/// A code, a title, and some paragraphs: what it means, an example, the suggested fix.
pub type Explanation = (Code, &'static str, &'static str);

static EXPLANATIONS: LazyLock<Vec<Explanation>> = LazyLock::new(|| {
    let mut all = read(include_str!("syntax.md"));
    all.extend(read(include_str!("meaning.md")));
    all.extend(read(include_str!("moveid.md")));
    all
});

/// All explanations, in the order of their codes.
pub fn explanations() -> impl Iterator<Item = &'static Explanation> {
    EXPLANATIONS.iter()
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

/// The explanations in a Markdown text: what stands under each `## CODE title`.
///
/// ```
/// use tilegame_dsl::diagnostic::{Code, explain::read};
/// assert_eq!(read("# Codes\n\n## E9999 a title\n\nOne.\n\nTwo.\n"), [(Code("E9999"), "a title", "One.\n\nTwo.")]);
/// ```
pub fn read(markdown: &'static str) -> Vec<Explanation> {
    let sections = markdown.split("\n## ").skip(1);
    sections
        .filter_map(|section| {
            let (heading, text) = section.split_once('\n')?;
            let (code, title) = heading.split_once(' ')?;
            Some((Code(code), title, text.trim()))
        })
        .collect()
}

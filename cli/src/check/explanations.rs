//! What every code means: those of the compiler, and those of what is found by playing.

use tilegame_dsl::diagnostic::{Code, explain};

/// What a code means, at length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The code.
    pub code: Code,
    /// A few words.
    pub title: &'static str,
    /// What it means, an example, the fix.
    pub text: &'static str,
}

/// The explanations of all codes, in their order.
pub fn explanations() -> impl Iterator<Item = Explanation> {
    let compiler = explain::explanations().copied();
    let played = explain::read(include_str!("explanations.md"));
    let mut all: Vec<Explanation> =
        compiler.chain(played).map(|(code, title, text)| Explanation { code, title, text }).collect();
    // Warnings have codes of their own, which come last.
    all.sort_by_key(|explanation| explanation.code);
    all.into_iter()
}

//! What editors ask about texts in the language: what is wrong, what a word means, what can be written here, where a name is declared.
//!
//! Everything is asked of one [`Analysis`] of a file and its imports. Places are bytes of its text; [`lines`] turns them into lines and columns. Nothing is known here
//! of files, protocols and windows, so that a language server and a page in a browser can ask the same questions.
//!
//! | module | what it answers |
//! | --- | --- |
//! | [`analysis`] | the file, its imports, definitions and references |
//! | [`problems`] | what is wrong, and how to fix it |
//! | [`hover`] | what a word means |
//! | [`completion`] | what can be written |
//! | [`rename`] | another name, or why not |
//! | [`outline`] | declarations, folding, tests to run |
//! | [`tokens`] | what each word is, for colours |
//! | [`names`], [`index`] | where names are, and what they stand for |
//! | [`words`] | the words of the language, explained |
//! | [`lines`] | lines and columns |
//!
//! ```
//! use tilegame_ide::Analysis;
//! let text = "variant \"Mine\" of chess\nremove piece Kinght\n";
//! let analysis = Analysis::read("mine.tg", text, &mut |_| None);
//! assert_eq!(analysis.problems()[0].fix.as_ref().unwrap().replacement, "Knight");
//! assert_eq!(analysis.hover(24).unwrap().head, "`remove`: declaration; line of `piece`, `castling`, `turn`, `end`, `notation`");
//! ```

#![forbid(unsafe_code)]

pub mod analysis;
pub mod completion;
pub mod hover;
pub mod index;
pub mod lines;
pub mod names;
pub mod outline;
pub mod problems;
pub mod rename;
pub mod tokens;
pub mod words;

pub use analysis::Analysis;

use tilegame_dsl::diagnostic::Diagnostic;
use tilegame_dsl::{fmt, parse};

/// A text in its usual form, or what keeps it from being read.
///
/// # Errors
/// If something in it can't be read. The messages say what, with places in the text.
///
/// ```
/// assert_eq!(tilegame_ide::format("board\n  grid 8 x 8\n").unwrap(), "board\n    grid 8 x 8\n");
/// assert!(tilegame_ide::format("board (\n").is_err());
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let formatted = fmt::format(text)?;
    // A text that could be read before is the same afterwards; one that could not stays as it is, since nobody knows what its author means.
    let (_, errors) = parse::parse(tilegame_dsl::source::FileId(0), text);
    if errors.iter().any(|error| error.code.0 != "E0102") { Err(errors) } else { Ok(formatted) }
}

//! Chess variants in the INI format of Fairy-Stockfish, as games in the language of TileGame.
//!
//! [`import`] takes a text and gives texts and messages back; it opens no files. The stages: [`ini`] reads lines to sections and keys, `variant`
//! resolves a section with its parents to what holds in the end, `convert` makes statements of the language of it, `draft` writes them.
//!
//! What the keys mean was found out by trying them; nothing is taken from Fairy-Stockfish but facts. The built-in variants that a section can
//! be derived from are in `builtin.ini`, a table of this crate.

#![forbid(unsafe_code)]

mod convert;
mod draft;
pub mod ini;
mod keys;
pub mod limits;
mod message;
mod pieces;
mod syntax;
#[cfg(test)]
mod tests;
mod tiles;
mod variant;

pub use message::{Message, Severity};

use std::collections::HashSet;

use message::Messages;

/// A game that has been written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The name of its section.
    pub name: String,
    /// The game in the language; if a section could not be expressed and this was not asked for, it is not there at all.
    pub text: String,
    /// If this was asked for, the game as a variant of each game of the library that it is derived from and adds to, the nearest first. Such a text is
    /// the same game where the library says the same as the INI format does of that parent. It may not even compile: compare it with `text` before
    /// it is used, for example with `export::same_game` of `tilegame-fairy`.
    pub nearest: Vec<String>,
}

/// What comes of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// The games, in the order of their sections.
    pub games: Vec<Game>,
    /// What is wrong, or could not be said, in the order of the file; at most [`limits::MESSAGES`].
    pub messages: Vec<Message>,
    /// How many messages there would be beyond these.
    pub left_out: usize,
    /// How many of all messages are errors.
    pub errors: usize,
}

/// The types of pieces that have keys of their own, and how each moves in Fairy-Stockfish's dialect of Betza notation. That of `pawn` is empty: what
/// it does depends on other keys.
///
/// ```
/// assert!(tilegame_import::types().any(|(key, betza)| (key, betza) == ("archbishop", "BN")));
/// ```
pub fn types() -> impl Iterator<Item = (&'static str, &'static str)> {
    pieces::KEYS.iter().map(|(key, betza, ..)| (*key, *betza))
}

/// How many pieces a variant can have besides, each with a move of its own.
pub const CUSTOM_TYPES: usize = pieces::CUSTOM;

/// The names of the sections of a file, in order.
pub fn names(text: &str) -> Vec<String> {
    let sections = ini::read(text, |_| false, &mut message::Messages::default());
    sections.into_iter().map(|section| section.name).collect()
}

/// How sections are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Sections are written even where a key has no counterpart: a comment stands for it.
    pub partial: bool,
    /// Comments say which keys lines come from.
    pub keys: bool,
    /// Games are also written as variants of the nearest game of the library, as a person would, where they say something beyond it.
    pub nearest: bool,
}

/// Writes the sections of a file with these names, or all of them. With `partial`, sections are written even where a key has no counterpart: a
/// comment stands for it.
///
/// ```
/// let imported = tilegame_import::import("[mine:chess]\ncasling = false\n", &[], false);
/// assert_eq!(imported.messages[0].place("[mine:chess]\ncasling = false\n"), (2, 1));
/// assert!(imported.messages[0].help.as_deref().unwrap().contains("`castling`"));
/// ```
pub fn import(text: &str, wanted: &[String], partial: bool) -> Imported {
    import_with(text, wanted, Options { partial, ..Options::default() })
}

/// Like [`import`], with all options.
///
/// ```
/// use tilegame_import::{Options, import_with};
/// let options = Options { keys: true, nearest: true, ..Options::default() };
/// let imported = import_with("[mine:crazyhouse]\nmustCapture = true\n", &[], options);
/// let [game] = imported.games.as_slice() else { panic!("one section") };
/// assert!(game.text.contains("variant \"Mine\" of chess\n") && game.text.contains("keep captured"));
/// assert!(game.text.contains("    prefer capture  # mustCapture = true\n"));
/// let nearest = &game.nearest[0];
/// assert!(nearest.contains("variant \"Mine\" of crazyhouse\n") && !nearest.contains("keep captured"));
/// ```
pub fn import_with(text: &str, wanted: &[String], options: Options) -> Imported {
    let all: HashSet<&str> = wanted.iter().map(String::as_str).collect();
    let is_wanted = |name: &str| all.is_empty() || all.contains(name);
    let mut messages = Messages::default();
    let sections = ini::read(text, is_wanted, &mut messages);
    let mut known = variant::Known::new(&sections);
    let mut games = Vec::new();
    for (index, section) in sections.iter().enumerate().filter(|(_, section)| is_wanted(&section.name)) {
        let before = messages.errors();
        let resolved = known.resolve(index, &mut messages);
        let bases = if options.nearest { known.bases(index) } else { Vec::new() };
        let game = resolved
            .and_then(|variant| convert::convert(&variant, section, &bases, options.keys, &mut messages));
        let is_wrong = section.is_wrong || messages.errors() > before;
        games.extend(game.filter(|_| !is_wrong || options.partial));
    }
    for name in wanted.iter().filter(|wanted| !sections.iter().any(|s| s.name == **wanted)) {
        let near = sections.iter().map(|s| s.name.as_str());
        let help = ini::nearest(name, near).map(|near| format!("did you mean `{near}`?"));
        let title = format!("the file has no section `{name}`");
        messages.push(Message { severity: Severity::Error, at: 0..0, title, help });
    }
    let (left_out, errors) = (messages.left_out(), messages.errors());
    Imported { games, messages: messages.sorted(), left_out, errors }
}

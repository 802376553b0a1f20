//! From the text of a game to the game: the only module here that knows of texts, places in them, and messages about them.
//!
//! [`Game::from_library`] and [`Game::from_source`] are what most programs need. A program that shows warnings, switches options or reads
//! several texts uses [`compile`].
//!
//! ```
//! use tilegame_runtime::source::{Fetched, Sources, compile};
//! let mut sources = Sources::new();
//! sources.add("mine.tg", "variant \"Mine\" of chess\nuse \"rule.tg\"\n");
//! let rule = "end\n    hill: loss if some enemy King on d4..e5\n";
//! let compiled = compile(&mut sources, "mine.tg", &mut |path| {
//!     (path == "rule.tg").then(|| Fetched::Text(rule.to_string()))
//! }, &[]);
//! assert_eq!(compiled.diagnostics, []);
//! assert_eq!(compiled.game.unwrap().rules().title, "Mine");
//! ```

use std::sync::Arc;

use thiserror::Error;
use tilegame_dsl::diagnostic::{Code, render};
use tilegame_dsl::source::Span;
use tilegame_dsl::{Loaded, library, load};

pub use tilegame_dsl::Places;
pub use tilegame_dsl::diagnostic::{Diagnostic, Severity};
pub use tilegame_dsl::fetch::{Fetch, Fetched, Refused};
pub use tilegame_dsl::source::Sources;

use crate::game::Game;
use crate::notation::fen::{self, FenError};
use crate::reference::walk::MOST_WAYS;
use crate::setups::CompileError;
use crate::state::State;

/// No game of the library has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no game is named `{name}`{}", .nearest.as_ref().map_or(String::new(), |near| format!("; did you mean `{near}`?")))]
pub struct UnknownGame {
    /// The name.
    pub name: String,
    /// The game of the library with a similar name.
    pub nearest: Option<String>,
}

/// A text that is not a game, and why. Its text has a line for each error; [`SourceError::render`] draws them with the lines they are about.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.lines().join("\n"))]
pub struct SourceError {
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
}

impl SourceError {
    /// All messages, warnings included, in the order of the texts and of the places there.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The texts to which the places of the messages refer.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Draws all messages with the lines they are about, the places underlined, and the suggested fixes; with `color` for a terminal.
    pub fn render(&self, color: bool) -> String {
        self.diagnostics.iter().map(|message| render::render(&self.sources, message, color)).collect()
    }

    fn lines(&self) -> Vec<String> {
        let errors = self.diagnostics.iter().filter(|message| message.severity == Severity::Error);
        errors.map(|message| render::to_short(&self.sources, message)).collect()
    }
}

/// What comes of compiling a game.
#[derive(Debug)]
pub struct Compiled {
    /// The game, unless there is an error.
    pub game: Option<Game>,
    /// If nothing is wrong but the setup, the game with an empty board in its place, and the pieces of the setup as far as they [can be
    /// read](fen::read_draft): the board can be shown while somebody writes the setup.
    pub draft: Option<State>,
    /// Where in the texts some of it stands.
    pub places: Places,
    /// All messages, in the order of the texts and of the places there.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles the game whose text is in `sources` under the name `root`, with everything it imports, and with some options on or off.
/// What is imported is looked for as [`tilegame_dsl::load`] says.
pub fn compile(
    sources: &mut Sources,
    root: &str,
    fetch: &mut Fetch<'_>,
    options: &[(String, bool)],
) -> Compiled {
    let loaded = tilegame_dsl::load_switched(sources, root, fetch, options);
    let Loaded { rules, places, mut diagnostics } = loaded;
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    let rules = rules.filter(|_| !diagnostics.iter().any(is_error));
    let mut draft = None;
    let game = rules.map(Arc::new).and_then(|rules| match Game::of_rules(&rules) {
        Ok(game) => Some(game),
        Err(failed) => {
            let (number, written, error) = match failed {
                CompileError::Setup(error) => (0, &rules.setup.position, error),
                CompileError::NamedSetup { number, error, .. } => {
                    (number, &rules.setup.named[number].1, error)
                }
            };
            let game = Game::without_setup(Arc::clone(&rules));
            draft = Some(fen::read_draft(&game, written));
            let text = places.positions.get(number).copied().unwrap_or(places.header);
            diagnostics.push(bad_setup(text, places.header, &error));
            None
        }
    });
    // A game of which some moves are never found is none.
    let game = game.filter(|game| {
        let cut_short = game.rules_cut_short();
        let rules = cut_short.iter().map(|(kind, rule)| places.rules[kind.index()][*rule]);
        diagnostics.extend(rules.map(|rule| too_many_ways(rule, places.header)));
        cut_short.is_empty()
    });
    Compiled { game, draft, places, diagnostics }
}

/// The setup is not a position. If it stands in another text than the game, it does not go with what the game changes.
fn bad_setup(text: Span, header: Span, error: &FenError) -> Diagnostic {
    let code = Code("E0601");
    let place = text.part(&error.range);
    if text.file == header.file {
        let title = "the setup is not a position of this game";
        return Diagnostic::error(code, title, place, error.message.clone());
    }
    let title = "the inherited setup is not a position of this game";
    Diagnostic::error(code, title, header, "this game needs a setup of its own")
        .with_label(place, error.message.clone())
        .with_note("write a `setup` line into your file, with the board and the pieces as they are now")
}

/// A rule has more ways than are tried. It may stand in another text than the game.
fn too_many_ways(rule: Span, header: Span) -> Diagnostic {
    let (code, title) = (Code("E0603"), "this rule has too many paths");
    let label = "some of its moves would never be found";
    let diagnostic = if rule.file == header.file {
        Diagnostic::error(code, title, rule, label)
    } else {
        Diagnostic::error(code, title, header, "needed for what this game inherits").with_label(rule, label)
    };
    diagnostic.with_note(format!(
        "at most {MOST_WAYS} paths are tried; a round of a repetition with effects counts as 16 of them, or as many as it has effects"
    ))
}

impl Game {
    /// The game of the library that has this name, title, or name of a variant. [`library::GAMES`] lists all.
    ///
    /// ```
    /// use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// assert_eq!(chess.start().legal_moves().len(), 20);
    /// assert_eq!(Game::from_library("Three-Check")?.rules().name, "3check");
    /// let error = Game::from_library("ches").unwrap_err();
    /// assert_eq!(error.to_string(), "no game is named `ches`; did you mean `chess`?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game.
    pub fn from_library(name: &str) -> Result<Game, UnknownGame> {
        let file = library::called(name)
            .ok_or_else(|| UnknownGame { name: name.to_string(), nearest: library::nearest(name) })?;
        let loaded = load(&mut Sources::new(), &format!("games/{file}.tg"), &mut |_| None);
        let rules = loaded.rules.expect("a test compiles every game of the library");
        Ok(Game::compile(&rules).expect("a test compiles every game of the library"))
    }

    /// The game that a text declares.
    ///
    /// `name` is what messages call the text, usually the path of its file; the paths of imports are relative to its folder. `import` is asked
    /// for each text that the game imports and that is not in the library; it gets the path and returns the text, or `None` if there is no such
    /// text. Nothing is read that it does not return.
    ///
    /// ```
    /// use tilegame_runtime::Game;
    /// let text = "variant \"Hill\" of chess\nend\n    hill: loss if some enemy King on d4..e5\n";
    /// let game = Game::from_source("hill.tg", text, |_| None)?;
    /// assert_eq!(game.start().legal_moves().len(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The messages of an error are data: a code, a place, sentences and a suggested fix.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let text = "variant \"Hill\" of chess\nend\n    hill: loss if some enemy Kign on d4..e5\n";
    /// let error = Game::from_source("hill.tg", text, |_| None).unwrap_err();
    /// assert!(error.to_string().starts_with("hill.tg:3:30: error[E0201]: "));
    /// assert_eq!(error.diagnostics()[0].fix.as_ref().unwrap().replacement, "King");
    /// assert!(error.render(false).contains("did you mean `King`?"));
    /// ```
    ///
    /// # Errors
    /// If the text is not a game.
    pub fn from_source(
        name: &str,
        text: &str,
        mut import: impl FnMut(&str) -> Option<String>,
    ) -> Result<Game, SourceError> {
        let mut sources = Sources::new();
        sources.add(name, text);
        let compiled = compile(&mut sources, name, &mut |path| import(path).map(Fetched::Text), &[]);
        compiled.game.ok_or(SourceError { sources, diagnostics: compiled.diagnostics })
    }
}

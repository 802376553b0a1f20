//! Where a game comes from: enough to make it again in another process, and to know it again in this one.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use tilegame_runtime::Game;
use tilegame_runtime::source::{Compiled, Diagnostic, Fetched, Sources, compile};

/// So many games are known again. A program that makes thousands keeps only the last ones.
const KNOWN: usize = 64;

/// The texts of a game and how its options are switched.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Origin {
    /// What the text is called from which it is compiled.
    pub(crate) root: String,
    /// This text, and those it imports that are not in the library, by their names.
    pub(crate) texts: Vec<(String, String)>,
    pub(crate) options: Vec<(String, bool)>,
}

/// Games that were made, the last ones last.
static GAMES: Mutex<VecDeque<(Origin, Game)>> = Mutex::new(VecDeque::new());

/// What comes of compiling.
pub(crate) struct Made {
    pub(crate) game: Option<(Origin, Game)>,
    pub(crate) sources: Sources,
    pub(crate) messages: Vec<Diagnostic>,
}

impl Origin {
    /// A game of the library, by the name of its file.
    pub(crate) fn of_library(file: &str, options: Vec<(String, bool)>) -> Origin {
        Origin { root: format!("games/{file}.tg"), texts: Vec::new(), options }
    }

    /// Compiles the game. `import` is asked for texts that are not known.
    pub(crate) fn make(self, import: &mut dyn FnMut(&str) -> Option<Fetched>) -> Made {
        let mut sources = Sources::new();
        for (name, text) in &self.texts {
            sources.add(name, text);
        }
        let mut texts = self.texts.clone();
        let mut fetch = |path: &str| {
            let fetched = import(path);
            if let Some(Fetched::Text(text)) = &fetched {
                texts.push((path.to_owned(), text.clone()));
            }
            fetched
        };
        let Compiled { game, diagnostics, .. } = compile(&mut sources, &self.root, &mut fetch, &self.options);
        let origin = Origin { texts, ..self };
        let game = game.map(|game| (origin.clone(), origin.known_or(game)));
        Made { game, sources, messages: diagnostics }
    }

    /// The same game if it was made before: positions of both can be compared then.
    fn known_or(&self, game: Game) -> Game {
        let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = games.iter().find(|(origin, _)| origin == self) {
            return known.clone();
        }
        if games.len() >= KNOWN {
            games.pop_front();
        }
        games.push_back((self.clone(), game.clone()));
        game
    }

    /// The game, if it was made before.
    pub(crate) fn known(&self) -> Option<Game> {
        let games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        games.iter().find(|(origin, _)| origin == self).map(|(_, game)| game.clone())
    }
}

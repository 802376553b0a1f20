//! The games that have been played, one line each behind a line that says for which rules they are.

use std::path::Path;

use tilegame_learn::Played;
use tilegame_runtime::Game;
use tilegame_search::net::fingerprint;

use crate::exit::Failure;
use crate::files::{self, Growing, Limit, Refusal};

/// A journal that is being written.
pub(super) struct Journal(Growing);

impl Journal {
    /// Opens a journal, or begins one; the games in it. `path` is what the user calls it.
    pub(super) fn open(path: &Path, real: &Path, game: &Game) -> Result<(Journal, Vec<Played>), Failure> {
        let named = files::typed(path);
        let told = |why: String| Failure::Message(format!("{named}: {why}"));
        let text = match files::text(real, Limit::LEARNED) {
            Ok(text) => text,
            Err(Refusal::Missing) => String::new(),
            Err(why) => return Err(Failure::Message(why.about(path))),
        };
        let first = format!("tilegame games 1 rules {:016x}\n", fingerprint(game.rules()));
        // What was being written when the program was ended is left out.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let games = match whole.strip_prefix(&first) {
            Some(games) => games,
            None if text.is_empty() => "",
            None if whole.starts_with("tilegame games ") => {
                return Err(told("these are games of other rules; give another file".to_owned()));
            }
            None => return Err(told("this is no file of games to learn from".to_owned())),
        };
        let read = games.lines().enumerate().map(|(number, line)| {
            line.parse::<Played>().map_err(|why| told(format!("line {}: {why}", number + 2)))
        });
        let played = read.collect::<Result<Vec<_>, _>>()?;
        if whole.is_empty() {
            files::replace(real, first.as_bytes()).map_err(told)?;
        } else if whole.len() < text.len() {
            files::replace(real, whole.as_bytes()).map_err(told)?;
        }
        let file = Growing::open(real).map_err(|why| Failure::Message(why.about(path)))?;
        Ok((Journal(file), played))
    }

    /// Writes a game, and waits until it is on the disk. What cannot be written as a whole is not written.
    pub(super) fn write(&mut self, played: &Played) -> Result<(), String> {
        self.0
            .add(format!("{played}\n").as_bytes())
            .map_err(|error| format!("the games can't be written: {error}"))
    }
}

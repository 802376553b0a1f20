//! The games that have been played, one line each behind a line that says for which rules they are.

use std::path::Path;

use tilegame_learn::Played;
use tilegame_runtime::Game;
use tilegame_search::net::fingerprint;

use crate::exit::Failure;
use crate::files::{Growing, Limit};

/// A journal that is being written.
pub(super) struct Journal(Growing);

impl Journal {
    /// Opens a journal, or begins one; the games in it. `path` is what the user calls it.
    pub(super) fn open(path: &Path, real: &Path, game: &Game) -> Result<(Journal, Vec<Played>), Failure> {
        let first = format!("tilegame games 1 rules {:016x}\n", fingerprint(game.rules()));
        let read = |lines: &str| match lines.strip_prefix(&first) {
            Some(games) => self::read(games),
            None if lines.starts_with("tilegame games ") => {
                Err("these are games of other rules; give another file".to_owned())
            }
            None => Err("this is no file of games to learn from".to_owned()),
        };
        let (file, played) =
            Growing::resume((path, real), Limit::LEARNED, &first, read).map_err(Failure::Message)?;
        Ok((Journal(file), played))
    }

    /// Writes a game, and waits until it is on the disk. What cannot be written as a whole is not written.
    pub(super) fn write(&mut self, played: &Played) -> Result<(), String> {
        self.0
            .add(format!("{played}\n").as_bytes())
            .map_err(|error| format!("the games can't be written: {error}"))
    }
}

/// The games behind the first line.
fn read(lines: &str) -> Result<Vec<Played>, String> {
    let read =
        |(number, line): (usize, &str)| line.parse().map_err(|why| format!("line {}: {why}", number + 2));
    lines.lines().enumerate().map(read).collect()
}

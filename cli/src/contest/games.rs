//! The file of PGN in which the games of a match are written: whole games only.

use std::path::Path;

use tilegame_record::Score;

use crate::exit::Failure;
use crate::files::{self, Growing};

/// So many bytes of the end of a file show whether a game is being written there.
const END: u64 = 4096;

/// A file of games that is being written.
pub(super) struct Games {
    file: Growing,
}

impl Games {
    /// Opens a file, or begins one. `path` is what the user calls it.
    pub(super) fn open(path: &Path, real: &Path) -> Result<Games, Failure> {
        if real.exists() {
            let end = files::end(real, END).map_err(|why| Failure::Message(why.about(path)))?;
            if !ends_a_game(&String::from_utf8_lossy(&end)) {
                return Err(Failure::Message(format!(
                    "`{}` ends in the middle of a game, and none can be written behind it; remove what there is of that game, or give another file",
                    path.display()
                )));
            }
        } else {
            let begun = files::replace(real, b"");
            begun.map_err(|why| Failure::Message(format!("`{}` {why}", path.display())))?;
        }
        let file = Growing::open(real).map_err(|why| Failure::Message(why.about(path)))?;
        Ok(Games { file })
    }

    /// Writes a game behind the others. What cannot be written as a whole is not written.
    pub(super) fn add(&mut self, game: &str) -> Result<(), String> {
        self.file.add(format!("{game}\n").as_bytes()).map_err(unwritten)
    }

    /// How long the file is.
    pub(super) fn len(&self) -> Result<u64, String> {
        self.file.len().map_err(unwritten)
    }

    /// Takes away what has been written behind a length, if that can be done.
    pub(super) fn cut(&mut self, length: u64) {
        let _ = self.file.cut(length);
    }
}

fn unwritten(error: std::io::Error) -> String {
    format!("the PGN file can't be written: {error}")
}

/// Whether nothing is written there, or the last word is a result, perhaps with a comment behind it.
fn ends_a_game(end: &str) -> bool {
    let words = end.trim_end();
    let words = match words.strip_suffix('}') {
        Some(comment) => comment.rsplit_once('{').map_or("", |(before, _)| before).trim_end(),
        None => words,
    };
    let last = words.split_whitespace().next_back();
    last.is_none_or(|last| last.parse::<Score>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::ends_a_game;

    #[test]
    fn half_a_game_is_seen() {
        for whole in [
            "",
            "\n",
            "1. e4 *\n\n",
            "1. e4 e5 1-0",
            "1. e4 0-1 {White ran out of time}\n",
            "1. a1 0-0-1\n\n",
        ] {
            assert!(ends_a_game(whole), "{whole}");
        }
        for half in [
            "[Event \"?\"]\n[Result \"1-0\"]\n\n",
            "1. e4 e5 2.",
            "1. e4 e5 2. Nf",
            "[Event \"",
            "1. e4 {a comm",
        ] {
            assert!(!ends_a_game(half), "{half}");
        }
    }
}

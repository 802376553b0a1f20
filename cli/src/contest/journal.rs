//! The games of a match as they end, one line each, so that a match that was cut off can go on.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::score::Halves;
use crate::exit::Failure;
use crate::files::{self, Limit, Refusal};

/// What a match is about: the first line. A match goes on only with the same.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(super) struct Header {
    pub(super) game: String,
    pub(super) sides: [String; 2],
    pub(super) pace: String,
    pub(super) openings: String,
    pub(super) seed: u64,
    pub(super) most_plies: u32,
}

/// A game that has ended.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(super) struct Ended {
    /// From 0; the first side begins those with even numbers.
    pub(super) number: u64,
    /// What the first side got, in half points; nothing, if the game was cut off.
    pub(super) halves: Option<Halves>,
    /// How it ended.
    pub(super) told: String,
    pub(super) plies: u32,
    /// A side broke the rules, ended, or was silent, and lost so.
    pub(super) broken: bool,
}

/// A journal that is being written.
pub(super) struct Journal {
    file: File,
}

impl Journal {
    /// Opens a journal, or begins one; what has been played before. `path` is what the user calls it.
    pub(super) fn open(path: &Path, real: &Path, header: &Header) -> Result<(Journal, Vec<Ended>), Failure> {
        let named = files::typed(path);
        let told = |why: String| Failure::Message(format!("{named}: {why}"));
        let mut ended = Vec::new();
        let mut whole = String::new();
        let text = match files::text(real, Limit::JOURNAL) {
            Ok(text) => Some(text),
            Err(Refusal::Missing) => None,
            Err(why) => return Err(Failure::Message(why.about(path))),
        };
        if let Some(text) = text {
            let mut lines = text.lines();
            let known: Option<Header> = lines.next().and_then(|line| serde_json::from_str(line).ok());
            match known {
                Some(known) if known == *header => {}
                Some(_) => {
                    return Err(told("this is the journal of another match; give another file".to_owned()));
                }
                None if text.is_empty() => {}
                None => return Err(told("this is no journal of a match".to_owned())),
            }
            // What was being written when the match was cut off is left out.
            for line in lines {
                let Ok(game) = serde_json::from_str(line) else { break };
                ended.push(game);
                whole.push_str(line);
                whole.push('\n');
            }
        }
        let first = serde_json::to_string(header).map_err(|error| told(error.to_string()))?;
        files::replace(real, format!("{first}\n{whole}").as_bytes()).map_err(told)?;
        let file = files::open_to_append(real).map_err(|why| Failure::Message(why.about(path)))?;
        Ok((Journal { file }, ended))
    }

    /// Writes a game, and waits until it is on the disk.
    pub(super) fn write(&mut self, game: &Ended) -> Result<(), String> {
        let line = serde_json::to_string(game).map_err(|error| error.to_string())?;
        let written = writeln!(self.file, "{line}").and_then(|()| self.file.sync_data());
        written.map_err(|error| format!("the journal can't be written: {error}"))
    }
}

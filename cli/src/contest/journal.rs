//! The games of a match as they end, one line each, so that a match that was cut off can go on.
//!
//! Each line is JSON and ends with a checksum of the rest of it. A line that has been damaged is reported, and the journal is left as it is;
//! only the end of a last line that was being written when the match was cut off is taken away.

use std::collections::BTreeSet;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::score::Halves;
use crate::exit::Failure;
use crate::files::{Growing, Limit};
use crate::limits::MATCH_GAMES;

/// What a match is about: the first line. A match goes on only with the same.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
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

impl Ended {
    /// Whether a match can have such a game.
    fn is_possible(&self) -> bool {
        self.number < MATCH_GAMES && self.halves.is_none_or(|halves| halves <= 2)
    }
}

/// A journal that is being written.
pub(super) struct Journal {
    file: Growing,
}

impl Journal {
    /// Opens a journal, or begins one; what has been played before. `path` is what the user calls it.
    pub(super) fn open(path: &Path, real: &Path, header: &Header) -> Result<(Journal, Vec<Ended>), Failure> {
        let first = sealed(header).map_err(Failure::Message)?;
        let (file, ended) =
            Growing::resume((path, real), Limit::JOURNAL, &first, |lines| read(lines, header))
                .map_err(Failure::Message)?;
        Ok((Journal { file }, ended))
    }

    /// Writes a game, and waits until it is on the disk. What cannot be written as a whole is not written.
    pub(super) fn write(&mut self, game: &Ended) -> Result<(), String> {
        self.file
            .add(sealed(game)?.as_bytes())
            .map_err(|error| format!("the journal can't be written: {error}"))
    }
}

/// The games of a journal.
fn read(text: &str, header: &Header) -> Result<Vec<Ended>, String> {
    let mut lines = text.lines().enumerate();
    match lines.next().map(|(_, line)| (line, opened::<Header>(line))) {
        Some((_, Some(known))) if known == *header => {}
        Some((_, Some(_))) => {
            return Err("this is the journal of another match; give another file".to_owned());
        }
        Some((line, None)) if body(line).is_some() => return Err(damaged(1)),
        None | Some((_, None)) => return Err("this is no journal of a match".to_owned()),
    }
    let (mut ended, mut numbers) = (Vec::new(), BTreeSet::new());
    for (number, line) in lines {
        let game = opened::<Ended>(line).filter(Ended::is_possible).ok_or_else(|| damaged(number + 1))?;
        if !numbers.insert(game.number) {
            return Err(format!("line {} tells of game {} again", number + 1, game.number + 1));
        }
        ended.push(game);
    }
    Ok(ended)
}

fn damaged(line: usize) -> String {
    format!(
        "line {line} is damaged: it has been changed since the program wrote it; without that line, the match goes on and plays the game again"
    )
}

/// What stands before the checksum, and behind it.
const SEAL: &str = ",\"checksum\":\"";
const END: &str = "\"}";

/// A line with its checksum.
fn sealed(what: &impl Serialize) -> Result<String, String> {
    let text = serde_json::to_string(what).map_err(|error| error.to_string())?;
    let rest = text.strip_suffix('}').unwrap_or(&text);
    Ok(format!("{rest}{SEAL}{:08x}{END}\n", crc32fast::hash(rest.as_bytes())))
}

/// A line without its checksum, and the checksum.
fn body(line: &str) -> Option<(&str, &str)> {
    line.strip_suffix(END)?.rsplit_once(SEAL)
}

/// What a line says, if it is as it was written.
fn opened<T: DeserializeOwned>(line: &str) -> Option<T> {
    let (rest, checksum) = body(line)?;
    let is_right = checksum == format!("{:08x}", crc32fast::hash(rest.as_bytes()));
    is_right.then(|| serde_json::from_str(&format!("{rest}}}")).ok()).flatten()
}

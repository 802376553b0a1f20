//! A file that says how far a long count has come, so that it can go on another day.
//!
//! It is written anew beside the old one and then takes its place, so that a program killed at any moment leaves a whole file.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use tilegame_runtime::Game;

use super::work::Done;
use crate::exit::Failure;

/// What stands in the file.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(super) struct Count {
    game: String,
    /// The rules with everything they import, as a number that changes when they do.
    rules: String,
    fen: String,
    depth: u32,
    pieces: usize,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(flatten)]
    count: Count,
    done: BTreeMap<usize, u64>,
}

/// Where a count is written down.
pub(super) struct Checkpoint {
    path: PathBuf,
    count: Count,
    written: usize,
}

impl Count {
    pub(super) fn new(game: &Game, fen: String, depth: u32, pieces: usize) -> Count {
        // FNV-1a: it has to be the same in every build.
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let rules = format!("{:?}", game.rules()).bytes().fold(0xcbf2_9ce4_8422_2325, step);
        Count { game: game.rules().name.clone(), rules: format!("{rules:016x}"), fen, depth, pieces }
    }
}

impl Checkpoint {
    /// The file for a count, and what it says is done already.
    pub(super) fn open(path: PathBuf, count: Count) -> Result<(Checkpoint, Done), Failure> {
        let shown = path.display().to_string();
        let mut done = Done::default();
        match fs::read_to_string(&path) {
            Ok(text) => {
                let saved: Saved = serde_json::from_str(&text)
                    .map_err(|e| Failure::Message(format!("{shown} does not say how far a count is: {e}")))?;
                if let Some(what) = differs(&saved.count, &count) {
                    return Err(Failure::Message(format!(
                        "{shown} belongs to another count: {what}; give another file, or delete this one"
                    )));
                }
                done.pieces = saved.done.into_iter().filter(|(piece, _)| *piece < count.pieces).collect();
                done.nodes = done.pieces.values().sum();
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::Message(format!("{shown} can't be read: {error}"))),
        }
        Ok((Checkpoint { path, count, written: done.pieces.len() }, done))
    }

    /// Writes down what is done, if there is more than last time.
    pub(super) fn save(&mut self, done: &Done) -> Result<(), Failure> {
        if done.pieces.len() == self.written && self.path.exists() {
            return Ok(());
        }
        let count = &self.count;
        let saved = serde_json::json!({
            "game": count.game, "rules": count.rules, "fen": count.fen, "depth": count.depth, "pieces": count.pieces,
            "done": done.pieces.iter().collect::<BTreeMap<_, _>>(),
        });
        let mut beside = self.path.clone().into_os_string();
        beside.push(".new");
        let write = || {
            let mut file = File::create(&beside)?;
            file.write_all(saved.to_string().as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, &self.path)
        };
        write().map_err(|e| Failure::Message(format!("{} can't be written: {e}", self.path.display())))?;
        self.written = done.pieces.len();
        Ok(())
    }
}

fn differs(saved: &Count, wanted: &Count) -> Option<String> {
    if saved.game != wanted.game {
        return Some(format!("of {}", saved.game));
    }
    if saved.rules != wanted.rules {
        return Some(format!("of other rules of {}", saved.game));
    }
    if saved.fen != wanted.fen {
        return Some(format!("from {}", saved.fen));
    }
    if saved.depth != wanted.depth {
        return Some(format!("to depth {}", saved.depth));
    }
    (saved != wanted).then(|| "cut into other pieces".to_owned())
}

//! A file that says how far a long count has come, so that it can go on another day.
//!
//! It is always replaced as a whole, so that a program killed at any moment leaves a whole file. While a count runs, the file is
//! locked, and a second process is refused; the system takes the lock away when the process ends, in whatever way. A checksum
//! tells whether somebody else has changed the file.

use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tilegame_runtime::Game;

use super::work::Done;
use crate::files::{self, Limit, Refusal};

/// Changes whenever what stands in the file does.
const FORMAT: u32 = 2;

/// What is counted.
#[derive(Clone, Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(super) struct Count {
    game: String,
    /// The rules with everything they import, as a number that changes when they do.
    rules: String,
    fen: String,
    depth: u32,
    pieces: usize,
}

/// What stands in the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: u32,
    count: Count,
    /// The finished pieces with their nodes.
    done: BTreeMap<usize, u64>,
    /// The sum of these.
    nodes: u64,
    /// Of all the rest, as it is written.
    checksum: String,
}

/// What of the file is the same in every format.
#[derive(Deserialize)]
struct AnyFormat {
    format: Option<u32>,
    /// The first format had no number and began with this.
    game: Option<String>,
}

/// Where a count is written down.
pub(super) struct Checkpoint {
    /// As the user calls it.
    shown: String,
    path: PathBuf,
    count: Count,
    /// The file as it is now, locked; nothing before it is there.
    held: Option<File>,
    /// How many pieces it holds.
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

impl Saved {
    fn new(count: &Count, done: &Done) -> Option<Saved> {
        let done: BTreeMap<usize, u64> = done.pieces.iter().map(|(piece, nodes)| (*piece, *nodes)).collect();
        let nodes = sum(done.values())?;
        let mut saved = Saved { format: FORMAT, count: count.clone(), done, nodes, checksum: String::new() };
        saved.checksum = saved.checksum()?;
        Some(saved)
    }

    /// The checksum of everything but itself.
    fn checksum(&self) -> Option<String> {
        let rest = (self.format, &self.count, &self.done, self.nodes);
        Some(format!("{:08x}", crc32fast::hash(&serde_json::to_vec(&rest).ok()?)))
    }

    /// Reads the file; otherwise says what is wrong with it, and never what stands in it.
    fn read(bytes: &[u8]) -> Result<Saved, String> {
        if bytes.is_empty() {
            return Err("is empty".to_string());
        }
        let place = |error: &serde_json::Error| format!("line {}, column {}", error.line(), error.column());
        let any: AnyFormat = serde_json::from_slice(bytes).map_err(|error| match error.is_eof() {
            true => format!("ends too early, at {}", place(&error)),
            false => format!("is not a checkpoint: something else stands at {}", place(&error)),
        })?;
        match (any.format, any.game) {
            (Some(FORMAT), _) => {}
            (Some(other), _) => {
                return Err(format!(
                    "is of another version of the program: it has format {other}, not {FORMAT}"
                ));
            }
            (None, Some(_)) => {
                return Err(format!("is of an older version of the program: it has format 1, not {FORMAT}"));
            }
            (None, None) => {
                return Err("is not a checkpoint: it does not say which format it has".to_string());
            }
        }
        let damaged = "is damaged: it has been changed since the program wrote it";
        let saved: Saved =
            serde_json::from_slice(bytes).map_err(|error| format!("{damaged}, at {}", place(&error)))?;
        let fits = saved.checksum().as_ref() == Some(&saved.checksum)
            && sum(saved.done.values()) == Some(saved.nodes)
            && saved.done.keys().all(|piece| *piece < saved.count.pieces);
        if fits { Ok(saved) } else { Err(damaged.to_string()) }
    }
}

/// The sum, if there is such a number.
pub(super) fn sum<'n>(numbers: impl IntoIterator<Item = &'n u64>) -> Option<u64> {
    numbers.into_iter().try_fold(0_u64, |sum, n| sum.checked_add(*n))
}

impl Checkpoint {
    /// The file for a count, and what it says is done already. It is written at once: if that can't be done, it is better known
    /// before the count than after it.
    pub(super) fn open(folder: &Path, given: &Path, count: Count) -> Result<(Checkpoint, Done), String> {
        let shown = given.display().to_string();
        let failed = |why: String| format!("the checkpoint `{shown}` {why}");
        let path = files::target(&folder.join(given)).map_err(failed)?;
        let (held, done) = match hold(&path).map_err(failed)? {
            None => (None, Done::default()),
            Some((file, metadata)) => {
                let other = "; give another file, or delete this one";
                let bytes = files::contents(&file, &metadata, Limit::CHECKPOINT);
                let bytes = bytes.map_err(|refusal| failed(refusal.to_string()))?;
                let saved = Saved::read(&bytes).map_err(|why| failed(why + other))?;
                if let Some(what) = differs(&saved.count, &count) {
                    return Err(failed(format!("belongs to another count, {what}{other}")));
                }
                let pieces = saved.done.into_iter().collect();
                (Some(file), Done { pieces, nodes: saved.nodes, ..Done::default() })
            }
        };
        let mut checkpoint = Checkpoint { shown, path, count, held, written: done.pieces.len() };
        checkpoint.write(&done)?;
        Ok((checkpoint, done))
    }

    /// Writes down what is done, if there is more than last time.
    pub(super) fn save(&mut self, done: &Done) -> Result<(), String> {
        if done.pieces.len() == self.written && self.path.exists() { Ok(()) } else { self.write(done) }
    }

    fn write(&mut self, done: &Done) -> Result<(), String> {
        let failed = |shown: &str, why: String| format!("the checkpoint `{shown}` {why}");
        let text = Saved::new(&self.count, done).and_then(|saved| serde_json::to_vec(&saved).ok());
        let text = text.ok_or_else(|| failed(&self.shown, "can't hold so large a sum".to_string()))?;
        let is_new = self.held.is_none();
        if cfg!(windows) {
            // There a file that is open can't be replaced.
            self.held = None;
        }
        // The new file is locked before it can be found.
        let lock = |file: &File| fs4::FileExt::lock(file).or_else(|error| no_lock(&error).ok_or(error));
        let held =
            files::replace_held(&self.path, &text, is_new, lock).map_err(|why| failed(&self.shown, why))?;
        self.held = Some(held);
        self.written = done.pieces.len();
        Ok(())
    }
}

/// Where the file system has no locks, there is nothing to be done about it.
fn no_lock(error: &std::io::Error) -> Option<()> {
    matches!(error.kind(), std::io::ErrorKind::Unsupported).then_some(())
}

/// The file at a path, locked, if there is one.
fn hold(path: &Path) -> Result<Option<(File, Metadata)>, String> {
    // Whoever has the lock may have put another file in its place meanwhile.
    const TRIES: usize = 20;
    let taken = "is in use by another process; wait for it to end, or give another file".to_string();
    for _ in 0..TRIES {
        let (file, metadata) = match files::open_to_replace(path) {
            Ok(opened) => opened,
            Err(Refusal::Missing) => return Ok(None),
            Err(refusal) => return Err(refusal.to_string()),
        };
        match fs4::FileExt::try_lock(&file) {
            Ok(()) => {}
            Err(fs4::TryLockError::WouldBlock) => return Err(taken),
            Err(fs4::TryLockError::Error(error)) if no_lock(&error).is_some() => {}
            Err(fs4::TryLockError::Error(error)) => return Err(format!("can't be locked: {error}")),
        }
        let is_same = |now: &Metadata| files::identity(path, now) == files::identity(path, &metadata);
        if path.metadata().is_ok_and(|now| is_same(&now)) {
            // What was known of it before it was locked may be old.
            let metadata = file.metadata().map_err(|error| Refusal::from(error).to_string())?;
            return Ok(Some((file, metadata)));
        }
    }
    Err(taken)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(done: &[(usize, u64)]) -> Saved {
        let count = Count { game: "g".into(), rules: "r".into(), fen: "f".into(), depth: 9, pieces: 3 };
        let done: BTreeMap<usize, u64> = done.iter().copied().collect();
        let nodes = done.values().fold(0_u64, |sum, n| sum.wrapping_add(*n));
        Saved { format: FORMAT, count, done, nodes, checksum: String::new() }
    }

    /// What is said about a file with these contents and a checksum that fits.
    fn read(saved: Saved) -> Result<u64, String> {
        let checksum = saved.checksum().expect("one");
        let bytes = serde_json::to_vec(&Saved { checksum, ..saved }).expect("JSON");
        Saved::read(&bytes).map(|saved| saved.nodes)
    }

    #[test]
    fn sums_are_checked_whatever_the_checksum_says() {
        assert_eq!(read(saved(&[(0, 1), (2, 5)])), Ok(6));
        assert_eq!(read(saved(&[(0, u64::MAX)])), Ok(u64::MAX));
        // Too large a sum, another sum, a piece that is not there.
        assert!(read(saved(&[(0, u64::MAX), (1, 7)])).is_err_and(|why| why.contains("damaged")));
        assert!(read(Saved { nodes: 8, ..saved(&[(0, 7)]) }).is_err_and(|why| why.contains("damaged")));
        assert!(read(saved(&[(3, 7)])).is_err_and(|why| why.contains("damaged")));
    }

    #[test]
    fn a_sum_that_is_too_large_is_not_saved() {
        let done = Done { pieces: [(0, u64::MAX), (1, 1)].into(), ..Done::default() };
        assert!(Saved::new(&saved(&[]).count, &done).is_none());
    }
}

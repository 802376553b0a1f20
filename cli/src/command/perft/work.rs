//! The work of a count: its tree cut into pieces, which threads take one after the other.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use tilegame_runtime::State;
use tilegame_runtime::perft::TranspositionTable;
use tilegame_runtime::perft::{By, Part, Unfinished, perft_in_parts};

use crate::io::Flag;

/// As many pieces as this are enough to share the work and to show how far it is.
const PIECES: usize = 400;

/// What is left to the runtime in one go has about so many nodes at most, and takes a fraction of a second.
const GRAIN: u64 = 1 << 24;

/// Looks after the threads this often.
const PAUSE: Duration = Duration::from_millis(20);

/// How to count.
pub(super) struct Job {
    pub(super) by: By,
    pub(super) known: Option<TranspositionTable>,
    pub(super) threads: usize,
    pub(super) stop: Flag,
}

/// A part of the tree.
pub(super) struct Piece {
    /// Under which first move it is.
    pub(super) first: usize,
    state: State,
    depth: u32,
    /// Its share of the whole, as far as one can tell before counting.
    part: f64,
}

/// What has been counted.
#[derive(Default)]
pub(super) struct Done {
    /// The finished pieces with their counts.
    pub(super) pieces: HashMap<usize, u64>,
    /// All nodes counted, those of unfinished pieces included.
    pub(super) nodes: u64,
    /// How much of the whole is done, from 0 to 1.
    pub(super) part: f64,
}

/// Cuts a count into pieces: the positions after the first moves, and then after the moves behind them, until there are enough.
pub(super) fn cut(first: Vec<State>, depth: u32) -> Vec<Piece> {
    let all = first.len() as f64;
    let piece = |(first, state)| Piece { first, state, depth, part: 1.0 / all };
    let mut pieces: Vec<Piece> = first.into_iter().enumerate().map(piece).collect();
    let mut depth = depth;
    while !pieces.is_empty() && pieces.len() < PIECES && depth > 2 {
        depth -= 1;
        let smaller = |piece: Piece| {
            let moves = piece.state.legal_moves();
            let part = piece.part / moves.len().max(1) as f64;
            let after = moves.into_iter().map(move |m| {
                let state = piece.state.after(m);
                Piece { first: piece.first, state, depth, part }
            });
            after.collect::<Vec<Piece>>()
        };
        pieces = pieces.into_iter().flat_map(smaller).collect();
    }
    pieces
}

impl Job {
    /// Counts all pieces that are not done yet; calls `look` from time to time. Whether it got to the end.
    ///
    /// # Errors
    /// If there are more nodes than a number can tell, or the engine does not take a position.
    pub(super) fn count(
        &self,
        pieces: &[Piece],
        done: &mut Done,
        mut look: impl FnMut(&Done),
    ) -> Result<bool, Unfinished> {
        let next = AtomicUsize::new(0);
        let nodes = AtomicU64::new(done.nodes);
        let failed: Mutex<Option<Unfinished>> = Mutex::new(None);
        let fail = |why| *failed.lock().unwrap_or_else(|e| e.into_inner()) = Some(why);
        let has_failed = || failed.lock().unwrap_or_else(|e| e.into_inner()).is_some();
        let finished = Mutex::new(std::mem::take(&mut done.pieces));
        let is_known: Vec<bool> = {
            let finished = finished.lock().unwrap_or_else(|e| e.into_inner());
            (0..pieces.len()).map(|i| finished.contains_key(&i)).collect()
        };
        let part =
            Mutex::new(pieces.iter().zip(&is_known).filter(|(_, k)| **k).map(|(p, _)| p.part).sum::<f64>());
        let work = || {
            loop {
                let number = next.fetch_add(1, Relaxed);
                let Some(piece) = pieces.get(number) else { return true };
                if is_known[number] {
                    continue;
                }
                let mut told = |counted: Part| {
                    *part.lock().unwrap_or_else(|e| e.into_inner()) += counted.share * piece.part;
                    let sum = nodes.fetch_update(Relaxed, Relaxed, |sum| sum.checked_add(counted.nodes));
                    if sum.is_err() {
                        fail(Unfinished::TooMany);
                    }
                    !self.stop.is_up() && !has_failed()
                };
                if self.stop.is_up() {
                    return false;
                }
                let known = self.known.as_ref();
                let counted = perft_in_parts(self.by, known, &piece.state, piece.depth, GRAIN, &mut told);
                match counted {
                    Ok(n) => finished.lock().unwrap_or_else(|e| e.into_inner()).insert(number, n),
                    Err(Unfinished::Stopped) => return false,
                    Err(why) => {
                        fail(why);
                        return false;
                    }
                };
            }
        };
        let snapshot = |done: &mut Done| {
            done.pieces.clone_from(&finished.lock().unwrap_or_else(|e| e.into_inner()));
            done.nodes = nodes.load(Relaxed);
            done.part = *part.lock().unwrap_or_else(|e| e.into_inner());
        };
        let complete = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            while !workers.iter().all(|w| w.is_finished()) {
                thread::sleep(PAUSE);
                snapshot(done);
                look(done);
            }
            // All are waited for. A thread that has panicked has said so; its piece is not done.
            let ends: Vec<_> = workers.into_iter().map(|w| w.join().unwrap_or(false)).collect();
            ends.into_iter().all(|whole| whole)
        });
        snapshot(done);
        failed.into_inner().unwrap_or_else(|e| e.into_inner()).map_or(Ok(complete), Err)
    }
}

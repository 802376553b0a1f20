//! Counting sequences of moves, by one thread or several.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use tilegame_runtime::State;
use tilegame_runtime::perft::{By, Unfinished, perft_in_parts};

use crate::calm::Patience;

/// A part has about so many sequences at most, and takes some hundredths of a second where moves are found quickly.
const GRAIN: u64 = 1 << 20;

/// Deeper, nothing can be counted in any game with two moves to choose from.
const DEEPEST: u32 = 1_000;

/// As many pieces as this are enough to share the work.
const PIECES: usize = 400;

/// So many threads as somebody wants, if a machine can be asked for so many, or as it has.
pub(crate) fn possible(threads: impl Into<Option<usize>>) -> PyResult<usize> {
    let of_machine = || thread::available_parallelism().map_or(1, usize::from);
    match threads.into().unwrap_or_else(of_machine) {
        threads @ 1..=1024 => Ok(threads),
        _ => Err(PyValueError::new_err("threads go from 1 to 1024")),
    }
}

/// The number of sequences of so many moves. Python is let go of, and Ctrl-C stops it.
pub(crate) fn perft(py: Python<'_>, state: &State, depth: u32, threads: usize) -> PyResult<u64> {
    let counted = divided(py, vec![state.clone()], depth, threads)?;
    Ok(counted[0])
}

/// The same behind each of some states.
pub(crate) fn divided(py: Python<'_>, states: Vec<State>, depth: u32, threads: usize) -> PyResult<Vec<u64>> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("counts go to depth {DEEPEST} at most")));
    }
    let threads = possible(threads)?;
    py.detach(|| if threads > 1 { by_threads(states, depth, threads) } else { one_by_one(&states, depth) })
}

fn one_by_one(states: &[State], depth: u32) -> PyResult<Vec<u64>> {
    let mut patience = Patience::new();
    let mut counts = Vec::with_capacity(states.len());
    for state in states {
        match perft_in_parts(By::Auto, None, state, depth, GRAIN, &mut |_| patience.goes_on()) {
            Ok(nodes) => counts.push(nodes),
            Err(Unfinished::Stopped) => break,
            Err(why) => return Err(PyOverflowError::new_err(why.to_string())),
        }
    }
    patience.end().map(|()| counts)
}

/// A part of the tree below one of the states.
struct Piece {
    below: usize,
    state: State,
    depth: u32,
}

/// Cuts the trees below states into enough pieces.
fn cut(states: Vec<State>, depth: u32) -> Vec<Piece> {
    let piece = |(below, state)| Piece { below, state, depth };
    let mut pieces: Vec<Piece> = states.into_iter().enumerate().map(piece).collect();
    let mut depth = depth;
    while !pieces.is_empty() && pieces.len() < PIECES && depth > 2 {
        depth -= 1;
        let smaller = |piece: Piece| {
            let moves = piece.state.legal_moves();
            let after = moves.into_iter().map(move |m| piece.state.after(m));
            after.map(move |state| Piece { below: piece.below, state, depth }).collect::<Vec<_>>()
        };
        pieces = pieces.into_iter().flat_map(smaller).collect();
    }
    pieces
}

fn by_threads(states: Vec<State>, depth: u32, threads: usize) -> PyResult<Vec<u64>> {
    let counts = Mutex::new(vec![0_u64; states.len()]);
    let pieces = cut(states, depth);
    let (next, stop, too_many) = (AtomicUsize::new(0), AtomicBool::new(false), AtomicBool::new(false));
    let work = || {
        while let Some(piece) = pieces.get(next.fetch_add(1, Relaxed)) {
            let mut go_on = |_| !stop.load(Relaxed);
            let counted = perft_in_parts(By::Auto, None, &piece.state, piece.depth, GRAIN, &mut go_on);
            let mut counts = counts.lock().unwrap_or_else(|e| e.into_inner());
            let sum = counted.ok().and_then(|nodes| counts[piece.below].checked_add(nodes));
            match sum {
                Some(sum) => counts[piece.below] = sum,
                None => {
                    // Whoever stops first because of a number has found it too large.
                    if !stop.swap(true, Relaxed) {
                        too_many.store(true, Relaxed);
                    }
                    return;
                }
            }
        }
    };
    let mut patience = Patience::new();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut pause = Duration::from_micros(50);
        while !workers.iter().all(|worker| worker.is_finished()) {
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
            if !patience.goes_on() {
                stop.store(true, Relaxed);
            }
        }
    });
    patience.end()?;
    if too_many.load(Relaxed) {
        return Err(PyOverflowError::new_err(Unfinished::TooMany.to_string()));
    }
    Ok(counts.into_inner().unwrap_or_else(|e| e.into_inner()))
}

#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! No game is known here: everything is asked of [`State`]s. Nothing is read or written but texts and bytes, no thread is started and no clock looked
//! at: the caller [is asked](GoOn) whether to go on.
//!
//! | module | what |
//! | --- | --- |
//! | [`outright`] | everything that can be reached from a position, solved |
//! | [`tables`] | all positions with so many pieces, solved, in a few bytes each |
//! | [`mates`] | forced wins, by proof numbers |
//! | [`certificate`] | a strategy that can be checked without believing any of these |
//! | `fit` | which games can be solved, and what is left out of account |
//! | `code`, `known` | states as a few words; which are known already |
//! | `graph` | states and the moves between them, and retrograde analysis |

#![forbid(unsafe_code)]

pub mod certificate;
mod code;
mod fit;
mod graph;
mod known;
pub mod mates;
pub mod outright;
pub mod tables;

use std::fmt;

use thiserror::Error;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Move, MoveList, State};

pub use fit::{Unsolvable, fits, left_out};

/// What a position is worth for the player to move if both play as well as can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player wins in so many plies: the win comes as soon as it can be forced.
    Win(u32),
    /// The player loses in so many plies, as late as can be; in none, if the game is lost already.
    Loss(u32),
    /// Nobody can force a win: the game has ended without a winner, or goes on for ever.
    Draw,
}

impl Value {
    /// What it is worth to go on to a position of this value, which is worth it for the player who moves there.
    fn before(self, same_player: bool) -> Value {
        match (self, same_player) {
            (Value::Draw, _) => Value::Draw,
            (Value::Win(plies), true) | (Value::Loss(plies), false) => Value::Win(plies + 1),
            (Value::Win(plies), false) | (Value::Loss(plies), true) => Value::Loss(plies + 1),
        }
    }

    /// Better values come later.
    fn rank(self) -> i64 {
        match self {
            Value::Win(plies) => i64::from(u32::MAX) + 1 - i64::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i64::from(plies) - i64::from(u32::MAX) - 1,
        }
    }
}

/// In words: "win in 5 plies".
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |n: &u32| if *n == 1 { "ply" } else { "plies" };
        match self {
            Value::Win(n) => write!(f, "win in {n} {}", plies(n)),
            Value::Loss(n) => write!(f, "loss in {n} {}", plies(n)),
            Value::Draw => f.write_str("draw"),
        }
    }
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions found so far.
    pub found: u64,
    /// Of these, how many have been looked at.
    pub done: u64,
}

/// Who is asked now and then whether to go on.
pub type GoOn<'g> = dyn FnMut(Progress) -> bool + 'g;

/// Why nothing was solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unsolved {
    /// The game is of a sort that can't be solved here.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// There are too many positions.
    #[error("there are more than {0} positions, which is the limit")]
    TooMany(u64),
    /// A game lasts too long for what a position has room for.
    #[error("a win takes more than {MOST_PLIES} plies")]
    TooLong,
    /// The caller did not want to go on.
    #[error("it was stopped")]
    Stopped,
}

/// No distance is longer than this.
pub const MOST_PLIES: u32 = 32_000;

/// Who has won a game that is over; nothing while it goes on. A position without moves that no rule calls an end has no winner, either.
fn ended(state: &State) -> Option<Option<PlayerId>> {
    match state.outcome() {
        Some(outcome) => Some(outcome.winner()),
        None => (!state.has_moves()).then_some(None),
    }
}

/// What a position is worth for a player to move, if the game is over.
fn value_of_end(state: &State) -> Option<Value> {
    ended(state).map(|winner| match winner {
        None => Value::Draw,
        Some(winner) if winner == state.to_move() => Value::Win(0),
        Some(_) => Value::Loss(0),
    })
}

/// The best move, and what the position is worth, by what is known of the positions after it; nothing, if one of them is not known or the game is
/// over. Of equal moves it is the first of the [sorted](State::legal_moves) ones.
pub fn best_move(state: &State, mut value: impl FnMut(&State) -> Option<Value>) -> Option<(Move, Value)> {
    let mut best: Option<(Move, Value)> = None;
    for m in &state.legal_moves() {
        let after = state.after(*m);
        let behind = value_of_end(&after).or_else(|| value(&after))?;
        let here = behind.before(after.to_move() == state.to_move());
        if best.is_none_or(|(_, known)| here.rank() > known.rank()) {
            best = Some((*m, here));
        }
    }
    best
}

/// The moves that are played if both sides play as well as can be, until the game is over; nothing where that is a draw.
fn best_line(state: &State, mut value: impl FnMut(&State) -> Option<Value>) -> Vec<Move> {
    let (mut now, mut line) = (state.clone(), Vec::new());
    while let Some((m, Value::Win(_) | Value::Loss(_))) = best_move(&now, &mut value) {
        line.push(m);
        now = now.after(m);
    }
    line
}

/// The legal moves in the engine's order.
fn moves_of(state: &State) -> MoveList {
    let mut moves = MoveList::new();
    state.moves(&mut moves);
    moves
}

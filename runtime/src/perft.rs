//! Counting move sequences: the check that rules mean what they should.
//!
//! `perft(n)` is the number of sequences of exactly `n` legal moves; a position in which the game is over has no moves.
//! Draws that need the history of a match are not seen.

pub use crate::engine::TranspositionTable;
use crate::engine::WhyNot;
use crate::game::Game;
use crate::reference::position::Position;
use crate::state::State;

/// Which engine counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum By {
    /// The bitset engine, and the reference engine where that refuses.
    #[default]
    Auto,
    /// The bitset engine.
    Bitset,
    /// The reference engine: slow, and the specification.
    Reference,
}

impl State {
    /// The number of sequences of so many legal moves.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// assert_eq!(chess.start().perft(3), 8_902);
    /// let each = chess.start().legal_moves().into_iter().map(|m| chess.start().after(m).perft(1));
    /// assert_eq!(each.sum::<u64>(), 400);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        by_either(self.game(), None, &self.whole(), depth)
    }
}

fn by_either(game: &Game, known: Option<&TranspositionTable>, position: &Position, depth: u32) -> u64 {
    match game.bitset() {
        Ok(bitset) => {
            bitset.perft(known, position, depth).unwrap_or_else(|_| by_reference(game, position, depth))
        }
        Err(_) => by_reference(game, position, depth),
    }
}

/// [`State::perft`] by the engine of one's choice; the bitset engine may be given a table of counts of this game.
///
/// # Errors
/// If it has to be the bitset engine and that can't play the game, or not from this position.
pub fn perft_by(
    by: By,
    known: Option<&TranspositionTable>,
    state: &State,
    depth: u32,
) -> Result<u64, Unfinished> {
    Ok(counted(state.game(), by, known, &state.whole(), depth)?)
}

impl From<WhyNot> for Unfinished {
    fn from(why: WhyNot) -> Unfinished {
        Unfinished::Refused(why.to_string())
    }
}

fn counted(
    game: &Game,
    by: By,
    known: Option<&TranspositionTable>,
    position: &Position,
    depth: u32,
) -> Result<u64, WhyNot> {
    match by {
        By::Auto => Ok(by_either(game, known, position, depth)),
        By::Bitset => game.bitset()?.perft(known, position, depth),
        By::Reference => Ok(by_reference(game, position, depth)),
    }
}

/// A part of a count that is done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// Its sequences.
    pub nodes: u64,
    /// Its share of the whole, as far as one can tell before counting: the shares of all parts add up to 1.
    pub share: f64,
}

/// Why a count has no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfinished {
    /// The caller has stopped it.
    #[error("the count was stopped")]
    Stopped,
    /// The number is larger than a `u64`.
    #[error("there are more than {} sequences", u64::MAX)]
    TooMany,
    /// The engine can't play the game, or not from this position.
    #[error("{0}")]
    Refused(String),
}

/// [`perft_by`] in parts of about `grain` sequences at most: after each, `go_on` is told of it and says whether to go on.
///
/// How large a part is can only be estimated: by the most moves that a position on the way to it has, and never more than a few
/// moves deep.
///
/// # Errors
/// If `go_on` says no, if the sum is too large, or if it has to be the bitset engine and that refuses.
///
/// ```
/// use tilegame_runtime::Game;
/// use tilegame_runtime::perft::{By, Unfinished, perft_in_parts};
/// let chess = Game::from_library("chess")?;
/// let mut counted = 0;
/// let stopped = perft_in_parts(By::Auto, None, &chess.start(), 9, 10_000, &mut |part| {
///     counted += part.nodes;
///     counted < 1_000_000
/// });
/// assert_eq!(stopped, Err(Unfinished::Stopped));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft_in_parts(
    by: By,
    known: Option<&TranspositionTable>,
    state: &State,
    depth: u32,
    grain: u64,
    go_on: &mut dyn FnMut(Part) -> bool,
) -> Result<u64, Unfinished> {
    let game = state.game();
    let deepest = match (by, game.bitset()) {
        (By::Reference, _) | (By::Auto, Err(_)) => 1,
        (By::Bitset, Err(why)) => return Err(why.into()),
        (_, Ok(_)) => DEEPEST_PART,
    };
    let mut parts = Parts { game, by, known, grain, deepest, go_on };
    parts.count(&mut state.whole(), depth, 1, 1.0)
}

/// A part goes at most so many moves deep: how many moves there are may change quickly.
const DEEPEST_PART: u32 = 4;

/// A count in parts.
struct Parts<'p> {
    game: &'p Game,
    by: By,
    known: Option<&'p TranspositionTable>,
    grain: u64,
    deepest: u32,
    go_on: &'p mut dyn FnMut(Part) -> bool,
}

impl Parts<'_> {
    /// The sequences from a position; `widest` is the largest number of moves that a position before it has.
    fn count(
        &mut self,
        position: &mut Position,
        depth: u32,
        widest: u64,
        share: f64,
    ) -> Result<u64, Unfinished> {
        let is_small =
            || depth <= self.deepest && widest.checked_pow(depth).is_some_and(|all| all <= self.grain);
        // Of the first position no width is known before its moves are listed.
        if depth <= 1 || widest > 1 && is_small() {
            let nodes = counted(self.game, self.by, self.known, position, depth)?;
            return self.told(Part { nodes, share }).map(|()| nodes);
        }
        let moves = self.game.moves(position);
        if moves.is_empty() {
            return self.told(Part { nodes: 0, share }).map(|()| 0);
        }
        let (widest, share) = (widest.max(moves.len() as u64), share / moves.len() as f64);
        let mut nodes = 0_u64;
        for m in &moves {
            let undo = self.game.play_unchecked(position, m);
            let below = self.count(position, depth - 1, widest, share);
            self.game.undo(position, undo);
            nodes = nodes.checked_add(below?).ok_or(Unfinished::TooMany)?;
        }
        Ok(nodes)
    }

    fn told(&mut self, part: Part) -> Result<(), Unfinished> {
        if (self.go_on)(part) { Ok(()) } else { Err(Unfinished::Stopped) }
    }
}

fn by_reference(game: &Game, position: &Position, depth: u32) -> u64 {
    count(game, &mut position.clone(), depth)
}

fn count(game: &Game, position: &mut Position, depth: u32) -> u64 {
    let engine = game.engine();
    match depth {
        0 => 1,
        1 => engine.count_legal_moves(position) as u64,
        _ => {
            let mut nodes = 0;
            for m in engine.legal_moves(position) {
                let undo = engine.play(position, &m);
                nodes += count(game, position, depth - 1);
                engine.unmake(position, undo);
            }
            nodes
        }
    }
}

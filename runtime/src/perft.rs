//! Counting move sequences: the check that rules mean what they should.
//!
//! `perft(n)` is the number of sequences of exactly `n` legal moves; a position in which the game is over has no moves.
//! Draws that need the history of a match are not seen.

use crate::bitset::{Known, WhyNot};
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;

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

/// The number of sequences of `depth` legal moves from a position.
pub fn perft(game: &Game, position: &Position, depth: u32) -> u64 {
    by_either(game, None, position, depth)
}

fn by_either(game: &Game, known: Option<&Known>, position: &Position, depth: u32) -> u64 {
    match game.bitset() {
        Ok(bitset) => {
            bitset.perft(known, position, depth).unwrap_or_else(|_| by_reference(game, position, depth))
        }
        Err(_) => by_reference(game, position, depth),
    }
}

/// [`perft`] by the engine of one's choice; the bitset engine may be given a table of counts of this game.
///
/// # Errors
/// If it has to be the bitset engine and that can't play the game, or not from this position.
pub fn perft_by(
    game: &Game,
    by: By,
    known: Option<&Known>,
    position: &Position,
    depth: u32,
) -> Result<u64, WhyNot> {
    match by {
        By::Auto => Ok(by_either(game, known, position, depth)),
        By::Bitset => game.bitset().map_err(Clone::clone)?.perft(known, position, depth),
        By::Reference => Ok(by_reference(game, position, depth)),
    }
}

/// [`perft`] split by the first move, in the order in which the moves are generated.
pub fn divide(game: &Game, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut position = position.clone();
    let moves = game.moves(&position);
    moves
        .into_iter()
        .map(|m| {
            let undo = game.engine().play(&mut position, &m);
            let nodes = perft(game, &position, rest);
            game.engine().unmake(&mut position, undo);
            (m, nodes)
        })
        .collect()
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

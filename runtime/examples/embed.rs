//! Loads a game from its text, searches it, and plays random games of six others by the same calls:
//! `cargo run --release -p tilegame-runtime --example embed`.

#![expect(clippy::print_stdout, reason = "it is a program, and no part of the library")]

use tilegame_runtime::{Game, Move, MoveList, San, State};

const TEXT: &str = "
variant \"Race\" of chess
    about \"A king in the middle wins.\"
end
    arrived: loss if some enemy King on d4..e5
";

/// Negamax by material, in any game of two players.
fn value(state: &State, depth: u32) -> i64 {
    let me = state.to_move();
    if let Some(outcome) = state.outcome() {
        return outcome.winner().map_or(0, |winner| if winner == me { 1000 } else { -1000 });
    }
    if depth == 0 {
        return state.pieces().map(|(_, piece)| if piece.owner == Some(me) { 1 } else { -1 }).sum();
    }
    let mut moves = MoveList::new();
    state.moves(&mut moves); // also captures, moves_from, targets, has_moves, is_legal
    moves.iter().map(|&m| -value(&state.after(m), depth - 1)).max().unwrap_or(0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::from_source("race.tg", TEXT, |_| None)?;
    let mut state = game.start();
    let mut moves = MoveList::new();
    state.moves(&mut moves);
    let best: Move = moves.iter().copied().max_by_key(|&m| -value(&state.after(m), 2)).ok_or("over")?;
    println!("{} = {} = {:?}", state.san(best), state.uci(best), state.changes(best).collect::<Vec<_>>());

    // Texts are read without a board, and become moves on one.
    let san: San = "e4".parse()?;
    let m = san.to_move(&state)?; // a typed error says why not
    state.play(m)?; // checked; `make` is not, and works in place
    let other = game.read_fen(&state.fen())?;
    assert_eq!(state, other);
    assert_eq!((state.key(), state.in_check()), (other.key(), Some(false)));

    // The same calls in every game, whatever it needs inside.
    for name in ["cotulenh", "selection", "khet2", "glinski", "go9", "three-player"] {
        let game = Game::from_library(name)?;
        let (mut state, mut plies, mut seed) = (game.start(), 0, 1_u64);
        while state.outcome().is_none() && plies < 200 {
            state.moves(&mut moves);
            let Some(&m) = moves.get(seed as usize % moves.len().max(1)) else { break };
            state.make(m);
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).rotate_left(17);
            plies += 1;
        }
        println!("{name}: {plies} plies, {}", state.fen());
    }
    Ok(())
}

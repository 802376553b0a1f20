//! Loads a game from its text, plays random games, and searches three plies ahead for the best move:
//! `cargo run --release -p tilegame-runtime --example embed`.

#![expect(clippy::print_stdout, reason = "it is a program, and no part of the library")]

use tilegame_runtime::Game;
use tilegame_runtime::bitset::{Bitset, State};
use tilegame_runtime::matches::Match;
use tilegame_runtime::notation::san;

const TEXT: &str = "
variant \"Race\" of chess
    about \"A king in the middle wins.\"
end
    arrived: loss if some enemy King on d4..e5
";

/// What a position is worth for the player to move, so many plies ahead: 100 if won, or else the difference in pieces.
fn value(engine: &Bitset, state: &State, plies: u32) -> i64 {
    let me = engine.to_move(state);
    if let Some(outcome) = engine.outcome(state) {
        return outcome.winner().map_or(0, |winner| if winner == me { 100 } else { -100 });
    }
    if plies == 0 {
        let worth = |owner| if owner == Some(me) { 1 } else { -1 };
        return engine.position(state).pieces().map(|(_, piece)| worth(piece.owner)).sum();
    }
    let mut moves = Vec::new();
    engine.list(state, &mut moves);
    let values = moves.iter().map(|m| -value(engine, &engine.play(state, *m), plies - 1));
    values.max().expect("the game is not over")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::from_source("race.tg", TEXT, |_| None)?;
    let mut seed: u64 = 1;
    for _ in 0..3 {
        let mut played = Match::new(game.clone());
        while played.ending().is_none() && played.moves().count() < 300 {
            let moves = played.legal_moves();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            played.play(&moves[(seed >> 33) as usize % moves.len()])?;
        }
        let end = played.told().unwrap_or_else(|| "not over".to_string());
        println!("{} moves at random: {end}", played.moves().count());
    }
    let (engine, start) = (game.bitset()?, game.start());
    let state = engine.state(&start)?;
    let mut moves = Vec::new();
    engine.list(&state, &mut moves);
    let best = moves.into_iter().max_by_key(|m| -value(engine, &engine.play(&state, *m), 2));
    let best = best.ok_or("the game is over")?;
    println!("the best move: {}", san::write(&game, &start, &engine.told(&state, best)));
    Ok(())
}

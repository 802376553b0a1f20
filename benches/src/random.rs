//! Random games, and positions from them: the same ones each time.

use tilegame_runtime::{Game, Move, MoveList, State};

/// No random game is longer.
pub const LONGEST: usize = 300;

/// So many positions of each game.
const POSITIONS: usize = 60;

/// The next number that looks random.
pub fn next(random: &mut u64) -> usize {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*random >> 33) as usize
}

/// Positions of random games in which a move is possible.
pub fn positions(game: &Game) -> Vec<State> {
    let mut found = Vec::new();
    let mut seed = 1;
    while found.len() < POSITIONS {
        random_game(game, seed, &mut |position, _| found.push(position.clone()));
        seed += 1;
    }
    // From all of their lengths.
    let step = found.len() / POSITIONS;
    found.into_iter().step_by(step.max(1)).take(POSITIONS).collect()
}

/// Plays at random, and looks at each position and the move made in it; the number of moves.
pub fn random_game(game: &Game, seed: u64, look: &mut dyn FnMut(&State, Move)) -> usize {
    let (mut state, mut after) = (game.start(), game.start());
    let (mut random, mut moves) = (seed, MoveList::new());
    for played in 0..LONGEST {
        state.moves(&mut moves);
        if moves.is_empty() {
            return played;
        }
        let chosen = moves[next(&mut random) % moves.len()];
        look(&state, chosen);
        state.after_into(chosen, &mut after);
        std::mem::swap(&mut state, &mut after);
    }
    LONGEST
}

//! What the library's calls cost in each game, beside counting: `cargo run --release -p tilegame-benches --bin uses [GAME…]`.
//!
//! Microseconds a position, mean of positions from random games: listing its legal moves (by `Game`, and on a packed state), asking for
//! the result, playing a move, writing the position, its moves, and one of them in the game's notation. And random games to their end,
//! on positions and on packed states, in thousand moves a second.

use tilegame_benches::random::{LONGEST, next, positions, random_game};
use tilegame_benches::{game, say, timed, timed_well};
use tilegame_dsl::library::GAMES;
use tilegame_runtime::moves::Move;
use tilegame_runtime::notation::{fen, san, uci};
use tilegame_runtime::{MoveList, Position, State};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let all = GAMES.iter().map(|(name, _)| (*name).to_owned());
    let names: Vec<String> = if args.is_empty() { all.collect() } else { args };
    say("Microseconds a position; random games in thousand moves a second.");
    say("game                        list  packed  result    play     FEN     UCI     SAN   random   packed");
    for name in names {
        one_game(&name);
    }
}

fn one_game(name: &str) {
    let game = game(name);
    let positions = positions(&game);
    let number = positions.len() as f64;
    let each = |work: &dyn Fn(&Position) -> usize| {
        let (_, seconds) = timed_well(|| positions.iter().map(work).sum::<usize>());
        format!("{:.1}", seconds / number * 1e6)
    };
    let moves: Vec<Vec<Move>> = positions.iter().map(|position| game.moves(position)).collect();
    let by_number = |work: &dyn Fn(&Position, &[Move]) -> usize| {
        let (_, seconds) = timed_well(|| {
            positions.iter().zip(&moves).map(|(position, moves)| work(position, moves)).sum::<usize>()
        });
        format!("{:.1}", seconds / number * 1e6)
    };
    let list = each(&|position| game.moves(position).len());
    let result = each(&|position| usize::from(game.outcome(position).is_some()));
    let play = by_number(&|position, moves| {
        let mut next = position.clone();
        moves.first().map_or(0, |m| usize::from(game.play(&mut next, m).is_ok()))
    });
    let fen = each(&|position| fen::write(&game, position).len());
    let uci = by_number(&|_, moves| uci::write_all(&game, moves).len());
    let san = by_number(&|position, moves| {
        moves.iter().take(1).map(|m| san::write(&game, position, m).len()).sum()
    });
    let speed = |work: &dyn Fn() -> usize| {
        let (played, seconds) = timed_well(work);
        format!("{:.0}", played as f64 / seconds / 1e3)
    };
    let random = speed(&|| random_game(&game, 1, &mut |_, _| {}));
    let states: Vec<State> = positions.iter().map(|position| game.state(position)).collect();
    let mut moves = MoveList::new();
    let (_, seconds) =
        timed(|| (0..1000).for_each(|_| states.iter().for_each(|state| state.moves(&mut moves))));
    let packed = format!("{:.2}", seconds / 1000.0 / states.len() as f64 * 1e6);
    let start = game.start();
    let random_packed = speed(&|| random_packed(&start));
    say(&format!(
        "{name:<22}{list:>10}{packed:>8}{result:>8}{play:>8}{fen:>8}{uci:>8}{san:>8}{random:>9}{random_packed:>9}"
    ));
}

/// The same as [`random_game`] on states.
fn random_packed(start: &State) -> usize {
    let (mut state, mut after) = (start.clone(), start.clone());
    let (mut random, mut moves) = (1_u64, MoveList::new());
    for played in 0..LONGEST {
        state.moves(&mut moves);
        if moves.is_empty() {
            return played;
        }
        state.after_into(moves[next(&mut random) % moves.len()], &mut after);
        std::mem::swap(&mut state, &mut after);
    }
    LONGEST
}

//! What the library's calls cost in each game, beside counting: `cargo run --release -p tilegame-benches --bin uses [GAME…]`.
//!
//! Microseconds a position, mean of positions from random games: listing its legal moves, asking for the result, playing a move, writing the
//! position, its moves, and one of them in the game's notation. And random games to their end, in thousand moves a second.

use tilegame_benches::random::{positions, random_game};
use tilegame_benches::{game, say, timed, timed_well};
use tilegame_dsl::library::GAMES;
use tilegame_runtime::{MoveList, State};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let all = GAMES.iter().map(|(name, _)| (*name).to_owned());
    let names: Vec<String> = if args.is_empty() { all.collect() } else { args };
    say("Microseconds a position; random games in thousand moves a second.");
    say("game                        list  result    play     FEN     UCI     SAN   random");
    for name in names {
        one_game(&name);
    }
}

fn one_game(name: &str) {
    let game = game(name);
    let states = positions(&game);
    let number = states.len() as f64;
    let each = |work: &dyn Fn(&State) -> usize| {
        let (_, seconds) = timed_well(|| states.iter().map(work).sum::<usize>());
        format!("{:.1}", seconds / number * 1e6)
    };
    let moves: Vec<MoveList> = states.iter().map(State::legal_moves).collect();
    let by_number = |work: &dyn Fn(&State, &MoveList) -> usize| {
        let (_, seconds) =
            timed_well(|| states.iter().zip(&moves).map(|(state, moves)| work(state, moves)).sum::<usize>());
        format!("{:.1}", seconds / number * 1e6)
    };
    let result = each(&|state| usize::from(state.outcome().is_some()));
    let play = by_number(&|state, moves| {
        let mut next = state.clone();
        moves.first().map_or(0, |m| usize::from(next.play(*m).is_ok()))
    });
    let fen = each(&|state| state.fen().len());
    let uci = by_number(&|state, moves| moves.iter().map(|m| state.uci(*m).len()).sum());
    let san = by_number(&|state, moves| moves.iter().take(1).map(|m| state.san(*m).len()).sum());
    let (played, seconds) = timed_well(|| random_game(&game, 1, &mut |_, _| {}));
    let random = format!("{:.0}", played as f64 / seconds / 1e3);
    let mut list = MoveList::new();
    let (_, seconds) =
        timed(|| (0..1000).for_each(|_| states.iter().for_each(|state| state.moves(&mut list))));
    let list = format!("{:.2}", seconds / 1000.0 / number * 1e6);
    say(&format!("{name:<22}{list:>10}{result:>8}{play:>8}{fen:>8}{uci:>8}{san:>8}{random:>9}"));
}

//! What texts cost in each game: `cargo run --release -p tilegame-benches --bin texts [GAME…]`.
//!
//! Microseconds for a position or a move, mean of positions from random games: writing and reading the position, a move as coordinates, and
//! a move in the game's notation. And random games as PGN, parsed and replayed, in games a second, with the number of moves of one.

use tilegame_benches::random::{positions, random_game};
use tilegame_benches::{game, say, timed_well};
use tilegame_dsl::library::GAMES;
use tilegame_record::pgn::{self, Node, PgnGame};
use tilegame_runtime::{Game, Move, San, State, Uci};

/// So many random games are replayed.
const GAMES_REPLAYED: u64 = 10;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let all = GAMES.iter().map(|(name, _)| (*name).to_owned());
    let names: Vec<String> = if args.is_empty() { all.collect() } else { args };
    say(
        "Microseconds to write and to read a position, a move as coordinates and in the game's notation; PGN.",
    );
    say("game                      FEN    read     UCI    read     SAN    read   games/s   moves");
    for name in names {
        one_game(&name);
    }
}

fn one_game(name: &str) {
    let game = game(name);
    let positions = positions(&game);
    let middle = |state: &State| {
        let moves = state.legal_moves();
        moves[moves.len() / 2]
    };
    let moves: Vec<Move> = positions.iter().map(middle).collect();
    let each = |work: &dyn Fn(usize) -> bool| {
        let (_, seconds) = timed_well(|| (0..positions.len()).filter(|i| work(*i)).count());
        format!("{:.2}", seconds / positions.len() as f64 * 1e6)
    };
    let texts = |write: &dyn Fn(&State, Move) -> String| -> Vec<String> {
        positions.iter().zip(&moves).map(|(state, m)| write(state, *m)).collect()
    };
    let fens = texts(&|state, _| state.fen());
    let coordinates = texts(&|state, m| state.uci(m));
    let written = texts(&|state, m| state.san(m));
    let figures = [
        each(&|i| !positions[i].fen().is_empty()),
        each(&|i| game.read_fen(&fens[i]).is_ok()),
        each(&|i| !positions[i].uci(moves[i]).is_empty()),
        each(&|i| coordinates[i].parse::<Uci>().is_ok_and(|text| text.to_move(&positions[i]).is_ok())),
        each(&|i| !positions[i].san(moves[i]).is_empty()),
        each(&|i| written[i].parse::<San>().is_ok_and(|text| text.to_move(&positions[i]).is_ok())),
    ];
    let (text, number) = written_games(&game);
    let (_, seconds) = timed_well(|| {
        let games = pgn::parse(&text).0;
        games.iter().filter(|written| pgn::replay(&game, written).is_ok()).count()
    });
    let figures: String = figures.iter().map(|figure| format!("{figure:>8}")).collect();
    let (speed, moves) = (GAMES_REPLAYED as f64 / seconds, number / GAMES_REPLAYED as usize);
    say(&format!("{name:<20}{figures}{speed:>10.0}{moves:>8}"));
}

/// Random games as PGN, and how many moves they have together.
fn written_games(game: &Game) -> (String, usize) {
    let (mut text, mut number) = (String::new(), 0);
    for seed in 1..=GAMES_REPLAYED {
        let mut pgn = PgnGame::default();
        number += random_game(game, seed, &mut |state, m| {
            pgn.line.moves.push(Node::new(state.san(m)));
        });
        text += &pgn::write(game, &pgn);
    }
    (text, number)
}

//! What texts cost in each game: `cargo run --release -p tilegame-benches --bin texts [GAME…]`.
//!
//! Microseconds for a position or a move, mean of positions from random games: writing and reading the position, a move as coordinates, and
//! a move in the game's notation. And random games as PGN, parsed and replayed, in games a second, with the number of moves of one.

use tilegame_benches::random::{positions, random_game};
use tilegame_benches::{game, say, timed_well};
use tilegame_dsl::library::GAMES;
use tilegame_runtime::moves::Move;
use tilegame_runtime::notation::pgn::{self, Node, PgnGame};
use tilegame_runtime::notation::{fen, san, uci};
use tilegame_runtime::{Game, Position};

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
    _ = game.bitset();
    let positions = positions(&game);
    let moves: Vec<Move> = {
        let middle = |position: &Position| {
            let mut moves = game.moves(position);
            moves.swap_remove(moves.len() / 2)
        };
        positions.iter().map(middle).collect()
    };
    let each = |work: &dyn Fn(usize) -> bool| {
        let (_, seconds) = timed_well(|| (0..positions.len()).filter(|i| work(*i)).count());
        format!("{:.2}", seconds / positions.len() as f64 * 1e6)
    };
    let texts = |write: &dyn Fn(&Position, &Move) -> String| -> Vec<String> {
        positions.iter().zip(&moves).map(|(position, m)| write(position, m)).collect()
    };
    let fens = texts(&|position, _| fen::write(&game, position));
    let coordinates = texts(&|position, m| uci::write(&game, position, m));
    let written = texts(&|position, m| san::write(&game, position, m));
    let figures = [
        each(&|i| !fen::write(&game, &positions[i]).is_empty()),
        each(&|i| fen::read(&game, &fens[i]).is_ok()),
        each(&|i| !uci::write(&game, &positions[i], &moves[i]).is_empty()),
        each(&|i| uci::read(&game, &positions[i], &coordinates[i]).is_ok()),
        each(&|i| !san::write(&game, &positions[i], &moves[i]).is_empty()),
        each(&|i| san::read(&game, &positions[i], &written[i]).is_ok()),
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
        number += random_game(game, seed, &mut |position, m| {
            pgn.line.moves.push(Node::new(san::write(game, position, m)));
        });
        text += &pgn::write(game, &pgn);
    }
    (text, number)
}

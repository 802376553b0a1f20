//! Counts beside other programs in one run: `cargo run --release -p tilegame-benches --bin peers`.
//!
//! Without arguments: chess beside cozy-chess, in turn, several times each, and the ratio of the best times. Time on the processor
//! is measured where the system tells it, since others may use the machine. With `GAME DEPTH [FEN]`: one count, for profilers.

use tilegame_benches::{game, say, timed};
use tilegame_runtime::notation::fen;
use tilegame_runtime::{Game, Position};

/// Chess positions with a depth that takes about half a second, and how often each is counted.
const POSITIONS: [(&str, u32, &str); 6] = [
    ("start", 6, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kiwipete", 5, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("few pieces", 6, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("promotions", 5, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("in check", 5, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("middle game", 5, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
];
const TIMES: usize = 5;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.as_slice() {
        [] => beside_cozy_chess(),
        [name, depth, rest @ ..] => one_count(name, depth.parse().expect("a depth"), rest.first()),
        [_] => say("usage: peers [GAME DEPTH [FEN]]"),
    }
}

fn beside_cozy_chess() {
    let chess = game("chess");
    say("position        depth        nodes   tilegame   cozy-chess   ratio   (million nodes a second)");
    for (name, depth, text) in POSITIONS {
        let ours = fen::read(&chess, text).expect("a position");
        let theirs = cozy_chess::Board::from_fen(text, false).expect("a position");
        let (mut best, mut best_of_peer) = (f64::MAX, f64::MAX);
        let mut nodes = 0;
        for _ in 0..TIMES {
            let (n, seconds) = timed(|| count(&chess, &ours, depth));
            let (m, seconds_of_peer) = timed(|| peer(&theirs, depth));
            assert_eq!(n, m, "{name}");
            nodes = n;
            best = best.min(seconds);
            best_of_peer = best_of_peer.min(seconds_of_peer);
        }
        let speed = |seconds: f64| nodes as f64 / seconds / 1e6;
        say(&format!(
            "{name:<15} {depth:>5} {nodes:>12} {:>10.1} {:>12.1} {:>7.2}",
            speed(best),
            speed(best_of_peer),
            best_of_peer / best
        ));
    }
}

fn one_count(name: &str, depth: u32, text: Option<&String>) {
    if name == "cozy-chess" {
        let start = text.map_or(POSITIONS[0].2, |t| t);
        let board = cozy_chess::Board::from_fen(start, false).expect("a position");
        let (nodes, seconds) = timed(|| peer(&board, depth));
        return say(&format!(
            "{name} {depth} {nodes} {seconds:.3} s {:.1} M/s",
            nodes as f64 / seconds / 1e6
        ));
    }
    let (game, loading) = timed(|| game(name));
    let ((), building) = timed(|| assert!(game.bitset().is_ok(), "{name} is refused"));
    let position = text.map_or_else(|| game.start(), |t| fen::read(&game, t).expect("a position"));
    let (nodes, seconds) = timed(|| count(&game, &position, depth));
    let speed = nodes as f64 / seconds / 1e6;
    let (loading, building) = (loading * 1e3, building * 1e3);
    say(&format!(
        "{name} {depth} {nodes} {seconds:.3} s {speed:.1} M/s, loaded in {loading:.1} ms, engine in {building:.1} ms"
    ));
}

fn count(game: &Game, position: &Position, depth: u32) -> u64 {
    game.bitset().expect("the game is taken").perft(None, position, depth).expect("there is room")
}

/// Counts the last moves without making them, as we do.
fn peer(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|set| {
        if depth <= 1 {
            nodes += set.len() as u64;
        } else {
            for m in set {
                let mut next = board.clone();
                next.play_unchecked(m);
                nodes += peer(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

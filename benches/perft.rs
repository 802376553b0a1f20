//! Loading, legal moves and counting, with another program's engine in the same run as a yardstick.
//!
//! Nothing is checked here but the counts; correctness is the business of `tests/`.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilegame_benches::{game, rules};
use tilegame_runtime::notation::fen;
use tilegame_runtime::{Game, perft};

/// Games of different sorts, each with a depth that takes a fraction of a second.
const COUNTED: [(&str, u32); 6] =
    [("chess", 3), ("atomic", 3), ("antichess", 3), ("capablanca", 3), ("racingkings", 3), ("amazon", 3)];

/// Chess positions: the start, and one with every sort of move.
const POSITIONS: [(&str, &str); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("many_moves", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
];

fn load(c: &mut Criterion) {
    let mut group = c.benchmark_group("load");
    for name in ["chess", "atomic", "chess960"] {
        group.bench_function(format!("{name}/text_to_rules"), |b| b.iter(|| rules(black_box(name))));
        let rules = rules(name);
        group
            .bench_function(format!("{name}/rules_to_game"), |b| b.iter(|| Game::compile(black_box(&rules))));
    }
    group.finish();
}

fn moves(c: &mut Criterion) {
    let chess = game("chess");
    let mut group = c.benchmark_group("moves");
    for (name, text) in POSITIONS {
        let position = fen::read(&chess, text).expect("a position");
        group.throughput(Throughput::Elements(chess.moves(&position).len() as u64));
        group.bench_function(name, |b| b.iter(|| chess.moves(black_box(&position))));
    }
    group.finish();
}

fn counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, depth) in COUNTED {
        let game = game(name);
        let start = game.start();
        group.throughput(Throughput::Elements(perft::perft(&game, &start, depth)));
        group.bench_function(format!("{name}/{depth}"), |b| {
            b.iter(|| perft::perft(&game, black_box(&start), depth));
        });
    }
    group.finish();
}

/// The same chess count by this engine and by cozy-chess, which knows chess only and is made for speed.
fn beside_the_peer(c: &mut Criterion) {
    const DEPTH: u32 = 3;
    let chess = game("chess");
    let mut group = c.benchmark_group("peer");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, text) in POSITIONS {
        let ours = fen::read(&chess, text).expect("a position");
        let theirs = cozy_chess::Board::from_fen(text, false).expect("a position");
        let nodes = perft::perft(&chess, &ours, DEPTH);
        assert_eq!(nodes, peer_perft(&theirs, DEPTH));
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{name}/tilegame"), |b| {
            b.iter(|| perft::perft(&chess, black_box(&ours), DEPTH));
        });
        group.bench_function(format!("{name}/cozy_chess"), |b| {
            b.iter(|| peer_perft(black_box(&theirs), DEPTH));
        });
    }
    group.finish();
}

/// Counts the last moves without making them, as the runtime's own perft does.
fn peer_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|set| {
        if depth <= 1 {
            nodes += set.len() as u64;
        } else {
            for m in set {
                let mut next = board.clone();
                next.play_unchecked(m);
                nodes += peer_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

criterion_group!(benches, load, moves, counts, beside_the_peer);
criterion_main!(benches);

//! Loading, legal moves, making moves and counting, for every game; and chess beside a crate that knows nothing else.
//!
//! Nothing is checked here but the counts; correctness is the business of `tests/`.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tilegame_benches::chess_crates::{POSITIONS, by_cozy_chess};
use tilegame_benches::{game, rules};
use tilegame_dsl::library::GAMES;
use tilegame_runtime::{Game, MoveList};

/// Counts of the group `perft` have at most so many nodes.
const MOST_NODES: u64 = 20_000;

/// A group that is soon done for one game, because there are many.
fn group<'c>(c: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    group
}

fn load(c: &mut Criterion) {
    let mut group = group(c, "load");
    for (name, _) in GAMES {
        group.bench_function(format!("{name}/text_to_rules"), |b| b.iter(|| rules(black_box(name))));
        let rules = rules(name);
        group
            .bench_function(format!("{name}/rules_to_game"), |b| b.iter(|| Game::compile(black_box(&rules))));
        group.bench_function(format!("{name}/engine"), |b| {
            let make = || Game::compile(&rules).expect("a game that can be played");
            b.iter_batched(make, |game| game.why_slow().is_none(), BatchSize::PerIteration);
        });
    }
    group.finish();
}

fn moves(c: &mut Criterion) {
    let mut group = group(c, "moves");
    for (name, _) in GAMES {
        let game = game(name);
        let (start, mut moves) = (game.start(), MoveList::new());
        group.throughput(Throughput::Elements(start.legal_moves().len() as u64));
        group.bench_function(*name, |b| b.iter(|| black_box(&start).moves(&mut moves)));
    }
    group.finish();
}

fn make(c: &mut Criterion) {
    let mut group = group(c, "make");
    for (name, _) in GAMES {
        let game = game(name);
        let start = game.start();
        let moves = start.legal_moves();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(*name, |b| {
            b.iter(|| {
                for m in moves.iter() {
                    black_box(start.clone()).make(*m);
                }
            });
        });
    }
    group.finish();
}

fn counts(c: &mut Criterion) {
    let mut group = group(c, "perft");
    for (name, _) in GAMES {
        let game = game(name);
        let start = game.start();
        let mut depth = 1;
        while depth < 8 && start.perft(depth + 1) <= MOST_NODES {
            depth += 1;
        }
        group.throughput(Throughput::Elements(start.perft(depth)));
        group.bench_function(format!("{name}/{depth}"), |b| {
            b.iter(|| black_box(&start).perft(depth));
        });
    }
    group.finish();
}

/// The same chess count by this engine and by cozy-chess, which knows chess only and is made for speed.
fn beside_the_peer(c: &mut Criterion) {
    const DEPTH: u32 = 4;
    let chess = game("chess");
    let mut group = group(c, "peer");
    for (name, _, text) in POSITIONS {
        let ours = chess.read_fen(text).expect("a position");
        let theirs = cozy_chess::Board::from_fen(text, false).expect("a position");
        let nodes = ours.perft(DEPTH);
        assert_eq!(nodes, by_cozy_chess(&theirs, DEPTH));
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{name}/tilegame"), |b| {
            b.iter(|| black_box(&ours).perft(DEPTH));
        });
        group.bench_function(format!("{name}/cozy_chess"), |b| {
            b.iter(|| by_cozy_chess(black_box(&theirs), DEPTH));
        });
    }
    group.finish();
}

criterion_group!(benches, load, moves, make, counts, beside_the_peer);
criterion_main!(benches);

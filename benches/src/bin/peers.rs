//! Chess beside other programs in one run, and what the engine costs: `cargo run --release -p tilegame-benches --bin peers`.
//!
//! Without arguments: chess beside crates and programs that know nothing else, in turn, several times each, and the ratios of the best times.
//! Time on the processor is measured where the system tells it, since others may use the machine. `load`: how long it takes to load
//! every game, and how much memory it needs. `threads`: the same count by one thread and by two. `GAME DEPTH [FEN]`: one count, for
//! profilers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use tilegame_benches::chess_crates::{POSITIONS, by_chess, by_cozy_chess};
use tilegame_benches::uci::Rival;
use tilegame_benches::{game, rules, say, timed, timed_well};
use tilegame_dsl::library::GAMES;
use tilegame_runtime::perft::{By, perft_by};
use tilegame_runtime::{Game, State};

/// How often everything is measured.
const TIMES: usize = 5;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.as_slice() {
        [] => beside_chess_programs(),
        [what] if what == "load" => load(),
        [what] if what == "threads" => threads(),
        [name, depth, rest @ ..] => one_count(name, depth.parse().expect("a depth"), rest.first()),
        [_] => say("usage: peers [load | threads | GAME DEPTH [FEN]]"),
    }
}

fn beside_chess_programs() {
    let rules = game("chess");
    let mut stockfish = Rival::new("stockfish");
    say("Million nodes a second; in brackets, ours by theirs.");
    say("position     depth        nodes  tilegame     cozy-chess           chess       stockfish");
    for (name, depth, text) in POSITIONS {
        let ours = rules.read_fen(text).expect("a position");
        let cozy = cozy_chess::Board::from_fen(text, false).expect("a position");
        let other: chess::Board = text.parse().expect("a position");
        let (mut nodes, mut best) = (0, [f64::MAX; 4]);
        for _ in 0..TIMES {
            let counts = [
                Some(timed_well(|| count(&ours, depth))),
                Some(timed_well(|| by_cozy_chess(&cozy, depth))),
                Some(timed_well(|| by_chess(&other, depth))),
                stockfish.as_mut().and_then(|program| {
                    program.tell(&format!("position fen {text}"))?;
                    program.count(depth)
                }),
            ];
            for (counted, best) in counts.iter().zip(&mut best) {
                if let Some((n, seconds)) = counted {
                    nodes = *n;
                    assert!(counts.iter().flatten().all(|(m, _)| m == n), "{name}");
                    *best = best.min(*seconds);
                }
            }
        }
        let speed = |seconds: f64| nodes as f64 / seconds / 1e6;
        let mut line = format!("{name:<12} {depth:>5} {nodes:>12} {:>9.1}", speed(best[0]));
        for theirs in &best[1..] {
            line += &if *theirs < f64::MAX {
                format!(" {:>7.1} ({:>5.2})", speed(*theirs), theirs / best[0])
            } else {
                " ".repeat(14) + "-"
            };
        }
        say(&line);
    }
}

/// From a game's text to its first move.
fn load() {
    say("Milliseconds, and thousand bytes of tables for a game.");
    say(
        "game                    tiles  text to rules  rules to game  engine  first move  position bytes  tables",
    );
    for (name, _) in GAMES {
        let mut best = [f64::MAX; 4];
        let mut sizes = String::new();
        for _ in 0..TIMES {
            let (rules, parsing) = timed(|| rules(name));
            let (game, compiling) = timed(|| Game::compile(&rules).expect("a game that can be played"));
            let (engine, building) = timed(|| game.specification().bitset());
            let start = game.start();
            let (_, moving) = timed(|| start.legal_moves());
            for (best, seconds) in best.iter_mut().zip([parsing, compiling, building, moving]) {
                *best = best.min(seconds);
            }
            sizes = match engine {
                Ok(engine) => {
                    let report = engine.report();
                    format!("{:>15} {:>7}", report.position, report.tables / 1000)
                }
                Err(why) => format!("  refused: {why}"),
            };
            sizes = format!("{:>6} {}", game.board().len(), sizes);
        }
        let [parsing, compiling, building, moving] = best.map(|seconds| seconds * 1e3);
        let (tiles, sizes) = sizes.trim_start().split_once(' ').unwrap_or_default();
        say(&format!(
            "{name:<22} {tiles:>6} {parsing:>14.2} {compiling:>14.2} {building:>7.2} {moving:>11.2} {sizes}"
        ));
    }
}

/// The same count by one thread and by two, and by cozy-chess in the same manner: what two threads bring depends on the machine,
/// too.
fn threads() {
    let rules = game("chess");
    say("Seconds by the clock with one thread and with two, their ratio, and the ratio on the processor.");
    say("position     depth      one     two  ratio  processor   cozy-chess: one     two  ratio  processor");
    for (name, depth, text) in POSITIONS {
        // Pieces of work two moves deep, taken one after the other.
        let successors =
            |from: &State| from.legal_moves().iter().map(|m| from.after(*m)).collect::<Vec<State>>();
        let start = rules.read_fen(text).expect("a position");
        let pieces: Vec<State> = successors(&start).iter().flat_map(successors).collect();
        let ours = shared(&pieces, |state| count(state, depth - 2));
        let start = cozy_chess::Board::from_fen(text, false).expect("a position");
        let pieces: Vec<cozy_chess::Board> = after(&start).iter().flat_map(after).collect();
        let theirs = shared(&pieces, |board| by_cozy_chess(board, depth - 2));
        say(&format!("{name:<12} {depth:>5}  {ours}           {theirs}"));
    }
}

fn after(board: &cozy_chess::Board) -> Vec<cozy_chess::Board> {
    let mut all = Vec::new();
    board.generate_moves(|set| {
        all.extend(set.into_iter().map(|m| {
            let mut next = board.clone();
            next.play_unchecked(m);
            next
        }));
        false
    });
    all
}

/// Work shared by one thread and by two: a part of a line of the table.
fn shared<P: Sync>(pieces: &[P], count: impl Fn(&P) -> u64 + Sync) -> String {
    let work = |next: &AtomicUsize| {
        timed(|| {
            let take = || pieces.get(next.fetch_add(1, Ordering::Relaxed));
            std::iter::from_fn(take).map(&count).sum::<u64>()
        })
    };
    let (mut one, mut two) = ([f64::MAX; 2], [f64::MAX; 2]);
    for _ in 0..TIMES {
        let clock = Instant::now();
        let (nodes, spent) = work(&AtomicUsize::new(0));
        one = [one[0].min(clock.elapsed().as_secs_f64()), one[1].min(spent)];
        let (clock, next) = (Instant::now(), AtomicUsize::new(0));
        let (a, b) = std::thread::scope(|scope| {
            let other = scope.spawn(|| work(&next));
            (work(&next), other.join().expect("it counts"))
        });
        assert_eq!(a.0 + b.0, nodes);
        // On the processor two threads are as fast as the sum of what they spend says.
        two = [two[0].min(clock.elapsed().as_secs_f64()), two[1].min((a.1 + b.1) / 2.0)];
    }
    format!("{:>7.3} {:>7.3} {:>6.2} {:>10.2}", one[0], two[0], one[0] / two[0], one[1] / two[1])
}

fn one_count(name: &str, depth: u32, text: Option<&String>) {
    let (nodes, seconds, loaded) = if name == "cozy-chess" {
        let start = text.map_or(POSITIONS[0].2, |t| t);
        let board = cozy_chess::Board::from_fen(start, false).expect("a position");
        let (nodes, seconds) = timed(|| by_cozy_chess(&board, depth));
        (nodes, seconds, String::new())
    } else {
        let (game, loading) = timed(|| game(name));
        let ((), building) = timed(|| assert!(game.why_slow().is_none(), "{name} is refused"));
        let state = text.map_or_else(|| game.start(), |t| game.read_fen(t).expect("a position"));
        let (nodes, seconds) = timed(|| count(&state, depth));
        let (loading, building) = (loading * 1e3, building * 1e3);
        (nodes, seconds, format!(", loaded in {loading:.1} ms, engine in {building:.1} ms"))
    };
    let speed = nodes as f64 / seconds / 1e6;
    say(&format!("{name} {depth} {nodes} {seconds:.3} s {speed:.1} M/s{loaded}"));
}

fn count(state: &State, depth: u32) -> u64 {
    perft_by(By::Bitset, None, state, depth).expect("the game is taken, and there is room")
}

//! Runs every file of `perft/`: one test a file, by both engines.
//!
//! Counts of up to five million nodes are always checked by the engine that a count gets when none is asked for, and deeper ones when
//! `TILEGAME_DEEP` is set to the number of nodes up to which to count. Where that is the bitset engine, the reference engine, which is
//! much slower, checks those of up to a million as well.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use tilegame_runtime::perft::{By, Unfinished, perft_by};
use tilegame_runtime::{Game, Position};
use tilegame_tests::{game, on_all_processors, perft_cases, position};

const ALWAYS: u64 = 5_000_000;
const BY_BOTH: u64 = 1_000_000;

/// The number of sequences of so many moves. What the reference engine counts is shared among all processors.
fn count(game: &Game, by: By, start: &Position, depth: u32) -> Result<u64, Unfinished> {
    let is_fast = by != By::Reference && game.why_slow().is_none();
    if is_fast || depth < 2 {
        return perft_by(by, None, &game.state(start), depth);
    }
    let moves = tilegame_tests::listed(game, start);
    let nodes = AtomicU64::new(0);
    on_all_processors(moves.len(), |number| {
        let mut position = start.clone();
        game.specification().make(&mut position, &moves[number]);
        let below =
            perft_by(By::Reference, None, &game.state(&position), depth - 1).expect("it plays all games");
        nodes.fetch_add(below, Ordering::Relaxed);
    });
    Ok(nodes.into_inner())
}

fn counts_are_exact(path: &Path) -> datatest_stable::Result<()> {
    let text = std::fs::read_to_string(path)?;
    let deep = std::env::var("TILEGAME_DEEP").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let suite = perft_cases(&text)?;
    let game = game(&suite.game);
    let mut wrong = Vec::new();
    let mut checked = 0;
    for case in &suite.cases {
        let start = position(&game, &case.start)?;
        for (depth, nodes) in case.counts.iter().filter(|(_, nodes)| *nodes <= ALWAYS.max(deep)) {
            checked += 1;
            for by in [By::Auto, By::Reference] {
                if by == By::Reference && (*nodes > BY_BOTH || game.why_slow().is_some()) {
                    continue;
                }
                let found = count(&game, by, &start, *depth)?;
                if found != *nodes {
                    wrong.push(format!(
                        "{:?} depth {depth} by {by:?}: expected {nodes}, found {found}",
                        case.start
                    ));
                }
            }
        }
    }
    if checked == 0 {
        wrong.push("nothing to check".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

datatest_stable::harness! {
    { test = counts_are_exact, root = "perft", pattern = r".*\.perft$" },
}

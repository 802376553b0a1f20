//! Runs every file of `perft/`: one test a file, by both engines.
//!
//! Counts of up to five million nodes are always checked by the engine that a count gets when none is asked for, and deeper ones when
//! `TILEGAME_DEEP` is set to the number of nodes up to which to count. Where that is the bitset engine, the reference engine, which is
//! much slower, checks those of up to a million as well.

use std::path::Path;

use tilegame_runtime::perft::{By, perft_by};
use tilegame_tests::{game, perft_cases, position};

const ALWAYS: u64 = 5_000_000;
const BY_BOTH: u64 = 1_000_000;

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
                if by == By::Reference && (*nodes > BY_BOTH || game.bitset().is_err()) {
                    continue;
                }
                let found = perft_by(&game, by, None, &start, *depth)?;
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

//! Instructions for each node, for every game: `cargo run --release -p tilegame-benches --bin instructions [GAME ...]`.
//!
//! It counts to two depths under callgrind, which must be installed, and divides the difference of the instructions by that of the nodes. The figure
//! does not depend on what else the machine does.

use std::process::Command;

use tilegame_benches::{game, say};
use tilegame_dsl::library::GAMES;

/// The deeper count has about so many nodes at most; some seconds under callgrind.
const MOST_NODES: u64 = 400_000;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    say("| game | legality | bytes a position | depth | nodes | instructions a node |");
    say("| --- | --- | --- | --- | --- | --- |");
    for (name, _) in GAMES {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
            continue;
        }
        let game = game(name);
        let engine = match game.bitset() {
            Ok(engine) => engine,
            Err(why) => {
                say(&format!("| {name} | refused: {why} | | | | |"));
                continue;
            }
        };
        let count = |depth| engine.perft(None, &game.start(), depth).expect("there is room");
        let mut depth = 2;
        while count(depth + 1) <= MOST_NODES && depth < 12 {
            depth += 1;
        }
        let (report, nodes, fewer) = (engine.report(), count(depth), count(depth - 1));
        let spent = instructions(name, depth).zip(instructions(name, depth - 1));
        let per_node = spent.map_or_else(
            || "?".to_owned(),
            |(more, less)| format!("{:.0}", (more as f64 - less as f64) / (nodes as f64 - fewer as f64)),
        );
        let (legality, bytes) = (report.legality, report.position);
        say(&format!("| {name} | {legality} | {bytes} | {depth} | {nodes} | {per_node} |"));
    }
}

/// The instructions of a whole run of `peers`, which stands beside this program.
fn instructions(name: &str, depth: u32) -> Option<u64> {
    let peers = std::env::current_exe().ok()?.with_file_name("peers");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(peers)
        .args([name, &depth.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok()
}

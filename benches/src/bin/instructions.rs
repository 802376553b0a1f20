//! Instructions a node, for every game: `cargo run --release -p tilegame-benches --bin instructions [--write] [GAME ...]`.
//!
//! It counts from the start and from a later position under callgrind, which must be installed (the package `valgrind`). Only the instructions
//! of counting are measured, so the numbers do not depend on what else the machine does. They are compared with the table in
//! `benches/instructions.tsv`: each game that takes more than 5 % more is named, and the program ends with 1. `--write` writes the numbers into
//! the table instead.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use tilegame_benches::random::random_game;
use tilegame_benches::{game, say};
use tilegame_dsl::library::GAMES;
use tilegame_runtime::{Game, State};

/// Where the table is, from the root of the repository.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.tsv");

const HEADER: &str =
    "game\tlegality\tbytes\tdepth\tnodes\tdepth later\tnodes later\tinstructions a node\tlater position";

/// A count has so many nodes at most: some seconds under callgrind.
const MOST_NODES: u64 = 200_000;

/// The same where the reference engine counts.
const MOST_NODES_BY_REFERENCE: u64 = 1_000;

const DEEPEST: u32 = 12;

/// The later position is reached by so many random moves, or by as many as the game lasts.
const LATER: usize = 40;

/// So many times as many instructions as before are worse.
const WORSE: f64 = 1.05;

/// What is counted of a game.
#[derive(Clone, PartialEq, Debug)]
struct Task {
    depth: u32,
    later_depth: u32,
    later: String,
}

/// A row of the table.
#[derive(Clone, Debug)]
struct Row {
    task: Task,
    legality: String,
    bytes: String,
    nodes: [u64; 2],
    instructions: f64,
}

impl Row {
    fn read(line: &str) -> Option<(String, Row)> {
        let [name, legality, bytes, depth, nodes, later_depth, later_nodes, instructions, later]: [&str; 9] =
            line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let (depth, later_depth) = (depth.parse().ok()?, later_depth.parse().ok()?);
        let row = Row {
            task: Task { depth, later_depth, later: later.to_owned() },
            legality: legality.to_owned(),
            bytes: bytes.to_owned(),
            nodes: [nodes.parse().ok()?, later_nodes.parse().ok()?],
            instructions: instructions.parse().ok()?,
        };
        Some((name.to_owned(), row))
    }

    fn written(&self, name: &str) -> String {
        let Row { task, legality, bytes, nodes: [nodes, later_nodes], instructions } = self;
        let Task { depth, later_depth, later } = task;
        format!(
            "{name}\t{legality}\t{bytes}\t{depth}\t{nodes}\t{later_depth}\t{later_nodes}\t{instructions:.1}\t{later}"
        )
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    if let [what, name, depth, later_depth, later] = args.as_slice()
        && what == "--count"
    {
        let game = game(name);
        let depths = [depth, later_depth].map(|depth| depth.parse().expect("a depth"));
        let positions = [game.start(), game.read_fen(later).expect("a position")];
        // What is made when it is first needed is not measured.
        positions[0].perft(1);
        let nodes = [0, 1].map(|i| nodes_that_are_measured(&positions[i], depths[i]).to_string());
        say(&nodes.join(" "));
        return ExitCode::SUCCESS;
    }
    let (options, wanted): (Vec<&String>, Vec<&String>) = args.iter().partition(|a| a.starts_with('-'));
    let writes = options.iter().any(|option| *option == "--write");
    let is_known = |name: &String| GAMES.iter().any(|(known, _)| *known == name.as_str());
    if options.iter().any(|option| *option != "--write") || !wanted.iter().all(|name| is_known(name)) {
        say("usage: instructions [--write] [GAME ...]");
        return ExitCode::FAILURE;
    }
    let is_wanted = |name: &&str| wanted.is_empty() || wanted.iter().any(|one| one.as_str() == *name);
    let names: Vec<&str> = GAMES.iter().map(|(name, _)| *name).filter(is_wanted).collect();
    let mut table: BTreeMap<String, Row> =
        fs::read_to_string(TABLE).unwrap_or_default().lines().filter_map(Row::read).collect();
    let measured = measured(&names, &table);
    let mut is_fine = measured.len() == names.len();
    if !is_fine {
        say("some counts could not be measured: is valgrind installed?");
    }
    if writes {
        table.retain(|name, _| GAMES.iter().any(|(known, _)| known == name));
        table.extend(measured);
        let mut text = format!("{HEADER}\n");
        table.iter().for_each(|(name, row)| _ = writeln!(text, "{}", row.written(name)));
        fs::write(TABLE, text).expect("the table can be written");
        return if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    for (name, now) in &measured {
        let Some(before) = table.get(name) else {
            say(&format!("{name}: not in the table"));
            is_fine = false;
            continue;
        };
        if now.nodes != before.nodes {
            say(&format!("{name}: {:?} nodes instead of {:?}", now.nodes, before.nodes));
            is_fine = false;
        }
        let times = now.instructions / before.instructions;
        if times > WORSE {
            let percent = (times - 1.0) * 100.0;
            let (now, before) = (now.instructions, before.instructions);
            say(&format!(
                "{name}: {percent:.0} % worse, {now:.1} instructions a node instead of {before:.1}"
            ));
            is_fine = false;
        }
    }
    if is_fine {
        say(&format!("{} games measured, none more than 5 % worse", measured.len()));
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Measures games, several at the same time: what others do changes nothing.
fn measured(names: &[&str], table: &BTreeMap<String, Row>) -> BTreeMap<String, Row> {
    let (next, rows) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(row) = measure(name, table.get(*name)) {
                        say(&row.written(name));
                        rows.lock().expect("nobody panics").insert((*name).to_owned(), row);
                    }
                }
            });
        }
    });
    rows.into_inner().expect("nobody panics")
}

/// Measures a game: what its row says, if it has one.
fn measure(name: &str, before: Option<&Row>) -> Option<Row> {
    let game = game(name);
    let task = before.map_or_else(|| task_of(&game), |row| row.task.clone());
    let (legality, bytes) = match game.specification().bitset() {
        Ok(engine) => {
            let report = engine.report();
            (report.legality.to_owned(), report.position.to_string())
        }
        Err(_) => ("reference engine".to_owned(), "-".to_owned()),
    };
    let (nodes, instructions) = instructions(name, &task)?;
    let instructions = instructions as f64 / nodes.iter().sum::<u64>().max(1) as f64;
    Some(Row { task, legality, bytes, nodes, instructions })
}

/// What is counted of a game that has no row yet.
fn task_of(game: &Game) -> Task {
    let later = later_position(game);
    let (depth, later_depth) = (depth_from(&game.start()), depth_from(&later));
    Task { depth, later_depth, later: later.fen() }
}

/// A position of a random game in which there are moves.
fn later_position(game: &Game) -> State {
    let (mut later, mut played) = (game.start(), 0);
    random_game(game, 1, &mut |position, _| {
        if played <= LATER {
            later = position.clone();
        }
        played += 1;
    });
    later
}

/// How deep is counted from a position.
fn depth_from(state: &State) -> u32 {
    let most = if state.game().why_slow().is_none() { MOST_NODES } else { MOST_NODES_BY_REFERENCE };
    let mut depth = 1;
    let mut nodes = state.perft(depth);
    while depth < DEEPEST {
        // A game that soon ends is not counted deeper.
        let more = state.perft(depth + 1);
        if more > most || more <= nodes {
            break;
        }
        (depth, nodes) = (depth + 1, more);
    }
    depth
}

/// The nodes and the instructions of both counts, by this program under callgrind.
fn instructions(name: &str, task: &Task) -> Option<([u64; 2], u64)> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"])
        .arg("--toggle-collect=*nodes_that_are_measured*")
        .arg(env::current_exe().ok()?)
        .args(["--count", name, &task.depth.to_string(), &task.later_depth.to_string(), &task.later])
        .output()
        .ok()?;
    let counted = String::from_utf8_lossy(&output.stdout);
    let (nodes, later) = counted.trim().split_once(' ')?;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|line| line.contains("Collected :"))?;
    Some(([nodes.parse().ok()?, later.parse().ok()?], line.rsplit(' ').next()?.parse().ok()?))
}

/// What is measured: callgrind finds it by its name.
#[inline(never)]
fn nodes_that_are_measured(state: &State, depth: u32) -> u64 {
    // What follows keeps it a call of its own.
    std::hint::black_box(state.perft(depth))
}

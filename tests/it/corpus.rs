//! The positions of `corpus/`: of every game, with their moves, results and counts, for whoever writes another program for the game.
//!
//! `TILEGAME_GENERATE=1 cargo test -p tilegame-tests --test it corpus` writes the files that are missing. What it writes is what both engines say
//! of a position; the tests of the package for Python ask other programs, where there are any.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use tilegame_runtime::perft::{By, perft_by};
use tilegame_runtime::{Game, State};
use tilegame_tests::{game, names, on_all_processors};

const HEADER: &str = "fen\tresult\tnodes 2\tmoves";

/// At most so many positions of a game.
const POSITIONS: usize = 100;

/// At most so large a file, in bytes.
const SIZE: usize = 20_000;

/// Of the moves of a random game so many are made between two positions.
const BETWEEN: usize = 5;

/// A count by the reference engine has so many nodes at most.
const NODES: u64 = 20_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// How a position is told.
struct Told {
    result: String,
    nodes: u64,
    moves: Vec<String>,
}

impl Told {
    fn line(&self, fen: &str) -> String {
        format!("{fen}\t{}\t{}\t{}", self.result, self.nodes, self.moves.join(" "))
    }
}

fn result(game: &Game, outcome: Option<tilegame_runtime::Outcome>) -> String {
    let Some(outcome) = outcome else { return "-".to_owned() };
    let rules = game.rules();
    let shares: Vec<String> = outcome.scores.iter().map(|share| share.to_string()).collect();
    format!("{} {}", rules.ends[outcome.end.index()].name, shares.join(":"))
}

fn told(state: &State) -> Told {
    let mut moves: Vec<String> = state.legal_moves().into_iter().map(|m| state.uci(m)).collect();
    moves.sort();
    Told { result: result(state.game(), state.outcome()), nodes: state.perft(2), moves }
}

/// What the specification says of a position; nothing if that would take too long.
fn specified(game: &Game, fen: &str, nodes: u64) -> Option<Told> {
    if nodes > NODES {
        return None;
    }
    let specification = game.specification();
    let position = specification.read_fen(fen).expect("what was written");
    let listed = specification.moves(&position);
    let mut moves = specification.all_uci(&listed);
    moves.sort();
    let counted = perft_by(By::Reference, None, &game.state(&position), 2).expect("it plays all games");
    Some(Told { result: result(game, specification.outcome(&position)), nodes: counted, moves })
}

/// Positions of random games, as both engines see them.
fn written(name: &str) -> String {
    let game = game(name);
    let mut rng = Rng::with_seed(name.bytes().fold(7, |seed, byte| seed * 31 + u64::from(byte)));
    let mut text = format!("{HEADER}\n");
    let mut known = BTreeSet::new();
    let mut left = 400;
    let mut state = game.start();
    while known.len() < POSITIONS && text.len() < SIZE && left > 0 {
        left -= 1;
        let fen = state.fen();
        // As the text has it: what was before is not told by it.
        let read = game.read_fen(&fen).unwrap_or_else(|error| panic!("{name}: {fen}: {error}"));
        let seen = told(&read);
        if !known.contains(&fen)
            && let Some(specified) = specified(&game, &fen, seen.nodes)
        {
            assert_eq!(seen.line(&fen), specified.line(&fen), "{name}");
            let line = seen.line(&fen);
            if text.len() + line.len() < SIZE {
                writeln!(text, "{line}").expect("text");
                known.insert(fen);
            }
        }
        state = read;
        for _ in 0..rng.usize(1..=BETWEEN) {
            match rng.choice(state.legal_moves()) {
                Some(m) => state.make(m),
                None => {
                    state = game.start();
                    break;
                }
            }
        }
    }
    text
}

#[test]
fn positions_have_their_moves_results_and_counts() {
    let all: Vec<&str> = names().collect();
    on_all_processors(all.len(), |number| {
        let name = all[number];
        let path = folder().join(format!("{name}.tsv"));
        if std::env::var_os("TILEGAME_GENERATE").is_some() && !path.exists() {
            std::fs::write(&path, written(name)).expect("a file");
        }
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let game = game(name);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(HEADER), "{name}");
        let mut positions = 0;
        for line in lines {
            let fen = line.split('\t').next().unwrap_or_default();
            let state = game.read_fen(fen).unwrap_or_else(|error| panic!("{name}: {fen}: {error}"));
            assert_eq!(told(&state).line(fen), line, "{name}");
            positions += 1;
        }
        assert!(positions > 3, "{name} has {positions} positions");
    });
}

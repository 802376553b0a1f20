//! The positions of `positions/`: of every game, with their moves, results and counts, for authors of other programs.
//!
//! `TILEGAME_GENERATE=1 cargo test -p tilegame-tests --test positions` writes the files that are missing. What it writes is what both engines say
//! of a position; the tests of the package for Python ask Fairy-Stockfish, where it knows the game.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use tilegame_runtime::perft::{By, perft_by};
use tilegame_runtime::{Game, Outcome, State};
use tilegame_tests::{game, names, on_all_processors};

const HEADER: &str = "fen\tresult\tnodes 2\tmoves";

/// At most so many positions of a game, and not many more bytes.
const POSITIONS: usize = 200;
const BYTES: usize = 24_000;

/// At least so many positions of a game, however long their lists are.
const ALWAYS: usize = 5;

/// At most so many moves of a random game are made between two positions.
const BETWEEN: usize = 5;

/// The reference engine, which is slow, counts no more nodes than these.
const NODES: u64 = 2_000;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("positions").join(format!("{name}.tsv"))
}

/// The answers about a position.
#[derive(PartialEq, Eq, Debug)]
struct Answers {
    result: String,
    /// `None` where there are too many.
    nodes: Option<u64>,
    moves: Vec<String>,
}

impl Answers {
    fn line(&self, fen: &str) -> String {
        let nodes = self.nodes.map_or_else(|| "-".to_owned(), |nodes| nodes.to_string());
        format!("{fen}\t{}\t{nodes}\t{}", self.result, self.moves.join(" "))
    }
}

fn result(game: &Game, outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else { return "-".to_owned() };
    let rules = game.rules();
    let shares: Vec<String> = outcome.scores.iter().map(|share| share.to_string()).collect();
    format!("{} {}", rules.ends[outcome.end.index()].name, shares.join(":"))
}

fn answers(state: &State) -> Answers {
    let mut moves: Vec<String> = state.legal_moves().into_iter().map(|m| state.uci(m)).collect();
    moves.sort();
    let nodes = Some(state.perft(2)).filter(|nodes| *nodes <= NODES);
    Answers { result: result(state.game(), state.outcome()), nodes, moves }
}

/// The same by the reference engine; the count only where there is one.
fn specified(game: &Game, fen: &str, is_counted: bool) -> Answers {
    let specification = game.specification();
    let position = specification.read_fen(fen).expect("what was written");
    let listed = specification.moves(&position);
    let mut moves = specification.all_uci(&listed);
    moves.sort();
    let nodes = is_counted
        .then(|| perft_by(By::Reference, None, &game.state(&position), 2).expect("it plays all games"));
    Answers { result: result(game, specification.outcome(&position)), nodes, moves }
}

/// Positions of random games, with what both engines say of them.
fn written(name: &str) -> String {
    let game = game(name);
    let mut rng =
        Rng::with_seed(name.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte)));
    let mut text = format!("{HEADER}\n");
    let mut known = BTreeSet::new();
    let mut state = game.start();
    for _ in 0..3 * POSITIONS {
        if known.len() >= POSITIONS || known.len() >= ALWAYS && text.len() >= BYTES {
            break;
        }
        let fen = state.fen();
        // As the text has it: it does not tell what was before.
        state = game.read_fen(&fen).unwrap_or_else(|error| panic!("{name}: {fen}: {error}"));
        if known.insert(fen.clone()) {
            let seen = answers(&state);
            assert_eq!(seen, specified(&game, &fen, seen.nodes.is_some()), "{name}: {fen}");
            writeln!(text, "{}", seen.line(&fen)).expect("text");
        }
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
        let path = path(name);
        if std::env::var_os("TILEGAME_GENERATE").is_some() && !path.exists() {
            std::fs::write(&path, written(name)).expect("a file");
        }
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let game = game(name);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(HEADER), "{name}");
        for line in lines.by_ref() {
            let fen = line.split('\t').next().unwrap_or_default();
            let state = game.read_fen(fen).unwrap_or_else(|error| panic!("{name}: {fen}: {error}"));
            assert_eq!(answers(&state).line(fen), line, "{name}");
        }
        assert!(text.lines().count() > 4, "{name} has more positions");
    });
}

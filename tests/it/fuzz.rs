//! Inputs of all sorts, changed at random: nothing panics, and nothing takes ten seconds (of a run for long; see `PATIENCE_IN_COMPANY`).
//!
//! `TILEGAME_FUZZ_SECONDS=3600 cargo test --release -p tilegame-tests --test it fuzz:: -- --nocapture` goes on for so long with each
//! sort. The same functions are libFuzzer's targets in `tests/fuzz`.
// What was done is worth knowing, with `--nocapture`.
#![allow(clippy::print_stdout)]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tilegame_tests::Dice;
use tilegame_tests::fuzz::{TARGETS, Target};

/// Longer than this is as bad as a panic, in a release build and with nothing else running.
const PATIENCE: Duration = Duration::from_secs(10);
/// Where tests of everything else run beside it, and the engine is not optimized.
const PATIENCE_IN_COMPANY: Duration = Duration::from_secs(120);

/// The files of a corpus, sorted.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let entries = fs::read_dir(folder).expect("a corpus");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).expect("a file")).collect()
}

/// One input out of others.
fn changed(corpus: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = corpus[dice.below(corpus.len())].clone();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(20)).min(bytes.len());
        match dice.below(7) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.insert(at, dice.below(256) as u8),
            2 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
            3 => {
                let again = bytes[at..end].repeat(1 + dice.below(50));
                bytes.splice(at..at, again);
            }
            4 => {
                let number =
                    ["0", "1", "9", "255", "256", "65536", "4294967296", "18446744073709551616", "-1"];
                bytes.splice(at..at, number[dice.below(number.len())].bytes());
            }
            5 => {
                let signs =
                    ["(", ")", "[", "]", "{", "}", "\"", "\n", "    ", " ", "/", "*", "|", ",", "\0", "ä"];
                bytes.splice(at..at, signs[dice.below(signs.len())].bytes());
            }
            _ => {
                let other = &corpus[dice.below(corpus.len())];
                let from = dice.below(other.len() + 1);
                let to = (from + dice.below(200)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
        }
    }
    bytes.truncate(1 << 16);
    bytes
}

fn fuzz(name: &str, few: u64) {
    let Target { run, .. } = TARGETS.into_iter().find(|target| target.name == name).expect("a target");
    let seconds: Option<u64> = std::env::var("TILEGAME_FUZZ_SECONDS").ok().and_then(|n| n.parse().ok());
    // A short run does the same each time, a long one something new.
    let seed = match seconds {
        Some(_) => SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64),
        None => 1,
    };
    let patience = if seconds.is_some() { PATIENCE } else { PATIENCE_IN_COMPANY };
    let (corpus, mut dice) = (corpus(name), Dice::new(seed));
    let (started, mut inputs, mut longest) = (Instant::now(), 0, Duration::ZERO);
    let mut try_one = |bytes: &[u8]| {
        let began = Instant::now();
        let ended = catch_unwind(AssertUnwindSafe(|| run(bytes)));
        let took = began.elapsed();
        longest = longest.max(took);
        inputs += 1;
        if ended.is_err() || took > patience {
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz_{name}_{inputs}"));
            fs::write(&file, bytes).expect("written");
            panic!("{name}: {took:?}, see {}\n{}", file.display(), String::from_utf8_lossy(bytes));
        }
        match seconds {
            Some(seconds) => started.elapsed() < Duration::from_secs(seconds),
            None => inputs < few,
        }
    };
    corpus.iter().for_each(|bytes| {
        try_one(bytes);
    });
    while try_one(&changed(&corpus, &mut dice)) {}
    println!("{name}: {inputs} inputs in {:?}, the longest took {longest:?}", started.elapsed());
}

#[test]
fn game_files() {
    fuzz("game_file", 60);
}

#[test]
fn fens() {
    fuzz("fen", 1000);
}

#[test]
fn pgns() {
    fuzz("pgn", 100);
}

#[test]
fn move_texts() {
    fuzz("move_text", 300);
}

#[test]
fn move_ids() {
    fuzz("move_id", 2000);
}

#[test]
fn checkpoints() {
    fuzz("checkpoint", 60);
}

#[test]
fn valid_games() {
    fuzz("valid_game", 20);
}

#[test]
fn inis() {
    fuzz("ini", 60);
}

#[test]
fn fairy_texts() {
    fuzz("fairy_text", 300);
}

#[test]
fn referees() {
    fuzz("referee", 60);
}

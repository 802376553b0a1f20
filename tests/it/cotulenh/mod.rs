//! CoTuLenh on plain lists of squares: a second implementation to compare rules files with. It shares no code with the engine.
//!
//! It follows the public engine of github.com/mnoyd/cotulenh-monorepo (commit fd0a130), quirks included, and was written from
//! a description of its rules. The numbers, lists of moves and positions below were printed by that engine, so they
//! are independent of the counter.

mod agree;
mod board;
mod by_hand;
mod paper;
mod play;
mod published;
mod rays;
mod san;
mod upstream;

use board::{State, square};
use play::Deed;

const START: &str =
    "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1";

/// The game of the rules file, written as the public engine writes it.
fn rules() -> tilegame_runtime::Game {
    tilegame_tests::game("cotulenh").in_notation("engine").expect("the engine's notation")
}

fn perft(state: &State, depth: u32) -> u64 {
    let steps = state.steps();
    match depth {
        1 => steps.len() as u64,
        _ => steps.iter().map(|step| perft(&state.after(step), depth - 1)).sum(),
    }
}

/// The texts of all steps, sorted; those that end a session are called `commit`.
fn texts(state: &State) -> Vec<String> {
    let steps = state.steps();
    let mut all: Vec<String> = steps.iter().map(|step| san::text(step, &steps)).collect();
    all.sort();
    all
}

/// Plays steps by their texts.
fn play(from: &str, steps: &[&str]) -> State {
    let mut state = State::parse(from);
    for wanted in steps {
        let all = state.steps();
        let found = all.iter().find(|step| san::text(step, &all) == *wanted);
        state = state.after(found.unwrap_or_else(|| panic!("{wanted} on {}", state.text())));
    }
    state
}

/// The third count, which takes long, with `TILEGAME_DEEP`.
#[test]
fn counts_from_the_start() {
    let start = State::parse(START);
    assert_eq!(start.text(), START);
    let depths = if std::env::var_os("TILEGAME_DEEP").is_some() { 3 } else { 2 };
    for (depth, nodes) in (1..=depths).zip([116, 13_460, 1_578_799]) {
        assert_eq!(perft(&start, depth), nodes, "depth {depth}");
    }
}

/// Lists of moves: what the position shows, the position, whose moves (`all`: everybody's), how many, which, and how many
/// moves there are in the whole position.
#[test]
fn lists_of_moves() {
    for line in include_str!("positions.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [what, position, from, number, moves, whole] = fields[..] else { panic!("{line}") };
        let state = State::parse(&format!("{position} r - - 0 1"));
        let steps = state.steps();
        let of = |step: &&play::Step| from == "all" || step.from == square(from);
        let mut found: Vec<String> = steps.iter().filter(of).map(|step| san::text(step, &[])).collect();
        found.sort();
        let mut wanted: Vec<&str> = moves.split_whitespace().collect();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{what}");
        assert_eq!(found.len().to_string(), number, "{what}");
        assert!(whole.is_empty() || whole == steps.len().to_string(), "{what}: {} moves in all", steps.len());
    }
}

#[test]
fn numbers_of_moves() {
    let positions = [
        ("6c4/11/6I4/11/11/6C4/11/11/11/11/11/11", 18),
        ("11/11/11/11/11/2c1I4C1/11/11/11/11/11/11", 18),
        ("3c1i5/11/11/5I5/11/7C3/11/11/11/11/11/11", 19),
        ("2c8/3i3h3/11/11/11/8(FTC)2/11/11/11/11/7H3/11", 76),
        ("5c5/5C5/11/11/11/11/11/11/11/11/11/11", 9),
    ];
    for (position, number) in positions {
        assert_eq!(State::parse(&format!("{position} r - - 0 1")).steps().len(), number, "{position}");
    }
}

#[test]
fn moves_of_the_start_are_written_apart() {
    let found = texts(&State::parse(START));
    for some in ["Nbb3", "Ncc3", "Fee6", "Fie6", "Tfg4", "Thg4", "F&b2", "M&h4", "Ed6", "A&d5"] {
        assert!(found.iter().any(|t| t == some), "{some}");
    }
}

/// A position, a move, and the position after it.
const AFTER: &[(&str, &str, &str)] = &[
    (
        START,
        "Ik6",
        "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/10I/2IE2M2E1/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 1 1",
    ),
    (
        START,
        "F&c4",
        "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2(NF)1GT1TG2/3A2S2A1/1N3H1HF2/6C4 b - - 1 1",
    ),
    // The last guard of each side is a hero.
    (
        "6c4/11/11/11/11/11/11/11/11/3t7/3I1I5/4C6 b - - 0 1",
        "Txd2",
        "6c4/11/11/11/11/11/11/11/11/11/3+t1+I5/4C6 r - - 0 2",
    ),
    (
        "6c4/11/11/11/11/4g6/11/11/4F6/11/11/3C7 r - - 0 1",
        "F@e7",
        "6c4/11/11/11/11/11/11/11/11/11/11/3C7 b - - 1 1",
    ),
    // Taking without going there doesn't set the clock back.
    (
        "6c4/11/11/11/11/11/11/11/11/1nI8/11/4C6 r - - 3 1",
        "I_b3",
        "6c4/11/11/11/11/11/11/11/11/2+I8/11/4C6 b - - 4 1",
    ),
    (
        "6c4/6i4/6I4/11/11/11/11/11/11/11/11/5C5 r - - 0 1",
        "Ixg11",
        "6c4/6+I4/11/11/11/11/11/11/11/11/11/5C5 b - - 0 1",
    ),
];

#[test]
fn positions_after_moves() {
    for (from, step, to) in AFTER {
        assert_eq!(play(from, &[step]).text(), *to, "{step}");
    }
    let to =
        "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2e1/10I/11/2IE2M2E1/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 0 2";
    assert_eq!(play(START, &["Ik6", "Ik7", "Ixk7"]).text(), to);
}

#[test]
fn turns_of_several_steps() {
    let (two, three) = (
        "6c4/11/11/11/11/11/11/11/11/11/2(TI)8/3C7 r - - 0 1",
        "6c4/11/11/11/11/11/11/11/11/2(NFT)8/11/4C6 r - - 0 1",
    );
    let open = play(two, &["I>c3"]);
    assert_eq!(san::session(&open).as_deref(), Some("c2:T:I>c3..."));
    assert_eq!(texts(&open), ["T>&c3", "T>c1", "T>d2", "T>e2", "commit"]);
    let done = play(two, &["I>c3", "commit"]);
    assert_eq!(done.text(), "6c4/11/11/11/11/11/11/11/11/2I8/2T8/3C7 b - - 1 1");

    let open = play(three, &["N>c5"]);
    assert_eq!(san::session(&open).as_deref(), Some("c3:(FT):N>c5..."));
    assert_eq!(texts(&open).len(), 22 + 1);
    // The tank may still go along with what has left before it.
    let open = play(three, &["N>c5", "F>f6"]);
    assert_eq!(texts(&open), ["T>&c5", "T>&f6", "T>c1", "T>c2", "T>c4", "T>d3", "T>e3", "commit"]);
    // Nobody is left: the turn is over.
    let done = play(three, &["N>c5", "F>f6", "T>e3"]);
    assert_eq!(done.text(), "6c4/11/11/11/11/11/5F5/2N8/11/4T6/11/4C6 b - - 1 1");
}

#[test]
fn turns_that_may_not_end_yet() {
    // What is left behind can't swim.
    let open = play("6c4/11/11/11/11/11/11/11/11/(NFT)10/11/4C6 r - - 0 1", &["N>a5"]);
    assert_eq!(texts(&open), ["F>&a5", "F>c1", "F>c3", "F>c5", "F>d3", "F>d6", "F>e3", "F>e7", "T>&a5"]);
    // The commander is still attacked.
    let checked = "6c4/11/11/11/11/11/11/11/4t6/11/4(TC)6/11 r - - 0 1";
    let open = play(checked, &["T>d2"]);
    assert!(open.steps().iter().all(|step| step.deed != Deed::Commit));
    let done = play(checked, &["T>d2", "C>f2"]);
    assert_eq!(done.text(), "6c4/11/11/11/11/11/11/11/4+t6/11/3+T1C5/11 b - - 1 1");
}

#[test]
fn a_first_step_that_takes_sets_the_clock_back() {
    let from = "6c4/11/11/11/11/4i6/11/11/4(FTI)6/11/11/3C7 r - - 5 1";
    assert_eq!(
        play(from, &["F>xe7", "commit"]).text(),
        "6c4/11/11/11/11/4F6/11/11/4(TI)6/11/11/3C7 b - - 0 1"
    );
}

//! What the benchmarks share: loading the games that come with the compiler, and measuring.

pub mod chess_crates;
pub mod random;
pub mod uci;

use std::time::Instant;

use tilegame_dsl::library;
use tilegame_dsl::source::Sources;
use tilegame_runtime::Game;
use tilegame_runtime::ir::Rules;

/// The rules of an embedded game, compiled from their text.
///
/// # Panics
/// If there is no such game or it has errors; the tests see to it that it has none.
pub fn rules(name: &str) -> Rules {
    let mut sources = Sources::new();
    let root = format!("games/{name}.tg");
    sources.add(root.clone(), library::text(&root).expect("an embedded game"));
    tilegame_dsl::load(&mut sources, &root, &mut |_| None).rules.expect("a game without errors")
}

/// An embedded game, ready to play.
///
/// # Panics
/// As [`rules`].
pub fn game(name: &str) -> Game {
    Game::compile(&rules(name)).expect("a game that can be played")
}

/// What something gives, and the seconds it takes on the processor, or by the clock where nothing better is known.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let on_processor = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    };
    let (clock, before) = (Instant::now(), on_processor());
    let result = work();
    let seconds = match (before, on_processor()) {
        (Some(before), Some(after)) if after > before => (after - before) as f64 / 1e9,
        _ => clock.elapsed().as_secs_f64(),
    };
    (result, seconds)
}

/// The time on the processor goes by some milliseconds at once: short work is done again until it has taken so many seconds.
const LONG_ENOUGH: f64 = 0.3;

/// The same for work that can be done again: the mean of as many times as it takes to measure it well.
pub fn timed_well<T>(work: impl Fn() -> T) -> (T, f64) {
    let (mut result, mut seconds) = timed(&work);
    let mut times = 1.0;
    while seconds < LONG_ENOUGH {
        let (again, more) = timed(|| (0..times as u32).map(|_| work()).last());
        result = again.unwrap_or(result);
        seconds += more;
        times *= 2.0;
    }
    (result, seconds / times)
}

/// Prints a line.
#[expect(clippy::print_stdout, reason = "this is a program")]
pub fn say(line: &str) {
    println!("{line}");
}

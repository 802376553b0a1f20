//! What the tests share: loading games, reading the counts of `perft/`, walking at random.

pub mod fuzz;
pub mod invented;
mod mutants;
mod respelled;

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use tilegame_dsl::source::Sources;
use tilegame_runtime::moves::Move;
use tilegame_runtime::{Game, Position};

pub use mutants::Mutant;
pub use respelled::respelled;

/// An embedded game, ready to play.
///
/// # Panics
/// If it has an error; its diagnostics are in the message.
pub fn game(name: &str) -> Game {
    let (_, text) = tilegame_dsl::library::GAMES.iter().find(|(n, _)| *n == name).expect("an embedded game");
    compile(&format!("games/{name}.tg"), text)
}

/// A game given as text, ready to play.
///
/// # Panics
/// If it has an error; its diagnostics are in the message.
pub fn compile(name: &str, text: &str) -> Game {
    let mut sources = Sources::new();
    sources.add(name, text);
    let loaded = tilegame_dsl::load(&mut sources, name, &mut |_| None);
    let drawn: Vec<String> = loaded
        .diagnostics
        .iter()
        .map(|d| tilegame_dsl::diagnostic::render::render(&sources, d, false))
        .collect();
    let rules = loaded.rules.unwrap_or_else(|| panic!("{name} has errors:\n{}", drawn.join("\n")));
    Game::compile(&rules).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The names of all embedded games.
pub fn names() -> impl Iterator<Item = &'static str> {
    tilegame_dsl::library::GAMES.iter().map(|(name, _)| *name)
}

/// A file of `perft/`.
#[derive(Debug)]
pub struct Suite {
    /// The game.
    pub game: String,
    /// Its positions.
    pub cases: Vec<Case>,
}

/// A position and its counts.
#[derive(Debug)]
pub struct Case {
    /// Where to start.
    pub start: Start,
    /// (depth, nodes)
    pub counts: Vec<(u32, u64)>,
}

/// Where a count starts.
#[derive(Debug)]
pub enum Start {
    /// A FEN.
    Fen(String),
    /// A numbered arrangement.
    Setup(u32),
    /// A named setup.
    Named(String),
}

/// Reads a file of `perft/`: lines `game NAME`, `fen FEN`, `setup N` or `setup NAME`, and `perft DEPTH NODES`; `#` starts a comment line.
///
/// # Errors
/// If a line is none of these; the message names it.
pub fn perft_cases(text: &str) -> Result<Suite, String> {
    let mut suite = Suite { game: String::new(), cases: Vec::new() };
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let wrong = || format!("not understood: {line}");
        let (word, rest) = line.split_once(' ').ok_or_else(wrong)?;
        let mut start = |start| suite.cases.push(Case { start, counts: Vec::new() });
        match word {
            "game" => suite.game = rest.to_owned(),
            "fen" => start(Start::Fen(rest.to_owned())),
            "setup" => start(rest.parse().map_or_else(|_| Start::Named(rest.to_owned()), Start::Setup)),
            "perft" => {
                let (depth, nodes) = rest.split_once(' ').ok_or_else(wrong)?;
                let count = (depth.parse().map_err(|_| wrong())?, nodes.parse().map_err(|_| wrong())?);
                suite.cases.last_mut().ok_or_else(wrong)?.counts.push(count);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(suite)
}

/// The placement of a FEN: for every row of a board what stands on its tiles, `None` for nothing.
pub fn placement<L: std::fmt::Display>(game: &Game, stands: impl Fn(&str) -> Option<L>) -> String {
    let board = &game.rules().board;
    let row = |row: &Vec<Option<tilegame_dsl::ir::Tile>>| {
        let (mut text, mut empty) = (String::new(), 0);
        for tile in row.iter().flatten() {
            match stands(&board.name(*tile)) {
                Some(letter) if empty > 0 => text += &format!("{}{letter}", std::mem::take(&mut empty)),
                Some(letter) => text += &letter.to_string(),
                None => empty += 1,
            }
        }
        if empty > 0 { format!("{text}{empty}") } else { text }
    };
    board.rows.iter().map(row).collect::<Vec<_>>().join("/")
}

/// The number of sequences of so many legal moves.
pub fn perft(game: &Game, position: &Position, depth: u32) -> u64 {
    game.state(position).perft(depth)
}

/// The position where a count starts.
///
/// # Errors
/// If there is no such position in the game.
pub fn position(game: &Game, start: &Start) -> Result<Position, String> {
    match start {
        Start::Fen(text) => game.specification().read_fen(text).map_err(|e| format!("{text}: {e}")),
        Start::Named(name) => {
            game.setup(name).map(|state| state.position()).ok_or_else(|| format!("no setup {name}"))
        }
        Start::Setup(number) => {
            let state = game.arrangement(*number).ok_or_else(|| format!("no arrangement {number}"))?;
            Ok(state.position())
        }
    }
}

/// Whether a game has so many moves that a test can only look at a few positions of it.
pub fn is_wide(game: &Game) -> bool {
    listed(game, &game.specification().start()).len() > 1000
}

/// Where a walk through a game starts: at its start; or, if it has [so many moves](is_wide) there, at one of the other positions of which it
/// has counts in `perft/`.
pub fn start_of_walk(game: &Game, name: &str, seed: u64) -> Position {
    let start = game.specification().start();
    if !is_wide(game) {
        return start;
    }
    let file = format!("{}/perft/{name}.perft", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let cases = perft_cases(&text).map_or_else(|_| Vec::new(), |suite| suite.cases);
    let mut others: Vec<Position> =
        cases.iter().filter_map(|case| position(game, &case.start).ok()).collect();
    others.retain(|other| listed(game, other).len() <= 1000);
    let number = if others.is_empty() { 0 } else { seed as usize % others.len() };
    others.into_iter().nth(number).unwrap_or(start)
}

/// Does something with each number below `end`, on all processors.
///
/// # Panics
/// If it panics for one of them.
pub fn on_all_processors(end: usize, each: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let some = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                return;
            }
            each(number);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(some);
        }
    });
}

/// A generator of numbers that is random enough to choose moves. The same seed gives the same numbers.
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that begin with a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The legal moves of a position as its state lists them, sorted: what [the specification](Game::specification) says as well, sooner.
pub fn listed(game: &Game, position: &Position) -> Vec<Move> {
    let state = game.state(position);
    state.legal_moves().iter().map(|m| state.details(*m)).collect()
}

/// Plays at random from the start for at most `plies` plies and calls `visit` before every move with the position, its legal
/// moves and the one chosen. The same seed plays the same game.
pub fn random_walk(game: &Game, seed: u64, plies: u32, visit: impl FnMut(&Position, &[Move], &Move)) {
    random_walk_from(game, game.specification().start(), seed, plies, visit);
}

/// [`random_walk`] from any position.
pub fn random_walk_from(
    game: &Game,
    mut position: Position,
    seed: u64,
    plies: u32,
    mut visit: impl FnMut(&Position, &[Move], &Move),
) {
    let mut dice = Dice::new(seed);
    for _ in 0..plies {
        let moves = listed(game, &position);
        if moves.is_empty() {
            return;
        }
        let chosen = &moves[dice.below(moves.len())];
        visit(&position, &moves, chosen);
        game.specification().make(&mut position, chosen);
    }
}

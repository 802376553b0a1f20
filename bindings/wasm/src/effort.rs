//! What takes long: counting and searching. Whoever asks for it in a browser asks in a worker that can be ended.

use serde::Serialize;
use tilegame_runtime::{Move, State};
use tilegame_search::level::Level;
use tilegame_search::{Limits, Line, Score, Search, Watch};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::table::Table;

#[wasm_bindgen]
extern "C" {
    /// Who is told of what a search finds.
    pub type Watcher;

    /// A line, as JSON.
    #[wasm_bindgen(method, structural)]
    fn line(this: &Watcher, line: &str);

    /// Thousandths of a second since the page was opened.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// How many levels an opponent has, and which of them is in the middle.
pub(crate) const LEVELS: [u8; 2] = [Level::MOST.number(), Level::USUAL.number()];

/// A chosen move.
#[derive(Serialize)]
pub(crate) struct Chosen {
    uci: String,
    san: String,
    score: String,
}

/// A line that a search has found.
#[derive(Serialize)]
struct Found {
    number: usize,
    depth: u32,
    score: String,
    /// In hundredths, for the player to move; a win or loss in sight counts as very much.
    worth: i32,
    nodes: u64,
    moves: Vec<String>,
    /// The first move, as coordinates.
    uci: String,
}

/// How many sequences of so many moves there are, in all or that begin with one move.
pub(crate) fn perft(table: &Table, depth: u32, first: Option<usize>) -> Result<String, String> {
    let state = table.state();
    let counted = match first {
        None => state.perft(depth),
        Some(index) => {
            let m = *table.legal().get(index).ok_or("there is no such move")?;
            state.after(m).perft(depth.saturating_sub(1))
        }
    };
    Ok(counted.to_string())
}

/// A move of an opponent.
pub(crate) fn choose(table: &Table, search: &mut Search, level: u8, seed: u64) -> Result<Chosen, String> {
    let level = Level::new(level).ok_or_else(|| format!("levels go from 1 to {}", Level::MOST.number()))?;
    let (state, keys) = (table.state(), table.played().keys());
    let (m, score) = level.choose(search, (state, &keys), seed, &mut ()).ok_or("there is no move to make")?;
    Ok(Chosen { uci: state.uci(m), san: state.san(m), score: told(score) })
}

/// Looks for the best moves for so long.
pub(crate) fn analyse(
    table: &Table,
    search: &mut Search,
    lines: usize,
    milliseconds: f64,
    watcher: &Watcher,
) {
    let keys = table.played().keys();
    let limits = Limits { lines: lines.max(1), ..Limits::default() };
    let mut watch = Telling { until: now() + milliseconds, state: table.state(), watcher };
    // What it finds it has told.
    let _ = search.think(table.state(), &keys, &limits, &mut watch);
}

struct Telling<'t> {
    until: f64,
    state: &'t State,
    watcher: &'t Watcher,
}

impl Watch for Telling<'_> {
    fn goes_on(&mut self, _: u64) -> bool {
        now() < self.until
    }

    fn sees(&mut self, line: &Line) -> bool {
        let mut state = self.state.clone();
        let mut step = |m: &Move| {
            let text = state.san(*m);
            state.make(*m);
            text
        };
        let found = Found {
            number: line.number,
            depth: line.depth,
            score: told(line.score),
            worth: worth(line.score),
            nodes: line.nodes,
            moves: line.moves.iter().map(&mut step).collect(),
            uci: line.moves.first().map_or_else(String::new, |m| self.state.uci(*m)),
        };
        if let Ok(found) = serde_json::to_string(&found) {
            self.watcher.line(&found);
        }
        now() < self.until
    }
}

/// A score as people read it.
fn told(score: Score) -> String {
    match score {
        Score::Worth(worth) => format!("{:+.2}", f64::from(worth) / 100.0),
        Score::Wins(moves) => format!("wins in {moves}"),
        Score::Loses(moves) => format!("loses in {moves}"),
    }
}

fn worth(score: Score) -> i32 {
    const VERY_MUCH: i32 = 100_000;
    match score {
        Score::Worth(worth) => worth,
        Score::Wins(_) => VERY_MUCH,
        Score::Loses(_) => -VERY_MUCH,
    }
}

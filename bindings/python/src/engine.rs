//! Looking for good moves.

use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilegame_runtime::{Game, Move, State};
use tilegame_search::level::Level;
use tilegame_search::net::{MOST_BYTES, Net, of_library};
use tilegame_search::{Limits, Line, Score, Search, Watch};

use crate::calm::{Patience, calm};
use crate::errors::declared;
use crate::game::PyGame;
use crate::moves::PyMove;
use crate::state::PyState;

/// A player: it looks for good moves in one game, and remembers what it has seen.
#[pyclass(name = "Engine", module = "tilegame")]
pub(crate) struct PyEngine {
    game: PyGame,
    search: Search,
    threads: usize,
}

/// What judges positions: the net of the library or the rules alone, or a net of the user's, as a file or as its bytes.
#[derive(FromPyObject)]
pub(crate) enum Judge {
    Library(bool),
    Bytes(Vec<u8>),
    File(PathBuf),
}

impl Judge {
    pub(crate) fn net(self, game: &Game) -> PyResult<Option<Net>> {
        let bytes = match self {
            Judge::Library(true) => return Ok(of_library(game)),
            Judge::Library(false) => return Ok(None),
            Judge::Bytes(bytes) => bytes,
            Judge::File(path) => {
                let mut bytes = Vec::new();
                File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
                bytes
            }
        };
        if bytes.len() > MOST_BYTES {
            return Err(PyValueError::new_err(format!("no net has more than {MOST_BYTES} bytes")));
        }
        Net::from_bytes(game, &bytes).map(Some).map_err(|why| PyValueError::new_err(why.to_string()))
    }
}

/// Who watches a search: a clock, Ctrl-C, and a function of the user's.
struct Watcher<'w> {
    until: Option<Instant>,
    patience: Patience,
    state: &'w State,
    found: Vec<Line>,
    told: Option<Py<PyAny>>,
    /// Helpers stop when it does.
    stop: &'w AtomicBool,
}

impl Watcher<'_> {
    fn goes_on_now(&mut self) -> bool {
        let goes_on = self.patience.goes_on() && self.until.is_none_or(|until| Instant::now() < until);
        if !goes_on {
            self.stop.store(true, Relaxed);
        }
        goes_on
    }
}

impl Watch for Watcher<'_> {
    fn goes_on(&mut self, _: u64) -> bool {
        self.goes_on_now()
    }

    fn sees(&mut self, line: &Line) -> bool {
        // Of each number the last line is kept, which is the deepest.
        self.found.retain(|known| known.number != line.number);
        self.found.push(line.clone());
        if let Some(told) = &self.told {
            let told = Python::attach(|py| told.call1(py, (shown(py, self.state, line)?,)).map(drop));
            if let Err(error) = told {
                self.patience.stops_because(error);
            }
        }
        self.goes_on_now()
    }
}

/// A helper ends when the search does that it helps.
struct Helping<'w>(&'w AtomicBool);

impl Watch for Helping<'_> {
    fn goes_on(&mut self, _: u64) -> bool {
        !self.0.load(Relaxed)
    }

    fn sees(&mut self, _: &Line) -> bool {
        !self.0.load(Relaxed)
    }
}

/// A score as Python has it.
fn score<'py>(py: Python<'py>, score: Score) -> PyResult<Bound<'py, PyAny>> {
    let arguments = match score {
        Score::Worth(worth) => (Some(worth), None, None),
        Score::Wins(moves) => (None, Some(moves), None),
        Score::Loses(moves) => (None, None, Some(moves)),
    };
    declared(py, "Score")?.call1(arguments)
}

/// Moves that follow one another, each with the position in which it is made.
fn in_sequence(state: &State, moves: &[Move]) -> Vec<PyMove> {
    let mut at = std::sync::Arc::new(state.clone());
    let mut all = Vec::with_capacity(moves.len());
    for m in moves {
        let next = std::sync::Arc::new(at.after(*m));
        all.push(PyMove { at: std::mem::replace(&mut at, next), m: *m });
    }
    all
}

/// A line as Python has it.
fn shown<'py>(py: Python<'py>, state: &State, line: &Line) -> PyResult<Bound<'py, PyAny>> {
    let moves = PyTuple::new(py, in_sequence(state, &line.moves))?;
    declared(py, "Line")?.call1((line.number, score(py, line.score)?, moves, line.depth, line.nodes))
}

/// How far to look, as arguments say it.
struct Wish {
    limits: Limits,
    until: Option<Instant>,
}

impl Wish {
    fn new(time: Option<f64>, nodes: Option<u64>, depth: Option<u32>, lines: usize) -> PyResult<Wish> {
        if time.is_none() && nodes.is_none() && depth.is_none() {
            return Err(PyValueError::new_err("say how far to look: time in seconds, nodes or depth"));
        }
        if lines == 0 {
            return Err(PyValueError::new_err("there is at least one line"));
        }
        let until = match time.map(Duration::try_from_secs_f64) {
            None => None,
            Some(Ok(time)) => Instant::now().checked_add(time),
            Some(Err(_)) => return Err(PyValueError::new_err("time is a number of seconds")),
        };
        let usual = Limits::default();
        let limits = Limits {
            depth: depth.map_or(usual.depth, |depth| depth.min(Limits::DEEPEST)),
            nodes: nodes.unwrap_or(usual.nodes),
            lines,
            ..usual
        };
        Ok(Wish { limits, until })
    }
}

impl PyEngine {
    fn check(&self, state: &PyState) -> PyResult<()> {
        if self.game.game().is_same(state.now().game()) {
            return Ok(());
        }
        Err(PyValueError::new_err("the position is one of another game"))
    }

    /// Thinks, and says what it has found: the lines, the best first.
    fn think(
        &mut self,
        py: Python<'_>,
        state: &PyState,
        wish: &Wish,
        told: Option<Py<PyAny>>,
    ) -> PyResult<Option<(tilegame_search::Thought, Vec<Line>)>> {
        self.check(state)?;
        let (now, before) = (State::clone(state.now()), state.keys());
        let (search, helpers) = (&mut self.search, self.threads - 1);
        py.detach(|| {
            let stop = AtomicBool::new(false);
            let mut watcher = Watcher {
                until: wish.until,
                patience: Patience::new(),
                state: &now,
                found: Vec::new(),
                told,
                stop: &stop,
            };
            let thought = thread::scope(|scope| {
                for mut helper in search.helpers(helpers) {
                    let (now, before, stop) = (&now, &before, &stop);
                    let limits = Limits { nodes: u64::MAX, ..wish.limits.clone() };
                    scope.spawn(move || helper.think(now, before, &limits, &mut Helping(stop)));
                }
                let thought = search.think(&now, &before, &wish.limits, &mut watcher);
                stop.store(true, Relaxed);
                thought
            });
            watcher.patience.end()?;
            let mut found = watcher.found;
            found.sort_by_key(|line| line.number);
            Ok(thought.map(|thought| (thought, found)))
        })
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (game, *, threads = 1, memory = 16, net = None))]
    fn new(
        game: &PyGame,
        threads: usize,
        memory: usize,
        net: Option<Judge>,
        py: Python<'_>,
    ) -> PyResult<PyEngine> {
        calm(|| {
            if !(1..=256).contains(&threads) || !(1..=65_536).contains(&memory) {
                return Err(PyValueError::new_err("threads go from 1 to 256, megabytes from 1 to 65536"));
            }
            let own = game.clone();
            let net = net.unwrap_or(Judge::Library(true)).net(own.game())?;
            let search = py.detach(|| {
                let mut search = Search::with_net(own.game(), net);
                search.set_memory(memory);
                search
            });
            Ok(PyEngine { game: game.clone(), search, threads })
        })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// Chooses a move, by thinking for so many seconds, about so many positions or so many plies ahead, or as an opponent of a level from 1 to 10.
    /// None if the game is over.
    #[pyo3(signature = (state, *, time = None, nodes = None, depth = None, level = None, seed = 0))]
    #[allow(clippy::too_many_arguments, reason = "all of them are named")]
    fn play<'py>(
        &mut self,
        state: PyRef<'_, PyState>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        level: Option<u8>,
        seed: u64,
        py: Python<'py>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        calm(|| {
            let played = |m: Move, worth: Score, line: &[Move], nodes: u64, depth: u32| {
                let m = PyMove { at: std::sync::Arc::clone(state.now()), m };
                let line = PyTuple::new(py, in_sequence(state.now(), line))?;
                declared(py, "Choice")?.call1((m, score(py, worth)?, line, nodes, depth))
            };
            if let Some(level) = level {
                if time.is_some() || nodes.is_some() || depth.is_some() {
                    return Err(PyValueError::new_err("a level says how far to look, and nothing else does"));
                }
                let level =
                    Level::new(level).ok_or_else(|| PyValueError::new_err("levels go from 1 to 10"))?;
                self.check(&state)?;
                let (now, before) = (State::clone(state.now()), state.keys());
                let search = &mut self.search;
                let chosen = py.detach(|| {
                    let stop = AtomicBool::new(false);
                    let patience = Patience::new();
                    let mut watcher = Watcher {
                        until: None,
                        patience,
                        state: &now,
                        found: Vec::new(),
                        told: None,
                        stop: &stop,
                    };
                    let chosen = level.choose(search, (&now, &before), seed, &mut watcher);
                    watcher.patience.end().map(|()| chosen)
                })?;
                return chosen.map(|(m, worth)| played(m, worth, &[m], 0, 0)).transpose();
            }
            let wish = Wish::new(time, nodes, depth, 1)?;
            let thought = self.think(py, &state, &wish, None)?;
            thought.map(|(t, _)| played(t.best, t.score, &t.line, t.nodes, t.depth)).transpose()
        })
    }

    /// Looks for the best moves, so many of them; `told` is called with every line that is found on the way.
    #[pyo3(signature = (state, *, time = None, nodes = None, depth = None, lines = 1, told = None))]
    #[allow(clippy::too_many_arguments, reason = "all of them are named")]
    fn analyse<'py>(
        &mut self,
        state: PyRef<'_, PyState>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        lines: usize,
        told: Option<Py<PyAny>>,
        py: Python<'py>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        calm(|| {
            let wish = Wish::new(time, nodes, depth, lines)?;
            let Some((thought, found)) = self.think(py, &state, &wish, told)? else { return Ok(Vec::new()) };
            if found.is_empty() {
                // It was stopped before the first depth was finished.
                let (score, nodes) = (thought.score, thought.nodes);
                let line =
                    Line { number: 1, depth: 0, deepest: 0, score, nodes, full: 0, moves: thought.line };
                return Ok(vec![shown(py, state.now(), &line)?]);
            }
            found.iter().map(|line| shown(py, state.now(), line)).collect()
        })
    }

    /// Forgets what it has seen, as before another game.
    fn forget(&mut self) {
        self.search.forget();
    }

    fn __repr__(&self) -> String {
        format!("<Engine for {}>", self.game.game().rules().name)
    }
}

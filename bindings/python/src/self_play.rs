//! Games of the search against itself, played by threads while Python does something else, and the positions of such games as arrays.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use numpy::ndarray::{Array1, Array3};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use tilegame_learn::{Played, Samples, play};
use tilegame_search::{Line, Search, Watch};

use crate::batch::pool;
use crate::calm::{Patience, calm};
use crate::counting::possible;
use crate::engine::Judge;
use crate::errors::internal;
use crate::game::PyGame;
use crate::nets::no_nets;

/// How often it is looked whether somebody has pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// A thread reads at least so many games.
const FEWEST: usize = 8;

/// Stops a search when the flag is raised.
struct Until(Arc<AtomicBool>);

impl Watch for Until {
    fn goes_on(&mut self, _: u64) -> bool {
        !self.0.load(Relaxed)
    }

    fn sees(&mut self, _: &Line) -> bool {
        self.goes_on(0)
    }
}

/// The number of a game, and the game; none, if its opening ends it or is too uneven.
type Numbered = (u64, Option<String>);

/// Games of the search against itself. Threads play them from the moment on when this is made; each number gives the same game always.
#[pyclass(name = "SelfPlay", module = "tilegame")]
pub(crate) struct PySelfPlay {
    news: Mutex<Receiver<Numbered>>,
    threads: Vec<JoinHandle<()>>,
    stop: Arc<AtomicBool>,
    left: u64,
}

#[pymethods]
impl PySelfPlay {
    #[new]
    #[pyo3(signature = (game, n, *, nodes, seed = 0, first = 0, net = None, threads = None, memory = 8))]
    #[allow(clippy::too_many_arguments, reason = "all but two of them are named")]
    fn new(
        game: &PyGame,
        n: u64,
        nodes: u64,
        seed: u64,
        first: u64,
        net: Option<Judge>,
        threads: Option<usize>,
        memory: usize,
        py: Python<'_>,
    ) -> PyResult<PySelfPlay> {
        calm(|| {
            let threads = possible(threads)?;
            if !(1..=65_536).contains(&memory) {
                return Err(PyValueError::new_err("megabytes go from 1 to 65536"));
            }
            if nodes == 0 {
                return Err(PyValueError::new_err("at least one position is looked at for a move"));
            }
            let own = game.game().clone();
            if own.rules().players.len() != 2 {
                return Err(no_nets());
            }
            let net = net.unwrap_or(Judge::Library(true)).net(&own)?;
            let end =
                first.checked_add(n).ok_or_else(|| PyValueError::new_err("there are not so many games"))?;
            // Neighbours of a seed have no games in common.
            let base = fastrand::Rng::with_seed(seed).u64(..);
            let stop = Arc::new(AtomicBool::new(false));
            let next = Arc::new(AtomicU64::new(first));
            let (send, news) = channel();
            let mut made = Search::with_net(&own, net);
            made.set_memory(memory);
            let threads = py.detach(|| {
                let one = |_| {
                    let (send, stop, next) = (send.clone(), Arc::clone(&stop), Arc::clone(&next));
                    let mut search = Search::with_net(&own, made.values().net().cloned());
                    search.set_memory(memory);
                    thread::spawn(move || {
                        let mut watch = Until(Arc::clone(&stop));
                        while !stop.load(Relaxed) {
                            let number = next.fetch_add(1, Relaxed);
                            if number >= end {
                                break;
                            }
                            let played = play(&mut search, nodes, base.wrapping_add(number), &mut watch);
                            // A game that was stopped is none.
                            if stop.load(Relaxed)
                                || send.send((number, played.map(|p| p.to_string()))).is_err()
                            {
                                break;
                            }
                        }
                    })
                };
                (0..threads).map(one).collect()
            });
            Ok(PySelfPlay { news: Mutex::new(news), threads, stop, left: n })
        })
    }

    /// How many games have not been taken yet.
    fn __len__(&self) -> usize {
        self.left.min(isize::MAX as u64) as usize
    }

    /// Takes the games that are finished, each with its number; none in the place of a game whose opening ends it or is too uneven. Waits so many
    /// seconds for the first, and returns nothing if there is none, or none is left.
    #[pyo3(signature = (seconds = 1.0))]
    fn take(&mut self, seconds: f64, py: Python<'_>) -> PyResult<Vec<Numbered>> {
        calm(|| {
            let wait = Duration::try_from_secs_f64(seconds)
                .map_err(|_| PyValueError::new_err("a time is a number of seconds"))?;
            let (left, news, stop) = (self.left, &self.news, &self.stop);
            let taken = py.detach(|| {
                let news = news.lock().unwrap_or_else(|e| e.into_inner());
                let (begun, mut patience) = (Instant::now(), Patience::new());
                let mut taken: Vec<Numbered> = news.try_iter().collect();
                while taken.is_empty() && left > 0 && begun.elapsed() < wait && patience.goes_on() {
                    match news.recv_timeout(LOOK) {
                        Ok(one) => taken.extend(std::iter::once(one).chain(news.try_iter())),
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) if stop.load(Relaxed) => break,
                        Err(RecvTimeoutError::Disconnected) => {
                            return Err(internal("a thread that played has ended".to_owned()));
                        }
                    }
                }
                patience.end().map(|()| taken)
            })?;
            self.left -= taken.len() as u64;
            Ok(taken)
        })
    }

    /// Stops the threads, and waits for them. Games that they have not finished are lost, and are the same when they are played again.
    fn stop(&mut self, py: Python<'_>) {
        self.stop.store(true, Relaxed);
        let threads = std::mem::take(&mut self.threads);
        py.detach(|| {
            for thread in threads {
                // What it had to say of a mistake has been said.
                let _ = thread.join();
            }
        });
    }

    fn __repr__(&self) -> String {
        format!("<SelfPlay, {} games left>", self.left)
    }
}

impl Drop for PySelfPlay {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

/// Quiet positions of games of the search against itself: what a net sees of them, what the search found, and how the games ended.
#[pyclass(name = "Samples", module = "tilegame")]
pub(crate) struct PySamples {
    game: PyGame,
    samples: Samples,
}

#[pymethods]
impl PySamples {
    #[new]
    fn new(game: &PyGame) -> PyResult<PySamples> {
        calm(|| {
            let samples = Samples::new(game.game()).ok_or_else(no_nets)?;
            Ok(PySamples { game: game.clone(), samples })
        })
    }

    /// Adds the positions of games, each a line as `SelfPlay` gives it, and says how many there are now.
    #[pyo3(signature = (games, *, threads = None))]
    fn add(&mut self, games: Vec<String>, threads: Option<usize>, py: Python<'_>) -> PyResult<usize> {
        calm(|| {
            let pool = pool(threads)?;
            let game = self.game.game();
            let each = games.len().div_ceil(pool.current_num_threads()).max(FEWEST);
            let read = |lines: &[String]| -> Result<Samples, String> {
                let mut some = Samples::new(game).ok_or_else(String::new)?;
                for line in lines {
                    let played: Played =
                        line.parse().map_err(|why: tilegame_learn::NotAGame| why.to_string())?;
                    some.add(game, &played).map_err(|why| why.to_string())?;
                }
                Ok(some)
            };
            let parts: Result<Vec<Samples>, String> =
                py.detach(|| pool.install(|| games.par_chunks(each).map(read).collect()));
            for part in &parts.map_err(PyValueError::new_err)? {
                self.samples.append(part);
            }
            Ok(self.samples.len())
        })
    }

    fn __len__(&self) -> usize {
        self.samples.len()
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// How many games they come from.
    #[getter]
    fn games(&self) -> u32 {
        self.samples.games()
    }

    /// How many inputs a net has.
    #[getter]
    fn inputs(&self) -> usize {
        self.samples.inputs().len()
    }

    /// What a worth has to be so that the player to move gets about three of four points.
    fn unit(&self, py: Python<'_>) -> f64 {
        py.detach(|| self.samples.unit())
    }

    /// For each input, the one that it is in a mirror; None, where the game is another one there.
    fn mirror<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<u16>>> {
        self.samples.mirror().map(|mirror| mirror.to_vec().into_pyarray(py))
    }

    /// By input, what it is worth by the rules, in hundredths of a cheap piece.
    fn worths<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        self.samples.worths().into_pyarray(py)
    }

    /// Some of the positions as arrays, from one number to below another:
    ///
    /// - `inputs`: positions by players by inputs that are on, the player to move first; where there are fewer, the number of inputs fills the rest;
    /// - `stage`: by how many pieces are left;
    /// - `result`: what the player to move got, as a share of the points;
    /// - `worth` and `shown`: what the search found, and what the rules say without looking further, in hundredths of a cheap piece;
    /// - `game`: the number of the game, from 1 on.
    #[pyo3(signature = (first = 0, end = None))]
    fn arrays<'py>(&self, first: usize, end: Option<usize>, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        calm(|| {
            let samples = &self.samples;
            let end = end.unwrap_or(samples.len()).min(samples.len());
            let some = first.min(end)..end;
            let width = |at: usize| {
                let sample = samples.sample(at);
                sample.mine.len().max(sample.others.len())
            };
            let width = py.detach(|| some.clone().into_par_iter().map(width).max().unwrap_or(0)).max(1);
            let empty = samples.inputs().len() as u16;
            let mut inputs = Array3::from_elem((some.len(), 2, width), empty);
            let numbers = inputs.as_slice_mut().ok_or_else(|| internal("an array has holes".to_owned()))?;
            py.detach(|| {
                numbers.par_chunks_mut(2 * width).zip(some.clone().into_par_iter()).for_each(|(row, at)| {
                    let sample = samples.sample(at);
                    row[..sample.mine.len()].copy_from_slice(sample.mine);
                    row[width..width + sample.others.len()].copy_from_slice(sample.others);
                });
            });
            let arrays = PyDict::new(py);
            arrays.set_item("inputs", inputs.into_pyarray(py))?;
            let all = || some.clone().map(|at| samples.sample(at));
            let stages: Array1<u8> = all().map(|sample| sample.stage as u8).collect();
            arrays.set_item("stage", stages.into_pyarray(py))?;
            let games: Array1<u32> = all().map(|sample| sample.game).collect();
            arrays.set_item("game", games.into_pyarray(py))?;
            let results: Array1<f32> = all().map(|sample| sample.result as f32).collect();
            arrays.set_item("result", results.into_pyarray(py))?;
            let worths: Array1<f32> = all().map(|sample| sample.worth as f32).collect();
            arrays.set_item("worth", worths.into_pyarray(py))?;
            let shown: Array1<f32> = all().map(|sample| sample.shown as f32).collect();
            arrays.set_item("shown", shown.into_pyarray(py))?;
            Ok(arrays)
        })
    }

    fn __repr__(&self) -> String {
        format!("<Samples, {} positions of {} games>", self.samples.len(), self.samples.games())
    }
}

//! Many states of one game, advanced at once by several threads, without the lock of Python. What comes of it does not depend on their number.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use numpy::ndarray::Array2;
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::ThreadPool;
use rayon::prelude::*;
use tilegame_runtime::{MoveList, State};

use crate::actions::{Actions, TooFewLayers};
use crate::calm::{Patience, calm};
use crate::counting::possible;
use crate::errors::declared;
use crate::game::{PyGame, Source};
use crate::planes::Planes;
use crate::random_games::{self, Played, shares};
use crate::state::{Base, PyState};

/// A thread takes at least so many states at once: fewer are not worth the handing over.
const FEWEST: usize = 16;

/// Of most games so many states take more than ten gigabytes.
const MOST: usize = 1 << 24;

pub(crate) fn pool(threads: Option<usize>) -> PyResult<ThreadPool> {
    let made = rayon::ThreadPoolBuilder::new().num_threads(possible(threads)?).build();
    made.map_err(|error| PyValueError::new_err(error.to_string()))
}

fn too_few(_: TooFewLayers) -> PyErr {
    PyValueError::new_err("more moves of a position are alike than there are layers: ask for more layers")
}

/// How the moves of a game are numbered, and how its positions are written as planes.
#[pyclass(name = "Encoding", module = "tilegame", frozen)]
pub(crate) struct PyEncoding {
    source: Arc<Source>,
    actions: Arc<Actions>,
    planes: Arc<Planes>,
}

impl PyEncoding {
    fn numbered(&self, state: &PyState) -> PyResult<(MoveList, Vec<u32>)> {
        if !self.source.game.is_same(state.now().game()) {
            return Err(PyValueError::new_err("the position is one of another game"));
        }
        let (moves, mut numbers) = (state.list(), Vec::new());
        self.actions.number(state.now(), &moves, &mut numbers).map_err(too_few)?;
        Ok((moves, numbers))
    }
}

#[pymethods]
impl PyEncoding {
    #[new]
    #[pyo3(signature = (game, *, layers = None))]
    fn new(game: &PyGame, layers: Option<usize>, py: Python<'_>) -> PyResult<PyEncoding> {
        calm(|| {
            let own = game.clone();
            let found = py.detach(|| Some((Actions::new(own.game(), layers)?, Planes::new(own.game())?)));
            let (actions, planes) = found.ok_or_else(|| {
                PyValueError::new_err("the tiles or moves of this game are too many to be numbered")
            })?;
            let (actions, planes) = (Arc::new(actions), Arc::new(planes));
            Ok(PyEncoding { source: Arc::clone(game.source()), actions, planes })
        })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame::of(&self.source)
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.actions.len()
    }

    /// Layers, sources, targets and forms: an action that is no pass is the number of such a place.
    #[getter]
    fn action_shape(&self) -> (usize, usize, usize, usize) {
        let (sources, targets, forms, layers) = self.actions.shape();
        (layers, sources, targets, forms)
    }

    /// What each plane means.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.planes.names.clone()
    }

    /// Planes, height and width; or planes and tiles, where tiles fill no rectangle.
    #[getter]
    fn plane_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.shape_of_planes())
    }

    /// Where in a plane each tile is, in the order of the tiles of the game.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.planes.cells().map(|cell| cell as i64).collect::<Vec<_>>().into_pyarray(py)
    }

    /// The number of a legal move.
    fn action(&self, state: PyRef<'_, PyState>, m: &Bound<'_, PyAny>) -> PyResult<u32> {
        calm(|| {
            let meant = state.meant(m)?;
            let (moves, numbers) = self.numbered(&state)?;
            let found = moves.iter().position(|m| *m == meant);
            found
                .map(|place| numbers[place])
                .ok_or_else(|| PyValueError::new_err("the move is in no list of moves"))
        })
    }

    /// The legal move of a number.
    #[pyo3(name = "move")]
    fn m(&self, state: PyRef<'_, PyState>, action: u32) -> PyResult<crate::moves::PyMove> {
        calm(|| {
            let (moves, numbers) = self.numbered(&state)?;
            let found = numbers.iter().position(|number| *number == action);
            let place =
                found.ok_or_else(|| PyValueError::new_err(format!("{action} is no legal action here")))?;
            Ok(crate::moves::PyMove { at: Arc::clone(state.now()), m: moves[place] })
        })
    }

    /// The numbers of the legal moves, in the order of `legal_moves`.
    fn legal<'py>(&self, state: PyRef<'_, PyState>, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        calm(|| Ok(self.numbered(&state)?.1.into_pyarray(py)))
    }

    /// Which actions are legal, written into an array of so many truth values.
    fn write_mask(&self, state: PyRef<'_, PyState>, out: &Bound<'_, PyArrayDyn<bool>>) -> PyResult<()> {
        calm(|| {
            let (_, numbers) = self.numbered(&state)?;
            let mut out = room(out, &[self.actions.len()])?;
            let out = out.as_slice_mut()?;
            out.fill(false);
            numbers.into_iter().for_each(|number| out[number as usize] = true);
            Ok(())
        })
    }

    /// The position, written into an array of the shape of planes.
    fn write_planes(&self, state: PyRef<'_, PyState>, out: &Bound<'_, PyArrayDyn<f32>>) -> PyResult<()> {
        calm(|| {
            let mut out = room(out, &self.shape_of_planes())?;
            self.planes.write(state.now(), out.as_slice_mut()?);
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!(
            "<Encoding of {}: {} actions, {} planes>",
            self.source.game.rules().name,
            self.actions.len(),
            self.planes.names.len()
        )
    }
}

impl PyEncoding {
    fn shape_of_planes(&self) -> Vec<usize> {
        let tiles = self.planes.len() / self.planes.names.len().max(1);
        match self.planes.rectangle {
            Some((height, width)) => vec![self.planes.names.len(), height, width],
            None => vec![self.planes.names.len(), tiles],
        }
    }
}

/// An array of the user's that is written into: it has to have this shape, and its numbers one after the other.
fn room<'py, T: numpy::Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    if array.shape() != shape || !array.is_c_contiguous() {
        let text =
            format!("the array has to be in order of C and of shape {shape:?}, not {:?}", array.shape());
        return Err(PyValueError::new_err(text));
    }
    array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// What an array holds before a batch writes into it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// Whatever its owner has left there.
    Anything,
    /// Zeros: it is new.
    Nothing,
    /// What the batch has written last time; it is its own.
    Ours,
}

impl Held {
    /// The array that is to be written, and what it holds. The batch's own can be written until it is [closed](Held::close).
    fn array<'py, T: numpy::Element>(
        out: Option<Bound<'py, PyArrayDyn<T>>>,
        copy: bool,
        own: &mut Option<Py<PyArrayDyn<T>>>,
        shape: &[usize],
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArrayDyn<T>>, Held)> {
        match (out, copy) {
            (Some(_), false) => {
                Err(PyValueError::new_err("either `out` is given or `copy` is false, not both"))
            }
            (Some(array), true) => Ok((array, Held::Anything)),
            (None, true) => Ok((PyArrayDyn::zeros(py, shape, false), Held::Nothing)),
            (None, false) => {
                let array = own.get_or_insert_with(|| PyArrayDyn::zeros(py, shape, false).unbind());
                let array = array.bind(py).clone();
                array.call_method1("setflags", (true,))?;
                Ok((array, Held::Ours))
            }
        }
    }

    /// Nobody else writes into what is the batch's own.
    fn close<T>(self, array: &Bound<'_, PyArrayDyn<T>>) -> PyResult<()> {
        if self == Held::Ours {
            array.call_method1("setflags", (false,))?;
        }
        Ok(())
    }
}

/// One of many states.
struct Slot {
    now: State,
    next: State,
    moves: MoveList,
    /// The numbers of the moves.
    numbers: Vec<u32>,
    /// What is true in the state's row of the batch's own masks, and what pieces have written in that of its own planes.
    masked: Vec<u32>,
    placed: Vec<u32>,
    plies: u32,
    random: fastrand::Rng,
    /// The moves are those of this state.
    is_listed: bool,
    has_numbers: bool,
}

impl Slot {
    fn list(&mut self) {
        if !self.is_listed {
            self.now.moves(&mut self.moves);
            self.is_listed = true;
            self.has_numbers = false;
        }
    }

    fn number(&mut self, actions: &Actions) -> Result<(), TooFewLayers> {
        self.list();
        if !self.has_numbers {
            actions.number(&self.now, &self.moves, &mut self.numbers)?;
            self.has_numbers = true;
        }
        Ok(())
    }

    fn make(&mut self, place: usize) {
        self.now.after_into(self.moves[place], &mut self.next);
        std::mem::swap(&mut self.now, &mut self.next);
        self.plies += 1;
        self.is_listed = false;
    }
}

/// Many states of one game.
#[pyclass(name = "Batch", module = "tilegame")]
pub(crate) struct PyBatch {
    encoding: Py<PyEncoding>,
    start: PyStart,
    slots: Vec<Slot>,
    pool: ThreadPool,
    /// Arrays that are written again and again, and that nobody else writes.
    masks: Option<Py<PyArrayDyn<bool>>>,
    planes: Option<Py<PyArrayDyn<f32>>>,
    seed: u64,
    /// So many games have been begun, the first ones and those after a reset.
    begun: u64,
}

/// Where games begin.
struct PyStart {
    source: Arc<Source>,
    state: State,
}

/// What stops a batch.
enum Wrong {
    Layers,
    Action { state: usize, action: i64 },
}

impl Wrong {
    fn told(self) -> PyErr {
        match self {
            Wrong::Layers => too_few(TooFewLayers),
            Wrong::Action { state, action } => PyValueError::new_err(format!(
                "{action} is no legal action of state {state}; nothing was changed"
            )),
        }
    }
}

impl PyBatch {
    fn each<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl Fn(usize, &mut Slot) -> Result<T, Wrong> + Send + Sync,
    ) -> PyResult<Vec<T>> {
        let (slots, pool) = (&mut self.slots, &self.pool);
        let done: Result<Vec<T>, Wrong> = py.detach(|| {
            pool.install(|| {
                slots
                    .par_iter_mut()
                    .with_min_len(FEWEST)
                    .enumerate()
                    .map(|(number, slot)| work(number, slot))
                    .collect()
            })
        });
        done.map_err(Wrong::told)
    }

    fn actions(&self) -> Arc<Actions> {
        Arc::clone(&self.encoding.get().actions)
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, n, *, start = None, seed = 0, threads = None, layers = None))]
    #[allow(clippy::too_many_arguments, reason = "all but two of them are named")]
    fn new(
        game: &PyGame,
        n: usize,
        start: Option<PyRef<'_, PyState>>,
        seed: u64,
        threads: Option<usize>,
        layers: Option<usize>,
        py: Python<'_>,
    ) -> PyResult<PyBatch> {
        calm(|| {
            if n > MOST {
                return Err(PyValueError::new_err(format!("a batch has {MOST} states at most")));
            }
            let state = start.map_or_else(|| game.game().start(), |start| State::clone(start.now()));
            if !game.game().is_same(state.game()) {
                return Err(PyValueError::new_err("the position is one of another game"));
            }
            let encoding = Py::new(py, PyEncoding::new(game, layers, py)?)?;
            let slot = |number| Slot {
                now: state.clone(),
                next: state.clone(),
                moves: MoveList::new(),
                numbers: Vec::new(),
                masked: Vec::new(),
                placed: Vec::new(),
                plies: 0,
                random: random_games::generator(seed, number),
                is_listed: false,
                has_numbers: false,
            };
            let mut slots = Vec::new();
            slots.try_reserve_exact(n).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
            slots.extend((0..n as u64).map(slot));
            let start = PyStart { source: Arc::clone(game.source()), state };
            let pool = pool(threads)?;
            Ok(PyBatch { encoding, start, slots, pool, masks: None, planes: None, seed, begun: n as u64 })
        })
    }

    fn __len__(&self) -> usize {
        self.slots.len()
    }

    /// One of the states, as a copy. What has led to it is not known.
    fn __getitem__(&self, index: isize) -> PyResult<PyState> {
        let place = if index < 0 { index.saturating_add(self.slots.len() as isize) } else { index };
        let slot = usize::try_from(place).ok().and_then(|place| self.slots.get(place));
        let slot = slot.ok_or_else(|| PyIndexError::new_err("there are not so many states"))?;
        calm(|| {
            let base = Base::Fen(slot.now.fen());
            Ok(PyState::new(&self.start.source, base, slot.now.clone()))
        })
    }

    /// How moves and positions are written as numbers.
    #[getter]
    fn encoding(&self, py: Python<'_>) -> Py<PyEncoding> {
        self.encoding.clone_ref(py)
    }

    /// Makes the move of a number in each state. States in which the game is over stay as they are. If one of the numbers is no legal action,
    /// nothing changes.
    fn step(&mut self, actions: PyReadonlyArray1<'_, i64>, py: Python<'_>) -> PyResult<()> {
        calm(|| {
            let wanted = actions.as_slice()?;
            if wanted.len() != self.slots.len() {
                return Err(PyValueError::new_err("there is one action for each state"));
            }
            let numbering = self.actions();
            let places = self.each(py, |number, slot| {
                slot.number(&numbering).map_err(|_| Wrong::Layers)?;
                if slot.moves.is_empty() {
                    return Ok(None);
                }
                let action = wanted[number];
                let found = slot.numbers.iter().position(|number| i64::from(*number) == action);
                found.map(Some).ok_or(Wrong::Action { state: number, action })
            })?;
            self.each(py, |number, slot| {
                if let Some(place) = places[number] {
                    slot.make(place);
                }
                Ok(())
            })?;
            Ok(())
        })
    }

    /// Makes a random move in each state in which the game is not over, and says how many these were.
    fn step_random(&mut self, py: Python<'_>) -> PyResult<usize> {
        calm(|| {
            let moved = self.each(py, |_, slot| {
                slot.list();
                if slot.moves.is_empty() {
                    return Ok(false);
                }
                let place = slot.random.usize(..slot.moves.len());
                slot.make(place);
                Ok(true)
            })?;
            Ok(moved.into_iter().filter(|moved| *moved).count())
        })
    }

    /// Which actions are legal in each state: an array of truth values, states by actions. Without `copy` it is the batch's own, which can't be
    /// written and is another one after the next call.
    #[pyo3(signature = (out = None, *, copy = true))]
    fn legal_masks<'py>(
        &mut self,
        out: Option<Bound<'py, PyArrayDyn<bool>>>,
        copy: bool,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        calm(|| {
            let numbering = self.actions();
            let shape = [self.slots.len(), numbering.len()];
            let (array, held) = Held::array(out, copy, &mut self.masks, &shape, py)?;
            let mut writable = room(&array, &shape)?;
            let numbers = writable.as_slice_mut()?;
            let (slots, pool) = (&mut self.slots, &self.pool);
            let done: Result<(), Wrong> = py.detach(|| {
                pool.install(|| {
                    let rows = numbers.par_chunks_mut(numbering.len());
                    slots.par_iter_mut().zip(rows).with_min_len(FEWEST).try_for_each(|(slot, row)| {
                        slot.number(&numbering).map_err(|_| Wrong::Layers)?;
                        match held {
                            Held::Anything => row.fill(false),
                            Held::Nothing => {}
                            Held::Ours => {
                                slot.masked.iter().for_each(|number| row[*number as usize] = false);
                                slot.masked.clone_from(&slot.numbers);
                            }
                        }
                        slot.numbers.iter().for_each(|number| row[*number as usize] = true);
                        Ok(())
                    })
                })
            });
            drop(writable);
            held.close(&array)?;
            done.map_err(Wrong::told)?;
            Ok(array)
        })
    }

    /// All states as planes. Without `copy` the array is the batch's own, which can't be written and is another one after the next call.
    #[pyo3(signature = (out = None, *, copy = true))]
    fn planes<'py>(
        &mut self,
        out: Option<Bound<'py, PyArrayDyn<f32>>>,
        copy: bool,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        calm(|| {
            let encoding = self.encoding.get();
            let mut shape = vec![self.slots.len()];
            shape.extend(encoding.shape_of_planes());
            let (array, held) = Held::array(out, copy, &mut self.planes, &shape, py)?;
            let mut writable = room(&array, &shape)?;
            let numbers = writable.as_slice_mut()?;
            let planes = &encoding.planes;
            let (slots, pool) = (&mut self.slots, &self.pool);
            py.detach(|| {
                pool.install(|| {
                    let rows = numbers.par_chunks_mut(planes.len());
                    slots.par_iter_mut().zip(rows).with_min_len(FEWEST).for_each(|(slot, row)| match held {
                        Held::Anything => planes.write(&slot.now, row),
                        Held::Nothing => planes.write_over(&slot.now, row, &mut Vec::new()),
                        Held::Ours => planes.write_over(&slot.now, row, &mut slot.placed),
                    });
                });
            });
            drop(writable);
            held.close(&array)?;
            Ok(array)
        })
    }

    /// In which states the game is over.
    fn done<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        calm(|| {
            let done = self.each(py, |_, slot| {
                slot.list();
                Ok(slot.moves.is_empty())
            })?;
            Ok(done.into_pyarray(py))
        })
    }

    /// What each player gets in each state: states by players, nothing where the game goes on.
    fn rewards<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        calm(|| {
            let players = self.start.source.game.rules().players.len();
            let all = self.each(py, |_, slot| {
                slot.list();
                Ok(if slot.moves.is_empty() { shares(&slot.now).0 } else { vec![0.0; players] })
            })?;
            rows(py, all.into_iter().flatten().collect(), players)
        })
    }

    /// Whose turn it is in each state, as a number.
    fn turns<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        calm(|| Ok(self.each(py, |_, slot| Ok(slot.now.to_move().index() as i64))?.into_pyarray(py)))
    }

    /// How many moves were made in each state.
    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.slots.iter().map(|slot| slot.plies).collect::<Vec<_>>().into_pyarray(py)
    }

    /// The keys of all states.
    fn keys<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        calm(|| Ok(self.each(py, |_, slot| Ok(slot.now.key()))?.into_pyarray(py)))
    }

    /// Begins again: everywhere, or where an array of truth values says so.
    #[pyo3(signature = (at = None))]
    fn reset(&mut self, at: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        calm(|| {
            let chosen = at.as_ref().map(|at| at.as_slice()).transpose()?;
            if chosen.is_some_and(|chosen| chosen.len() != self.slots.len()) {
                return Err(PyValueError::new_err("there is one truth value for each state"));
            }
            for (number, slot) in self.slots.iter_mut().enumerate() {
                if chosen.is_none_or(|chosen| chosen[number]) {
                    slot.now.clone_from(&self.start.state);
                    slot.random = random_games::generator(self.seed, self.begun);
                    slot.plies = 0;
                    slot.is_listed = false;
                    self.begun += 1;
                }
            }
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} states of {}>", self.slots.len(), self.start.source.game.rules().name)
    }
}

fn rows<'py>(py: Python<'py>, numbers: Vec<f32>, width: usize) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let height = numbers.len() / width.max(1);
    let rows = Array2::from_shape_vec((height, width), numbers);
    Ok(rows.map_err(|error| PyValueError::new_err(error.to_string()))?.into_pyarray(py))
}

/// Plays games at random from a position, and says what came of them. Which games these are is decided by the seed alone.
#[pyfunction]
#[pyo3(signature = (state, n, *, seed = 0, max_plies = 1000, threads = None, first = 0))]
#[allow(clippy::too_many_arguments, reason = "all but two of them are named")]
pub(crate) fn playouts<'py>(
    state: PyRef<'_, PyState>,
    n: u64,
    seed: u64,
    max_plies: u32,
    threads: Option<usize>,
    first: u64,
    py: Python<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    calm(|| {
        let pool = pool(threads)?;
        let start = State::clone(state.now());
        let end = first.checked_add(n).ok_or_else(|| PyValueError::new_err("there are not so many games"))?;
        let played = py.detach(|| all_played(&pool, &start, first..end, seed, max_plies))?;
        let rules = start.game().rules();
        let lengths: Vec<u32> = played.iter().map(|played| played.plies).collect();
        let reasons: Vec<i16> = played.iter().map(|played| played.end.map_or(-1, |end| end as i16)).collect();
        let names: Vec<&str> = rules.ends.iter().map(|end| end.name.as_str()).collect();
        let players: Vec<&str> = rules.players.iter().map(|player| player.name.as_str()).collect();
        let scores = rows(py, played.into_iter().flat_map(|played| played.scores).collect(), players.len())?;
        declared(py, "Playouts")?.call1((
            scores,
            lengths.into_pyarray(py),
            reasons.into_pyarray(py),
            PyTuple::new(py, names)?,
            PyTuple::new(py, players)?,
        ))
    })
}

/// Threads play while this one asks after Ctrl-C.
fn all_played(
    pool: &ThreadPool,
    start: &State,
    numbers: std::ops::Range<u64>,
    seed: u64,
    most: u32,
) -> PyResult<Vec<Played>> {
    let stop = AtomicBool::new(false);
    let mut patience = Patience::new();
    let (send, receive) = std::sync::mpsc::channel();
    let played = pool.in_place_scope(|scope| {
        let stop = &stop;
        scope.spawn(move |_| {
            // Whoever waits is there until the end.
            let _ = send.send(random_games::play(start, numbers, seed, most, stop));
        });
        loop {
            match receive.recv_timeout(std::time::Duration::from_millis(5)) {
                Ok(played) => return Some(played),
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                    if !patience.goes_on() {
                        stop.store(true, Relaxed);
                    }
                }
                // It has panicked, which the end of the scope tells.
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return None,
            }
        }
    });
    patience.end()?;
    Ok(played.unwrap_or_default())
}

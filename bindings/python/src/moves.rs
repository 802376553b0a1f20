//! Moves and lists of moves. A move knows the position in which it is legal, and so all its texts.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString, PyTuple};
use tilegame_runtime::ir::{KindId, Tile};
use tilegame_runtime::{Change, Move, MoveList, State};

use crate::calm::calm;
use crate::state::PyState;

/// What pickle wants: what makes the object again, and from what.
pub(crate) type Again<'py, Parts> = (Bound<'py, PyAny>, Parts);

/// A legal move of a position.
#[pyclass(name = "Move", module = "tilegame", frozen)]
#[derive(Clone)]
pub(crate) struct PyMove {
    pub(crate) at: Arc<State>,
    pub(crate) m: Move,
}

impl PyMove {
    fn tile(&self, tile: Tile) -> String {
        self.at.game().rules().board.name(tile).into_owned()
    }

    fn kind(&self, kind: KindId) -> String {
        self.at.game().rules().kinds[kind.index()].name.clone()
    }

    /// The same move of another position, if it is legal there.
    pub(crate) fn carried_to(&self, state: &Arc<State>) -> Option<Move> {
        if Arc::ptr_eq(&self.at, state) {
            return Some(self.m);
        }
        if !self.at.game().is_same(state.game()) {
            return None;
        }
        if self.m.is_plain() {
            return state.is_legal(self.m).then_some(self.m);
        }
        state.find(&self.at.details(self.m))
    }
}

#[pymethods]
impl PyMove {
    /// As coordinates.
    #[getter]
    fn uci(&self) -> PyResult<String> {
        calm(|| Ok(self.at.uci(self.m)))
    }

    /// As people write it.
    #[getter]
    fn san(&self) -> PyResult<String> {
        calm(|| Ok(self.at.san(self.m)))
    }

    /// Where the piece stands that moves; None if none does.
    #[getter]
    fn from_(&self) -> PyResult<Option<String>> {
        calm(|| Ok(self.at.origin(self.m).map(|tile| self.tile(tile))))
    }

    /// Where it goes, or which tile is chosen; None if the player passes.
    #[getter]
    fn to(&self) -> PyResult<Option<String>> {
        calm(|| Ok((!self.m.is_pass()).then(|| self.tile(self.at.target(self.m)))))
    }

    /// The name of the piece that moves, or that is put on the board.
    #[getter]
    fn piece(&self) -> PyResult<Option<String>> {
        calm(|| {
            let kind = self.m.kind().or_else(|| self.at.details(self.m).kind());
            Ok(kind.map(|kind| self.kind(kind)))
        })
    }

    /// What it is promoted to.
    #[getter]
    fn promotion(&self) -> Option<String> {
        self.m.promotion().map(|kind| self.kind(kind))
    }

    /// Whose move it is.
    #[getter]
    fn player(&self) -> PyResult<String> {
        calm(|| Ok(self.at.game().rules().players[self.at.to_move().index()].name.clone()))
    }

    /// Whether it captures something.
    #[getter]
    fn is_capture(&self) -> PyResult<bool> {
        calm(|| Ok(self.at.is_capture(self.m)))
    }

    /// Whether the player passes.
    #[getter]
    fn is_pass(&self) -> bool {
        self.m.is_pass()
    }

    /// Whether it castles.
    #[getter]
    fn is_castling(&self) -> bool {
        self.m.is_castling()
    }

    /// The tiles from which something is taken.
    #[getter]
    fn captures(&self) -> PyResult<Vec<String>> {
        calm(|| {
            let taken = self.at.changes(self.m).filter_map(|change| match change {
                Change::Take(tile) => Some(self.tile(tile)),
                _ => None,
            });
            Ok(taken.collect())
        })
    }

    /// The position in which it is legal.
    #[getter]
    fn state(&self) -> PyState {
        PyState::of(&self.at)
    }

    fn __str__(&self) -> PyResult<String> {
        self.uci()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Move {} of {}>", self.uci()?, self.at.game().rules().name))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyMove>() else { return Ok(false) };
        let other = other.get();
        calm(|| {
            let is_same_game = self.at.game().is_same(other.at.game());
            let is_alike = || {
                self.m.is_plain() || self.at == other.at || {
                    self.at.details(self.m) == other.at.details(other.m)
                }
            };
            Ok(is_same_game && self.m == other.m && is_alike())
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.m.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Again<'py, (Py<PyState>, String)>> {
        let state = Py::new(py, PyState::of(&self.at))?;
        let read = py.get_type::<PyState>().getattr("read")?;
        Ok((read, (state, self.uci()?)))
    }
}

/// The legal moves of a position.
#[pyclass(name = "LegalMoves", module = "tilegame", frozen, sequence)]
pub(crate) struct PyLegalMoves {
    at: Arc<State>,
    moves: MoveList,
}

impl PyLegalMoves {
    pub(crate) fn of(at: &Arc<State>) -> PyLegalMoves {
        PyLegalMoves { at: Arc::clone(at), moves: at.legal_moves() }
    }
}

#[pymethods]
impl PyLegalMoves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyMove> {
        let length = self.moves.len() as isize;
        let place = if index < 0 { index.saturating_add(length) } else { index };
        let m = usize::try_from(place).ok().and_then(|place| self.moves.get(place));
        let m = *m.ok_or_else(|| PyIndexError::new_err("there are not so many moves"))?;
        Ok(PyMove { at: Arc::clone(&self.at), m })
    }

    // Python goes through a list of its own much faster than through one that it has to ask for each move.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let moves = self.moves.iter().map(|m| PyMove { at: Arc::clone(&self.at), m: *m });
        calm(|| PyList::new(py, moves)?.try_iter())
    }

    fn __contains__(&self, m: &Bound<'_, PyAny>) -> PyResult<bool> {
        calm(|| {
            if let Ok(m) = m.cast::<PyMove>() {
                return Ok(m.get().carried_to(&self.at).is_some());
            }
            let Ok(text) = m.cast::<PyString>() else { return Ok(false) };
            Ok(self.at.read_one(&text.to_string_lossy()).is_ok())
        })
    }

    fn __bool__(&self) -> bool {
        !self.moves.is_empty()
    }

    /// How many there are.
    fn count(&self) -> usize {
        self.moves.len()
    }

    /// All as coordinates.
    fn uci<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        calm(|| PyTuple::new(py, self.at.listed().uci()))
    }

    /// All as people write them.
    fn san<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        calm(|| PyTuple::new(py, self.at.listed().san()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let texts: Vec<String> = self.san(py)?.extract()?;
        Ok(format!("<LegalMoves ({})>", texts.join(", ")))
    }
}

//! Nets that judge positions, as arrays of their weights: what learns elsewhere writes the same files that the search reads.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tilegame_search::net::{
    Base, Inputs, MOST_WEIGHT, Net, NotANet, ONE, SIZES, STAGES, WEIGHT, Weights, fingerprint,
};

use crate::calm::calm;
use crate::engine::Judge;
use crate::game::PyGame;
use crate::state::PyState;

/// A small net that judges the positions of a game.
#[pyclass(name = "Net", module = "tilegame", frozen)]
pub(crate) struct PyNet {
    game: PyGame,
    net: Net,
}

/// What a game that has no nets is told.
pub(crate) fn no_nets() -> PyErr {
    PyValueError::new_err(NotANet::NoNets.to_string())
}

#[pymethods]
impl PyNet {
    /// A stage is how many pieces are left, and there are so many.
    #[classattr]
    const STAGES: usize = STAGES;

    /// A hidden sum of this counts as one, and so does such a weight of an input.
    #[classattr]
    const ONE: i32 = ONE;

    /// A weight of an output of this counts as one.
    #[classattr]
    const WEIGHT: i32 = WEIGHT;

    /// No weight of an output is larger.
    #[classattr]
    const MOST_WEIGHT: i16 = MOST_WEIGHT;

    /// The numbers of hidden sums that a net can have.
    #[classattr]
    fn sizes() -> Vec<usize> {
        SIZES.to_vec()
    }

    /// Reads a net: bytes or a file, or with `True` the net of the library.
    #[new]
    fn new(game: &PyGame, source: Judge) -> PyResult<PyNet> {
        calm(|| {
            let net = source.net(game.game())?;
            let net = net.ok_or_else(|| PyValueError::new_err("the library has no net for these rules"))?;
            Ok(PyNet { game: game.clone(), net })
        })
    }

    /// A net of weights, as `weights` has them.
    #[staticmethod]
    #[pyo3(signature = (game, *, base, unit, inputs, biases, worths, outputs, tempo, provenance = ""))]
    #[allow(clippy::too_many_arguments, reason = "all but one of them are named")]
    fn of_weights(
        game: &PyGame,
        base: &str,
        unit: i32,
        inputs: PyReadonlyArray1<'_, i16>,
        biases: PyReadonlyArray1<'_, i16>,
        worths: PyReadonlyArray1<'_, i16>,
        outputs: PyReadonlyArray1<'_, i16>,
        tempo: PyReadonlyArray1<'_, i32>,
        provenance: &str,
    ) -> PyResult<PyNet> {
        calm(|| {
            let seen = Inputs::of(game.game()).ok_or_else(no_nets)?;
            let base = match base {
                "rules" => Base::Rules,
                "nothing" => Base::Nothing,
                _ => return Err(PyValueError::new_err("the base is `rules` or `nothing`")),
            };
            let hidden = biases.len();
            if !SIZES.contains(&hidden) {
                return Err(PyValueError::new_err(format!("a net has {SIZES:?} hidden sums, not {hidden}")));
            }
            let asked = |name: &str, has: usize, needs: usize| match has == needs {
                true => Ok(()),
                false => Err(PyValueError::new_err(format!("{name}: {needs} numbers are needed, not {has}"))),
            };
            asked("inputs", inputs.len(), seen.len() * hidden)?;
            asked("worths", worths.len(), seen.len() * STAGES)?;
            asked("outputs", outputs.len(), STAGES * 2 * hidden)?;
            asked("tempo", tempo.len(), STAGES)?;
            if !(1..=1 << 16).contains(&unit) {
                return Err(PyValueError::new_err("a unit goes from 1 to 65536"));
            }
            let mut stages = [0; STAGES];
            stages.copy_from_slice(tempo.as_slice()?);
            let weights = Weights {
                base,
                hidden,
                inputs: inputs.as_slice()?.to_vec(),
                biases: biases.as_slice()?.to_vec(),
                worths: worths.as_slice()?.to_vec(),
                outputs: outputs.as_slice()?.to_vec(),
                tempo: stages,
                unit,
            };
            // What is written is read again, so that no net is here that could not be.
            let bytes = Net::new(seen, weights, provenance.to_owned()).to_bytes(game.game());
            let net = Net::from_bytes(game.game(), &bytes);
            let net = net.map_err(|why| PyValueError::new_err(why.to_string()))?;
            Ok(PyNet { game: game.clone(), net })
        })
    }

    /// A number that tells rules from each other: a net is for the rules with this number only.
    #[staticmethod]
    fn rules(game: &PyGame) -> String {
        format!("{:016x}", fingerprint(game.game().rules()))
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// How many inputs it has.
    #[getter]
    fn inputs(&self) -> usize {
        self.net.inputs().len()
    }

    /// How many hidden sums it has for each player.
    #[getter]
    fn hidden(&self) -> usize {
        self.net.weights().hidden
    }

    /// What it adds to: `rules` where it corrects what is found in the rules, `nothing` where it judges alone.
    #[getter]
    fn base(&self) -> &'static str {
        match self.net.base() {
            Base::Rules => "rules",
            Base::Nothing => "nothing",
        }
    }

    /// What an output of one is worth, in hundredths of a cheap piece.
    #[getter]
    fn unit(&self) -> i32 {
        self.net.weights().unit
    }

    /// Where it comes from, in words.
    #[getter]
    fn provenance(&self) -> &str {
        self.net.provenance()
    }

    /// Its numbers, by the names that `of_weights` calls them.
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let weights = self.net.weights();
        let arrays = PyDict::new(py);
        for (name, numbers) in [
            ("inputs", &weights.inputs),
            ("biases", &weights.biases),
            ("worths", &weights.worths),
            ("outputs", &weights.outputs),
        ] {
            arrays.set_item(name, numbers.clone().into_pyarray(py))?;
        }
        let tempo: Bound<'py, PyArray1<i32>> = weights.tempo.to_vec().into_pyarray(py);
        arrays.set_item("tempo", tempo)?;
        Ok(arrays)
    }

    /// The net as bytes: what a file of it holds, and what `Engine` takes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.net.to_bytes(self.game.game()))
    }

    /// What it finds a position to be worth for the player to move, or to be worth more than the rules say, in hundredths of a cheap piece.
    fn value(&self, state: PyRef<'_, PyState>) -> PyResult<i32> {
        if !self.game.game().is_same(state.now().game()) {
            return Err(PyValueError::new_err("the position is one of another game"));
        }
        calm(|| Ok(self.net.value(state.now())))
    }

    fn __repr__(&self) -> String {
        format!("<Net for {}, {} hidden sums>", self.game.game().rules().name, self.hidden())
    }
}

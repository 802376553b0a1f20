//! How pieces move: as rules, as move-IDs, in Betza notation, as a diagram.

use pyo3::prelude::*;
use tilegame_betza::{Betza, Dialect, Wrong, encode, explain as betza_explain};
use tilegame_dsl::betza;
use tilegame_dsl::moveid::MoveId;
use tilegame_dsl::moveid::encode::encode as encode_rules;
use tilegame_dsl::moveid::explain::{Tiles, diagram as id_diagram, explain as id_explain, fields};
use tilegame_pictures::{Scene, diagram, draw};
use tilegame_runtime::Game;
use tilegame_runtime::ir::{Kind, KindId, PlayerId};

use crate::calm::calm;
use crate::errors::error;

/// A piece of a game.
#[pyclass(name = "Piece", module = "tilegame", frozen)]
pub(crate) struct PyPiece {
    pub(crate) game: Game,
    pub(crate) kind: KindId,
}

impl PyPiece {
    fn is(&self) -> &Kind {
        &self.game.rules().kinds[self.kind.index()]
    }
}

#[pymethods]
impl PyPiece {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.is().name
    }

    /// Its letters, one for each player.
    #[getter]
    fn letters(&self) -> Vec<String> {
        self.is().letters.clone()
    }

    /// Its rules as they are written.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.is().rules.iter().map(|rule| rule.text.clone()).collect()
    }

    /// Its moves in Betza notation; None where they have no such form.
    #[getter]
    fn betza(&self) -> PyResult<Option<String>> {
        calm(|| {
            let moves = betza::moves(self.game.rules(), self.is());
            Ok(moves.ok().and_then(|moves| encode(&moves, Dialect::XBoard).ok()))
        })
    }

    /// Its moves as move-IDs; those of rules that have none are left out.
    #[getter]
    fn move_ids(&self) -> PyResult<Vec<String>> {
        calm(|| {
            let lines = encode_rules(self.game.rules(), self.kind).into_iter();
            Ok(lines.filter_map(|(_, ids)| ids.ok()).flatten().map(|id| id.short()).collect())
        })
    }

    /// A diagram of its moves as SVG; None if it belongs to nobody and so does not move.
    fn svg(&self) -> PyResult<Option<String>> {
        calm(|| {
            if self.is().neutral {
                return Ok(None);
            }
            let (state, middle) = diagram::alone(&self.game, self.kind, PlayerId::new(0));
            Ok(Some(draw(
                &state,
                &Scene { marks: diagram::moves(&state, middle), legend: true, ..Scene::default() },
            )))
        })
    }

    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!("<Piece {} of {}>", self.is().name, self.game.rules().name)
    }
}

fn read_betza(py: Python<'_>, text: &str, fairy_stockfish: bool) -> PyResult<Betza> {
    let dialect = if fairy_stockfish { Dialect::FairyStockfish } else { Dialect::XBoard };
    Betza::read(text, dialect).map_err(|wrong| wrong_betza(py, text, &wrong))
}

fn wrong_betza(py: Python<'_>, text: &str, wrong: &Wrong) -> PyErr {
    let place = |at: usize| text.get(..at).map_or(0, |before| before.chars().count());
    error(py, "NotationError", (wrong.to_string(), text, place(wrong.at.start), place(wrong.at.end)))
}

/// A text in Betza notation as lines of the language.
#[pyfunction]
#[pyo3(signature = (text, *, fairy_stockfish = false))]
pub(crate) fn betza_rules(text: &str, fairy_stockfish: bool, py: Python<'_>) -> PyResult<Vec<String>> {
    calm(|| {
        let rules = read_betza(py, text, fairy_stockfish)?.rules();
        let rules = rules.map_err(|wrong| wrong_betza(py, text, &wrong))?;
        Ok(rules.iter().map(ToString::to_string).collect())
    })
}

/// A text in Betza notation as others would write it: the shortest that means the same.
#[pyfunction]
#[pyo3(signature = (text, *, fairy_stockfish = false))]
pub(crate) fn betza_normal(text: &str, fairy_stockfish: bool, py: Python<'_>) -> PyResult<String> {
    calm(|| {
        let moves = read_betza(py, text, fairy_stockfish)?.moves();
        let moves = moves.map_err(|wrong| wrong_betza(py, text, &wrong))?;
        encode(&moves, Dialect::XBoard)
            .map_err(|none| error(py, "NotationError", (none.to_string(), text, 0, text.chars().count())))
    })
}

/// What each part of a text in Betza notation means.
#[pyfunction]
#[pyo3(signature = (text, *, fairy_stockfish = false))]
pub(crate) fn betza_explain_text(
    text: &str,
    fairy_stockfish: bool,
    py: Python<'_>,
) -> PyResult<Vec<(String, String)>> {
    calm(|| Ok(betza_explain::explain(&read_betza(py, text, fairy_stockfish)?)))
}

fn read_id(py: Python<'_>, text: &str) -> PyResult<MoveId> {
    let read = MoveId::read(text).map_err(|wrong| {
        let place = text.get(..wrong.at).map_or(0, |before| before.chars().count());
        error(py, "NotationError", (wrong.sentence(), text, place, place + 1))
    });
    read.map(|(id, _)| id)
}

/// What a move-ID means, in sentences, with a drawing.
#[pyfunction]
#[pyo3(signature = (text, *, hexagons = false))]
pub(crate) fn move_id_explain(text: &str, hexagons: bool, py: Python<'_>) -> PyResult<String> {
    calm(|| Ok(id_explain(&read_id(py, text)?, tiles(hexagons))))
}

fn tiles(hexagons: bool) -> Tiles {
    if hexagons { Tiles::Hexagons } else { Tiles::Squares }
}

/// Where a move-ID leads, drawn with letters.
#[pyfunction]
#[pyo3(signature = (text, *, hexagons = false))]
pub(crate) fn move_id_diagram(text: &str, hexagons: bool, py: Python<'_>) -> PyResult<String> {
    calm(|| Ok(id_diagram(&read_id(py, text)?, tiles(hexagons))))
}

/// The parts of a move-ID, and what each says.
#[pyfunction]
pub(crate) fn move_id_fields(text: &str, py: Python<'_>) -> PyResult<Vec<(&'static str, String)>> {
    calm(|| Ok(fields(&read_id(py, text)?)))
}

/// A move-ID in its normal form, or in the shortest way of writing it.
#[pyfunction]
#[pyo3(signature = (text, *, short = false))]
pub(crate) fn move_id_normal(text: &str, short: bool, py: Python<'_>) -> PyResult<String> {
    calm(|| {
        let id = read_id(py, text)?.normal();
        Ok(if short { id.short() } else { id.to_string() })
    })
}

/// In what two move-IDs differ: the part, and what each says there.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a list of rows")]
pub(crate) fn move_id_differences(
    one: &str,
    other: &str,
    py: Python<'_>,
) -> PyResult<Vec<(&'static str, Option<String>, Option<String>)>> {
    calm(|| {
        let found = read_id(py, one)?.differences(&read_id(py, other)?);
        Ok(found.into_iter().map(|d| (d.part, d.one, d.other)).collect())
    })
}

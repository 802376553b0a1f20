//! Games as texts in the manner of PGN.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tilegame_record::Match;
use tilegame_record::pgn::{self, Level, Line, Node, PgnGame};

use crate::errors::{declared, error};
use crate::game::PyGame;
use crate::state::{Base, PyState};

/// A match as PGN.
pub(crate) fn written(played: &Match, tags: &[(String, String)]) -> PyResult<String> {
    let mut game = pgn::from_match(played);
    for (name, value) in tags {
        game.tags.set(name, value);
    }
    Ok(pgn::write(played.game(), &game))
}

/// All games of a text.
pub(crate) fn read<'py>(py: Python<'py>, game: &PyGame, text: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (games, remarks) = py.detach(|| pgn::parse(text));
    if let Some(wrong) = remarks.iter().find(|remark| remark.level == Level::Error) {
        let place = (wrong.place.line, wrong.place.column);
        return Err(error(py, "PgnError", (wrong.message.clone(), place.0, place.1, String::new())));
    }
    games.iter().map(|written| one(py, game, written)).collect()
}

fn one<'py>(py: Python<'py>, game: &PyGame, written: &PgnGame) -> PyResult<Bound<'py, PyAny>> {
    let replayed = pgn::replay(game.game(), written).map_err(|wrong| {
        let arguments = (wrong.to_string(), wrong.place.line, wrong.place.column, wrong.text.clone());
        error(py, "PgnError", arguments)
    })?;
    let base = match replayed.start == game.game().start() {
        true => Base::Start,
        false => Base::Fen(replayed.start.fen()),
    };
    let mut state = PyState::new(game.source(), base, replayed.start);
    for &m in &replayed.moves {
        if !state.now().is_legal(m) {
            return Err(error(py, "PgnError", ("a null move stands among the moves", 0, 0, String::new())));
        }
        state.make(m);
    }
    let tags = PyDict::new(py);
    for (name, value) in written.tags.iter() {
        tags.set_item(name, value)?;
    }
    let remarks: Vec<String> = replayed.remarks.iter().map(|remark| remark.message.clone()).collect();
    let arguments = (tags, state, line(py, &written.line)?, written.score.to_string(), remarks);
    declared(py, "PgnGame")?.call1(arguments)
}

fn line<'py>(py: Python<'py>, line: &Line) -> PyResult<Bound<'py, PyTuple>> {
    let nodes = line.moves.iter().map(|one| node(py, one)).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, nodes)
}

/// How deep variations nest is limited where they are read.
fn node<'py>(py: Python<'py>, node: &Node) -> PyResult<Bound<'py, PyAny>> {
    let variations = node.variations.iter().map(|other| line(py, other)).collect::<PyResult<Vec<_>>>()?;
    let arguments = (
        node.text.clone(),
        PyTuple::new(py, &node.before)?,
        PyTuple::new(py, &node.after)?,
        PyTuple::new(py, &node.glyphs)?,
        PyTuple::new(py, variations)?,
    );
    declared(py, "PgnMove")?.call1(arguments)
}

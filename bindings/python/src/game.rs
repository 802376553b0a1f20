//! A game: where it comes from, what it consists of, and its positions.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use tilegame_dsl::library;
use tilegame_fairy::numbers::Numbers;
use tilegame_fairy::position;
use tilegame_pictures::layout::Layout;
use tilegame_runtime::Game;
use tilegame_runtime::ir::KindId;
use tilegame_runtime::source::{Fetched, Refused, Severity};

use crate::calm::calm;
use crate::counting;
use crate::errors::{self, declared, diagnostics, error};
use crate::movement::PyPiece;
use crate::moves::Again;
use crate::origin::{Made, Origin};
use crate::pgn;
use crate::state::{Base, PyState};

/// A game with its origin, in one of its notations.
pub(crate) struct Source {
    pub(crate) origin: Origin,
    pub(crate) game: Game,
    notation: Option<String>,
}

/// The sources of games that are in use, to get from a position to the source of its game.
static IN_USE: Mutex<Vec<Weak<Source>>> = Mutex::new(Vec::new());

impl Source {
    fn new(origin: Origin, game: Game, notation: Option<String>) -> Arc<Source> {
        let mut all = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|known| known.strong_count() > 0);
        let is_same = |known: &Arc<Source>| known.game.is_same(&game) && known.notation == notation;
        if let Some(known) = all.iter().filter_map(Weak::upgrade).find(is_same) {
            return known;
        }
        let source = Arc::new(Source { origin, game, notation });
        all.push(Arc::downgrade(&source));
        source
    }

    /// The source of a game that is in use.
    pub(crate) fn of_game(game: &Game) -> Arc<Source> {
        let all = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |known: &Arc<Source>| {
            known.game.is_same(game) && std::ptr::eq(known.game.notation(), game.notation())
        };
        let known = all.iter().filter_map(Weak::upgrade).find(is_same);
        known.unwrap_or_else(|| {
            // Its Python objects are gone, and only moves of it are left.
            let origin = Origin { root: game.rules().name.clone(), texts: Vec::new(), options: Vec::new() };
            Arc::new(Source { origin, game: game.clone(), notation: None })
        })
    }

    pub(crate) fn is_alike(&self, other: &Source) -> bool {
        self.origin == other.origin && self.notation == other.notation
    }
}

/// A game, ready to play. It never changes, and threads can share it.
#[pyclass(name = "Game", module = "tilegame", frozen)]
#[derive(Clone)]
pub(crate) struct PyGame {
    source: Arc<Source>,
}

/// Options as a dictionary says them, in the order of their names.
fn switched(options: Option<HashMap<String, bool>>) -> Vec<(String, bool)> {
    let mut options: Vec<(String, bool)> = options.unwrap_or_default().into_iter().collect();
    options.sort();
    options
}

/// What a function or a dictionary of the user's answers to the request for a text.
fn fetched(imports: &Bound<'_, PyAny>, path: &str) -> PyResult<Option<Fetched>> {
    let answer = match imports.cast::<PyDict>() {
        Ok(texts) => texts.get_item(path)?,
        Err(_) => Some(imports.call1((path,))?),
    };
    match answer.filter(|answer| !answer.is_none()) {
        None => Ok(None),
        Some(answer) => match answer.cast::<PyString>() {
            Ok(text) => Ok(Some(Fetched::Text(text.to_string_lossy().into_owned()))),
            Err(_) => Err(PyTypeError::new_err("an import is answered with a text or None")),
        },
    }
}

/// Makes a game, or tells what is wrong with it.
fn made(py: Python<'_>, origin: Origin, imports: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
    if let Some(game) = origin.known() {
        return Ok(PyGame { source: Source::new(origin, game, None) });
    }
    let mut thrown = None;
    let options = origin.options.clone();
    let made = match imports {
        // Nothing is asked of Python while it compiles.
        None => py.detach(|| origin.make(&mut |_| None)),
        Some(imports) => origin.make(&mut |path| match fetched(imports, path) {
            Ok(found) => found,
            Err(error) => {
                thrown.get_or_insert(error);
                Some(Fetched::Refused(Refused { why: "can't be read".to_owned(), notes: Vec::new() }))
            }
        }),
    };
    if let Some(thrown) = thrown {
        return Err(thrown);
    }
    let Made { game, sources, messages } = made;
    let Some((origin, game)) = game else {
        let wrong: Vec<_> = messages.into_iter().filter(|m| m.severity == Severity::Error).collect();
        return Err(error(py, "RulesError", (diagnostics(py, &sources, &wrong)?,)));
    };
    let has = |name: &str| game.rules().options.iter().any(|option| option.name == name);
    if let Some((missing, _)) = options.iter().find(|(name, _)| !has(name)) {
        let text = format!("`{}` has no option `{missing}`", game.rules().name);
        return Err(PyValueError::new_err(text));
    }
    Ok(PyGame { source: Source::new(origin, game, None) })
}

impl PyGame {
    pub(crate) fn of(source: &Arc<Source>) -> PyGame {
        PyGame { source: Arc::clone(source) }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.source.game
    }

    pub(crate) fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The position that one of the arguments says.
    pub(crate) fn state_of(
        &self,
        py: Python<'_>,
        fen: Option<&str>,
        setup: Option<&str>,
        number: Option<u32>,
    ) -> PyResult<PyState> {
        let game = self.game();
        let (base, state) = match (fen, setup, number) {
            (None, None, None) => (Base::Start, game.start()),
            (Some(text), None, None) => {
                let state = game.read_fen(text).map_err(|wrong| errors::fen(py, text, &wrong))?;
                (Base::Fen(text.to_owned()), state)
            }
            (None, Some(name), None) => {
                let unknown = || PyValueError::new_err(format!("the game has no setup `{name}`"));
                (Base::Setup(name.to_owned()), game.setup(name).ok_or_else(unknown)?)
            }
            (None, None, Some(number)) => {
                let unknown = || PyValueError::new_err(format!("the game has no arrangement {number}"));
                (Base::Number(number), game.arrangement(number).ok_or_else(unknown)?)
            }
            _ => return Err(PyTypeError::new_err("only one of fen, setup and number can be given")),
        };
        Ok(PyState::new(&self.source, base, state))
    }
}

#[pymethods]
impl PyGame {
    /// The game of this name in the library, or in the file at this path.
    #[staticmethod]
    #[pyo3(signature = (name, *, options = None))]
    fn load(
        name: &Bound<'_, PyAny>,
        options: Option<HashMap<String, bool>>,
        py: Python<'_>,
    ) -> PyResult<PyGame> {
        calm(|| {
            if let Ok(text) = name.cast::<PyString>()
                && let Some(file) = library::called(&text.to_string_lossy())
            {
                return made(py, Origin::of_library(file, switched(options)), None);
            }
            let found = py.import("tilegame.files")?.call_method1("opened", (name,))?;
            let found: Option<(String, String, Bound<'_, PyAny>)> = found.extract()?;
            let Some((root, text, imports)) = found else {
                let name = name.str()?.to_string_lossy().into_owned();
                return Err(error(py, "UnknownGameError", (&name, library::nearest(&name))));
            };
            let texts = vec![(root.clone(), text)];
            made(py, Origin { root, texts, options: switched(options) }, Some(&imports))
        })
    }

    /// The game that a text declares. `imports` says the texts that it imports: a dictionary, or a function from a path to a text or None.
    #[staticmethod]
    #[pyo3(signature = (text, *, name = "game.tg", imports = None, options = None))]
    fn from_text(
        text: &str,
        name: &str,
        imports: Option<&Bound<'_, PyAny>>,
        options: Option<HashMap<String, bool>>,
        py: Python<'_>,
    ) -> PyResult<PyGame> {
        calm(|| {
            let texts = vec![(name.to_owned(), text.to_owned())];
            made(py, Origin { root: name.to_owned(), texts, options: switched(options) }, imports)
        })
    }

    /// A variant of a text in the format of Fairy-Stockfish. With `partial` what has no counterpart is left out.
    #[staticmethod]
    #[pyo3(signature = (text, name = None, *, partial = false))]
    fn from_ini(text: &str, name: Option<String>, partial: bool, py: Python<'_>) -> PyResult<PyGame> {
        calm(|| {
            let wanted: Vec<String> = name.into_iter().collect();
            let imported = py.detach(|| tilegame_import::import(text, &wanted, partial));
            let is_error = |m: &tilegame_import::Message| m.severity == tilegame_import::Severity::Error;
            let wrong = || {
                let one = |message: &tilegame_import::Message| {
                    let (line, column) = message.place(text);
                    let help = message.help.clone();
                    declared(py, "ImportProblem")?.call1((message.title.clone(), line, column, help))
                };
                let all = imported.messages.iter().filter(|m| is_error(m)).map(one);
                match all.collect::<PyResult<Vec<_>>>() {
                    Ok(all) => error(py, "ImportVariantError", (all,)),
                    Err(error) => error,
                }
            };
            let [game] = imported.games.as_slice() else {
                if imported.games.len() > 1 {
                    let names: Vec<&str> = imported.games.iter().map(|game| game.name.as_str()).collect();
                    let text = format!("which variant? The text has {}", names.join(", "));
                    return Err(PyValueError::new_err(text));
                }
                return Err(wrong());
            };
            let root = format!("{}.tg", game.name);
            let texts = vec![(root.clone(), game.text.clone())];
            made(py, Origin { root, texts, options: Vec::new() }, None)
        })
    }

    /// The names of all games of the library.
    #[staticmethod]
    fn library() -> Vec<&'static str> {
        library::GAMES.iter().map(|(name, _)| *name).collect()
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.game().rules().name
    }

    /// Its title.
    #[getter]
    fn title(&self) -> &str {
        &self.game().rules().title
    }

    /// What there is to say about it, a paragraph each.
    #[getter]
    fn about(&self) -> Vec<String> {
        self.game().rules().about.clone()
    }

    /// The names of the players, in their order.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.game().rules().players.iter().map(|player| player.name.clone()).collect()
    }

    /// The names of the tiles, in their order; none if the board is a plane.
    #[getter]
    fn tiles(&self) -> Vec<String> {
        let board = &self.game().rules().board;
        match self.game().board().plane() {
            Some(_) => Vec::new(),
            None => self.game().board().tiles().map(|tile| board.name(tile).into_owned()).collect(),
        }
    }

    /// Where the middle of each tile is on paper, to the right and down, in the order of `tiles`. A plane has none.
    fn layout(&self) -> Vec<(f64, f64)> {
        if self.game().board().plane().is_some() {
            return Vec::new();
        }
        let layout = Layout::new(&self.game().rules().board, 0.0);
        layout.cells.iter().map(|cell| (cell.centre.x, cell.centre.y)).collect()
    }

    /// The steps of the board: from, to and direction, by their numbers; and the names of the directions. A plane has no list of its steps.
    fn graph(&self) -> (Vec<(usize, usize, usize)>, Vec<String>) {
        let edges = self.game().board().graph().edges();
        let steps = edges.map(|edge| (edge.from.index(), edge.to.index(), edge.direction.index()));
        let names = self.game().rules().board.directions.iter().map(|direction| direction.name.clone());
        (steps.collect(), names.collect())
    }

    /// The names of the pieces.
    #[getter]
    fn pieces(&self) -> Vec<String> {
        self.game().rules().kinds.iter().map(|kind| kind.name.clone()).collect()
    }

    /// The options, and whether they are on.
    #[getter]
    fn options(&self) -> HashMap<String, bool> {
        self.game().rules().options.iter().map(|option| (option.name.clone(), option.on)).collect()
    }

    /// The names of setups that have one.
    #[getter]
    fn setups(&self) -> Vec<String> {
        self.game().setups().map(str::to_owned).collect()
    }

    /// How many numbered arrangements there are.
    #[getter]
    fn arrangements(&self) -> u32 {
        self.game().arrangements()
    }

    /// The names of its notations beside the usual one.
    #[getter]
    fn notations(&self) -> Vec<String> {
        self.game().notations().map(str::to_owned).collect()
    }

    /// Which engine plays it: `bitset`, or `reference`, which is slower.
    #[getter]
    fn engine(&self) -> PyResult<&'static str> {
        calm(|| Ok(if self.game().why_slow().is_none() { "bitset" } else { "reference" }))
    }

    /// Whether players hold pieces in hand.
    #[getter]
    fn hands(&self) -> bool {
        self.game().rules().turn.hands
    }

    /// Whether what is captured goes into the hand of whoever captures it.
    #[getter]
    fn keeps_captures(&self) -> bool {
        self.game().rules().turn.taken.is_kept()
    }

    /// Whether something can come from outside between two moves, as from the other board of bughouse.
    #[getter]
    fn receives(&self) -> bool {
        !self.game().rules().turn.receive.is_empty()
    }

    /// Its text.
    #[getter]
    fn text(&self) -> Option<String> {
        let origin = &self.source.origin;
        let own = origin.texts.iter().find(|(name, _)| *name == origin.root);
        own.map(|(_, text)| text.clone()).or_else(|| library::text(&origin.root).map(str::to_owned))
    }

    /// The same game with its positions and moves written in another notation.
    fn in_notation(&self, name: &str) -> PyResult<PyGame> {
        let game = self.game().in_notation(name);
        let game = game.ok_or_else(|| PyValueError::new_err(format!("the game has no notation `{name}`")))?;
        Ok(PyGame { source: Source::new(self.source.origin.clone(), game, Some(name.to_owned())) })
    }

    /// The position at the start.
    fn start(&self) -> PyResult<PyState> {
        calm(|| Ok(PyState::new(&self.source, Base::Start, self.game().start())))
    }

    /// A position: of a FEN, of a named setup, or of a numbered arrangement; without any, that at the start.
    #[pyo3(signature = (fen = None, *, setup = None, number = None))]
    fn state(
        &self,
        fen: Option<&str>,
        setup: Option<&str>,
        number: Option<u32>,
        py: Python<'_>,
    ) -> PyResult<PyState> {
        calm(|| self.state_of(py, fen, setup, number))
    }

    /// A position of a FEN that Fairy-Stockfish writes or reads, with fields that the game doesn't have, or without some that it has.
    fn fairy_state(&self, fen: &str, py: Python<'_>) -> PyResult<PyState> {
        calm(|| {
            let read = position::read(self.game(), fen).map_err(|wrong| errors::fen(py, fen, &wrong))?;
            let state = read.written_as_in(self.game());
            Ok(PyState::new(&self.source, Base::Fen(state.fen()), state).counted_from(Some(Numbers::of(fen))))
        })
    }

    /// The number of sequences of so many legal moves from the start.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(&self, depth: u32, threads: usize, py: Python<'_>) -> PyResult<u64> {
        calm(|| counting::perft(py, &self.game().start(), depth, threads))
    }

    /// How a piece moves, by its name or its letter.
    fn piece(&self, name: &str) -> PyResult<PyPiece> {
        let kinds = self.game().rules().kinds.iter();
        let is_meant = |kind: &tilegame_runtime::ir::Kind| {
            kind.name == name || kind.letters.iter().any(|letter| letter == name)
        };
        let number =
            kinds.clone().position(|kind| kind.name == name).or_else(|| kinds.clone().position(is_meant));
        let number =
            number.ok_or_else(|| PyValueError::new_err(format!("the game has no piece `{name}`")))?;
        Ok(PyPiece { game: self.game().clone(), kind: KindId::new(number) })
    }

    /// The games of a text in the manner of PGN, each played from its start.
    fn read_pgn<'py>(&self, text: &str, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        calm(|| pgn::read(py, self, text))
    }

    fn __repr__(&self) -> String {
        format!("<Game {}>", self.game().rules().name)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyGame>().is_ok_and(|other| self.source.is_alike(&other.get().source))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.source.origin, &self.source.notation).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Again<'py, Written>> {
        let again = py.get_type::<PyGame>().getattr("_again")?;
        let Origin { root, texts, options } = self.source.origin.clone();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ok((again, (root, texts, options, self.source.notation.clone(), version)))
    }

    /// The game that was written down as its texts.
    #[staticmethod]
    fn _again(
        root: String,
        texts: Vec<(String, String)>,
        options: Vec<(String, bool)>,
        notation: Option<&str>,
        version: &str,
        py: Python<'_>,
    ) -> PyResult<PyGame> {
        calm(|| {
            let here = env!("CARGO_PKG_VERSION");
            if version != here {
                let text = format!("the game was written down by tilegame {version}, and this is {here}");
                return Err(PyValueError::new_err(text));
            }
            let game = made(py, Origin { root, texts, options }, None)?;
            notation.map_or(Ok(game.clone()), |name| game.in_notation(name))
        })
    }
}

/// What a game is written down as.
type Written = (String, Vec<(String, String)>, Vec<(String, bool)>, Option<String>, String);

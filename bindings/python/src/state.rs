//! A position with the moves that have led to it, as a stack.

use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use tilegame_fairy::numbers::Numbers;
use tilegame_fairy::{dialect, position};
use tilegame_pictures::{Scene, draw, seen_by};
use tilegame_record::Score;
use tilegame_record::matches::{Cause, Match};
use tilegame_runtime::explain::walks;
use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::notation::MoveError;
use tilegame_runtime::prospects::Prospect;
use tilegame_runtime::{Move, MoveList, San, Scores, State, Uci};

use crate::calm::calm;
use crate::counting;
use crate::errors::{declared, error};
use crate::game::{PyGame, Source};
use crate::moves::{Again, PyLegalMoves, PyMove};

/// What a state is written down as: its game, where its stack begins, and its moves.
type Written = (PyGame, String, String, Vec<String>);

/// Where a stack of moves begins.
#[derive(Clone, Debug)]
pub(crate) enum Base {
    Start,
    Setup(String),
    Number(u32),
    Fen(String),
}

/// A move that was made, the position before it, and those made before.
struct Made {
    before: Arc<State>,
    m: Move,
    earlier: Option<Arc<Made>>,
    /// How many moves there are up to this one.
    ply: usize,
}

/// Stacks share what they have in common, and are as long as a match. The last one to let go of a long one must not do it by recursion.
impl Drop for Made {
    fn drop(&mut self) {
        let mut earlier = self.earlier.take();
        while let Some(mut made) = earlier.and_then(Arc::into_inner) {
            earlier = made.earlier.take();
        }
    }
}

/// A position of a game, and the moves that have led to it.
///
/// It is changed by `push` and `pop`, as in python-chess. One state is for one thread at a time; `copy` costs next to nothing.
#[pyclass(name = "State", module = "tilegame")]
pub(crate) struct PyState {
    source: Arc<Source>,
    base: Base,
    now: Arc<State>,
    last: Option<Arc<Made>>,
    /// The same moves as a match, as far as it was needed.
    played: Option<Box<Played>>,
    /// What Fairy-Stockfish counts where the stack begins, if that is not what the position says.
    numbers: Option<Numbers>,
}

/// A match of the moves.
struct Played {
    from: State,
    is: Match,
    /// In the middle of a turn a match begins where the turn did, which is so many moves before the position.
    before: usize,
}

impl Played {
    fn new(from: State) -> Played {
        let is = Match::from_state(from.clone());
        let before = is.moves().count();
        Played { from, is, before }
    }
}

impl PyState {
    pub(crate) fn new(source: &Arc<Source>, base: Base, state: State) -> PyState {
        let (source, now) = (Arc::clone(source), Arc::new(state));
        PyState { source, base, now, last: None, played: None, numbers: None }
    }

    /// The same with other numbers where its stack begins.
    pub(crate) fn counted_from(self, numbers: Option<Numbers>) -> PyState {
        PyState { numbers, ..self }
    }

    /// A position that a move remembers. What has led to it is forgotten.
    pub(crate) fn of(state: &Arc<State>) -> PyState {
        let source = Source::of_game(state.game());
        let base = if **state == state.game().start() { Base::Start } else { Base::Fen(state.fen()) };
        PyState { source, base, now: Arc::clone(state), last: None, played: None, numbers: None }
    }

    pub(crate) fn now(&self) -> &Arc<State> {
        &self.now
    }

    fn duplicate(&self) -> PyState {
        PyState {
            source: Arc::clone(&self.source),
            base: self.base.clone(),
            now: Arc::clone(&self.now),
            last: self.last.clone(),
            played: None,
            numbers: self.numbers,
        }
    }

    /// The moves that were made, the first one first, each with the position before it.
    fn made(&self) -> Vec<(&Arc<State>, Move)> {
        let mut made = Vec::with_capacity(self.length());
        let mut here = self.last.as_deref();
        while let Some(step) = here {
            made.push((&step.before, step.m));
            here = step.earlier.as_deref();
        }
        made.reverse();
        made
    }

    fn length(&self) -> usize {
        self.last.as_ref().map_or(0, |made| made.ply)
    }

    /// Makes a legal move.
    pub(crate) fn make(&mut self, m: Move) -> PyMove {
        let next = Arc::new(self.now.after(m));
        let before = std::mem::replace(&mut self.now, next);
        let made = PyMove { at: Arc::clone(&before), m };
        let ply = self.length() + 1;
        self.last = Some(Arc::new(Made { before, m, earlier: self.last.take(), ply }));
        made
    }

    fn refused(&self, py: Python<'_>, text: &str, why: &str) -> PyErr {
        match Py::new(py, self.duplicate()) {
            Ok(state) => error(py, "IllegalMoveError", (why, text, state)),
            Err(error) => error,
        }
    }

    /// The move that an argument stands for.
    pub(crate) fn meant(&self, m: &Bound<'_, PyAny>) -> PyResult<Move> {
        let py = m.py();
        if let Ok(m) = m.cast::<PyMove>() {
            let m = m.get();
            return m
                .carried_to(&self.now)
                .ok_or_else(|| self.refused(py, &m.at.uci(m.m), "the move is not legal in this position"));
        }
        let Ok(text) = m.cast::<PyString>() else {
            return Err(PyTypeError::new_err("a move is a Move or a text"));
        };
        self.read_here(py, &text.to_string_lossy())
    }

    fn read_here(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        self.now.read_one(text).map_err(|why: MoveError| self.refused(py, text, &why.to_string()))
    }

    /// The moves as a match, with what only a match knows. What has ended a match, ends it: moves that were made after that are not part of it.
    pub(crate) fn as_match(&mut self) -> PyResult<&Match> {
        let beginning = self.beginning();
        let known = self.played.take().filter(|played| played.from == beginning);
        let mut played = known.unwrap_or_else(|| Box::new(Played::new(beginning)));
        let moves: Vec<Move> = self.made().into_iter().map(|(_, m)| m).collect();
        let own = played.is.moves().skip(played.before);
        let common = own.zip(&moves).take_while(|((_, known), m)| known == *m).count();
        while played.is.moves().count() > played.before + common {
            played.is.undo();
        }
        for m in moves.into_iter().skip(common) {
            if played.is.ending().is_some() {
                break;
            }
            played.is.play(m).map_err(|why| PyValueError::new_err(why.to_string()))?;
        }
        Ok(&self.played.insert(played).is)
    }

    fn beginning(&self) -> State {
        self.made().first().map_or_else(|| State::clone(&self.now), |(before, _)| State::clone(before))
    }

    /// The keys of the positions before this one, which a search needs.
    pub(crate) fn keys(&self) -> Vec<u64> {
        self.made().into_iter().map(|(before, _)| before.key()).collect()
    }

    fn player(&self, player: PlayerId) -> &str {
        &self.now.game().rules().players[player.index()].name
    }

    fn tile(&self, name: &str) -> PyResult<Tile> {
        let tile = self.now.game().rules().board.tile(name);
        tile.ok_or_else(|| PyValueError::new_err(format!("the board has no tile `{name}`")))
    }

    fn of_kind(&self, kind: KindId) -> &str {
        &self.now.game().rules().kinds[kind.index()].name
    }
}

/// What everybody gets, and why, as Python has it.
pub(crate) fn outcome<'py>(
    py: Python<'py>,
    state: &State,
    scores: &Scores,
    reason: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let players = &state.game().rules().players;
    let shares = PyDict::new(py);
    for (player, share) in players.iter().zip(scores.iter()) {
        shares.set_item(&player.name, f64::from(share.part) / f64::from(share.of.max(1)))?;
    }
    let winner = scores.winner().map(|player| players[player.index()].name.clone());
    declared(py, "Outcome")?.call1((shares, winner, reason, Score::of(scores).to_string()))
}

/// Why a match is over, in the words of its rules.
fn reason(state: &State, cause: Cause) -> String {
    let rules = state.game().rules();
    match cause {
        Cause::Position(end) => rules.ends[end.index()].name.clone(),
        Cause::Adjudication(number) => rules.adjudications[number].name.clone(),
        Cause::Resignation(_) => "resignation".to_owned(),
        Cause::Forfeit(_) => "forfeit".to_owned(),
        Cause::Agreement => "agreement".to_owned(),
        Cause::Time(_) | Cause::NoWinOnTime(_) | Cause::AllTime => "time".to_owned(),
    }
}

#[pymethods]
impl PyState {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame::of(&self.source)
    }

    /// The legal moves, sorted by where they set out and where they lead.
    #[getter]
    fn legal_moves(&self) -> PyResult<PyLegalMoves> {
        calm(|| Ok(PyLegalMoves::of(&self.now)))
    }

    /// Makes a move: a `Move`, or a text in any notation of the game.
    fn push(&mut self, m: &Bound<'_, PyAny>) -> PyResult<()> {
        calm(|| {
            let m = self.meant(m)?;
            self.make(m);
            Ok(())
        })
    }

    /// Makes a move that is written as coordinates.
    fn push_uci(&mut self, text: &str, py: Python<'_>) -> PyResult<PyMove> {
        calm(|| {
            let m = self.parse_uci(text, py)?.m;
            Ok(self.make(m))
        })
    }

    /// Makes a move that is written as people do.
    fn push_san(&mut self, text: &str, py: Python<'_>) -> PyResult<PyMove> {
        calm(|| {
            let m = self.parse_san(text, py)?.m;
            Ok(self.make(m))
        })
    }

    /// Makes a move, or all the steps of a turn, in any notation of the game.
    fn push_text(&mut self, text: &str, py: Python<'_>) -> PyResult<Vec<PyMove>> {
        calm(|| {
            let steps = self.now.read(text).map_err(|why| self.refused(py, text, &why.to_string()))?;
            Ok(steps.into_iter().map(|m| self.make(m)).collect())
        })
    }

    /// Makes a turn that is written in the dialect of Fairy-Stockfish.
    fn push_fairy(&mut self, text: &str, py: Python<'_>) -> PyResult<Vec<PyMove>> {
        calm(|| {
            let turn =
                dialect::read(&self.now, text).map_err(|why| self.refused(py, text, &why.to_string()))?;
            Ok(turn.into_iter().map(|m| self.make(m)).collect())
        })
    }

    /// The legal turns in the dialect of Fairy-Stockfish, sorted: a turn of several steps is one text.
    fn fairy_turns(&self) -> PyResult<Vec<String>> {
        calm(|| {
            let turns = dialect::turns(&self.now).map_err(|why| PyValueError::new_err(why.to_string()))?;
            Ok(turns.into_iter().map(|turn| turn.text).collect())
        })
    }

    /// The move that a text stands for, as coordinates.
    fn parse_uci(&self, text: &str, py: Python<'_>) -> PyResult<PyMove> {
        calm(|| {
            let uci: Uci = text.parse().map_err(|why| self.refused(py, text, &format!("{why}")))?;
            let m = uci.to_move(&self.now).map_err(|why| self.refused(py, text, &why.to_string()))?;
            Ok(PyMove { at: Arc::clone(&self.now), m })
        })
    }

    /// The move that a text stands for, as people write it.
    fn parse_san(&self, text: &str, py: Python<'_>) -> PyResult<PyMove> {
        calm(|| {
            let san: San = text.parse().map_err(|why| self.refused(py, text, &format!("{why}")))?;
            let m = san.to_move(&self.now).map_err(|why| self.refused(py, text, &why.to_string()))?;
            Ok(PyMove { at: Arc::clone(&self.now), m })
        })
    }

    /// The move that a text stands for, in any notation of the game.
    fn read(&self, text: &str, py: Python<'_>) -> PyResult<PyMove> {
        calm(|| Ok(PyMove { at: Arc::clone(&self.now), m: self.read_here(py, text)? }))
    }

    /// Takes the last move back.
    fn pop(&mut self) -> PyResult<PyMove> {
        let Some(last) = self.last.take() else {
            return Err(PyIndexError::new_err("no move has been made"));
        };
        self.now = Arc::clone(&last.before);
        self.last = last.earlier.clone();
        Ok(PyMove { at: Arc::clone(&last.before), m: last.m })
    }

    /// The move that was made last; None if there is none.
    fn peek(&self) -> Option<PyMove> {
        self.last.as_ref().map(|last| PyMove { at: Arc::clone(&last.before), m: last.m })
    }

    /// The moves that were made, the first one first.
    #[getter]
    fn move_stack(&self) -> Vec<PyMove> {
        self.made().into_iter().map(|(before, m)| PyMove { at: Arc::clone(before), m }).collect()
    }

    /// How many moves were made since the stack begins.
    #[getter]
    fn ply(&self) -> usize {
        self.length()
    }

    /// The same position and moves, to go on from separately.
    fn copy(&self) -> PyState {
        self.duplicate()
    }

    fn __copy__(&self) -> PyState {
        self.duplicate()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyState {
        self.duplicate()
    }

    /// The position from which the moves set out.
    fn root(&self) -> PyState {
        PyState::new(&self.source, self.base.clone(), self.beginning()).counted_from(self.numbers)
    }

    /// The FEN.
    fn fen(&self) -> PyResult<String> {
        calm(|| Ok(self.now.fen()))
    }

    /// The FEN as Fairy-Stockfish writes it, with all the fields of chess.
    fn fairy_fen(&self) -> PyResult<String> {
        calm(|| {
            let beginning = self.beginning();
            let numbers = self.numbers.unwrap_or_else(|| Numbers::at(&beginning));
            let numbers = numbers.along(&beginning, self.made().into_iter().map(|(_, m)| m));
            Ok(position::write_with(&self.now, numbers))
        })
    }

    /// A hash of all that the moves from here can depend on, the same in every process.
    #[getter]
    fn key(&self) -> PyResult<u64> {
        calm(|| Ok(self.now.key()))
    }

    /// The player whose turn it is.
    #[getter]
    fn turn(&self) -> PyResult<String> {
        calm(|| Ok(self.player(self.now.to_move()).to_owned()))
    }

    /// How the game has ended, as far as the position shows it; None while it goes on.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        calm(|| {
            let Some(found) = self.now.outcome() else { return Ok(None) };
            let reason = &self.now.game().rules().ends[found.end.index()].name;
            outcome(py, &self.now, &found.scores, reason).map(Some)
        })
    }

    /// How the match has ended, repetitions and the like included; None while it goes on. With `claim` it is also over if its end can be claimed.
    #[pyo3(signature = (*, claim = false))]
    fn match_outcome<'py>(&mut self, claim: bool, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        calm(|| {
            let played = self.as_match()?;
            let mut claimed = None;
            if claim && played.ending().is_none() && !played.claims().is_empty() {
                claimed = played.clone().claim().ok();
            }
            let Some(ending) = claimed.as_ref().or(played.ending()) else { return Ok(None) };
            let why = reason(played.state(), ending.cause);
            outcome(py, played.state(), &ending.scores, &why).map(Some)
        })
    }

    /// The endings that the player to move can claim now.
    fn claims(&mut self) -> PyResult<Vec<String>> {
        calm(|| {
            let played = self.as_match()?;
            let rules = played.game().rules();
            Ok(played.claims().into_iter().map(|number| rules.adjudications[number].name.clone()).collect())
        })
    }

    /// How often the position has occurred since the stack begins, this time included.
    fn repetitions(&mut self) -> PyResult<u32> {
        calm(|| Ok(self.as_match()?.repeated()))
    }

    /// Whether the game is over by what the position shows.
    fn is_game_over(&self) -> PyResult<bool> {
        calm(|| Ok(self.now.end().is_some() || !self.now.has_moves()))
    }

    /// Whether the player to move is in check; never, if the game knows no check.
    fn is_check(&self) -> PyResult<bool> {
        calm(|| Ok(self.now.in_check().unwrap_or(false)))
    }

    /// The pieces in check.
    fn checked(&self) -> PyResult<Vec<String>> {
        calm(|| {
            let board = &self.now.game().rules().board;
            Ok(self.now.checked().into_iter().map(|tile| board.name(tile).into_owned()).collect())
        })
    }

    /// Whether a player can still win, by whatever moves; None if that was not found out by looking at so many positions.
    #[pyo3(signature = (player, *, positions = 1000))]
    fn can_win(&self, player: &str, positions: usize, py: Python<'_>) -> PyResult<Option<bool>> {
        calm(|| {
            let player = self.seen(player)?;
            let state = State::clone(&self.now);
            Ok(match py.detach(|| state.can_win(player, positions)) {
                Prospect::Yes => Some(true),
                Prospect::No => Some(false),
                Prospect::Unknown => None,
            })
        })
    }

    /// Whether a move is legal: a `Move` or a text.
    fn is_legal(&self, m: &Bound<'_, PyAny>) -> PyResult<bool> {
        calm(|| {
            if let Ok(m) = m.cast::<PyMove>() {
                return Ok(m.get().carried_to(&self.now).is_some());
            }
            let Ok(text) = m.cast::<PyString>() else {
                return Err(PyTypeError::new_err("a move is a Move or a text"));
            };
            Ok(self.now.read_one(&text.to_string_lossy()).is_ok())
        })
    }

    /// A legal move as coordinates.
    fn uci(&self, m: &Bound<'_, PyAny>) -> PyResult<String> {
        calm(|| Ok(self.now.uci(self.meant(m)?)))
    }

    /// A legal move as people write it.
    fn san(&self, m: &Bound<'_, PyAny>) -> PyResult<String> {
        calm(|| Ok(self.now.san(self.meant(m)?)))
    }

    /// Why a move is legal or not, in sentences.
    fn explain(&self, text: &str) -> PyResult<String> {
        calm(|| Ok(self.now.explain(text).to_string().trim_end().to_owned()))
    }

    /// The number of sequences of so many legal moves.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(&self, depth: u32, threads: usize, py: Python<'_>) -> PyResult<u64> {
        calm(|| counting::perft(py, &self.now, depth, threads))
    }

    /// The same behind each legal move.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn divide<'py>(&self, depth: u32, threads: usize, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        calm(|| {
            let Some(below) = depth.checked_sub(1) else {
                return Err(PyValueError::new_err("a count behind each move has a depth of at least 1"));
            };
            let moves = self.now.legal_moves();
            let after = moves.iter().map(|m| self.now.after(*m)).collect();
            let counts = counting::divided(py, after, below, threads)?;
            let all = PyDict::new(py);
            for (m, nodes) in moves.iter().zip(counts) {
                all.set_item(self.now.uci(*m), nodes)?;
            }
            Ok(all)
        })
    }

    /// What stands where: the name of the piece, and of its player if it has one, by the name of the tile.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        calm(|| {
            let all = PyDict::new(py);
            let board = &self.now.game().rules().board;
            for (tile, piece) in self.now.pieces() {
                let owner = piece.owner.map(|player| self.player(player));
                all.set_item(board.name(tile), (self.of_kind(piece.kind), owner))?;
            }
            Ok(all)
        })
    }

    /// The piece on a tile and its player; None if there is none.
    fn piece_at(&self, tile: &str) -> PyResult<Option<(String, Option<String>)>> {
        calm(|| {
            let piece = self.now.piece(self.tile(tile)?);
            Ok(piece.map(|piece| {
                let owner = piece.owner.map(|player| self.player(player).to_owned());
                (self.of_kind(piece.kind).to_owned(), owner)
            }))
        })
    }

    /// How many pieces of each sort a player has in hand.
    fn hand<'py>(&self, player: &str, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        calm(|| {
            let rules = self.now.game().rules();
            let player = rules
                .player(player)
                .ok_or_else(|| PyValueError::new_err(format!("the game has no player `{player}`")))?;
            let all = PyDict::new(py);
            for kind in (0..rules.kinds.len()).map(KindId::new) {
                let number = self.now.hand(player, kind);
                if number > 0 {
                    all.set_item(self.of_kind(kind), number)?;
                }
            }
            Ok(all)
        })
    }

    /// The match as PGN, with these tags.
    #[pyo3(signature = (tags = None))]
    fn pgn(&mut self, tags: Option<Vec<(String, String)>>) -> PyResult<String> {
        calm(|| crate::pgn::written(self.as_match()?, &tags.unwrap_or_default()))
    }

    /// The board as SVG, seen by one of the players.
    #[pyo3(signature = (*, seen_by = None))]
    fn svg(&self, seen_by: Option<&str>) -> PyResult<String> {
        calm(|| Ok(self.drawn(seen_by.map(|player| self.seen(player)).transpose()?)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        calm(|| Ok(self.drawn(None)))
    }

    fn __repr__(&self) -> PyResult<String> {
        calm(|| Ok(format!("<State of {}: {}>", self.now.game().rules().name, self.now.fen())))
    }

    fn __str__(&self) -> PyResult<String> {
        self.fen()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyState>() else { return Ok(false) };
        let Ok(other) = other.try_borrow() else { return Ok(false) };
        calm(|| Ok(self.equals(&other)))
    }

    fn __hash__(&self) -> PyResult<u64> {
        calm(|| Ok(self.now.key()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Again<'py, Written>> {
        calm(|| {
            let again = py.get_type::<PyState>().getattr("_again")?;
            let (how, base) = match &self.base {
                Base::Start => ("start", String::new()),
                Base::Setup(name) => ("setup", name.clone()),
                Base::Number(number) => ("number", number.to_string()),
                Base::Fen(fen) => ("fen", fen.clone()),
            };
            let moves = self.made().into_iter().map(|(before, m)| before.uci(m)).collect();
            Ok((again, (PyGame::of(&self.source), how.to_owned(), base, moves)))
        })
    }

    /// The state that was written down as a base and moves.
    #[staticmethod]
    fn _again(
        game: PyRef<'_, PyGame>,
        how: &str,
        base: &str,
        moves: Vec<String>,
        py: Python<'_>,
    ) -> PyResult<PyState> {
        calm(|| {
            let mut state = match how {
                "setup" => game.state_of(py, None, Some(base), None)?,
                "number" => game.state_of(py, None, None, base.parse().ok())?,
                "fen" => game.state_of(py, Some(base), None, None)?,
                _ => game.state_of(py, None, None, None)?,
            };
            for text in moves {
                let m = state.parse_uci(&text, py)?.m;
                state.make(m);
            }
            Ok(state)
        })
    }
}

impl PyState {
    fn equals(&self, other: &PyState) -> bool {
        if self.now.game().is_same(other.now.game()) {
            return self.now == other.now;
        }
        // The same game that was compiled twice.
        self.source.is_alike(&other.source)
            && self.now.key() == other.now.key()
            && self.now.fen() == other.now.fen()
    }

    fn seen(&self, player: &str) -> PyResult<PlayerId> {
        let player_id = self.now.game().rules().player(player);
        player_id.ok_or_else(|| PyValueError::new_err(format!("the game has no player `{player}`")))
    }

    fn drawn(&self, player: Option<PlayerId>) -> String {
        let last = self.last.as_ref().filter(|last| !last.m.is_pass());
        let touched = |last: &Arc<Made>| {
            last.before.origin(last.m).into_iter().chain([last.before.target(last.m)]).collect()
        };
        let scene = Scene {
            turned: player.map_or(0.0, |player| seen_by(self.now.game(), player)),
            last: last.map_or_else(Vec::new, touched),
            walks: last.map_or_else(Vec::new, |last| walks(&last.before, last.m)),
            check: self.now.checked(),
            ..Scene::default()
        };
        draw(&self.now, &scene)
    }

    /// The legal moves in a list of the caller's.
    pub(crate) fn list(&self) -> MoveList {
        self.now.legal_moves()
    }
}

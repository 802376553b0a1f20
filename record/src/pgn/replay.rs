//! What the moves of a written game mean, and writing down what was played.

use thiserror::Error;
use tilegame_runtime::ir::{Manner, PlayerId};
use tilegame_runtime::notation::fen::FenError;
use tilegame_runtime::notation::shortened;
use tilegame_runtime::notation::{MoveError, is_pass, receipt};
use tilegame_runtime::outcome::Outcome;
use tilegame_runtime::receipt::ReceiptError;
use tilegame_runtime::{Game, Move, MoveList, State};

use super::written::{Level, Line, Node, PgnGame, Place, ROSTER, Remark};
use crate::matches::{Cause, Match, What};
use crate::score::Score;

/// Names in the tag `Variant` that say nothing about the rules.
const SAYS_NOTHING: [&str; 2] = ["From Position", "Standard"];

/// In a comment, that a player leaves while the others play on: `[%out b]`.
const LEFT: &str = "[%out ";

/// In a comment, that something comes from outside: `[%receive w+N]`.
const RECEIVED: &str = "[%receive ";

/// A written game with a meaning.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The position it starts from.
    pub start: State,
    /// The moves of its own line. [Null moves](State::null_move) that were played are among them.
    pub moves: Vec<Move>,
    /// The position after them.
    pub end: State,
    /// How the last position ends the game, if it does.
    pub outcome: Option<Outcome>,
    /// What was not taken as it is written.
    pub remarks: Vec<Remark>,
}

/// Where and why a written game makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind}")]
pub struct ReplayError {
    /// Where the move or the tag stood.
    pub place: Place,
    /// How many moves come before it.
    pub ply: usize,
    /// What was written.
    pub text: String,
    /// The position in which it was to be played, as its text; empty if there is none.
    pub position: String,
    /// What is wrong.
    pub kind: Box<ReplayErrorKind>,
}

/// Why a written game makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayErrorKind {
    /// It is another game.
    #[error("this is a game of {variant}, not of {title}")]
    Variant {
        /// What the tag says.
        variant: String,
        /// The title of the rules.
        title: String,
    },
    /// The tag `FEN` holds no position.
    #[error("the position it starts from: {0}")]
    Fen(FenError),
    /// A move that can't be played.
    #[error("{0}")]
    Move(MoveError),
    /// Something that can't come from outside.
    #[error("{0}")]
    Receipt(ReceiptError),
}

/// The variant that a game says it is of; `None` if it doesn't say.
pub fn variant_of(pgn: &PgnGame) -> Option<&str> {
    let variant = pgn.tags.get("Variant").map(str::trim)?;
    let says_something = !variant.is_empty() && !SAYS_NOTHING.iter().any(|s| s.eq_ignore_ascii_case(variant));
    says_something.then_some(variant)
}

/// Plays a written game, its variations too. Moves are taken in [any notation](State::read) of the game.
///
/// # Null moves
///
/// Annotators write `--`, `Z0`, `0000`, `null`, `pass` or `@@@@` where nobody moves. Where the rules let the player pass, that is a
/// pass. Elsewhere it is played as if they did, if what follows in the same line can then be played, and left out otherwise: the
/// same player goes on. [`Replayed::remarks`] tells of it.
///
/// # Errors
/// At the first tag or move that makes no sense.
pub fn replay(game: &Game, pgn: &PgnGame) -> Result<Replayed, ReplayError> {
    check_variant(game, pgn)?;
    let start = start(game, pgn)?;
    let mut here = start.clone();
    let mut replay = Replay { variations: Vec::new(), passed: Nulls::default(), skipped: Nulls::default() };
    let moves = replay.line(&pgn.line, &mut here, 0)?;
    while let Some((line, mut here, first)) = replay.variations.pop() {
        replay.line(line, &mut here, first)?;
    }
    let last = pgn.line.moves.last().map(|node| node.place.clone()).unwrap_or_default();
    hear_at(&pgn.line.end, &mut here, (&last, moves.len()))?;
    let outcome = here.outcome();
    Ok(Replayed { start, moves, end: here, outcome, remarks: replay.remarks() })
}

/// What a written move stands for.
pub(super) enum Meaning {
    /// A move, or all the steps of a turn.
    Moves(Vec<Move>),
    /// Nobody moves, though the rules don't let the player pass.
    Null,
}

/// Understands a written move.
pub(super) fn meaning(state: &State, text: &str) -> Result<Meaning, MoveError> {
    if !is_pass(text) {
        return state.read(text).map(Meaning::Moves);
    }
    let mut moves = MoveList::new();
    state.moves(&mut moves);
    let pass = moves.into_iter().find(|m| m.is_pass());
    Ok(pass.map_or(Meaning::Null, |pass| Meaning::Moves(vec![pass])))
}

/// Plays a null move: as a pass, if the move that follows can then be played or could not be played anyway. The pass, if it was one.
pub(super) fn play_null(state: &mut State, next: Option<&Node>) -> Option<Move> {
    let pass = state.null_move()?;
    let passed = state.after(pass);
    let reads = |state: &State| next.is_none_or(|node| meaning(state, &node.text).is_ok());
    if state.outcome().is_some() || !reads(&passed) && reads(state) {
        return None;
    }
    *state = passed;
    Some(pass)
}

/// Null moves of one game that were taken alike.
#[derive(Default)]
struct Nulls {
    /// Where the first one stands, and what is written there.
    first: Option<(Place, String)>,
    number: usize,
}

impl Nulls {
    fn add(&mut self, node: &Node) {
        self.first.get_or_insert_with(|| (node.place.clone(), node.text.clone()));
        self.number += 1;
    }

    fn remark(self, taken: &str) -> Option<Remark> {
        let (place, text) = self.first?;
        let others = match self.number {
            1 => String::new(),
            n => format!(", and {} more in this game", n - 1),
        };
        let message = format!("`{text}` is not a move of this game: it is {taken}{others}");
        Some(Remark { place, level: Level::Note, message })
    }
}

/// A written game that is being played.
struct Replay<'p> {
    /// Lines still to be played, from which position, and how many moves come before them.
    variations: Vec<(&'p Line, State, usize)>,
    passed: Nulls,
    skipped: Nulls,
}

impl<'p> Replay<'p> {
    /// Plays a line, and remembers the variations that stand in the place of its moves.
    fn line(&mut self, line: &'p Line, here: &mut State, before: usize) -> Result<Vec<Move>, ReplayError> {
        let mut moves = Vec::with_capacity(line.moves.len());
        for (number, node) in line.moves.iter().enumerate() {
            let ply = before + number;
            hear_at(&node.before, here, (&node.place, ply))?;
            self.variations.extend(node.variations.iter().map(|line| (line, here.clone(), ply)));
            self.play(node, line.moves.get(number + 1), here, ply, &mut moves)?;
            hear_at(&node.after, here, (&node.place, ply + 1))?;
        }
        Ok(moves)
    }

    /// Plays what is written for a move; another comes next.
    fn play(
        &mut self,
        node: &Node,
        next: Option<&Node>,
        here: &mut State,
        ply: usize,
        moves: &mut Vec<Move>,
    ) -> Result<(), ReplayError> {
        match meaning(here, &node.text) {
            Ok(Meaning::Moves(steps)) => {
                steps.iter().for_each(|m| here.make(*m));
                moves.extend(steps);
            }
            Ok(Meaning::Null) => {
                let pass = play_null(here, next);
                let nulls = if pass.is_some() { &mut self.passed } else { &mut self.skipped };
                nulls.add(node);
                moves.extend(pass);
            }
            Err(error) => {
                return Err(ReplayError {
                    place: node.place.clone(),
                    ply,
                    text: shortened(&node.text).into_owned(),
                    position: here.fen(),
                    kind: Box::new(ReplayErrorKind::Move(error)),
                });
            }
        }
        Ok(())
    }

    fn remarks(self) -> Vec<Remark> {
        let passed = self.passed.remark("played as a pass");
        passed.into_iter().chain(self.skipped.remark("left out")).collect()
    }
}

/// What comments say that comes between moves: players who leave, and what comes from outside.
///
/// # Errors
/// If something can't come from outside: what is written, and why.
pub(super) fn hear(comments: &[String], state: &mut State) -> Result<(), (String, ReceiptError)> {
    for comment in comments {
        for (start, _) in comment.match_indices("[%") {
            let command = &comment[start..];
            if let Some(text) = command.strip_prefix(LEFT) {
                let letter = text.chars().next();
                let players = &state.game().rules().players;
                let player = players.iter().position(|p| Some(p.letter) == letter).map(PlayerId::new);
                if let Some(after) = player.and_then(|player| state.after_leaving(player)) {
                    *state = after;
                }
            } else if let Some(text) = command.strip_prefix(RECEIVED) {
                let text = text.split(']').next().unwrap_or_default().trim();
                let game = state.game();
                let read = receipt::read(game, text).unwrap_or_else(|| Err(receipt::unknown(game, text)));
                *state = read
                    .and_then(|receipt| state.after_receipt(&receipt))
                    .map_err(|why| (shortened(text).into_owned(), why))?;
            }
        }
    }
    Ok(())
}

/// The same, with an error that says where: at a move, behind so many others.
fn hear_at(comments: &[String], state: &mut State, (place, ply): (&Place, usize)) -> Result<(), ReplayError> {
    hear(comments, state).map_err(|(text, why)| ReplayError {
        place: place.clone(),
        ply,
        text,
        position: state.fen(),
        kind: Box::new(ReplayErrorKind::Receipt(why)),
    })
}

fn check_variant(game: &Game, pgn: &PgnGame) -> Result<(), ReplayError> {
    let Some(variant) = variant_of(pgn) else { return Ok(()) };
    if game.rules().is_called(variant) {
        return Ok(());
    }
    let variant = shortened(variant).into_owned();
    let kind = ReplayErrorKind::Variant { variant, title: game.rules().title.clone() };
    Err(in_tag(pgn, "Variant", kind))
}

fn start(game: &Game, pgn: &PgnGame) -> Result<State, ReplayError> {
    match pgn.tags.get("FEN") {
        // A setup that is switched off is not meant.
        Some(fen) if pgn.tags.get("SetUp") != Some("0") => {
            game.read_fen(fen).map_err(|error| in_tag(pgn, "FEN", ReplayErrorKind::Fen(error)))
        }
        _ => Ok(game.start()),
    }
}

fn in_tag(pgn: &PgnGame, tag: &str, kind: ReplayErrorKind) -> ReplayError {
    let text = shortened(pgn.tags.get(tag).unwrap_or_default()).into_owned();
    let place = pgn.tags.place(tag).cloned().unwrap_or_default();
    ReplayError { place, ply: 0, text, position: String::new(), kind: Box::new(kind) }
}

/// Writes down a match: its moves, its result, and the position it started from if that is not the usual one.
///
/// Who played, where and when is unknown here: these tags hold question marks until somebody [sets](super::written::Tags::set)
/// them.
pub fn from_match(played: &Match) -> PgnGame {
    let game = played.game();
    let rules = game.rules();
    let score = played.score();
    let mut pgn = PgnGame { score: score.clone(), ..PgnGame::default() };
    for tag in ROSTER {
        pgn.tags.set(tag, if tag == "Date" { "????.??.??" } else { "?" });
    }
    pgn.tags.set("Result", &score.to_string());
    // A point that two players divide unevenly has no sign of its own.
    if let Some(ending) = played.ending().filter(|e| score == Score::Draw && !e.scores.is_even()) {
        pgn.tags.set("Score", &ending.scores.to_string());
    }
    // Why it ended, where the moves and the result don't say it; the words are those of the standard.
    let termination = played.ending().and_then(|ending| match ending.cause {
        Cause::Time(_) | Cause::AllTime | Cause::NoWinOnTime(_) => Some("time forfeit"),
        Cause::Adjudication(n) if rules.adjudications[n].manner == Manner::Time => Some("time forfeit"),
        Cause::Forfeit(_) => Some("rules infraction"),
        Cause::Position(_) | Cause::Adjudication(_) | Cause::Resignation(_) | Cause::Agreement => None,
    });
    if let Some(termination) = termination {
        pgn.tags.set("Termination", termination);
    }
    pgn.tags.set("Variant", game.notation().variant.first().unwrap_or(&rules.title));
    // Where there are many arrangements, each game tells its own.
    if *played.start() != game.start() || rules.setup.shuffle.is_some() {
        pgn.tags.set("SetUp", "1");
        pgn.tags.set("FEN", &played.start().fen());
    }
    let mut before = Vec::new();
    let mut turn = Turn::default();
    for (state, what) in played.happened() {
        if let What::Move(m) = what {
            turn.steps.push((state, *m));
            if state.ends_turn(*m) {
                write_down(&mut pgn.line, &mut before, turn.write(true));
                turn = Turn::default();
            }
            continue;
        }
        write_down(&mut pgn.line, &mut before, turn.write(false));
        let remarks = pgn.line.moves.last_mut().map_or(&mut before, |last| &mut last.after);
        match what {
            What::Left(player) => remarks.push(format!("{LEFT}{}]", rules.players[player.index()].letter)),
            What::Received(receipt) => remarks.push(format!("{RECEIVED}{}]", receipt::write(game, receipt))),
            What::Move(_) => {}
        }
        turn = Turn::default();
    }
    write_down(&mut pgn.line, &mut before, turn.write(false));
    pgn.line.end.extend(before);
    debug_assert!(score == Score::Open || played.ending().is_some());
    pgn
}

/// Puts moves behind the others, the first with what has been said before it.
fn write_down(line: &mut Line, before: &mut Vec<String>, texts: Vec<String>) {
    for text in texts {
        line.moves.push(Node { before: std::mem::take(before), ..Node::new(text) });
    }
}

/// Steps of one player's.
#[derive(Default)]
struct Turn<'m> {
    /// Each step with the position in which it was made.
    steps: Vec<(&'m State, Move)>,
}

impl Turn<'_> {
    /// As one text, if the turn is over and has one; else step by step.
    fn write(&self, over: bool) -> Vec<String> {
        if over && let Some(text) = State::write_turn(&self.steps) {
            return vec![text];
        }
        self.steps.iter().map(|(state, m)| state.san(*m)).collect()
    }
}

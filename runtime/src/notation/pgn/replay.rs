//! What the moves of a written game mean, and writing down what was played.

use std::ops::Range;

use thiserror::Error;
use tilegame_dsl::ir::PlayerId;

use super::{Line, Node, PgnGame, ROSTER, Score};
use crate::game::Game;
use crate::matches::{Match, What};
use crate::moves::Move;
use crate::notation::fen::{self, FenError};
use crate::notation::san::{self, SanError};
use crate::notation::turns;
use crate::outcome::Outcome;
use crate::position::Position;

/// Names in the tag `Variant` that say nothing about the rules.
const SAYS_NOTHING: [&str; 2] = ["From Position", "Standard"];

/// In a comment, that a player leaves while the others play on: `[%out b]`.
const LEFT: &str = "[%out ";

/// A written game with a meaning.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The position it starts from.
    pub start: Position,
    /// The moves of its own line.
    pub moves: Vec<Move>,
    /// The position after them.
    pub end: Position,
    /// How the last position ends the game, if it does.
    pub outcome: Option<Outcome>,
}

/// Where and why a written game makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind}")]
pub struct ReplayError {
    /// The bytes of the text in which the move stood; empty for tags and for games that were not read.
    pub range: Range<usize>,
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
    Move(SanError),
}

/// The variant that a game says it is of; `None` if it doesn't say.
pub fn variant_of(pgn: &PgnGame) -> Option<&str> {
    let variant = pgn.tags.get("Variant").map(str::trim)?;
    let says_something = !variant.is_empty() && !SAYS_NOTHING.iter().any(|s| s.eq_ignore_ascii_case(variant));
    says_something.then_some(variant)
}

/// Plays a written game, its variations too.
///
/// # Errors
/// At the first tag or move that makes no sense.
pub fn replay(game: &Game, pgn: &PgnGame) -> Result<Replayed, ReplayError> {
    check_variant(game, pgn)?;
    let start = start(game, pgn)?;
    let mut moves = Vec::new();
    let mut end = start.clone();
    let mut variations: Vec<(&Line, Position, usize)> = Vec::new();
    for (ply, node) in pgn.line.moves.iter().enumerate() {
        moves.extend(step(game, node, &mut end, ply, &mut variations)?);
    }
    while let Some((line, mut position, first)) = variations.pop() {
        for (i, node) in line.moves.iter().enumerate() {
            step(game, node, &mut position, first + i, &mut variations)?;
        }
    }
    leave(game, &pgn.line.end, &mut end);
    let outcome = game.outcome(&end);
    Ok(Replayed { start, moves, end, outcome })
}

/// Plays one move or a whole turn, and remembers the variations that stand in its place.
fn step<'p>(
    game: &Game,
    node: &'p Node,
    position: &mut Position,
    ply: usize,
    variations: &mut Vec<(&'p Line, Position, usize)>,
) -> Result<Vec<Move>, ReplayError> {
    leave(game, &node.before, position);
    variations.extend(node.variations.iter().map(|line| (line, position.clone(), ply)));
    let moves = turns::read(game, position, &node.text).map_err(|error| ReplayError {
        range: node.range.clone(),
        ply,
        text: node.text.clone(),
        position: fen::write(game, position),
        kind: Box::new(ReplayErrorKind::Move(error)),
    })?;
    moves.iter().for_each(|m| _ = game.play_unchecked(position, m));
    leave(game, &node.after, position);
    Ok(moves)
}

/// Puts out the players of whom comments say so.
pub(super) fn leave(game: &Game, comments: &[String], position: &mut Position) {
    let behind = comments.iter().flat_map(|comment| comment.split(LEFT).skip(1));
    for letter in behind.filter_map(|text| text.chars().next()) {
        if let Some(player) = game.rules().players.iter().position(|p| p.letter == letter) {
            game.leave(position, PlayerId::new(player));
        }
    }
}

fn check_variant(game: &Game, pgn: &PgnGame) -> Result<(), ReplayError> {
    let Some(variant) = variant_of(pgn) else { return Ok(()) };
    let rules = game.rules();
    let names = game.notation().variant.iter().chain([&rules.title, &rules.name]);
    let plain = |name: &str| name.to_lowercase().replace([' ', '-', '_'], "");
    if names.into_iter().any(|name| plain(name) == plain(variant)) {
        return Ok(());
    }
    let kind = ReplayErrorKind::Variant { variant: variant.to_owned(), title: rules.title.clone() };
    Err(in_tags(variant, kind))
}

fn start(game: &Game, pgn: &PgnGame) -> Result<Position, ReplayError> {
    match pgn.tags.get("FEN") {
        // A set-up that is switched off is not meant.
        Some(fen) if pgn.tags.get("SetUp") != Some("0") => {
            fen::read(game, fen).map_err(|error| in_tags(fen, ReplayErrorKind::Fen(error)))
        }
        _ => Ok(game.start()),
    }
}

fn in_tags(text: &str, kind: ReplayErrorKind) -> ReplayError {
    ReplayError { range: 0..0, ply: 0, text: text.to_owned(), position: String::new(), kind: Box::new(kind) }
}

/// Writes down a match: its moves, its result, and the position it started from if that is not the usual one.
///
/// Who played, where and when is unknown here: these tags hold question marks until somebody [sets](super::Tags::set)
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
    if let Some(variant) = game.notation().variant.first() {
        pgn.tags.set("Variant", variant);
    }
    // Where there are many arrangements, each game tells its own.
    if *played.start() != game.start() || rules.setup.shuffle.is_some() {
        pgn.tags.set("SetUp", "1");
        pgn.tags.set("FEN", &fen::write(game, played.start()));
    }
    let mut position = played.start().clone();
    let mut before = Vec::new();
    let mut turn = Turn { before: position.clone(), steps: Vec::new() };
    for what in played.happened() {
        match what {
            What::Move(m) => {
                let undo = game.play_unchecked(&mut position, m);
                turn.steps.push(m.clone());
                if !undo.goes_on() {
                    let texts = turn.write(game, true);
                    write_down(&mut pgn.line, &mut before, texts);
                    turn = Turn { before: position.clone(), steps: Vec::new() };
                }
            }
            What::Left(player) => {
                write_down(&mut pgn.line, &mut before, turn.write(game, false));
                let remarks = pgn.line.moves.last_mut().map_or(&mut before, |last| &mut last.after);
                remarks.push(format!("{LEFT}{}]", rules.players[player.index()].letter));
                game.leave(&mut position, *player);
                turn = Turn { before: position.clone(), steps: Vec::new() };
            }
        }
    }
    write_down(&mut pgn.line, &mut before, turn.write(game, false));
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

/// Steps of one player's, and the position before them.
struct Turn {
    before: Position,
    steps: Vec<Move>,
}

impl Turn {
    /// As one text, if the turn is over and has one; else step by step.
    fn write(&self, game: &Game, over: bool) -> Vec<String> {
        if over && let Some(text) = turns::write(game, &self.before, &self.steps) {
            return vec![text];
        }
        let mut position = self.before.clone();
        let texts = self.steps.iter().map(|step| {
            let text = san::write(game, &position, step);
            game.play_unchecked(&mut position, step);
            text
        });
        texts.collect()
    }
}

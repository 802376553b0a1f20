//! Whole turns of several steps as one text, `e5:I-,Nd7,Td5`, by the form that the rules declare.
//!
//! # Writing
//!
//! A turn has such a text if it has several steps or a part of a stack moves alone. Who passes at its end is not told. Where two
//! courses of a turn would be written alike, there is none: the steps are then written one by one, as
//! [`san`] does.
//!
//! # Reading
//!
//! What is written, in any of the game's notations, with or without marks of check and end.

use tilegame_dsl::ir::StepsPart;

use super::form::Within;
use super::san::{self, SanError};
use super::uci;
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::words;

/// Writes all the steps of a turn, from its beginning to its end; `None` if it has no text of its own.
pub fn write(game: &Game, before: &Position, steps: &[Move]) -> Option<String> {
    let text = write_plainly(game, before, steps)?;
    // Only what is read again in one way says which turn it was.
    let [ref only] = courses(game, before, &text)[..] else { return None };
    if only != steps {
        return None;
    }
    let (last, others) = steps.split_last()?;
    let mut position = before.clone();
    others.iter().for_each(|step| _ = game.play_unchecked(&mut position, step));
    Some(text + &san::mark(game, &position, last))
}

/// Reads all the steps of a turn; `None` if the text is not that of a turn. [`notation::read`](super::read) takes single moves,
/// too.
///
/// # Errors
/// If the text fits several turns.
pub fn read_whole(game: &Game, position: &Position, text: &str) -> Result<Option<Vec<Move>>, SanError> {
    let in_use = std::iter::once(game.clone());
    let mut all = in_use.chain(game.in_other_notations());
    let found = all.find_map(|game| {
        let courses = courses(&game, position, san::without_marks(&game, text));
        (!courses.is_empty()).then_some((game, courses))
    });
    match found {
        None => Ok(None),
        Some((_, mut courses)) if courses.len() == 1 => Ok(Some(courses.remove(0))),
        Some((game, courses)) => {
            let steps = |course: &Vec<Move>| written_one_by_one(&game, position, course).join(" ");
            let choices = courses.iter().map(steps).collect();
            Err(SanError::Ambiguous { text: words::shown(text).into_owned(), choices })
        }
    }
}

/// The parts of a form, for steps made since `before` that have led to `now`. `over`: the turn is at its end.
pub(super) fn tell(
    game: &Game,
    (before, now): (&Position, &Position),
    steps: &[Move],
    parts: &[StepsPart],
    over: bool,
) -> String {
    let rules = game.rules();
    let from = steps.first().and_then(|step| step.from);
    let stands = from.and_then(|tile| now.piece(tile));
    let rest = stands.filter(|piece| piece.owner == Some(game.to_move(before)));
    let letter = |kind: tilegame_dsl::ir::KindId| rules.kinds[kind.index()].letter.as_str();
    let each = |between: &str, write: &dyn Fn(&Position, &Move) -> String| {
        let mut now = before.clone();
        let texts = steps.iter().filter(|step| !step.is_pass()).map(|step| {
            let text = write(&now, step);
            game.play_unchecked(&mut now, step);
            text
        });
        texts.collect::<Vec<_>>().join(between)
    };
    let told = parts.iter().map(|part| match part {
        StepsPart::Text(text) => text.clone(),
        StepsPart::From => from.map_or(String::new(), |tile| rules.board.name(tile).into_owned()),
        StepsPart::Rest(behind) => {
            rest.map_or(String::new(), |piece| format!("{}{behind}", letter(piece.kind)))
        }
        StepsPart::Stays(behind) => {
            let all = rest.filter(|_| over).map_or(&[][..], |piece| &rules.kinds[piece.kind.index()].parts);
            all.iter().map(|single| format!("{}{behind}", letter(*single))).collect()
        }
        StepsPart::Uci(between) => each(between, &|now, step| uci::write(game, now, step)),
        StepsPart::Moves(between) => each(between, &|now, step| write_step(game, now, step, parts)),
    });
    told.collect()
}

/// One step by itself.
fn write_step(game: &Game, now: &Position, step: &Move, parts: &[StepsPart]) -> String {
    if parts.contains(&StepsPart::From) {
        san::write_from(game, now, step)
    } else {
        san::write(game, now, step)
    }
}

/// By the form, without asking whether it can be mistaken.
fn write_plainly(game: &Game, before: &Position, steps: &[Move]) -> Option<String> {
    let parts = game.notation().turn.as_deref()?;
    let (first, others) = steps.split_first()?;
    if others.is_empty() && first.part.is_none() || first.is_pass() {
        return None;
    }
    let mut now = before.clone();
    steps.iter().for_each(|step| _ = game.play_unchecked(&mut now, step));
    Some(tell(game, (before, &now), steps, parts, true))
}

fn written_one_by_one(game: &Game, before: &Position, steps: &[Move]) -> Vec<String> {
    let mut now = before.clone();
    let texts = steps.iter().map(|step| {
        let text = san::write(game, &now, step);
        game.play_unchecked(&mut now, step);
        text
    });
    texts.collect()
}

/// All courses of a turn that are written so.
fn courses(game: &Game, position: &Position, text: &str) -> Vec<Vec<Move>> {
    let Some(parts) = game.notation().turn.as_deref() else { return Vec::new() };
    let between = parts.iter().find_map(|part| match part {
        StepsPart::Uci(between) | StepsPart::Moves(between) => Some(between.as_str()),
        _ => None,
    });
    let mut search = Search {
        game,
        text,
        before: position,
        between: between.unwrap_or_default(),
        parts,
        found: Vec::new(),
    };
    search.go_on(&mut position.clone(), &mut Vec::new(), "");
    search.found
}

/// Looking for the courses that a text can mean, step by step.
struct Search<'s> {
    game: &'s Game,
    text: &'s str,
    before: &'s Position,
    parts: &'s [StepsPart],
    between: &'s str,
    found: Vec<Vec<Move>>,
}

impl Search<'_> {
    /// Tries all steps with which the text of those made before may go on.
    fn go_on(&mut self, now: &mut Position, steps: &mut Vec<Move>, told: &str) {
        let game = self.game;
        for (step, text) in self.steps(now, steps.first()) {
            let told = match (told, step.is_pass()) {
                (_, true) => told.to_owned(),
                ("", false) => text,
                (_, false) => format!("{told}{}{text}", self.between),
            };
            if !self.text.contains(&told) {
                continue;
            }
            let undo = game.play_unchecked(now, &step);
            let goes_on = undo.goes_on();
            steps.push(step);
            if goes_on && !steps.last().is_some_and(Move::is_pass) {
                self.go_on(now, steps, &told);
            } else if !goes_on && write_plainly(game, self.before, steps).as_deref() == Some(self.text) {
                self.found.push(steps.clone());
            }
            steps.pop();
            game.undo(now, undo);
        }
    }

    /// The next steps and their texts.
    fn steps(&self, now: &Position, first: Option<&Move>) -> Vec<(Move, String)> {
        let game = self.game;
        // Where nothing has been said, nothing can be passed.
        let moves = game.piece_moves(now).into_iter().filter(|m| first.is_some() || !m.is_pass());
        let moves: Vec<Move> = moves.collect();
        if self.parts.iter().any(|part| matches!(part, StepsPart::Uci(_))) {
            let texts = uci::write_all(game, &moves);
            return moves.into_iter().zip(texts).collect();
        }
        if !self.parts.contains(&StepsPart::From) {
            let texts = san::texts(game, now, &moves, Within::Nothing);
            return moves.into_iter().zip(texts).collect();
        }
        // What moves from another tile is told apart from nothing.
        let mut origins: Vec<_> = moves.iter().map(|m| m.from).collect();
        origins.sort();
        origins.dedup();
        let of = |from: Option<tilegame_dsl::ir::Tile>| {
            let moves: Vec<Move> = moves.iter().filter(|m| m.from == from).cloned().collect();
            let texts = san::texts(game, now, &moves, Within::Turn);
            moves.into_iter().zip(texts)
        };
        origins.into_iter().flat_map(of).collect()
    }
}

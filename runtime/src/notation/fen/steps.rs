//! The field that says, in the middle of a turn, what has been done since its beginning.
//!
//! All other fields are then those of the position at the beginning of the turn; so the steps can be taken back. Where the
//! rules say that the pieces are written as they stand now, reading [goes back](super::back) first.

use tilegame_dsl::ir::{FenField, StepsPart, Tile};

use super::{FenError, Field};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::{san, turns, uci};
use crate::position::Position;
use crate::words;

/// What the field tells.
pub(super) struct Told<'t> {
    /// Where the turn began.
    pub(super) from: Option<Tile>,
    /// The steps.
    pub(super) steps: Vec<Field<'t>>,
}

/// The field's parts and whether the pieces are those of the present, if the game has the field.
fn parts(game: &Game) -> Option<(&[StepsPart], bool)> {
    game.notation().fen.iter().find_map(|field| match field {
        FenField::Steps { parts, now } => Some((parts.as_slice(), *now)),
        _ => None,
    })
}

/// What the pieces are written of, and all other fields.
pub(super) fn shown<'p>(game: &Game, position: &'p Position) -> (&'p Position, &'p Position) {
    match (&position.course, parts(game)) {
        (Some(course), Some((_, true))) => (position, &course.before),
        (Some(course), Some((_, false))) => (&course.before, &course.before),
        _ => (position, position),
    }
}

/// Nothing at the beginning of a turn.
pub(super) fn write(game: &Game, position: &Position, parts: &[StepsPart]) -> Option<String> {
    let course = position.course.as_ref()?;
    Some(turns::tell(game, (&course.before, position), &course.steps, parts, false))
}

/// Takes a field apart.
pub(super) fn read<'t>(game: &Game, field: Field<'t>, parts: &[StepsPart]) -> Result<Told<'t>, FenError> {
    let mut told = Told { from: None, steps: Vec::new() };
    let mut rest = field;
    for (number, part) in parts.iter().enumerate() {
        // A part ends where the text begins that follows it.
        let end = match parts.get(number + 1) {
            Some(StepsPart::Text(text)) => rest.text.find(text.as_str()).unwrap_or(rest.text.len()),
            _ => rest.text.len(),
        };
        let (own, behind) = match part {
            // The text at the end may be missing.
            StepsPart::Text(text) if rest.text.is_empty() && number + 1 == parts.len() => rest.split(0),
            StepsPart::Text(text) if !rest.text.starts_with(text.as_str()) => {
                return Err(
                    rest.error(format!("`{text}` should stand here in what has been done in this turn"))
                );
            }
            StepsPart::Text(text) => rest.split(text.len()),
            StepsPart::Rest(behind) if !behind.is_empty() => {
                rest.split(rest.text.find(behind.as_str()).map_or(0, |at| at + behind.len()))
            }
            // Nobody has to stay before the turn is over.
            StepsPart::Stays(behind) => {
                rest.split(rest.text.rfind(behind.as_str()).map_or(0, |at| at + behind.len()))
            }
            _ => rest.split(end),
        };
        rest = behind;
        match part {
            StepsPart::Text(_) | StepsPart::Rest(_) | StepsPart::Stays(_) => {}
            StepsPart::From => {
                let board = &game.rules().board;
                let found = game.board().tiles().find(|tile| board.name(*tile) == own.text);
                told.from =
                    Some(found.ok_or_else(|| {
                        own.error(format!("there is no tile `{}`", words::shown(own.text)))
                    })?);
            }
            StepsPart::Uci(between) | StepsPart::Moves(between) => {
                let mut at = own.at;
                for text in own.text.split(between.as_str()).filter(|_| !own.text.is_empty()) {
                    told.steps.push(Field { text, at });
                    at += text.len() + between.len();
                }
            }
        }
    }
    Ok(told)
}

/// Makes the steps.
pub(super) fn make(game: &Game, told: &Told<'_>, position: &mut Position) -> Result<(), FenError> {
    for field in &told.steps {
        let Some(m) = step(game, field.text, told.from, position) else {
            return Err(field.error(format!("`{}` is no legal step of this turn", words::shown(field.text))));
        };
        game.play_unchecked(position, &m);
    }
    Ok(())
}

/// One step, written in either way.
pub(super) fn step(game: &Game, text: &str, from: Option<Tile>, position: &Position) -> Option<Move> {
    let there = |m: &Move| from.is_none() || m.from == from;
    let written = || uci::read(game, position, text).ok().filter(there);
    let told = || san::read_from(game, position, text, from).ok().filter(there);
    written().or_else(told)
}

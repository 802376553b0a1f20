//! The field that says, in the middle of a turn, what has been done since its beginning.
//!
//! All other fields are then those of the position at the beginning of the turn; so the steps can be taken back. Where the
//! rules say that the pieces are written as they stand now, reading [goes back](super::back) first.

use tilegame_dsl::ir::{FenField, StepsPart};

use super::error::FenError;
use crate::game::Game;
use crate::notation::course::{self, Told, Way, Wrong};
use crate::notation::field::Field;
use crate::reference::position::Position;
use crate::words;

/// The field's parts and whether the pieces are those of the present, if the game has the field.
pub(super) fn parts(game: &Game) -> Option<(&[StepsPart], bool)> {
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

/// Takes a field apart.
pub(super) fn read<'t>(game: &Game, field: Field<'t>, parts: &[StepsPart]) -> Result<Told<'t>, FenError> {
    course::read(game, field, parts).map_err(refused)
}

/// What is wrong, and where.
pub(super) fn refused(wrong: Wrong<'_>) -> FenError {
    wrong.field.error(wrong.why)
}

/// Makes the steps in the order in which they are told.
pub(super) fn make(game: &Game, told: &Told<'_>, position: &mut Position) -> Result<(), FenError> {
    let Some((parts, _)) = parts(game) else { return Ok(()) };
    let ways = course::ways(game, position, told, parts).map_err(refused)?;
    let goes_on = |way: &&Way| way.after.course.is_some() || told.steps.is_empty();
    let mut ways = ways.iter().filter(goes_on);
    let Some(way) = ways.next() else {
        let last = told.steps.last().copied().unwrap_or(Field::whole(""));
        return Err(last.error(format!("after `{}` the turn is over", words::shortened(last.text))));
    };
    if ways.any(|other| other.after != way.after) {
        let last = told.steps.last().copied().unwrap_or(Field::whole(""));
        return Err(last.error("the steps can be understood in more than one way"));
    }
    *position = way.after.clone();
    told.settle(game, position).map_err(refused)
}

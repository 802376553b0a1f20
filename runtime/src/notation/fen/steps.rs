//! The field that says, in the middle of a turn, what has been done since its beginning.
//!
//! All other fields are then those of the position at the beginning of the turn; so the steps can be taken back.

use tilegame_dsl::ir::{FenField, StepsPart, Tile};

use super::{FenError, Field};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::{san, uci};
use crate::position::Position;

/// The field's parts, if the game has it.
fn parts(game: &Game) -> Option<&[StepsPart]> {
    game.rules().notation.fen.iter().find_map(|field| match field {
        FenField::Steps(parts) => Some(parts.as_slice()),
        _ => None,
    })
}

/// What the other fields are about: the position at the beginning of the turn.
pub(super) fn beginning<'p>(game: &Game, position: &'p Position) -> &'p Position {
    match &position.course {
        Some(course) if parts(game).is_some() => &course.before,
        _ => position,
    }
}

/// Nothing at the beginning of a turn.
pub(super) fn write(game: &Game, position: &Position, parts: &[StepsPart]) -> Option<String> {
    let course = position.course.as_ref()?;
    let from = position.origin();
    let each = |between: &str, write: fn(&Game, &Position, &Move) -> String| {
        let mut now = Position::clone(&course.before);
        let texts = course.steps.iter().map(|step| {
            let text = write(game, &now, step);
            game.play_unchecked(&mut now, step);
            text
        });
        texts.collect::<Vec<_>>().join(between)
    };
    let rest = || {
        let stands = from.and_then(|tile| position.piece(tile));
        let own = stands.filter(|piece| piece.owner == Some(game.to_move(position)));
        own.map_or(String::new(), |piece| game.rules().kinds[piece.kind.index()].letter.clone())
    };
    let text = parts.iter().map(|part| match part {
        StepsPart::Text(text) => text.clone(),
        StepsPart::From => from.map_or(String::new(), |tile| game.rules().board.name(tile).into_owned()),
        StepsPart::Rest => rest(),
        StepsPart::Uci(between) => each(between, uci::write),
        StepsPart::Moves(between) => each(between, san::write),
    });
    Some(text.collect())
}

/// Makes the steps that a field tells.
pub(super) fn read(
    game: &Game,
    field: Field<'_>,
    parts: &[StepsPart],
    position: &mut Position,
) -> Result<(), FenError> {
    let mut from: Option<Tile> = None;
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
            _ => rest.split(end),
        };
        rest = behind;
        match part {
            StepsPart::Text(_) | StepsPart::Rest => {}
            StepsPart::From => {
                let board = &game.rules().board;
                let found = game.board().tiles().find(|tile| board.name(*tile) == own.text);
                from = Some(found.ok_or_else(|| own.error(format!("there is no tile `{}`", own.text)))?);
            }
            StepsPart::Uci(between) | StepsPart::Moves(between) => {
                let mut at = own.at;
                for text in own.text.split(between.as_str()) {
                    step(game, Field { text, at }, from, position)?;
                    at += text.len() + between.len();
                }
            }
        }
    }
    Ok(())
}

/// Makes one step, written in either way.
fn step(game: &Game, field: Field<'_>, from: Option<Tile>, position: &mut Position) -> Result<(), FenError> {
    let there = |m: &Move| from.is_none() || m.from == from;
    let written = || uci::read(game, position, field.text).ok().filter(there);
    let told = || san::read_from(game, position, field.text, from).ok();
    let Some(m) = written().or_else(told) else {
        return Err(field.error(format!("`{}` is no legal step of this turn", field.text)));
    };
    game.play_unchecked(position, &m);
    Ok(())
}

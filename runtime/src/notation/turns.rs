//! Whole turns of several steps as one string, `e5:I-,Nd7,Td5`, by the form that the rules declare.
//!
//! # Writing
//!
//! A turn has such a string if it has several steps or a part of a stack moves alone. Who passes at its end is not told. What
//! has rejoined an earlier step is told as a part of that step. Where two turns that lead to different positions would be written
//! alike, there is none: the steps are then written one by one, as [`san`] does.
//!
//! # Reading
//!
//! What is written, in any of the game's notations, with or without marks of check and end; and single moves. Also:
//!
//! * who stays anywhere among the steps, `e5:Nd7,I-,Td5`, or several together, `e5:(TI)-,Nd7`;
//! * steps of those who rejoin one by one, as they were made: `c3:F-,Nc5,Tc5(NT)`;
//! * steps in another order, if they can't be made in the one that is told, and if all orders that can lead to the same
//!   position.

use tilegame_dsl::ir::StepsPart;

use super::course::{self, Told, Way, Wrong};
use super::field::Field;
use super::san::{self, SanError};
use crate::game::Game;
use crate::moves::Move;
use crate::reference::position::Position;
use crate::words;

/// Writes all the steps of a turn, from its beginning to its end; `None` if it has no string of its own.
pub(crate) fn write(game: &Game, before: &Position, steps: &[Move]) -> Option<String> {
    let parts = game.notation().turn.as_deref()?;
    let (first, others) = steps.split_first()?;
    if others.is_empty() && first.part.is_none() || first.is_pass() {
        return None;
    }
    let mut after = before.clone();
    let mut stepped = before.clone();
    let mut last = before.clone();
    for step in steps {
        if !step.is_pass() {
            stepped = game.engine().stepped(&after, step);
        }
        last = after.clone();
        game.play_unchecked(&mut after, step);
    }
    let text = course::write(game, &stepped, parts, true)?;
    // It must say which turn it was.
    let ways = ways(game, before, &text).ok()?;
    if ways.is_empty() || ways.iter().any(|way| way.after != after) {
        return None;
    }
    Some(text + &san::mark(game, &last, steps.last()?))
}

/// Reads all the steps of a turn; `None` if the string is not that of a turn. [`State::read`](crate::State::read) takes single
/// moves, too.
///
/// # Errors
/// If the string fits several turns, or is told like a turn that can't be played.
pub(crate) fn read_whole(
    game: &Game,
    position: &Position,
    text: &str,
) -> Result<Option<Vec<Move>>, SanError> {
    let in_use = std::iter::once(game.clone());
    let mut why: Option<(usize, String)> = None;
    for game in in_use.chain(game.in_other_notations()) {
        match ways(&game, position, san::without_marks(&game, text)) {
            Ok(mut ways) if !ways.is_empty() => {
                if ways.iter().all(|way| way.after == ways[0].after) {
                    return Ok(Some(ways.remove(0).moves));
                }
                let steps = |way: &Way| written_one_by_one(&game, position, &way.moves).join(" ");
                let choices = ways.iter().map(steps).collect();
                return Err(SanError::Ambiguous { text: words::shortened(text).into_owned(), choices });
            }
            Ok(_) => {}
            // What is told is the reason of the notation in which most of it makes sense.
            Err((at, reason)) if why.as_ref().is_none_or(|(farthest, _)| at > *farthest) => {
                why = Some((at, reason));
            }
            Err(_) => {}
        }
    }
    match why {
        Some((_, why)) => Err(SanError::NoSuchMove { text: words::shortened(text).into_owned(), why }),
        None => Ok(None),
    }
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

/// All whole turns that a string can mean: none if it is no such string; or why it is none, and as far as it makes sense.
fn ways(game: &Game, position: &Position, text: &str) -> Result<Vec<Way>, (usize, String)> {
    let Some(parts) = game.notation().turn.as_deref() else { return Ok(Vec::new()) };
    let told = match course::read(game, Field::whole(text), parts) {
        Ok(told) if told.steps.is_empty() || told.says_one_step_only() => return Ok(Vec::new()),
        Ok(told) => told,
        Err(_) => return Ok(Vec::new()),
    };
    ended(game, position, &told, parts).or_else(|wrong| {
        let orders = told.in_other_orders().into_iter();
        let found: Vec<Way> =
            orders.filter_map(|told| ended(game, position, &told, parts).ok()).flatten().collect();
        if found.is_empty() { Err((wrong.field.at, wrong.why)) } else { Ok(found) }
    })
}

/// The turns that are played in the order that is told.
fn ended<'t>(
    game: &Game,
    position: &Position,
    told: &Told<'t>,
    parts: &[StepsPart],
) -> Result<Vec<Way>, Wrong<'t>> {
    let is_turn = |way: &Way| way.moves.len() > 1 || way.moves.iter().any(|m| m.part.is_some());
    let mut found = Vec::new();
    let mut wrong = None;
    for way in course::ways(game, position, told, parts)? {
        match told.end(game, way) {
            Ok(way) if is_turn(&way) => found.push(way),
            Ok(_) => {}
            Err(error) => wrong = Some(error),
        }
    }
    match wrong {
        Some(wrong) if found.is_empty() => Err(wrong),
        _ => Ok(found),
    }
}

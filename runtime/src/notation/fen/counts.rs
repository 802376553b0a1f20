//! Fields of numbers: one counter, or every player's number of one.

use smallvec::SmallVec;
use tilegame_dsl::ir::{CountOp, CounterId, Effect, PlayerId, Quantity, Rules};
use tilegame_dsl::limits;

use super::error::FenError;
use crate::game::Game;
use crate::notation::field::Field;
use crate::reference::position::Position;
use crate::words;

/// No counter is larger, so larger numbers in a text are slips.
pub(crate) const LARGEST: i64 = limits::NUMBER as i64;

/// What joins the players' numbers when the rules don't say.
const JOIN: &str = ",";

/// Writes the numbers behind a text.
pub(super) fn write(
    game: &Game,
    position: &Position,
    counter: CounterId,
    join: Option<&str>,
    text: &mut String,
) {
    for player in (0..numbers(game, counter)).map(PlayerId::new) {
        if player.index() > 0 {
            text.push_str(join.unwrap_or(JOIN));
        }
        write_number(game.counter(position, counter, player), text);
    }
}

/// Writes a number behind a text.
pub(super) fn write_number(number: i64, text: &mut String) {
    match u8::try_from(number) {
        Ok(number @ 0..100) => {
            if number >= 10 {
                text.push(char::from(b'0' + number / 10));
            }
            text.push(char::from(b'0' + number % 10));
        }
        _ => text.push_str(&number.to_string()),
    }
}

/// Whether the number is what it is at the start of the game.
pub(super) fn is_at_start(game: &Game, position: &Position, counter: CounterId) -> bool {
    let start = game.rules().counters[counter.index()].start;
    game.counter(position, counter, PlayerId(0)) == start
}

pub(super) fn read(
    game: &Game,
    field: Field<'_>,
    counter: CounterId,
    join: Option<&str>,
    position: &mut Position,
) -> Result<(), FenError> {
    let wanted = numbers(game, counter);
    let declared = &game.rules().counters[counter.index()];
    let join = join.unwrap_or(JOIN);
    let loss = is_loss(game, counter, join, field.text);
    let text = if loss { &field.text[join.len()..] } else { field.text };
    let parts = if wanted == 1 { SmallVec::from_slice(&[text]) } else { split(text, join) };
    let name = || declared.name.replace('_', " ");
    if parts.len() != wanted {
        let example = vec![declared.start.to_string(); wanted].join(join);
        let given = words::shortened(field.text);
        return Err(field.error(format!("`{given}` is not how {} is written: {example}", name())));
    }
    let mut at = field.at + field.text.len() - text.len();
    for (p, part) in parts.into_iter().enumerate() {
        let range = at..at + part.len();
        at += part.len() + join.len();
        let number = number(part).map_err(|why| {
            FenError::new(
                range.clone(),
                if part.is_empty() {
                    format!("a number for {} is missing", name())
                } else {
                    format!("`{}` {why} ({})", words::shortened(part), name())
                },
            )
        })?;
        let number = if loss { declared.start - number } else { number };
        if number < 0 && !goes_down(game.rules(), counter) {
            return Err(FenError::new(range, format!("{} is never negative", name())));
        }
        let place = game.engine().counter_index(counter, PlayerId::new(p));
        position.counters[place] = number;
    }
    Ok(())
}

/// The numbers between which this stands. Where that is a `-`, one behind another is the sign of a number.
fn split<'t>(text: &'t str, join: &str) -> SmallVec<[&'t str; 4]> {
    let (mut parts, mut rest) = (SmallVec::new(), text);
    loop {
        let sign = usize::from(rest.starts_with('-'));
        let Some(at) = rest[sign..].find(join).map(|at| sign + at) else { break };
        parts.push(&rest[..at]);
        rest = &rest[at + join.len()..];
    }
    parts.push(rest);
    parts
}

/// Whether the text has the form `+2+0`: how far each player's number has gone down from the start.
pub(super) fn is_loss(game: &Game, counter: CounterId, join: &str, text: &str) -> bool {
    let is_sign = || join == "-" && goes_down(game.rules(), counter);
    let may_be = !join.is_empty() && numbers(game, counter) > 1;
    let Some(text) = text.strip_prefix(join).filter(|_| may_be && !is_sign()) else { return false };
    let parts: Vec<&str> = text.split(join).collect();
    parts.len() == numbers(game, counter)
        && parts.iter().all(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit()))
}

/// A number that means nothing in the game.
pub(super) fn read_any(field: Field<'_>) -> Result<(), FenError> {
    let shown = || words::shortened(field.text).into_owned();
    number(field.text).map(drop).map_err(|why| field.error(format!("`{}` {why}", shown())))
}

/// Whether a text is a number.
pub(super) fn is_number(text: &str) -> bool {
    number(text).is_ok()
}

fn number(text: &str) -> Result<i64, &'static str> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err("is not a number");
    }
    text.parse().ok().filter(|n: &i64| n.abs() <= LARGEST).ok_or("is too big a number")
}

fn numbers(game: &Game, counter: CounterId) -> usize {
    if game.rules().counters[counter.index()].each { game.rules().players.len() } else { 1 }
}

/// Whether the counter can fall below its start.
fn goes_down(rules: &Rules, counter: CounterId) -> bool {
    let falls = |effect: &Effect| match effect {
        Effect::Count { counter: c, op, amount, .. } if *c == counter => match (op, amount) {
            (CountOp::Add | CountOp::Set, Quantity::Number(n)) => *n < 0,
            (CountOp::Subtract, Quantity::Number(n)) => *n > 0,
            // Only tiles, pieces in hand and players are never fewer than none.
            (CountOp::Subtract, _) => true,
            (CountOp::Add | CountOp::Set, amount) => amount
                .any(&|part| !matches!(part, Quantity::Count(_) | Quantity::Hand(..) | Quantity::Players)),
        },
        _ => false,
    };
    rules.any_effect(&falls)
}

//! Which field of a text is which of the rules' fields.

use std::ops::Range;

use smallvec::SmallVec;
use tilegame_dsl::ir::FenField;

use super::error::FenError;
use super::{counts, epd, turn};
use crate::game::Game;
use crate::notation::field::Field;

/// For each of the rules' fields that of the text; `None` for those left out.
pub(super) type Fields<'t> = SmallVec<[Option<Field<'t>>; 8]>;

/// Which field of the text is which of the rules' fields.
pub(super) fn assign<'t>(game: &Game, text: &'t str) -> Result<Fields<'t>, FenError> {
    let sorts = &game.notation().fen;
    let (text, operations) = epd::split(text, sorts);
    let words: Fields<'_> = epd::words(text).map(Some).collect();
    // Where no field can be left out or stand elsewhere, as many words as fields are these, one by one.
    let is_always_there =
        |sort: &FenField| !matches!(sort, FenField::Text(_) | FenField::Count { join: Some(_), .. });
    if words.len() == sorts.len() && sorts.iter().all(is_always_there) {
        return Ok(words);
    }
    let mut rest: SmallVec<[Field<'_>; 8]> = words.into_iter().flatten().collect();
    let mut found: Fields<'_> = SmallVec::from_elem(None, sorts.len());
    for (i, sort) in sorts.iter().enumerate() {
        if let FenField::Count { counter, join: Some(join), .. } = sort
            && let Some(j) = rest.iter().position(|f| counts::is_loss(game, *counter, join, f.text))
        {
            found[i] = Some(rest.remove(j));
        }
    }
    let mut rest = rest.into_iter().peekable();
    for (i, sort) in sorts.iter().enumerate() {
        if found[i].is_some() {
            continue;
        }
        let places_left = || found[i..].iter().filter(|f| f.is_none()).count();
        if let (FenField::Count { join: Some(join), .. }, Some(next)) = (sort, rest.peek())
            && !next.text.contains(join.as_str())
            && rest.len() < places_left()
        {
            continue;
        }
        // What is always the same need not be there.
        if let FenField::Text(text) = sort
            && rest.peek().is_none_or(|next| next.text != text && counts::is_number(next.text))
        {
            continue;
        }
        found[i] = rest.next();
        let may_be_missing =
            matches!(sort, FenField::Count { .. } | FenField::Number(_) | FenField::Steps { .. });
        if found[i].is_none() && !may_be_missing {
            let message = format!("the FEN ends before the field for {}", what_it_says(game, sort));
            return Err(FenError::new(text.len()..text.len(), message));
        }
    }
    epd::count(sorts, operations, &mut found);
    match rest.next() {
        Some(surplus) => {
            let range = surplus.at..text.trim_end().len();
            Err(FenError::new(
                range,
                format!("there are too many fields: a FEN of this game has {}", sorts.len()),
            ))
        }
        None => Ok(found),
    }
}

fn what_it_says(game: &Game, field: &FenField) -> String {
    let says = match field {
        FenField::Placement => "the placement of the pieces",
        FenField::Corner => "where the first place of the last row is",
        FenField::Turn => return format!("the player to move ({})", turn::known(game)),
        FenField::Hand => "what is in hand (`-` if nothing)",
        FenField::Out => "the players who are out (`-` if none)",
        FenField::Castling { first: false } => "the castling rights (`-` if none)",
        FenField::Castling { first: true } => "the castling rights and unmoved pieces (`-` if none)",
        FenField::Mark { .. } => "which tile is marked (`-` if none)",
        FenField::Count { .. } | FenField::Number(_) => "what has been counted",
        FenField::Steps { .. } => "what has been done in this turn",
        FenField::Text(_) => "nothing in this game (`-`)",
    };
    says.to_owned()
}

pub(super) fn placement_range(game: &Game, text: &str) -> Range<usize> {
    field_range(game, text, &FenField::Placement)
}

/// Where a field stands; the whole text if it has none.
pub(super) fn field_range(game: &Game, text: &str, field: &FenField) -> Range<usize> {
    let place = game.notation().fen.iter().position(|f| f == field);
    let fields = assign(game, text).unwrap_or_default();
    place.and_then(|i| *fields.get(i)?).map_or(0..text.len(), |field| field.range())
}

//! What the players have in hand: letters in brackets behind the placement, `[QNnp]`; or a field with numbers, `QN2p`.
//!
//! In a hand a piece has neither a state nor an orientation, so its letter has no sign.

use tilegame_dsl::ir::{Action, Effect, FenField, Kind, KindId, PlayerId, Rules};

use super::error::FenError;
use crate::game::Game;
use crate::notation::field::Field;
use crate::notation::letters::letters;
use crate::receipt::MOST_IN_HAND as MOST;
use crate::reference::position::{Piece, Position};

/// The hands of all players, in brackets; nothing in games without hands, and where they have a field of their own.
pub(super) fn write(game: &Game, position: &Position) -> String {
    let rules = game.rules();
    if !rules.turn.hands || game.notation().fen.contains(&FenField::Hand) {
        return String::new();
    }
    let mut text = String::from("[");
    for player in (0..rules.players.len()).map(PlayerId::new) {
        for (index, kind) in rules.kinds.iter().enumerate() {
            let held = game.hand(position, player, KindId::new(index));
            text.extend(std::iter::repeat_n(letter_in_hand(kind, player), held.into()));
        }
    }
    text + "]"
}

/// The hands of all players as a field of their own: the number of like pieces, if there are more than one, and their letter. The
/// pieces come in the order in which the rules say what may be dropped.
pub(super) fn write_field(game: &Game, position: &Position) -> String {
    let rules = game.rules();
    let mut order: Vec<KindId> = Vec::new();
    let dropped =
        rules.turn.choices.iter().flat_map(|choice| &choice.actions).filter_map(|action| match action {
            Action::Here(Effect::Drop(kind)) => Some(rules.in_hand(*kind)),
            _ => None,
        });
    for kind in dropped.chain((0..rules.kinds.len()).map(KindId::new)) {
        if !order.contains(&kind) {
            order.push(kind);
        }
    }
    let mut text = String::new();
    for player in (0..rules.players.len()).map(PlayerId::new) {
        for kind in &order {
            let letter = letter_in_hand(&rules.kinds[kind.index()], player);
            match game.hand(position, player, *kind) {
                0 => {}
                1 => text += letter,
                n => text += &format!("{n}{letter}"),
            }
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Reads such a field.
pub(super) fn read_field(game: &Game, field: Field<'_>, position: &mut Position) -> Result<(), FenError> {
    if !game.rules().turn.hands && field.text != "-" {
        return Err(field.error("there are no hands in this game: write `-`"));
    }
    read(game, field, position)
}

/// Takes the hands off the placement field, and reads them.
pub(super) fn split<'t>(
    game: &Game,
    field: Field<'t>,
    position: &mut Position,
) -> Result<Field<'t>, FenError> {
    if !game.rules().turn.hands {
        return Ok(field);
    }
    if let Some((rows, hands)) = field.text.rsplit_once('/')
        && rows.matches('/').count() + 1 == game.rules().board.rows.len()
    {
        read(game, Field { text: hands, at: field.at + rows.len() + 1 }, position)?;
        return Ok(Field { text: rows, at: field.at });
    }
    let Some(open) = field.text.find('[') else { return Ok(field) };
    let (rows, hands) = field.text.split_at(open);
    let at = field.at + open;
    let Some(inside) = hands[1..].strip_suffix(']') else {
        return Err(FenError::new(at..field.range().end, "the hands end with `]`"));
    };
    read(game, Field { text: inside, at: at + 1 }, position)?;
    Ok(Field { text: rows, at: field.at })
}

fn read(game: &Game, field: Field<'_>, position: &mut Position) -> Result<(), FenError> {
    let rules = game.rules();
    let letters = letters_in_hand(rules);
    let mut rest = if field.text == "-" { "" } else { field.text };
    while !rest.is_empty() {
        let at = field.at + field.text.len() - rest.len();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, behind) = rest.split_at(digits);
        let number = if digits.is_empty() { 1 } else { digits.parse().unwrap_or(u16::MAX) };
        rest = behind;
        let Some(first) = rest.chars().next() else {
            return Err(FenError::new(at..field.range().end, "a number of pieces in hand, but not of which"));
        };
        let found = letters.iter().find(|(letter, _)| rest.starts_with(letter));
        let Some((letter, owner, kind)) = found.and_then(|(l, p)| Some((l, p.owner?, p.kind))) else {
            let message = format!("`{first}` is no piece that anybody can have in hand");
            let at = at + digits.len();
            return Err(FenError::new(at..at + first.len_utf8(), message));
        };
        let held = rules.in_hand(kind);
        let plain = letter_in_hand(&rules.kinds[held.index()], owner);
        if *letter != plain {
            let at = at + digits.len();
            let message = format!("a piece in hand has neither a state nor an orientation: write `{plain}`");
            return Err(FenError::new(at..at + letter.len(), message));
        }
        let held = &mut position.hands[game.engine().hand_index(owner, held)];
        *held = held.saturating_add(number);
        if *held > MOST {
            return Err(field.error(format!("more than {MOST} like pieces in hand")));
        }
        rest = &rest[letter.len()..];
    }
    Ok(())
}

/// The letter of a piece without the sign of its orientation.
fn letter_in_hand(kind: &Kind, player: PlayerId) -> &str {
    let sign = kind.facing.as_ref().map_or("", |facing| &facing.sign);
    let letter = kind.letter_of(Some(player));
    letter.strip_suffix(sign).unwrap_or(letter)
}

/// All letters with and without such signs, the longest first.
fn letters_in_hand(rules: &Rules) -> Vec<(&str, Piece)> {
    let mut all = letters(rules);
    let stands = |piece: &Piece| rules.kinds[piece.kind.index()].facing.is_some();
    let standing: Vec<Piece> = all.iter().map(|(_, piece)| *piece).filter(stands).collect();
    let plain = |piece: Piece| Some((letter_in_hand(&rules.kinds[piece.kind.index()], piece.owner?), piece));
    all.extend(standing.into_iter().filter_map(plain));
    all.sort_by_key(|(letter, _)| std::cmp::Reverse(letter.len()));
    all
}

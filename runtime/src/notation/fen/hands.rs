//! What the players have in hand: letters in brackets behind the placement, `[QNnp]`; or a field with numbers, `QN2p`.

use tilegame_dsl::ir::{Action, Effect, FenField, KindId, PlayerId};

use super::placement::letters;
use super::{FenError, Field};
use crate::game::Game;
use crate::position::Position;
use crate::receipt::MOST_IN_HAND as MOST;

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
            text.extend(std::iter::repeat_n(kind.letter_of(Some(player)), held.into()));
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
            Action::Here(Effect::Drop(kind)) => Some(rules.bare(*kind)),
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
            let letter = rules.kinds[kind.index()].letter_of(Some(player));
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
    let letters = letters(game.rules());
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
        let bare = game.rules().bare(kind);
        if bare != kind {
            let bare = game.rules().kinds[bare.index()].letter_of(Some(owner));
            let at = at + digits.len();
            let message = format!("a piece in hand is in no state: write `{bare}`");
            return Err(FenError::new(at..at + letter.len(), message));
        }
        let held = &mut position.hands[game.engine().hand_index(owner, kind)];
        *held = held.saturating_add(number);
        if *held > MOST {
            return Err(field.error(format!("more than {MOST} like pieces in hand")));
        }
        rest = &rest[letter.len()..];
    }
    Ok(())
}

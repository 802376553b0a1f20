//! What the players have in hand: letters in brackets behind the placement, `[QNnp]`.

use tilegame_dsl::ir::{KindId, PlayerId};

use super::placement::letters;
use super::{FenError, Field};
use crate::game::Game;
use crate::position::Position;

/// No hand of a sensible game is so full; more in a text is a slip.
const MOST: u16 = 1000;

/// The hands of all players, in brackets; nothing in games without hands.
pub(super) fn write(game: &Game, position: &Position) -> String {
    let rules = game.rules();
    if !rules.turn.hands {
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
    while let Some(first) = rest.chars().next() {
        let at = field.at + field.text.len() - rest.len();
        let found = letters.iter().find(|(letter, _)| rest.starts_with(letter));
        let Some((letter, owner, kind)) = found.and_then(|(l, p)| Some((l, p.owner?, p.kind))) else {
            let message = format!("`{first}` is no piece that anybody can have in hand");
            return Err(FenError::new(at..at + first.len_utf8(), message));
        };
        let held = &mut position.hands[game.engine().hand_index(owner, kind)];
        *held += 1;
        if *held > MOST {
            return Err(field.error(format!("more than {MOST} like pieces in hand")));
        }
        rest = &rest[letter.len()..];
    }
    Ok(())
}

//! The players who are out.

use smallvec::SmallVec;
use tilegame_dsl::ir::PlayerId;

use super::error::FenError;
use crate::game::Game;
use crate::notation::field::Field;
use crate::reference::position::Position;
use crate::words;

/// The letters of the players who are out.
pub(super) fn write(game: &Game, position: &Position) -> String {
    if position.out.is_empty() {
        return "-".to_owned();
    }
    position.out.iter().map(|p| game.rules().players[p.index()].letter).collect()
}

/// Reads who is out.
pub(super) fn read(game: &Game, field: Field<'_>) -> Result<SmallVec<[PlayerId; 4]>, FenError> {
    let players = &game.rules().players;
    let mut out = SmallVec::new();
    if field.text == "-" {
        return Ok(out);
    }
    for (i, letter) in field.text.char_indices() {
        let range = field.at + i..field.at + i + letter.len_utf8();
        let Some(player) = players.iter().position(|p| p.letter == letter) else {
            let known: Vec<String> =
                players.iter().map(|p| format!("`{}` for {}", p.letter, p.name)).collect();
            let known = words::list(&known, "or");
            let message = format!("`{letter}` is no player's letter; who is out, is written {known}, or `-`");
            return Err(FenError::new(range, message));
        };
        let player = PlayerId::new(player);
        if out.contains(&player) {
            return Err(FenError::new(
                range,
                format!("{} is out twice", words::player(game.rules(), player)),
            ));
        }
        out.push(player);
    }
    if out.len() == players.len() {
        return Err(field.error("at least one player must be in play"));
    }
    Ok(out)
}

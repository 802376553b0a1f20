//! Positions as other programs write them, which know less of a game than this one: they write all fields of a FEN of chess, whatever of it
//! the game has.

use tilegame_runtime::ir::{AtStart, FenField};
use tilegame_runtime::notation::fen::FenError;
use tilegame_runtime::{Game, State};

/// What stands in a field that says nothing.
const NOTHING: &str = "-";

/// Reads a FEN. What is written in fields that the game has no use for is ignored.
///
/// # Errors
/// As it was written, if it can't be read so either.
pub(super) fn read(game: &Game, text: &str) -> Result<State, FenError> {
    let error = match game.read_fen(text) {
        Ok(state) => return Ok(state),
        Err(error) => error,
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let usable = without_unused(game, &words);
    let unmarked = without_marks(game, &usable);
    let mut others = [usable, unmarked].into_iter().filter(|other| *other != words);
    others.find_map(|words| game.read_fen(&words.join(" ")).ok()).ok_or(error)
}

/// The fields that are one word each, up to the first that can be missing.
fn fields(game: &Game) -> impl Iterator<Item = &FenField> {
    let can_be_missing = |field: &&FenField| {
        matches!(field, FenField::Steps { .. } | FenField::Count { at_start: AtStart::Nothing, .. })
    };
    game.notation().fen.iter().take_while(move |field| !can_be_missing(field))
}

/// The words with nothing in the fields that always say the same, and without those behind the last field.
fn without_unused<'t>(game: &'t Game, words: &[&'t str]) -> Vec<&'t str> {
    let castles = game.rules().castling.is_some();
    let mut used: Vec<&str> = words.to_vec();
    for (word, field) in used.iter_mut().zip(fields(game)) {
        match field {
            FenField::Castling { first: false } if !castles => *word = NOTHING,
            FenField::Text(always) => *word = always,
            _ => {}
        }
    }
    if fields(game).count() == game.notation().fen.len() {
        used.truncate(game.notation().fen.len());
    }
    used
}

/// The words without marks, such as those of pawns that can be captured in passing. Others mark a tile also where no piece can capture.
fn without_marks<'t>(game: &Game, words: &[&'t str]) -> Vec<&'t str> {
    let of_field = |(number, word): (usize, &&'t str)| match fields(game).nth(number) {
        Some(FenField::Mark { .. }) => NOTHING,
        _ => word,
    };
    words.iter().enumerate().map(of_field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_game_has_no_use_for_is_ignored() {
        let rows = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
        for (name, text) in [
            ("suicide", format!("{rows} KQkq - 0 1")),
            ("antichess", format!("{rows} KQkq e3 0 1")),
            ("berolina", format!("{rows} KQkq e3 0 1")),
            ("breakthrough", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w KQkq e3 0 1".to_owned()),
            ("minishogi", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1".to_owned()),
        ] {
            let game = Game::from_library(name).expect("a game");
            let read = read(&game, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(read.fen(), game.start().fen(), "{name}");
        }
        let chess = Game::from_library("chess").expect("a game");
        assert!(read(&chess, "8/8/8/8/8/8/8/K1k5 w KQkq - 0 1").is_err());
        assert!(read(&chess, "9/8 w KQkq - 0 1").is_err());
    }
}

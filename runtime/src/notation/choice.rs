//! Moves in which no piece moves but a tile is chosen: `N@f3` puts a piece there, `xd7` takes off what stands there, and
//! `@e4` does something else.
//!
//! The letter is left out where the notation leaves out that of the kind: `@e4`.

use tilegame_dsl::ir::{KindId, Tile};

use super::tiles::prefixes;
use crate::game::Game;
use crate::moves::Move;

/// What stands between the letter of what is put and the tile.
const PUT: char = '@';

/// Writes such a move; `letter` is that of the piece that is put.
pub(crate) fn text(game: &Game, m: &Move, letter: &str) -> String {
    let tile = game.rules().board.name(m.to);
    match m.kind() {
        Some(_) => format!("{letter}{PUT}{tile}"),
        None if m.captures => format!("x{tile}"),
        None => format!("{PUT}{tile}"),
    }
}

/// Whether a text can stand for such a move: the letter in any case, or missing where `nameless`.
pub(crate) fn fits(game: &Game, m: &Move, text: &str, nameless: bool) -> bool {
    let wanted = m.kind().map(|kind| game.rules().kinds[kind.index()].signed_letter()).unwrap_or_default();
    let same = |t: &str| text.eq_ignore_ascii_case(t);
    same(&self::text(game, m, &wanted)) || nameless && same(&self::text(game, m, ""))
}

/// What a text of this form says: the kind that is put, if its letter is there, and the tile.
pub(crate) fn said(game: &Game, text: &str) -> Option<(Option<KindId>, Tile)> {
    let (letter, name) = text.split_once(PUT).or_else(|| Some(("", text.strip_prefix('x')?)))?;
    let rules = game.rules();
    let (tile, _) = prefixes(&rules.board, name).into_iter().find(|(_, rest)| rest.is_empty())?;
    let kind = rules.kinds.iter().position(|k| k.letters.iter().any(|l| l.eq_ignore_ascii_case(letter)));
    (letter.is_empty() || kind.is_some()).then(|| (kind.map(KindId::new), tile))
}

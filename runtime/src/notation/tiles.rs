//! Tile names inside longer texts: finding them, and taking them apart.
//!
//! A name's *file* is what stands before its first digit, its *rank* the rest: `e10` has file `e` and rank `10`. Names of
//! another form have an empty rank or an empty file, and notations then use the whole name.

use tilegame_dsl::ir::{Board, Tile};

/// The longest name that a place of a plane can have.
const LONGEST_ON_A_PLANE: usize = 8;

/// What may stand before the tile to which a piece goes.
pub(crate) const BETWEEN: [char; 5] = ['x', ':', '-', '×', 'X'];

/// File and rank of a tile's name.
pub(crate) fn file_and_rank(name: &str) -> (&str, &str) {
    name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()))
}

/// Every tile whose name the text begins with, the longest name first, and the text behind it.
pub(crate) fn prefixes<'t>(board: &Board, text: &'t str) -> Vec<(Tile, &'t str)> {
    if let Some(plane) = &board.plane {
        let ends = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST_ON_A_PLANE);
        let named = |end: usize| Some((plane.tile(&text[..end])?, &text[end..]));
        let mut found: Vec<_> = ends.filter_map(named).collect();
        found.reverse();
        return found;
    }
    let tiles = (0..board.tiles.len()).map(Tile::new);
    let mut found: Vec<(Tile, &str)> =
        tiles.filter_map(|tile| Some((tile, text.strip_prefix(&*board.name(tile))?))).collect();
    found.sort_by_key(|(_, rest)| rest.len());
    found
}

/// The names of a row of the board, for messages: `rank 3` where its tiles agree on one, else its number from the top.
pub(crate) fn row_name(board: &Board, row: usize) -> String {
    let names: Vec<_> = board.rows[row].iter().flatten().map(|tile| board.name(*tile)).collect();
    let mut ranks = names.iter().map(|name| file_and_rank(name).1);
    match ranks.next() {
        Some(first) if !first.is_empty() && ranks.all(|rank| rank == first) => format!("rank {first}"),
        _ => format!("row {} from the top", row + 1),
    }
}

/// What stands in a text behind something. Most begins otherwise by its first byte: to call for more takes as long as for many.
pub(crate) fn behind<'t>(text: &'t str, part: &str) -> Option<&'t str> {
    match part.as_bytes().first() {
        None => Some(text),
        first if first != text.as_bytes().first() => None,
        _ => text.strip_prefix(part),
    }
}

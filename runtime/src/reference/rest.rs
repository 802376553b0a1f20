//! What a position is but for what stands where, as bytes that can be compared.

use std::hash::{Hash as _, Hasher};

use tilegame_dsl::ir::Tile;

use crate::reference::position::Position;

/// What is hashed, word for word.
pub(crate) struct Verbatim<'o>(pub(crate) &'o mut Vec<u8>);

impl Hasher for Verbatim<'_> {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

/// Writes a number in as many bytes as it needs, so that it is known where it ends.
pub(crate) fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Of a position, all but what stands where.
pub(crate) fn write_rest(identity: Position, out: &mut Vec<u8>) {
    emptied(identity).hash(&mut Verbatim(out));
}

/// A position with nothing on its tiles.
pub(crate) fn emptied(mut position: Position) -> Position {
    let tiles: Vec<Tile> = position.pieces().map(|(tile, _)| tile).collect();
    tiles.into_iter().for_each(|tile| position.set(tile, None));
    position
}

//! A set of tiles, of a board of any size.
//!
//! For state and bookkeeping: it does not know how tiles are connected.

use smallvec::{SmallVec, smallvec};
use tilegame_dsl::ir::Tile;

/// A set of tiles.
///
/// ```
/// use tilegame_runtime::{ir::Tile, set::TileSet};
/// let mut set = TileSet::new(90);
/// set.insert(Tile(3));
/// set.insert(Tile(89));
/// assert!(set.contains(Tile(89)) && !set.contains(Tile(4)));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Tile(3), Tile(89)]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TileSet {
    words: SmallVec<[u64; 2]>,
}

impl TileSet {
    /// The empty set for a board of `tiles` tiles.
    pub fn new(tiles: usize) -> TileSet {
        TileSet { words: smallvec![0; tiles.div_ceil(64).max(1)] }
    }

    /// Whether the tile is in it.
    #[inline]
    pub fn contains(&self, tile: Tile) -> bool {
        self.words[tile.index() / 64] >> (tile.index() % 64) & 1 != 0
    }

    /// Puts the tile in.
    #[inline]
    pub fn insert(&mut self, tile: Tile) {
        self.words[tile.index() / 64] |= 1 << (tile.index() % 64);
    }

    /// Takes the tile out; whether it was in.
    #[inline]
    pub fn remove(&mut self, tile: Tile) -> bool {
        let had = self.contains(tile);
        self.words[tile.index() / 64] &= !(1 << (tile.index() % 64));
        had
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// How many tiles are in it.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The tiles, in rising order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        self.words.iter().enumerate().flat_map(|(i, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(Tile::new(i * 64 + bit))
            })
        })
    }
}

impl Extend<Tile> for TileSet {
    fn extend<I: IntoIterator<Item = Tile>>(&mut self, tiles: I) {
        for tile in tiles {
            self.insert(tile);
        }
    }
}

//! A set of tiles, of a board of any size.
//!
//! For state and bookkeeping: it does not know how tiles are connected.

use smallvec::{SmallVec, smallvec};
use tilegame_dsl::ir::Tile;

use crate::board::Board;

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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TileSet {
    members: Members,
}

/// A bit for every tile; on a plane, where there are too many, a sorted list.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Members {
    Bits(SmallVec<[u64; 2]>),
    Listed(Vec<Tile>),
}

impl Clone for Members {
    fn clone(&self) -> Members {
        match self {
            // All at once: the vector's own copy goes word by word.
            Members::Bits(words) => Members::Bits(SmallVec::from_slice(words)),
            Members::Listed(tiles) => Members::Listed(tiles.clone()),
        }
    }
}

impl TileSet {
    /// The empty set for a board of `tiles` tiles.
    pub fn new(tiles: usize) -> TileSet {
        TileSet { members: Members::Bits(smallvec![0; tiles.div_ceil(64).max(1)]) }
    }

    /// The empty set for a board of which few places are tiles.
    pub(crate) fn sparse() -> TileSet {
        TileSet { members: Members::Listed(Vec::new()) }
    }

    /// The empty set for this board.
    pub fn of(board: &Board) -> TileSet {
        if board.plane().is_some() { TileSet::sparse() } else { TileSet::new(board.len()) }
    }

    /// Whether the tile is in it.
    #[inline]
    pub fn contains(&self, tile: Tile) -> bool {
        match &self.members {
            Members::Bits(words) => words[tile.index() / 64] >> (tile.index() % 64) & 1 != 0,
            Members::Listed(tiles) => tiles.binary_search(&tile).is_ok(),
        }
    }

    /// Puts the tile in.
    #[inline]
    pub fn insert(&mut self, tile: Tile) {
        match &mut self.members {
            Members::Bits(words) => words[tile.index() / 64] |= 1 << (tile.index() % 64),
            Members::Listed(tiles) => {
                if let Err(at) = tiles.binary_search(&tile) {
                    tiles.insert(at, tile);
                }
            }
        }
    }

    /// Puts tiles in, told by bits; on a plane they have none.
    pub(crate) fn insert_all(&mut self, all: &[u64]) {
        if let Members::Bits(words) = &mut self.members {
            words.iter_mut().zip(all).for_each(|(word, more)| *word |= more);
        }
    }

    /// Takes the tile out; whether it was in.
    #[inline]
    pub fn remove(&mut self, tile: Tile) -> bool {
        match &mut self.members {
            Members::Bits(words) => {
                let word = &mut words[tile.index() / 64];
                let had = *word >> (tile.index() % 64) & 1 != 0;
                *word &= !(1 << (tile.index() % 64));
                had
            }
            Members::Listed(tiles) => match tiles.binary_search(&tile) {
                Ok(at) => {
                    tiles.remove(at);
                    true
                }
                Err(_) => false,
            },
        }
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        match &self.members {
            Members::Bits(words) => words.iter().all(|w| *w == 0),
            Members::Listed(tiles) => tiles.is_empty(),
        }
    }

    /// How many tiles are in it.
    pub fn len(&self) -> usize {
        match &self.members {
            Members::Bits(words) => words.iter().map(|w| w.count_ones() as usize).sum(),
            Members::Listed(tiles) => tiles.len(),
        }
    }

    /// The tiles, in rising order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        let (words, listed): (&[u64], &[Tile]) = match &self.members {
            Members::Bits(words) => (words, &[]),
            Members::Listed(tiles) => (&[], tiles),
        };
        let (mut words, mut listed) = (words.iter(), listed.iter());
        let (mut rest, mut behind) = (0, 0);
        std::iter::from_fn(move || {
            while rest == 0 {
                let Some(word) = words.next() else { return listed.next().copied() };
                (rest, behind) = (*word, behind + 64);
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(Tile::new(behind - 64 + bit))
        })
    }
}

impl Extend<Tile> for TileSet {
    fn extend<I: IntoIterator<Item = Tile>>(&mut self, tiles: I) {
        match &mut self.members {
            Members::Listed(listed) => {
                listed.extend(tiles);
                listed.sort_unstable();
                listed.dedup();
            }
            Members::Bits(_) => tiles.into_iter().for_each(|tile| self.insert(tile)),
        }
    }
}

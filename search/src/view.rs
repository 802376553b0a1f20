//! A position as the search sees it: sets of tiles as 128 bits, and which kind stands where.
//!
//! It is filled once for each position, and then answers what move ordering, exchanges and the static evaluation ask again and again.

use std::ops::{BitAnd, BitOr, BitOrAssign, Deref, Not};

use tilegame_runtime::ir::{PlayerId, Tile};
use tilegame_runtime::{Game, Piece, State};

/// No board with more tiles is seen so.
pub(crate) const MOST_TILES: usize = 128;

/// The owner of a piece that belongs to nobody, and of no piece.
pub(crate) const NOBODY: u8 = 2;

/// The tiles and kinds of the pieces of a player.
#[derive(Clone)]
pub(crate) struct Pieces {
    list: [(u8, u8); MOST_TILES],
    count: usize,
}

impl Deref for Pieces {
    type Target = [(u8, u8)];

    #[inline]
    fn deref(&self) -> &[(u8, u8)] {
        &self.list[..self.count]
    }
}

/// The tiles and pieces of a game for two players.
#[derive(Clone)]
pub(crate) struct View {
    /// Tiles on which something stands.
    pub(crate) occupied: u128,
    /// Those of each player.
    pub(crate) owned: [u128; 2],
    /// What stands on occupied tiles; of others it says nothing.
    kinds: [u8; MOST_TILES],
    /// Tiles and kinds of each player's pieces.
    pub(crate) pieces: [Pieces; 2],
}

impl Default for View {
    fn default() -> View {
        let none = Pieces { list: [(0, 0); MOST_TILES], count: 0 };
        View { occupied: 0, owned: [0; 2], kinds: [0; MOST_TILES], pieces: [none.clone(), none] }
    }
}

/// A set of tiles in as many bits as a board needs: judging a position is half of the search, and with half of the bits it takes less.
pub(crate) trait Tiles:
    Copy + Eq + Default + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign + Not<Output = Self>
{
    /// A set of tiles of a board that is small enough.
    fn of(set: u128) -> Self;
    /// The set of one tile.
    fn one(tile: usize) -> Self;
    fn is_empty(self) -> bool;
    fn len(self) -> usize;
    /// The number of the lowest tile.
    fn lowest(self) -> usize;
    /// All numbers up to that of the lowest tile; all, if there is none.
    fn up_to_lowest(self) -> Self;
    /// All numbers from that of the highest tile on; all, if there is none.
    fn highest_and_up(self) -> Self;
    fn words(self) -> [u64; 2];
}

macro_rules! tiles {
    ($bits:ty) => {
        impl Tiles for $bits {
            #[inline]
            fn of(set: u128) -> $bits {
                set as $bits
            }

            #[inline]
            fn one(tile: usize) -> $bits {
                1 << (tile & (<$bits>::BITS as usize - 1))
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline]
            fn len(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn up_to_lowest(self) -> $bits {
                self ^ self.wrapping_sub(1)
            }

            #[inline]
            fn highest_and_up(self) -> $bits {
                <$bits>::MAX << (<$bits>::BITS - 1 - (self | 1).leading_zeros())
            }

            #[inline]
            fn words(self) -> [u64; 2] {
                let all = u128::from(self);
                [all as u64, (all >> 64) as u64]
            }
        }
    };
}

tiles!(u64);
tiles!(u128);

/// The set of one tile.
#[inline]
pub(crate) fn bit(tile: usize) -> u128 {
    1 << (tile & (MOST_TILES - 1))
}

impl View {
    /// Looks at another position; the state is one of a board that is [small enough](MOST_TILES).
    pub(crate) fn look(&mut self, state: &State) {
        (self.occupied, self.owned) = (0, [0; 2]);
        self.pieces.iter_mut().for_each(|pieces| pieces.count = 0);
        let View { occupied, owned, kinds, pieces } = self;
        state.each_set(&mut |Piece { kind, owner }, words| {
            let [low, high] = [0, 1].map(|word| words.get(word).copied().unwrap_or(0));
            let set = u128::from(low) | u128::from(high) << 64;
            *occupied |= set;
            let mut pieces = owner.map(|owner| {
                owned[owner.index() & 1] |= set;
                &mut pieces[owner.index() & 1]
            });
            for (first, mut word) in [(0, low), (64, high)] {
                while word != 0 {
                    let at = (first + word.trailing_zeros() as usize) & (MOST_TILES - 1);
                    word &= word - 1;
                    kinds[at] = kind.0;
                    if let Some(pieces) = &mut pieces {
                        pieces.list[pieces.count & (MOST_TILES - 1)] = (at as u8, kind.0);
                        pieces.count = (pieces.count + 1).min(MOST_TILES);
                    }
                }
            }
        });
    }

    /// The kind of what stands on a tile.
    #[inline]
    pub(crate) fn kind(&self, tile: Tile) -> Option<usize> {
        let at = tile.index() & (MOST_TILES - 1);
        (self.occupied & bit(at) != 0).then(|| usize::from(self.kinds[at]))
    }

    /// The same, and whose it is.
    #[inline]
    pub(crate) fn piece(&self, tile: Tile) -> Option<(usize, u8)> {
        let here = bit(tile.index());
        let owner = match self.owned {
            [first, _] if first & here != 0 => 0,
            [_, second] if second & here != 0 => 1,
            _ => NOBODY,
        };
        self.kind(tile).map(|kind| (kind, owner))
    }
}

/// For a player, every tile of so many as the first player sees it.
pub(crate) fn seen(game: &Game, places: usize, player: PlayerId) -> Vec<usize> {
    let mut seen: Vec<usize> = (0..places).collect();
    for (tile, counterpart) in game.rules().players[player.index()].frame.tiles.iter().enumerate() {
        seen[counterpart.index()] = tile;
    }
    seen
}

/// The tiles of a set, in rising order.
pub(crate) fn tiles(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}

/// A hash of sets, as words.
pub(crate) fn mixed(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0x9E37_79B9_7F4A_7C15, |hash, word| {
        (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29)
    })
}

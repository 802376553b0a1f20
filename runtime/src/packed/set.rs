//! A set of tiles in a fixed number of machine words: what everything in this engine is made of.
//!
//! The number of words is chosen once for a game; it knows nothing about how tiles are connected.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::once::once;

/// A set of tiles of a board with at most `64 * W` tiles; `W` is a power of two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Set<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Default for Set<W> {
    fn default() -> Set<W> {
        Set::EMPTY
    }
}

impl<const W: usize> Set<W> {
    pub(crate) const EMPTY: Set<W> = Set([0; W]);

    #[inline(always)]
    pub(crate) fn one(tile: usize) -> Set<W> {
        let mut set = Set::EMPTY;
        set.0[(tile >> 6) & (W - 1)] = 1 << (tile & 63);
        set
    }

    pub(crate) fn first_tiles(number: usize) -> Set<W> {
        (0..number).collect()
    }

    #[inline(always)]
    pub(crate) fn has(self, tile: usize) -> bool {
        self.0[(tile >> 6) & (W - 1)] >> (tile & 63) & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        if W == 1 { self.0[0] == 0 } else { self.0.iter().fold(0, |all, word| all | word) == 0 }
    }

    /// Whether some tile is in both.
    #[inline(always)]
    pub(crate) fn meets(self, other: Set<W>) -> bool {
        !(self & other).is_empty()
    }

    #[inline(always)]
    pub(crate) fn without(self, other: Set<W>) -> Set<W> {
        self & !other
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, tile: usize) {
        self.0[(tile >> 6) & (W - 1)] |= 1 << (tile & 63);
    }

    #[inline(always)]
    pub(crate) fn len(self) -> u32 {
        if W == 1 { self.0[0].count_ones() } else { self.0.iter().map(|word| word.count_ones()).sum() }
    }

    /// Whether there is at most one tile in it.
    #[inline(always)]
    pub(crate) fn is_at_most_one(self) -> bool {
        if W == 1 { self.0[0] & self.0[0].wrapping_sub(1) == 0 } else { self.len() <= 1 }
    }

    /// All tiles up to its lowest one, that included; of the empty set, all tiles.
    #[inline(always)]
    pub(crate) fn up_to_lowest(self) -> Set<W> {
        let mut borrow = true;
        Set(std::array::from_fn(|i| {
            let (less, borrows) = self.0[i].overflowing_sub(u64::from(borrow));
            borrow = borrows;
            self.0[i] ^ less
        }))
    }

    /// All tiles down to its highest one, that included; of the empty set, all tiles.
    #[inline(always)]
    pub(crate) fn down_to_highest(self) -> Set<W> {
        if W == 1 {
            return Set(std::array::from_fn(|i| !0 << (63 ^ (self.0[i] | 1).leading_zeros())));
        }
        let mut found = false;
        let mut all = [0; W];
        for i in (0..W).rev() {
            let word = self.0[i];
            if !found {
                all[i] = if word == 0 { !0 } else { !0 << (63 - word.leading_zeros()) };
            }
            found |= word != 0;
        }
        Set(all)
    }

    /// The subset of a mask that comes after this one if tiles are read as digits, the lowest first; after the last, the empty set.
    pub(crate) fn next_within(self, mask: Set<W>) -> Set<W> {
        let mut carry = true;
        Set(std::array::from_fn(|i| {
            let (more, carries) = (self.0[i] | !mask.0[i]).overflowing_add(u64::from(carry));
            carry = carries;
            more & mask.0[i]
        }))
    }

    /// The tile with the lowest number; of the empty set, any number.
    #[inline(always)]
    pub(crate) fn lowest(self) -> usize {
        for i in 0..W {
            if self.0[i] != 0 {
                return i * 64 + self.0[i].trailing_zeros() as usize;
            }
        }
        0
    }

    /// Every tile's number raised by `by`, which may be negative; what leaves the words is gone.
    #[inline(always)]
    pub(crate) fn shifted(self, by: i32) -> Set<W> {
        if W == 1 {
            return if by >= 0 {
                Set(std::array::from_fn(|i| self.0[i] << (by & 63)))
            } else {
                Set(std::array::from_fn(|i| self.0[i] >> (-by & 63)))
            };
        }
        let (words, bits) = ((by.unsigned_abs() >> 6) as usize, by.unsigned_abs() & 63);
        once(&self, &(), |set, ()| {
            let word = |i: usize| if i < W { set.0[i] } else { 0 };
            let mut all = [0; W];
            for (i, to) in all.iter_mut().enumerate() {
                *to = if by >= 0 {
                    let (high, low) = (word(i.wrapping_sub(words)), word(i.wrapping_sub(words + 1)));
                    if bits == 0 { high } else { high << bits | low >> (64 - bits) }
                } else {
                    let (low, high) = (word(i + words), word(i + words + 1));
                    if bits == 0 { low } else { low >> bits | high << (64 - bits) }
                };
            }
            Set(all)
        })
    }

    /// [`shifted`](Set::shifted) for tiles of which none leaves the words.
    #[inline(always)]
    pub(crate) fn rolled(self, by: i32) -> Set<W> {
        if W == 1 { Set(self.0.map(|word| word.rotate_left(by as u32))) } else { self.shifted(by) }
    }

    /// Its tiles, in rising order.
    #[inline(always)]
    pub(crate) fn iter(self) -> Tiles<W> {
        Tiles(self, 0)
    }
}

/// The tiles of a set, in rising order, and how many words are empty now.
pub(crate) struct Tiles<const W: usize>(Set<W>, usize);

impl<const W: usize> Iterator for Tiles<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.1 < W {
            let word = self.0.0[self.1];
            if word != 0 {
                self.0.0[self.1] = word & (word - 1);
                return Some(self.1 * 64 + word.trailing_zeros() as usize);
            }
            self.1 += 1;
        }
        None
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(tiles: I) -> Set<W> {
        let mut set = Set::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

macro_rules! word_by_word {
    ($trait:ident, $method:ident, $assign:ident, $in_place:ident, $op:tt) => {
        impl<const W: usize> $trait for Set<W> {
            type Output = Set<W>;

            #[inline(always)]
            fn $method(self, other: Set<W>) -> Set<W> {
                let both = |a: &Set<W>, b: &Set<W>| Set(std::array::from_fn(|i| a.0[i] $op b.0[i]));
                if W == 1 { both(&self, &other) } else { once(&self, &other, both) }
            }
        }

        impl<const W: usize> $assign for Set<W> {
            #[inline(always)]
            fn $in_place(&mut self, other: Set<W>) {
                *self = *self $op other;
            }
        }
    };
}

word_by_word!(BitAnd, bitand, BitAndAssign, bitand_assign, &);

word_by_word!(BitOr, bitor, BitOrAssign, bitor_assign, |);

word_by_word!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl<const W: usize> Not for Set<W> {
    type Output = Set<W>;

    #[inline(always)]
    fn not(self) -> Set<W> {
        Set(std::array::from_fn(|i| !self.0[i]))
    }
}

/// Something for every tile, laid out so that no index has to be checked.
#[derive(Clone, Debug)]
pub(crate) struct ByTile<T, const W: usize>(Box<[[T; 64]; W]>);

impl<T: Clone, const W: usize> ByTile<T, W> {
    pub(crate) fn from_fn(mut make: impl FnMut(usize) -> T) -> ByTile<T, W> {
        ByTile(Box::new(std::array::from_fn(|w| std::array::from_fn(|b| make(w * 64 + b)))))
    }

    #[inline(always)]
    pub(crate) fn at(&self, tile: usize) -> &T {
        &self.0[(tile >> 6) & (W - 1)][tile & 63]
    }

    #[inline(always)]
    pub(crate) fn at_mut(&mut self, tile: usize) -> &mut T {
        &mut self.0[(tile >> 6) & (W - 1)][tile & 63]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_moves_every_tile_alike() {
        let tiles = [0, 1, 5, 63, 64, 65, 127, 128, 200, 255];
        for by in [-200, -65, -64, -9, -1, 0, 1, 8, 63, 64, 70, 130] {
            let moved = |limit: i32| {
                let all = tiles.iter().map(move |t| t + by);
                all.filter(move |t| (0..limit).contains(t)).map(|t| t as usize)
            };
            let four: Set<4> = tiles.iter().map(|t| *t as usize).collect();
            assert_eq!(four.shifted(by), moved(256).collect(), "{by}");
        }
        let one: Set<1> = [0, 7, 63].into_iter().collect();
        assert_eq!(one.shifted(8).iter().collect::<Vec<_>>(), [8, 15]);
        assert_eq!(one.shifted(-7).iter().collect::<Vec<_>>(), [0, 56]);
    }

    #[test]
    fn tiles_come_in_rising_order() {
        let tiles = [3, 64, 130, 255];
        let set: Set<4> = tiles.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), tiles);
        assert_eq!((set.len(), set.lowest(), set.is_at_most_one()), (4, 3, false));
        assert!(set.has(130) && !set.has(131) && Set::<4>::one(130).is_at_most_one());
    }
}

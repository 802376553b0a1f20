//! A transposition table of counts: a table of positions from which so many sequences of moves go out.
//!
//! A position's key is 128 bits made of everything that its moves can depend on, and all of it is kept and compared. Two
//! different positions have the same key by an accident of one in 2^128; in a count that looks up a million million
//! positions that happens to any two of them with a chance of less than one in 10^14. Threads share a table without waiting: an entry that
//! two of them write at once does not fit its own key any more and is not believed.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::packed::past::Now;
use crate::plan::Plan;

/// A table of known counts, for one game.
#[derive(Debug)]
pub struct TranspositionTable {
    /// The number of a position is the entry's third word; the first two are its key, each combined with the third.
    entries: Box<[[AtomicU64; 3]]>,
}

/// What a position is known by.
pub(crate) type Key = [u64; 2];

impl TranspositionTable {
    /// An empty table of about so many megabytes.
    pub fn new(megabytes: usize) -> TranspositionTable {
        let entries = (megabytes.saturating_mul(1 << 20) / size_of::<[AtomicU64; 3]>()).max(1);
        TranspositionTable { entries: (0..entries).map(|_| Default::default()).collect() }
    }

    fn entry(&self, key: Key) -> &[AtomicU64; 3] {
        // The high bits of a product spread the keys evenly over any number of entries.
        let index = (u128::from(key[0]) * self.entries.len() as u128) >> 64;
        &self.entries[index as usize]
    }

    pub(crate) fn get(&self, key: Key) -> Option<u64> {
        let [a, b, nodes] = self.entry(key).each_ref().map(|word| word.load(Relaxed));
        (a ^ nodes == key[0] && b ^ nodes == key[1]).then_some(nodes)
    }

    pub(crate) fn put(&self, key: Key, nodes: u64) {
        for (word, value) in self.entry(key).iter().zip([key[0] ^ nodes, key[1] ^ nodes, nodes]) {
            word.store(value, Relaxed);
        }
    }
}

/// Both halves of a product, folded: every bit of the result depends on all bits of the factors.
pub(crate) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The key of a state from which one counts to a depth.
    pub(crate) fn key(&self, now: Now<'_, W, N>, depth: u32) -> Key {
        let state = now.state;
        let mut key = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03];
        let mut mix = |word: u64| {
            key = [
                fold(key[0] ^ word, 0xa076_1d64_78bd_642f),
                fold(key[1] ^ word.rotate_left(23), 0xe703_7ed1_a0b4_28db),
            ];
        };
        state.sets[..self.layout.all].iter().flat_map(|set| set.0).for_each(&mut mix);
        self.layout.counters.asked.iter().for_each(|counter| mix(state.counters[*counter] as u64));
        for spot in state.spots() {
            let [mark, tile, maker, owner] =
                [spot.mark.into(), spot.tile.into(), spot.maker.into(), u64::from(spot.owner)];
            mix(mark << 40 | tile << 24 | maker << 8 | owner);
        }
        if let Some(past) = now.past {
            mix(past.hashed());
        }
        mix(u64::from(state.turn) << 32 | u64::from(depth));
        // A last round, so that the last word is spread as well as the others.
        mix(u64::from(state.marked));
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_found_until_something_else_takes_its_place() {
        let table = TranspositionTable::new(0);
        assert_eq!(table.get([1, 2]), None);
        table.put([1, 2], 20);
        assert_eq!((table.get([1, 2]), table.get([1, 3]), table.get([3, 2])), (Some(20), None, None));
        table.put([3, 2], 400);
        assert_eq!((table.get([1, 2]), table.get([3, 2])), (None, Some(400)));
    }
}

//! What is known of positions met before, by their keys. Threads share it without waiting for each other.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rustc_hash::FxHasher;
use tilegame_runtime::bitset::PackedMove;

/// In which way a value is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is this.
    Exact,
    /// It is this or more.
    AtLeast,
    /// It is this or less.
    AtMost,
}

/// A move among those of one position, in 16 bits. Two moves can have the same, so it says which move to look at first, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark(u16);

impl Mark {
    pub(crate) fn of(m: PackedMove) -> Mark {
        let mut hasher = FxHasher::default();
        m.hash(&mut hasher);
        // Nothing is a mark of its own.
        Mark(((hasher.finish() >> 40) as u16).max(1))
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) best: Option<Mark>,
    /// Within 2²³ around nothing.
    pub(crate) value: i32,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// In which search it was found, modulo 64.
    age: u8,
}

/// Ages begin again after so many.
const AGES: u8 = 64;

/// Values are stored with this added.
const ZERO: i32 = 1 << 23;

impl Entry {
    /// As one number, which is not 0: mark 16 bits, value 24, depth 8, bound 2, age 6.
    fn packed(self) -> u64 {
        let mark = u64::from(self.best.map_or(0, |mark| mark.0));
        let value = (self.value + ZERO) as u64;
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        mark | value << 16 | u64::from(self.depth) << 40 | bound << 48 | u64::from(self.age) << 50
    }

    fn unpacked(number: u64) -> Option<Entry> {
        let bound = match number >> 48 & 3 {
            0 => return None,
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        let mark = number as u16;
        Some(Entry {
            best: (mark != 0).then_some(Mark(mark)),
            value: (number >> 16 & 0xFF_FFFF) as i32 - ZERO,
            depth: (number >> 40) as u8,
            bound,
            age: (number >> 50) as u8,
        })
    }
}

/// An entry, and its key changed by it: of what two threads have written half each, the key does not fit.
#[derive(Default)]
struct Slot {
    key: AtomicU64,
    entry: AtomicU64,
}

impl Slot {
    fn read(&self) -> (u64, Option<Entry>) {
        let number = self.entry.load(Relaxed);
        (self.key.load(Relaxed) ^ number, Entry::unpacked(number))
    }

    fn write(&self, key: u64, entry: Entry) {
        let number = entry.packed();
        self.key.store(key ^ number, Relaxed);
        self.entry.store(number, Relaxed);
    }
}

/// Positions by their keys, two for each place: one that is worth keeping, and the latest.
pub(crate) struct Table {
    places: Vec<[Slot; 2]>,
    age: AtomicU8,
}

impl Table {
    /// Megabytes, where nobody says how many.
    pub(crate) const USUAL: usize = 32;

    pub(crate) fn of_megabytes(megabytes: usize) -> Table {
        let places = (megabytes.max(1) << 20) / size_of::<[Slot; 2]>();
        Table { places: (0..places).map(|_| Default::default()).collect(), age: AtomicU8::new(0) }
    }

    pub(crate) fn clear(&self) {
        for slot in self.places.iter().flatten() {
            slot.key.store(0, Relaxed);
            slot.entry.store(0, Relaxed);
        }
    }

    /// Another search begins; what the last one has found is still true, but less worth keeping.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    fn place(&self, key: u64) -> &[Slot; 2] {
        &self.places[((u128::from(key) * self.places.len() as u128) >> 64) as usize]
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.place(key).iter().map(Slot::read).find(|(of, _)| *of == key).and_then(|(_, entry)| entry)
    }

    pub(crate) fn put(&self, key: u64, depth: u32, best: Option<Mark>, (value, bound): (i32, Bound)) {
        let [kept, latest] = self.place(key);
        let age = self.age.load(Relaxed);
        let entry = Entry { best, value, depth: depth.min(u8::MAX.into()) as u8, bound, age };
        match kept.read() {
            // Of a move nothing may be known this time, although it was before.
            (of, Some(old)) if of == key => kept.write(key, Entry { best: best.or(old.best), ..entry }),
            (of, Some(old)) if old.age != age || old.depth <= entry.depth => {
                latest.write(of, old);
                kept.write(key, entry);
            }
            (_, Some(_)) => latest.write(key, entry),
            (_, None) => kept.write(key, entry),
        }
    }

    /// In thousandths.
    pub(crate) fn full(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let some = self.places.iter().take(1000);
        let is_used = |place: &&[Slot; 2]| place[0].read().1.is_some_and(|entry| entry.age == age);
        (some.clone().filter(is_used).count() * 1000 / some.len().max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let table = Table::of_megabytes(1);
        for (number, value) in [-1_000_000, -1, 0, 1, 999_999].into_iter().enumerate() {
            let key = 0x1234_5678_9ABC_DEF0_u64.wrapping_mul(number as u64 + 1);
            assert_eq!(table.get(key), None);
            table.put(key, 7, Some(Mark(number as u16 + 1)), (value, Bound::AtLeast));
            let entry = table.get(key).expect("an entry");
            assert_eq!((entry.value, entry.depth, entry.bound), (value, 7, Bound::AtLeast));
            // What is found without a move does not make the move forgotten.
            table.put(key, 8, None, (value, Bound::AtMost));
            let entry = table.get(key).expect("an entry");
            assert_eq!((entry.best, entry.depth), (Some(Mark(number as u16 + 1)), 8));
        }
        table.clear();
        assert_eq!(table.get(0x1234_5678_9ABC_DEF0), None);
    }

    #[test]
    fn the_deeper_of_a_search_is_kept() {
        let table = Table::of_megabytes(1);
        let (deep, shallow) = (1 << 20, 2 << 20);
        assert!(std::ptr::eq(table.place(deep), table.place(shallow)));
        table.put(deep, 9, None, (5, Bound::Exact));
        table.put(shallow, 1, None, (6, Bound::Exact));
        assert_eq!([deep, shallow].map(|key| table.get(key).map(|entry| entry.value)), [Some(5), Some(6)]);
        table.grow_older();
        table.put(3 << 20, 1, None, (7, Bound::Exact));
        assert_eq!(
            [deep, shallow, 3 << 20].map(|key| table.get(key).map(|e| e.value)),
            [Some(5), None, Some(7)]
        );
    }
}

//! What is known of positions met before, by their keys. Threads share it without waiting for each other.

use std::hash::{Hash, Hasher};
use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use rustc_hash::FxHasher;
use tilegame_runtime::Move;

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
    pub(crate) fn of(m: Move) -> Mark {
        let mut hasher = FxHasher::default();
        m.hash(&mut hasher);
        // The lowest bits are mixed best, and the highest are empty in browsers, where a hash has 32. Nothing is a mark of its own.
        Mark((hasher.finish() as u16).max(1))
    }

    /// As a number below 2¹⁶.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
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

/// What was found at most so many plies deeper gives way to what is found now.
const DEEPER: u8 = 3;

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

/// Two positions: one that is worth keeping, and the latest. They share a line of the processor's cache.
#[derive(Default)]
#[repr(align(32))]
struct Place([Slot; 2]);

/// A megabyte of places.
type Block = Box<[Place]>;

const PLACES: usize = (1 << 20) / size_of::<Place>();

/// Positions by their keys. It takes no more memory than it needs: when half of its places are full, it doubles, up to its size.
pub(crate) struct Table {
    /// A power of two of them, each made when it is first written to; empty, if there is no memory for it.
    blocks: Vec<OnceLock<Block>>,
    /// How many of them are used: a power of two.
    used: AtomicUsize,
    /// How many places have been filled.
    filled: AtomicUsize,
    age: AtomicU8,
}

impl Table {
    /// Megabytes, where nobody says how many.
    pub(crate) const USUAL: usize = 32;

    /// A table of so many megabytes at most.
    pub(crate) fn of_megabytes(megabytes: usize) -> Table {
        let blocks = 1 << megabytes.max(1).ilog2();
        Table {
            blocks: (0..blocks).map(|_| OnceLock::new()).collect(),
            used: AtomicUsize::new(1),
            filled: AtomicUsize::new(0),
            age: AtomicU8::new(0),
        }
    }

    pub(crate) fn clear(&self) {
        for slot in self.blocks.iter().filter_map(OnceLock::get).flatten().flat_map(|place| &place.0) {
            slot.key.store(0, Relaxed);
            slot.entry.store(0, Relaxed);
        }
        self.filled.store(0, Relaxed);
    }

    /// Another search begins; what the last one has found is still true, but less worth keeping.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// The block of a key.
    fn block(&self, key: u64) -> &OnceLock<Block> {
        &self.blocks[key as usize & (self.used.load(Relaxed) - 1)]
    }

    /// Reads the place of a key, so that it is near when [`Table::get`] is asked: what lies far away in memory takes as long as all of a move.
    pub(crate) fn fetch(&self, key: u64) {
        if let Some([kept, _]) = self.block(key).get().and_then(|block| place_in(block, key)) {
            black_box(kept.entry.load(Relaxed));
        }
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let place = place_in(self.block(key).get()?, key)?;
        place.iter().map(Slot::read).find(|(of, _)| *of == key).and_then(|(_, entry)| entry)
    }

    /// A place has been filled that was empty.
    fn fill(&self) {
        let (filled, used) = (self.filled.fetch_add(1, Relaxed) + 1, self.used.load(Relaxed));
        // What is known stays where it is: half of it can still be found.
        if filled >= used * PLACES / 2 && used < self.blocks.len() {
            let _ = self.used.compare_exchange(used, used * 2, Relaxed, Relaxed);
        }
    }

    pub(crate) fn put(&self, key: u64, depth: u32, best: Option<Mark>, (value, bound): (i32, Bound)) {
        let Some([kept, latest]) = place_in(self.block(key).get_or_init(block), key) else { return };
        let age = self.age.load(Relaxed);
        let entry = Entry { best, value, depth: depth.min(u8::MAX.into()) as u8, bound, age };
        match kept.read() {
            // What was found much deeper says more, unless it is only a bound and this is not.
            (of, Some(old))
                if of == key
                    && old.age == age
                    && old.depth.saturating_sub(entry.depth) > DEEPER
                    && bound != Bound::Exact => {}
            // Of a move nothing may be known this time, although it was before.
            (of, Some(old)) if of == key => kept.write(key, Entry { best: best.or(old.best), ..entry }),
            (of, Some(old)) if old.age != age || old.depth <= entry.depth => {
                latest.write(of, old);
                kept.write(key, entry);
            }
            (_, Some(_)) => latest.write(key, entry),
            (_, None) => {
                kept.write(key, entry);
                self.fill();
            }
        }
    }

    /// In thousandths.
    pub(crate) fn full(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let Some(block) = self.blocks[0].get() else { return 0 };
        let some = block.iter().take(1000);
        let is_used = |place: &&Place| place.0[0].read().1.is_some_and(|entry| entry.age == age);
        let of_used = some.clone().filter(is_used).count() * 1000 / some.len().max(1);
        (of_used * self.used.load(Relaxed) / self.blocks.len()) as u32
    }
}

/// An empty block; without places, if there is no memory for it.
fn block() -> Block {
    let mut places = Vec::new();
    if places.try_reserve_exact(PLACES).is_ok() {
        places.resize_with(PLACES, Default::default);
    }
    places.into_boxed_slice()
}

/// The place of a key in its block.
fn place_in(block: &Block, key: u64) -> Option<&[Slot; 2]> {
    block.get(((u128::from(key) * block.len() as u128) >> 64) as usize).map(|place| &place.0)
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

    /// A large table is made at once, and grows while it is filled; then half of what it knows can still be found.
    #[test]
    fn it_grows() {
        let table = Table::of_megabytes(1 << 16);
        let mut random = crate::random::Random(1);
        let keys: Vec<u64> = (0..PLACES).map(|_| random.next()).collect();
        for key in &keys {
            table.put(*key, 1, None, (1, Bound::Exact));
        }
        assert!(table.used.load(Relaxed) > 1);
        assert!(table.blocks.iter().filter(|block| block.get().is_some()).count() <= 4);
        let found = keys.iter().filter(|key| table.get(**key).is_some()).count();
        assert!(found * 2 > keys.len(), "{found} of {}", keys.len());
        table.clear();
        assert!(keys.iter().all(|key| table.get(*key).is_none()));
    }

    #[test]
    fn the_deeper_of_a_search_is_kept() {
        let table = Table::of_megabytes(1);
        let (deep, shallow) = (1 << 20, 2 << 20);
        assert_eq!([deep, shallow].map(|key| key >> 49), [0, 0], "they have the same place");
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

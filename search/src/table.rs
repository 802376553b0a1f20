//! What is known of positions met before, by their keys.

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

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    pub(crate) best: Option<PackedMove>,
    pub(crate) value: i32,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// In which search it was found.
    age: u8,
}

/// Positions by their keys, two for each place: one that is worth keeping, and the latest.
pub(crate) struct Table {
    places: Vec<[Option<Entry>; 2]>,
    age: u8,
}

impl Table {
    /// Megabytes, where nobody says how many.
    pub(crate) const USUAL: usize = 32;

    pub(crate) fn of_megabytes(megabytes: usize) -> Table {
        let each = size_of::<[Option<Entry>; 2]>();
        let places = (megabytes.max(1) << 20) / each;
        Table { places: vec![[None; 2]; places], age: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.places.fill([None; 2]);
    }

    /// Another search begins; what the last one has found is still true, but less worth keeping.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.places.len() as u128) >> 64) as usize
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.places[self.place(key)].iter().flatten().find(|entry| entry.key == key).copied()
    }

    pub(crate) fn put(
        &mut self,
        key: u64,
        depth: u32,
        best: Option<PackedMove>,
        (value, bound): (i32, Bound),
    ) {
        let place = self.place(key);
        let age = self.age;
        let entry = Entry { key, best, value, depth: depth.min(u8::MAX.into()) as u8, bound, age };
        let [kept, latest] = &mut self.places[place];
        let is_better = kept.is_none_or(|old| old.key == key || old.age != age || old.depth <= entry.depth);
        if is_better {
            // Of a move nothing may be known this time, although it was before.
            let before = kept.filter(|old| old.key == key).and_then(|old| old.best);
            if kept.is_some_and(|old| old.key != key) {
                *latest = *kept;
            }
            *kept = Some(Entry { best: best.or(before), ..entry });
        } else {
            *latest = Some(entry);
        }
    }

    /// In thousandths.
    pub(crate) fn full(&self) -> u32 {
        let some = self.places.iter().take(1000);
        let used = some.clone().filter(|place| place[0].is_some_and(|entry| entry.age == self.age)).count();
        (used * 1000 / some.len().max(1)) as u32
    }
}

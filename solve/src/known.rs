//! Codes that are known already, numbered in the order in which they came.

/// No code.
const NOTHING: u32 = u32::MAX;

/// A set of codes, each of so many words.
pub(crate) struct Known {
    words: usize,
    /// One after the other.
    codes: Vec<u64>,
    /// Where a code may be: its number, or [`NOTHING`]. Always a power of two of places.
    places: Vec<u32>,
}

impl Known {
    /// The numbers are below this.
    pub(crate) const MOST: u64 = NOTHING as u64;

    pub(crate) fn new(words: usize) -> Known {
        Known { words, codes: Vec::new(), places: vec![NOTHING; 1024] }
    }

    pub(crate) fn len(&self) -> usize {
        self.codes.len() / self.words
    }

    /// The code of a number.
    pub(crate) fn code(&self, number: u32) -> &[u64] {
        &self.codes[number as usize * self.words..][..self.words]
    }

    /// The number of a code, if it is known.
    pub(crate) fn find(&self, code: &[u64]) -> Option<u32> {
        let number = self.places[self.place(code)];
        (number != NOTHING).then_some(number)
    }

    /// The number of a code, and whether it is new.
    pub(crate) fn insert(&mut self, code: &[u64]) -> (u32, bool) {
        let place = self.place(code);
        if self.places[place] != NOTHING {
            return (self.places[place], false);
        }
        let number = self.len() as u32;
        self.places[place] = number;
        self.codes.extend_from_slice(code);
        if self.len() * 3 > self.places.len() * 2 {
            self.grow();
        }
        (number, true)
    }

    /// The place of a code, or the one where it would be.
    fn place(&self, code: &[u64]) -> usize {
        let mask = self.places.len() - 1;
        let hash = code.iter().fold(0x9E37_79B9_7F4A_7C15, |hash: u64, word| {
            let product = u128::from(hash ^ word) * 0xA076_1D64_78BD_642F;
            product as u64 ^ (product >> 64) as u64
        });
        let mut place = hash as usize & mask;
        while self.places[place] != NOTHING && self.code(self.places[place]) != code {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        self.places = vec![NOTHING; self.places.len() * 2];
        for number in 0..self.len() as u32 {
            let place = self.place(self.code(number));
            self.places[place] = number;
        }
    }
}

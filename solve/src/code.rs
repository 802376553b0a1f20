//! States as a few words each, exactly: what stands on the tiles takes some bits of each tile, and everything else is a number under which it is kept.

use rustc_hash::FxHashMap;
use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::{Game, Piece, State};

/// There is room for at least so many bits of the number of everything else at first.
const LEAST_BITS: u32 = 16;
/// There is never room for more.
const MOST_BITS: u32 = 32;

/// There is no room in the code for the number of what is besides the board: it has to be longer.
#[derive(Debug)]
pub(crate) struct Narrow;

/// Writes states as words, and reads them.
pub(crate) struct Codec {
    tiles: usize,
    /// Owners that a piece can have, nobody included.
    owners: u64,
    /// Bits of a tile, and tiles in a word.
    bits: u32,
    per_word: usize,
    /// Words of a code.
    words: usize,
    /// Where in the last word the number of the rest begins, and of how many bits it is.
    rest_at: u32,
    rest_bits: u32,
    /// What there is besides the board, each with its number, and a state that has it.
    rests: FxHashMap<Box<[u8]>, u32>,
    samples: Vec<State>,
    scratch: Vec<u8>,
}

impl Codec {
    /// A codec for a game, whose codes have so many more words than the fewest.
    pub(crate) fn new(game: &Game, more: usize) -> Codec {
        let (tiles, rules) = (game.board().len(), game.rules());
        let owners = rules.players.len() as u64 + 1;
        let bits = u64::BITS - (rules.kinds.len() as u64 * owners).leading_zeros();
        let per_word = (u64::BITS / bits) as usize;
        let last = tiles.div_ceil(per_word).max(1);
        let in_last = (tiles - (last - 1) * per_word) as u32;
        let left = u64::BITS - in_last * bits;
        let (words, rest_at) =
            if left >= LEAST_BITS && more == 0 { (last, in_last * bits) } else { (last + 1, 0) };
        Codec {
            tiles,
            owners,
            bits,
            per_word,
            words,
            rest_at,
            rest_bits: (u64::BITS - rest_at).min(MOST_BITS),
            rests: FxHashMap::default(),
            samples: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Words of a code.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Writes the code of a state.
    pub(crate) fn encode(&mut self, state: &State, code: &mut Vec<u64>) -> Result<(), Narrow> {
        self.scratch.clear();
        state.write_rest(&mut self.scratch);
        let rest = match self.rests.get(self.scratch.as_slice()) {
            Some(number) => *number,
            None => {
                let number = self.samples.len() as u64;
                if number >> self.rest_bits != 0 {
                    return Err(Narrow);
                }
                self.rests.insert(self.scratch.as_slice().into(), number as u32);
                self.samples.push(state.clone());
                number as u32
            }
        };
        self.write(state, rest, code);
        Ok(())
    }

    /// Writes the code of a state, unless there is none like it but for the board.
    pub(crate) fn find(&self, state: &State, code: &mut Vec<u64>) -> bool {
        let mut bytes = Vec::new();
        state.write_rest(&mut bytes);
        let rest = self.rests.get(bytes.as_slice());
        rest.into_iter().for_each(|rest| self.write(state, *rest, code));
        rest.is_some()
    }

    fn write(&self, state: &State, rest: u32, code: &mut Vec<u64>) {
        code.clear();
        code.resize(self.words, 0);
        state.each_piece(&mut |tile, piece| {
            let owner = piece.owner.map_or(0, |owner| owner.index() as u64 + 1);
            let digit = 1 + piece.kind.index() as u64 * self.owners + owner;
            let (word, place) = (tile.index() / self.per_word, tile.index() % self.per_word);
            code[word] |= digit << (place as u32 * self.bits);
        });
        code[self.words - 1] |= u64::from(rest) << self.rest_at;
    }

    /// The number of what the state of a code has besides the board.
    pub(crate) fn rest(&self, code: &[u64]) -> u32 {
        (code[self.words - 1] >> self.rest_at) as u32 & (u64::MAX >> (u64::BITS - self.rest_bits)) as u32
    }

    /// A state that has this besides the board.
    pub(crate) fn sample(&self, rest: u32) -> &State {
        &self.samples[rest as usize]
    }

    /// The pieces of a code, in the order of their tiles.
    pub(crate) fn pieces(&self, code: &[u64]) -> impl Iterator<Item = (Tile, Piece)> {
        let mask = u64::MAX >> (u64::BITS - self.bits);
        (0..self.tiles).filter_map(move |tile| {
            let place = (tile % self.per_word) as u32;
            let digit = code[tile / self.per_word] >> (place * self.bits) & mask;
            let digit = digit.checked_sub(1)?;
            let owner = (digit % self.owners).checked_sub(1);
            let owner = owner.map(|owner| PlayerId::new(owner as usize));
            Some((Tile::new(tile), Piece { kind: KindId::new((digit / self.owners) as usize), owner }))
        })
    }

    /// The state of a code.
    pub(crate) fn decode(&self, code: &[u64]) -> State {
        let pieces: Vec<(Tile, Piece)> = self.pieces(code).collect();
        self.sample(self.rest(code)).with_pieces(&pieces)
    }
}

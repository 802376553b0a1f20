//! A position as sets of tiles: small, and copied to make a move. Which set is what, the [layout](crate::plan::layout) says.

use tilegame_dsl::ir::{MarkId, PlayerId, Tile};

use crate::packed::set::Set;
use crate::reference::position::Left;

/// At most so many marks are on the board at once.
pub(crate) const MOST_MARKS: usize = 4;

/// A position. `N` is how many sets there is room for, and how many counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State<const W: usize, const N: usize> {
    /// The tiles of each kind, then of each player, then what else is known of tiles: see [`Layout`].
    pub(crate) sets: [Set<W>; N],
    pub(crate) counters: [i32; N],
    pub(crate) marks: [Spot; MOST_MARKS],
    pub(crate) marked: u8,
    pub(crate) turn: u16,
}

/// A mark on a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Spot {
    pub(crate) mark: u8,
    pub(crate) tile: u16,
    pub(crate) maker: u16,
    pub(crate) owner: u8,
}

impl Spot {
    pub(crate) fn left(&self, at: impl Fn(usize) -> Tile) -> Left {
        Left {
            mark: MarkId(self.mark),
            tile: at(self.tile.into()),
            maker: at(self.maker.into()),
            owner: PlayerId(self.owner),
        }
    }
}

impl<const W: usize, const N: usize> State<W, N> {
    /// The marks on the board.
    #[inline(always)]
    pub(crate) fn spots(&self) -> &[Spot] {
        &self.marks[..(self.marked as usize).min(MOST_MARKS)]
    }

    /// Which of these kinds the piece on a tile is of, if it is of one of them.
    #[inline(always)]
    pub(crate) fn kind_among(&self, kinds: &[u8], tile: usize) -> u8 {
        let [first, others @ ..] = kinds else { return 0 };
        let is = |kind: &&u8| self.sets[**kind as usize & (N - 1)].has(tile);
        *others.iter().find(is).unwrap_or(first)
    }

    /// Adds a mark; whether there was room.
    pub(crate) fn mark(&mut self, spot: Spot) -> bool {
        if self.spots().contains(&spot) {
            return true;
        }
        if self.marked as usize == MOST_MARKS {
            return false;
        }
        self.marks[self.marked as usize] = spot;
        self.marked += 1;
        true
    }

    /// Takes off the marks that are not to be kept.
    #[inline(always)]
    pub(crate) fn retain_marks(&mut self, keep: impl Fn(&Spot) -> bool) {
        let (old, number) = (self.marks, (self.marked as usize).min(MOST_MARKS));
        self.marked = 0;
        self.marks = [Spot::default(); MOST_MARKS];
        for spot in old[..number].iter().filter(|s| keep(s)) {
            self.marks[self.marked as usize] = *spot;
            self.marked += 1;
        }
    }
}

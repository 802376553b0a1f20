//! Look-ups: for each tile, which tiles its ways lead to, by which of a few other tiles are empty.
//!
//! One table serves every shape that asks only for emptiness: lines, lame leaps, hops, several ways to one tile. The bits of the
//! tiles that matter are gathered into a number, and the number is looked up.

use super::cpu::Cpu;
use super::set::{ByTile, Set};

/// A table is not made for more tiles that matter than this; it has an entry for each set of them.
pub(super) const MOST_BITS: u32 = 12;

/// A way to another tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Link<const W: usize> {
    pub(super) to: usize,
    pub(super) empty: Set<W>,
    pub(super) full: Set<W>,
}

impl<const W: usize> Link<W> {
    pub(super) fn is_open(&self, occupied: Set<W>) -> bool {
        !self.empty.meets(occupied) && self.full.without(occupied).is_empty()
    }
}

/// The ways of one sort from every tile.
pub(super) type Line<const W: usize> = Vec<Vec<Link<W>>>;

/// The tiles that matter to a tile's ways.
pub(super) fn relevant<'l, const W: usize>(links: impl Iterator<Item = &'l Link<W>>) -> Set<W> {
    links.fold(Set::EMPTY, |all, link| all | link.empty | link.full)
}

/// A look-up table for all tiles.
#[derive(Clone, Debug)]
pub(super) struct Table<const W: usize> {
    looks: ByTile<Look<W>, W>,
    sets: Vec<Set<W>>,
}

#[derive(Clone, Copy, Debug)]
struct Look<const W: usize> {
    mask: Set<W>,
    offset: u32,
}

impl<const W: usize> Table<W> {
    /// The table of several lines together.
    pub(super) fn new(lines: &[&Line<W>]) -> Table<W> {
        let mut sets = Vec::new();
        let looks = ByTile::from_fn(|tile| {
            let links: Vec<Link<W>> = lines.iter().filter_map(|l| l.get(tile)).flatten().copied().collect();
            let mask = relevant(links.iter());
            let offset = sets.len() as u32;
            let tiles: Vec<usize> = mask.iter().collect();
            for number in 0..1u64 << tiles.len() {
                let bits = tiles.iter().enumerate().filter(|(i, _)| number >> i & 1 != 0);
                let occupied: Set<W> = bits.map(|(_, t)| *t).collect();
                sets.push(links.iter().filter(|l| l.is_open(occupied)).map(|l| l.to).collect());
            }
            Look { mask, offset }
        });
        Table { looks, sets }
    }

    /// Where the ways from a tile lead.
    #[inline(always)]
    pub(super) fn look<C: Cpu>(&self, cpu: C, tile: usize, occupied: Set<W>) -> Set<W> {
        let look = self.looks.at(tile);
        let mut index = look.offset as usize;
        let mut shift = 0;
        for i in 0..W {
            index += (cpu.gather(occupied.0[i], look.mask.0[i]) as usize) << shift;
            if W > 1 {
                shift += look.mask.0[i].count_ones();
            }
        }
        self.sets[index]
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        self.sets.len() * size_of::<Set<W>>() + W * 64 * size_of::<Look<W>>()
    }
}

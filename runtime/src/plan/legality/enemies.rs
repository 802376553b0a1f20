//! How the enemies of a player take, and what must be empty between.

use std::sync::Arc;

use crate::packed::set::{ByTile, Set};
use crate::plan::table::Table;

/// How a player's enemies take.
#[derive(Clone, Debug, Default)]
pub(crate) struct Against<const W: usize> {
    pub(crate) leaps: Vec<Leapers<W>>,
    /// Lines of which each enemy and tile have just one way in common, or else each apart.
    pub(crate) lines: Vec<Lines<W>>,
}

/// Enemies in one set of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foes {
    pub(crate) set: u8,
    pub(crate) owner: u8,
}

/// Enemies who leap.
#[derive(Clone, Debug)]
pub(crate) struct Leapers<const W: usize> {
    pub(crate) foes: Foes,
    /// From where they take on a tile; and from where they take where a royal piece on that tile might go.
    pub(crate) near: ByTile<[Set<W>; 2], W>,
    pub(crate) to: ByTile<Set<W>, W>,
}

/// Enemies who take along lines.
#[derive(Clone, Debug)]
pub(crate) struct Lines<const W: usize> {
    pub(crate) sorts: Vec<Sort<W>>,
    pub(crate) between: Between<W>,
}

#[derive(Clone, Debug)]
pub(crate) struct Sort<const W: usize> {
    pub(crate) foes: Foes,
    /// From where they could take on a tile; and from where they could take where a royal piece on that tile might go.
    pub(crate) near: ByTile<[Set<W>; 2], W>,
    /// The lines as seen from where they take, and as seen from where they stand.
    pub(crate) back: Arc<Table<W>>,
    pub(crate) there: Arc<Table<W>>,
}

/// What must be empty for a piece on one tile to take on another.
#[derive(Clone, Debug)]
pub(crate) enum Between<const W: usize> {
    /// There is one way at most: looked up by the tile where something is taken and the other.
    One(ByTile<ByTile<Set<W>, W>, W>),
    /// There may be several: by the tile where something is taken, with where they begin.
    Several(ByTile<Vec<(u16, Set<W>)>, W>),
}

impl<const W: usize> Between<W> {
    /// Calls `then` with the tiles in between of every way.
    #[inline(always)]
    pub(crate) fn each(&self, target: usize, from: usize, mut then: impl FnMut(Set<W>)) {
        match self {
            Between::One(sets) => then(*sets.at(target).at(from)),
            Between::Several(ways) => {
                ways.at(target).iter().filter(|(f, _)| *f as usize == from).for_each(|(_, way)| then(*way));
            }
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Between::One(_) => (64 * W) * (64 * W) * size_of::<Set<W>>(),
            Between::Several(ways) => (0..64 * W).map(|t| size_of_val(ways.at(t).as_slice())).sum(),
        }
    }
}

impl<const W: usize> Lines<W> {
    /// Whether some way to take on a tile leads over another.
    pub(crate) fn pass(&self, target: usize, tile: usize) -> bool {
        let mut all = self.sorts.iter().flat_map(|sort| sort.near.at(target)[0].iter());
        all.any(|from| {
            let mut passes = false;
            self.between.each(target, from, |way| passes |= way.has(tile));
            passes
        })
    }
}

impl<const W: usize> Against<W> {
    /// Adds a sort of enemies with their ways.
    pub(crate) fn add(&mut self, sort: Sort<W>, ways: &ByTile<Vec<(u16, Set<W>)>, W>) {
        let is_single = (0..64 * W).all(|t| ways.at(t).len() as u32 == sort.near.at(t)[0].len());
        if !is_single || W > 4 {
            let between = Between::Several(ways.clone());
            return self.lines.push(Lines { sorts: vec![sort], between });
        }
        let fits = |lines: &&mut Lines<W>| match &lines.between {
            Between::Several(_) => false,
            Between::One(sets) => (0..64 * W).all(|tile| {
                let known = lines.sorts.iter().fold(Set::EMPTY, |all, s| all | s.near.at(tile)[0]);
                let same = |(from, way): &(u16, _)| sets.at(tile).at(*from as usize) == way;
                ways.at(tile).iter().filter(|(from, _)| known.has(*from as usize)).all(same)
            }),
        };
        let at = self.lines.iter_mut().position(|l| fits(&l)).unwrap_or_else(|| {
            let none = || ByTile::from_fn(|_| Set::EMPTY);
            self.lines.push(Lines { sorts: Vec::new(), between: Between::One(ByTile::from_fn(|_| none())) });
            self.lines.len() - 1
        });
        let lines = &mut self.lines[at];
        if let Between::One(sets) = &mut lines.between {
            for tile in 0..64 * W {
                ways.at(tile).iter().for_each(|(from, way)| *sets.at_mut(tile).at_mut(*from as usize) = *way);
            }
        }
        lines.sorts.push(sort);
    }

    /// How much memory it takes, apart from the tables.
    pub(crate) fn bytes(&self) -> usize {
        let sets = |number: usize| number * 64 * W * size_of::<Set<W>>();
        let lines = self.lines.iter().map(|l| sets(2 * l.sorts.len()) + l.between.bytes());
        sets(3 * self.leaps.len()) + lines.sum::<usize>()
    }
}

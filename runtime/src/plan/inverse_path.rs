//! Inverse paths: tests of what a path sees, answered for all tiles at once.
//!
//! Where each way of a path asks about a single tile and no other, such as one that runs over everything to some piece, it is turned
//! round: from every tile of which the answer is right, the tiles from which it is seen are one set. Other paths may be
//! [filled](crate::plan::backward_fill).

use crate::packed::set::{ByTile, Set};
use crate::plan::backward_fill::BackwardFill;
use crate::plan::program::{Ask, Code, Range};

/// A path as one player walks it.
#[derive(Clone, Debug)]
pub(crate) enum InversePath<const W: usize> {
    /// Turned round.
    Turned(Vec<Sort<W>>),
    Swept(BackwardFill<W>),
}

/// Ways that ask the same.
#[derive(Clone, Debug)]
pub(crate) struct Sort<const W: usize> {
    pub(crate) asks: Vec<(Ask, bool)>,
    /// From where each tile is seen.
    pub(crate) from: ByTile<Set<W>, W>,
    /// The same as differences of tile numbers, and the tiles that are seen so, if there are few.
    pub(crate) shifts: Option<Vec<(i32, Set<W>)>>,
}

/// With more differences than these it is quicker to look up one tile after the other.
const MOST_SHIFTS: usize = 8;

/// More sorts of ways than these are not worth it.
const MOST_SORTS: usize = 4;

impl<const W: usize> InversePath<W> {
    /// The programs of a path on every tile, turned round, if that can be done.
    pub(crate) fn new(code: &Code, programs: &[Range]) -> Option<InversePath<W>> {
        let mut sorts: Vec<Sort<W>> = Vec::new();
        let mut is_of_single_tiles = true;
        for (from, program) in programs.iter().enumerate() {
            code.ways(*program, |asked, _| {
                let Some((_, seen, _)) = asked.first().filter(|_| is_of_single_tiles) else {
                    is_of_single_tiles = false;
                    return;
                };
                is_of_single_tiles = asked.iter().all(|(_, tile, _)| tile == seen);
                let asks = || asked.iter().map(|(ask, _, wanted)| (*ask, *wanted));
                let at = sorts.iter().position(|s| s.asks.iter().copied().eq(asks())).unwrap_or_else(|| {
                    let from = ByTile::from_fn(|_| Set::EMPTY);
                    sorts.push(Sort { asks: asks().collect(), from, shifts: None });
                    sorts.len() - 1
                });
                sorts[at].from.at_mut(*seen as usize).insert(from);
            });
            is_of_single_tiles &= sorts.len() <= MOST_SORTS;
        }
        sorts.iter_mut().for_each(Sort::see_shifts);
        is_of_single_tiles.then_some(InversePath::Turned(sorts))
    }
}

impl<const W: usize> Sort<W> {
    fn see_shifts(&mut self) {
        let mut shifts: Vec<(i32, Set<W>)> = Vec::new();
        for seen in 0..64 * W {
            for from in self.from.at(seen).iter() {
                let by = from as i32 - seen as i32;
                match shifts.iter().position(|(known, _)| *known == by) {
                    Some(at) => shifts[at].1.insert(seen),
                    None if shifts.len() == MOST_SHIFTS => return,
                    None => shifts.push((by, Set::one(seen))),
                }
            }
        }
        self.shifts = Some(shifts);
    }
}

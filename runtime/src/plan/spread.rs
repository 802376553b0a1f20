//! Spreads: paths that lead from each tile to the same tiles in every position, as one step of a flood fill.
//!
//! A path that asks nothing, such as a step to any neighbour, leads where the board says. So all tiles that are connected by it are found in rounds, each
//! of which goes on from all tiles that have been reached, not from one at a time.

use crate::packed::set::{ByTile, Set};
use crate::plan::program::{Code, Op, Range};

/// A path as one player walks it.
#[derive(Clone, Debug)]
pub(crate) struct Spread<const W: usize> {
    steps: Steps<W>,
    /// Wherever it leads, it leads back.
    pub(crate) is_mutual: bool,
}

/// Where the path leads.
#[derive(Clone, Debug)]
enum Steps<const W: usize> {
    /// Differences of tile numbers, and the tiles from which each leads on.
    Shifts(Vec<(i32, Set<W>)>),
    /// By tile, where there are too many of these.
    Each(ByTile<Set<W>, W>),
}

/// With more differences than these it is quicker to look up one tile after the other.
const MOST_SHIFTS: usize = 8;

impl<const W: usize> Spread<W> {
    /// The programs of a path on every tile as a spread, if none of them asks anything.
    pub(crate) fn new(code: &Code, programs: &[Range]) -> Option<Spread<W>> {
        let ops = |program: &Range| &code.ops[program.start as usize..program.end as usize];
        if programs.iter().flat_map(ops).any(|op| matches!(op, Op::If { .. })) {
            return None;
        }
        let mut ends: ByTile<Set<W>, W> = ByTile::from_fn(|_| Set::EMPTY);
        for (from, program) in programs.iter().enumerate() {
            code.ways(*program, |_, leaf| ends.at_mut(from).insert(code.leaves[leaf as usize].to.into()));
        }
        let tiles = programs.len();
        let is_mutual = (0..tiles).all(|from| ends.at(from).iter().all(|to| ends.at(to).has(from)));
        let mut shifts: Vec<(i32, Set<W>)> = Vec::new();
        for (from, to) in (0..tiles).flat_map(|from| ends.at(from).iter().map(move |to| (from, to))) {
            let by = to as i32 - from as i32;
            match shifts.iter_mut().find(|(known, _)| *known == by) {
                Some((_, starts)) => starts.insert(from),
                None => shifts.push((by, Set::one(from))),
            }
        }
        let steps = if shifts.len() <= MOST_SHIFTS { Steps::Shifts(shifts) } else { Steps::Each(ends) };
        Some(Spread { steps, is_mutual })
    }

    /// Where the path leads from these tiles.
    #[inline]
    pub(crate) fn next(&self, from: Set<W>) -> Set<W> {
        match &self.steps {
            Steps::Shifts(shifts) => {
                shifts.iter().fold(Set::EMPTY, |all, (by, starts)| all | (from & *starts).rolled(*by))
            }
            Steps::Each(ends) => from.iter().fold(Set::EMPTY, |all, tile| all | *ends.at(tile)),
        }
    }

    /// All tiles that are reached from these by walking the path again and again over tiles of a set; where they start is among them.
    pub(crate) fn flood(&self, from: Set<W>, over: Set<W>) -> Set<W> {
        let (mut reached, mut new) = (from, from);
        while !new.is_empty() {
            new = (self.next(new) & over).without(reached);
            reached |= new;
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::program::{Lands, Leaf};

    /// A path that leads from each tile of a row to those beside it.
    fn beside(tiles: usize) -> (Code, Vec<Range>) {
        let (mut code, mut programs) = (Code::default(), Vec::new());
        for tile in 0..tiles {
            let start = code.ops.len() as u32;
            let ends = [tile.checked_sub(1), Some(tile + 1).filter(|to| *to < tiles)];
            for to in ends.into_iter().flatten() {
                code.ops.push(Op::Leaf(code.leaves.len() as u32));
                let (to, lands) = (to as u16, Lands::Anyhow);
                let (becomes, promotes, changes) = (None, None, Box::default());
                code.leaves.push(Leaf {
                    to,
                    rule: 0,
                    lands,
                    stays: true,
                    becomes,
                    promotes,
                    changes,
                    tag: 0,
                });
            }
            programs.push(Range { start, end: code.ops.len() as u32 });
        }
        (code, programs)
    }

    #[test]
    fn a_flood_stops_where_tiles_are_missing() {
        let (code, programs) = beside(70);
        let spread: Spread<2> = Spread::new(&code, &programs).expect("it asks nothing");
        assert!(spread.is_mutual);
        let over: Set<2> = (0..70).filter(|tile| *tile != 30 && *tile != 66).collect();
        assert_eq!(spread.flood(Set::one(40), over), (31..66).collect());
    }
}

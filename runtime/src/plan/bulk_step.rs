//! Kinds that go by few differences of tile numbers: all their pieces are moved at once by shifting a set.
//!
//! Which kinds these are is found, not declared, on any board.

use smallvec::SmallVec;

use crate::moves::Change;
use crate::packed::set::Set;
use crate::plan::arrive::NO_LEAF;
use crate::plan::movers::{BulkPath, BulkStep};
use crate::plan::program::{Code, Leaf};
use crate::plan::ways::{Half, RuleShape, Way};

/// A kind that goes by more differences than this is not shifted.
const MOST_SHIFTS: usize = 6;

/// What has been found of a shift.
struct Draft<const W: usize> {
    by: i32,
    half: Half,
    ways: Vec<DraftWay<W>>,
    leaves: Option<Vec<u32>>,
}

/// From which tiles, and which tiles must be empty or occupied, as differences of tile numbers from there.
struct DraftWay<const W: usize> {
    from: Set<W>,
    asks: Asks,
}

/// Which tiles must be empty, and which occupied.
type Asks = (SmallVec<[i32; 4]>, SmallVec<[i32; 4]>);

/// Whether a rule asks and does nothing that stands in the way of shifting.
pub(crate) fn is_shiftable<const W: usize>(code: &Code, rule: &RuleShape<W>) -> bool {
    let becomes = |way: &Way<W>| code.leaves.get(way.leaf as usize).is_some_and(|l| l.becomes.is_some());
    let is_simple = |way: &Way<W>| way.bar.is_none() && !becomes(way);
    !rule.is_marked && rule.ways.as_ref().is_some_and(|ways| ways.iter().all(is_simple))
}

/// The ways of a kind's shiftable rules as shifts, if all of them are; what its other rules do must be something else.
pub(crate) fn shifts<const W: usize>(
    code: &Code,
    tiles: usize,
    rules: &[RuleShape<W>],
) -> Option<Vec<BulkStep<W>>> {
    let mut shifts: Vec<Draft<W>> = Vec::new();
    let mut made: Vec<(usize, usize, Half, &[Change])> = Vec::new();
    let (shiftable, others): (Vec<_>, Vec<_>) =
        rules.iter().filter(|r| !r.is_onto).partition(|rule| is_shiftable(code, rule));
    for rule in shiftable {
        for way in rule.ways.iter().flatten() {
            let leaf = code.leaves.get(way.leaf as usize);
            let changes = leaf.map_or(&[][..], |leaf| &leaf.changes);
            let by = way.to as i32 - way.from as i32;
            let back = |tile: usize| tile as i32 - way.from as i32;
            let asks: Asks = (way.empty.iter().map(back).collect(), way.full.iter().map(back).collect());
            let fits = |s: &&mut Draft<W>| {
                let is_like = match &s.leaves {
                    None => changes.is_empty(),
                    // A piece that leaves one mark or another does so by two shifts.
                    Some(leaves) => {
                        !changes.is_empty() && s.ways[0].asks == asks && leaves[way.from] == NO_LEAF
                    }
                };
                is_like && s.by == by && s.half == way.half
            };
            let same = |m: &&(usize, usize, Half, &[Change])| {
                let apart = m.2 != way.half && m.2 != Half::Both && way.half != Half::Both;
                m.0 == way.from && m.1 == way.to && m.3 == changes && !apart
            };
            let is_again = made.iter().any(|m| same(&m));
            if made.iter().any(|m| same(&m) && m.2 != way.half) {
                return None;
            }
            made.push((way.from, way.to, way.half, changes));
            let Some(shift) = shifts.iter_mut().find(fits) else {
                if shifts.len() == MOST_SHIFTS || is_again {
                    return None;
                }
                let leaves = (!changes.is_empty()).then(|| {
                    let mut leaves = vec![NO_LEAF; tiles];
                    leaves[way.from] = way.leaf;
                    leaves
                });
                let ways = vec![DraftWay { from: Set::one(way.from), asks }];
                shifts.push(Draft { by, half: way.half, ways, leaves });
                continue;
            };
            if is_again && shift.leaves.is_some() {
                return None;
            }
            if let Some(leaves) = &mut shift.leaves {
                leaves[way.from] = way.leaf;
            }
            match shift.ways.iter_mut().find(|w| w.asks == asks) {
                Some(known) => known.from.insert(way.from),
                None => shift.ways.push(DraftWay { from: Set::one(way.from), asks }),
            }
        }
    }
    let is_else = |from: usize, leaf: &Leaf, is_marked: bool| {
        let is_made = || made.iter().any(|m| (m.0, m.1, m.3) == (from, leaf.to as usize, &*leaf.changes));
        match &*leaf.changes {
            // Its label tells it from whatever else changes the same.
            _ if is_marked => true,
            [] => false,
            [Change::Take(tile)] => tile.index() != leaf.to as usize,
            _ => !is_made(),
        }
    };
    for rule in others {
        let mut are_others = true;
        for (from, range) in rule.programs.iter().enumerate() {
            code.ways(*range, |_, number| {
                are_others &= is_else(from, &code.leaves[number as usize], rule.is_marked);
            });
        }
        if !are_others {
            return None;
        }
    }
    // A kind that goes alike whether it takes or not has mostly few pieces, and a table of its own. One step costs no more for all
    // pieces than for one.
    let pays = shifts.iter().any(|s| s.half != Half::Both) || shifts.len() == 1;
    pays.then(|| shifts.into_iter().map(Draft::done).collect())
}

impl<const W: usize> Draft<W> {
    fn done(self) -> BulkStep<W> {
        let all_if = |wanted: bool| if wanted { !Set::EMPTY } else { Set::EMPTY };
        let mut ways = self.ways.into_iter().map(|way| {
            let (empty, full) = way.asks;
            let mut empty = empty.into_iter().map(|by| -by);
            let over = empty.next();
            let more = empty.map(|by| (by, false)).chain(full.into_iter().map(|by| (-by, true)));
            BulkPath { from: way.from, over, more: more.collect() }
        });
        let first = ways.next().expect("a shift is made of ways");
        let others: Vec<_> = ways.collect();
        BulkStep {
            by: self.by,
            is_simple: first.more.is_empty() && others.is_empty(),
            first,
            if_free: all_if(self.half != Half::Capture),
            if_enemy: all_if(self.half != Half::Quiet),
            others,
            leaves: self.leaves,
            arrives: None,
        }
    }
}

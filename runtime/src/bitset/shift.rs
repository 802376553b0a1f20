//! Kinds that go by few differences of tile numbers: all their pieces are moved at once by shifting a set.
//!
//! Which kinds these are is found, not declared, on any board.

use smallvec::SmallVec;

use super::engine::{Shift, ShiftWay};
use super::program::Code;
use super::set::Set;
use super::ways::{Half, RuleShape};
use crate::moves::Change;

/// A kind that goes by more differences than this is not shifted.
const MOST_SHIFTS: usize = 4;

/// A kind's ways as shifts, if all of them are.
pub(super) fn shifts<const W: usize>(
    code: &Code,
    tiles: usize,
    rules: &[RuleShape<W>],
) -> Option<Vec<Shift<W>>> {
    let mut shifts: Vec<Shift<W>> = Vec::new();
    let mut made: Vec<(usize, usize, Half, &[Change])> = Vec::new();
    for rule in rules.iter().filter(|r| !r.is_onto) {
        if rule.is_marked {
            return None;
        }
        for way in rule.ways.as_ref()? {
            let changes = &*code.leaves[way.leaf as usize].changes;
            let by = way.to as i32 - way.from as i32;
            let back = |tile: usize| tile as i32 - way.from as i32;
            let (empty, full): (SmallVec<[i32; 4]>, SmallVec<[i32; 4]>) =
                (way.empty.iter().map(back).collect(), way.full.iter().map(back).collect());
            let fits = |s: &&mut Shift<W>| {
                s.by == by
                    && s.half == way.half
                    && s.leaves.is_some() != changes.is_empty()
                    && (changes.is_empty() || s.first.empty == empty && s.first.full == full)
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
                    let mut leaves = vec![u32::MAX; tiles];
                    leaves[way.from] = way.leaf;
                    leaves
                });
                let first = ShiftWay { from: Set::one(way.from), empty, full };
                shifts.push(Shift { by, half: way.half, first, others: Vec::new(), leaves });
                continue;
            };
            if is_again && shift.leaves.is_some() {
                return None;
            }
            if let Some(leaves) = &mut shift.leaves {
                leaves[way.from] = way.leaf;
            }
            let mut ways = std::iter::once(&mut shift.first).chain(&mut shift.others);
            match ways.find(|w| w.empty == empty && w.full == full) {
                Some(known) => known.from.insert(way.from),
                None => shift.others.push(ShiftWay { from: Set::one(way.from), empty, full }),
            }
        }
    }
    // A kind that goes alike whether it takes or not has mostly few pieces, and a table of its own.
    shifts.iter().any(|s| s.half != Half::Both).then_some(shifts)
}

//! Blockers: pieces of any player that may neither be leapt over nor captured.
//!
//! Ways that ask of some tiles that no piece of certain kinds stands there are looked up as if that were so, by which tiles are empty. Then
//! what each of these pieces blocks is taken away.

use crate::packed::set::{ByTile, Set};
use crate::plan::links::Line;

/// There is an entry for every two tiles, so not on boards larger than this many words.
const MOST_WORDS: usize = 4;

/// What the pieces in one set of a state bar.
#[derive(Clone, Debug)]
pub(crate) struct Blockers<const W: usize> {
    /// The set of these pieces in a state.
    pub(crate) set: u8,
    /// From each tile, where such a piece is in the way.
    matters: ByTile<Set<W>, W>,
    /// By the tile where ways begin and that of such a piece: where they lead no longer.
    ends: ByTile<ByTile<Set<W>, W>, W>,
}

impl<const W: usize> Blockers<W> {
    /// What the pieces in this set bar on these lines.
    pub(crate) fn new(lines: &[&Line<W>], set: u8) -> Blockers<W> {
        let mut matters = ByTile::from_fn(|_| Set::EMPTY);
        let mut ends: ByTile<ByTile<Set<W>, W>, W> = ByTile::from_fn(|_| ByTile::from_fn(|_| Set::EMPTY));
        for line in lines {
            for (from, links) in line.iter().enumerate() {
                for link in links {
                    *matters.at_mut(from) |= link.barred;
                    link.barred.iter().for_each(|tile| ends.at_mut(from).at_mut(tile).insert(link.to));
                }
            }
        }
        Blockers { set, matters, ends }
    }

    /// Those of the tiles to which ways from a tile lead that they still lead to when these pieces are there.
    #[inline(always)]
    pub(crate) fn left(&self, from: usize, to: Set<W>, pieces: Set<W>) -> Set<W> {
        let mut left = to;
        for tile in (pieces & *self.matters.at(from)).iter() {
            left = left.without(*self.ends.at(from).at(tile));
        }
        left
    }

    /// How much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        (64 * W + 1) * 64 * W * size_of::<Set<W>>()
    }
}

/// Whether a piece on a tile is in the way of all ways of these lines from one tile to another, or of none. (One on a tile that must be
/// empty is.)
pub(crate) fn fits<const W: usize>(lines: &[&Line<W>]) -> bool {
    let links = || lines.iter().flat_map(|line| line.iter()).flatten();
    let Some(bar) = links().find_map(|l| l.bar) else { return true };
    let tiles = lines.iter().map(|l| l.len()).max().unwrap_or(0);
    W <= MOST_WORDS
        && links().all(|l| l.bar.is_none_or(|b| b == bar))
        && (0..tiles).all(|tile| {
            let from_here = || lines.iter().filter_map(|line| line.get(tile)).flatten();
            from_here().all(|a| {
                let mut others = from_here().filter(|b| b.to == a.to);
                others.all(|b| a.barred.without(b.barred | b.empty).is_empty())
            })
        })
}

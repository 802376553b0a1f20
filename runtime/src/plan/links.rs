//! Ways from tile to tile that ask which other tiles are empty.

use smallvec::SmallVec;

use crate::packed::set::Set;

/// A way to another tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Link<const W: usize> {
    pub(crate) to: usize,
    pub(crate) empty: Set<W>,
    pub(crate) full: Set<W>,
    /// Where no piece may stand of which the test of this number is true.
    pub(crate) barred: Set<W>,
    pub(crate) bar: Option<u32>,
}

impl<const W: usize> Link<W> {
    pub(crate) fn is_open(&self, occupied: Set<W>) -> bool {
        !self.empty.meets(occupied) && self.full.without(occupied).is_empty()
    }
}

/// The ways of one sort from every tile.
pub(crate) type Line<const W: usize> = Vec<Vec<Link<W>>>;

/// The tiles of a ray, nearest first, if these ways are one: each needs just the tiles of the nearer ones empty.
pub(crate) fn ray<const W: usize>(links: &[Link<W>]) -> Option<SmallVec<[usize; 16]>> {
    let mut sorted: SmallVec<[(u32, &Link<W>); 16]> = links.iter().map(|l| (l.empty.len(), l)).collect();
    sorted.sort_by_key(|(length, _)| *length);
    let mut nearer = Set::EMPTY;
    for (_, link) in &sorted {
        if link.empty != nearer || !link.full.is_empty() || link.bar.is_some() {
            return None;
        }
        nearer.insert(link.to);
    }
    Some(sorted.iter().map(|(_, link)| link.to).collect())
}

/// The tiles that matter to a tile's ways.
pub(crate) fn relevant<'l, const W: usize>(links: impl Iterator<Item = &'l Link<W>>) -> Set<W> {
    links.fold(Set::EMPTY, |all, link| all | link.empty | link.full)
}

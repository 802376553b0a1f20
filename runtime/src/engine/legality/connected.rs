//! Legality where the tiles must stay connected.
//!
//! Moves that leave all tiles where they are are legal together, or none is. For the others it is enough to know the parts into which the
//! rest falls when a tile is lifted: it may go wherever it lies beside each of them. If all tiles are connected, a tile whose neighbours
//! reach each other without it leaves one part, and that is soon seen: so a position is looked at once, and not after each of its moves.

use crate::packed::set::Set;
use crate::plan::legality::connected::Adjacency;

/// The tiles of one state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connectivity<'g, const W: usize> {
    ground: &'g Adjacency<W>,
    tiles: Set<W>,
    pub(crate) is_whole: bool,
    /// Places beside some tile, and beside more than one.
    near: Set<W>,
    between: Set<W>,
}

impl<const W: usize> Adjacency<W> {
    /// The part of some tiles in which one of them is, and all that lies beside it.
    fn part(&self, from: usize, tiles: Set<W>) -> [Set<W>; 2] {
        let (mut part, mut new, mut shore) = (Set::EMPTY, Set::one(from), Set::EMPTY);
        while !new.is_empty() {
            part |= new;
            shore |= self.all_beside(new);
            new = (shore & tiles).without(part);
        }
        [part, shore]
    }

    fn all_beside(&self, tiles: Set<W>) -> Set<W> {
        tiles.iter().fold(Set::EMPTY, |all, tile| all | *self.beside.at(tile))
    }

    /// Whether tiles hang together.
    pub(crate) fn is_whole(&self, tiles: Set<W>) -> bool {
        tiles.is_empty() || self.part(tiles.lowest(), tiles)[0] == tiles
    }

    /// What is to be known of the tiles of a state.
    pub(crate) fn footing(&self, tiles: Set<W>) -> Connectivity<'_, W> {
        let (mut near, mut between) = (Set::EMPTY, Set::EMPTY);
        for tile in tiles.iter() {
            let beside = *self.beside.at(tile);
            between |= near & beside;
            near |= beside;
        }
        Connectivity { ground: self, tiles, is_whole: self.is_whole(tiles), near, between }
    }
}

impl<const W: usize> Connectivity<'_, W> {
    /// Whether the other tiles hang together without one.
    pub(crate) fn is_whole_without(&self, tile: usize) -> bool {
        let rest = self.tiles.without(Set::one(tile));
        if !self.is_whole {
            return self.ground.is_whole(rest);
        }
        let neighbours = *self.ground.beside.at(tile) & rest;
        if neighbours.is_at_most_one() {
            return true;
        }
        // They reach each other at once, or mostly after a few steps.
        let (mut reached, mut new) = (Set::EMPTY, Set::one(neighbours.lowest()));
        while !new.is_empty() {
            reached |= new;
            if neighbours.without(reached).is_empty() {
                return true;
            }
            new = (self.ground.all_beside(new) & rest).without(reached);
        }
        false
    }

    /// Whether all tiles hang together when some have gone and others have come.
    pub(crate) fn is_whole_after(&self, gone: Set<W>, come: Set<W>) -> bool {
        self.ground.is_whole(self.tiles.without(gone) | come)
    }

    /// Where a tile may go so that all tiles hang together; places of other tiles may be among these.
    pub(crate) fn goals(&self, tile: usize) -> Set<W> {
        let mut rest = self.tiles.without(Set::one(tile));
        let mut goals = !Set::EMPTY;
        if !rest.is_empty() && self.is_whole && self.is_whole_without(tile) {
            return self.near.without(*self.ground.beside.at(tile)) | self.between;
        }
        while !rest.is_empty() {
            let [part, shore] = self.ground.part(rest.lowest(), rest);
            goals &= shore;
            rest = rest.without(part);
        }
        goals
    }
}

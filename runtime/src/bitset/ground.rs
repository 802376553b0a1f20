//! The ground: how the tiles hang together, where all that must hold after a move is that they do.
//!
//! Moves that leave all tiles where they are are legal together, or none is. For the others it is enough to know the parts into which the
//! rest falls when a tile is lifted: it may go wherever it lies beside each of them. If all tiles hang together, a tile whose neighbours
//! reach each other without it leaves one part, and that is soon seen: so a position is looked at once, and not after each of its moves.

use tilegame_dsl::ir::{DirId, Effect, Path, PlayerId, Rules, Test, Tile};

use super::legality::refuses;
use super::set::{ByTile, Set};
use crate::reference::engine::Reference;

/// Which places lie next to each other.
#[derive(Clone, Debug)]
pub(super) struct Ground<const W: usize> {
    beside: ByTile<Set<W>, W>,
}

/// The tiles of one state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footing<'g, const W: usize> {
    ground: &'g Ground<W>,
    tiles: Set<W>,
    pub(super) is_whole: bool,
    /// Places beside some tile, and beside more than one.
    near: Set<W>,
    between: Set<W>,
}

/// The steps or leaps of a path that is one of several.
fn steps(path: &Path) -> Option<Vec<&[DirId]>> {
    match path {
        Path::Step(direction) => Some(vec![std::slice::from_ref(direction)]),
        Path::Leap(directions) => Some(vec![directions]),
        Path::Any(parts) => {
            let parts = parts.iter().map(steps).collect::<Option<Vec<_>>>()?;
            Some(parts.into_iter().flatten().collect())
        }
        _ => None,
    }
}

impl<const W: usize> Ground<W> {
    /// What lies next to each other, if all that must hold after a move is that all tiles hang together, and only players' moves of tiles
    /// can change that.
    pub(super) fn new(reference: &Reference, rules: &Rules) -> Option<Ground<W>> {
        let Test::Connected { test, path } = &rules.turn.legal else { return None };
        let vanishes = rules.any_effect(&|effect| *effect == Effect::Vanish);
        if **test != Test::True || vanishes || refuses(rules) || !reference.tiles_change {
            return None;
        }
        let steps = steps(path)?;
        let board = &reference.board;
        let seen_by = |player: usize| {
            let player = PlayerId::new(player);
            let beside = |tile: usize| {
                let tile = Tile::new(tile);
                if !board.has(tile) {
                    return Set::EMPTY;
                }
                let frame = reference.frame(player, tile);
                let ends = |step: &&[DirId]| match *step {
                    [direction] => board.step(tile, frame, *direction).map(|(to, _)| to.index()).collect(),
                    all => board.leap(tile, frame, all).iter().map(|(to, _)| to.index()).collect::<Set<W>>(),
                };
                steps.iter().map(ends).fold(Set::EMPTY, |all, some| all | some)
            };
            ByTile::from_fn(beside)
        };
        let beside = seen_by(0);
        let same = |other: &ByTile<Set<W>, W>| (0..64 * W).all(|tile| other.at(tile) == beside.at(tile));
        let mutual = (0..64 * W).all(|tile| beside.at(tile).iter().all(|other| beside.at(other).has(tile)));
        (mutual && (1..rules.players.len()).all(|player| same(&seen_by(player)))).then_some(Ground { beside })
    }

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
    pub(super) fn is_whole(&self, tiles: Set<W>) -> bool {
        tiles.is_empty() || self.part(tiles.lowest(), tiles)[0] == tiles
    }

    /// What is to be known of the tiles of a state.
    pub(super) fn footing(&self, tiles: Set<W>) -> Footing<'_, W> {
        let (mut near, mut between) = (Set::EMPTY, Set::EMPTY);
        for tile in tiles.iter() {
            let beside = *self.beside.at(tile);
            between |= near & beside;
            near |= beside;
        }
        Footing { ground: self, tiles, is_whole: self.is_whole(tiles), near, between }
    }
}

impl<const W: usize> Footing<'_, W> {
    /// Whether the other tiles hang together without one.
    pub(super) fn is_whole_without(&self, tile: usize) -> bool {
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
    pub(super) fn is_whole_after(&self, gone: Set<W>, come: Set<W>) -> bool {
        self.ground.is_whole(self.tiles.without(gone) | come)
    }

    /// Where a tile may go so that all tiles hang together; places of other tiles may be among these.
    pub(super) fn goals(&self, tile: usize) -> Set<W> {
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

//! Legality where all that must hold after a move is that the tiles are connected: which places lie next to each other.

use tilegame_dsl::ir::{DirId, Effect, Path, PlayerId, Rules, Test, Tile};

use crate::packed::set::{ByTile, Set};
use crate::plan::rules::refuses;
use crate::reference::engine::Reference;

/// Which places lie next to each other.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency<const W: usize> {
    pub(crate) beside: ByTile<Set<W>, W>,
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

impl<const W: usize> Adjacency<W> {
    /// What lies next to each other, if all that must hold after a move is that all tiles hang together, and only players' moves of tiles
    /// can change that.
    pub(crate) fn new(reference: &Reference, rules: &Rules) -> Option<Adjacency<W>> {
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
        (mutual && (1..rules.players.len()).all(|player| same(&seen_by(player))))
            .then_some(Adjacency { beside })
    }
}

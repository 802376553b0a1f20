//! Who could attack where a royal piece might go.

use std::sync::Arc;

use crate::packed::set::{ByTile, Set};
use crate::plan::layout::Layout;
use crate::plan::legality::attack_line::Pieces;
use crate::plan::movers::{Goes, Side};

/// Enemies who could attack where a royal piece might go.
#[derive(Clone, Debug)]
pub(crate) struct Flyer<const W: usize> {
    pub(crate) by: Pieces,
    /// From where, by the tile of the royal piece.
    pub(crate) around: ByTile<Set<W>, W>,
    pub(crate) goes: Goes<W>,
}

/// All enemies of a player that could attack these goals, as far as there are tables of how they take.
pub(crate) fn flyers<const W: usize>(
    sides: &[Side<W>],
    layout: &mut Layout,
    me: usize,
    goals: &ByTile<Set<W>, W>,
) -> Option<Vec<Flyer<W>>> {
    let around = |to: &dyn Fn(usize) -> Set<W>| {
        ByTile::from_fn(|tile| (0..64 * W).filter(|from| to(*from).meets(*goals.at(tile))).collect())
    };
    let mut flyers = Vec::new();
    for (player, side) in sides.iter().enumerate().take(layout.players).filter(|(p, _)| *p != me) {
        if !side.threats.odd.is_empty() {
            return None;
        }
        for leap in &side.threats.leaps {
            let by = Pieces::new(player, leap.kinds.clone(), layout);
            let around = around(&|from| *leap.to.at(from));
            flyers.push(Flyer { by, around, goes: Goes::Leap(leap.to.clone()) });
        }
        for line in &side.threats.strikes {
            let by = Pieces::new(player, line.kinds.clone(), layout);
            let around = around(&|from| *line.reach.at(from));
            flyers.push(Flyer { by, around, goes: Goes::Line(Arc::clone(&line.table)) });
        }
    }
    Some(flyers)
}

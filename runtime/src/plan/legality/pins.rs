//! Tables for checks and pins: how the enemies of a player take, and what must be empty between.

use std::sync::Arc;

use crate::packed::set::{ByTile, Set};
use crate::plan::attacks::{Strikes, Threats};
use crate::plan::layout::Layout;
use crate::plan::legality::enemies::{Against, Foes, Leapers, Sort};
use crate::plan::movers::Side;
use crate::plan::program::Code;
use crate::plan::ways::RuleShape;

/// Looks at every player's enemies.
pub(crate) fn look_around<const W: usize>(
    layout: &mut Layout,
    sides: &mut [Side<W>],
    shapes: &[Vec<Vec<RuleShape<W>>>],
    code: &Code,
) {
    let threats: Vec<Threats<W>> = sides.iter().map(|s| s.threats.clone()).collect();
    for (seat, side) in sides.iter_mut().enumerate() {
        let (phase, player) = (seat / layout.players, seat % layout.players);
        let mut against = Against::default();
        let goes = reached(layout.tiles, side, &shapes[seat], code);
        // From where what reaches these tiles comes, for where a royal piece might go.
        let around = |reach: &ByTile<Set<W>, W>| -> ByTile<Set<W>, W> {
            ByTile::from_fn(|tile| goes.at(tile).iter().fold(Set::EMPTY, |all, to| all | *reach.at(to)))
        };
        let threats = &threats[phase * layout.players..][..layout.players];
        for (owner, threats) in threats.iter().enumerate().filter(|(owner, _)| *owner != player) {
            let mut foes =
                |kinds: &[u8]| Foes { set: layout.set_of(kinds), owner: layout.owner(owner) as u8 };
            for leap in &threats.leaps {
                let around = around(&leap.from);
                let near = ByTile::from_fn(|tile| [*leap.from.at(tile), *around.at(tile)]);
                against.leaps.push(Leapers { foes: foes(&leap.kinds), near, to: leap.to.clone() });
            }
            // Seen from both ends, the lines of some kinds are one sort of enemies, or else each end is one.
            let nothing = || ByTile::<_, W>::from_fn(|_| Set::EMPTY);
            let around_those = |strikes: &Strikes<W>| {
                let from = |to: usize| (0..64 * W).filter(|t| strikes.reach.at(*t).has(to)).collect();
                around(&ByTile::from_fn(from))
            };
            let mut strikes: Vec<&Strikes<W>> = threats.strikes.iter().collect();
            for line in &threats.lines {
                let same = strikes.iter().position(|s| s.kinds == line.kinds).map(|at| strikes.remove(at));
                let around = same.map_or_else(nothing, around_those);
                let sort = Sort {
                    foes: foes(&line.kinds),
                    near: ByTile::from_fn(|tile| [*line.reach.at(tile), *around.at(tile)]),
                    back: Arc::clone(&line.table),
                    there: Arc::clone(same.map_or(&line.table, |s| &s.table)),
                };
                against.add(sort, &line.ways);
            }
            for other in strikes {
                let around = around_those(other);
                let sort = Sort {
                    foes: foes(&other.kinds),
                    near: ByTile::from_fn(|tile| [Set::EMPTY, *around.at(tile)]),
                    back: Arc::clone(&other.table),
                    there: Arc::clone(&other.table),
                };
                against.add(sort, &ByTile::from_fn(|_| Vec::new()));
            }
        }
        for castle in &mut side.castlings {
            castle.opens = against.lines.iter().any(|l| l.pass(castle.king.1, castle.partner.0));
        }
        side.against = against;
    }
}

/// Where royal pieces might go from each tile, castling included.
fn reached<const W: usize>(
    tiles: usize,
    side: &Side<W>,
    shapes: &[Vec<RuleShape<W>>],
    code: &Code,
) -> ByTile<Set<W>, W> {
    let mut reached = ByTile::from_fn(|_| Set::EMPTY);
    for rule in side.royals.iter().flat_map(|kind| &shapes[*kind as usize]) {
        for tile in 0..tiles {
            let to = reached.at_mut(tile);
            code.ways(rule.programs[tile], |_, number| to.insert(code.leaves[number as usize].to as usize));
        }
    }
    for castle in &side.castlings {
        *reached.at_mut(castle.king.0) |= castle.safe | Set::one(castle.king.1);
    }
    reached
}

//! The footprint of a move: which tiles it can change at all, where more happens after it than that a piece has gone.
//!
//! A piece that has arrived may be shifted on, others may be taken, and lines of what happens after a move may ask whether a royal piece is
//! attacked before the next line is done. Here no more is known of a move than which tiles it can change: where it starts, where it
//! ends, and what the lines change around there. As long as no royal piece is attacked, and these tiles are not all that
//! keeps some attack line closed, none is attacked at any point of such a move, and it is legal. The others are made, and the tests asked.

use tilegame_dsl::ir::{Effect, PlayerId, Tile, Trigger, Who};

use crate::moves::Change;
use crate::packed::set::{ByTile, Set};
use crate::plan::change::change;
use crate::plan::cond::Cond;
use crate::plan::legality::attack_line::{Atom, is_local};
use crate::plan::legality::material::{MOST_TILES, Material};
use crate::plan::legality::truth::AtomPlan;
use crate::plan::paths::Seen;
use crate::plan::program::Ask;
use crate::plan::quick_test::all_or_some;
use crate::plan::rules::is_the_same_in_all_phases;
use crate::plan::turn::after::{Action, After};

/// What is known before any move is made.
#[derive(Clone, Debug)]
pub(crate) struct Footprint<const W: usize> {
    /// For each player, what leads to the royal pieces, if anything asks for those.
    pub(crate) atoms: Vec<Atom<W>>,
    /// Tests of the tile moved to that must not hold, and can be asked before the move.
    pub(crate) refusals: Vec<Cond>,
    /// For each player and tile, where moves end of which some refusal asks about the tile.
    pub(crate) asking: Vec<ByTile<Set<W>, W>>,
    /// For each player, the tiles of which that is so for some move that starts there.
    pub(crate) near: Vec<Set<W>>,
    /// For each player and tile, where moves end that may change the tile.
    pub(crate) touching: Vec<ByTile<Set<W>, W>>,
    /// How many tiles a move may change at most besides the one where it starts.
    pub(crate) most_touched: u32,
}

impl<const W: usize> Footprint<W> {
    /// What can be known of the lines after a move and of what must hold in the end, if that is worth anything.
    pub(crate) fn new(material: &mut Material<'_, W>, legal: &Cond, after: &[After]) -> Option<Footprint<W>> {
        let (rules, tiles) = (&material.reference.rules, material.reference.board.len());
        if !is_the_same_in_all_phases(rules) || tiles > MOST_TILES || material.has_walks() {
            return None;
        }
        let mut kinds = Vec::new();
        if unattacked(legal, &mut kinds) != Some(true) {
            return None;
        }
        let (mut refusals, mut actions) = (Vec::new(), Vec::new());
        let is_pulled = |t: &Trigger| {
            matches!(t, Trigger::Move | Trigger::Capture | Trigger::Kind(_) | Trigger::Player(_))
        };
        for line in after.iter().filter(|line| line.triggers.iter().any(is_pulled)) {
            if line.refuses && unattacked(&line.guard, &mut kinds) != Some(false) {
                if !actions.is_empty() || !line.triggers.contains(&Trigger::Move) {
                    return None;
                }
                refusals.push(line.guard.clone());
            }
            let acts = |a: &&Action| !matches!(a, Action::Count(_) | Action::Here(Effect::Mark(_)));
            actions.extend(line.actions.iter().filter(acts));
        }
        kinds.sort_unstable();
        kinds.dedup();
        let nowhere = || ByTile::from_fn(|_| Set::EMPTY);
        let plan = AtomPlan { of_enemy: false, kinds, sees: None };
        let (atoms, asking, near, touching) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut footprint = Footprint { atoms, refusals, asking, near, touching, most_touched: 0 };
        for me in 0..rules.players.len() {
            let (mut asking, mut touching) = (nowhere(), nowhere());
            for end in 0..tiles {
                let mut asked = Set::EMPTY;
                if !footprint.refusals.iter().all(|guard| material.asks_around(guard, (me, end), &mut asked))
                {
                    return None;
                }
                let mut touched = Set::one(end);
                if !actions.iter().all(|action| material.touches(action, (me, end), &mut touched)) {
                    return None;
                }
                asked.iter().for_each(|tile| asking.at_mut(tile).insert(end));
                touched.iter().for_each(|tile| touching.at_mut(tile).insert(end));
                footprint.most_touched = footprint.most_touched.max(touched.len());
            }
            let goals = material.goals(me, |_| true);
            footprint.near.push((0..tiles).filter(|from| asking.at(*from).meets(*goals.at(*from))).collect());
            if !plan.kinds.is_empty() {
                footprint.atoms.push(material.atom(&plan, me, &nowhere())?);
            }
            footprint.asking.push(asking);
            footprint.touching.push(touching);
        }
        Some(footprint)
    }
}

/// Whether a test holds where no royal piece of the asker's is attacked, if that decides it; the kinds of these pieces are noted.
fn unattacked(cond: &Cond, royal: &mut Vec<u8>) -> Option<bool> {
    match cond {
        Cond::True => Some(true),
        Cond::False => Some(false),
        Cond::Not(inner) => unattacked(inner, royal).map(|holds| !holds),
        Cond::And(all) => all_or_some(all.iter().map(|part| unattacked(part, royal)), false),
        Cond::Or(all) => all_or_some(all.iter().map(|part| unattacked(part, royal)), true),
        Cond::Some(piece) => {
            let Cond::And(parts) = &**piece else { return None };
            let kinds = parts.iter().find_map(|part| match part {
                Cond::Kind(kinds) => Some(kinds),
                _ => None,
            })?;
            let is_royal = parts.contains(&Cond::Owner(Who::Friend)) && parts.contains(&Cond::Attacked);
            is_royal.then(|| {
                royal.extend(kinds);
                false
            })
        }
        _ => None,
    }
}

impl<const W: usize> Material<'_, W> {
    /// Notes the tiles about which a test asks a player on a tile. Whether there is nothing else that it depends on.
    fn asks_around(&self, cond: &Cond, (me, tile): (usize, usize), asked: &mut Set<W>) -> bool {
        match cond {
            Cond::True | Cond::False | Cond::On(_) | Cond::Asker(_) => true,
            Cond::Not(inner) => self.asks_around(inner, (me, tile), asked),
            Cond::And(all) | Cond::Or(all) => all.iter().all(|c| self.asks_around(c, (me, tile), asked)),
            Cond::Sees(path) => {
                let Seen::Unrolled(programs) = &self.sees[*path as usize] else { return false };
                let mut is_around = true;
                self.code.ways(programs[me][tile], |asks, _| {
                    for (ask, other, _) in asks {
                        let is_known = !matches!(ask, Ask::Holds(n) if !is_local(self.conds.get(*n)));
                        is_around &= is_known && *other as usize != tile;
                        asked.insert(*other as usize);
                    }
                });
                is_around
            }
            _ => false,
        }
    }

    /// Notes the tiles that an action may change after a player's move to a tile. Whether it does nothing else, and moves no
    /// pieces but the one that has moved.
    fn touches(&self, action: &Action, (me, tile): (usize, usize), touched: &mut Set<W>) -> bool {
        let mut touch = |change: &Change| match change {
            Change::Take(tile) => touched.insert(tile.index()),
            Change::Shift { from, to } => [from, to].into_iter().for_each(|t| touched.insert(t.index())),
            _ => {}
        };
        match action {
            Action::Here(effect @ (Effect::Take | Effect::TakeLast | Effect::Shift(_))) => {
                match change(self.reference, PlayerId::new(me), Tile::new(tile), effect) {
                    Ok(change) => change.iter().for_each(touch),
                    Err(_) => return false,
                }
                true
            }
            Action::Each(path, None) => {
                let Seen::Unrolled(programs) = &self.sees[*path as usize] else { return false };
                let mut is_mild = true;
                self.code.ways(programs[me][tile], |_, leaf| {
                    for change in &self.code.leaves[leaf as usize].changes {
                        is_mild &=
                            matches!(change, Change::Take(_) | Change::Mark { .. } | Change::Count { .. });
                        touch(change);
                    }
                });
                is_mild
            }
            _ => false,
        }
    }
}

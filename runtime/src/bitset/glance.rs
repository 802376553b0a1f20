//! A glance at a position: whether a test may hold, seen from which pieces stand where.
//!
//! Endings are asked of every position and hold in few. Most ask first of all whether some piece of a player is there, or in some
//! region: that is a few words put together, and decides most of them.

use tilegame_dsl::ir::Who;

use super::attack::of;
use super::cond::Cond;
use super::engine::Engine;
use super::generate::Scene;
use super::set::Set;

/// What has to be seen for a test to hold.
#[derive(Clone, Debug)]
pub(super) struct Glance {
    finds: Vec<Find>,
    /// The test asks for nothing else.
    is_all: bool,
}

/// Some piece is there, or none.
#[derive(Clone, Debug)]
struct Find {
    is_enemy: bool,
    /// Of one of these kinds, if of any in particular.
    kinds: Option<Vec<u8>>,
    region: Option<u16>,
    wanted: bool,
}

impl Glance {
    /// What can be seen of a test at a glance.
    pub(super) fn new(test: &Cond) -> Glance {
        let parts = match test {
            Cond::And(all) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        let finds: Vec<Find> = parts.iter().filter_map(Find::new).collect();
        Glance { is_all: finds.len() == parts.len(), finds }
    }
}

impl Find {
    fn new(test: &Cond) -> Option<Find> {
        let (wanted, some) = match test {
            Cond::Not(inner) => (false, &**inner),
            some => (true, some),
        };
        let Cond::Some(piece) = some else { return None };
        let parts = match &**piece {
            Cond::And(all) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        let [Cond::Owner(owner @ (Who::Friend | Who::Enemy)), rest @ ..] = parts else { return None };
        let mut find = Find { is_enemy: *owner == Who::Enemy, kinds: None, region: None, wanted };
        for part in rest {
            match part {
                Cond::Kind(kinds) if find.kinds.is_none() => find.kinds = Some(kinds.clone()),
                Cond::Occupied => {}
                Cond::On(region) if find.region.is_none() => find.region = Some(*region),
                _ => return None,
            }
        }
        Some(find)
    }
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// Whether a test about all tiles holds for the player to move; nothing if that takes more than a glance.
    #[inline(always)]
    pub(super) fn at_a_glance(&self, scene: &Scene<'_, W, N>, glance: &Glance) -> Option<bool> {
        for find in &glance.finds {
            let mine = scene.state.sets[self.layout.owner(scene.me) & (N - 1)];
            let mut there = if find.is_enemy { scene.occupied.without(scene.own) } else { mine };
            if let Some(kinds) = &find.kinds {
                there = there & of(scene.state, kinds);
            }
            if let Some(region) = find.region {
                there = there & self.regions[region as usize][scene.me];
            }
            if (there != Set::EMPTY) != find.wanted {
                return Some(false);
            }
        }
        glance.is_all.then_some(true)
    }
}

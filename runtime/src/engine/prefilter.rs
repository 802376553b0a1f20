//! Prefilters asked of a position.

use tilegame_dsl::ir::Who;

use crate::engine::scene::Scene;
use crate::engine::view::of;
use crate::packed::set::Set;
use crate::plan::Plan;
use crate::plan::movers::Mover;
use crate::plan::prefilter::{Complete, Glance, Of, all_or_some, compares};
use crate::plan::program::Ask;

impl<const W: usize, const N: usize> Plan<W, N> {
    #[inline(always)]
    fn pieces_of(&self, scene: &Scene<'_, W, N>, of: Of) -> Set<W> {
        match of {
            Of::Friend => scene.state.sets[self.layout.owner(scene.me) & (N - 1)],
            Of::Enemy => scene.occupied.without(scene.own),
            Of::Anybody => self.standing_in(scene.state),
        }
    }

    /// Whether a test about all tiles holds for the player to move; nothing if that takes more than a glance.
    pub(crate) fn at_a_glance(&self, scene: &Scene<'_, W, N>, glance: &Glance) -> Option<bool> {
        match glance {
            Glance::Complete(Complete { of, kinds }) => {
                let there = self.pieces_of(scene, *of);
                Some(kinds.iter().all(|kind| scene.state.sets[*kind as usize & (N - 1)].meets(there)))
            }
            Glance::Find(find) => {
                let mut there = self.pieces_of(scene, find.of);
                if let Some(kinds) = &find.kinds {
                    there &= of(scene.state, kinds);
                }
                if let Some(kinds) = &find.but {
                    there = there.without(of(scene.state, kinds));
                }
                if let Some(region) = find.region {
                    there &= self.sets.regions[region as usize][scene.me];
                }
                Some(!there.is_empty())
            }
            Glance::Counter(counter, who, how, number) => {
                let of = match who {
                    Who::Friend => scene.me,
                    Who::Player(player) => player.index(),
                    _ => return None,
                };
                let counted = scene.state.counters[self.counter(counter.index(), of)];
                Some(compares(i64::from(counted), *how, i64::from(*number)))
            }
            Glance::Not(inner) => self.at_a_glance(scene, inner).map(|holds| !holds),
            Glance::And(all) => all_or_some(all.iter().map(|part| self.at_a_glance(scene, part)), false),
            Glance::Or(all) => all_or_some(all.iter().map(|part| self.at_a_glance(scene, part)), true),
            Glance::Unknown => None,
        }
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The pieces of a kind that might go by rules that do more than go and take.
    pub(crate) fn with_a_chance(&self, scene: &Scene<'_, W, N>, mover: &Mover<W>, pieces: Set<W>) -> Set<W> {
        let Some(chances) = &mover.chances else { return pieces };
        let friends = scene.state.sets[self.layout.owner(scene.me) & (N - 1)];
        let enemies = scene.occupied.without(scene.own);
        let mut found = Set::EMPTY;
        for chance in chances {
            let mut left = pieces & chance.from;
            for (ask, by, wanted) in &chance.asks {
                if left.is_empty() {
                    break;
                }
                let (there, wanted) = match ask {
                    Ask::Empty => (scene.occupied, !wanted),
                    Ask::Friend => (friends, *wanted),
                    Ask::Enemy => (enemies, *wanted),
                    Ask::Holds(_) | Ask::There => continue,
                };
                let there = there.rolled(-by);
                left = if wanted { left & there } else { left.without(there) };
            }
            found |= left;
        }
        found
    }
}

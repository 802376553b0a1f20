//! Prefilters asked of a position.

use tilegame_dsl::ir::Who;

use crate::engine::scene::Scene;
use crate::engine::view::of;
use crate::packed::set::Set;
use crate::plan::Plan;
use crate::plan::movers::Mover;
use crate::plan::program::Ask;
use crate::plan::quick_test::{Complete, Of, QuickTest, all_or_some, compares};

impl<const W: usize, const N: usize> Plan<W, N> {
    #[inline(always)]
    fn pieces_of(&self, scene: &Scene<'_, W, N>, of: Of) -> Set<W> {
        match of {
            Of::Friend => scene.state.sets[self.layout.owner(scene.me) & (N - 1)],
            Of::Enemy => scene.occupied.without(scene.own),
            Of::Anybody => self.standing_in(scene.state),
        }
    }

    /// Whether a test about all tiles holds for the player to move; nothing if that takes more than a quick test.
    pub(crate) fn by_quick_test(&self, scene: &Scene<'_, W, N>, quick_test: &QuickTest) -> Option<bool> {
        match quick_test {
            QuickTest::Complete(Complete { of, kinds }) => {
                let there = self.pieces_of(scene, *of);
                Some(kinds.iter().all(|kind| scene.state.sets[*kind as usize & (N - 1)].meets(there)))
            }
            QuickTest::Find(find) => {
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
            QuickTest::Counter(counter, who, how, number) => {
                let of = match who {
                    Who::Friend => scene.me,
                    Who::Player(player) => player.index(),
                    _ => return None,
                };
                let counted = scene.state.counters[self.counter(counter.index(), of)];
                Some(compares(i64::from(counted), *how, i64::from(*number)))
            }
            QuickTest::Not(inner) => self.by_quick_test(scene, inner).map(|holds| !holds),
            QuickTest::And(all) => all_or_some(all.iter().map(|part| self.by_quick_test(scene, part)), false),
            QuickTest::Or(all) => all_or_some(all.iter().map(|part| self.by_quick_test(scene, part)), true),
            QuickTest::Unknown => None,
        }
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The pieces of a kind that might go by rules that do more than go and take.
    pub(crate) fn prefiltered(&self, scene: &Scene<'_, W, N>, mover: &Mover<W>, pieces: Set<W>) -> Set<W> {
        let Some(prefilters) = &mover.prefilters else { return pieces };
        let friends = scene.state.sets[self.layout.owner(scene.me) & (N - 1)];
        let enemies = scene.occupied.without(scene.own);
        let mut found = Set::EMPTY;
        for prefilter in prefilters {
            let mut left = pieces & prefilter.from;
            for (ask, by, wanted) in &prefilter.asks {
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

//! Choices that are refused only if they give check.
//!
//! What is put on an empty tile attacks from there, and opens no line that asks for empty tiles only. So if the enemy was not in check before,
//! few tiles are left on which such a choice is made to see what it leaves; all others are allowed, and counted at once.

use crate::cpu::Any;
use crate::engine::scene::Scene;
use crate::engine::view::of;
use crate::packed::set::Set;
use crate::plan::Plan;
use crate::plan::turn::choice::Choice;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Where, among some empty tiles, a choice may be refused because of what it leaves.
    #[inline(never)]
    pub(crate) fn may_be_refused(
        &self,
        scene: &Scene<'_, W, N>,
        choice: &Choice<W>,
        among: Set<W>,
    ) -> Set<W> {
        let (Some(kinds), Some(put)) = (&choice.refused_in_check_of, choice.puts) else { return among };
        let (state, enemy) = (scene.state, 1 - scene.me);
        let view = self.view(state, enemy);
        let royals = of(state, kinds) & state.sets[self.layout.owner(enemy)];
        let mut found = Set::EMPTY;
        for royal in royals.iter() {
            match self.checks_from(scene, put.kind, royal) {
                Some(from) if self.attackers(&view, royal, true).is_empty() => found |= from,
                _ => return among,
            }
        }
        found & among
    }

    /// From where a piece that is put on the board may attack a tile; `None` if that may let others attack it.
    fn checks_from(&self, scene: &Scene<'_, W, N>, kind: u8, target: usize) -> Option<Set<W>> {
        let threats = &scene.side.threats;
        let friends = scene.state.sets[self.layout.owner(scene.me)];
        let mut from = Set::EMPTY;
        for leap in threats.leaps.iter().filter(|leap| leap.kinds.contains(&kind)) {
            from |= *leap.from.at(target);
        }
        for line in &threats.lines {
            let is_simple = line.is_stopped_by_one && line.table.blockers.is_none();
            if !is_simple && line.reach.at(target).meets(friends & of(scene.state, &line.kinds)) {
                return None;
            }
            if line.kinds.contains(&kind) {
                let all = *line.reach.at(target);
                from |= if is_simple { line.table.look(Any, target, scene.occupied) & all } else { all };
            }
        }
        for odd in &threats.odd {
            let reach = *odd.reach.at(target);
            if reach.meets(friends & scene.state.sets[odd.kind as usize]) {
                return None;
            }
            if odd.kind == kind {
                from |= reach;
            }
        }
        Some(from)
    }
}

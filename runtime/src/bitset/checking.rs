//! Choices that are refused only if they give check: `after pawn_drop if some enemy royal attacked and stuck: illegal`.
//!
//! What is put on an empty tile attacks from there, and opens no line that asks for empty tiles only. So if the enemy was not in check before,
//! few tiles are left on which such a choice is made to see what it leaves; all others are allowed, and counted at once.

use super::attack::of;
use super::choose::Choice;
use super::cond::Cond;
use super::engine::Engine;
use super::generate::Scene;
use super::processor::Any;
use super::set::Set;
use tilegame_dsl::ir::Who;

/// Kinds of which some piece of the enemy's is attacked wherever a test holds; `None` if it may hold in another way.
pub(super) fn attacked_where_it_holds(test: &Cond) -> Option<Vec<u8>> {
    match test {
        Cond::And(all) => all.iter().find_map(attacked_where_it_holds),
        Cond::Or(all) => {
            let mut kinds: Vec<u8> =
                all.iter().map(attacked_where_it_holds).collect::<Option<Vec<_>>>()?.concat();
            kinds.sort_unstable();
            kinds.dedup();
            Some(kinds)
        }
        Cond::Some(piece) => {
            let Cond::And(parts) = &**piece else { return None };
            let is_attacked = parts.contains(&Cond::Owner(Who::Enemy)) && parts.contains(&Cond::Attacked);
            let kinds = parts.iter().find_map(|part| match part {
                Cond::Kind(kinds) => Some(kinds.clone()),
                _ => None,
            });
            kinds.filter(|_| is_attacked)
        }
        _ => None,
    }
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// Where, among some empty tiles, a choice may be refused because of what it leaves.
    #[inline(never)]
    pub(super) fn may_be_refused(
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
            let is_simple = line.is_stopped_by_one && line.table.bars.is_none();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn attacked(who: Who, kind: u8) -> Cond {
        Cond::Some(Box::new(Cond::And(vec![Cond::Owner(who), Cond::Kind(vec![kind]), Cond::Attacked])))
    }

    #[test]
    fn what_must_be_attacked_is_found_in_every_line() {
        let mates = |kind| Cond::And(vec![attacked(Who::Enemy, kind), Cond::NoReply(true)]);
        assert_eq!(attacked_where_it_holds(&mates(3)), Some(vec![3]));
        assert_eq!(attacked_where_it_holds(&Cond::Or(vec![mates(3), mates(1)])), Some(vec![1, 3]));
        let or_stuck = Cond::Or(vec![mates(3), Cond::NoReply(true)]);
        assert_eq!(attacked_where_it_holds(&or_stuck), None);
        assert_eq!(attacked_where_it_holds(&attacked(Who::Friend, 3)), None);
        assert_eq!(attacked_where_it_holds(&Cond::Not(Box::new(mates(3)))), None);
    }
}

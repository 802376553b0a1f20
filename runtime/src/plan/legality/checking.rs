//! Choices that are refused only if they give check: `after pawn_drop if some enemy royal attacked and stuck: illegal`.

use tilegame_dsl::ir::Who;

use crate::plan::cond::Cond;

/// Kinds of which some piece of the enemy's is attacked wherever a test holds; `None` if it may hold in another way.
pub(crate) fn attacked_where_it_holds(test: &Cond) -> Option<Vec<u8>> {
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

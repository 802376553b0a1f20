//! How either player's pieces of a kind move, where rules are those of one player only.

use std::sync::Arc;

use tilegame_betza::{Move, When};
use tilegame_runtime::ir::{Kind, KindId, MoveRule, Test};

use super::ask::Reader;
use super::moving::Moving;
use super::squares::Places;

impl Reader<'_> {
    /// How a kind moves; `home` is where its pieces stand at the start.
    pub(crate) fn moving(&self, kind: KindId, home: &[Places; 2]) -> Result<Moving, String> {
        let of = &self.rules.kinds[kind.index()];
        let [white, black] = [0, 1].map(|player| self.of_player(kind, player));
        if white == black {
            return self.moving_of(&white, home);
        }
        joined(&of.name, self.moving_of(&white, home)?, self.moving_of(&black, home)?)
    }

    /// A kind with the rules that one player's pieces have.
    fn of_player(&self, id: KindId, player: usize) -> Kind {
        let kind = &self.rules.kinds[id.index()];
        let own = |rule: &MoveRule| {
            let (mut whose, mut rest) = self.whose(&rule.guard);
            // What is asked of the kind itself is known.
            rest.retain(|part| match self.kinds(part) {
                Some(kinds) => {
                    whose[player] &= kinds.contains(&id);
                    false
                }
                None => true,
            });
            let guard = match rest.as_slice() {
                [] => Test::True,
                [only] => (*only).clone(),
                _ => Test::And(rest.into_iter().cloned().collect()),
            };
            whose[player].then(|| MoveRule { guard, ..rule.clone() })
        };
        Kind { rules: Arc::new(kind.rules.iter().filter_map(own).collect()), ..kind.clone() }
    }
}

/// How a kind moves of which either player's pieces have rules of their own: they differ only in where they begin and end.
fn joined(name: &str, white: Moving, black: Moving) -> Result<Moving, String> {
    let begins = |made: &&Move| made.when == When::AtStart;
    let split = |moving: &Moving| -> (Vec<Move>, Vec<Move>) {
        moving.moves.iter().cloned().partition(|made| begins(&made))
    };
    let ((first, plain), (other_first, other_plain)) = (split(&white), split(&black));
    let one_has_none = first.is_empty() || other_first.is_empty();
    let same = plain == other_plain && (first == other_first || one_has_none);
    let besides =
        |moving: &Moving| (moving.sideways_from, moving.walls, moving.late, moving.stops, moving.immune);
    if !same || besides(&white) != besides(&black) {
        return Err(format!("{name}: pieces that move otherwise for one player have no key"));
    }
    let start =
        |moving: &Moving, p: usize| moving.start.as_ref().map_or_else(Places::new, |start| start[p].clone());
    let triple = [&white, &black].map(|moving| moving.triple.clone().unwrap_or_default());
    let some = white.start.is_some() || black.start.is_some();
    let both = |of: fn(&Moving) -> &[Places; 2]| [of(&white)[0].clone(), of(&black)[1].clone()];
    Ok(Moving {
        start: some.then(|| [start(&white, 0), start(&black, 1)]),
        triple: triple
            .iter()
            .any(|start| !start.iter().all(Places::is_empty))
            .then(|| [triple[0][0].clone(), triple[1][1].clone()]),
        passing: match (&white.passing, &black.passing) {
            (Some(own), Some(other)) => Some([own[0].clone(), other[1].clone()]),
            _ => None,
        },
        unseen: both(|moving| &moving.unseen),
        reach: both(|moving| &moving.reach),
        moves: if first.is_empty() { black.moves } else { white.moves },
        ..white
    })
}

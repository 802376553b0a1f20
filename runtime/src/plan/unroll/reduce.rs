//! Tests with everything answered that the board and the way so far decide.

use tilegame_dsl::ir::{Test, Tile, Who};

use crate::plan::cond::merged;
use crate::plan::unroll::{Known, Unroller};

impl<'r> Unroller<'r> {
    /// A test on a tile with everything answered that the board and what is known decide.
    pub(crate) fn reduced(&self, test: &Test, tile: Tile) -> Test {
        let known = self.known[tile.index()];
        let of = |b: bool| if b { Test::True } else { Test::False };
        match test {
            Test::Not(inner) => match self.reduced(inner, tile) {
                Test::True => Test::False,
                Test::False => Test::True,
                Test::Empty => Test::Occupied,
                Test::Occupied => Test::Empty,
                Test::Not(inner) => *inner,
                inner => Test::Not(Box::new(inner)),
            },
            Test::And(all) => {
                let all: Vec<Test> =
                    all.iter().map(|t| self.reduced(t, tile)).filter(|t| *t != Test::True).collect();
                let all = merged(&all);
                if all.contains(&Test::False) { Test::False } else { one_or(all, Test::True, Test::And) }
            }
            Test::Or(all) => {
                let all: Vec<Test> =
                    all.iter().map(|t| self.reduced(t, tile)).filter(|t| *t != Test::False).collect();
                let is_either = all.contains(&Test::Empty) && all.contains(&Test::Occupied);
                if is_either || all.contains(&Test::True) {
                    Test::True
                } else {
                    one_or(all, Test::False, Test::Or)
                }
            }
            Test::Kind(_)
            | Test::Is(_)
            | Test::First
            | Test::MayCastle
            | Test::Did(..)
            | Test::Out
            | Test::Owner(_)
                if known == Known::Gone =>
            {
                Test::False
            }
            // A piece that has been lifted stands as it stood.
            Test::Is(kinds) => match self.mover {
                Some((from, kind)) if from == tile => of(kinds.contains(kind)),
                _ => test.clone(),
            },
            Test::On(region) => of(self.reference.on(*region, self.me, tile)),
            Test::In(phase) if self.phase.is_some() => of(self.phase == Some(*phase)),
            Test::Asker(player) => of(self.me == *player),
            Test::Owner(Who::Player(player)) if *player == self.me => {
                self.reduced(&Test::Owner(Who::Friend), tile)
            }
            Test::Owner(Who::Player(_)) if self.reference.rules.players.len() == 2 && !self.has_neutral => {
                self.reduced(&Test::Owner(Who::Enemy), tile)
            }
            Test::Owner(_) | Test::Kind(_) if known == Known::Empty => Test::False,
            Test::Empty if known != Known::Nothing => of(known.is_empty()),
            Test::Occupied if known != Known::Nothing => of(!known.is_empty()),
            Test::Owner(Who::Friend) if known == Known::Friend => Test::True,
            Test::Owner(Who::Friend) if known == Known::Enemy => Test::False,
            Test::Owner(Who::Enemy) if known == Known::Enemy => Test::True,
            Test::Owner(Who::Enemy) if known == Known::Friend => Test::False,
            other => other.clone(),
        }
    }
}

fn one_or(mut all: Vec<Test>, none: Test, many: impl FnOnce(Vec<Test>) -> Test) -> Test {
    match all.len() {
        0 => none,
        1 => all.remove(0),
        _ => many(all),
    }
}

//! What must stand around a tile for a drop, and which pieces change sides afterwards.

use tilegame_runtime::ir::{Action, After, Effect, Path, Test, Who};

use super::ask::{alternatives, sequence};
use super::draft::Draft;

/// The steps to all neighbours, and those to the sides, to the front and to the back.
const ALL: usize = 8;
const STRAIGHT: usize = 4;

impl Draft<'_> {
    /// What a drop asks of the tiles around, in the word of the format.
    pub(crate) fn surroundings(&self, test: &Test) -> Option<&'static str> {
        if let Test::Not(inner) = test {
            let ways = seen_ways(inner)?;
            let enemies = self.straight(&ways) && ways.iter().all(|way| steps_on(way, Who::Enemy) == Some(1));
            return enemies.then_some("snort");
        }
        let ways = seen_ways(test)?;
        if ways.len() != ALL {
            return None;
        }
        if ways.iter().all(|way| steps_on(way, Who::Friend) == Some(1)) {
            return Some("ataxx");
        }
        ways.iter().all(|way| self.is_row(way, false)).then_some("reversi")
    }

    /// Whether a test says that an enemy stands on one of the tiles around.
    pub(crate) fn is_beside_enemy(&self, test: &Test) -> bool {
        seen_ways(test).is_some_and(|ways| {
            ways.len() == ALL && ways.iter().all(|way| steps_on(way, Who::Enemy) == Some(1))
        })
    }

    /// Whether these are the four ways along files and ranks.
    fn straight(&self, ways: &[Vec<&Path>]) -> bool {
        let directions = &self.rules.board.directions;
        let is_straight = |way: &Vec<&Path>| matches!(way.first(), Some(Path::Step(step)) if directions[step.index()].offset[..2].contains(&0));
        ways.len() == STRAIGHT
            && ways.iter().all(|way| {
                is_straight(way) && ways.iter().filter(|other| other.first() == way.first()).count() == 1
            })
    }

    /// Notes which enemies change sides after a move, if this is all that is done.
    pub(crate) fn flips(&mut self, actions: &[Action]) -> bool {
        let [Action::Each { path, from: None }] = actions else { return false };
        let ways: Vec<Vec<&Path>> = alternatives(path).into_iter().map(sequence).collect();
        if ways.len() != ALL {
            return false;
        }
        let word = if ways.iter().all(|way| self.is_row(way, true)) {
            "reversi"
        } else if ways.iter().all(|way| joins(way)) {
            "ataxx"
        } else {
            return false;
        };
        self.keys.set("flipEnclosedPieces", word);
        true
    }

    /// A row of enemies up to a friend; perhaps they change sides. It may go on over walls.
    fn is_row(&self, way: &[&Path], changes: bool) -> bool {
        let [Path::Repeat { path, min: 1, max: None }, rest @ ..] = way else { return false };
        let over = sequence(path);
        let enemies = match over.as_slice() {
            _ if changes => joins(&over),
            [Path::Step(_), Path::Check { test: Test::Or(parts), .. }] => {
                matches!(parts.as_slice(), [Test::Owner(Who::Enemy), wall] if self.ask.asks_for_walls(wall))
            }
            _ => steps_on(&over, Who::Enemy) == Some(1),
        };
        enemies && steps_on(rest, Who::Friend) == Some(1) && over.first() == rest.first()
    }

    /// Whether what follows a move is that enemies around change sides.
    pub(crate) fn flips_after(&mut self, after: &After) -> bool {
        after.guard == Test::True && self.flips(&after.actions)
    }
}

/// The ways that a test looks along.
fn seen_ways(test: &Test) -> Option<Vec<Vec<&Path>>> {
    match test {
        Test::Sees(path) => Some(alternatives(path).into_iter().map(sequence).collect()),
        _ => None,
    }
}

/// Over how many pieces of somebody a way of single steps goes, if it does nothing else.
fn steps_on(way: &[&Path], who: Who) -> Option<usize> {
    let (steps, rest) = way.as_chunks::<2>();
    let on = |pair: &[&Path; 2]| matches!(pair, [Path::Step(_), Path::Check { test: Test::Owner(owner), .. }] if *owner == who);
    (rest.is_empty() && steps.iter().all(on)).then_some(steps.len())
}

/// One step onto an enemy that changes sides.
fn joins(way: &[&Path]) -> bool {
    matches!(
        way,
        [
            Path::Step(_),
            Path::Check { test: Test::Owner(Who::Enemy), .. },
            Path::Do(Effect::Join(Who::Friend))
        ]
    )
}

//! Paths as steps to the side and forward.

use super::encoder::Encoder;
use super::inexpressible::{Encoded, no};
use super::parts::{conjuncts, flat};
use super::way::{Visit, Way};
use crate::ir::{Effect, Path, Test};
use crate::moveid::geometry::around;

/// Whether a test lets everything pass and only settles its tile.
fn lets_pass(test: &Test) -> bool {
    *test == Test::Or(vec![Test::Empty, Test::Occupied])
}

fn is_unattacked(part: &Path) -> bool {
    let Path::Check { test: Test::Not(test), .. } = part else { return false };
    **test == Test::Attacked
}

impl Encoder<'_> {
    /// The alternatives of a path.
    pub(super) fn ways(self, path: &Path) -> Encoded<Vec<Way>> {
        match path {
            Path::Any(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.ways(part)?);
                }
                Ok(all)
            }
            other => Ok(vec![self.way(&flat(other))?]),
        }
    }

    fn way(self, mut parts: &[&Path]) -> Encoded<Way> {
        let board = &self.rules.board;
        let mut visits = Vec::new();
        while let Some((visit, rest)) = self.visit(parts) {
            visits.push(visit);
            parts = rest;
        }
        // Marks are bookkeeping for moves onto them, and those are en passant.
        let is_mark = |p: &Path| matches!(p, Path::Do(Effect::Mark(_)));
        if parts.iter().any(|p| is_mark(p)) && self.asks_for_marks() {
            return no("a mark that a test asks for");
        }
        let marks = parts.iter().filter_map(|part| match part {
            Path::Do(Effect::Mark(mark)) => Some(*mark),
            _ => None,
        });
        for mark in marks {
            // Who asks what the victim has just done needs no mark; others do.
            if self.depth == 0 && !self.captures_onto_are_plain(mark) {
                return no("a mark that is needed for captures onto it");
            }
        }
        let safe = parts.iter().any(|p| is_unattacked(p))
            || parts
                .iter()
                .any(|p| matches!(p, Path::Repeat { path, .. } if flat(path).into_iter().any(is_unattacked)));
        let mut around_checks = Vec::new();
        while let [Path::Check { test: Test::Sees(way), .. }, rest @ ..] = parts {
            around_checks.push(&**way);
            parts = rest;
        }
        let plain: Vec<&Path> = parts.iter().copied().filter(|p| !is_mark(p) && !is_unattacked(p)).collect();
        let way = |step, lengths, jumps, multiple| Ok(Way { visits, step, lengths, jumps, multiple, safe });
        if let [Path::Repeat { path, min, max }] = plain.as_slice() {
            let body: Vec<&Path> = flat(path).into_iter().filter(|p| !is_unattacked(p)).collect();
            let Some(first) = body.first() else { return no("a repetition without a step") };
            let step = self.compass.hop(first, board)?;
            let straight = step.0.abs() + step.1.abs() == 1;
            return match (&body[1..], min, max) {
                ([], 1, None) => way(step, 1..=1, false, true),
                ([Path::Check { test, .. }], 1, None) if lets_pass(test) => way(step, 1..=1, true, true),
                ([], min, Some(max)) if straight && *min > 0 => {
                    way(step, i32::from(*min)..=i32::from(*max), false, false)
                }
                ([], 1, Some(1)) => way(step, 1..=1, true, false),
                ([], _, Some(_)) => no("several steps that are not straight, or a limit to them"),
                ([], _, None) => no("at least so many steps, without an upper limit"),
                _ => no("a repetition with tests in it"),
            };
        }
        let single = plain.len() == 1;
        let mut steps: Vec<(i32, i32)> = Vec::new();
        for part in &plain {
            match part {
                Path::Check { test, .. } => return no(self.told("a test of a tile on the way", test)),
                Path::Do(_) => return no("an effect on the way"),
                Path::Any(_) => return no("a choice on the way"),
                Path::Repeat { path, min, max } if Some(*min) == *max => {
                    let step = self.compass.hop(path, board)?;
                    steps.extend(std::iter::repeat_n(step, usize::from(*min)));
                }
                Path::Repeat { .. } => return no("a repetition among other steps"),
                Path::Times { .. } => return no("a length that a position tells"),
                step => steps.push(self.compass.hop(step, board)?),
            }
        }
        let Some(first) = steps.first().copied() else { return no("a path that stays where it is") };
        if single && steps.len() == 1 {
            let straight = first.0.abs() + first.1.abs() == 1;
            let lame = self.both_ways(&around_checks, first, safe);
            if !lame && !around_checks.is_empty() {
                return no("a path that looks at other tiles");
            }
            return way(first, 1..=1, !straight && !lame, false);
        }
        if !around_checks.is_empty() {
            return no("a path that looks at other tiles");
        }
        if steps.iter().any(|s| *s != first) {
            return no("a path that turns");
        }
        if first.0.abs() + first.1.abs() != 1 {
            return no("several steps that are not straight, or a limit to them");
        }
        let length = steps.len() as i32;
        way(first, length..=length, false, false)
    }

    /// Whether the checks in front of a step are that both ways around to it are free.
    pub(super) fn looks_around(self, checks: [&Path; 2], hop: &Path) -> bool {
        let step = self.compass.hop(hop, &self.rules.board);
        step.is_ok_and(|(dx, dy)| dx != 0 && dy != 0 && self.both_ways(&checks, (dx, dy), false))
    }

    /// Whether the checks are that both ways around to a step are free.
    fn both_ways(self, checks: &[&Path], (dx, dy): (i32, i32), safe: bool) -> bool {
        let wanted = |sideways| {
            let mut tiles = around((dx, dy), sideways);
            tiles.pop();
            tiles
        };
        let fits = |path: &&Path, sideways| {
            let Ok(tiles) = self.compass.tiles(path, &self.rules.board) else { return false };
            let right = |tests: &[&Test]| match tests {
                [Test::Empty] => !safe,
                [Test::And(parts)] => {
                    safe && parts.as_slice() == [Test::Empty, Test::Not(Box::new(Test::Attacked))]
                }
                _ => false,
            };
            tiles.iter().all(|(_, tests)| right(tests))
                && tiles.iter().map(|(at, _)| *at).eq(wanted(sideways))
        };
        matches!(checks, [a, b] if fits(a, true) && fits(b, false))
    }

    /// There, a test, perhaps an effect, and back.
    pub(super) fn visit<'p, 'q>(self, parts: &'q [&'p Path]) -> Option<(Visit, &'q [&'p Path])> {
        let board = &self.rules.board;
        let (there, Path::Check { test, .. }) = (parts.first()?, parts.get(1)?) else { return None };
        let at = self.compass.hop(there, board).ok()?;
        let (effect, rest) = match parts.get(2)? {
            Path::Do(effect @ (Effect::Take | Effect::TakeLast | Effect::Shift(_))) => {
                (Some(effect.clone()), &parts[3..])
            }
            _ => (None, &parts[2..]),
        };
        let back = self.compass.hop(rest.first()?, board).ok()?;
        (back == (-at.0, -at.1) && rest.len() > 1)
            .then(|| (Visit { at, test: test.clone(), effect }, &rest[1..]))
    }

    fn asks_for_marks(self) -> bool {
        let rules = self.rules.kinds.iter().flat_map(|kind| kind.rules.iter());
        let mut tests = rules.flat_map(|rule| rule.path.tests().into_iter().chain([&rule.guard]));
        tests.any(|t| conjuncts(t).iter().any(|t| matches!(t, Test::Marked(_))))
    }
}

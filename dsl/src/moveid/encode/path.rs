//! Paths as steps to the side and forward.

use std::ops::RangeInclusive;

use super::{Encoded, Encoder, flat, no};
use crate::ir::{Board, DirId, Effect, Path, Test};

/// A tile of a path, and what is asked there.
type Tile<'p> = ((i32, i32), Vec<&'p Test>);

/// Somewhere a path goes and comes back from.
pub(super) struct Visit {
    pub(super) at: (i32, i32),
    pub(super) test: Test,
    pub(super) effect: Option<Effect>,
}

/// One alternative of a path.
pub(super) struct Way {
    pub(super) visits: Vec<Visit>,
    pub(super) step: (i32, i32),
    /// So many times the step, blocked in between; one ID each.
    pub(super) lengths: RangeInclusive<i32>,
    pub(super) jumps: bool,
    pub(super) multiple: bool,
    /// No tile of it may be attacked.
    pub(super) safe: bool,
}

/// Knows which way directions go.
#[derive(Clone, Copy)]
pub(super) struct Compass;

impl Compass {
    /// For a board on which distances are enough to say where one goes.
    pub(super) fn of(board: &Board) -> Encoded<Compass> {
        let has = |offset: [i16; 3]| board.directions.iter().any(|d| d.offset == offset);
        if ![[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]].into_iter().all(has) {
            return no("a board without files and ranks");
        }
        Ok(Compass)
    }

    /// The offset of one step.
    pub(super) fn hop(self, path: &Path, board: &Board) -> Encoded<(i32, i32)> {
        match path {
            Path::Step(d) if board.directions[d.index()].offset == [0; 3] => {
                no(format!("the direction `{}`", board.directions[d.index()].name))
            }
            Path::Step(d) => self.flat_sum(&[*d], board),
            Path::Leap(sum) => self.flat_sum(sum, board),
            _ => no("a path that is no single step"),
        }
    }

    fn flat_sum(self, sum: &[DirId], board: &Board) -> Encoded<(i32, i32)> {
        if sum.iter().any(|d| board.directions[d.index()].offset[2] != 0) {
            return no("steps up and down");
        }
        Ok(self.sum(sum, board))
    }

    /// The offset of a sum of directions.
    pub(super) fn sum(self, sum: &[DirId], board: &Board) -> (i32, i32) {
        sum.iter().fold((0, 0), |(x, y), d| {
            let [dx, dy, _] = board.directions[d.index()].offset.map(i32::from);
            (x + dx, y + dy)
        })
    }

    /// Whether a path is one of the ways around to an offset on which all tiles, the last included, must be empty.
    pub(super) fn is_way(self, path: &Path, (dx, dy): (i32, i32), board: &Board) -> bool {
        let Ok(tiles) = self.tiles(path, board) else { return false };
        let empty = tiles.iter().all(|(_, tests)| tests.as_slice() == [&Test::Empty]);
        let steps: Vec<(i32, i32)> = tiles.iter().map(|(at, _)| *at).collect();
        empty && [around((dx, dy), true), around((dx, dy), false)].contains(&steps)
    }

    /// The tiles of a path of fixed length, each with what is asked there.
    pub(super) fn tiles<'p>(self, path: &'p Path, board: &Board) -> Encoded<Vec<Tile<'p>>> {
        let mut tiles: Vec<Tile<'_>> = Vec::new();
        for part in flat(path) {
            match part {
                Path::Check { test, .. } => match tiles.last_mut() {
                    Some((_, tests)) => tests.push(test),
                    None => return no("a test before the first step"),
                },
                Path::Repeat { path, min, max } if Some(*min) == *max => {
                    let once = self.tiles(path, board)?;
                    for _ in 0..*min {
                        let from = tiles.last().map_or((0, 0), |(at, _)| *at);
                        let next = once.iter().map(|((x, y), t)| ((from.0 + x, from.1 + y), t.clone()));
                        let next: Vec<_> = next.collect();
                        tiles.extend(next);
                    }
                }
                Path::Do(_) => return no("an effect"),
                Path::Times { .. } => return no("a length that a position tells"),
                step => {
                    let (dx, dy) = self.hop(step, board)?;
                    let (x, y) = tiles.last().map_or((0, 0), |(at, _)| *at);
                    tiles.push(((x + dx, y + dy), Vec::new()));
                }
            }
        }
        Ok(tiles)
    }
}

/// The tiles on the way to an offset along files and ranks, the end included.
fn around((dx, dy): (i32, i32), sideways_first: bool) -> Vec<(i32, i32)> {
    let side = (1..=dx.abs()).map(|k| k * dx.signum());
    let ahead = (1..=dy.abs()).map(|k| k * dy.signum());
    if sideways_first {
        side.map(|x| (x, 0)).chain(ahead.map(|y| (dx, y))).collect()
    } else {
        ahead.map(|y| (0, y)).chain(side.map(|x| (x, dy))).collect()
    }
}

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
        let mut tests = Vec::new();
        for rule in self.rules.kinds.iter().flat_map(|k| &k.rules) {
            tests.push(&rule.guard);
            checks(&rule.path, &mut tests);
        }
        tests.into_iter().any(|t| super::conjuncts(t).iter().any(|t| matches!(t, Test::Marked(_))))
    }
}

/// All tests in a path.
fn checks<'p>(path: &'p Path, found: &mut Vec<&'p Test>) {
    match path {
        Path::Seq(parts) | Path::Any(parts) => parts.iter().for_each(|p| checks(p, found)),
        Path::Repeat { path, .. } => checks(path, found),
        Path::Times { path, times } => {
            checks(path, found);
            found.extend(times.tests());
        }
        Path::Check { test, .. } => found.push(test),
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Do(_) => {}
    }
}

//! How many steps an expression takes at worst, counted by taking them, as if every test on the way held.
//!
//! It is asked where the bound of [`Effort`](super::effort::Effort) is beyond the limit. That one multiplies the longest ways and the most
//! tiles, which few places of a board have; this one knows the board, and costs the more.

use std::collections::HashMap;

use crate::ir::{Path, Test, Tile};
use crate::limits::REPETITIONS;

use super::effort::tests_of;
use super::reach::{Numbers, Roamer};

/// A count of steps, which gives up where counting itself takes too long.
pub(crate) struct Worst<'b> {
    roamer: Roamer<'b>,
    tiles: usize,
    /// What asking a test on a tile costs, by where the test stands in memory: the expression is not changed while it is looked at.
    asked: HashMap<(*const Test, Tile), u64>,
    /// How many more tiles may be looked at.
    left: u64,
}

/// Where steps lead, and how many there were.
struct Walked {
    ends: Numbers,
    steps: u64,
}

impl<'b> Worst<'b> {
    /// A count on a board of so many tiles; `left` tiles may be looked at.
    pub(crate) fn new(roamer: Roamer<'b>, tiles: usize, left: u64) -> Worst<'b> {
        Worst { roamer, tiles, asked: HashMap::new(), left }
    }

    /// How many more tiles may be looked at.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// The most steps that one of several paths and all others take together, from one tile.
    pub(crate) fn of_paths(&mut self, paths: &[Path]) -> Option<u64> {
        self.most(|worst, tile| {
            paths.iter().try_fold(0u64, |all, path| Some(all.saturating_add(worst.path(path, tile)?)))
        })
    }

    /// The most steps that a test takes, on one tile.
    pub(crate) fn of_test(&mut self, test: &Test) -> Option<u64> {
        self.most(|worst, tile| worst.test(test, tile))
    }

    fn most(&mut self, mut of: impl FnMut(&mut Self, Tile) -> Option<u64>) -> Option<u64> {
        (0..self.tiles).map(Tile::new).try_fold(0, |most, tile| Some(of(self, tile)?.max(most)))
    }

    fn path(&mut self, path: &Path, from: Tile) -> Option<u64> {
        let start = self.roamer.only(from);
        Some(self.walk(path, &start)?.steps)
    }

    fn walk(&mut self, path: &Path, from: &Numbers) -> Option<Walked> {
        let here = from.len();
        self.left = self.left.checked_sub(here.max(1))?;
        match path {
            Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Do(_) => {
                Some(Walked { ends: self.roamer.states(path, from, &|_, _| true), steps: here })
            }
            Path::Check { test, .. } => {
                let mut steps = here;
                for tile in self.roamer.tiles(from) {
                    steps = steps.saturating_add(self.test(test, tile)?);
                }
                Some(Walked { ends: from.clone(), steps })
            }
            Path::Seq(parts) => {
                let mut walked = Walked { ends: from.clone(), steps: 0 };
                for part in parts {
                    let next = self.walk(part, &walked.ends)?;
                    walked = Walked { steps: walked.steps.saturating_add(next.steps), ..next };
                }
                Some(walked)
            }
            Path::Any(parts) => {
                let mut walked = Walked { ends: self.roamer.nowhere(), steps: 0 };
                for part in parts {
                    let next = self.walk(part, from)?;
                    walked.steps = walked.steps.saturating_add(next.steps);
                    walked.ends.join(&next.ends);
                }
                Some(walked)
            }
            Path::Times { path, times } => {
                let mut asked = here;
                for test in tests_of(times) {
                    for tile in (0..self.tiles).map(Tile::new) {
                        asked = asked.saturating_add(self.test(test, tile)?.saturating_mul(here));
                    }
                }
                let walked = self.rounds(path, Some(REPETITIONS), from)?;
                Some(Walked { steps: walked.steps.saturating_add(asked), ..walked })
            }
            Path::Repeat { path, max, .. } => self.rounds(path, max.map(u32::from), from),
        }
    }

    /// A repetition of so many rounds at most.
    fn rounds(&mut self, body: &Path, max: Option<u32>, from: &Numbers) -> Option<Walked> {
        let mut front = from.clone();
        let mut walked = Walked { ends: from.clone(), steps: 0 };
        let mut round = 0;
        while max != Some(round) && !front.is_empty() {
            let next = self.walk(body, &front)?;
            walked.steps = walked.steps.saturating_add(next.steps);
            front = next.ends;
            if max.is_none() {
                // Without a number, no tile is set out from twice.
                front.leave(&walked.ends);
            }
            walked.ends.join(&front);
            round += 1;
        }
        Some(walked)
    }

    fn test(&mut self, test: &Test, tile: Tile) -> Option<u64> {
        let inside: Vec<&Test> = match test {
            Test::Not(test) | Test::Always(test) | Test::Before(test) => vec![test],
            Test::And(tests) | Test::Or(tests) => tests.iter().collect(),
            Test::Sees(path) => {
                let key = (std::ptr::from_ref(test), tile);
                if let Some(known) = self.asked.get(&key) {
                    return Some(*known);
                }
                let steps = self.path(path, tile)?.saturating_add(1);
                self.asked.insert(key, steps);
                return Some(steps);
            }
            Test::Some(_)
            | Test::Attacks(_)
            | Test::Can { .. }
            | Test::Compare(..)
            | Test::Group { .. }
            | Test::Connected { .. } => {
                return self.everywhere(test);
            }
            _ => return Some(1),
        };
        inside.into_iter().try_fold(1u64, |all, test| Some(all.saturating_add(self.test(test, tile)?)))
    }

    /// What is asked on every tile to find those on which a test holds; a group or a line on which all of them have to be is looked for
    /// once.
    fn grouped<'t>(&mut self, test: &'t Test, steps: &mut u64) -> Option<Vec<&'t Test>> {
        let Some((group, rest)) = test.narrowed() else { return Some(vec![test]) };
        *steps = steps.saturating_add(self.everywhere(group)?);
        Some(rest)
    }

    /// A test that asks others on every tile, and costs the same wherever it is asked.
    fn everywhere(&mut self, test: &Test) -> Option<u64> {
        let key = (std::ptr::from_ref(test), Tile(0));
        if let Some(known) = self.asked.get(&key) {
            return Some(*known);
        }
        let mut steps = 1u64;
        let inside: Vec<&Test> = match test {
            Test::Attacks(test) | Test::Connected { test, .. } | Test::Group { test, .. } => vec![test],
            Test::Some(test) => self.grouped(test, &mut steps)?,
            Test::Can { mover, target } => vec![mover, target],
            Test::Compare(left, _, right) => {
                let mut all = Vec::new();
                for test in tests_of(left).chain(tests_of(right)) {
                    all.extend(self.grouped(test, &mut steps)?);
                }
                all
            }
            _ => Vec::new(),
        };
        for tile in (0..self.tiles).map(Tile::new) {
            for test in &inside {
                steps = steps.saturating_add(self.test(test, tile)?);
            }
            if let Test::Connected { path, .. } | Test::Group { path, .. } = test {
                steps = steps.saturating_add(self.path(path, tile)?);
            }
        }
        self.asked.insert(key, steps);
        Some(steps)
    }
}

//! Ways over a board, as steps to the side and forward.

use std::ops::RangeInclusive;

use super::inexpressible::{Encoded, no};
use super::parts::flat;
use crate::ir::{Board, DirId, Effect, Path, Test};
use crate::moveid::MoveId;
use crate::moveid::geometry::around;

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

/// The IDs of a way: one, or one for each length.
pub(super) fn steps(way: &Way, common: &MoveId) -> Vec<MoveId> {
    way.lengths.clone().map(|k| step(way, common, (way.step.0 * k, way.step.1 * k))).collect()
}

pub(super) fn step(way: &Way, common: &MoveId, (dx, dy): (i32, i32)) -> MoveId {
    let mut id = common.clone();
    id.horizontal = dx.unsigned_abs() as u16;
    id.vertical = dy.unsigned_abs() as u16;
    let quadrant = match (dx, dy) {
        (x, 0) => usize::from(x < 0),
        (0, y) => {
            if y > 0 {
                0
            } else {
                3
            }
        }
        (x, y) => match (x > 0, y > 0) {
            (true, true) => 0,
            (false, true) => 1,
            (false, false) => 2,
            (true, false) => 3,
        },
    };
    id.quadrants[quadrant] = true;
    (id.jumps, id.multiple) = (way.jumps, way.multiple);
    id
}

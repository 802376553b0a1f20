//! Backward fills: from which tiles a path leads on, worked out for all tiles at once and from its end to its beginning.
//!
//! It takes a board on which each direction is the same difference of tile numbers everywhere. A repetition is filled until nothing new
//! comes of it, so a path that runs over whole lines takes a few rounds, however many tiles ask.

use tilegame_dsl::ir::{Path, PlayerId, SymId, Test, Tile, Who};

use crate::packed::set::Set;
use crate::plan::cond::{Cond, Conds};
use crate::plan::program::Ask;
use crate::reference::engine::Reference;

/// A path as one player walks it.
#[derive(Clone, Debug)]
pub(crate) enum BackwardFill<const W: usize> {
    /// A step or a leap, from these tiles.
    Step {
        by: i32,
        from: Set<W>,
    },
    /// A question; what has been asked settles a tile, or not.
    Check {
        ask: Ask,
        settles: bool,
    },
    Seq(Vec<BackwardFill<W>>),
    Any(Vec<BackwardFill<W>>),
    Repeat {
        inner: Box<BackwardFill<W>>,
        min: u16,
        max: Option<u16>,
    },
    /// A repetition of a step and a question about who stands there, which settles the tile.
    Run {
        by: i32,
        from: Set<W>,
        ask: Ask,
        min: u16,
        max: Option<u16>,
    },
}

impl<const W: usize> BackwardFill<W> {
    /// A path, if it can be swept. Tests that programs don't ask are numbered.
    pub(crate) fn new(reference: &Reference, conds: &mut Conds, me: PlayerId, path: &Path) -> Option<Self> {
        let frame = reference.frame(me, Tile(0));
        let is_flat = reference.board.tiles().all(|tile| reference.frame(me, tile) == frame);
        if is_flat { BackwardFill::of(reference, conds, frame, path) } else { None }
    }

    fn of(reference: &Reference, conds: &mut Conds, frame: SymId, path: &Path) -> Option<Self> {
        let board = &reference.board;
        let mut all = |parts: &[Path]| {
            parts.iter().map(|part| BackwardFill::of(reference, conds, frame, part)).collect::<Option<_>>()
        };
        Some(match path {
            Path::Step(direction) => {
                BackwardFill::step(reference, frame, |tile| board.step(tile, frame, *direction).collect())?
            }
            Path::Leap(directions) => {
                BackwardFill::step(reference, frame, |tile| board.leap(tile, frame, directions).to_vec())?
            }
            Path::Seq(parts) => BackwardFill::Seq(all(parts)?),
            Path::Any(parts) => BackwardFill::Any(all(parts)?),
            // Which way a piece faces is a matter of the walker, too.
            Path::Check { test, .. } if test.any(&|part| matches!(part, Test::Faces(_))) => return None,
            Path::Check { test, settles } => {
                let number = conds.number(test).ok()?;
                let ask = match conds.get(number) {
                    Cond::Empty => Ask::Empty,
                    Cond::Owner(Who::Friend) => Ask::Friend,
                    Cond::Owner(Who::Enemy) => Ask::Enemy,
                    _ => Ask::Holds(number),
                };
                BackwardFill::Check { ask, settles: *settles }
            }
            Path::Repeat { path, min, max } => {
                let inner = BackwardFill::of(reference, conds, frame, path)?;
                inner.run(*min, *max).unwrap_or(BackwardFill::Repeat {
                    inner: Box::new(inner),
                    min: *min,
                    max: *max,
                })
            }
            Path::Bend(_) | Path::Do(_) | Path::Times { .. } => return None,
        })
    }

    /// Its repetition, if that is a run.
    fn run(&self, min: u16, max: Option<u16>) -> Option<Self> {
        let BackwardFill::Seq(parts) = self else { return None };
        match parts.as_slice() {
            [BackwardFill::Step { by, from }, BackwardFill::Check { ask, settles: true }]
                if !matches!(ask, Ask::Holds(_)) =>
            {
                Some(BackwardFill::Run { by: *by, from: *from, ask: *ask, min, max })
            }
            _ => None,
        }
    }

    /// A step that leads to one tile at most, and everywhere by the same difference.
    fn step(
        reference: &Reference,
        frame: SymId,
        arrivals: impl Fn(Tile) -> Vec<(Tile, SymId)>,
    ) -> Option<Self> {
        let (mut difference, mut starts) = (None, Set::EMPTY);
        for tile in reference.board.tiles() {
            match arrivals(tile).as_slice() {
                [] => {}
                [(to, turned)] if *turned == frame => {
                    let by = to.index() as i32 - tile.index() as i32;
                    if *difference.get_or_insert(by) != by {
                        return None;
                    }
                    starts.insert(tile.index());
                }
                _ => return None,
            }
        }
        Some(BackwardFill::Step { by: difference.unwrap_or(0), from: starts })
    }
}

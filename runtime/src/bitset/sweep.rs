//! Sweeps: from which tiles a path leads on, worked out for all tiles at once and from its end to its beginning.
//!
//! It takes a board on which each direction is the same difference of tile numbers everywhere. A repetition is swept until nothing new
//! comes of it, so a path that runs over whole lines takes a few rounds, however many tiles ask.

use tilegame_dsl::ir::{Path, PlayerId, SymId, Tile, Who};

use super::ask::View;
use super::cond::{Cond, Conds};
use super::engine::Engine;
use super::set::Set;
use crate::engine::reference::Reference;

/// A path as one player walks it.
#[derive(Clone, Debug)]
pub(super) enum Sweep<const W: usize> {
    /// A step or a leap, from these tiles.
    Step {
        by: i32,
        from: Set<W>,
    },
    /// The test of this number; what has been asked settles a tile, or not.
    Check {
        test: u32,
        settles: bool,
    },
    Seq(Vec<Sweep<W>>),
    Any(Vec<Sweep<W>>),
    Repeat {
        inner: Box<Sweep<W>>,
        min: u16,
        max: Option<u16>,
    },
}

/// Tiles from which a walk goes on well: a walker who has asked nothing there leaves only an empty tile.
#[derive(Clone, Copy)]
struct Well<const W: usize> {
    unsettled: Set<W>,
    settled: Set<W>,
}

impl<const W: usize> Well<W> {
    fn is_nowhere(self) -> bool {
        self.settled.is_empty() && self.unsettled.is_empty()
    }

    fn with(self, other: Well<W>) -> Well<W> {
        Well { unsettled: self.unsettled | other.unsettled, settled: self.settled | other.settled }
    }

    fn without(self, other: Well<W>) -> Well<W> {
        Well {
            unsettled: self.unsettled.without(other.unsettled),
            settled: self.settled.without(other.settled),
        }
    }
}

impl<const W: usize> Sweep<W> {
    /// A path, if it can be swept. Tests that programs don't ask are numbered.
    pub(super) fn new(reference: &Reference, conds: &mut Conds, me: PlayerId, path: &Path) -> Option<Self> {
        let frame = reference.frame(me, Tile(0));
        let is_flat = reference.board.tiles().all(|tile| reference.frame(me, tile) == frame);
        if is_flat { Sweep::of(reference, conds, frame, path) } else { None }
    }

    fn of(reference: &Reference, conds: &mut Conds, frame: SymId, path: &Path) -> Option<Self> {
        let board = &reference.board;
        let mut all = |parts: &[Path]| {
            parts.iter().map(|part| Sweep::of(reference, conds, frame, part)).collect::<Option<_>>()
        };
        Some(match path {
            Path::Step(direction) => {
                Sweep::step(reference, frame, |tile| board.step(tile, frame, *direction).collect())?
            }
            Path::Leap(directions) => {
                Sweep::step(reference, frame, |tile| board.leap(tile, frame, directions).to_vec())?
            }
            Path::Seq(parts) => Sweep::Seq(all(parts)?),
            Path::Any(parts) => Sweep::Any(all(parts)?),
            Path::Check { test, settles } => {
                Sweep::Check { test: conds.number(test).ok()?, settles: *settles }
            }
            Path::Repeat { path, min, max } => {
                let inner = Box::new(Sweep::of(reference, conds, frame, path)?);
                Sweep::Repeat { inner, min: *min, max: *max }
            }
            Path::Bend(_) | Path::Do(_) => return None,
        })
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
        Some(Sweep::Step { by: difference.unwrap_or(0), from: starts })
    }
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// The tiles from which a path can be walked to its end.
    pub(super) fn swept(&self, v: &View<'_, W, N>, sweep: &Sweep<W>) -> Set<W> {
        self.back(v, sweep, Well { unsettled: self.board, settled: self.board }).settled
    }

    fn back(&self, v: &View<'_, W, N>, sweep: &Sweep<W>, then: Well<W>) -> Well<W> {
        if then.is_nowhere() {
            return then;
        }
        match sweep {
            Sweep::Step { by, from } => {
                let before = then.unsettled.rolled(-by) & *from;
                Well { unsettled: before.without(v.occupied), settled: before }
            }
            Sweep::Check { test, settles } => {
                let holds = |among| match self.conds.get(*test) {
                    Cond::Owner(Who::Friend) => among & v.mine,
                    Cond::Owner(Who::Enemy) => among & self.enemies(v),
                    other => self.check(v, other, among),
                };
                let settled = holds(then.settled);
                Well { unsettled: if *settles { settled } else { holds(then.unsettled) }, settled }
            }
            Sweep::Seq(parts) => parts.iter().rev().fold(then, |then, part| self.back(v, part, then)),
            Sweep::Any(parts) => {
                let parts = parts.iter().map(|part| self.back(v, part, then));
                parts.reduce(Well::with).unwrap_or(Well { unsettled: Set::EMPTY, settled: Set::EMPTY })
            }
            Sweep::Repeat { inner, min, max } => {
                let (mut all, mut new) = (then, then);
                let mut rounds = max.map(|max| max - min);
                while rounds != Some(0) && !new.is_nowhere() {
                    new = self.back(v, inner, new).without(all);
                    all = all.with(new);
                    rounds = rounds.map(|rounds| rounds - 1);
                }
                (0..*min).fold(all, |then, _| self.back(v, inner, then))
            }
        }
    }

    /// Kept apart, so that sweeping itself stays small.
    #[inline(never)]
    fn check(&self, v: &View<'_, W, N>, test: &Cond, among: Set<W>) -> Set<W> {
        self.where_holds(v, test, among)
    }
}

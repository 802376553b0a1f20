//! Sweeps: from which tiles a path leads on, worked out for all tiles at once and from its end to its beginning.
//!
//! It takes a board on which each direction is the same difference of tile numbers everywhere. A repetition is swept until nothing new
//! comes of it, so a path that runs over whole lines takes a few rounds, however many tiles ask.

use tilegame_dsl::ir::{Path, PlayerId, SymId, Test, Tile, Who};

use super::ask::View;
use super::cond::{Cond, Conds};
use super::engine::Engine;
use super::program::Ask;
use super::set::Set;
use crate::reference::engine::Reference;

/// A path as one player walks it.
#[derive(Clone, Debug)]
pub(super) enum Sweep<const W: usize> {
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
    Seq(Vec<Sweep<W>>),
    Any(Vec<Sweep<W>>),
    Repeat {
        inner: Box<Sweep<W>>,
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

    /// A walker has come from these tiles by a step.
    fn before(from: Set<W>, occupied: Set<W>) -> Well<W> {
        Well { unsettled: from.without(occupied), settled: from }
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
                Sweep::Check { ask, settles: *settles }
            }
            Path::Repeat { path, min, max } => {
                let inner = Sweep::of(reference, conds, frame, path)?;
                inner.run(*min, *max).unwrap_or(Sweep::Repeat {
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
        let Sweep::Seq(parts) = self else { return None };
        match parts.as_slice() {
            [Sweep::Step { by, from }, Sweep::Check { ask, settles: true }]
                if !matches!(ask, Ask::Holds(_)) =>
            {
                Some(Sweep::Run { by: *by, from: *from, ask: *ask, min, max })
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
                let there = then.unsettled.without(self.layout.missing(v.state));
                Well::before(there.rolled(-by) & *from, v.occupied)
            }
            Sweep::Check { ask, settles } => {
                let holds = |among: Set<W>| match ask {
                    Ask::Holds(test) => self.check(v, *test, among),
                    _ => among & self.answers(v, *ask),
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
            Sweep::Run { by, from, ask, min, max } => {
                let there = self.answers(v, *ask);
                let step = |to: Set<W>| (to & there).rolled(-by) & *from;
                let (mut all, mut stepped, mut new) = (then.settled, Set::EMPTY, then.settled);
                let mut rounds = max.map(|max| max - min);
                while rounds != Some(0) && !new.is_empty() {
                    let before = step(new);
                    stepped |= before;
                    new = before.without(all);
                    all |= new;
                    rounds = rounds.map(|rounds| rounds - 1);
                }
                let all = then.with(Well::before(stepped, v.occupied));
                (0..*min).fold(all, |then, _| Well::before(step(then.settled), v.occupied))
            }
        }
    }

    /// Where the answer to a question about who stands there is right.
    #[inline(always)]
    fn answers(&self, v: &View<'_, W, N>, ask: Ask) -> Set<W> {
        match ask {
            Ask::There => self.tiles(v.state),
            Ask::Empty => self.board.without(v.occupied),
            Ask::Friend => v.mine,
            Ask::Enemy => self.enemies(v),
            Ask::Holds(test) => self.check(v, test, self.board),
        }
    }

    /// Kept apart, so that sweeping itself stays small.
    #[inline(never)]
    fn check(&self, v: &View<'_, W, N>, test: u32, among: Set<W>) -> Set<W> {
        self.where_holds(v, self.conds.get(test), among)
    }
}

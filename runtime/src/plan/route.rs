//! Paths made ready to be walked over a state, where they cannot be unrolled or have too many ways.

use tilegame_dsl::ir::{DirId, Effect, LabelId, Path, Promotion, SymId, Test, Who};
use tilegame_dsl::limits::REPETITIONS;

use crate::packed::refusal::WhyNot;
use crate::plan::cond::{Cond, Conds, Number, Tally};

/// A rule that is walked.
#[derive(Clone, Debug)]
pub(crate) struct Walked {
    pub(crate) guard: Cond,
    pub(crate) route: Route,
    /// All promotions of its kind, and when they may be.
    pub(crate) promotions: Vec<(Promotion, Cond)>,
}

/// A path made ready to be walked.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Route {
    Step(DirId),
    Leap(Vec<DirId>),
    /// Parts, and of each whether it can lead to one place by several ways and does nothing on any of them.
    Seq(Vec<(Route, bool)>),
    Any(Vec<Route>),
    Repeat(Box<Route>, u16, Option<u16>, Repeats),
    Times(Box<Route>, Number, Repeats),
    /// A test, whether it settles the tile, and the zone of which it asks for the one piece that covers the tile.
    Check(Cond, bool, Option<(LabelId, Who)>),
    Bend(SymId),
    Do(Deed),
}

/// What of a repetition is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repeats {
    /// Only where one gets matters.
    Places,
    /// Something is done on the way, so every way counts.
    Ways,
}

/// Something that is done on the way.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Deed {
    Effect(Effect),
    Count(Tally),
}

impl Route {
    /// A path with its tests looked up.
    pub(crate) fn new(path: &Path, conds: &mut Conds) -> Result<Route, WhyNot> {
        let mut all =
            |parts: &[Path]| parts.iter().map(|p| Route::new(p, conds)).collect::<Result<Vec<_>, _>>();
        let repeats = |body: &Path| if body.acts() { Repeats::Ways } else { Repeats::Places };
        Ok(match path {
            Path::Step(direction) => Route::Step(*direction),
            Path::Leap(directions) => Route::Leap(directions.clone()),
            Path::Seq(parts) => {
                Route::Seq(all(parts)?.into_iter().zip(parts.iter().map(can_branch)).collect())
            }
            Path::Any(parts) => Route::Any(all(parts)?),
            Path::Repeat { path: body, min, max } => {
                Route::Repeat(Box::new(Route::new(body, conds)?), *min, *max, repeats(body))
            }
            Path::Times { path: body, times } => {
                Route::Times(Box::new(Route::new(body, conds)?), conds.quantity(times)?, repeats(body))
            }
            Path::Check { test, settles } => Route::Check(conds.make(test)?, *settles, watched(test)),
            Path::Bend(symmetry) => Route::Bend(*symmetry),
            Path::Do(Effect::Count { counter, of, op, amount }) => Route::Do(Deed::Count(Tally {
                counter: *counter,
                of: *of,
                op: *op,
                amount: conds.quantity(amount)?,
            })),
            Path::Do(effect) => Route::Do(Deed::Effect(effect.clone())),
        })
    }
}

impl Route {
    /// How many marks a way can leave at most.
    pub(crate) fn most_marks(&self) -> usize {
        match self {
            Route::Do(Deed::Effect(Effect::Mark(_))) => 1,
            Route::Step(_) | Route::Leap(_) | Route::Check(..) | Route::Bend(_) | Route::Do(_) => 0,
            Route::Seq(parts) => {
                parts.iter().fold(0, |all, (part, _)| usize::saturating_add(all, part.most_marks()))
            }
            Route::Any(parts) => parts.iter().map(Route::most_marks).max().unwrap_or(0),
            Route::Repeat(body, _, max, _) => {
                body.most_marks().saturating_mul(max.map_or(REPETITIONS as usize, usize::from))
            }
            Route::Times(body, ..) => body.most_marks().saturating_mul(REPETITIONS as usize),
        }
    }
}

/// Whether a path can lead to one place by several ways, and does nothing on any of them.
fn can_branch(path: &Path) -> bool {
    fn branches(path: &Path) -> bool {
        match path {
            Path::Any(_) | Path::Repeat { .. } | Path::Times { .. } => true,
            Path::Seq(parts) => parts.iter().any(branches),
            Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Check { .. } | Path::Do(_) => false,
        }
    }
    branches(path) && !path.acts()
}

/// The zone of which a test asks for the one piece that covers the tile.
pub(crate) fn watched(test: &Test) -> Option<(LabelId, Who)> {
    match test {
        Test::Under { zone, of, by_one: true } => Some((*zone, *of)),
        Test::And(tests) => tests.iter().find_map(watched),
        _ => None,
    }
}

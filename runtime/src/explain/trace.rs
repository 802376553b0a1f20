//! Walking a rule's path although it can't be walked, to see what is in the way.
//!
//! For explanations only: the engine never asks here. Where the engine gives up, this walk notes the obstacle and goes on
//! as if it were not there. Of all ways to a tile it keeps the one with the fewest obstacles. What a path does on its way
//! is followed only as far as takings go.

use smallvec::SmallVec;
use tilegame_dsl::ir::{Effect, MarkId, Mode, MoveRule, Path, SymId, Test, Tile};

use crate::reference::engine::Reference;
use crate::reference::view::{State, View};

/// More obstacles on one way tell nobody anything.
const MOST: usize = 5;

/// Something that keeps a rule from leading where one wants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Obstacle<'r> {
    /// A piece stands on a tile that must be empty to be left.
    Blocked(Tile),
    /// The last tile holds a piece of one's own.
    Own(Tile),
    /// The last tile must be empty and is not.
    NotEmpty(Tile),
    /// The last tile must hold an enemy and does not.
    NothingToTake(Tile),
    /// The rule holds only if this does.
    Guard(&'r Test),
    /// A tile on the way fails a test.
    Fails(Tile, &'r Test),
    /// The last tile lacks the mark.
    NotMarked(Tile, MarkId),
}

impl Obstacle<'_> {
    /// Of ways with equally many obstacles, the one with the smallest is the most telling.
    pub(super) fn weight(&self) -> u8 {
        match self {
            Obstacle::Blocked(_) => 0,
            Obstacle::Own(_) => 1,
            Obstacle::NotEmpty(_) => 2,
            Obstacle::NothingToTake(_) => 3,
            Obstacle::Guard(_) => 4,
            Obstacle::Fails(..) => 5,
            Obstacle::NotMarked(..) => 6,
        }
    }
}

/// A way that has been walked so far.
#[derive(Clone)]
struct Trail<'r> {
    state: State,
    obstacles: SmallVec<[Obstacle<'r>; 2]>,
    taken: SmallVec<[Tile; 2]>,
    /// Where something has been taken that is gone for the rest of the way.
    gone: SmallVec<[Tile; 2]>,
    /// Every tile, the first included.
    way: Vec<Tile>,
    /// How many of these tiles come before the first obstacle.
    clear: usize,
}

/// The ways of a path from somewhere, tile by tile: those that can be walked to their end, and how far one gets at most on
/// any other, if that is farther than nowhere.
pub(super) fn ways(
    engine: &Reference,
    view: &View<'_>,
    path: &Path,
    state: State,
) -> (Vec<Vec<Tile>>, Option<Vec<Tile>>) {
    let mut found = Vec::new();
    Tracer { engine, view }.walk(path, &[Trail::from(state)], &mut found);
    let (done, other): (Vec<_>, Vec<_>) = found.into_iter().partition(|trail| trail.obstacles.is_empty());
    let starts = other.into_iter().map(|trail| trail.way[..trail.clear].to_vec());
    let longest = starts.filter(|way| way.len() > 1).max_by_key(Vec::len);
    (done.into_iter().map(|trail| trail.way).collect(), longest)
}

impl<'r> Trail<'r> {
    fn from(state: State) -> Trail<'r> {
        let (obstacles, taken, gone) = (SmallVec::new(), SmallVec::new(), SmallVec::new());
        Trail { state, obstacles, taken, gone, way: vec![state.tile], clear: 1 }
    }
}

/// The obstacles on the best way of a rule from one tile to another; none at all if the rule never leads there.
pub(super) fn obstacles<'r>(
    engine: &Reference,
    view: &View<'_>,
    rule: &'r MoveRule,
    (from, frame): (Tile, SymId),
    to: Tile,
) -> Option<Vec<Obstacle<'r>>> {
    let state = State::start(from, frame);
    let mut start = Trail::from(state);
    if !engine.holds(view, from, &rule.guard) {
        start.obstacles.push(Obstacle::Guard(&rule.guard));
    }
    let mut found = Vec::new();
    Tracer { engine, view }.walk(&rule.path, &[start], &mut found);
    let ends =
        found.into_iter().filter(|trail| trail.state.tile == to && (to != from || !trail.taken.is_empty()));
    let ways = ends.map(|trail| {
        let mut obstacles = trail.obstacles.to_vec();
        obstacles.extend(landing(view, rule, to, &trail.taken));
        obstacles
    });
    ways.min_by_key(|way| (way.len(), way.first().map(Obstacle::weight)))
}

fn landing(view: &View<'_>, rule: &MoveRule, to: Tile, taken: &[Tile]) -> Option<Obstacle<'static>> {
    let there = view.at(to);
    let own = there.is_some_and(|p| p.owner == Some(view.me));
    match (rule.mode, rule.onto) {
        (Mode::Capture, Some(mark)) => {
            let marked =
                view.position.marks.iter().any(|l| l.mark == mark && l.tile == to && l.owner != view.me);
            (!marked || there.is_some()).then_some(Obstacle::NotMarked(to, mark))
        }
        (Mode::Quiet, _) if there.is_some() => Some(Obstacle::NotEmpty(to)),
        (Mode::Capture | Mode::Move, _) if own => Some(Obstacle::Own(to)),
        (Mode::Capture, None) if there.is_none() => Some(Obstacle::NothingToTake(to)),
        (Mode::Do, _) if there.is_some() && !taken.contains(&to) => Some(Obstacle::NotEmpty(to)),
        _ => None,
    }
}

struct Tracer<'e, 'p> {
    engine: &'e Reference,
    view: &'e View<'p>,
}

impl Tracer<'_, '_> {
    fn walk<'r>(&self, path: &'r Path, from: &[Trail<'r>], ends: &mut Vec<Trail<'r>>) {
        match path {
            Path::Step(direction) => {
                for trail in from {
                    let at = trail.state;
                    let steps = self.engine.board.step(at.tile, at.frame, *direction);
                    for arrival in steps.filter(|(tile, _)| self.view.position.is_there(*tile)) {
                        _ = add(ends, self.arrive(trail, arrival));
                    }
                }
            }
            Path::Leap(directions) => {
                for trail in from {
                    let at = trail.state;
                    let leaps = self.engine.board.leap(at.tile, at.frame, directions).into_iter();
                    for arrival in leaps.filter(|(tile, _)| self.view.position.is_there(*tile)) {
                        _ = add(ends, self.arrive(trail, arrival));
                    }
                }
            }
            Path::Check { test, settles } => {
                for trail in from {
                    let mut next = trail.clone();
                    let view = View { gone: &trail.gone, ..self.view.walked(next.state) };
                    let watcher = || self.engine.watcher(&view, next.state.tile, test);
                    next.state.watcher = next.state.watcher.or_else(watcher);
                    if !self.engine.holds(&view, next.state.tile, test) {
                        next.obstacles.push(Obstacle::Fails(next.state.tile, test));
                    }
                    next.state.settled |= settles;
                    _ = add(ends, next);
                }
            }
            Path::Bend(turn) => {
                for trail in from {
                    let mut next = trail.clone();
                    next.state.frame = self.engine.board.bend(next.state.frame, *turn);
                    _ = add(ends, next);
                }
            }
            Path::Do(effect) => {
                for trail in from {
                    let mut next = trail.clone();
                    if effect.takes() && trail.taken.contains(&trail.state.tile) {
                        continue;
                    }
                    if effect.takes() || matches!(effect, Effect::Merge(_) | Effect::Swap) {
                        next.taken.push(next.state.tile);
                    }
                    if *effect == Effect::Take {
                        next.gone.push(next.state.tile);
                    }
                    _ = add(ends, next);
                }
            }
            Path::Any(parts) => parts.iter().for_each(|part| self.walk(part, from, ends)),
            Path::Seq(parts) => {
                let mut at = from.to_vec();
                for part in parts {
                    let mut next = Vec::new();
                    self.walk(part, &at, &mut next);
                    at = next;
                }
                at.into_iter().for_each(|trail| _ = add(ends, trail));
            }
            Path::Times { path, times } => {
                for trail in from {
                    let view = View { gone: &trail.gone, ..*self.view };
                    if let Some(rounds) = self.engine.length(&view, trail.state, times) {
                        self.repeat(path, (rounds, Some(rounds)), std::slice::from_ref(trail), ends);
                    }
                }
            }
            Path::Repeat { path, min, max } => self.repeat(path, (*min, *max), from, ends),
        }
    }

    fn repeat<'r>(
        &self,
        body: &'r Path,
        (min, max): (u16, Option<u16>),
        from: &[Trail<'r>],
        ends: &mut Vec<Trail<'r>>,
    ) {
        let mut at = from.to_vec();
        let mut best: Vec<Trail<'r>> = Vec::new();
        for done in 0..=max.unwrap_or(u16::MAX) {
            if done >= min {
                at.retain(|trail| add(&mut best, trail.clone()));
            }
            if at.is_empty() {
                break;
            }
            let mut next = Vec::new();
            self.walk(body, &at, &mut next);
            at = next;
        }
        best.into_iter().for_each(|trail| _ = add(ends, trail));
    }

    fn arrive<'r>(&self, trail: &Trail<'r>, (tile, frame): (Tile, SymId)) -> Trail<'r> {
        let mut next = trail.clone();
        let view = View { gone: &trail.gone, ..*self.view };
        if !trail.state.settled && view.at(trail.state.tile).is_some() {
            next.obstacles.push(Obstacle::Blocked(trail.state.tile));
        }
        next.state = trail.state.arrive((tile, frame));
        next.way.push(tile);
        if next.obstacles.is_empty() {
            next.clear = next.way.len();
        }
        next
    }
}

/// Adds a trail unless one to the same place has no more obstacles; whether it was added.
fn add<'r>(trails: &mut Vec<Trail<'r>>, new: Trail<'r>) -> bool {
    if new.obstacles.len() > MOST {
        return false;
    }
    match trails.iter_mut().find(|old| old.state == new.state) {
        Some(old) if old.obstacles.len() <= new.obstacles.len() => false,
        Some(old) => {
            *old = new;
            true
        }
        None => {
            trails.push(new);
            true
        }
    }
}

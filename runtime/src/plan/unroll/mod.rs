//! Unrolling: a path, a player and a tile become a program in which nothing is left that the board decides.
//!
//! This mirrors the reference engine's `walk`, with a list of what is already known of each tile in the place of a
//! position. Whatever is not known becomes a question. A path with too many ways is refused, not cut short.

mod land;
mod reduce;

use std::borrow::Cow;
use std::iter::successors;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tilegame_dsl::ir::{
    Effect, KindId, Kinds, MoveRule, Path, PhaseId, PlayerId, Promotion, StateId, SymId, Test, Tile, Who,
};

use crate::board::Arrival;
use crate::packed::refusal::WhyNot;
use crate::plan::change::change;
use crate::plan::cond::Conds;
use crate::plan::facing::facing;
use crate::plan::program::{Ask, Code, Lands, Leaf, Op, Range};
use crate::reference::engine::Reference;

/// No game's programs may be longer than this together.
const MOST_OPS: usize = 1 << 21;

/// Nor may one walk try more than this.
const MOST_TRIES: u32 = 1 << 17;

/// What is known of a tile at a point of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    Nothing,
    /// Nothing stands there, or what does is lifted.
    Empty,
    /// What stands there has been taken on the way.
    Gone,
    Occupied,
    Friend,
    Enemy,
}

impl Known {
    fn is_empty(self) -> bool {
        matches!(self, Known::Empty | Known::Gone)
    }
}

/// Where a walker is; see the reference engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct At {
    tile: Tile,
    frame: SymId,
    settled: bool,
}

/// Where a walker has been in the rounds of a repetition, the last first.
struct Trail<'t> {
    at: At,
    before: Option<&'t Trail<'t>>,
}

/// What to do at the end of a path.
type Then<'f, 'r> = &'f mut dyn FnMut(&mut Unroller<'r>, At) -> Result<(), WhyNot>;

/// Writes programs.
pub(crate) struct Unroller<'r> {
    pub(crate) reference: &'r Reference,
    pub(crate) conds: Conds,
    pub(crate) code: Code,
    tags: FxHashMap<Vec<u8>, u32>,
    me: PlayerId,
    known: Vec<Known>,
    /// Which tiles are known to be there though nothing else is known of them.
    there: Vec<bool>,
    effects: Vec<(Tile, Effect)>,
    branches: Vec<u8>,
    /// The phase of the turn, while it is known.
    phase: Option<PhaseId>,
    /// Where the piece stood that moves, and its kind, while they are known.
    mover: Option<(Tile, KindId)>,
    /// Some pieces are nobody's.
    has_neutral: bool,
    /// How many questions have been asked on the way.
    asked: usize,
    /// Endless repetitions under way: how many questions had been asked when they began, and where they have been since without
    /// another one.
    rounds: Vec<(usize, Vec<(At, u16)>)>,
    tries: u32,
}

impl<'r> Unroller<'r> {
    pub(crate) fn new(reference: &'r Reference) -> Unroller<'r> {
        Unroller {
            reference,
            conds: Conds::default(),
            code: Code::default(),
            tags: FxHashMap::default(),
            me: PlayerId(0),
            known: vec![Known::Nothing; reference.board.len()],
            there: vec![!reference.tiles_change; reference.board.len()],
            effects: Vec::new(),
            branches: Vec::new(),
            phase: None,
            mover: None,
            has_neutral: reference.rules.kinds.iter().any(|k| k.neutral),
            asked: 0,
            rounds: Vec::new(),
            tries: 0,
        }
    }

    /// The program of a movement rule for a player's piece on a tile, of a kind unless it is for several. The promotions are those that
    /// ask for more than where it arrives.
    pub(crate) fn rule(
        &mut self,
        number: usize,
        (rule, promotions): (&MoveRule, &[Promotion]),
        (me, phase): (PlayerId, Option<PhaseId>),
        (kind, from): (Option<KindId>, Tile),
    ) -> Result<Range, WhyNot> {
        self.begin(me);
        let (ops, leaves) = (self.code.ops.len(), self.code.leaves.len());
        self.phase = phase;
        self.mover = kind.map(|kind| (from, kind));
        // A piece that moves is lifted.
        self.known[from.index()] = Known::Empty;
        let start = ops as u32;
        let frame = self.reference.frame(me, from);
        let at = At { tile: from, frame, settled: true };
        // Looking at other tiles from where it stands, one is turned as one would be on each of them.
        let is_flat = self.reference.board.tiles().all(|tile| self.reference.frame(me, tile) == frame);
        let guard = if is_flat {
            facing(&self.reference.rules, &rule.guard, frame)
        } else {
            Cow::Borrowed(&rule.guard)
        };
        let result = self.when(&guard, from, &mut |u| {
            u.walk(&rule.path, at, &mut |u, end| u.land(number, (rule, promotions), (from, end.tile)))
        });
        self.finished(result, (ops, leaves))?;
        Ok(Range { start, end: self.code.ops.len() as u32 })
    }

    /// Forgets what is known, and, where it can't be unrolled, what has been written.
    fn finished(&mut self, result: Result<(), WhyNot>, (ops, leaves): (usize, usize)) -> Result<(), WhyNot> {
        self.known.fill(Known::Nothing);
        self.there.fill(!self.reference.tiles_change);
        self.effects.clear();
        if result.is_err() {
            self.code.ops.truncate(ops);
            self.code.leaves.truncate(leaves);
        }
        result
    }

    /// The program of a path from a tile where nothing is known; its leaves have the effects of each way.
    pub(crate) fn path(&mut self, path: &Path, me: PlayerId, from: Tile) -> Result<Range, WhyNot> {
        self.begin(me);
        let (ops, leaves) = (self.code.ops.len(), self.code.leaves.len());
        self.there[from.index()] = true;
        let start = ops as u32;
        let at = At { tile: from, frame: self.reference.frame(me, from), settled: true };
        let result = self.walk(path, at, &mut |u, end| {
            let mut changes = Vec::new();
            for (tile, effect) in &u.effects {
                changes.extend(change(u.reference, u.me, *tile, effect)?);
            }
            let leaf = Leaf {
                to: end.tile.index() as u16,
                rule: 0,
                lands: Lands::Anyhow,
                stays: true,
                becomes: None,
                promotes: None,
                changes: changes.into(),
                tag: 0,
            };
            u.there(end.tile, &mut |u| u.leaf(leaf.clone()))
        });
        self.finished(result, (ops, leaves))?;
        Ok(Range { start, end: self.code.ops.len() as u32 })
    }

    fn begin(&mut self, me: PlayerId) {
        self.me = me;
        self.phase = None;
        self.mover = None;
        self.asked = 0;
        self.rounds.clear();
        self.tries = 0;
        self.branches.clear();
    }

    fn leaf(&mut self, mut leaf: Leaf) -> Result<(), WhyNot> {
        if self.code.ops.len() >= MOST_OPS {
            return Err(WhyNot::TooManyWays);
        }
        let next = self.tags.len() as u32;
        leaf.tag = *self.tags.entry(self.branches.clone()).or_insert(next);
        self.code.ops.push(Op::Leaf(self.code.leaves.len() as u32));
        self.code.leaves.push(leaf);
        Ok(())
    }

    fn try_another(&mut self) -> Result<(), WhyNot> {
        self.tries += 1;
        if self.tries > MOST_TRIES { Err(WhyNot::TooManyWays) } else { Ok(()) }
    }

    fn walk(&mut self, path: &Path, at: At, then: Then<'_, 'r>) -> Result<(), WhyNot> {
        self.try_another()?;
        match path {
            Path::Step(direction) => {
                let arrivals: SmallVec<[Arrival; 2]> =
                    self.reference.board.step(at.tile, at.frame, *direction).collect();
                self.leave(at, &arrivals, then)
            }
            Path::Leap(directions) => {
                let arrivals = self.reference.board.leap(at.tile, at.frame, directions);
                self.leave(at, &arrivals, then)
            }
            Path::Seq(parts) => self.walk_all(parts, at, then),
            Path::Any(parts) => self.one_of(parts.len(), |u, i| u.walk(&parts[i], at, then)),
            Path::Check { test, settles } => {
                let next = At { settled: at.settled || *settles, ..at };
                self.when(&facing(&self.reference.rules, test, at.frame), at.tile, &mut |u| then(u, next))
            }
            Path::Bend(symmetry) => {
                then(self, At { frame: self.reference.board.bend(at.frame, *symmetry), ..at })
            }
            Path::Times { .. } => Err(WhyNot::Unusual("paths as long as a number says")),
            Path::Do(Effect::State { state, on }) => self.in_state((*state, *on), at, then),
            Path::Do(Effect::Turn(symmetry)) => self.turning(*symmetry, at, then),
            Path::Do(effect) => self.with_effect(at, effect.clone(), then),
            Path::Repeat { path, min, max } => {
                let start = Trail { at: At { settled: true, ..at }, before: None };
                let trail = path.acts().then_some(&start);
                self.rounds.push((self.asked, Vec::new()));
                let round = self.rounds.len() - 1;
                let result = self.repeat((path, *min, *max, round), at, trail, then);
                self.rounds.truncate(round);
                result
            }
        }
    }

    fn with_effect(&mut self, at: At, effect: Effect, then: Then<'_, 'r>) -> Result<(), WhyNot> {
        let is_taken = |(tile, done): &(Tile, Effect)| *tile == at.tile && done.takes();
        if effect.takes() && self.effects.iter().any(is_taken) {
            return Ok(());
        }
        let before = self.known[at.tile.index()];
        if effect == Effect::Take {
            self.known[at.tile.index()] = Known::Gone;
        }
        self.effects.push((at.tile, effect));
        let result = then(self, at);
        self.effects.pop();
        self.known[at.tile.index()] = before;
        result
    }

    /// What stands there becomes another kind, by what kind it is now; nothing becomes of a piece that is only supposed.
    fn in_state(&mut self, state: (StateId, bool), at: At, then: Then<'_, 'r>) -> Result<(), WhyNot> {
        let reference = self.reference;
        if self.mover.is_none_or(|(from, _)| from != at.tile) {
            let all = Kinds((0..reference.rules.kinds.len()).map(KindId::new).collect());
            let supposed = Test::And(vec![Test::Occupied, Test::Not(Box::new(Test::Is(all)))]);
            self.when(&supposed, at.tile, &mut |u| then(u, at))?;
        }
        for kind in (0..reference.rules.kinds.len()).map(KindId::new) {
            let other = reference.in_state(kind, state.0, state.1);
            self.when(&Test::Is(Kinds(vec![kind])), at.tile, &mut |u| {
                u.with_effect(at, Effect::Become(other), then)
            })?;
        }
        Ok(())
    }

    /// The piece that moves turns where it stands.
    fn turning(&mut self, symmetry: SymId, at: At, then: Then<'_, 'r>) -> Result<(), WhyNot> {
        let Some((from, kind)) = self.mover.filter(|(from, _)| *from == at.tile) else {
            return Err(WhyNot::Unusual("a path on which other pieces turn"));
        };
        let turn = self.reference.board.as_seen(at.frame, symmetry);
        let facing = self.reference.rules.kinds[kind.index()].facing.as_ref();
        match facing.and_then(|facing| facing.turned[turn.index()]) {
            Some(turned) if self.known[from.index()] != Known::Gone => {
                self.with_effect(at, Effect::Become(turned), then)
            }
            _ => Ok(()),
        }
    }

    fn walk_all(&mut self, parts: &[Path], at: At, then: Then<'_, 'r>) -> Result<(), WhyNot> {
        match parts {
            [] => then(self, at),
            [first, rest @ ..] => self.walk(first, at, &mut |u, next| u.walk_all(rest, next, then)),
        }
    }

    /// Tries every branch and notes which one it is.
    fn one_of(
        &mut self,
        number: usize,
        mut branch: impl FnMut(&mut Self, usize) -> Result<(), WhyNot>,
    ) -> Result<(), WhyNot> {
        for i in 0..number {
            if number > 1 {
                self.branches.push(i as u8);
            }
            let result = branch(self, i);
            if number > 1 {
                self.branches.pop();
            }
            result?;
        }
        Ok(())
    }

    fn leave(&mut self, at: At, arrivals: &[(Tile, SymId)], then: Then<'_, 'r>) -> Result<(), WhyNot> {
        let mut go = |u: &mut Self| {
            u.one_of(arrivals.len(), |u, i| {
                let (tile, frame) = arrivals[i];
                then(u, At { tile, frame, settled: false })
            })
        };
        if at.settled { self.there(at.tile, &mut go) } else { self.given(Ask::Empty, at.tile, true, &mut go) }
    }

    /// An endless repetition does not come back to where it has been on the same way: without effects to the same state,
    /// with effects to the same tile.
    fn repeat(
        &mut self,
        (body, min, max, round): (&Path, u16, Option<u16>, usize),
        at: At,
        trail: Option<&Trail<'_>>,
        then: Then<'_, 'r>,
    ) -> Result<(), WhyNot> {
        if min == 0 {
            then(self, at)?;
        }
        if max == Some(0) {
            return Ok(());
        }
        let rest = (body, min.saturating_sub(1), max.map(|m| m - 1), round);
        let effects = body.acts();
        self.walk(body, at, &mut |u, next| {
            let again = |was: &Trail<'_>| if effects { was.at.tile == next.tile } else { was.at == next };
            if max.is_none() && successors(trail, |trail| trail.before).any(again) {
                return Ok(());
            }
            // Where one has been without a question since the beginning, all has been tried that follows.
            if max.is_none()
                && !effects
                && let Some((asked, seen)) = u.rounds.get_mut(round)
            {
                if seen.contains(&(next, rest.1)) {
                    return Ok(());
                }
                if *asked == u.asked {
                    seen.push((next, rest.1));
                }
            }
            u.repeat(rest, next, Some(&Trail { at: next, before: trail }), then)
        })
    }

    /// Goes on where the test holds.
    fn when(
        &mut self,
        test: &Test,
        tile: Tile,
        then: &mut dyn FnMut(&mut Self) -> Result<(), WhyNot>,
    ) -> Result<(), WhyNot> {
        match self.reduced(test, tile) {
            Test::True => then(self),
            Test::False => Ok(()),
            Test::And(all) => match all.split_first() {
                None => then(self),
                Some((first, rest)) => {
                    let rest = Test::And(rest.to_vec());
                    self.when(first, tile, &mut |u| u.when(&rest, tile, then))
                }
            },
            Test::Empty => self.given(Ask::Empty, tile, true, then),
            Test::Occupied => self.given(Ask::Empty, tile, false, then),
            Test::Owner(Who::Friend) => self.given(Ask::Friend, tile, true, then),
            Test::Owner(Who::Enemy) => self.given(Ask::Enemy, tile, true, then),
            Test::Not(inner) => match *inner {
                Test::Owner(Who::Friend) => self.given(Ask::Friend, tile, false, then),
                Test::Owner(Who::Enemy) => self.given(Ask::Enemy, tile, false, then),
                inner => {
                    let number = self.conds.number(&inner)?;
                    self.given(Ask::Holds(number), tile, false, then)
                }
            },
            other => {
                let number = self.conds.number(&other)?;
                self.given(Ask::Holds(number), tile, true, then)
            }
        }
    }

    /// Goes on where the question is answered as wanted; writes it down unless the answer is known.
    fn given(
        &mut self,
        ask: Ask,
        tile: Tile,
        wanted: bool,
        then: &mut dyn FnMut(&mut Self) -> Result<(), WhyNot>,
    ) -> Result<(), WhyNot> {
        let before = self.known[tile.index()];
        let answer = match (ask, before) {
            (_, Known::Nothing) | (Ask::Holds(_), _) => None,
            (Ask::Empty, known) => Some(known.is_empty()),
            (_, known) if known.is_empty() => Some(false),
            (Ask::Friend, Known::Friend) | (Ask::Enemy, Known::Enemy) => Some(true),
            (Ask::Friend, Known::Enemy) | (Ask::Enemy, Known::Friend) => Some(false),
            (Ask::Friend | Ask::Enemy | Ask::There, _) => None,
        };
        match answer {
            Some(answer) if answer == wanted => return then(self),
            Some(_) => return Ok(()),
            None => {}
        }
        // A tile that is not there is neither empty nor anybody's.
        let tells = wanted && matches!(ask, Ask::Empty | Ask::Friend | Ask::Enemy);
        if !tells && !self.is_there(tile) {
            return self.there(tile, &mut |u| u.given(ask, tile, wanted, then));
        }
        self.known[tile.index()] = match (ask, wanted, before) {
            (Ask::Empty, true, _) => Known::Empty,
            (Ask::Empty, false, _) => Known::Occupied,
            (Ask::Friend, true, _) => Known::Friend,
            (Ask::Enemy, true, _) => Known::Enemy,
            // Unless some pieces are nobody's.
            (Ask::Enemy, false, Known::Occupied) if !self.has_neutral => Known::Friend,
            (Ask::Friend, false, Known::Occupied) if !self.has_neutral => Known::Enemy,
            _ => before,
        };
        let result = self.branch(ask, tile, wanted, then);
        self.known[tile.index()] = before;
        result
    }

    /// Whether a tile is known to be there.
    fn is_there(&self, tile: Tile) -> bool {
        self.there[tile.index()] || self.known[tile.index()] != Known::Nothing
    }

    /// Goes on where a tile is there.
    fn there(
        &mut self,
        tile: Tile,
        then: &mut dyn FnMut(&mut Self) -> Result<(), WhyNot>,
    ) -> Result<(), WhyNot> {
        if self.is_there(tile) {
            return then(self);
        }
        self.there[tile.index()] = true;
        let result = self.branch(Ask::There, tile, true, then);
        self.there[tile.index()] = false;
        result
    }

    /// Writes down a question, and what follows where it is answered as wanted, if anything does.
    fn branch(
        &mut self,
        ask: Ask,
        tile: Tile,
        wanted: bool,
        then: &mut dyn FnMut(&mut Self) -> Result<(), WhyNot>,
    ) -> Result<(), WhyNot> {
        let at = self.code.ops.len();
        self.code.ops.push(Op::If { ask, tile: tile.index() as u16, wanted, or: 0 });
        self.asked += 1;
        let result = then(self);
        self.asked -= 1;
        let end = self.code.ops.len();
        if end == at + 1 {
            self.code.ops.truncate(at);
        } else if let Op::If { or, .. } = &mut self.code.ops[at] {
            *or = end as u32;
        }
        result
    }
}

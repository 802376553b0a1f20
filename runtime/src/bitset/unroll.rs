//! Unrolling: a path, a player and a tile become a program in which nothing is left that the board decides.
//!
//! This mirrors the reference engine's `walk`, with a list of what is already known of each tile in the place of a
//! position. Whatever is not known becomes a question. A path with too many ways is refused, not cut short.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use tilegame_dsl::ir::{
    Comparison, Effect, KindId, Kinds, Mode, MoveRule, Path, PhaseId, PlayerId, Promotion, Quantity, StateId,
    SymId, Test, Tile, Who,
};

use super::WhyNot;
use super::cond::{Conds, merged};
use super::facing::facing;
use super::program::{Ask, Code, Lands, Leaf, Op, Range};
use super::walk::acts;
use crate::moves::{Change, sort_taken};
use crate::reference::engine::Reference;

/// No game's programs may be longer than this together.
const MOST_OPS: usize = 1 << 21;

/// Nor may one walk try more than this.
const MOST_TRIES: u32 = 1 << 17;

/// What is known of a tile at a point of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
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

/// What to do at the end of a path.
type Then<'f, 'r> = &'f mut dyn FnMut(&mut Unroller<'r>, At) -> Result<(), WhyNot>;

/// Writes programs.
pub(super) struct Unroller<'r> {
    pub(super) reference: &'r Reference,
    pub(super) conds: Conds,
    pub(super) code: Code,
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
    pub(super) fn new(reference: &'r Reference) -> Unroller<'r> {
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
    pub(super) fn rule(
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
    pub(super) fn path(&mut self, path: &Path, me: PlayerId, from: Tile) -> Result<Range, WhyNot> {
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

    /// The leaf of a way that ends on a tile: what the reference engine's `landing` allows there.
    fn land(
        &mut self,
        number: usize,
        (rule, promotions): (&MoveRule, &[Promotion]),
        (from, to): (Tile, Tile),
    ) -> Result<(), WhyNot> {
        let goes = |e: &Effect| matches!(e, Effect::Shift(_) | Effect::Reflect(_) | Effect::Swap);
        let shifted = |t: Tile| self.effects.iter().any(|(at, e)| *at == t && goes(e));
        let merges = |t: Tile| self.effects.iter().any(|(at, e)| *at == t && matches!(e, Effect::Merge(_)));
        // A piece that is captured where it stands is taken as the move is made, and not before.
        let captures = rule.mode == Mode::Capture && rule.onto.is_none();
        let gone = self.effects.iter().any(|(at, e)| *at == to && *e == Effect::Take) && !captures;
        let lands = match (rule.mode, rule.onto) {
            (Mode::Capture, Some(mark)) => Lands::Onto(mark),
            (Mode::Capture | Mode::Move, _) if rule.castles => {
                return Err(WhyNot::Unusual("castling by which something is taken"));
            }
            (Mode::Quiet | Mode::Move | Mode::Do, _) if gone => Lands::Anyhow,
            (Mode::Do, _) if merges(to) => Lands::Anyhow,
            (Mode::Quiet | Mode::Do, _) => Lands::Free,
            (Mode::Capture, _) => Lands::Foe,
            (Mode::Move, _) => Lands::Either,
            (Mode::Threat | Mode::Cover, _) => return Err(WhyNot::Unusual("rules by which nothing moves")),
            (Mode::Act, _) => Lands::Anyhow,
        };
        let stays = rule.mode == Mode::Act;
        let lands = match (shifted(to), lands) {
            // A piece that goes away at once with the mover leaves its tile free.
            (true, Lands::Foe) => return Ok(()),
            (true, Lands::Free | Lands::Either) => Lands::Anyhow,
            (true, Lands::Onto(_)) => return Err(WhyNot::Unusual("a shift from the tile of an `onto`")),
            (_, lands) => lands,
        };
        let mut changes: Vec<Change> = Vec::new();
        let mut goals: Vec<Tile> = Vec::new();
        let mut free: Vec<Tile> = Vec::new();
        let mut drops: Vec<KindId> = Vec::new();
        let (mut becomes, mut arrives) = (None, None);
        for (tile, effect) in &self.effects {
            // What is taken where it stands, as the move is made, is taken once.
            if effect.takes() && *tile == to && matches!(lands, Lands::Foe | Lands::Either) {
                if lands == Lands::Either {
                    return Err(WhyNot::Unusual("what is taken last on the tile where a piece may also go"));
                }
                continue;
            }
            if let Effect::Become(kind) = effect
                && *tile == from
            {
                becomes = Some(*kind);
            }
            let change = match effect {
                Effect::Arrive(kind) => {
                    arrives = Some(*kind);
                    continue;
                }
                Effect::Merge(kind) => {
                    arrives = Some(*kind);
                    Change::Merge(*tile)
                }
                Effect::Swap => Change::Shift { from: *tile, to: from },
                _ => match change(self.reference, self.me, *tile, effect)? {
                    Some(change) => change,
                    None => return Ok(()),
                },
            };
            if let Change::Put { tile, kind, from_hand } = change {
                drops.extend(from_hand.then(|| self.reference.rules.in_hand(kind)));
                let taken = changes.contains(&Change::Take(tile));
                let filled = |c: &Change| matches!(c, Change::Put { tile: other, .. } if *other == tile);
                // What is put would be in the way of the piece that goes there itself, or stays.
                if tile == if stays { from } else { to } || changes.iter().any(filled) {
                    return Ok(());
                }
                if !taken {
                    free.push(tile);
                }
            }
            if let Change::Shift { to: goal, .. } = change {
                if goals.contains(&goal) || goal == to {
                    return Ok(());
                }
                if !shifted(goal) {
                    free.push(goal);
                }
                goals.push(goal);
            }
            changes.push(change);
        }
        if (to == from || stays) && changes.is_empty() && !matches!(lands, Lands::Foe | Lands::Onto(_)) {
            return Ok(());
        }
        sort_taken(&mut changes);
        changes.sort_by_key(Change::vanishes);
        let leaf = Leaf {
            to: to.index() as u16,
            rule: number as u16,
            lands,
            stays,
            becomes,
            promotes: arrives,
            changes: changes.into(),
            tag: 0,
        };
        if arrives.is_some() {
            return self.when(&held(&drops), from, &mut |u| u.landing(lands, to, leaf.clone(), &free));
        }
        self.when(&held(&drops), from, &mut |u| u.promoting(promotions, from, leaf.clone(), &free))
    }

    /// The leaf with every promotion that it allows, and as it is unless one of them is forced.
    fn promoting(
        &mut self,
        promotions: &[Promotion],
        from: Tile,
        leaf: Leaf,
        free: &[Tile],
    ) -> Result<(), WhyNot> {
        let (to, lands) = (Tile::new(leaf.to as usize), leaf.lands);
        let (reference, me) = (self.reference, self.me);
        let on = |tile| move |region| reference.on(region, me, tile);
        let is_itself = leaf.becomes.is_none() && (!leaf.stays || to == from);
        let leading = promotions.iter().filter(|p| is_itself && p.leads(on(from), on(to)));
        let leading: Vec<&Promotion> = leading.collect();
        let takes = leaf.changes.iter().any(|c| matches!(c, Change::Take(_)));
        if lands == Lands::Either && !takes && leading.iter().any(|p| p.by.is_some()) {
            self.promoting(promotions, from, Leaf { lands: Lands::Free, ..leaf.clone() }, free)?;
            return self.promoting(promotions, from, Leaf { lands: Lands::Foe, ..leaf }, free);
        }
        let captures = takes || matches!(lands, Lands::Foe | Lands::Onto(_));
        let mut unforced: Vec<Test> = Vec::new();
        for promotion in leading.into_iter().filter(|p| p.is_by(captures)) {
            if !promotion.optional {
                unforced.push(Test::Not(Box::new(promotion.guard.clone())));
            }
            self.when(&promotion.guard, from, &mut |u| {
                let into = promotion.to.iter();
                let promoted = |kind: &KindId| Leaf { promotes: Some(*kind), ..leaf.clone() };
                into.map(promoted).try_for_each(|leaf| u.landing(lands, to, leaf, free))
            })?;
        }
        self.when(&Test::And(unforced), from, &mut |u| u.landing(lands, to, leaf.clone(), free))
    }

    /// Asks what is not yet known of the tiles where something lands.
    fn landing(&mut self, lands: Lands, to: Tile, leaf: Leaf, free: &[Tile]) -> Result<(), WhyNot> {
        if let [goal, rest @ ..] = free {
            return self.given(Ask::Empty, *goal, true, &mut |u| u.landing(lands, to, leaf.clone(), rest));
        }
        // A way that takes something elsewhere is a threat even where it can't end.
        let takes = leaf.changes.iter().any(|c| matches!(c, Change::Take(_)));
        let known = self.known[to.index()];
        let lands = match (lands, known) {
            (lands, _) if takes => lands,
            // It is captured where it stood.
            (Lands::Foe, Known::Gone) => lands,
            (Lands::Free, Known::Occupied | Known::Friend | Known::Enemy)
            | (Lands::Foe, Known::Empty | Known::Friend)
            | (Lands::Either, Known::Friend)
            | (Lands::Onto(_), Known::Occupied | Known::Friend | Known::Enemy) => return Ok(()),
            (lands, _) => lands,
        };
        match lands {
            Lands::Anyhow => self.there(to, &mut |u| u.leaf(Leaf { lands, ..leaf.clone() })),
            _ => self.leaf(Leaf { lands, ..leaf }),
        }
    }

    fn walk(&mut self, path: &Path, at: At, then: Then<'_, 'r>) -> Result<(), WhyNot> {
        self.try_another()?;
        match path {
            Path::Step(direction) => {
                let arrivals: Vec<_> = self.reference.board.step(at.tile, at.frame, *direction).collect();
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
                let way = if acts(path) { vec![At { settled: true, ..at }] } else { Vec::new() };
                self.rounds.push((self.asked, Vec::new()));
                let round = self.rounds.len() - 1;
                let result = self.repeat((path, *min, *max, round), at, &way, then);
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
        way: &[At],
        then: Then<'_, 'r>,
    ) -> Result<(), WhyNot> {
        if min == 0 {
            then(self, at)?;
        }
        if max == Some(0) {
            return Ok(());
        }
        let rest = (body, min.saturating_sub(1), max.map(|m| m - 1), round);
        let effects = acts(body);
        self.walk(body, at, &mut |u, next| {
            let again = |was: &At| if effects { was.tile == next.tile } else { *was == next };
            if max.is_none() && way.iter().any(again) {
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
            let mut way = way.to_vec();
            way.push(next);
            u.repeat(rest, next, &way, then)
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

    /// A test on a tile with everything answered that the board and what is known decide.
    fn reduced(&self, test: &Test, tile: Tile) -> Test {
        let known = self.known[tile.index()];
        let of = |b: bool| if b { Test::True } else { Test::False };
        match test {
            Test::Not(inner) => match self.reduced(inner, tile) {
                Test::True => Test::False,
                Test::False => Test::True,
                Test::Empty => Test::Occupied,
                Test::Occupied => Test::Empty,
                Test::Not(inner) => *inner,
                inner => Test::Not(Box::new(inner)),
            },
            Test::And(all) => {
                let all: Vec<Test> =
                    all.iter().map(|t| self.reduced(t, tile)).filter(|t| *t != Test::True).collect();
                let all = merged(&all);
                if all.contains(&Test::False) { Test::False } else { one_or(all, Test::True, Test::And) }
            }
            Test::Or(all) => {
                let all: Vec<Test> =
                    all.iter().map(|t| self.reduced(t, tile)).filter(|t| *t != Test::False).collect();
                let is_either = all.contains(&Test::Empty) && all.contains(&Test::Occupied);
                if is_either || all.contains(&Test::True) {
                    Test::True
                } else {
                    one_or(all, Test::False, Test::Or)
                }
            }
            Test::Kind(_)
            | Test::Is(_)
            | Test::First
            | Test::MayCastle
            | Test::Did(..)
            | Test::Out
            | Test::Owner(_)
                if known == Known::Gone =>
            {
                Test::False
            }
            // A piece that has been lifted stands as it stood.
            Test::Is(kinds) => match self.mover {
                Some((from, kind)) if from == tile => of(kinds.contains(kind)),
                _ => test.clone(),
            },
            Test::On(region) => of(self.reference.on(*region, self.me, tile)),
            Test::In(phase) if self.phase.is_some() => of(self.phase == Some(*phase)),
            Test::Asker(player) => of(self.me == *player),
            Test::Owner(Who::Player(player)) if *player == self.me => {
                self.reduced(&Test::Owner(Who::Friend), tile)
            }
            Test::Owner(Who::Player(_)) if self.reference.rules.players.len() == 2 && !self.has_neutral => {
                self.reduced(&Test::Owner(Who::Enemy), tile)
            }
            Test::Owner(_) | Test::Kind(_) if known == Known::Empty => Test::False,
            Test::Empty if known != Known::Nothing => of(known.is_empty()),
            Test::Occupied if known != Known::Nothing => of(!known.is_empty()),
            Test::Owner(Who::Friend) if known == Known::Friend => Test::True,
            Test::Owner(Who::Friend) if known == Known::Enemy => Test::False,
            Test::Owner(Who::Enemy) if known == Known::Enemy => Test::True,
            Test::Owner(Who::Enemy) if known == Known::Friend => Test::False,
            other => other.clone(),
        }
    }
}

fn one_or(mut all: Vec<Test>, none: Test, many: impl FnOnce(Vec<Test>) -> Test) -> Test {
    match all.len() {
        0 => none,
        1 => all.remove(0),
        _ => many(all),
    }
}

/// The condition that the evaluating player has all these pieces in hand.
fn held(drops: &[KindId]) -> Test {
    let in_hand = |(number, kind): (usize, &KindId)| {
        let before = drops[..number].iter().filter(|other| *other == kind).count();
        let held = Quantity::Hand(Kinds(vec![*kind]), Who::Friend);
        Test::Compare(held, Comparison::More, Quantity::Number(before as i64))
    };
    Test::And(drops.iter().enumerate().map(in_hand).collect())
}

/// What an effect on a tile changes; nothing if it would lead off the board.
pub(super) fn change(
    reference: &Reference,
    me: PlayerId,
    tile: Tile,
    effect: &Effect,
) -> Result<Option<Change>, WhyNot> {
    Ok(Some(match effect {
        Effect::Take | Effect::TakeLast => Change::Take(tile),
        Effect::Mark(mark) => Change::Mark { mark: *mark, tile },
        Effect::Become(kind) => Change::Become { tile, kind: *kind },
        Effect::Shift(directions) => match reference.sum(tile, me, directions) {
            Some(to) => Change::Shift { from: tile, to },
            None => return Ok(None),
        },
        Effect::Count { counter, of, op, amount: Quantity::Number(amount) } => {
            let player =
                somebody(reference, me, *of, "a path that counts for whoever comes next or has moved")?;
            Change::Count { counter: *counter, player, op: (*op).into(), amount: *amount }
        }
        Effect::Count { .. } => {
            return Err(WhyNot::Unusual("a path on which counters change by what the position tells"));
        }
        // What it becomes depends on what stands there: whoever asks has found out.
        Effect::State { .. } => return Ok(None),
        Effect::First(on) => Change::First { tile, on: *on },
        // So does how it stands once it has turned.
        Effect::Turn(_) => return Ok(None),
        // Only a piece that moves can have these.
        Effect::Swap | Effect::Arrive(_) | Effect::Merge(_) | Effect::Unite => return Ok(None),
        Effect::Reflect(tiles) => Change::Shift { from: tile, to: tiles[tile.index()] },
        Effect::Put(kind) => Change::Put { tile, kind: *kind, from_hand: false },
        Effect::Drop(kind) => {
            let kind = reference.rules.turned(*kind, reference.frame(me, tile));
            Change::Put { tile, kind, from_hand: true }
        }
        Effect::Join(who) => {
            let why = "a path on which pieces change sides, to whoever comes next or has moved";
            Change::Join { tile, owner: somebody(reference, me, *who, why)? }
        }
        Effect::Vanish => Change::Vanish(tile),
    }))
}

/// Who is meant, where that is the same in every position; or else why it is refused.
fn somebody(
    reference: &Reference,
    me: PlayerId,
    who: Who,
    why_not: &'static str,
) -> Result<PlayerId, WhyNot> {
    let players = reference.rules.players.len();
    match who {
        Who::Friend => Ok(me),
        Who::Player(player) => Ok(player),
        Who::Enemy | Who::Next
            if players == 2 && reference.rules.ends.iter().all(|e| e.result.is_final()) =>
        {
            Ok(PlayerId::new(1 - me.index()))
        }
        Who::Enemy | Who::Next | Who::Mover => Err(WhyNot::Unusual(why_not)),
    }
}

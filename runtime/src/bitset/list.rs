//! The engine's moves and answers in the types that everybody else uses.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, MarkId, Tile};

use super::ask::View;
use super::count::Lister;
use super::engine::Engine;
use super::landing::{Going, Landed, WaysFound};
use super::make::{AS_IT_IS, Aim, How, Step};
use super::packed::Fits;
use super::past::Now;
use super::program::{Lands, Leaf};
use super::state::{Spot, State};
use super::{Answers, Known, Report, WhyNot};
use crate::moves::{Change, Move, Origin, Tag};
use crate::reference::generate::MOST_MOVES;
use crate::reference::position::Position;

impl<const W: usize, const N: usize> Engine<W, N> {
    /// The legal moves, found by programs alone, in an order of their own.
    fn moves_one_by_one(&self, now: Now<'_, W, N>) -> Vec<(Step, Move)> {
        let state = now.state;
        let scene = self.scene(state);
        let mut found: Vec<(Step, Move)> = Vec::new();
        // What may tell moves apart only until it is settled which may be chosen.
        let tells = |step: Step| self.rule_number(step).map(|rule| self.what_tells(step.kind, rule as u16));
        let is_told_alike = |one: Step, other: Step| !self.merges || tells(one) == tells(other);
        for from in scene.own.iter() {
            let Some(kind) = (0..self.layout.kinds).find(|k| state.sets[*k].has(from)) else { continue };
            let first = found.len();
            let mover = &self.side(scene.state, scene.me).movers[kind];
            for rule in 0..self.shapes[self.seat(state, scene.me)][kind].len() {
                let going = Going { kind: kind as u8, rule: rule as u16, from };
                let mut known = WaysFound::default();
                self.each_walked(state, going, |step, landed| {
                    if !known.insert(((None, None), landed.promoted(step))) {
                        return;
                    }
                    let m = self.as_move(state, step);
                    let mut before = found[first..].iter();
                    if !before.any(|(other, known)| *known == m && is_told_alike(*other, step)) {
                        found.push((step, m));
                    }
                });
                let mut leaves: SmallVec<[u32; 16]> = SmallVec::new();
                self.odd_leaves(&scene, mover, from, &[rule as u16], |number, _, _| leaves.push(number));
                for number in leaves {
                    let to = self.code.leaves[number as usize].to;
                    let how = How::Leaf(number);
                    let step = Step { from: from as u16, to, kind: kind as u8, promotion: AS_IT_IS, how };
                    let leaf = &self.code.leaves[number as usize];
                    let stays = leaf.stays && to as usize != from || leaf.is_another();
                    let promotes = mover.promotes.as_ref().filter(|p| p.on.has(to as usize) && !stays);
                    let into = promotes.iter().flat_map(|p| p.into.iter().copied());
                    let as_it_is = leaf.promotes.map_or(AS_IT_IS, |kind| kind.0);
                    let stays = promotes.is_none_or(|p| p.is_optional).then_some(as_it_is);
                    for promotion in into.chain(stays) {
                        let step = Step { promotion, ..step };
                        let m = self.as_move(state, step);
                        let mut before = found[first..].iter();
                        if !before.any(|(other, known)| *known == m && is_told_alike(*other, step)) {
                            found.push((step, m));
                        }
                    }
                }
            }
        }
        self.castlings(&scene, &super::guard::Guard::none(), |step| {
            found.push((step, self.as_move(state, step)))
        });
        let view = self.view(state, scene.me);
        if self.pass.as_ref().is_some_and(|pass| self.holds(&view, 0, pass)) {
            let step = self.pass(&scene);
            found.push((step, self.as_move(state, step)));
        }
        let mut chosen = Vec::new();
        self.choices(&scene, &super::guard::Guard::none(), &mut Lister { state, list: &mut chosen });
        self.moves_of_tiles(&scene, None, &mut Lister { state, list: &mut chosen });
        found.extend(chosen.into_iter().map(|step| (step, self.as_move(state, step))));
        let only = self.only_now(state);
        let is_legal = |step| self.is_legal_after(state, step, self.left_by(now, step).as_ref());
        found.retain(|(step, _)| self.fits(state, only, *step) && is_legal(*step));
        self.keep_preferred(now, &mut found, |(step, _)| *step);
        if self.merges {
            found = merged(found);
        }
        found
    }

    /// The number of the ending that a state shows.
    pub(super) fn shown_ending(&self, now: Now<'_, W, N>) -> Option<usize> {
        let view = View { past: now.past, ..self.view(now.state, self.to_move(now.state)) };
        let ends = &self.reference.rules.ends;
        let mut ends = self.ends.iter().zip(ends).map(|(when, end)| end.result.is_final().then_some(when));
        ends.position(|end| end.is_some_and(|end| self.holds(&view, 0, end)))
    }

    /// Leaves out moves if there are more than so many, and notes it.
    pub(super) fn leave_out_beyond(&self, most: usize, steps: &mut Vec<Step>) {
        if steps.len() > most {
            steps.truncate(most);
            self.reference.leave_out();
        }
    }

    /// A move as the list of what it changes.
    pub(super) fn as_move(&self, state: &State<W, N>, step: Step) -> Move {
        let landed = match step.how {
            How::Walked { rule, way } => Some(self.landed(state, step, rule, way)),
            _ => None,
        };
        self.outward(state, step.how, self.inner_move(state, step, landed))
    }

    /// Several moves of a state as the lists of what they change. A rule that is walked is walked once for all of its moves.
    pub(super) fn as_moves(&self, state: &State<W, N>, steps: &[Step]) -> Vec<Move> {
        let mut known: FxHashMap<Going, Vec<Landed>> = FxHashMap::default();
        let each = steps.iter().map(|step| {
            let How::Walked { rule, way } = step.how else { return self.as_move(state, *step) };
            let going = Going { kind: step.kind, rule, from: step.from as usize };
            let all = known.entry(going).or_insert_with(|| self.all_landed(state, going));
            self.outward(state, step.how, self.inner_move(state, *step, all.get(way as usize).cloned()))
        });
        each.collect()
    }

    /// The same by the numbers that tiles have here; where a rule is walked, with how the way has ended.
    fn inner_move(&self, state: &State<W, N>, step: Step, landed: Option<Landed>) -> Move {
        let (from, to) = (Tile(step.from.into()), Tile(step.to.into()));
        let kind = KindId(step.kind);
        let by_way = landed.as_ref().and_then(|landed| landed.becomes);
        let mut changes = landed.map_or_else(|| self.changes(state, step), |landed| landed.changes);
        let becomes = self.becomes_before(state, step);
        match step.how {
            How::Choice(number) => {
                let captures = changes.iter().any(|c| matches!(c, Change::Take(_)));
                let origin = Origin::Choice { choice: number, label: self.choices[number as usize].label };
                let tag = self.reference.lasting_tag(origin);
                return Move { from: None, to, part: None, promotion: None, captures, origin, tag, changes };
            }
            How::Carry { line, .. } | How::Vanish { line, .. } => {
                let origin = Origin::Board { line, label: self.label(step) };
                let tag = self.reference.lasting_tag(origin);
                let (from, part, promotion, captures) = (Some(from), None, None, false);
                return Move { from, to, part, promotion, captures, origin, tag, changes };
            }
            How::Pass => {
                let (captures, origin, tag) = (false, Origin::Pass, Tag::default());
                let (from, part, promotion) = (Some(from), None, None);
                return Move { from, to, part, promotion, captures, origin, tag, changes };
            }
            _ => {}
        }
        let rule = match step.how {
            How::Plain => self.rule_of(state, step),
            _ => self.rule_number(step).unwrap_or(0),
        };
        let of_rule = || {
            let label = self.reference.rules.kinds[kind.index()].rules[rule].label;
            Origin::Rule { kind, rule: rule as u16, label }
        };
        let origin = match step.how {
            How::Castling(number) => {
                let side = self.side(state, self.to_move(state)).castlings[number as usize].side;
                Origin::Castling { kind, side }
            }
            How::Plain
            | How::Choice(_)
            | How::Carry { .. }
            | How::Vanish { .. }
            | How::Listed { .. }
            | How::Written(_)
            | How::Pass => of_rule(),
            How::Leaf(_) | How::Walked { .. } => match self.reference.memory.rules[kind.index()][rule].side {
                Some(side) => Origin::Castling { kind, side },
                None => of_rule(),
            },
        };
        if let (Origin::Castling { .. }, [Change::Shift { from: there, to: goal }, Change::Go { .. }]) =
            (origin, changes.as_slice())
        {
            let partner = (*there, *goal);
            changes = SmallVec::from_slice(&[Change::Castle { king: (from, to), partner }]);
        }
        let captures = changes.iter().any(|c| matches!(c, Change::Take(_)));
        let mut promotion = (step.promotion != AS_IT_IS).then_some(KindId(step.promotion));
        match promotion.filter(|_| becomes) {
            Some(kind) => changes.insert(0, Change::Become { tile: from, kind }),
            None => changes.extend(promotion.map(|kind| Change::Become { tile: to, kind })),
        }
        let by_the_way = match step.how {
            How::Leaf(number) => self.code.leaves[number as usize].becomes,
            _ => by_way,
        };
        promotion = promotion.or(by_the_way);
        let tag = self.reference.lasting_tag(origin);
        Move { from: Some(from), to, part: None, promotion, captures, origin, tag, changes }
    }

    /// Whether a piece that arrives as another kind has become so before it went.
    fn becomes_before(&self, state: &State<W, N>, step: Step) -> bool {
        let Step { from, to, kind, promotion, how: How::Plain } = step else { return false };
        let mover = &self.side(state, self.to_move(state)).movers[kind as usize];
        let arrives = mover.promotes.as_ref().and_then(|p| p.arrives.as_ref());
        arrives.is_some_and(|a| a.is_before(promotion, from as usize, to as usize))
    }

    /// What a move changes, promotion apart.
    pub(super) fn changes(&self, state: &State<W, N>, step: Step) -> SmallVec<[Change; 3]> {
        let me = self.to_move(state);
        let (from, to) = (Tile(step.from.into()), Tile(step.to.into()));
        let mut changes: SmallVec<[Change; 3]> = SmallVec::new();
        let is_there = from != to && self.occupied(state).has(to.index());
        match step.how {
            How::Plain => {
                changes.extend(is_there.then_some(Change::Take(to)));
                changes.push(Change::Go { from, to });
            }
            How::Castling(number) => {
                let way = &self.side(state, me).castlings[number as usize];
                let tiles = |(from, to): (usize, usize)| (Tile::new(from), Tile::new(to));
                changes.push(Change::Castle { king: tiles(way.king), partner: tiles(way.partner) });
                changes.extend(way.puts());
            }
            How::Leaf(number) => {
                let leaf = &self.code.leaves[number as usize];
                changes.extend(leaf.changes.iter().copied());
                let left = |mark: MarkId| {
                    let spots = state.spots().iter();
                    let of_enemy =
                        |s: &&Spot| s.mark == mark.0 && s.tile == step.to && s.owner as usize != me;
                    { spots }.find(of_enemy).map(|s| Tile(s.maker.into()))
                };
                let taken = match leaf.lands {
                    Lands::Onto(mark) => left(mark),
                    Lands::Foe | Lands::Either => is_there.then_some(to),
                    Lands::Free | Lands::Anyhow => None,
                };
                changes.extend(taken.map(Change::Take));
                if from != to && !leaf.stays {
                    changes.push(Change::Go { from, to });
                }
                changes.sort_by_key(Change::vanishes);
            }
            How::Walked { rule, way } => changes = self.landed(state, step, rule, way).changes,
            How::Choice(number) => changes = self.changes_of_choice(state, step, number),
            How::Carry { .. } | How::Vanish { .. } => changes = self.changes_of_tiles(state, step),
            How::Pass | How::Listed { .. } | How::Written(_) => {}
        }
        changes
    }

    /// Whether a leaf that is not plain changes the same as a plain move: it takes what stands where it goes by an effect.
    fn goes_and_takes_alike(&self, state: &State<W, N>, step: Step, number: u32) -> bool {
        let leaf = &self.code.leaves[number as usize];
        let alike =
            || self.changes(state, Step { how: How::Leaf(number), ..step }) == self.changes(state, step);
        leaf.to == step.to && leaf.becomes.is_none() && leaf.promotes.is_none() && alike()
    }

    /// The first rule that makes a plain move.
    fn rule_of(&self, state: &State<W, N>, step: Step) -> usize {
        let all = self.reference.rules.kinds[step.kind as usize].rules.iter().enumerate();
        let mut moving = all.filter(|(_, rule)| rule.mode.moves()).map(|(number, _)| number);
        if let (Some(only), None) = (moving.next(), moving.next()) {
            return only;
        }
        let becomes = self.becomes_before(state, step);
        let scene = self.scene(state);
        let mover = &self.side(scene.state, scene.me).movers[step.kind as usize];
        let rules = 0..self.shapes[self.seat(state, scene.me)][step.kind as usize].len();
        let plain = self.changes(state, step);
        let mut rules = rules.filter(|rule| {
            let mut found = false;
            let going = Going { kind: step.kind, rule: *rule as u16, from: step.from as usize };
            let is_told = self.what_tells(step.kind, going.rule) != (None, None);
            if self.walked(going.kind, going.rule).is_some() {
                self.each_walked(state, going, |_, landed| found |= !is_told && landed.changes == plain);
                return found;
            }
            self.odd_leaves(
                &scene,
                mover,
                step.from as usize,
                &[*rule as u16],
                |number, leaf: &Leaf, is_plain| {
                    let is_such = if becomes {
                        leaf.becomes == Some(KindId(step.promotion)) && leaf.changes.len() == 1
                    } else {
                        is_plain || !is_told && self.goes_and_takes_alike(state, step, number)
                    };
                    found |= is_such && leaf.to == step.to;
                },
            );
            found
        });
        rules.next().unwrap_or(0)
    }
}

/// Of moves that change the same, the one that comes first in the rules.
pub(super) fn merged(mut moves: Vec<(Step, Move)>) -> Vec<(Step, Move)> {
    let mut places: FxHashMap<Move, usize> = FxHashMap::default();
    let mut number = 0;
    let rule = |m: &Move| match m.origin {
        Origin::Rule { rule, .. } => rule,
        Origin::Choice { choice, .. } => choice,
        _ => 0,
    };
    for at in 0..moves.len() {
        match places.entry(moves[at].1.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(number);
                moves.swap(number, at);
                number += 1;
            }
            Entry::Occupied(entry) => {
                let known = *entry.get();
                if rule(&moves[at].1) < rule(&moves[known].1) {
                    moves.swap(known, at);
                }
            }
        }
    }
    moves.truncate(number);
    moves
}

impl<const W: usize, const N: usize> Answers for Engine<W, N>
where
    State<W, N>: Fits<W, N>,
{
    fn moves(&self, position: &Position) -> Result<Vec<Move>, WhyNot> {
        let (state, past) = (self.layout.state(position)?, self.past(position)?);
        let now = Now { state: &state, past: past.as_ref() };
        if self.is_over(now) {
            return Ok(Vec::new());
        }
        Ok(self.moves_one_by_one(now).into_iter().map(|(_, m)| m).collect())
    }

    fn moves_by_tables(&self, position: &Position) -> Result<Vec<Move>, WhyNot> {
        let (state, past) = (self.layout.state(position)?, self.past(position)?);
        let now = Now { state: &state, past: past.as_ref() };
        if self.is_over(now) {
            return Ok(Vec::new());
        }
        let mut steps = self.playable(now);
        self.leave_out_beyond(MOST_MOVES, &mut steps);
        Ok(self.as_moves(&state, &steps))
    }

    fn successors(&self, position: &Position) -> Result<Vec<(Move, Position)>, WhyNot> {
        let (state, past) = (self.layout.state(position)?, self.past(position)?);
        let now = Now { state: &state, past: past.as_ref() };
        let steps = if self.is_over(now) { Vec::new() } else { self.playable(now) };
        let next = |step: Step| {
            let m = self.as_move(&state, step);
            let (next, turn) = self.played(now, step, Aim::Write);
            let mut next = self.layout.position(&next);
            self.more(position, &m, turn).tell(&mut next);
            self.outer.drop_what_is_useless(&mut next);
            (m, next)
        };
        Ok(steps.into_iter().map(next).collect())
    }

    fn perft(&self, known: Option<&Known>, position: &Position, depth: u32) -> Result<u64, WhyNot> {
        self.perft_of(known, position, depth)
    }

    fn report(&self) -> Report {
        self.report_of()
    }

    fn ending(&self, position: &Position) -> Result<Option<usize>, WhyNot> {
        let (state, past) = (self.layout.state(position)?, self.past(position)?);
        Ok(self.shown_ending(Now { state: &state, past: past.as_ref() }))
    }
}

//! The moves and answers of the engine in the types of the reference engine, for comparisons.

use smallvec::SmallVec;

use crate::engine::bitset::Answers;
use crate::engine::count::OneByOne;
use crate::engine::landing::{Going, WaysFound};
use crate::engine::legality::pins::CheckMask;
use crate::engine::make::Aim;
use crate::engine::preference::merged;
use crate::engine::transpositions::TranspositionTable;
use crate::moves::Move;
use crate::packed::form::Fits;
use crate::packed::past::Now;
use crate::packed::refusal::WhyNot;
use crate::packed::state::State;
use crate::packed::step::{AS_IT_IS, How, Step};
use crate::plan::Plan;
use crate::plan::report::Report;
use crate::reference::generate::MOST_MOVES;
use crate::reference::position::Position;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The legal moves, found by programs alone, in an order of their own.
    fn moves_one_by_one(&self, now: Now<'_, W, N>) -> Vec<(Step, Move)> {
        let state = now.state;
        let scene = self.scene(state);
        let mut found: Vec<(Step, Move)> = Vec::new();
        // What may tell moves apart only until it is settled which may be chosen.
        let tells = |step: Step| self.rule_number(step).map(|rule| self.what_tells(step.kind, rule as u16));
        let is_told_alike = |one: Step, other: Step| !self.turn.merges || tells(one) == tells(other);
        let add = |found: &mut Vec<(Step, Move)>, first: usize, step: Step| {
            let m = self.as_move(state, step);
            let mut before = found[first..].iter();
            if !before.any(|(other, known)| *known == m && is_told_alike(*other, step)) {
                found.push((step, m));
            }
        };
        for from in scene.own.iter() {
            let Some(kind) = (0..self.layout.kinds).find(|k| state.sets[*k].has(from)) else { continue };
            let first = found.len();
            let mover = &self.side(scene.state, scene.me).movers[kind];
            for rule in 0..self.movers.shapes[self.seat(state, scene.me)][kind].len() {
                let going = Going { kind: kind as u8, rule: rule as u16, from };
                let mut known = WaysFound::default();
                self.each_walked(state, going, |step, landed| {
                    if !known.insert(((None, None), landed.promoted(step))) {
                        return;
                    }
                    add(&mut found, first, step);
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
                        add(&mut found, first, Step { promotion, ..step });
                    }
                }
            }
        }
        self.castlings(&scene, &CheckMask::none(), |step| found.push((step, self.as_move(state, step))));
        let view = self.view(state, scene.me);
        if self.turn.pass.as_ref().is_some_and(|pass| self.holds(&view, 0, pass)) {
            let step = self.pass(&scene);
            found.push((step, self.as_move(state, step)));
        }
        let mut sink = OneByOne { state, see: |step| found.push((step, self.as_move(state, step))) };
        self.choices(&scene, &CheckMask::none(), &mut sink);
        self.moves_of_tiles(&scene, None, &mut sink);
        let only = self.only_now(state);
        let is_legal = |step| self.is_legal_after(state, step, self.left_by(now, step).as_ref());
        found.retain(|(step, _)| self.fits(state, only, *step) && is_legal(*step));
        self.keep_preferred(now, &mut found, |(step, _)| *step);
        if self.turn.merges {
            found = merged(found);
        }
        found
    }

    /// The number of the ending that a state shows, if it is among so many first ones.
    pub(crate) fn shown_ending(&self, now: Now<'_, W, N>, first: usize) -> Option<usize> {
        let (scene, ends) = (self.scene(now.state), &self.reference.rules.ends);
        let is_shown = |end: &usize| ends[*end].result.is_final() && self.has_come(now, &scene, *end);
        (0..ends.len().min(first)).find(is_shown)
    }

    /// Leaves out moves if there are more than so many, and notes it.
    pub(crate) fn leave_out_beyond(&self, most: usize, steps: &mut Vec<Step>) {
        if steps.len() > most {
            steps.truncate(most);
            self.reference.leave_out();
        }
    }
}

impl<const W: usize, const N: usize> Answers for Plan<W, N>
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
            let mut next = state;
            let turn = self.play_on(&mut next, now, step, Aim::Write);
            let mut next = self.layout.position(&next);
            self.more(position, &m, turn).tell(&mut next);
            self.outer.drop_what_is_useless(&mut next);
            (m, next)
        };
        Ok(steps.into_iter().map(next).collect())
    }

    fn perft(
        &self,
        known: Option<&TranspositionTable>,
        position: &Position,
        depth: u32,
    ) -> Result<u64, WhyNot> {
        self.perft_of(known, position, depth)
    }

    fn report(&self) -> Report {
        self.report_of()
    }

    fn ending(&self, position: &Position) -> Result<Option<usize>, WhyNot> {
        let (state, past) = (self.layout.state(position)?, self.past(position)?);
        Ok(self.shown_ending(Now { state: &state, past: past.as_ref() }, usize::MAX))
    }
}

//! Counting: the last moves are not made, nor even listed.

use tilegame_dsl::ir::Trigger;

use crate::cpu::{Cpu, QUICK_WORDS, Work, best};
use crate::engine::make::Aim;
use crate::engine::scene::Scene;
use crate::engine::sink::{Sink, Tally, each_choice, each_step};
use crate::engine::transpositions::TranspositionTable;
use crate::engine::view::View;
use crate::packed::past::{Now, Past};
use crate::packed::refusal::{TOO_FAR_APART, WhyNot};
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{How, Step};
use crate::plan::Plan;
use crate::plan::legality::Method;
use crate::plan::movers::BulkStep;
use crate::plan::turn::preference::Preferred;
use crate::reference::position::Position;

/// Counts moves.
struct Counter(u64);

impl<const W: usize> Tally<W> for Counter {
    #[inline(always)]
    fn add(&mut self, to: Set<W>, times: usize) {
        self.0 += u64::from(to.len()) * times as u64;
    }

    #[inline(always)]
    fn one(&mut self, _: Step) {
        self.0 += 1;
    }
}

/// Finds out whether there is a move at all.
pub(crate) struct Seeker(pub(crate) bool);

impl<const W: usize> Tally<W> for Seeker {
    fn add(&mut self, to: Set<W>, times: usize) {
        self.0 |= !to.is_empty() && times > 0;
    }

    fn one(&mut self, _: Step) {
        self.0 = true;
    }

    fn is_enough(&self) -> bool {
        self.0
    }
}

/// Counts the moves of each sort that is preferred to others.
struct Sorter<'e, const W: usize, const N: usize> {
    engine: &'e Plan<W, N>,
    sorts: &'e [Trigger],
    state: &'e State<W, N>,
    occupied: Set<W>,
    /// One for each sort, and behind them all moves.
    numbers: [u64; MOST_SORTS + 1],
}

/// No more preferences than this are counted without listing moves.
const MOST_SORTS: usize = 3;

impl<const W: usize, const N: usize> Sorter<'_, W, N> {
    /// Notes moves of a kind that only go and take, each of them so many times.
    #[inline]
    fn plain(&mut self, kind: u8, to: Set<W>, times: usize) {
        let times = times as u64;
        let all = u64::from(to.len()) * times;
        self.numbers[MOST_SORTS] += all;
        for (sort, number) in self.sorts.iter().zip(&mut self.numbers) {
            *number += match sort {
                Trigger::Move => all,
                Trigger::Capture => u64::from((to & self.occupied).len()) * times,
                Trigger::Kind(of) if of.0 == kind => all,
                Trigger::Player(player) if self.engine.to_move(self.state) == player.index() => all,
                _ => 0,
            };
        }
    }
}

impl<const W: usize, const N: usize> Sink<W> for Sorter<'_, W, N> {
    #[inline(always)]
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>) {
        self.plain(self.state.kind_among(kinds, from), to, 1);
    }

    fn promotions(&mut self, kind: u8, _: usize, to: Set<W>, into: &[u8]) {
        self.plain(kind, to, into.len());
    }

    fn shifted(&mut self, kind: u8, _: &BulkStep<W>, to: Set<W>) {
        self.plain(kind, to, 1);
    }

    fn shifted_promotions(&mut self, kind: u8, _: &BulkStep<W>, to: Set<W>, into: &[u8]) {
        self.plain(kind, to, into.len());
    }

    fn choices(&mut self, kind: u8, number: u16, to: Set<W>) {
        let is_seen = |sort: &Trigger| matches!(sort, Trigger::Move | Trigger::Kind(_) | Trigger::Player(_));
        if self.sorts.iter().all(is_seen) {
            return self.plain(kind, to, 1);
        }
        each_choice(kind, number, to, |step| self.step(step));
    }

    fn step(&mut self, step: Step) {
        let (engine, me) = (self.engine, self.engine.to_move(self.state));
        let captures = engine.captures(self.state, step);
        self.numbers[MOST_SORTS] += 1;
        for (sort, number) in self.sorts.iter().zip(&mut self.numbers) {
            *number += u64::from(engine.is_triggered(*sort, step, captures, me));
        }
    }
}

/// Shows the moves of a state one by one.
pub(crate) struct OneByOne<'s, F, const W: usize, const N: usize> {
    pub(crate) state: &'s State<W, N>,
    pub(crate) see: F,
}

impl<F: FnMut(Step), const W: usize, const N: usize> Sink<W> for OneByOne<'_, F, W, N> {
    #[inline(always)]
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>) {
        if !to.is_empty() {
            each_step(self.state.kind_among(kinds, from), from, to, &mut self.see);
        }
    }

    fn step(&mut self, step: Step) {
        (self.see)(step);
    }
}

/// The number of moves after each of some moves, all together. Legality is incremental or not: code for both would be slower.
struct Count<'e, const W: usize, const N: usize, const SIFTED: bool> {
    engine: &'e Plan<W, N>,
    state: &'e State<W, N>,
    steps: &'e [Step],
}

impl<const W: usize, const N: usize, const SIFTED: bool> Work for Count<'_, W, N, SIFTED> {
    type Result = u64;

    #[inline(always)]
    fn on<P: Cpu>(self, processor: P) -> u64 {
        let Count { engine, state, steps } = self;
        if const { P::IS_RARE } {
            return engine.count_after_at_length(Now::of(state), steps);
        }
        let mut counter = Counter(0);
        let (me, mut quiet) = (engine.to_move(state), engine.quiet(state));
        for step in steps {
            let mut next = *state;
            engine.advance(&mut next, state, me, *step, Aim::Go);
            if engine.layout.out.is_some() {
                engine.settle(&mut next, me, None);
            }
            let is_quiet = engine.is_quiet(&quiet, *step);
            let is_over = if is_quiet {
                engine.is_over_quietly(&mut quiet, *step, &next)
            } else {
                engine.is_over(Now::of(&next))
            };
            if is_over {
                continue;
            }
            if !engine.turn.prefer.is_empty() {
                counter.0 += engine.count_preferred(Now::of(&next));
                continue;
            }
            engine.generate::<P, _, SIFTED>(processor, &next, is_quiet && quiet.is_shut, &mut counter);
        }
        counter.0
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Whether the game is over although there may be moves.
    #[inline(always)]
    pub(crate) fn is_over(&self, now: Now<'_, W, N>) -> bool {
        !self.ends.sudden.is_empty() && self.has_ended(now)
    }

    #[inline(never)]
    fn has_ended(&self, now: Now<'_, W, N>) -> bool {
        let scene = self.scene(now.state);
        self.ends.sudden.iter().any(|end| self.has_come(now, &scene, *end))
    }

    /// Whether an ending has come, by its number.
    pub(crate) fn has_come(&self, now: Now<'_, W, N>, scene: &Scene<'_, W, N>, end: usize) -> bool {
        let (quick_test, when) = &self.ends.all[end];
        let view = || View { past: now.past, ..self.view(now.state, scene.me) };
        self.by_quick_test(scene, quick_test).unwrap_or_else(|| self.holds(&view(), 0, when))
    }

    /// The moves that the rules of moving allow, whether or not the game is over, put behind what is in the list.
    pub(crate) fn list_playable(&self, now: Now<'_, W, N>, list: &mut Vec<Step>) {
        let first = list.len();
        self.generate_all(now, &mut OneByOne { state: now.state, see: |step| list.push(step) });
        if !self.turn.prefer.is_empty() || self.turn.merges {
            let mut found = list.split_off(first);
            self.keep_preferred(now, &mut found, |step| *step);
            self.merge_chosen(now.state, &mut found);
            list.append(&mut found);
        }
    }

    /// The moves that the rules of moving allow, whether or not the game is over.
    #[inline(never)]
    pub(crate) fn playable(&self, now: Now<'_, W, N>) -> Vec<Step> {
        let mut list = Vec::new();
        self.list_playable(now, &mut list);
        list
    }

    /// Whether the rules of moving allow any move.
    #[inline(never)]
    pub(crate) fn has_moves(&self, now: Now<'_, W, N>) -> bool {
        let (scene, mut seeker) = (Scene { past: now.past, ..self.scene(now.state) }, Seeker(false));
        if let Method::Pins(royal) = self.legality.method {
            // Where royal pieces may go takes longest to find out, and others mostly have a move.
            let sought = [!now.state.sets[royal as usize], !Set::EMPTY];
            self.generate_in(&Scene { sought: Some(&sought), ..scene }, &mut seeker);
        }
        if !seeker.0 {
            self.generate_in(&scene, &mut seeker);
        }
        seeker.0
    }

    /// Whether the rules of moving allow any move where nobody asks whether it leaves a reply; if the turn has not been passed on, it is.
    #[inline(never)]
    pub(crate) fn has_replies(&self, now: Now<'_, W, N>, passed: bool) -> bool {
        if !passed {
            let mut next = *now.state;
            self.pass_on(&mut next);
            return self.has_replies(Now { state: &next, past: now.past }, true);
        }
        if let Some(replies) = &self.legality.replies {
            let mut state = *now.state;
            replies.layout.unite(&mut state);
            return replies.has_moves(Now { state: &state, past: now.past });
        }
        let mut seeker = Seeker(false);
        let scene = Scene { is_reply: true, past: now.past, ..self.scene(now.state) };
        self.generate_in(&scene, &mut seeker);
        seeker.0
    }

    /// The number of moves after each of these, all together.
    fn count_after(&self, now: Now<'_, W, N>, steps: &[Step]) -> u64 {
        let state = now.state;
        if const { W > QUICK_WORDS } || !self.making.counts_in_bulk || !self.turn.tile_moves.is_empty() {
            return self.count_after_at_length(now, steps);
        }
        match self.legality.method {
            Method::Connected(_) | Method::MakeAndTest { .. } => self.count_after_at_length(now, steps),
            Method::Incremental(_) => best(Count::<W, N, true> { engine: self, state, steps }),
            Method::Free | Method::Pins(_) => best(Count::<W, N, false> { engine: self, state, steps }),
        }
    }

    /// The same by the code that lists moves, too: each size of boards and each processor takes its time to compile.
    fn count_after_at_length(&self, now: Now<'_, W, N>, steps: &[Step]) -> u64 {
        let left = self.left(now, false);
        let count = |step: &Step| {
            let next = self.play(now, *step, Aim::Go);
            self.count_moves(Now { state: &next, past: self.left_then(now, *step, &left).as_ref() })
        };
        steps.iter().map(count).sum()
    }

    /// What has been before, after a move; `left`: after any but a pass.
    fn left_then(&self, now: Now<'_, W, N>, step: Step, left: &Option<Past<W, N>>) -> Option<Past<W, N>> {
        if step.how == How::Pass { self.left(now, true) } else { left.clone() }
    }

    /// The number of moves in a state.
    fn count_moves(&self, now: Now<'_, W, N>) -> u64 {
        if self.is_over(now) {
            return 0;
        }
        if !self.turn.prefer.is_empty() || self.turn.merges {
            return self.count_preferred(now);
        }
        let mut counter = Counter(0);
        self.generate_all(now, &mut counter);
        counter.0
    }

    #[inline(never)]
    fn count_preferred(&self, now: Now<'_, W, N>) -> u64 {
        let state = now.state;
        let sorts = match self.turn.prefer.as_slice() {
            [Preferred::Sorts(sorts)] if sorts.len() <= MOST_SORTS && !self.turn.merges => sorts,
            _ => return self.playable(now).len() as u64,
        };
        let numbers = [0; MOST_SORTS + 1];
        let mut sorter = Sorter { engine: self, sorts, state, occupied: self.occupied(state), numbers };
        self.generate_all(now, &mut sorter);
        sorter.numbers.into_iter().find(|n| *n > 0).unwrap_or(0)
    }

    fn count(
        &self,
        known: Option<&TranspositionTable>,
        now: Now<'_, W, N>,
        depth: u32,
        list: &mut Vec<Step>,
    ) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(now),
            _ if self.is_over(now) => 0,
            _ => {
                let known = known.map(|known| (known, self.key(now, depth)));
                if let Some(nodes) = known.and_then(|(known, key)| known.get(key)) {
                    return nodes;
                }
                let first = list.len();
                self.list_playable(now, list);
                let mut nodes = 0;
                if depth == 2 {
                    nodes = self.count_after(now, &list[first..]);
                } else {
                    let left = self.left(now, false);
                    for at in first..list.len() {
                        let next = self.play(now, list[at], Aim::Go);
                        let left = self.left_then(now, list[at], &left);
                        let then = Now { state: &next, past: left.as_ref() };
                        nodes += self.count(known.map(|(known, _)| known), then, depth - 1, list);
                    }
                }
                list.truncate(first);
                if let Some((known, key)) = known {
                    known.put(key, nodes);
                }
                nodes
            }
        }
    }

    pub(crate) fn perft_of(
        &self,
        known: Option<&TranspositionTable>,
        position: &Position,
        depth: u32,
    ) -> Result<u64, WhyNot> {
        let state = self.layout.state(position)?;
        if !self.has_room(&state, depth.saturating_sub(1)) {
            return Err(TOO_FAR_APART);
        }
        let past = self.past(position)?;
        let now = Now { state: &state, past: past.as_ref() };
        Ok(self.count(known, now, depth, &mut Vec::with_capacity(1024)))
    }
}

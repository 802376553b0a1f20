//! What is remembered in a state and of no use to anybody: marks, last moves, who has castled.
//!
//! The same as the reference engine's `drop_what_is_useless`, so that states are equal if positions are. Counting does without.

use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, MarkId, When};

use crate::engine::landing::Going;
use crate::engine::scene::Scene;
use crate::engine::sink::{Sink, each_shifted};
use crate::packed::past::{Now, Past};
use crate::packed::set::Set;
use crate::packed::state::{Spot, State};
use crate::packed::step::Step;
use crate::plan::Plan;
use crate::plan::movers::BulkStep;
use crate::reference::memory::{AsksCastled, Facts, Forgets};
use crate::reference::position::Position;

/// Finds moves by rules of which something is remembered: where they go.
struct Users<'e, const W: usize, const N: usize> {
    engine: &'e Plan<W, N>,
    is_wanted: fn(&Facts) -> bool,
    /// So many are enough.
    enough: usize,
    on: SmallVec<[u16; 4]>,
}

impl<const W: usize, const N: usize> Sink<W> for Users<'_, W, N> {
    /// What is found in sets is by other rules.
    fn targets(&mut self, _: &[u8], _: usize, _: Set<W>) {}

    fn promotions(&mut self, _: u8, _: usize, _: Set<W>, _: &[u8]) {}

    fn shifted(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>) {
        if shift.leaves.is_some() {
            each_shifted(kind, shift, to, |step| self.step(step));
        }
    }

    fn shifted_promotions(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>, _: &[u8]) {
        self.shifted(kind, shift, to);
    }

    fn choices(&mut self, _: u8, _: u16, _: Set<W>) {}

    fn step(&mut self, step: Step) {
        let facts = |rule: usize| &self.engine.reference.memory.rules[step.kind as usize][rule];
        if self.engine.rule_number(step).is_some_and(|rule| (self.is_wanted)(facts(rule))) {
            self.on.push(step.to);
        }
    }

    fn is_content(&self) -> bool {
        self.on.len() >= self.enough
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Drops what nobody can use. Where that may depend on how the last move is remembered, `told` says it of the state as a position.
    #[inline]
    pub(crate) fn drop_what_is_useless(
        &self,
        state: &mut State<W, N>,
        past: Option<&Past<W, N>>,
        told: impl FnOnce(&State<W, N>) -> Position,
    ) {
        if let AsksCastled::Unmoved(kinds) = &self.reference.memory.castled {
            self.forget_who_has_castled(state, kinds);
        }
        if state.marked != 0 {
            let number = state.spots().len();
            // In one order, whichever has been left first.
            state.marks[..number].sort_unstable();
            if !self.asks_for_last() {
                self.drop_useless_marks(state, past);
            }
        }
        if self.remembers_last(state) {
            if self.asks_for_last() {
                if !self.drop_last_if_unused(state, past) {
                    self.drop_as_told(state, told);
                }
            } else {
                self.forget_last(state);
            }
        }
    }

    /// Whether a mark is dropped if nobody can use it: who comes last before the maker's own turn decides.
    fn may_be_useless<'e>(&'e self, state: &State<W, N>) -> impl Fn(&Spot) -> bool + use<'e, W, N> {
        let last = self.turn.order[self.turn_after(state) as usize];
        move |spot| {
            usize::from(spot.owner) == last && !self.reference.memory.marks.contains(&MarkId(spot.mark))
        }
    }

    /// A sink for the moves of rules of which this holds, which is content with so many.
    fn users(&self, is_wanted: fn(&Facts) -> bool, enough: usize) -> Users<'_, W, N> {
        Users { engine: self, is_wanted, enough, on: SmallVec::new() }
    }

    #[inline(never)]
    fn drop_useless_marks(&self, state: &mut State<W, N>, past: Option<&Past<W, N>>) {
        let may_be_useless = self.may_be_useless(state);
        if self.reference.goes_on || !state.spots().iter().any(&may_be_useless) {
            return;
        }
        let scene = Scene { past, ..self.scene(state) };
        let is_near = |spot: &Spot| scene.side.near_marks.at(spot.tile.into()).meets(scene.own);
        let mut takers = self.users(|facts| facts.onto, usize::MAX);
        if !self.movers.walked.is_empty() || state.spots().iter().any(is_near) {
            self.generate_in(&scene, &mut takers);
        }
        state.retain_marks(|spot| !may_be_useless(spot) || takers.on.contains(&spot.tile));
    }

    /// Whether some move asks what has just been done.
    fn asks_for_last(&self) -> bool {
        let memory = &self.reference.memory;
        memory.is_needed && memory.rules.iter().flatten().any(|facts| facts.just)
    }

    /// Whether it is remembered of a last move, and may be of no use.
    fn remembers_last(&self, state: &State<W, N>) -> bool {
        if self.layout.deeds.list.is_empty() {
            return false;
        }
        state.marked != 0 && self.asks_for_last() || self.keeps_last(state)
    }

    /// Whether it is remembered what the last move was, and that may be forgotten.
    fn keeps_last(&self, state: &State<W, N>) -> bool {
        let is_kept = |number: usize| !state.sets[self.layout.deeds.first + number].is_empty();
        let mut deeds = self.layout.deeds.list.iter().enumerate();
        self.reference.memory.forgets != Forgets::Never
            && deeds.any(|(number, (when, _))| *when == When::Just && is_kept(number))
    }

    /// Forgets the last move, and marks, if no move can make use of them. Whether this is decided by the moves of the position alone.
    fn drop_last_if_unused(&self, state: &mut State<W, N>, past: Option<&Past<W, N>>) -> bool {
        let scene = Scene { past, ..self.scene(state) };
        match self.reaches_by_last(&scene) {
            Some(false) => {}
            // Which marks such a move makes use of is a matter of what it changes.
            Some(true) if state.marked == 0 => {
                let mut users = self.users(|facts| facts.just, 1);
                self.generate_in(&scene, &mut users);
                if users.is_content() {
                    return true;
                }
            }
            Some(true) | None => return false,
        }
        if state.marked != 0 {
            self.drop_useless_marks(state, past);
        }
        if !self.keeps_last(state) {
            return true;
        }
        let mut without = *state;
        self.forget_last(&mut without);
        let is_dropped = self.reference.memory.forgets == Forgets::Unused || {
            let (one, other) = (Now { state, past }, Now { state: &without, past });
            self.is_indifferent(one, other)
        };
        if is_dropped {
            *state = without;
        }
        is_dropped
    }

    /// Whether some piece gets somewhere by a rule that asks what has just been done, legally or not; nothing if such moves are found in
    /// sets, where they are not told from others.
    fn reaches_by_last(&self, scene: &Scene<'_, W, N>) -> Option<bool> {
        let mut reaches = false;
        for (kind, facts) in self.reference.memory.rules.iter().enumerate() {
            let rules: SmallVec<[u16; 4]> =
                (0..facts.len() as u16).filter(|r| facts[*r as usize].just).collect();
            if rules.is_empty() {
                continue;
            }
            let mover = &scene.side.movers[kind];
            let mut is_told = rules.iter().all(|rule| mover.odd.contains(rule));
            for from in (scene.own & scene.state.sets[kind]).iter() {
                for rule in rules.iter().filter(|rule| self.walked(kind as u8, **rule).is_some()) {
                    let going = Going { kind: kind as u8, rule: *rule, from };
                    self.each_walked(scene.state, going, |_, _| reaches = true);
                }
                self.odd_leaves(scene, mover, from, &rules, |_, _, is_plain| {
                    is_told &= !is_plain;
                    reaches = true;
                });
            }
            if !is_told {
                return None;
            }
        }
        Some(reaches)
    }

    /// Whether the same moves are found in two states, and the game goes on alike; if not, more has to be asked.
    fn is_indifferent(&self, one: Now<'_, W, N>, other: Now<'_, W, N>) -> bool {
        let goes_on = |now: Now<'_, W, N>| self.shown_ending(now, usize::MAX).is_none() && !self.is_over(now);
        let check = |now: Now<'_, W, N>| {
            let check = self.ends.check.as_ref();
            check.map(|check| self.holds(&self.view(now.state, self.to_move(now.state)), 0, check))
        };
        let is_asked = self.reference.rules.notation.check.is_some();
        goes_on(one)
            && goes_on(other)
            && self.playable(one) == self.playable(other)
            && is_asked == self.ends.check.is_some()
            && check(one) == check(other)
    }

    /// The same as the reference engine.
    fn drop_as_told(&self, state: &mut State<W, N>, told: impl FnOnce(&State<W, N>) -> Position) {
        let mut position = told(state);
        self.outer.drop_what_is_useless(&mut position);
        let before = *state;
        state.retain_marks(|spot| position.marks.contains(&self.layout.left(&before, spot)));
        if !position.deeds.iter().any(|deed| deed.when == When::Just) {
            self.forget_last(state);
        }
    }

    /// Forgets what the last move was.
    fn forget_last(&self, state: &mut State<W, N>) {
        let of_last = self.layout.deeds.list.iter().enumerate().filter(|(_, (when, _))| *when == When::Just);
        of_last.for_each(|(number, _)| state.sets[self.layout.deeds.first + number] = Set::EMPTY);
    }

    /// Where only pieces that have not moved are asked whether their owner has castled, that is of no use once all have.
    fn forget_who_has_castled(&self, state: &mut State<W, N>, kinds: &[KindId]) {
        let set = |place: Option<usize>| place.map_or(Set::EMPTY, |place| state.sets[place]);
        let fresh = set(self.layout.unmoved) | set(self.layout.rights);
        let asking = kinds.iter().fold(Set::EMPTY, |all, kind| all | state.sets[kind.index()]);
        let asks = |player: &usize| (fresh & asking).meets(state.sets[self.layout.owner(*player)]);
        let forgotten: SmallVec<[usize; 8]> = (0..self.layout.players).filter(|p| !asks(p)).collect();
        forgotten.into_iter().for_each(|player| self.layout.forget_castled(state, player));
    }
}

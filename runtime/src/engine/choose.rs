//! Moves in which no piece moves, found for all tiles at once where they put or take one piece, else worked out tile by tile.

use tilegame_dsl::ir::{Effect, KindId, LabelId, PlayerId, Taken, Tile};

use crate::engine::legality::pins::CheckMask;
use crate::engine::scene::Scene;
use crate::engine::sink::Sink;
use crate::engine::view::View;
use crate::engine::walk::Done;
use crate::moves::Change;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{AS_IT_IS, Changes, How, NO_KIND, REFUSED, Step};
use crate::plan::Plan;
use crate::plan::change::change;
use crate::plan::cond::{Cond, Number, Tally};
use crate::plan::paths::Seen;
use crate::plan::turn::after::Action;
use crate::plan::turn::choice::{Choice, Put};

/// A choice made on a tile, by its number.
fn step(number: usize, kind: u8, tile: usize) -> Step {
    let (at, how) = (tile as u16, How::Choice(number as u16));
    Step { from: at, to: at, kind, promotion: AS_IT_IS, how }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Moves in which no piece moves.
    pub(crate) fn choices<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &CheckMask<W>,
        sink: &mut S,
    ) {
        // What is worked out tile by tile is compared with all other choices.
        let is_made =
            |choice: &Choice<W>| !self.where_chosen(scene, choice, self.tiles(scene.state)).is_empty();
        if self.turn.choices.iter().any(|choice| !choice.is_of_sets() && is_made(choice)) {
            return self.other_choices(scene, guard, sink);
        }
        let goals = guard.allowed & scene.movers_and_goals()[1];
        let free = goals.without(scene.occupied);
        // Most hands hold nothing.
        let is_held = |put: Put| !put.from_hand || self.held(scene.state, scene.me, put.kind.into()) != 0;
        for (number, choice) in self.turn.choices.iter().enumerate() {
            let (kind, mut to) = match choice.puts {
                Some(put) if is_held(put) => (put.kind, free),
                None if choice.takes => (NO_KIND, goals),
                _ => continue,
            };
            to = self.where_chosen(scene, choice, to);
            if choice.is_again {
                for earlier in self.turn.choices[..number].iter().filter(|c| c.does_the_same(choice)) {
                    to = to.without(self.where_chosen(scene, earlier, to));
                }
            }
            if choice.refused_if != Cond::False && !scene.is_reply {
                let asked = self.may_be_refused(scene, choice, to);
                let is_refused = |tile: &usize| self.is_refused(scene, choice, step(number, kind, *tile));
                to = to.without(asked.iter().filter(is_refused).collect());
            }
            if !to.is_empty() {
                sink.choices(kind, number as u16, to);
            }
        }
    }

    /// Whether a choice may not be made because of what it leaves.
    #[inline(never)]
    fn is_refused(&self, scene: &Scene<'_, W, N>, choice: &Choice<W>, step: Step) -> bool {
        let next = self.make(scene.state, step);
        next.turn != REFUSED && self.holds(&self.view(&next, scene.me), step.to as usize, &choice.refused_if)
    }

    /// Where a choice can be made, among some tiles.
    #[inline(always)]
    fn where_chosen(&self, scene: &Scene<'_, W, N>, choice: &Choice<W>, among: Set<W>) -> Set<W> {
        let to = (among & choice.on[scene.me]).without(self.layout.missing(scene.state));
        match choice.when {
            Cond::True => to,
            _ => self.where_holds(&self.view(scene.state, scene.me), &choice.when, to),
        }
    }

    /// Choices that do anything else.
    #[inline(never)]
    fn other_choices<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &CheckMask<W>,
        sink: &mut S,
    ) {
        let view = self.view(scene.state, scene.me);
        let mut found: Vec<(Option<LabelId>, Changes)> = Vec::new();
        for (number, choice) in self.turn.choices.iter().enumerate() {
            let on = choice.on[scene.me] & self.tiles(scene.state);
            for tile in self.where_holds(&view, &choice.when, on).iter() {
                let Some(changes) = self.chosen(&view, tile, &choice.actions) else { continue };
                let is_again = found.iter().any(|(tag, known)| *tag == choice.tag && *known == changes);
                if changes.is_empty() || is_again {
                    continue;
                }
                let step = step(number, kind_of(&changes), tile);
                found.push((choice.tag, changes));
                let asks = choice.refused_if != Cond::False && !scene.is_reply;
                if (!guard.is_on || self.is_legal_step(scene.state, step))
                    && !(asks && self.is_refused(scene, choice, step))
                {
                    sink.step(step);
                }
            }
        }
    }

    /// What happens when a tile is chosen; nothing if some of it is not possible.
    pub(crate) fn chosen(&self, view: &View<'_, W, N>, to: usize, actions: &[Action]) -> Option<Changes> {
        let mut changes = Changes::new();
        let mut is_possible = true;
        self.each_change(view, to, actions, |change| match change {
            Some(change) if self.is_possible(view, change, &changes) => changes.push(change),
            _ => is_possible = false,
        });
        let leaves = |change: &Change| match change {
            Change::Take(tile) => Some(tile.index()),
            Change::Shift { from, .. } => Some(from.index()),
            _ => None,
        };
        let left: Set<W> = changes.iter().filter_map(leaves).collect();
        let mut goals = view.occupied.without(left);
        for change in &changes {
            if let Change::Shift { to, .. } = change {
                is_possible &= !goals.has(to.index());
                goals.insert(to.index());
            }
        }
        changes.retain(|change| !matches!(change, Change::Shift { from, to } if from == to));
        is_possible.then_some(changes)
    }

    /// Calls `then` with everything that actions do, all of it as the view shows it.
    pub(crate) fn each_change(
        &self,
        view: &View<'_, W, N>,
        to: usize,
        actions: &[Action],
        mut then: impl FnMut(Option<Change>),
    ) {
        for action in actions {
            match action {
                Action::Here(effect) => then(self.effect(view, to, effect)),
                Action::Count(tally) => then(Some(self.counted(view, to, tally))),
                Action::Every(test, effect) => {
                    let tiles = self.where_holds(view, test, self.tiles(view.state));
                    self.each_tile(view.state, tiles, |tile| then(self.effect(view, tile, effect)));
                }
                Action::Each(path, from) => {
                    let here = Set::one(to);
                    let starts = from
                        .as_ref()
                        .map_or(here, |test| self.where_holds(view, test, self.tiles(view.state)));
                    self.each_tile(view.state, starts, |start| self.each_done(view, *path, start, &mut then));
                }
            }
        }
    }

    /// Calls `then` with everything that every way does to walk a path.
    fn each_done(
        &self,
        view: &View<'_, W, N>,
        path: u32,
        start: usize,
        then: &mut impl FnMut(Option<Change>),
    ) {
        match &self.tests.sees[path as usize] {
            Seen::Unrolled(programs) => {
                let answer = |ask, tile| self.answer(view, ask, tile);
                self.code.run(programs[view.me][start], answer, |_, leaf| {
                    leaf.changes.iter().for_each(|change| then(Some(*change)));
                    false
                });
            }
            Seen::Walked(route) => {
                let at = self.setting_out(view.me, start);
                self.walk(view, route, at, &mut Done::new(view), &mut |_, done| {
                    done.list.iter().for_each(|(tile, deed)| then(self.change_of(view, *tile, deed)));
                    false
                });
            }
        }
    }

    /// How a counter changes by what is done on a tile.
    pub(crate) fn counted(&self, view: &View<'_, W, N>, tile: usize, tally: &Tally) -> Change {
        let walker = view.walker.copied().unwrap_or_default().looking_from(tile);
        let view = match tally.amount {
            Number::Itself(_) => view,
            _ => &View { walker: Some(&walker), ..*view },
        };
        Change::Count {
            counter: tally.counter,
            player: PlayerId::new(self.who(view, tally.of)),
            op: tally.op.into(),
            amount: self.number(view, &tally.amount),
        }
    }

    /// What an effect on a tile changes; nothing if it would lead off the board.
    pub(crate) fn effect(&self, view: &View<'_, W, N>, tile: usize, effect: &Effect) -> Option<Change> {
        if let Effect::Join(who) = effect {
            let owner = PlayerId::new(self.who(view, *who));
            return Some(Change::Join { tile: Tile::new(tile), owner });
        }
        if let Effect::State { state, on } = effect {
            let kind = (0..self.layout.kinds).find(|k| view.state.sets[*k].has(tile))?;
            let kind = self.reference.in_state(KindId::new(kind), *state, *on);
            return Some(Change::Become { tile: Tile::new(tile), kind });
        }
        if let Effect::Turn(symmetry) = effect {
            let frame = self.reference.frame(PlayerId::new(view.me), Tile::new(tile));
            let kind = self.turned(self.kind_on(view.state, tile)?, frame, *symmetry)?;
            return Some(Change::Become { tile: Tile::new(tile), kind });
        }
        let me = PlayerId::new(view.me);
        change(&self.reference, me, Tile::new(tile), effect).ok().flatten()
    }

    /// Whether a change can be made after those before it: there is room for what is put, and it is in the hand.
    pub(crate) fn is_possible(&self, view: &View<'_, W, N>, change: Change, before: &[Change]) -> bool {
        let Change::Put { tile, kind, from_hand } = change else { return true };
        let is_free = !view.occupied.has(tile.index()) || before.contains(&Change::Take(tile));
        let is_filled = before.iter().any(|c| matches!(c, Change::Put { tile: other, .. } if *other == tile));
        let held = |kind: KindId| self.layout.hands.counts_as[kind.index()];
        let same =
            |c: &&Change| matches!(c, Change::Put { kind: k, from_hand: true, .. } if held(*k) == held(kind));
        let spent = before.iter().filter(same).count();
        let is_there = || self.held(view.state, view.me, kind.index()) as usize > spent;
        is_free && !is_filled && (!from_hand || is_there())
    }

    /// What a choice changes.
    pub(crate) fn changes_of_choice(&self, state: &State<W, N>, step: Step, number: u16) -> Changes {
        let choice = &self.turn.choices[number as usize];
        if let Some(Put { kind, from_hand, more: false }) = choice.puts {
            let put = Change::Put { tile: Tile(step.to.into()), kind: KindId(kind), from_hand };
            return std::iter::once(put).collect();
        }
        if choice.takes {
            return std::iter::once(Change::Take(Tile(step.to.into()))).collect();
        }
        let view = self.view(state, self.to_move(state));
        self.chosen(&view, step.to as usize, &choice.actions).unwrap_or_default()
    }

    /// The number of pieces of a kind in a player's hand, where they are in no state.
    #[inline]
    pub(crate) fn held(&self, state: &State<W, N>, player: usize, kind: usize) -> i32 {
        self.layout
            .hand(player, self.layout.hands.counts_as[kind])
            .map_or(0, |place| state.counters[place & (N - 1)])
    }

    /// What a player takes from an enemy goes into the hand, where the rules say so.
    pub(crate) fn keep(&self, state: &mut State<W, N>, me: usize, tile: usize) {
        let taken = self.reference.rules.turn.taken;
        if !taken.is_kept() || state.sets[self.layout.owner(me)].has(tile) {
            return;
        }
        let is_owned = (0..self.layout.players).any(|p| state.sets[self.layout.owner(p)].has(tile));
        let kind = (0..self.layout.kinds).find(|k| state.sets[*k].has(tile));
        let Some(kind) = kind.filter(|_| is_owned) else { return };
        let was_promoted = self.layout.promoted.is_some_and(|set| state.sets[set].has(tile));
        let kind = match taken {
            Taken::KeptUnpromoted if was_promoted => self.layout.hands.unpromoted[kind],
            _ => kind,
        };
        if let Some(place) = self.layout.hand(me, self.layout.hands.counts_as[kind]) {
            state.counters[place] = state.counters[place].saturating_add(1).min(u16::MAX.into());
        }
    }
}

/// The kind of the first piece that is put.
fn kind_of(changes: &[Change]) -> u8 {
    let put = |c: &Change| match c {
        Change::Put { kind, .. } => Some(kind.0),
        _ => None,
    };
    changes.iter().find_map(put).unwrap_or(NO_KIND)
}

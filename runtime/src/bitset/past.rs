//! What has been before: the states that have been left, where it depends on them what is legal.
//!
//! They are no part of a state, which stays small and is copied. They stand beside it, in a list that states share, and go with it to
//! whatever asks for moves.

use tilegame_dsl::ir::{CounterId, PlayerId, Quantity, Rules, Test};

use super::WhyNot;
use super::engine::Engine;
use super::make::{How, Step};
use super::state::State;
use crate::reference::earlier::Earlier;
use crate::reference::engine::Reference;
use crate::reference::history::{AsksCastled, Forgets};
use crate::reference::position::Position;

/// The states before one, without the counters that make no difference.
pub(super) type Past<const W: usize, const N: usize> = Earlier<State<W, N>>;

/// A state, and those before it where the rules ask for them.
#[derive(Clone, Copy)]
pub(super) struct Now<'s, const W: usize, const N: usize> {
    pub(super) state: &'s State<W, N>,
    pub(super) past: Option<&'s Past<W, N>>,
}

impl<'s, const W: usize, const N: usize> Now<'s, W, N> {
    /// A state of which it does not matter what was before it.
    #[inline(always)]
    pub(super) fn of(state: &'s State<W, N>) -> Now<'s, W, N> {
        Now { state, past: None }
    }
}

/// Whether it depends on what has been before which moves are legal.
pub(super) fn asks_for_past(rules: &Rules) -> bool {
    rules.turn.legal.any_number(&|quantity| matches!(quantity, Quantity::Repeated | Quantity::RepeatedBoard))
}

/// Says what of such rules the engine does not model.
pub(super) fn refuse(reference: &Reference) -> Result<(), WhyNot> {
    let rules = &reference.rules;
    if !asks_for_past(rules) {
        return Ok(());
    }
    let legal = &rules.turn.legal;
    let asks_whole = |quantity: &Quantity| *quantity == Quantity::Repeated;
    let memory = &reference.memory;
    // What nobody can make use of is left out of positions, not of states.
    let is_kept = !rules.marks.is_empty()
        || memory.forgets != Forgets::Never && memory.is_needed
        || matches!(memory.castled, AsksCastled::Unmoved(_));
    if is_kept && legal.any_number(&asks_whole) {
        return Err(WhyNot::Unusual(
            "tests of how often a position has occurred in which something is remembered of pieces",
        ));
    }
    if legal.any(&|test| matches!(test, Test::Before(_) | Test::NoReply { .. } | Test::Can { .. })) {
        return Err(WhyNot::Unusual(
            "tests of what has been before and of the position before a move, or of replies",
        ));
    }
    let asks_for_moves = |test: &Test| matches!(test, Test::Stuck | Test::NoReply { .. } | Test::Can { .. });
    let at_the_end = Rules { ends: Vec::new(), ..rules.as_ref().clone() };
    if at_the_end.any_test(&asks_for_moves) {
        return Err(WhyNot::Unusual("tests of what has been before, and tests of moves that are no endings"));
    }
    Ok(())
}

/// Where the counters stand that make no difference to whether a position has occurred.
pub(super) fn ignored(reference: &Reference) -> Vec<usize> {
    let all = reference.rules.counters.iter().enumerate().filter(|(_, counter)| counter.ignored);
    let players = reference.rules.players.len();
    let places = |(number, counter): (usize, &tilegame_dsl::ir::Counter)| {
        let of = move |player| reference.counter_index(CounterId::new(number), PlayerId::new(player));
        (0..if counter.each { players } else { 1 }).map(of).collect::<Vec<_>>()
    };
    all.flat_map(places).collect()
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// What makes a state the same again.
    pub(super) fn identity(&self, state: &State<W, N>) -> State<W, N> {
        let mut same = *state;
        self.ignored.iter().for_each(|place| same.counters[*place] = 0);
        same
    }

    /// What has been before, once a state has been left: by a pass, or in another way.
    pub(super) fn left(&self, now: Now<'_, W, N>, by_pass: bool) -> Option<Past<W, N>> {
        now.past.map(|past| past.and(self.identity(now.state), by_pass))
    }

    /// What has been before, after a move.
    pub(super) fn left_by(&self, now: Now<'_, W, N>, step: Step) -> Option<Past<W, N>> {
        self.left(now, step.how == How::Pass)
    }

    /// The states before a position, where it depends on them what is legal.
    pub(super) fn past(&self, position: &Position) -> Result<Option<Past<W, N>>, WhyNot> {
        self.asks_for_past.then(|| self.whole_past(position)).transpose()
    }

    /// The same, also where only endings of matches ask for them.
    pub(super) fn whole_past(&self, position: &Position) -> Result<Past<W, N>, WhyNot> {
        let mut past = Past::default();
        for (earlier, by_pass) in position.past() {
            past = past.and(self.identity(&self.layout.state(earlier)?), by_pass);
        }
        Ok(past)
    }

    /// How often a state has occurred, this time included.
    pub(super) fn repeated(&self, now: Now<'_, W, N>) -> i64 {
        let Some(past) = now.past else { return 1 };
        let same = self.identity(now.state);
        let (mut number, mut rest) = (1, past);
        while let Some((state, before)) = rest.last() {
            number += i64::from(self.is_same((&same, past), (state, before)));
            rest = before;
        }
        number
    }

    /// Whether two states are the same, and in the middle of a turn those before them in that turn.
    fn is_same<'s>(
        &self,
        mut one: (&'s State<W, N>, &'s Past<W, N>),
        mut other: (&'s State<W, N>, &'s Past<W, N>),
    ) -> bool {
        while one.0 == other.0 {
            if !self.layout.is_under_way(one.0) {
                return true;
            }
            match (one.1.last(), other.1.last()) {
                (Some(before), Some(another)) => (one, other) = (before, another),
                (None, None) => return true,
                _ => return false,
            }
        }
        false
    }

    /// How often a move has left the board as it is in a state, this time included; see the reference engine's `repeated_board`.
    pub(super) fn repeated_board(&self, now: Now<'_, W, N>) -> i64 {
        let Some(past) = now.past else { return 1 };
        let pieces = self.layout.kinds + self.layout.owners;
        let board = &now.state.sets[..pieces];
        let all = std::iter::once(now.state).chain(past.iter().map(|(state, _)| state));
        let came_by_pass = past.iter().map(|(_, by_pass)| by_pass).chain([false]);
        let came_so = |(other, by_pass): &(&State<W, N>, bool)| !by_pass && other.sets[..pieces] == *board;
        all.zip(came_by_pass).filter(came_so).count() as i64
    }
}

//! The kinds that a declared piece becomes.

use crate::ir::{Facing, KindId};

/// The kinds of a declared piece.
#[derive(Clone, Default)]
pub(crate) struct Family {
    /// The first of them.
    pub(crate) first: KindId,
    /// How it can stand; empty for a piece that is the same from all sides.
    pub(crate) ways: Vec<Facing>,
    /// The signs of the states in which it can be, with their places in the list of all states.
    pub(crate) states: Vec<(usize, String)>,
    /// Its kinds that carry something.
    pub(crate) loaded: Vec<KindId>,
}

/// Pieces that stand on one tile together.
#[derive(Clone)]
pub(crate) struct StackOf {
    /// The declared piece that carries, by its place.
    pub(crate) carrier: usize,
    /// The one who carries, and then the others in the order of their places.
    pub(crate) parts: Vec<KindId>,
}

impl Family {
    /// In how many ways it can stand, states apart.
    pub(super) fn ways_to_stand(&self) -> usize {
        self.ways.len().max(1)
    }

    /// How many combinations of states there are.
    pub(super) fn moods(&self) -> usize {
        1 << self.states.len()
    }

    /// The kinds of such a piece alone: for each way to stand, all combinations of states.
    pub(crate) fn single(&self) -> impl Iterator<Item = KindId> + use<> {
        let first = self.first.index();
        (first..first + self.ways_to_stand() * self.moods()).map(KindId::new)
    }

    /// All its kinds, in order.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = KindId> + use<'_> {
        self.single().chain(self.loaded.iter().copied())
    }

    /// The kinds of such a piece that is new: alone and in no state.
    pub(crate) fn fresh(&self) -> impl Iterator<Item = KindId> + use<> {
        self.single().step_by(self.moods())
    }

    /// How one of the single kinds stands.
    pub(crate) fn way_of(&self, number: usize) -> Option<Facing> {
        let (way, mood) = (number / self.moods(), number % self.moods());
        let in_this_mood = |kind: &Option<KindId>| kind.map(|k| KindId::new(k.index() + mood));
        let facing = self.ways.get(way)?;
        Some(Facing { turned: facing.turned.iter().map(in_this_mood).collect(), ..facing.clone() })
    }

    /// The states in which each of the single kinds is.
    pub(crate) fn states_of(&self, number: usize) -> impl Iterator<Item = &(usize, String)> {
        let mood = number % self.moods();
        self.states.iter().enumerate().filter(move |(bit, _)| mood >> bit & 1 == 1).map(|(_, state)| state)
    }

    /// The kind that one of the single kinds becomes as a state is on or off, by its place in the list of all states; nothing, if it
    /// is so already.
    pub(crate) fn in_state(&self, number: usize, state: usize, on: bool) -> Option<KindId> {
        let bit = self.states.iter().position(|(index, _)| *index == state)?;
        let kind = self.switched(number, bit, on);
        (kind.index() != self.first.index() + number).then_some(kind)
    }

    /// The kind that one of the single kinds is once a state is on or off.
    pub(super) fn switched(&self, number: usize, bit: usize, on: bool) -> KindId {
        let mask = 1 << bit;
        KindId::new(self.first.index() + if on { number | mask } else { number & !mask })
    }
}

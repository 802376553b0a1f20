//! What quiet moves leave as it is, seen once for all moves of a position.
//!
//! A quiet move takes a piece from one tile to an empty one, and does nothing else to pieces. What no player sees before it is not
//! there afterwards where endings ask only which pieces are there, if none of its two tiles is in a region that some ending speaks of;
//! and whoever can't castle because of friends in the way can't castle afterwards.

use super::engine::Engine;
use super::make::{AS_IT_IS, How, Step};
use super::set::Set;
use super::state::State;

/// What is known of a position and stays so when a piece goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calm<const W: usize> {
    /// Where quiet moves lead.
    empty: Set<W>,
    /// Where pieces may go, and from where, without bringing about an ending.
    endless: Set<W>,
    /// Friends are in the way of all castling of the player whose turn comes next.
    pub(super) is_shut: bool,
}

impl<const W: usize> Calm<W> {
    /// Whether a quiet move brings about no ending.
    #[inline(always)]
    pub(super) fn is_endless(&self, step: Step) -> bool {
        let of_step = Set::one(step.from as usize) | Set::one(step.to as usize);
        step.promotion == AS_IT_IS && of_step.without(self.endless).is_empty()
    }
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// What the quiet moves of a position don't change.
    pub(super) fn calm(&self, state: &State<W, N>) -> Calm<W> {
        if self.acts_after || self.reference.goes_on || self.layout.phases > 1 || self.layout.out.is_some() {
            return Calm { empty: Set::EMPTY, endless: Set::EMPTY, is_shut: false };
        }
        let ends = |me: usize| {
            let scene = self.scene_of(state, me);
            self.sudden.iter().any(|(_, glance)| self.at_a_glance(&scene, glance) != Some(false))
        };
        let telling = self.telling.filter(|_| !(0..self.layout.players).any(ends));
        let next = self.order[(state.turn as usize + 1) % self.order.len()];
        Calm {
            empty: !self.occupied(state),
            endless: telling.map_or(Set::EMPTY, |telling| !telling),
            is_shut: self.is_shut(state, next),
        }
    }

    /// Whether a move is quiet.
    #[inline(always)]
    pub(super) fn is_quiet(&self, calm: &Calm<W>, step: Step) -> bool {
        let only_goes = match step.how {
            How::Plain => true,
            How::Leaf(number) => self.goes_and_marks(step, number),
            How::Castling(_) | How::Choice(_) | How::Pass => false,
        };
        only_goes && calm.empty.has(step.to as usize)
    }
}

//! A few of the legal moves instead of all of them: those that a text can stand for, or that can be written alike.
//!
//! The bitset engine lists moves in some bytes each. Only those that matter are made into [`Move`]s, which are then looked at in the same
//! way as all of them would be.

use crate::bitset::{Bitset, PackedMove, State};
use crate::moves::Move;
use crate::position::Position;

/// A position as the bitset engine plays on it.
#[derive(Clone, Debug)]
pub(crate) struct Packed<'g> {
    pub(crate) engine: &'g Bitset,
    pub(crate) state: State,
}

impl Packed<'_> {
    /// Some of the legal moves, in the order of the engine.
    pub(crate) fn some(
        &self,
        wanted: impl Fn(PackedMove) -> bool,
    ) -> impl Iterator<Item = (PackedMove, Move)> {
        let mut moves = Vec::with_capacity(64);
        self.engine.list(&self.state, &mut moves);
        moves.into_iter().filter(move |m| wanted(*m)).map(|m| (m, self.engine.told(&self.state, m)))
    }

    /// Some of the legal moves, in the order of [`Game::moves`](crate::Game::moves).
    pub(super) fn sorted(&self, wanted: impl Fn(PackedMove) -> bool) -> Vec<Move> {
        let mut moves: Vec<Move> = self.some(wanted).map(|(_, m)| m).collect();
        Move::sort(&mut moves);
        moves
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: PackedMove) {
        self.state = self.engine.play(&self.state, m);
    }

    /// The same position as everybody else knows it.
    pub(super) fn position(&self) -> Position {
        self.engine.position(&self.state)
    }
}

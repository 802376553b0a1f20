//! A few of the legal moves instead of all of them: those that a text can stand for, or that can be written alike.
//!
//! A state lists moves in some bytes each. Only those that matter are made into [`Details`], which are then looked at in the same way as all of
//! them would be.

use crate::moves::Move as Details;
use crate::state::{Move, MoveList, State};

impl State {
    /// Some of the legal moves, in the order of the engine.
    pub(super) fn some(&self, wanted: impl Fn(Move) -> bool) -> impl Iterator<Item = (Move, Details)> {
        let mut moves = MoveList::with_capacity(64);
        self.moves(&mut moves);
        moves.into_iter().filter(move |m| wanted(*m)).map(|m| (m, self.details(m)))
    }

    /// Some of the legal moves, in the order of [`Details::sort`].
    pub(super) fn sorted(&self, wanted: impl Fn(Move) -> bool) -> Vec<Details> {
        let mut moves: Vec<Details> = self.some(wanted).map(|(_, m)| m).collect();
        Details::sort(&mut moves);
        moves
    }
}

//! A few of the legal moves instead of all of them: those that a text can stand for, or that can be written alike.
//!
//! A state lists moves in some bytes each. Only those that matter are made into [`Details`], which are then looked at in the same way as all of
//! them would be.

use crate::moves::Move as Details;
use crate::packed::form::Sought;
use crate::state::{Move, State};

impl State {
    /// Some of the legal moves, among them all that are [looked for](State::sought), in the order of [`Details::sort`].
    pub(super) fn sorted(&self, sought: &Sought<'_>, wanted: impl Fn(Move) -> bool) -> Vec<Details> {
        let moves = self.sought(sought).into_iter().filter(|m| wanted(*m));
        let mut moves: Vec<Details> = moves.map(|m| self.details(m)).collect();
        Details::sort(&mut moves);
        moves
    }
}

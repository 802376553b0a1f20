//! A few of the legal moves instead of all of them: those that a text can stand for, or that can be written alike.
//!
//! A state lists moves in some bytes each. Only those that matter are made into [`Details`], which are then looked at in the same way as all of
//! them would be.

use crate::moves::Move as Details;
use crate::packed::form::Sought;
use crate::state::{Move, State};

/// The only one of the moves that fit a text.
#[derive(Clone, Copy)]
pub(super) enum Only {
    None,
    One(Move),
    Several,
}

impl Only {
    /// Notes a move that fits.
    pub(super) fn add(&mut self, m: Move) {
        *self = if matches!(self, Only::None) { Only::One(m) } else { Only::Several };
    }

    /// The move, if there is only one.
    pub(super) fn get(self) -> Option<Move> {
        match self {
            Only::One(m) => Some(m),
            Only::None | Only::Several => None,
        }
    }
}

impl State {
    /// Some of the legal moves, among them all that are [looked for](State::sought), in the order of [`Details::sort`].
    pub(super) fn sorted(&self, sought: &Sought<'_>, wanted: impl Fn(Move) -> bool) -> Vec<Details> {
        let mut moves = Vec::new();
        self.each_sought(sought, |m| {
            if wanted(m) {
                moves.push(self.details(m));
            }
        });
        Details::sort(&mut moves);
        moves
    }
}

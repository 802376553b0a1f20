//! Right, left, forward and back on a board.

use crate::ir::{Board, DirId, Player};

/// Right, left, forward and back as directions of a board.
#[derive(Clone, Copy)]
pub(crate) struct Compass {
    pub(super) right: DirId,
    pub(super) left: DirId,
    pub(super) forward: DirId,
    pub(super) back: DirId,
}

impl Compass {
    /// Nothing for a board that lacks one of them.
    pub(crate) fn of(board: &Board) -> Option<Compass> {
        let find =
            |offset: [i16; 3]| board.directions.iter().position(|d| d.offset == offset).map(DirId::new);
        Some(Compass {
            right: find([1, 0, 0])?,
            left: find([-1, 0, 0])?,
            forward: find([0, 1, 0])?,
            back: find([0, -1, 0])?,
        })
    }

    /// For every player, whether the board's left is on the own right; nothing where forward is not along the files for everybody, and
    /// left and right are therefore everybody's own.
    pub(crate) fn sees_left_of_its_own(self, players: &[Player], board: &Board) -> Option<Vec<bool>> {
        players
            .iter()
            .map(|player| {
                let seen = &board.symmetries[player.frame.everywhere()?.index()];
                let upright = [self.forward, self.back].contains(&seen[self.forward.index()]);
                upright.then_some(seen[self.right.index()] == self.left)
            })
            .collect()
    }
}

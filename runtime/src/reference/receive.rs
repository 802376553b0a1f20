//! What comes from outside.

use super::engine::Reference;
use super::make::Undo;
use crate::receipt::Receipt;
use crate::reference::position::Position;

impl Reference {
    /// Lets something come, which the rules allow. Nobody has moved, so no line of what comes after a move is done.
    pub(crate) fn receive(&self, position: &mut Position, receipt: &Receipt) -> Undo {
        let mut undo = Undo::new(position);
        match *receipt {
            Receipt::Piece { player, kind } => position.hands[self.hand_index(player, kind)] += 1,
            Receipt::Number { counter, of, value } => {
                let first = self.counter_index(counter, of.unwrap_or_default());
                position.counters[first] = value;
            }
        }
        let mover = self.mover(position);
        self.settle(position, mover, &mut undo);
        self.drop_what_is_useless(position);
        undo
    }
}

//! Letting something come from outside, if the rules know of it and it can come now.

use tilegame_dsl::ir::Receivable;

use crate::game::Game;
use crate::notation;
use crate::receipt::{MOST_IN_HAND, Receipt, ReceiptError};
use crate::reference::make::Undo;
use crate::reference::position::Position;
use crate::state::State;

impl Game {
    /// Lets something come from outside. Says how to take it back.
    ///
    /// # Errors
    /// If the rules know of nothing like that, or it can't come now; nothing has changed then.
    pub(crate) fn receive(&self, position: &mut Position, receipt: &Receipt) -> Result<Undo, ReceiptError> {
        let (what, player) = match *receipt {
            Receipt::Piece { player, kind } => (Receivable::Piece(kind), Some(player)),
            Receipt::Number { counter, of, .. } => (Receivable::Counter(counter), of),
        };
        let is_whole = match *receipt {
            Receipt::Piece { .. } => true,
            Receipt::Number { counter, of, .. } => {
                self.rules().counters.get(counter.index()).is_some_and(|c| c.each == of.is_some())
            }
        };
        let is_known = player.is_none_or(|player| player.index() < self.rules().players.len());
        if !self.rules().turn.receive.contains(&what) || !is_whole || !is_known {
            return Err(notation::receipt::unknown(self, &format!("{receipt:?}")));
        }
        if player.is_some_and(|player| !position.in_play(player)) {
            return Err(ReceiptError::NotInPlay);
        }
        if let Receipt::Piece { player, kind } = *receipt
            && self.hand(position, player, kind) >= MOST_IN_HAND
        {
            return Err(ReceiptError::HandFull);
        }
        if position.course.is_some() {
            return Err(ReceiptError::InTurn);
        }
        Ok(self.engine().receive(position, receipt))
    }
}

impl State {
    /// The state after something has come [from outside](Receipt); nobody has moved.
    ///
    /// # Errors
    /// If the rules know of nothing like that, or it can't come now.
    pub fn after_receipt(&self, receipt: &Receipt) -> Result<State, ReceiptError> {
        let mut position = self.whole();
        self.game().receive(&mut position, receipt)?;
        Ok(self.game().state_of(&position))
    }
}

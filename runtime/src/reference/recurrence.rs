//! How often a position has occurred: which positions are the same, and what has been before one.

use tilegame_dsl::ir::{CounterId, PlayerId};

use super::engine::Reference;
use crate::reference::position::Position;

impl Reference {
    /// What makes a position the same again: everything but the ignored counters, and what was before it.
    pub(crate) fn identity(&self, position: &Position) -> Position {
        let mut same = position.clone().without_past();
        let ignored = self.rules.counters.iter().enumerate().filter(|(_, c)| c.ignored);
        for (i, counter) in ignored {
            let players = if counter.each { self.rules.players.len() } else { 1 };
            for player in 0..players {
                same.counters[self.counter_index(CounterId::new(i), PlayerId::new(player))] = 0;
            }
        }
        same
    }

    /// A move is about to be made, or a pass: the position is one of the earlier ones from then on.
    pub(super) fn remember_position(&self, position: &mut Position, passes: bool) {
        if self.looks_far_back {
            position.earlier = position.earlier.and(self.identity(position), passes);
        }
    }

    /// How often a position has occurred, this time included, as far as it knows what was before it.
    pub(crate) fn repeated(&self, position: &Position) -> u32 {
        let now = self.identity(position);
        1 + position.earlier.iter().filter(|(earlier, _)| **earlier == now).count() as u32
    }

    /// How often a move has left the board so, this time included; whoever's turn it was. The board at the start counts, too, and what a
    /// pass has left does not.
    pub(super) fn repeated_board(&self, position: &Position) -> u32 {
        let all = std::iter::once(position).chain(position.earlier.iter().map(|(earlier, _)| earlier));
        let came_by_pass = position.earlier.iter().map(|(_, passed)| passed).chain([false]);
        let came_so = |(other, by_pass): &(&Position, bool)| !by_pass && other.is_same_board(position);
        all.zip(came_by_pass).filter(came_so).count() as u32
    }
}

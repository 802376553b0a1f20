//! Whether a piece can be captured by a legal move, whoever's turn it is.

use smallvec::SmallVec;
use tilegame_dsl::ir::{Capture, PlayerId, Test, Tile};

use super::engine::Reference;
use super::view::View;
use crate::moves::{Change, Move};
use crate::reference::position::Position;

impl Reference {
    /// Whether what stands on a tile could be captured so.
    pub(super) fn can_be_captured(&self, view: &View<'_>, tile: Tile, capture: &Capture) -> bool {
        let now = self.capturers(view, view.position, tile, capture);
        let Some(last) = view.past.earlier.last().filter(|_| capture.newly) else { return !now.is_empty() };
        let before = last.came_from(tile).map(|tile| self.capturers(view, &last.position, tile, capture));
        let before = before.unwrap_or_default();
        now.iter().any(|from| last.came_from(*from).is_none_or(|from| !before.contains(&from)))
    }

    /// The tiles of all pieces that could capture what stands on a tile.
    fn capturers(
        &self,
        view: &View<'_>,
        position: &Position,
        tile: Tile,
        capture: &Capture,
    ) -> SmallVec<[Tile; 4]> {
        let mut found = SmallVec::new();
        let Some(owner) = position.piece(tile).map(|piece| piece.owner) else { return found };
        for player in self.players().filter(|player| owner != Some(*player)) {
            let Some(mut turned) = self.as_turn_of(position, player) else { continue };
            for m in self.playable(&mut turned) {
                let takes = m.changes.contains(&Change::Take(tile));
                if let Some(from) = m.from.filter(|from| takes && !found.contains(from))
                    && self.holds(&view.in_position(position), from, &capture.by)
                    && self.holds_afterwards(&turned, &m, player, tile, &capture.then)
                {
                    found.push(from);
                }
            }
        }
        found
    }

    /// Whether a test holds on a tile for a player who has made a move.
    fn holds_afterwards(
        &self,
        position: &Position,
        m: &Move,
        player: PlayerId,
        tile: Tile,
        test: &Test,
    ) -> bool {
        if *test == Test::True {
            return true;
        }
        let mut next = position.clone();
        self.make(&mut next, m);
        self.holds(&View::new(&next, player), tile, test)
    }

    /// The position as it would be if it were a player's turn; `None` if the player is out.
    pub(crate) fn as_turn_of(&self, position: &Position, player: PlayerId) -> Option<Position> {
        if !position.in_play(player) {
            return None;
        }
        let mut turned = position.clone();
        for _ in &self.rules.turn.order {
            if self.to_move(&turned) == player {
                return Some(turned);
            }
            self.pass_on(&mut turned);
        }
        None
    }
}

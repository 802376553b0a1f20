//! Going out: players who leave the game while the others play on, and turns that are passed over.
//!
//! It is looked at when a move has been made and before anybody is asked for the next one. So in a position the player to
//! move is always one who is in play and need not leave, and who is out is part of the position.

use smallvec::SmallVec;
use tilegame_dsl::ir::{Action, End, EndId, EndResult, PhaseId, PlayerId, Tile, Trigger};

use super::engine::Reference;
use super::make::Undo;
use super::view::View;
use crate::moves::Change;
use crate::reference::position::Position;

impl Reference {
    /// Whether anybody can ever go out or be passed over.
    pub(crate) fn has_leavers(&self) -> bool {
        self.rules.ends.iter().any(|end| !end.result.is_final())
    }

    /// Puts out all who have to leave after a move of `mover`, and finds whose turn it is.
    ///
    /// Lines that ask about moves are asked for the player to move, the others for everybody. The last player in play stays: of
    /// those who go out by the same move, that is the one who has moved, if nobody else is left.
    pub(crate) fn settle(&self, position: &mut Position, mover: PlayerId, undo: &mut Undo) {
        if !self.has_leavers() {
            return;
        }
        let mut passed = 0;
        loop {
            let going_out = self.going_out(position, mover);
            for (player, end) in &going_out {
                if self.in_play(position) == 1 {
                    break;
                }
                self.put_out(position, *player, Some(*end), mover, undo);
                passed = 0;
            }
            match self.in_play(position) {
                0 | 1 => return,
                // Without them, others may have to leave as well.
                _ if !going_out.is_empty() => continue,
                _ => {}
            }
            match self.leaves(position, mover) {
                Some((end, EndResult::Out)) => {
                    let player = self.to_move(position);
                    self.put_out(position, player, Some(end), mover, undo);
                    passed = 0;
                }
                // Where nobody can move, the turn stays with the one who could not move first.
                Some(_) if passed < self.turns_in_play(position) => {
                    self.pass_on(position);
                    passed += 1;
                }
                _ => return,
            }
        }
    }

    /// The same for a position that was read, where a text does not always tell who has just moved: if nobody has to leave after a move
    /// of one who may have, nobody leaves.
    pub(crate) fn settle_read(&self, position: &mut Position) {
        if !self.has_leavers() {
            return;
        }
        let after = |mover: PlayerId| {
            let mut settled = position.clone();
            self.settle(&mut settled, mover, &mut Undo::new(position));
            settled
        };
        let movers = self.may_have_moved(position);
        if !movers.into_iter().any(|mover| after(mover) == *position) {
            *position = after(self.mover(position));
        }
    }

    /// Everybody who goes out by a line that does not ask about moves, from the player after the one who has moved.
    fn going_out(&self, position: &Position, mover: PlayerId) -> Vec<(PlayerId, EndId)> {
        let lines = || self.leave_lines().filter(|(_, end)| !end.when.asks_for_moves());
        let line = |player| {
            let view = View { mover: Some(mover), ..View::new(position, player) };
            lines().find(|(_, end)| self.holds(&view, Tile(0), &end.when))
        };
        let out =
            |player| line(player).filter(|(_, end)| end.result == EndResult::Out).map(|(id, _)| (player, id));
        self.players_after(mover).filter(|p| position.in_play(*p)).filter_map(out).collect()
    }

    /// All players, as they were declared, from the one after a player to that player.
    fn players_after(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> + use<> {
        let count = self.rules.players.len();
        (1..=count).map(move |n| PlayerId::new((player.index() + n) % count))
    }

    /// The line by which the player to move has to leave.
    fn leaves(&self, position: &Position, mover: PlayerId) -> Option<(EndId, EndResult)> {
        let me = self.to_move(position);
        let view = View { mover: Some(mover), ..View::new(position, me) };
        let mut lines = self.leave_lines();
        let (id, end) = lines.find(|(_, end)| self.holds(&view, Tile(0), &end.when))?;
        Some((id, end.result.clone()))
    }

    fn leave_lines(&self) -> impl Iterator<Item = (EndId, &End)> {
        let all = self.rules.ends.iter().enumerate().map(|(i, end)| (EndId::new(i), end));
        all.filter(|(_, end)| !end.result.is_final())
    }

    /// A player is out: the rules say what becomes of the pieces. If it was this player's turn, it is the next one's.
    pub(crate) fn put_out(
        &self,
        position: &mut Position,
        player: PlayerId,
        end: Option<EndId>,
        mover: PlayerId,
        undo: &mut Undo,
    ) {
        let was_to_move = self.to_move(position) == player;
        position.out.push(player);
        position.marks.retain(|l| l.owner != player);
        let follows = |t: &Trigger| match t {
            Trigger::Out => true,
            Trigger::End(id) => Some(*id) == end,
            _ => false,
        };
        for after in self.rules.turn.after.iter().filter(|a| a.triggers.iter().any(follows)) {
            let view = View { mover: Some(mover), ..View::new(position, player) };
            if !self.holds(&view, Tile(0), &after.guard) {
                continue;
            }
            // All actions of one line read the position as it was before the first of them.
            let mut changes: SmallVec<[Change; 8]> = SmallVec::new();
            for action in &after.actions {
                match action {
                    Action::Every(test, effect) => self.every(&view, test, effect, &mut changes),
                    Action::EveryPart(test, effect) => self.every_part(&view, test, effect, &mut changes),
                    // These are about the tile of a move, and there is none.
                    Action::Here(_) | Action::Each { .. } | Action::Again { .. } | Action::Illegal => {}
                }
            }
            for change in changes {
                self.apply(position, player, Tile(0), change, undo);
            }
        }
        self.tidy_rights(position, undo);
        if was_to_move && self.in_play(position) > 0 {
            self.pass_on(position);
        }
    }

    /// A player leaves who need not.
    pub(crate) fn leave(&self, position: &mut Position, player: PlayerId) -> Undo {
        let mut undo = Undo::new(position);
        self.remember_position(position, false);
        let mover = self.mover(position);
        self.put_out(position, player, None, mover, &mut undo);
        self.settle(position, mover, &mut undo);
        self.drop_what_is_useless(position);
        undo
    }

    /// How many places there are in the order of turns of players in play.
    fn turns_in_play(&self, position: &Position) -> usize {
        self.rules.turn.order.iter().filter(|player| position.in_play(**player)).count()
    }

    /// How many players are in play.
    pub(crate) fn in_play(&self, position: &Position) -> usize {
        self.players().count() - position.out.len()
    }

    /// The place in the order of turns of the next player in play.
    pub(crate) fn turn_after(&self, position: &Position) -> u16 {
        let order = &self.rules.turn.order;
        let places = (1..=order.len()).map(|n| (position.turn as usize + n) % order.len());
        let next = places.into_iter().find(|i| position.in_play(order[*i]));
        next.unwrap_or(position.turn as usize) as u16
    }

    /// The player in play whose turn was before this one: who has moved, as far as a position shows it.
    pub(crate) fn mover(&self, position: &Position) -> PlayerId {
        if position.phase != PhaseId(0) {
            return self.to_move(position);
        }
        let order = &self.rules.turn.order;
        let places = (1..=order.len()).map(|n| (position.turn as usize + order.len() - n) % order.len());
        let before = places.into_iter().map(|i| order[i]).find(|p| position.in_play(*p));
        before.unwrap_or_else(|| self.to_move(position))
    }

    /// The players of whom one has moved last, as far as a position at the beginning of a turn shows it: the one before the player to move
    /// and, where that one may have been passed over or have gone out by then, those before.
    pub(crate) fn may_have_moved(&self, position: &Position) -> Vec<PlayerId> {
        let order = &self.rules.turn.order;
        let mut found = Vec::new();
        for n in 1..=order.len() {
            let place = (position.turn as usize + order.len() - n) % order.len();
            found.push(order[place]);
            if position.in_play(order[place]) && !self.may_be_passed_over(position, place as u16) {
                break;
            }
        }
        found
    }

    /// Whether a player would miss a turn at this place in the order of turns.
    fn may_be_passed_over(&self, position: &Position, turn: u16) -> bool {
        let turned = Position { turn, ..position.clone() };
        // Whoever has moved may have been any of them.
        self.players().any(|mover| matches!(self.leaves(&turned, mover), Some((_, EndResult::Skip))))
    }

    /// The other player in play whose turn comes next after that of `player`.
    pub(crate) fn next_after(&self, position: &Position, player: PlayerId) -> PlayerId {
        let order = &self.rules.turn.order;
        let at = match self.to_move(position) == player {
            true => position.turn as usize,
            false => order.iter().position(|p| *p == player).unwrap_or(0),
        };
        let others = order.iter().cycle().skip(at + 1).take(order.len());
        let mut others = others.filter(|p| **p != player && position.in_play(**p));
        others.next().copied().unwrap_or(player)
    }
}

//! Which number a move has: moves are counted by rounds of turns, however many steps a turn has and whoever is out.

use tilegame_dsl::ir::{AtStart, FenField, PhaseId};

use super::Node;
use super::replay::{Meaning, hear, meaning, play_null};
use crate::game::Game;
use crate::reference::position::Position;

/// How far the counting has come.
#[derive(Clone)]
pub(super) struct Count<'g> {
    game: &'g Game,
    /// Where the moves have led; `None` behind one that can't be played. From there on each counts as a turn.
    position: Option<Position>,
    /// Whose turn it is, as a place in the order of turns.
    turn: usize,
    /// The number of the round.
    round: i64,
    /// The round begins here.
    begins: bool,
}

impl<'g> Count<'g> {
    pub(super) fn new(game: &'g Game, start: Position) -> Count<'g> {
        let rules = game.rules();
        // By custom the last field of a FEN is the number of the round.
        let always = |field: &&FenField| {
            !matches!(field, FenField::Count { at_start: AtStart::Nothing, .. } | FenField::Steps { .. })
        };
        let round = match game.notation().fen.iter().rfind(always) {
            Some(FenField::Count { counter, join: None, .. })
                if rules.counters[counter.index()].start == 1 =>
            {
                game.counter(&start, *counter, game.to_move(&start))
            }
            _ => 1,
        };
        let begins = start.turn == 0 && start.phase() == PhaseId(0);
        Count { game, turn: start.turn.into(), round, begins, position: Some(start) }
    }

    /// What stands before the next move: always before the first of a round, before others only after an interruption.
    pub(super) fn number(&self, interrupted: bool) -> Option<String> {
        match (self.begins, interrupted) {
            (true, _) => Some(format!("{}.", self.round)),
            (false, true) => Some(format!("{}...", self.round)),
            (false, false) => None,
        }
    }

    /// Comments may say that a player leaves, or that something comes from outside. What is wrong in them is said where they are played.
    pub(super) fn hear(&mut self, comments: &[String]) {
        let Some(position) = &mut self.position else { return };
        _ = hear(self.game, comments, position);
        let turn = position.turn.into();
        if turn != self.turn {
            self.pass_to(turn);
        }
    }

    /// The next move is made; `after` it comes another in the same line.
    pub(super) fn make(&mut self, node: &Node, after: Option<&Node>) {
        self.begins = false;
        let read = self.position.as_ref().and_then(|position| meaning(self.game, position, &node.text).ok());
        match (&mut self.position, read) {
            (Some(position), Some(Meaning::Null)) => {
                if play_null(self.game, position, after).is_some() {
                    let turn = position.turn.into();
                    self.pass_to(turn);
                }
            }
            (Some(position), Some(Meaning::Moves(moves))) => {
                let played = moves.iter().map(|m| self.game.play_unchecked(position, m).goes_on());
                let goes_on = played.last() == Some(true);
                let turn = position.turn.into();
                // Somebody who would go on may be out.
                if !goes_on || turn != self.turn {
                    self.pass_to(turn);
                }
            }
            _ => {
                self.position = None;
                self.pass_to((self.turn + 1) % self.game.rules().turn.order.len());
            }
        }
        self.hear(&node.after);
    }

    fn pass_to(&mut self, turn: usize) {
        // Who comes no later in the order than the one before begins another round.
        if turn <= self.turn {
            self.round += 1;
            self.begins = true;
        }
        self.turn = turn;
    }
}

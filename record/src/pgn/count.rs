//! Which number a move has: moves are counted by rounds of turns, however many steps a turn has and whoever is out.

use tilegame_runtime::State;
use tilegame_runtime::ir::{AtStart, FenField, PhaseId};

use super::replay::{Meaning, hear, meaning, play_null};
use super::written::Node;

/// How far the counting has come.
#[derive(Clone)]
pub(super) struct Count {
    /// Where the moves have led; `None` behind one that can't be played. From there on each counts as a turn.
    state: Option<State>,
    /// How many turns a round has.
    turns: usize,
    /// Whose turn it is, as a place in the order of turns.
    turn: usize,
    /// The number of the round.
    round: i64,
    /// The round begins here.
    begins: bool,
}

impl Count {
    pub(super) fn new(start: State) -> Count {
        let (game, turn) = (start.game(), start.turn());
        let rules = game.rules();
        // By custom the last field of a FEN is the number of the round.
        let always = |field: &&FenField| {
            !matches!(field, FenField::Count { at_start: AtStart::Nothing, .. } | FenField::Steps { .. })
        };
        let round = match game.notation().fen.iter().rfind(always) {
            Some(FenField::Count { counter, join: None, .. })
                if rules.counters[counter.index()].start == 1 =>
            {
                start.counter(*counter, start.to_move())
            }
            _ => 1,
        };
        let begins = turn == 0 && start.phase() == PhaseId(0);
        Count { turns: rules.turn.order.len(), turn, round, begins, state: Some(start) }
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
        let Some(state) = &mut self.state else { return };
        _ = hear(comments, state);
        let turn = state.turn();
        if turn != self.turn {
            self.pass_to(turn);
        }
    }

    /// The next move is made; `after` it comes another in the same line.
    pub(super) fn make(&mut self, node: &Node, after: Option<&Node>) {
        self.begins = false;
        let read = self.state.as_ref().and_then(|state| meaning(state, &node.text).ok());
        match (&mut self.state, read) {
            (Some(state), Some(Meaning::Null)) => {
                if play_null(state, after).is_some() {
                    let turn = state.turn();
                    self.pass_to(turn);
                }
            }
            (Some(state), Some(Meaning::Moves(moves))) => {
                let mut is_over = true;
                for m in moves {
                    is_over = state.ends_turn(m);
                    state.make(m);
                }
                let turn = state.turn();
                // Somebody who would go on may be out.
                if is_over || turn != self.turn {
                    self.pass_to(turn);
                }
            }
            _ => {
                self.state = None;
                self.pass_to((self.turn + 1) % self.turns);
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

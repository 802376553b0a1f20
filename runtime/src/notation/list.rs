//! All legal moves with their texts at once: what each is told apart from is looked at once instead of for each of them.

use std::cell::OnceCell;

use super::at::At;
use super::{san, uci};
use crate::moves::Move as Details;
use crate::state::{Move, MoveList, State};

/// The legal moves of a position, which can be written all together.
///
/// ```
/// use tilegame_runtime::Game;
/// let start = Game::from_library("chess")?.start();
/// let listed = start.listed();
/// assert_eq!(listed.moves().len(), 20);
/// let texts: Vec<_> = listed.uci().into_iter().zip(listed.san()).collect();
/// assert!(texts.contains(&("b1c3".to_owned(), "Nc3".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Listed<'s> {
    state: &'s State,
    moves: MoveList,
    /// Whether they are written all at once.
    at_once: bool,
    /// What they change, found out when it is first needed.
    details: OnceCell<Vec<Details>>,
}

impl State {
    /// The legal moves, in the order of [`legal_moves`](State::legal_moves), to be written.
    pub fn listed(&self) -> Listed<'_> {
        let moves = self.legal_moves();
        let game = self.game();
        let at_once =
            At::state(self).quick().is_some() && game.rules().turn.board.is_empty() && game.names().are_clear;
        Listed { state: self, moves, at_once, details: OnceCell::new() }
    }
}

impl Listed<'_> {
    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn details(&self) -> &[Details] {
        self.details.get_or_init(|| self.state.all_details(&self.moves))
    }

    /// Their texts as coordinates, as [`State::uci`] writes each.
    pub fn uci(&self) -> Vec<String> {
        match self.at_once {
            true => uci::write_clear(self.state, &self.moves)
                .unwrap_or_else(|| uci::write_all(self.state.game(), self.details())),
            false => self.moves.iter().map(|m| self.state.uci(*m)).collect(),
        }
    }

    /// Their texts as people write them, as [`State::san`] writes each.
    pub fn san(&self) -> Vec<String> {
        let at_once = self.at_once.then(|| san::write_listed(self.state, &self.moves, self.details()));
        at_once.flatten().unwrap_or_else(|| self.moves.iter().map(|m| self.state.san(*m)).collect())
    }
}

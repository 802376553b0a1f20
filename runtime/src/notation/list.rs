//! All legal moves with their texts at once: what each is told apart from is looked at once instead of for each of them.

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
    /// What they change; nothing where moves are written one by one.
    details: Option<Vec<Details>>,
}

impl State {
    /// The legal moves, in the order of [`legal_moves`](State::legal_moves), to be written.
    pub fn listed(&self) -> Listed<'_> {
        let moves = self.legal_moves();
        let game = self.game();
        let at_once =
            At::state(self).quick().is_some() && game.rules().turn.board.is_empty() && game.names().are_clear;
        let details = at_once.then(|| self.all_details(&moves));
        Listed { state: self, moves, details }
    }
}

impl Listed<'_> {
    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Their texts as coordinates, as [`State::uci`] writes each.
    pub fn uci(&self) -> Vec<String> {
        match &self.details {
            Some(details) => uci::write_all(self.state.game(), details),
            None => self.moves.iter().map(|m| self.state.uci(*m)).collect(),
        }
    }

    /// Their texts as people write them, as [`State::san`] writes each.
    pub fn san(&self) -> Vec<String> {
        let at_once =
            self.details.as_ref().and_then(|details| san::write_listed(self.state, &self.moves, details));
        at_once.unwrap_or_else(|| self.moves.iter().map(|m| self.state.san(*m)).collect())
    }
}

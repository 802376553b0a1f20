//! Texts for positions and moves.
//!
//! | module | a text for | needs a position | says everything |
//! | --- | --- | --- | --- |
//! | [`fen`] | a position | no | all but which pieces have moved: a piece counts as unmoved where the setup has the same |
//! | [`uci`] | a move | yes | yes: no two legal moves are written alike |
//! | [`san`] | a move, by the game's own forms if it declares some | yes | yes: no two legal moves are written alike |
//! | [`turns`] | all the steps of a turn, where the rules declare a form for it | yes | yes, or there is no such text |
//! | [`receipt`] | what comes from outside between two moves | no | yes |
//!
//! What is written is always read back as the same thing. Reading takes more than writing makes; the head of each module
//! lists what. A game may have several [notations](crate::Game::in_notation); what is in another than the one in use is read, too. Letters, fields and marks are the rules' business: none is known here.
//!
//! [`State::read`](crate::State::read) takes a move in whichever of these ways it is written.

pub(crate) mod alike;
pub(crate) mod at;
pub(crate) mod boardwork;
pub(crate) mod choice;
mod course;
pub mod fen;
mod few;
mod field;
pub(crate) mod form;
pub(crate) mod letters;
mod list;
pub(crate) mod marks;
pub(crate) mod names;
mod of_state;
pub mod receipt;
pub mod san;
mod text;
pub(crate) mod tiles;
pub mod turns;
pub mod uci;

use thiserror::Error;

use crate::game::Game;
use crate::moves::Move;
use crate::reference::position::Position;
use crate::words;
use at::At;
use san::SanError;
use uci::UciError;

pub use list::Listed;
pub(crate) use text::TOO_MANY;
pub use text::{San, TextError, Uci};
pub use uci::is_pass;
pub use words::{list, shortened};

/// A text that is not a legal move in any notation, and why. Messages are sentences without full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(transparent)]
pub enum MoveError {
    /// It was meant as people write moves, as far as one can tell.
    San(#[from] SanError),
    /// It was meant as coordinates.
    Uci(#[from] UciError),
}

/// Reads a legal move as people write it in any of the game's notations, or as coordinates; or all the steps of a turn.
///
/// # Errors
/// If the text fits no legal move and no turn, or several.
pub(crate) fn read(game: &Game, position: &Position, text: &str) -> Result<Vec<Move>, MoveError> {
    let text = text.trim();
    if text.len() > san::LONGEST {
        let text = words::shortened(text).into_owned();
        return Err(SanError::NotAMove { text, examples: Vec::new() }.into());
    }
    let at = At::position_of(game, position);
    let as_san = match san::read_at(&at, text) {
        Ok(m) => return Ok(vec![m]),
        Err(error) => error,
    };
    let as_uci = match uci::read_at(&at, text) {
        Ok(m) => return Ok(vec![m]),
        Err(error) => error,
    };
    match turns::read_whole(game, position, text) {
        Ok(Some(moves)) => Ok(moves),
        // What is known of a single move is the better reason.
        Err(SanError::NoSuchMove { .. }) if !as_san.is_unknown() => Err(told_best(as_san, as_uci)),
        Ok(None) => Err(told_best(as_san, as_uci)),
        Err(error) => Err(error.into()),
    }
}

/// Reads one legal move of a position or a state, as coordinates or, where the text has not their form, as people write it.
///
/// # Errors
/// If the text fits no legal move, or several.
pub(crate) fn read_one_at(at: &At<'_>, text: &str) -> Result<Move, MoveError> {
    match uci::read_at(at, text) {
        Ok(m) => Ok(m),
        Err(as_uci @ (UciError::NotAMove { .. } | UciError::NoSuchTile { .. })) => {
            san::read_at(at, text).map_err(|as_san| told_best(as_san, as_uci))
        }
        Err(as_uci) => Err(as_uci.into()),
    }
}

impl MoveError {
    /// Whether the text has not the form of a move of this game.
    pub fn is_no_move(&self) -> bool {
        matches!(
            self,
            MoveError::San(SanError::NotAMove { .. })
                | MoveError::Uci(UciError::NotAMove { .. } | UciError::NoSuchTile { .. })
        )
    }
}

/// Of the two errors about a text the one of the notation in which it was meant.
fn told_best(as_san: SanError, as_uci: UciError) -> MoveError {
    match (as_san, as_uci) {
        (SanError::NotAMove { .. }, error @ UciError::NoSuchTile { .. }) => error.into(),
        (error, UciError::NotAMove { .. } | UciError::NoSuchTile { .. } | UciError::NotPossible { .. }) => {
            error.into()
        }
        (_, error) => error.into(),
    }
}

//! What comes from outside between two moves: a piece that a player gets into the hand, a number that somebody else decides. The rules
//! say what can come so; nobody has moved when it has.
//!
//! ```
//! use tilegame_runtime::{Game, notation::receipt};
//! let bughouse = Game::from_library("bughouse")?;
//! let knight = receipt::read(&bughouse, "w+N").expect("the form of a receipt")?;
//! let state = bughouse.start().after_receipt(&knight)?;
//! assert_eq!(receipt::write(&bughouse, &knight), "w+N");
//! assert_eq!(state.legal_moves().len(), 52);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use thiserror::Error;
use tilegame_dsl::ir::{CounterId, KindId, PlayerId};

/// No hand of a sensible game is so full.
pub const MOST_IN_HAND: u16 = 1000;

/// Something that comes from outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Receipt {
    /// A player gets a piece into the hand.
    Piece {
        /// Who gets it.
        player: PlayerId,
        /// What.
        kind: KindId,
    },
    /// A number gets another value.
    Number {
        /// Which.
        counter: CounterId,
        /// Whose, if every player has one.
        of: Option<PlayerId>,
        /// What it is from now on.
        value: i64,
    },
}

/// Why something can't come from outside. Messages are sentences without full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReceiptError {
    /// The rules know of nothing like that.
    #[error("`{text}` is nothing that comes from outside in this game: that is written {examples}")]
    NotReceived {
        /// What was given.
        text: String,
        /// Some that are right.
        examples: String,
    },
    /// The number is too large.
    #[error("`{text}` has too big a number")]
    TooBig {
        /// What was given.
        text: String,
    },
    /// The hand is full.
    #[error("more than {MOST_IN_HAND} like pieces in hand")]
    HandFull,
    /// The player is out.
    #[error("the player is out")]
    NotInPlay,
    /// A turn has begun that is told as a whole.
    #[error("nothing comes from outside in the middle of a turn: end the turn first")]
    InTurn,
}

//! Texts of moves that are taken apart from any board: [`San`] and [`Uci`]. A text becomes a move [on a state](San::to_move).

use std::fmt;
use std::str::FromStr;

use smol_str::SmolStr;
use thiserror::Error;

use super::at::At;
use super::san::{self, LONGEST, SanError};
use super::uci::{self, UciError};
use crate::state::{Move, State};

/// A text that is the text of no move of any game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TextError {
    /// There is nothing in it.
    #[error("the text of a move is empty")]
    Empty,
    /// It is longer than [any move is written](LONGEST).
    #[error("the text of a move has at most {LONGEST} bytes, not {length}")]
    TooLong {
        /// Its bytes.
        length: usize,
    },
    /// It has more than one line, or signs that are not printed.
    #[error("the text of a move has no control characters")]
    Control,
}

/// Whether a text can be that of a move of some game.
fn check(text: &str) -> Result<&str, TextError> {
    // The text of nearly every move.
    if (1..=LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(text);
    }
    let text = text.trim();
    match () {
        () if text.is_empty() => Err(TextError::Empty),
        () if text.len() > LONGEST => Err(TextError::TooLong { length: text.len() }),
        () if text.contains(char::is_control) => Err(TextError::Control),
        () => Ok(text),
    }
}

/// A move as people write it: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
///
/// ```
/// use tilegame_runtime::{Game, San};
/// let chess = Game::from_library("chess")?;
/// let san: San = " Ng1-f3! ".parse()?;
/// assert_eq!(san.to_string(), "Ng1-f3!");
/// let m = san.to_move(&chess.start())?;
/// assert_eq!(chess.start().san(m), "Nf3");
/// let error = "Ne4".parse::<San>()?.to_move(&chess.start()).unwrap_err();
/// assert_eq!(error.to_string(), "`Ne4` is not a legal move: no Knight of White's can go to e4");
/// assert!("".parse::<San>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct San(SmolStr);

/// A move as coordinates, as engines write it: `g1f3`, `e7e8q`.
///
/// ```
/// use tilegame_runtime::{Game, Uci};
/// let chess = Game::from_library("chess")?;
/// let m = "g1f3".parse::<Uci>()?.to_move(&chess.start())?;
/// assert_eq!(chess.start().uci(m), "g1f3");
/// let error = "g1g3".parse::<Uci>()?.to_move(&chess.start()).unwrap_err();
/// assert_eq!(error.to_string(), "`g1g3` is not a legal move of White's Knight on g1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Uci(SmolStr);

/// What the two texts have in common.
macro_rules! text {
    ($text:ident) => {
        impl FromStr for $text {
            type Err = TextError;

            fn from_str(text: &str) -> Result<$text, TextError> {
                check(text).map(|text| $text(SmolStr::new(text)))
            }
        }

        impl fmt::Display for $text {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

text!(San);
text!(Uci);

impl San {
    /// The legal move of a state that is written so, in any of the game's notations.
    ///
    /// # Errors
    /// If the text fits no legal move or several, with the reason in the notation that is in use.
    pub fn to_move(&self, state: &State) -> Result<Move, SanError> {
        if let Some(m) = san::find(state, &self.0) {
            return Ok(m);
        }
        let details = san::read_at(&At::state(state), &self.0)?;
        state
            .find(&details)
            .ok_or_else(|| SanError::NoSuchMove { text: self.0.to_string(), why: TOO_MANY.to_owned() })
    }
}

impl Uci {
    /// The legal move of a state that is written so.
    ///
    /// # Errors
    /// If the text is no legal move, with the reason.
    pub fn to_move(&self, state: &State) -> Result<Move, UciError> {
        if let Some(m) = uci::find(state, &self.0) {
            return Ok(m);
        }
        let details = uci::read_at(&At::state(state), &self.0)?;
        state
            .find(&details)
            .ok_or_else(|| UciError::Board { text: self.0.to_string(), why: TOO_MANY.to_owned() })
    }
}

/// Why a legal move may have no number.
pub(crate) const TOO_MANY: &str = "too many moves that are in no list have been read in this game";

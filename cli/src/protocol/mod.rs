//! How programs that show boards talk to this one: lines of text by one of four protocols.
//!
//! | module | contents |
//! | --- | --- |
//! | `conversation` | what has been said, what is being done, and what waits for it |
//! | `states` | what the program can be doing, and what each line does meanwhile |
//! | `work` | thinking and counting in a thread of its own |
//! | `session` | the game, the position and the options that a conversation is about; thinking, with helpers in threads of their own |
//! | `coordinates` | moves as each protocol writes them |
//! | `spelling` | turns move by move, or in the dialect of Fairy-Stockfish |
//! | `uci` | UCI and its kin, USI and UCCI |
//! | `go` | what their command `go` asks for |
//! | `xboard` | the Chess Engine Communication Protocol |
//! | `words` | what other programs call games, and with which they begin |

mod conversation;
mod coordinates;
mod go;
mod session;
mod spelling;
mod states;
mod uci;
mod words;
mod work;
mod xboard;

pub(crate) use coordinates::Coordinates;
pub(crate) use spelling::Spelling;
pub(crate) use words::their_name;
pub(crate) use xboard::setup as xboard_setup;

use crate::args::{Protocol as Args, USUAL};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load;
use conversation::converse;

/// A protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protocol {
    /// One of those that begin with a greeting, and say `position` and `go`.
    Uci(uci::Dialect),
    Xboard,
}

impl Protocol {
    pub(crate) const UCI: Protocol = Protocol::Uci(uci::Dialect::Uci);
    pub(crate) const USI: Protocol = Protocol::Uci(uci::Dialect::Usi);
    pub(crate) const UCCI: Protocol = Protocol::Uci(uci::Dialect::Ucci);

    /// Answers until the other program says goodbye, or says nothing more.
    pub(crate) fn run(self, args: &Args, io: &mut Io<'_>) -> Result<Exit, Failure> {
        let usual = match self {
            Protocol::Uci(dialect) => words::first_game(dialect.word()),
            Protocol::Xboard => None,
        };
        let name = args.game.as_deref().or(usual).unwrap_or(USUAL);
        let game = load::game(io, name, &args.allowed.folders)?;
        let session = session::Session::new(game, args.allowed.folders.clone());
        match self {
            Protocol::Uci(dialect) => converse(&mut uci::Uci::new(dialect, session, io)),
            Protocol::Xboard => converse(&mut xboard::Xboard::new(session, io)),
        }
    }
}

//! How programs that show boards talk to this one: lines of text by one of four protocols.
//!
//! | module | contents |
//! | --- | --- |
//! | `event` | what can happen in a conversation |
//! | `conversation` | what has been said, what is being done, and what waits for it |
//! | `states` | what the program can be doing, and what each line does meanwhile |
//! | `work` | thinking and counting in a thread of its own |
//! | `session` | the game, the position and the options that a conversation is about; thinking, with helpers in threads of their own |
//! | `uci` | UCI and its kin, USI and UCCI |
//! | `dialect` | which of them |
//! | `go` | what their command `go` asks for |
//! | `xboard` | the Chess Engine Communication Protocol |

mod conversation;
mod dialect;
mod event;
mod go;
mod session;
mod states;
mod uci;
mod work;
mod xboard;

pub(crate) use xboard::setup as xboard_setup;

use crate::args::{Protocol as Args, USUAL};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load;
use crate::spelling::first_game;
use conversation::converse;
use dialect::Dialect;

/// A protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protocol {
    /// One of those that begin with a greeting, and say `position` and `go`.
    Uci(Dialect),
    Xboard,
}

impl Protocol {
    pub(crate) const UCI: Protocol = Protocol::Uci(Dialect::Uci);
    pub(crate) const USI: Protocol = Protocol::Uci(Dialect::Usi);
    pub(crate) const UCCI: Protocol = Protocol::Uci(Dialect::Ucci);

    /// Answers until the other program says goodbye, or says nothing more.
    pub(crate) fn run(self, args: &Args, io: &mut Io<'_>) -> Result<Exit, Failure> {
        let usual = match self {
            Protocol::Uci(dialect) => first_game(dialect.word()),
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

//! How programs that show boards talk to this one: lines of text by one of four protocols.
//!
//! | module | contents |
//! | --- | --- |
//! | `session` | the game, the position and the options that a conversation is about; thinking, with helpers in threads of their own |
//! | `ears` | what comes in, also while the computer thinks; the time |
//! | `coordinates` | moves as each protocol writes them |
//! | `uci` | UCI and its kin, USI and UCCI |
//! | `go` | what their command `go` asks for |
//! | `xboard` | the Chess Engine Communication Protocol |
//! | `words` | what XBoard calls games |

mod coordinates;
mod ears;
mod go;
mod session;
mod uci;
mod words;
mod xboard;

pub(crate) use coordinates::Coordinates;
pub(crate) use words::their_name;

use crate::args::Protocol as Args;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load;

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
        let game = load::game(io, &args.game, &args.allowed.folders)?;
        let session = session::Session::new(game, args.allowed.folders.clone());
        let ears = ears::Ears::new(io);
        match self {
            Protocol::Uci(dialect) => uci::Uci::new(dialect, session, ears).run(),
            Protocol::Xboard => xboard::Xboard::new(session, ears).run(),
        }
    }
}

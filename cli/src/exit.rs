//! How the program ends.

use std::io;
use std::process::ExitCode;

/// The exit codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// 0: all is well.
    Fine,
    /// 1: something is wrong with what the user gave: a game, a position, a move, a file.
    Failed,
    /// 2: the arguments make no sense.
    Usage,
    /// 130: stopped by Ctrl-C.
    Interrupted,
    /// 143: stopped by SIGTERM.
    Terminated,
    /// 129: stopped by SIGHUP, as when the terminal is closed.
    HungUp,
}

impl Exit {
    /// The number that the operating system gets.
    pub fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::HungUp => 129,
            Exit::Interrupted => 130,
            Exit::Terminated => 143,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Why a command gave up.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of our output has gone; no reason to complain.
    Closed,
    /// What was wrong has been printed already.
    Reported,
    /// A signal has asked the program to stop, and there is nothing to show for it.
    Stopped(Exit),
    /// To be printed as an error.
    Message(String),
    /// To be printed as an error in the arguments.
    Usage(String),
}

/// Only writing to our own output is turned into a failure like this; files say which file it was.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Message(format!("the output can't be written: {error}")),
        }
    }
}

//! What can happen in a conversation.

use std::time::Duration;

use tilegame_search::Line as Found;

use crate::exit::Failure;

/// What can happen.
pub(super) enum Event {
    /// The other program says something.
    Line(String),
    /// It says too much at once.
    TooLong,
    /// It will say nothing more.
    End,
    /// What it says can't be read.
    Failed(Failure),
    /// A line of moves has been found, so long after the search began.
    Found(Found, Duration),
    /// So many sequences begin with a move.
    Counted(String, u64),
    /// What was being done is done.
    Done,
}

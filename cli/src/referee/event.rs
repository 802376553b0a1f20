//! What can happen to the front: something is said to it, by whom it is spoken to or by a worker, or somebody is gone.

use std::time::Instant;

use super::input::Line;

/// What can happen.
pub(super) enum Event {
    /// Lines have come.
    Heard(Vec<Line>),
    /// The input has ended, or can't be read.
    Ended(Option<String>),
    /// A worker says something, lines without the end of the last one.
    Said { worker: u64, lines: Vec<u8>, at: Instant },
    /// A worker has ended, with these last words.
    Gone { worker: u64, said: String },
}

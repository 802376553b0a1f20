//! What can happen to a server.

use super::trials::Tried;
use super::wire::Read;

/// What can happen.
#[derive(Debug)]
pub(super) enum Event {
    /// The editor says something.
    Heard(Read),
    /// Tests have been run.
    Tried(Tried),
}

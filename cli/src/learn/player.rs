//! What those keep to who play in threads of their own: how much they remember, and when they stop.

use std::time::Duration;

use tilegame_search::{Line, Watch};

use crate::io::Flag;

/// How often it is looked whether somebody stops.
pub(super) const LOOK: Duration = Duration::from_millis(100);

/// Megabytes for what each side remembers.
pub(super) const MEMORY: usize = 8;

/// Lets somebody who plays see whether to stop.
pub(super) struct Until<'f>(pub(super) &'f Flag, pub(super) &'f Flag);

impl Watch for Until<'_> {
    fn goes_on(&mut self, _: u64) -> bool {
        !self.0.is_up() && !self.1.is_up()
    }

    fn sees(&mut self, _: &Line) -> bool {
        self.goes_on(0)
    }
}

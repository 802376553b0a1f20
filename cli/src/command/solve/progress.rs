//! The line that shows how far it is; nothing if nobody watches or it does not take long.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};
use tilegame_solve::Progress as Now;

/// What takes less time shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// Not drawn more often than this.
const PAUSE: Duration = Duration::from_millis(100);

/// What is shown.
pub(super) struct Progress {
    watched: bool,
    started: Instant,
    drawn: Instant,
    line: Option<ProgressBar>,
}

impl Progress {
    /// Nothing is done yet.
    pub(super) fn new(watched: bool) -> Progress {
        let now = Instant::now();
        Progress { watched, started: now, drawn: now, line: None }
    }

    /// So much is done.
    pub(super) fn show(&mut self, now: Now) {
        if !self.watched || self.drawn.elapsed() < PAUSE || self.started.elapsed() < PATIENCE {
            return;
        }
        self.drawn = Instant::now();
        let line = self
            .line
            .get_or_insert_with(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()));
        line.set_message(format!("{} positions found, {} looked at", now.found, now.done));
        line.tick();
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

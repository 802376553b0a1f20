//! Thinking and counting in a thread of its own, so that the conversation goes on meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tilegame_runtime::Move;
use tilegame_runtime::perft::Unfinished;
use tilegame_search::clock::Budget;
use tilegame_search::{Line as Found, Score, Watch};

use super::event::Event;
use crate::player::Computer;

/// What the computer chooses.
pub(super) struct Chosen {
    pub(super) best: Move,
    pub(super) reply: Option<Move>,
    pub(super) score: Score,
    /// Everything that is expected to follow.
    pub(super) line: Vec<Move>,
}

/// What work comes to.
pub(super) enum Finished {
    /// The computer is given back.
    Thought { computer: Option<Box<Computer>>, chosen: Option<Chosen> },
    /// All sequences of moves, if they have been counted to the end.
    Counted(Result<u64, Unfinished>),
}

/// Work that is being done.
pub(super) struct Work {
    pub(super) control: Arc<Control>,
    thread: JoinHandle<Finished>,
}

impl Work {
    /// Begins. What is found is told to `events`, and at last that it is done.
    pub(super) fn begin(
        events: Sender<Event>,
        work: impl FnOnce(&mut Telling) -> Finished + Send + 'static,
    ) -> Work {
        let control = Arc::new(Control::new());
        let mut telling = Telling { control: Arc::clone(&control), events };
        Work { control, thread: thread::spawn(move || work(&mut telling)) }
    }

    /// What it has come to; a panic is passed on.
    pub(super) fn finished(self) -> Finished {
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// Tells work how long it may go on.
pub(super) struct Control {
    start: Instant,
    is_stopped: AtomicBool,
    /// No further depth is begun after so many thousandths of a thousandth of a second since the start.
    wanted: AtomicU64,
    /// It ends after so many.
    most: AtomicU64,
}

impl Control {
    fn new() -> Control {
        Control {
            start: Instant::now(),
            is_stopped: AtomicBool::new(false),
            wanted: AtomicU64::new(u64::MAX),
            most: AtomicU64::new(u64::MAX),
        }
    }

    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
    }

    /// From now on there is so much time.
    pub(super) fn start_clock(&self, budget: Budget) {
        self.wanted.fetch_min(self.until(budget.wanted), Relaxed);
        self.most.fetch_min(self.until(budget.most), Relaxed);
    }

    fn until(&self, time: Duration) -> u64 {
        let since = self.start.elapsed().saturating_add(time);
        u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
    }

    fn is_before(&self, end: &AtomicU64) -> bool {
        match end.load(Relaxed) {
            u64::MAX => true,
            end => self.until(Duration::ZERO) < end,
        }
    }

    pub(super) fn goes_on(&self) -> bool {
        !self.is_stopped.load(Relaxed) && self.is_before(&self.most)
    }
}

/// Tells the conversation what work finds.
pub(super) struct Telling {
    control: Arc<Control>,
    events: Sender<Event>,
}

impl Telling {
    /// If nobody listens any more, the program is about to end.
    pub(super) fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }
}

impl Drop for Telling {
    /// Also when it has panicked.
    fn drop(&mut self) {
        self.tell(Event::Done);
    }
}

impl Watch for Telling {
    fn goes_on(&mut self, _: u64) -> bool {
        self.control.goes_on()
    }

    fn sees(&mut self, line: &Found) -> bool {
        self.tell(Event::Found(line.clone(), self.control.start.elapsed()));
        self.control.goes_on() && self.control.is_before(&self.control.wanted)
    }
}

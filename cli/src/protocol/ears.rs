//! What the other program says, also while the computer thinks, and the time.

use std::collections::VecDeque;
use std::io::Write as _;
use std::time::Duration;

use tilegame_search::clock::Budget;
use tilegame_search::{Line as Found, Watch};

use crate::exit::Failure;
use crate::io::{Io, Line};

/// The lines of another program.
pub(super) struct Ears<'e, 'io> {
    pub(super) io: &'e mut Io<'io>,
    /// Lines that came during a search, and are not yet answered.
    waiting: VecDeque<String>,
    /// Nothing more will come.
    ended: bool,
}

/// What a line means that comes while the computer thinks.
pub(super) enum Heard {
    /// It should answer now.
    Stop,
    /// It should stop, and do what the line says; its answer is not wanted.
    Drop,
    /// It should end, unless there is something else to do before.
    Quit,
    /// The move it expected was made: from now on it thinks about its own.
    Hit,
    /// It is answered at once with another line.
    Answer(String),
    /// It is answered when this is done.
    Later,
}

impl<'e, 'io> Ears<'e, 'io> {
    pub(super) fn new(io: &'e mut Io<'io>) -> Ears<'e, 'io> {
        Ears { io, waiting: VecDeque::new(), ended: false }
    }

    /// The next line; none, if there will be no more.
    pub(super) fn line(&mut self) -> Result<Option<String>, Failure> {
        self.io.out.flush()?;
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(line));
        }
        if self.ended {
            return Ok(None);
        }
        Ok(match self.io.line_of_program()? {
            Line::Typed(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Line::TimeUp | Line::End => None,
        })
    }

    /// Whether something has been said that is not yet answered.
    pub(super) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }
}

/// Listens while the computer thinks.
pub(super) struct Listener<'l, 'e, 'io> {
    ears: &'l mut Ears<'e, 'io>,
    start: Duration,
    /// Until when; once the clock runs.
    until: Option<Budget>,
    /// How long to think from when the clock runs.
    budget: Option<Budget>,
    waits: bool,
    stopped: bool,
    dropped: bool,
    failed: Option<Failure>,
    hear: fn(&str) -> Heard,
    tell: &'l mut dyn FnMut(&mut Io<'io>, &Found, Duration) -> Result<(), Failure>,
}

impl<'l, 'e, 'io> Listener<'l, 'e, 'io> {
    /// Stops a search when its budget is spent. Who `waits` wants no answer before it says so. `tell` is called with each line that is found and
    /// the time since the start.
    pub(super) fn new(
        ears: &'l mut Ears<'e, 'io>,
        (budget, waits): (Option<Budget>, bool),
        hear: fn(&str) -> Heard,
        tell: &'l mut dyn FnMut(&mut Io<'io>, &Found, Duration) -> Result<(), Failure>,
    ) -> Listener<'l, 'e, 'io> {
        let start = ears.io.now();
        let (stopped, dropped, failed) = (false, false, None);
        let mut listener =
            Listener { ears, start, until: None, budget, waits, stopped, dropped, failed, hear, tell };
        if !waits {
            listener.start_clock();
        }
        listener
    }

    fn start_clock(&mut self) {
        let now = self.ears.io.now();
        self.until =
            self.budget.map(|budget| Budget { wanted: now + budget.wanted, most: now + budget.most });
    }

    fn hear(&mut self, line: Line) -> Result<(), Failure> {
        let text = match line {
            Line::Typed(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            // What was asked for is still answered, but nobody can say `stop` any more.
            Line::End => {
                self.ears.ended = true;
                self.stopped |= self.waits;
                self.waits = false;
                return Ok(());
            }
            Line::TimeUp => return Ok(()),
        };
        match (self.hear)(text.trim()) {
            Heard::Stop => (self.stopped, self.waits) = (true, false),
            Heard::Drop => {
                (self.stopped, self.waits, self.dropped) = (true, false, true);
                self.ears.waiting.push_back(text);
            }
            // In a script, what comes before is done first.
            Heard::Quit if self.ears.waiting.is_empty() => {
                (self.stopped, self.waits) = (true, false);
                self.ears.waiting.push_back(text);
            }
            Heard::Quit | Heard::Later => self.ears.waiting.push_back(text),
            Heard::Hit => {
                self.waits = false;
                self.start_clock();
            }
            Heard::Answer(answer) => {
                writeln!(self.ears.io.out, "{answer}")?;
                self.ears.io.out.flush()?;
            }
        }
        Ok(())
    }

    /// Waits until an answer is wanted; whether it is.
    pub(super) fn finish(mut self) -> Result<bool, Failure> {
        while self.waits && self.failed.is_none() {
            let line = self.ears.io.line_of_program()?;
            self.hear(line)?;
        }
        self.failed.map_or(Ok(!self.dropped), Err)
    }

    /// What has failed is told when the search is over.
    fn keep(&mut self, done: Result<(), Failure>) {
        if let Err(failure) = done {
            self.failed = Some(failure);
        }
    }
}

impl Watch for Listener<'_, '_, '_> {
    fn goes_on(&mut self, _: u64) -> bool {
        if !self.ears.ended {
            let heard = self.ears.io.line_meanwhile().and_then(|line| self.hear(line));
            self.keep(heard);
        }
        let now = self.ears.io.now();
        !self.stopped && self.failed.is_none() && self.until.is_none_or(|until| now < until.most)
    }

    fn sees(&mut self, line: &Found) -> bool {
        let now = self.ears.io.now();
        let told = (self.tell)(self.ears.io, line, now.saturating_sub(self.start));
        self.keep(told);
        self.goes_on(line.nodes) && self.until.is_none_or(|until| self.ears.io.now() < until.wanted)
    }
}

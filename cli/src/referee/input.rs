//! Lines out of bytes, and how many may wait.

use std::io::{self, BufRead};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// A line.
pub(super) enum Line {
    Text(Vec<u8>),
    /// Of one that is too long, nothing is kept.
    TooLong,
}

impl Line {
    /// How much of what may wait it is.
    pub(super) fn weight(&self) -> Weight {
        Line::weight_of(if let Line::Text(text) = self { text } else { &[] })
    }

    /// The same of a line by its text.
    pub(super) fn weight_of(text: &[u8]) -> Weight {
        Weight { lines: 1, bytes: text.len() }
    }
}

/// Cuts bytes into lines.
pub(super) struct Lines {
    most: usize,
    begun: Vec<u8>,
    is_too_long: bool,
}

impl Lines {
    pub(super) fn new(most: usize) -> Lines {
        Lines { most, begun: Vec::new(), is_too_long: false }
    }

    /// Reads what is there, and waits only if nothing is; at the end of the input, nothing is there.
    pub(super) fn read(&mut self, input: &mut dyn BufRead) -> io::Result<Option<Vec<Line>>> {
        let bytes = loop {
            match input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        let length = bytes.len();
        if length == 0 {
            let is_begun = self.is_too_long || !self.begun.is_empty();
            return Ok(is_begun.then(|| vec![self.end()]));
        }
        let mut lines = Vec::new();
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (part, is_whole) = part.strip_suffix(b"\n").map_or((part, false), |part| (part, true));
            if self.begun.len() + part.len() > self.most {
                self.is_too_long = true;
                self.begun = Vec::new();
            } else if !self.is_too_long {
                self.begun.extend_from_slice(part);
            }
            if is_whole {
                lines.push(self.end());
            }
        }
        input.consume(length);
        Ok(Some(lines))
    }

    fn end(&mut self) -> Line {
        let begun = std::mem::take(&mut self.begun);
        if std::mem::take(&mut self.is_too_long) { Line::TooLong } else { Line::Text(begun) }
    }
}

/// How much waits, or may.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weight {
    lines: usize,
    bytes: usize,
}

/// As much may wait to be answered; then nothing more is read.
const MOST: Weight = Weight { lines: 20_000, bytes: 64 << 20 };

/// Lets lines in while not too much waits.
#[derive(Clone, Default)]
pub(super) struct Gate(Arc<(Mutex<Weight>, Condvar)>);

impl Gate {
    /// Waits until there is room for this.
    pub(super) fn enter(&self, more: Weight) {
        let (waiting, changed) = &*self.0;
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        // One line alone always has room.
        while waiting.lines > 0
            && (waiting.lines + more.lines > MOST.lines || waiting.bytes + more.bytes > MOST.bytes)
        {
            waiting = changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        waiting.lines += more.lines;
        waiting.bytes += more.bytes;
    }

    /// So much has been answered.
    pub(super) fn leave(&self, less: Weight) {
        let (waiting, changed) = &*self.0;
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.lines = waiting.lines.saturating_sub(less.lines);
        waiting.bytes = waiting.bytes.saturating_sub(less.bytes);
        changed.notify_one();
    }
}

impl std::ops::AddAssign for Weight {
    fn add_assign(&mut self, more: Weight) {
        self.lines += more.lines;
        self.bytes += more.bytes;
    }
}

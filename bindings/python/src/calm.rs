//! What must not happen to a Python program: that a panic crosses, or that Ctrl-C is not heard while something takes long.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::errors;

/// How long Ctrl-C may have to wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does something. A panic on the way is a mistake of ours, which Python hears of as an `InternalError`.
pub(crate) fn calm<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(errors::internal(said(&*panic))))
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Asks Python now and then whether somebody has pressed Ctrl-C. For work that has let go of Python.
pub(crate) struct Patience {
    next: Instant,
    error: Option<PyErr>,
}

impl Patience {
    pub(crate) fn new() -> Patience {
        Patience { next: Instant::now() + PATIENCE, error: None }
    }

    /// Whether to go on.
    pub(crate) fn goes_on(&mut self) -> bool {
        if self.error.is_some() {
            return false;
        }
        if Instant::now() >= self.next {
            self.error = Python::attach(|py| py.check_signals()).err();
            self.next = Instant::now() + PATIENCE;
        }
        self.error.is_none()
    }

    /// Keeps what a function of the user's has thrown; it is the reason to stop.
    pub(crate) fn stops_because(&mut self, error: PyErr) {
        self.error.get_or_insert(error);
    }

    /// What has stopped it, if something has.
    pub(crate) fn end(self) -> PyResult<()> {
        self.error.map_or(Ok(()), Err)
    }
}

//! Exceptions and plain data as Python has them. They are declared there, in `tilegame/errors.py` and `tilegame/values.py`, so that they carry places and can
//! be read by type checkers.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyModule, PyTuple};
use tilegame_runtime::notation::fen::FenError;
use tilegame_runtime::source::{Diagnostic, Severity, Sources};

static DECLARED: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// A class that the package declares.
pub(crate) fn declared<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let module = DECLARED.get_or_try_init(py, || py.import("tilegame.declared").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}

/// An exception of the package.
pub(crate) fn error<'py>(py: Python<'py>, name: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let made = declared(py, name).and_then(|class| class.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A mistake of ours.
pub(crate) fn internal(text: String) -> PyErr {
    Python::attach(|py| error(py, "InternalError", (text,)))
}

/// A text that is no position.
pub(crate) fn fen(py: Python<'_>, text: &str, wrong: &FenError) -> PyErr {
    let place = |at: usize| text.get(..at).map_or(0, |before| before.chars().count());
    error(py, "FenError", (wrong.message.clone(), text, place(wrong.range.start), place(wrong.range.end)))
}

/// Messages about texts, as Python has them.
pub(crate) fn diagnostics<'py>(
    py: Python<'py>,
    sources: &Sources,
    messages: &[Diagnostic],
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let place = |span: tilegame_dsl::source::Span| {
        let (line, column) = sources.line_column(span.file, span.start);
        let text = sources.text(span.file);
        let letters = |end: u32| text.get(..end as usize).map_or(0, |before| before.chars().count());
        let (start, end) = (letters(span.start), letters(span.end));
        declared(py, "Place")?.call1((sources.name(span.file), line, column, start, end))
    };
    let one = |message: &Diagnostic| {
        let severity = if message.severity == Severity::Error { "error" } else { "warning" };
        let others = message.secondary.iter().map(|other| Ok((place(other.span)?, other.text.clone())));
        let others = PyTuple::new(py, others.collect::<PyResult<Vec<_>>>()?)?;
        let fix = message.fix.as_ref().map(|fix| {
            declared(py, "Fix")?.call1((fix.message.clone(), place(fix.span)?, fix.replacement.clone()))
        });
        declared(py, "Diagnostic")?.call1((
            message.code.0,
            severity,
            message.title.clone(),
            place(message.primary.span)?,
            message.primary.text.clone(),
            others,
            PyTuple::new(py, &message.notes)?,
            fix.transpose()?,
            tilegame_dsl::diagnostic::render::render(sources, message, false),
        ))
    };
    messages.iter().map(one).collect()
}

//! Messages: drawn on the error output, or as JSON.

use std::io::Write as _;

use serde::Serialize;
use tilegame_dsl::diagnostic::{Diagnostic, Severity, render};
use tilegame_dsl::source::{Sources, Span};

use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::paint::{BAD, paint};

/// Prints why a command gave up, if anybody is to be told, and gives the exit code.
pub(crate) fn failure(io: &mut Io<'_>, failure: Failure) -> Exit {
    // What was written so far comes first.
    let _ = io.out.flush();
    match failure {
        Failure::Closed => Exit::Fine,
        Failure::Reported => Exit::Failed,
        Failure::Message(message) => {
            error(io, &message);
            Exit::Failed
        }
        Failure::Usage(message) => {
            error(io, &message);
            Exit::Usage
        }
    }
}

/// Prints one line on the error output. If that can't be written either, nobody is left to be told.
pub(crate) fn error(io: &mut Io<'_>, message: &str) {
    let _ = io.out.flush();
    let head = paint("error:", BAD, io.err.color);
    let _ = writeln!(io.err, "{head} {message}");
}

/// Draws messages on the error output, with an empty line after each.
pub(crate) fn draw(io: &mut Io<'_>, sources: &Sources, diagnostics: &[Diagnostic]) {
    let _ = io.out.flush();
    for diagnostic in diagnostics {
        let drawn = render::render(sources, diagnostic, io.err.color);
        let _ = writeln!(io.err, "{}\n", drawn.trim_end());
    }
}

/// "2 errors and 1 warning"; nothing if there are none.
pub(crate) fn count(diagnostics: &[Diagnostic]) -> Option<String> {
    let number = |severity| diagnostics.iter().filter(|d| d.severity == severity).count();
    let words = |n: usize, one: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {one}s")),
    };
    let parts = [words(number(Severity::Error), "error"), words(number(Severity::Warning), "warning")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// A message as `check --json` prints it. Lines and columns count from 1, columns in characters; the end is the place
/// after the last character.
#[derive(Serialize)]
pub(crate) struct JsonDiagnostic {
    code: &'static str,
    severity: &'static str,
    message: String,
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    label: String,
    related: Vec<JsonLabel>,
    notes: Vec<String>,
    fix: Option<JsonFix>,
}

/// Another place that a message mentions.
#[derive(Serialize)]
struct JsonLabel {
    message: String,
    #[serde(flatten)]
    place: JsonPlace,
}

/// A change that would mend the problem.
#[derive(Serialize)]
struct JsonFix {
    message: String,
    replacement: String,
    #[serde(flatten)]
    place: JsonPlace,
}

#[derive(Serialize)]
struct JsonPlace {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl JsonPlace {
    fn new(sources: &Sources, span: Span) -> JsonPlace {
        let (line, column) = sources.line_column(span.file, span.start);
        let (end_line, end_column) = sources.line_column(span.file, span.end);
        JsonPlace { file: sources.name(span.file).to_string(), line, column, end_line, end_column }
    }
}

impl JsonDiagnostic {
    /// The JSON form of a message.
    pub(crate) fn new(sources: &Sources, diagnostic: &Diagnostic) -> JsonDiagnostic {
        let JsonPlace { file, line, column, end_line, end_column } =
            JsonPlace::new(sources, diagnostic.primary.span);
        JsonDiagnostic {
            code: diagnostic.code.0,
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: diagnostic.title.clone(),
            file,
            line,
            column,
            end_line,
            end_column,
            label: diagnostic.primary.text.clone(),
            related: diagnostic
                .secondary
                .iter()
                .map(|l| JsonLabel { message: l.text.clone(), place: JsonPlace::new(sources, l.span) })
                .collect(),
            notes: diagnostic.notes.clone(),
            fix: diagnostic.fix.as_ref().map(|fix| JsonFix {
                message: fix.message.clone(),
                replacement: fix.replacement.clone(),
                place: JsonPlace::new(sources, fix.span),
            }),
        }
    }
}

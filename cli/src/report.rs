//! Messages: drawn on the error output, or as JSON.

use std::borrow::Cow;
use std::io::Write as _;

use serde::Serialize;
use tilegame_dsl::diagnostic::{Code, Diagnostic, Severity, render};
use tilegame_dsl::source::{Sources, Span};

use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::limits::SHOWN_MESSAGES;
use crate::paint::{BAD, paint};

/// The code of the message that says that there are more.
const LEFT_OUT: Code = Code("W0001");

/// Prints why a command gave up, if anybody is to be told, and gives the exit code.
pub(crate) fn failure(io: &mut Io<'_>, failure: Failure) -> Exit {
    // What was written so far comes first.
    let _ = io.out.flush();
    match failure {
        Failure::Closed => Exit::Fine,
        Failure::Reported => Exit::Failed,
        Failure::Stopped(exit) => {
            // Nobody is left to be told if this fails.
            let _ = writeln!(io.err, "stopped");
            exit
        }
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

/// A text out of a file as it can be printed: what controls the terminal is written out.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let is_unseen = |c: char| c.is_control() && c != '\n';
    if !text.contains(is_unseen) {
        return text.into();
    }
    let written = |c: char| if is_unseen(c) { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(written).collect::<String>().into()
}

/// Prints one line on the error output. If that can't be written either, nobody is left to be told.
pub(crate) fn error(io: &mut Io<'_>, message: &str) {
    let _ = io.out.flush();
    let head = paint("error:", BAD, io.err.color);
    let _ = writeln!(io.err, "{head} {}", visible(message));
}

/// Prints a value as indented JSON with a line end.
pub(crate) fn print_json(io: &mut Io<'_>, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|e| Failure::Message(e.to_string()))?;
    writeln!(io.out, "{text}")?;
    Ok(())
}

/// Draws messages on the error output, with an empty line after each: not all of them if there are very many, unless nobody says
/// how to see the `rest`.
pub(crate) fn draw(io: &mut Io<'_>, sources: &Sources, diagnostics: &[Diagnostic], rest: Option<&str>) {
    let _ = io.out.flush();
    let (shown, left_out) = most_important(diagnostics, rest.is_none());
    for diagnostic in shown {
        let drawn = render::render(sources, &printable(diagnostic), io.err.color);
        if writeln!(io.err, "{}\n", drawn.trim_end()).is_err() {
            return;
        }
    }
    if let (false, Some(rest)) = (left_out.is_empty(), rest) {
        let _ = writeln!(io.err, "{}", and_more(left_out.len(), "message", rest));
    }
}

/// A message whose sentences quote what somebody has written; the lines of sources are drawn safely anyway.
fn printable(diagnostic: &Diagnostic) -> Diagnostic {
    let mut printable = diagnostic.clone();
    let Diagnostic { title, primary, secondary, notes, fix, .. } = &mut printable;
    let labels = [primary].into_iter().chain(secondary).map(|label| &mut label.text);
    let fixes = fix.iter_mut().map(|fix| &mut fix.message);
    for text in [title].into_iter().chain(labels).chain(notes).chain(fixes) {
        if let Cow::Owned(written_out) = visible(text) {
            *text = written_out;
        }
    }
    printable
}

/// "and 3 more messages; `--all` prints them".
pub(crate) fn and_more(left_out: usize, what: &str, rest: &str) -> String {
    let s = if left_out == 1 { "" } else { "s" };
    format!("and {left_out} more {what}{s}; {rest}")
}

/// How to see messages about a game that were left out by a command that is not about messages.
pub(crate) fn in_check(game: &str) -> String {
    format!("`tilegame check {game} --all` prints all")
}

/// The messages that are printed, in their order, and those that are not: errors come before warnings.
pub(crate) fn most_important(diagnostics: &[Diagnostic], all: bool) -> (Vec<&Diagnostic>, Vec<&Diagnostic>) {
    let is_error = |d: &Diagnostic| d.severity == Severity::Error;
    let errors = diagnostics.iter().filter(|d| is_error(d)).count();
    let limit = if all { usize::MAX } else { SHOWN_MESSAGES };
    let mut room = (limit.min(errors), limit.saturating_sub(errors));
    diagnostics.iter().partition(|d| {
        let room = if is_error(d) { &mut room.0 } else { &mut room.1 };
        let fits = *room > 0;
        *room = room.saturating_sub(1);
        fits
    })
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
    /// Only in the last one about a game of which not all are printed: how many are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<usize>,
}

/// Another place that a message mentions.
#[derive(Serialize)]
struct JsonLabel {
    message: String,
    #[serde(flatten)]
    place: JsonPlace,
}

/// A change that would fix the problem.
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
    /// The JSON forms of the messages about a game. If not all are printed, a last one says so.
    pub(crate) fn list(sources: &Sources, diagnostics: &[Diagnostic], all: bool) -> Vec<JsonDiagnostic> {
        let (shown, left_out) = most_important(diagnostics, all);
        let mut list: Vec<JsonDiagnostic> = shown.iter().map(|d| JsonDiagnostic::new(sources, d)).collect();
        if let Some(first) = left_out.first() {
            let title = and_more(left_out.len(), "message", "`--all` prints them, too");
            let last =
                Diagnostic::warning(LEFT_OUT, title, first.primary.span, "the first one that is left out");
            list.push(JsonDiagnostic {
                left_out: Some(left_out.len()),
                ..JsonDiagnostic::new(sources, &last)
            });
        }
        list
    }

    /// The JSON form of a message.
    fn new(sources: &Sources, diagnostic: &Diagnostic) -> JsonDiagnostic {
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
            left_out: None,
        }
    }
}

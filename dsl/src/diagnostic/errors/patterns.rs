//! Messages about what has parameters (E049).

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

fn error(code: &'static str, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code(code), title, span, label)
}

/// Something is called that has not been declared with parameters.
pub fn unknown(sort: &str, word: &str, span: Span, near: Option<&str>, known: &[&str]) -> Diagnostic {
    let title = match sort {
        "rules" => format!("no `rules` called `{word}`"),
        _ => format!("no {sort} called `{word}` takes anything in brackets"),
    };
    let plain = error("E0490", title, span, "not known");
    match near {
        Some(near) => plain.with_fix(format!("did you mean `{near}`?"), span, near),
        None if known.is_empty() => plain.with_note(format!("this game declares none: `{sort} {word}(…)`")),
        None => plain.with_note(format!("there are: `{}`", known.join("`, `"))),
    }
}

/// More or fewer arguments than parameters.
pub fn wrong_number(word: &str, parameters: &[&str], given: usize, span: Span, declared: Span) -> Diagnostic {
    let form = match parameters {
        [] => word.to_owned(),
        some => format!("{word}({})", some.join(", ")),
    };
    let arguments = match parameters.len() {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        more => format!("{more} arguments"),
    };
    let given = match given {
        0 => "none is given".to_owned(),
        1 => "1 is given".to_owned(),
        more => format!("{more} are given"),
    };
    error("E0491", format!("`{word}` takes {arguments}, but {given}"), span, format!("expected `{form}`"))
        .with_label(declared, "declared here")
}

/// What is extended has other parameters.
pub fn other_parameters(word: &str, parameters: &[&str], span: Span, declared: Span) -> Diagnostic {
    let form = match parameters {
        [] => format!("extend it as `{word}`, without brackets"),
        some => format!("extend it as `{word}({})`", some.join(", ")),
    };
    error("E0491", format!("`{word}` has other parameters"), span, form).with_label(declared, "declared here")
}

/// An argument that does not fit where its parameter stands; `wanted` is "a path", "a test", "a number" or "a single word".
pub fn misfit(word: &str, wanted: &str, span: Span, argument: Span) -> Diagnostic {
    error("E0492", format!("`{word}` must be {wanted} here"), argument, format!("this is not {wanted}"))
        .with_label(span, format!("`{word}` is used as {wanted}"))
}

/// A word that says how often, and is no number.
pub fn no_number(word: &str, span: Span) -> Diagnostic {
    error(
        "E0493",
        format!("`{word}` is not a number"),
        span,
        "expected a number, or a parameter that stands for one",
    )
}

/// A line in the block of a state that does not belong there.
pub fn not_of_a_state(word: &str, state: &str, span: Span) -> Diagnostic {
    error(
        "E0494",
        format!("`{word}` does not depend on the state `{state}`"),
        span,
        "write it outside of the state",
    )
    .with_note("under a state stand its rules, its promotions, its shapes and `use`")
}

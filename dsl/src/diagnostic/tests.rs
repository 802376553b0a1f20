//! Every code is explained, and any message about any place can be drawn.

use super::explain::{explain, explanations};
use super::render::{render, to_short};
use super::{Code, Diagnostic};
use crate::source::{Sources, Span};

#[test]
fn every_code_is_explained_once() {
    let codes: Vec<&str> = explanations().map(|(code, _, _)| code.0).collect();
    // By number: warnings stand behind the errors of their subject.
    assert!(codes.is_sorted_by(|a, b| a[1..] < b[1..]), "{codes:?}");
    for (code, title, text) in explanations() {
        assert!(code.0.len() == 5 && !title.is_empty() && text.ends_with(['.', '`']), "{code:?}");
    }
    for source in [
        include_str!("errors/syntax.rs"),
        include_str!("errors/meaning.rs"),
        include_str!("errors/actions.rs"),
        include_str!("errors/lints.rs"),
        include_str!("errors/moveid.rs"),
        include_str!("errors/patterns.rs"),
        include_str!("errors/stacks.rs"),
    ] {
        for code in source.split("Code(\"").skip(1).map(|rest| &rest[..5]) {
            assert!(explain(code).is_some(), "{code} is not explained");
        }
    }
}

#[test]
fn draws_places_in_several_files() {
    let mut sources = Sources::new();
    let mine = sources.add("mine.tg", "game \"Mine\"\npiece Foo \"F\"\n\n\npiece Bar \"B\"\n");
    let other = sources.add("other.tg", "# first\npiece Foo \"G\"\n");
    let error = Diagnostic::error(Code("E0101"), "two pieces", Span::new(mine, 18, 21), "here")
        .with_label(Span::new(mine, 34, 37), "near")
        .with_label(Span::new(other, 14, 17), "and there")
        .with_note("a note")
        .with_fix("write `Baz`", Span::new(mine, 18, 21), "Baz");
    let expected = "\
error[E0101]: two pieces
 --> mine.tg:2:7
  |
2 | piece Foo \"F\"
  |       ^^^ here
...
5 | piece Bar \"B\"
  |       --- near
  |
 ::: other.tg:2:7
  |
2 | piece Foo \"G\"
  |       --- and there
  |
  = note: a note
help: write `Baz`
  |
2 - piece Foo \"F\"
2 + piece Baz \"F\"
  |
";
    assert_eq!(render(&sources, &error, false), expected);
    assert_eq!(to_short(&sources, &error), "mine.tg:2:7: error[E0101]: two pieces");
    assert!(render(&sources, &error, true).contains('\x1b'));
}

#[test]
fn draws_any_span() {
    let mut sources = Sources::new();
    let file = sources.add("t.tg", "ä\r\n\n“x”\n");
    let length = sources.text(file).len();
    for start in 0..length + 3 {
        for end in [start, start + 1, start + 4, length] {
            let span = Span::new(file, start, end.max(start));
            let error = Diagnostic::warning(Code("W0001"), "t", span, "").with_fix("f", span, "\n");
            render(&sources, &error, false);
            to_short(&sources, &error);
        }
    }
}

//! Texts of games: what is wrong with them, where, and how to put it right; what is declared in them.

use serde::Serialize;
use tilegame_dsl::library;
use tilegame_ide::outline::{self, Entry};
use tilegame_runtime::Game;
use tilegame_runtime::source::{Compiled, Diagnostic, Fetched, Severity, Sources, compile};
use tilegame_wasm_texts::{Place, Texts, place, units};

/// What there is to say about texts.
#[derive(Serialize)]
pub(crate) struct Checked {
    /// They are a game.
    playable: bool,
    title: Option<String>,
    /// Games of the library that are needed and whose texts are not there: what else is said is not the last word.
    missing: Vec<String>,
    messages: Vec<Message>,
}

/// A message.
#[derive(Serialize)]
struct Message {
    code: &'static str,
    error: bool,
    title: String,
    place: Place,
    /// A few words about the place.
    label: String,
    others: Vec<(Place, String)>,
    notes: Vec<String>,
    fix: Option<Fix>,
}

/// What would put it right.
#[derive(Serialize)]
struct Fix {
    message: String,
    place: Place,
    replacement: String,
}

/// What there is to say, the game if they are one, and all texts that were read.
pub(crate) fn check(given: &Texts) -> (Checked, Option<Game>, Sources) {
    let mut sources = given.sources();
    let mut missing = Vec::new();
    let mut fetch = |path: &str| {
        let text = given.texts.get(path).cloned();
        if text.is_none() && library::has(path) {
            missing.push(path.to_string());
        }
        text.map(Fetched::Text)
    };
    let Compiled { game, diagnostics, .. } = compile(&mut sources, &given.root, &mut fetch, &given.options);
    let messages = diagnostics.into_iter().map(|diagnostic| message(&sources, diagnostic)).collect();
    let title = game.as_ref().map(|game| game.rules().title.clone());
    (Checked { playable: game.is_some(), title, missing, messages }, game, sources)
}

fn message(sources: &Sources, diagnostic: Diagnostic) -> Message {
    let place = |span| place(sources, span);
    Message {
        code: diagnostic.code.0,
        error: diagnostic.severity == Severity::Error,
        title: diagnostic.title,
        place: place(diagnostic.primary.span),
        label: diagnostic.primary.text,
        others: diagnostic.secondary.into_iter().map(|label| (place(label.span), label.text)).collect(),
        notes: diagnostic.notes,
        fix: diagnostic.fix.map(|fix| Fix {
            message: fix.message,
            place: place(fix.span),
            replacement: fix.replacement,
        }),
    }
}

/// Something that is declared in a text.
#[derive(Serialize)]
pub(crate) struct Declared {
    name: String,
    sort: Option<&'static str>,
    detail: String,
    /// All of it, in units of UTF-16.
    from: usize,
    to: usize,
    /// Its name.
    at: usize,
    children: Vec<Declared>,
}

/// What is declared in a text.
pub(crate) fn outline(text: &str) -> Vec<Declared> {
    outline::of(text).into_iter().map(|entry| declared(text, entry)).collect()
}

fn declared(text: &str, entry: Entry) -> Declared {
    Declared {
        from: units(text, entry.span.start),
        to: units(text, entry.span.end),
        at: units(text, entry.name_span.start),
        name: entry.name,
        sort: entry.sort.map(|sort| sort.word()),
        detail: entry.detail,
        children: entry.children.into_iter().map(|child| declared(text, child)).collect(),
    }
}

//! Texts of games: what is wrong with them, where, and how to put it right.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use tilegame_dsl::diagnostic::explain;
use tilegame_dsl::library;
use tilegame_dsl::source::Span;
use tilegame_runtime::Game;
use tilegame_runtime::source::{Compiled, Diagnostic, Fetched, Severity, Sources, compile};

/// What playing finds, which the compiler does not explain itself.
const PLAYED: &str = include_str!("../../../cli/src/check/explanations.md");

/// What every code means.
static EXPLANATIONS: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
    let all = explain::explanations().copied().chain(explain::read(PLAYED));
    all.map(|(code, title, text)| (code.0, format!("{title}\n\n{text}"))).collect()
});

/// Texts to be checked.
#[derive(Deserialize)]
pub(crate) struct Texts {
    /// The name of the one that is the game.
    root: String,
    /// All of them, by their names. What is not here is looked for in the library.
    #[serde(default)]
    texts: BTreeMap<String, String>,
    /// Options of the game that are on or off, whatever its text says.
    #[serde(default)]
    options: Vec<(String, bool)>,
}

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
    explanation: Option<&'static str>,
}

/// What would put it right.
#[derive(Serialize)]
struct Fix {
    message: String,
    place: Place,
    replacement: String,
}

/// A stretch of a text.
#[derive(Serialize)]
pub(crate) struct Place {
    text: String,
    /// In bytes.
    start: usize,
    end: usize,
    /// In units of UTF-16, as browsers count.
    from: usize,
    to: usize,
    line: usize,
    column: usize,
}

impl Texts {
    /// What there is to say, the game if they are one, and all texts that were read.
    pub(crate) fn check(self) -> (Checked, Option<Game>, Sources) {
        let mut sources = Sources::new();
        for (name, text) in &self.texts {
            sources.add(name, text);
        }
        let mut missing = Vec::new();
        let mut fetch = |path: &str| {
            let text = self.texts.get(path).cloned();
            if text.is_none() && library::has(path) {
                missing.push(path.to_string());
            }
            text.map(Fetched::Text)
        };
        let Compiled { game, diagnostics, .. } = compile(&mut sources, &self.root, &mut fetch, &self.options);
        let messages = diagnostics.into_iter().map(|diagnostic| message(&sources, diagnostic)).collect();
        let title = game.as_ref().map(|game| game.rules().title.clone());
        (Checked { playable: game.is_some(), title, missing, messages }, game, sources)
    }
}

/// So many units of UTF-16 are before a place in a text.
pub(crate) fn units(text: &str, end: u32) -> usize {
    let before = text.char_indices().take_while(|(at, _)| *at < end as usize);
    before.map(|(_, letter)| letter.len_utf16()).sum()
}

/// A stretch of one of the texts.
pub(crate) fn place(sources: &Sources, span: Span) -> Place {
    let text = sources.text(span.file);
    let (line, column) = sources.line_column(span.file, span.start);
    Place {
        text: sources.name(span.file).to_string(),
        start: span.start as usize,
        end: span.end as usize,
        from: units(text, span.start),
        to: units(text, span.end),
        line,
        column,
    }
}

fn message(sources: &Sources, diagnostic: Diagnostic) -> Message {
    let place = |span| place(sources, span);
    let code = diagnostic.code.0;
    Message {
        code,
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
        explanation: EXPLANATIONS.get(code).map(String::as_str),
    }
}

/// What a code means.
pub(crate) fn explanation(code: &str) -> Option<String> {
    EXPLANATIONS.get(code).cloned()
}

/// A text in its usual form.
pub(crate) fn format(text: &str) -> Result<String, String> {
    tilegame_ide::format(text).map_err(|refused| {
        let mut sources = Sources::new();
        let file = sources.add("the text", text);
        let told = refused.first().map(|first| {
            let (line, _) = sources.line_column(file, first.primary.span.start);
            format!("line {line}: {}", first.title)
        });
        told.unwrap_or_else(|| "the text can't be read".to_string())
    })
}

/// What comes of a file of another program's variants.
#[derive(Serialize)]
pub(crate) struct Imported {
    games: Vec<ImportedGame>,
    messages: Vec<ImportMessage>,
    left_out: usize,
}

#[derive(Serialize)]
struct ImportedGame {
    name: String,
    text: String,
}

#[derive(Serialize)]
struct ImportMessage {
    error: bool,
    line: usize,
    column: usize,
    title: String,
    help: Option<String>,
}

/// Reads a file of another program's variants. What has no counterpart is a comment in the text of a game.
pub(crate) fn import(text: &str) -> Imported {
    let imported = tilegame_import::import(text, &[], true);
    let messages = imported.messages.into_iter().map(|message| {
        let (line, column) = message.place(text);
        let error = message.severity == tilegame_import::Severity::Error;
        ImportMessage { error, line, column, title: message.title, help: message.help }
    });
    Imported {
        messages: messages.collect(),
        games: imported
            .games
            .into_iter()
            .map(|game| ImportedGame { name: game.name, text: game.text })
            .collect(),
        left_out: imported.left_out,
    }
}

//! The usual form of a text, the games in another program's variants, and what the codes of messages mean.

use std::collections::BTreeMap;

use serde::Serialize;
use tilegame_dsl::diagnostic::explain;
use tilegame_dsl::source::Sources;

/// What playing finds, which the compiler does not explain itself.
const PLAYED: &str = include_str!("../../../../cli/src/check/explanations.md");

/// What every code means.
pub(crate) fn explanations() -> BTreeMap<&'static str, String> {
    let all = explain::explanations().copied().chain(explain::read(PLAYED));
    all.map(|(code, title, text)| (code.0, format!("{title}\n\n{text}"))).collect()
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

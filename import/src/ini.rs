//! Lines to sections and keys, as Fairy-Stockfish reads them, and what is wrong with them.

use std::ops::Range;

use crate::keys::{self, Kind};

/// Whether something is wrong, or only worth knowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The section is not what it seems, or cannot be expressed.
    Error,
    /// It may not be what was meant.
    Warning,
}

/// Something to say about a place of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// The bytes of the file.
    pub at: Range<usize>,
    /// What is wrong, as a sentence without a full stop.
    pub title: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Message {
    pub(crate) fn error(at: Range<usize>, title: impl Into<String>) -> Message {
        Message { severity: Severity::Error, at, title: title.into(), help: None }
    }

    pub(crate) fn warning(at: Range<usize>, title: impl Into<String>) -> Message {
        Message { severity: Severity::Warning, ..Message::error(at, title) }
    }

    pub(crate) fn with_help(self, help: Option<String>) -> Message {
        Message { help, ..self }
    }

    /// Line and column in the file, both from 1.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = &text[..self.at.start.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (line, column)
    }
}

/// A section of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// What it is derived from.
    pub parent: Option<String>,
    /// Its keys in order; of those with one name the last counts.
    pub entries: Vec<Entry>,
    /// Where its header stands.
    pub at: Range<usize>,
    /// All of it.
    pub span: Range<usize>,
}

/// A line with a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The value.
    pub value: String,
    /// Where the key stands.
    pub key_at: Range<usize>,
    /// Where the value stands.
    pub value_at: Range<usize>,
    /// The number of the line, from 1.
    pub line: usize,
}

/// The known word that is most like another one.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let like = |k: &&'a str| (strsim::jaro_winkler(&word.to_lowercase(), &k.to_lowercase()) * 1000.0) as u32;
    known.max_by_key(like).filter(|k| like(k) > 860)
}

/// The sections of a text, and what is wrong with its lines.
pub fn read(text: &str) -> (Vec<Section>, Vec<Message>) {
    let mut sections: Vec<Section> = Vec::new();
    let mut messages = Vec::new();
    let mut start = 0;
    // Whether the keys that follow belong to a section that counts.
    let mut dropped = true;
    for (number, whole) in text.split('\n').enumerate() {
        let line = whole.strip_suffix('\r').unwrap_or(whole);
        let at = start..start + line.len();
        start += whole.len() + 1;
        if line.trim().is_empty() || line.starts_with([';', '#']) {
            continue;
        }
        if line.starts_with('[') {
            if let Some(last) = sections.last_mut() {
                last.span.end = at.start;
            }
            dropped = true;
            if let Some(section) = header(line, at, &sections, &mut messages) {
                sections.push(section);
                dropped = false;
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            messages.push(
                Message::error(at, "this is neither a section, nor a key with a value, nor a comment")
                    .with_help(Some("write `key = value`; a comment begins with `#` or `;`".to_owned())),
            );
            continue;
        };
        let value_start = at.start + key.len() + 1 + (value.len() - value.trim_start_matches(' ').len());
        let entry = Entry {
            key: key.trim_end().to_owned(),
            value: value.trim_start_matches(' ').to_owned(),
            key_at: at.start..at.start + key.trim_end().len(),
            value_at: value_start..at.end.max(value_start),
            line: number + 1,
        };
        if sections.is_empty() {
            messages.push(
                Message::error(at, "this key belongs to no section")
                    .with_help(Some("begin with `[name:parent]`".to_owned())),
            );
        } else if !dropped {
            check(&entry, &mut messages);
            if let Some(section) = sections.last_mut() {
                section.entries.push(entry);
                section.span.end = text.len();
            }
        }
    }
    if let Some(last) = sections.last_mut() {
        last.span.end = text.len() + 1;
    }
    (sections, messages)
}

fn header(line: &str, at: Range<usize>, known: &[Section], messages: &mut Vec<Message>) -> Option<Section> {
    let Some((inside, rest)) = line[1..].split_once(']') else {
        let help = Some("write `[name]` or `[name:parent]`".to_owned());
        messages.push(Message::error(at, "this section has no `]`").with_help(help));
        return None;
    };
    if !rest.trim().is_empty() {
        messages
            .push(Message::warning(at.start + inside.len() + 2..at.end, "what stands behind `]` is ignored"));
    }
    let (name, parent) = match inside.split_once(':') {
        Some((name, parent)) => (name, Some(parent)),
        None => (inside, None),
    };
    let inner = at.start + 1..at.start + 1 + inside.len();
    if name.is_empty() || inside.chars().any(char::is_whitespace) {
        let help = Some(format!("write `[{}]`", inside.split_whitespace().collect::<String>()));
        messages.push(
            Message::error(
                inner,
                "names of sections have no spaces: Fairy-Stockfish does not find the parent",
            )
            .with_help(help),
        );
        return None;
    }
    if known.iter().any(|s| s.name == name) {
        messages.push(Message::error(
            inner,
            format!("there is a section `{name}` already: the first one counts"),
        ));
        return None;
    }
    Some(Section {
        name: name.to_owned(),
        parent: parent.map(str::to_owned),
        entries: Vec::new(),
        span: at.start..at.end,
        at: inner,
    })
}

/// What can be said of a line by itself.
fn check(entry: &Entry, messages: &mut Vec<Message>) {
    let Entry { key, value, key_at, value_at, .. } = entry;
    if key.starts_with(' ') || key.starts_with('\t') {
        let title = "Fairy-Stockfish does not know a key with a space before it, and ignores the line";
        let help = Some(format!("begin the line with `{}`", key.trim()));
        messages.push(Message::error(key_at.clone(), title).with_help(help));
        return;
    }
    let Some(kind) = keys::kind(key) else {
        let help = nearest(key, keys::names()).map(|near| format!("did you mean `{near}`?"));
        messages.push(
            Message::error(key_at.clone(), format!("there is no key `{key}`: Fairy-Stockfish ignores it"))
                .with_help(help),
        );
        return;
    };
    let word = value.trim();
    let wrong =
        |title: &str, help: &str| Message::error(value_at.clone(), title).with_help(Some(help.to_owned()));
    match kind {
        Kind::Switch if value != "true" && value != "false" => {
            let meant = if word.to_lowercase().starts_with("true") { "true" } else { "false" };
            messages.push(wrong(
                "Fairy-Stockfish reads this as false: only `true` is true, without a space or comment behind it",
                &format!("write `{key} = {meant}`"),
            ));
        }
        Kind::Number if word.parse::<u32>().is_err() => {
            messages.push(wrong("this is not a number", "write digits"))
        }
        Kind::Result if !["win", "loss", "draw", "none"].contains(&word) => {
            let near = nearest(word, ["win", "loss", "draw", "none"].into_iter());
            let help = near.map_or("write `win`, `loss`, `draw` or `none`".to_owned(), |n| {
                format!("did you mean `{n}`?")
            });
            messages.push(wrong("this is not a result", &help));
        }
        Kind::File if keys::file(word).is_none() => {
            messages.push(wrong("this is not a file", "files are `a` to `l`, or a number"))
        }
        Kind::Choice(all) if !all.contains(&word) => {
            let help = nearest(word, all.iter().copied())
                .map_or(format!("write one of {}", all.join(", ")), |n| format!("did you mean `{n}`?"));
            messages.push(wrong(&format!("`{key}` has no value `{word}`"), &help));
        }
        Kind::Region => {
            let mut at = value_at.start;
            for part in value.split_inclusive(' ') {
                let word = part.trim().trim_end_matches(',');
                let span = at..at + word.len();
                at += part.len();
                if word == "-" && value.trim() != "-" {
                    messages.push(Message::error(
                        span,
                        "`-` ends a region: Fairy-Stockfish ignores what follows",
                    ));
                } else if !word.is_empty() && word != "-" && crate::tiles::word(word, 12, 10).is_none() {
                    let help = Some("tiles are `e4`, ranks `*8`, files `a*`".to_owned());
                    messages.push(
                        Message::error(span, format!("`{word}` is no tile, rank or file")).with_help(help),
                    );
                }
            }
        }
        _ => {}
    }
}

//! Lines to sections and keys, as Fairy-Stockfish reads them, and what is wrong with them.

use std::collections::HashSet;
use std::ops::Range;

use crate::keys::{self, Kind};
use crate::limits::SECTIONS;
use crate::message::{Message, Messages};

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
    /// Whether one of its lines is an error.
    pub is_wrong: bool,
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

/// The sections of a text. Messages are about its lines, but for those of sections that are not wanted.
pub(crate) fn read(text: &str, is_wanted: impl Fn(&str) -> bool, messages: &mut Messages) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut names = HashSet::new();
    let mut unheard = Messages::default();
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
            dropped = true;
            if sections.len() == SECTIONS {
                messages
                    .push(Message::error(at, format!("more than {SECTIONS} sections, the limit of a file")));
                break;
            }
            if let Some(section) = header(line, at, &names, messages) {
                names.insert(section.name.clone());
                sections.push(section);
                dropped = false;
            }
            continue;
        }
        let wanted = sections.last().is_none_or(|section| is_wanted(&section.name));
        let messages = if wanted { &mut *messages } else { &mut unheard };
        let errors = messages.errors();
        let Some((key, value)) = line.split_once('=') else {
            messages.push(
                Message::warning(at, "this is neither a section, nor a key with a value, nor a comment: Fairy-Stockfish ignores it")
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
        match sections.last_mut() {
            None => messages.push(
                Message::warning(at, "this key belongs to no section: Fairy-Stockfish ignores it")
                    .with_help(Some("begin with `[name:parent]`".to_owned())),
            ),
            Some(section) if !dropped => {
                check(&entry, messages);
                // A value that cannot be read is none, for the sections derived from this one as well.
                match messages.errors() > errors {
                    true => section.is_wrong = true,
                    false => section.entries.push(entry),
                }
            }
            Some(_) => {}
        }
    }
    sections
}

fn header(line: &str, at: Range<usize>, known: &HashSet<String>, messages: &mut Messages) -> Option<Section> {
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
    if name.is_empty() {
        let help = Some("write `[name]` or `[name:parent]`".to_owned());
        messages.push(Message::error(inner, "this section has no name").with_help(help));
        return None;
    }
    if inside.chars().any(char::is_whitespace) {
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
    if known.contains(name) {
        messages.push(Message::warning(
            inner,
            format!("there is a section `{name}` already: the first one counts"),
        ));
        return None;
    }
    Some(Section {
        name: name.to_owned(),
        parent: parent.map(str::to_owned),
        entries: Vec::new(),
        is_wrong: false,
        at: inner,
    })
}

/// What somebody means who writes this word for `true` or `false`, whatever follows it.
fn meant(word: &str) -> Option<bool> {
    let first = word.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    match first.as_str() {
        "true" | "yes" | "on" | "1" | "t" | "y" => Some(true),
        "false" | "no" | "off" | "0" | "f" | "n" => Some(false),
        _ => None,
    }
}

/// What can be said of a line by itself.
fn check(entry: &Entry, messages: &mut Messages) {
    let Entry { key, value, key_at, value_at, .. } = entry;
    if key.starts_with(' ') || key.starts_with('\t') {
        let title = "Fairy-Stockfish does not know a key with a space before it, and ignores the line";
        let help = Some(format!("begin the line with `{}`", key.trim()));
        messages.push(Message::warning(key_at.clone(), title).with_help(help));
        return;
    }
    let Some(kind) = keys::kind(key) else {
        let near = if messages.is_full() { None } else { nearest(key, keys::names()) };
        let help = near.map(|near| match keys::ONLY_COLOURED.contains(&near) {
            true => format!("write `{near}White` and `{near}Black`"),
            false => format!("did you mean `{near}`?"),
        });
        messages.push(
            Message::warning(key_at.clone(), format!("there is no key `{key}`: Fairy-Stockfish ignores it"))
                .with_help(help),
        );
        return;
    };
    let word = value.trim();
    let wrong =
        |title: &str, help: &str| Message::error(value_at.clone(), title).with_help(Some(help.to_owned()));
    match kind {
        Kind::Switch if value != "true" && value != "false" => {
            let help = match meant(word) {
                Some(meant) => format!("write `{key} = {meant}`"),
                None => format!("write `{key} = true` or `{key} = false`"),
            };
            let wrong = |title: &str, help: &str| {
                Message::warning(value_at.clone(), title).with_help(Some(help.to_owned()))
            };
            messages.push(wrong(
                "Fairy-Stockfish reads this as false: only `true` is true, without a space or comment behind it",
                &help,
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
                    messages.push(Message::warning(
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

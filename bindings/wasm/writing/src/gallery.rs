//! What a gallery shows of games, and the words of the language.

use std::collections::BTreeMap;

use serde::Serialize;
use tilegame_dsl::ast::ItemKind;
use tilegame_dsl::source::FileId;
use tilegame_dsl::token::{KEYWORDS, WORDS};
use tilegame_dsl::{library, parse};

/// A game in a gallery.
#[derive(Serialize)]
pub(crate) struct Listed {
    name: String,
    title: String,
    about: String,
    /// The name of the game that it comes from in the end: its own, if it is no variant.
    family: String,
    /// What it is a variant of.
    parent: Option<String>,
    /// Other names that it is known by.
    names: Vec<String>,
}

/// Title, description and what it is a variant of, by the text of a game alone.
struct Head {
    title: String,
    about: String,
    parent: Option<String>,
}

fn head(text: &str) -> Option<Head> {
    let (file, _) = parse::parse(FileId(0), text);
    let first = |about: Vec<tilegame_dsl::ast::Text>| {
        about.into_iter().next().map_or(String::new(), |text| text.node)
    };
    file.items.into_iter().find_map(|item| match item.kind {
        ItemKind::Game { title, about } => {
            Some(Head { title: title.node, about: first(about), parent: None })
        }
        ItemKind::Variant { title, parent, about } => {
            let parent = Some(parent.name.node);
            Some(Head { title: title.node, about: first(about), parent })
        }
        _ => None,
    })
}

/// All of these games, in the order of their names.
pub(crate) fn games(texts: &BTreeMap<String, String>) -> Vec<Listed> {
    let heads: Vec<(&str, Head)> =
        texts.iter().filter_map(|(name, text)| Some((name.as_str(), head(text)?))).collect();
    let parent = |name: &str| {
        let (_, head) = heads.iter().find(|(known, _)| *known == name)?;
        let parent = head.parent.as_deref()?;
        heads.iter().map(|(known, _)| *known).find(|known| *known == parent)
    };
    let family = |name: &str| {
        let mut first = name;
        // No chain of variants is longer than the list.
        for _ in 0..heads.len() {
            let Some(next) = parent(first) else { break };
            first = heads.iter().map(|(known, _)| *known).find(|known| *known == next).unwrap_or(first);
        }
        first.to_string()
    };
    let listed = heads.iter().map(|(name, head)| Listed {
        name: name.to_string(),
        title: head.title.clone(),
        about: head.about.clone(),
        family: family(name),
        parent: head.parent.clone(),
        names: texts.get(*name).map_or_else(Vec::new, |text| library::names(text)),
    });
    listed.collect()
}

/// The words of the language.
#[derive(Serialize)]
pub(crate) struct Words {
    /// Those that are no names anywhere.
    keywords: &'static [&'static str],
    /// Those that mean something in some places.
    words: Vec<&'static str>,
}

/// All words of the language.
pub(crate) fn words() -> Words {
    Words { keywords: KEYWORDS, words: WORDS.iter().map(|(word, _)| *word).collect() }
}

//! The texts that come with the compiler: the standard library and the games.
//!
//! The texts themselves are in the crate `tilegame-library`, which lists the folders `stdlib` and `games` when it is built; no file is named in Rust.
//! It can be built with the names of the games alone: then what compiles is asked to [fetch](crate::fetch::Fetch) a game by the name it has here.

use std::collections::HashMap;
use std::sync::LazyLock;

pub use tilegame_library::{GAMES, MODULES};

use crate::ast::{ItemKind, NotationLine, Verb};
use crate::diagnostic::suggest;
use crate::ir::plain_name;
use crate::parse;
use crate::source::FileId;

/// Names that modules declare, by the sort of thing, and the module.
static DECLARED: LazyLock<HashMap<(&'static str, String), &'static str>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for (module, text) in MODULES {
        let (file, _) = parse::parse(FileId(0), text);
        for item in file.items.into_iter().filter(|item| item.verb == Verb::Declare) {
            let (sort, name) = match item.kind {
                ItemKind::Path { name, .. } => ("path", name),
                ItemKind::Test { name, .. } => ("test", name),
                ItemKind::Region { name, .. } => ("region", name),
                ItemKind::Shape { name, .. } => ("shape", name),
                ItemKind::Mark(name) => ("mark", name),
                ItemKind::Option { name, .. } => ("option", name),
                ItemKind::Counter { name, .. } => ("counter", name),
                _ => continue,
            };
            all.entry((sort, name.node)).or_insert(*module);
        }
    }
    all
});

/// The text of a module or game by the name it has in [`Sources`](crate::source::Sources): `stdlib/NAME.tg` or
/// `games/NAME.tg`.
pub fn text(name: &str) -> Option<&'static str> {
    known(name).filter(|text| !text.is_empty())
}

/// Whether a module or game has this name in [`Sources`](crate::source::Sources), with or without its text.
///
/// ```
/// use tilegame_dsl::library::has;
/// assert!(has("games/chess.tg") && has("stdlib/checkmate.tg") && !has("games/checkmate.tg"));
/// ```
pub fn has(name: &str) -> bool {
    known(name).is_some()
}

fn known(name: &str) -> Option<&'static str> {
    let (folder, file) = name.split_once('/')?;
    let word = file.strip_suffix(".tg")?;
    match folder {
        "stdlib" => find(MODULES, word),
        "games" => find(GAMES, word),
        _ => None,
    }
}

/// The module that declares a name, as a `path`, `test`, `region`, `shape`, `mark`, `option` or `counter`.
///
/// ```
/// use tilegame_dsl::library::declaring;
/// assert_eq!(declaring("test", "check"), Some("checkmate"));
/// assert_eq!(declaring("path", "check"), None);
/// ```
pub fn declaring(sort: &'static str, name: &str) -> Option<&'static str> {
    DECLARED.get(&(sort, name.to_owned())).copied()
}

/// The embedded game of a name: that of its file, its title, or one of its `variant` names. Only letters and digits count, be they
/// large or small.
///
/// ```
/// use tilegame_dsl::library::called;
/// assert_eq!(called("Three-Check"), Some("3check"));
/// assert_eq!(called("nothing like that"), None);
/// ```
pub fn called(name: &str) -> Option<&'static str> {
    let wanted = plain_name(name);
    let is_meant = |known: &str| !wanted.is_empty() && plain_name(known) == wanted;
    let of_file = GAMES.iter().find(|(file, _)| is_meant(file));
    let found = of_file.or_else(|| GAMES.iter().find(|(_, text)| names(text).iter().any(|n| is_meant(n))));
    found.map(|(file, _)| *file)
}

/// The game with a name that is similar to this one.
///
/// ```
/// use tilegame_dsl::library::nearest;
/// assert_eq!(nearest("ches").as_deref(), Some("chess"));
/// assert_eq!(nearest("nothing like that"), None);
/// ```
pub fn nearest(name: &str) -> Option<String> {
    let files = GAMES.iter().map(|(name, _)| *name);
    if let Some(near) = suggest::nearest(name, files) {
        return Some(near.to_string());
    }
    let others: Vec<String> = GAMES.iter().flat_map(|(_, text)| names(text)).collect();
    let near = suggest::nearest(name, others.iter().map(String::as_str))?;
    called(near).map(str::to_string)
}

/// The title of a game and its `variant` names, by its text alone.
pub fn names(text: &str) -> Vec<String> {
    let (file, _) = parse::parse(FileId(0), text);
    let mut names = Vec::new();
    for item in file.items {
        match item.kind {
            ItemKind::Game { title, .. } | ItemKind::Variant { title, .. } => names.push(title.node),
            ItemKind::Notation { name: None, lines } => {
                let all = lines.into_iter().filter_map(|line| match line {
                    NotationLine::Pgn(names) => Some(names),
                    _ => None,
                });
                names.extend(all.flatten().map(|name| name.node));
            }
            _ => {}
        }
    }
    names
}

fn find(list: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    list.iter().find(|(name, _)| *name == word).map(|(_, text)| *text)
}

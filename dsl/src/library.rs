//! The texts that come with the compiler: the standard library and the games.
//!
//! The lists are made at build time from the folders `stdlib` and `games`; no file is named in Rust.

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The text of a module or game by the name it has in [`Sources`](crate::source::Sources): `stdlib/NAME.tg` or
/// `games/NAME.tg`.
pub fn text(name: &str) -> Option<&'static str> {
    let (folder, file) = name.split_once('/')?;
    let word = file.strip_suffix(".tg")?;
    match folder {
        "stdlib" => find(MODULES, word),
        "games" => find(GAMES, word),
        _ => None,
    }
}

fn find(list: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    list.iter().find(|(name, _)| *name == word).map(|(_, text)| *text)
}

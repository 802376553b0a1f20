//! Embeds the library (`stdlib/*.tg`, `games/*.tg`), so that adding a file there touches no Rust.
//!
//! If the environment variable `TILEGAME_LIBRARY` is `names` during the build, of the games only the names are embedded, with empty texts: for
//! a web page, which fetches the texts of the games that are opened.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=library/build.rs");
    println!("cargo::rerun-if-env-changed=TILEGAME_LIBRARY");
    let apart = env::var("TILEGAME_LIBRARY").is_ok_and(|wanted| wanted == "names");
    let lists = [
        list(&root.join("stdlib"), "MODULES", "The modules of the standard library", false),
        list(&root.join("games"), "GAMES", "The games", apart),
    ];
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("library.rs"), lists.concat()).expect("the build folder can be written");
}

/// A constant with the texts of a folder, as a sorted list of (name, text). A library without texts is never meant, so a folder without
/// any fails the build.
fn list(folder: &Path, constant: &str, what: &str, apart: bool) -> String {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder).unwrap_or_else(|error| {
        panic!("{what} of this package should be in {}, which can't be read: {error}", folder.display())
    });
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|e| e == "tg")).collect();
    files.sort();
    assert!(
        !files.is_empty(),
        "{what} of this package should be in {}, which has no `.tg` files",
        folder.display()
    );
    let mut code =
        format!("/// {what}: (name, text), sorted by name.\npub const {constant}: &[(&str, &str)] = &[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let path = fs::canonicalize(&file).expect("the file was just listed");
        let name = file.file_stem().expect("it has an ending").to_string_lossy().into_owned();
        let text = if apart {
            "\"\"".to_string()
        } else {
            format!("include_str!({:?})", path.display().to_string())
        };
        let _ = writeln!(code, "    ({name:?}, {text}),");
    }
    code + "];\n"
}

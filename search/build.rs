//! Embeds the nets (`nets/*.net`), so that adding a file there touches no Rust.
//!
//! If the environment variable `TILEGAME_LIBRARY` is `names` during the build, none is: for a web page, which fetches those of the games that are opened.

#![expect(clippy::disallowed_methods, reason = "what is built may depend on files")]

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("nets");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-env-changed=TILEGAME_LIBRARY");
    let apart = env::var("TILEGAME_LIBRARY").is_ok_and(|wanted| wanted == "names");
    let entries = fs::read_dir(&folder).expect("the folder of nets can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "net")).collect();
    files.sort();
    let mut code = "/// The nets: (name of the game's file, bytes), sorted by name.\nconst NETS: &[(&str, &[u8])] = &[\n".to_owned();
    for file in files.iter().filter(|_| !apart) {
        let name = file.file_stem().expect("it has an ending").to_string_lossy().into_owned();
        let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", file.display().to_string());
    }
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("nets.rs"), code + "];\n").expect("the build folder can be written");
}

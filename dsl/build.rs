//! Generates the parser from `src/parse/grammar.lalrpop`, and embeds the library (`stdlib/*.tg`, `games/*.tg`), so that
//! adding a file there touches no Rust.

// The crate itself may not touch files or its surroundings; building it has to.
#![allow(clippy::disallowed_methods)]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    generate_parser();
    embed_library();
}

fn generate_parser() {
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .emit_rerun_directives(true)
        .process()
        .expect("src/parse/grammar.lalrpop is a grammar");
}

/// Writes `library.rs` into the build folder: one constant a folder, a sorted list of (name, text).
fn embed_library() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("..");
    let mut code = String::new();
    for (folder, constant, what) in
        [("stdlib", "MODULES", "The standard library's modules"), ("games", "GAMES", "The embedded games")]
    {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files: Vec<_> = fs::read_dir(&folder)
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok().map(|e| e.path()))
            .filter(|path| path.extension().is_some_and(|e| e == "tg"))
            .collect();
        files.sort();
        let _ = writeln!(
            code,
            "/// {what}: (name, text), sorted by name.\npub const {constant}: &[(&str, &str)] = &["
        );
        for file in files {
            println!("cargo::rerun-if-changed={}", file.display());
            let path = fs::canonicalize(&file).expect("the file was just listed");
            let name = file.file_stem().expect("it has an ending").to_string_lossy().into_owned();
            let _ = writeln!(code, "    ({name:?}, include_str!({:?})),", path.display().to_string());
        }
        code.push_str("];\n");
    }
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("library.rs");
    fs::write(out, code).expect("the build folder can be written");
}

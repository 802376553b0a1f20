//! Generates the tokens and the parser from `src/words.txt` and `src/parse/grammar.lalrpop`, and embeds the library (`stdlib/*.tg`, `games/*.tg`), so that
//! adding a file there touches no Rust.

// The crate itself may not touch files or its surroundings; building it has to.
#![allow(clippy::disallowed_methods)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let words = read_words();
    write_words(&words, &out);
    generate_parser(&words, &out);
    embed_library(&out);
}

/// The words and signs of the language, each with the name of its token.
struct Words {
    words: Vec<(String, String)>,
    /// Words that are also names.
    names: Vec<String>,
    signs: Vec<(String, String)>,
}

/// Reads the list of words.
fn read_words() -> Words {
    const LIST: &str = "src/words.txt";
    println!("cargo::rerun-if-changed={LIST}");
    let text = fs::read_to_string(LIST).expect("the list of words is in the package");
    let mut all = Words { words: Vec::new(), names: Vec::new(), signs: Vec::new() };
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (text, more) = line.split_once(' ').map_or((line, ""), |(text, more)| (text, more.trim()));
        if !text.starts_with(|c: char| c.is_ascii_lowercase()) {
            all.signs.push((text.to_owned(), more.to_owned()));
            continue;
        }
        all.words.push((text.to_owned(), text[..1].to_uppercase() + &text[1..]));
        match more {
            "" => {}
            "name" => all.names.push(text.to_owned()),
            other => panic!("{LIST}: `{text}` is `{other}`"),
        }
    }
    all
}

/// Writes `words.rs` into the build folder: the list of words as `token.rs` wants it.
fn write_words(all: &Words, out: &Path) {
    let tokens = |list: &[(String, String)]| -> String {
        list.iter().map(|(text, token)| format!("{token} {text:?} ")).collect()
    };
    let names: String = all.names.iter().map(|name| format!("{name:?} ")).collect();
    let (words, signs) = (tokens(&all.words), tokens(&all.signs));
    let code = format!("tokens! {{ words {{ {words}}} names {{ {names}}} signs {{ {signs}}} }}\n");
    fs::write(out.join("words.rs"), code).expect("the build folder can be written");
}

/// Puts the words into the grammar, and makes the parser of it.
fn generate_parser(all: &Words, out: &Path) {
    const GRAMMAR: &str = "src/parse/grammar.lalrpop";
    println!("cargo::rerun-if-changed={GRAMMAR}");
    let names: String = all.names.iter().map(|name| format!("{name:?} => {name:?},\n")).collect();
    let tokens = all.words.iter().chain(&all.signs);
    let tokens: String = tokens.map(|(text, token)| format!("{text:?} => Token::{token},\n")).collect();
    let grammar = fs::read_to_string(GRAMMAR).expect("the grammar is in the package");
    let grammar = grammar.replace("@names@", &names).replace("@tokens@", &tokens);
    let folder = out.join("grammar");
    fs::create_dir_all(folder.join("parse")).expect("the build folder can be written");
    fs::write(folder.join("parse/grammar.lalrpop"), grammar).expect("the build folder can be written");
    lalrpop::Configuration::new()
        .set_in_dir(folder)
        .set_out_dir(out)
        .process()
        .expect("src/parse/grammar.lalrpop is a grammar");
}

/// Writes `library.rs` into the build folder: one constant a folder, a sorted list of (name, text).
fn embed_library(out: &Path) {
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
    fs::write(out.join("library.rs"), code).expect("the build folder can be written");
}

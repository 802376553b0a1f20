//! Documents and messages use the terms of the field: words that an earlier version had instead don't come back.

use std::fs;
use std::path::{Path, PathBuf};

/// Words to avoid, in lower case, and what to write instead.
const INSTEAD: &[(&str, &str)] = &[
    ("the mend", "the fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("mending", "fixing"),
    ("position text", "FEN"),
    ("set-up", "setup"),
    ("the one who", "the player who"),
    ("whoever can", "a player who can"),
    ("who asks", "the evaluating player"),
    ("is said of", "applies to"),
    ("is not said", "does not apply"),
    ("stands in quotes", "must be quoted"),
    ("makes no sense", "say what is wrong"),
    ("nearly always meant otherwise", "usually a mistake"),
    ("a kind of its own", "a separate piece type"),
    ("goes by them", "uses them"),
    ("as tells it from", "disambiguation"),
    ("of one's own", "friend"),
    ("from the own side", "from their own side"),
    ("be they ", "whether they are"),
    ("brings in", "imports"),
    ("a reader that goes away", "a closed pipe"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ is in the repository").to_path_buf()
}

/// All files below a path with one of these endings.
fn files(path: PathBuf, endings: &[&str], found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            files(entry.expect("an entry").path(), endings, found);
        }
    } else if path.extension().is_some_and(|ending| endings.iter().any(|e| ending == *e)) {
        found.push(path);
    }
}

#[test]
fn documents_and_messages_are_plain_english() {
    let mut all = Vec::new();
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs"]
    {
        files(root().join(document), &["md"], &mut all);
    }
    for folder in ["benches", "cli", "dsl", "games", "ide", "library", "pictures", "runtime", "stdlib"] {
        all.push(root().join(folder).join("README.md"));
    }
    files(root().join("dsl/src/diagnostic/explain"), &["md"], &mut all);
    for folder in ["dsl/src", "ide/src", "runtime/src", "cli/src", "pictures/src"] {
        files(root().join(folder), &["rs"], &mut all);
    }
    files(root().join("tests/cases"), &["snap"], &mut all);
    let mut found = Vec::new();
    for file in all {
        let code = file.extension().is_some_and(|e| e == "rs");
        for (number, line) in fs::read_to_string(&file).expect("readable").lines().enumerate() {
            // Of code, the lines with a string are messages; comments are no part of what users read.
            let message = line.contains('"') && !line.trim_start().starts_with("//");
            if code && !message {
                continue;
            }
            let line = line.to_lowercase();
            for (word, instead) in INSTEAD.iter().filter(|(word, _)| line.contains(word)) {
                found.push(format!("{}:{}: `{word}`: write `{instead}`", file.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "not the terms of the field:\n{}", found.join("\n"));
}

//! Rules about the repository itself.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()) {
            if entry.is_dir() {
                open.push(entry);
            } else if entry.to_string_lossy().ends_with(ending) {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

fn rust_files() -> Vec<PathBuf> {
    [
        "library", "betza", "dsl", "ide", "import", "runtime", "record", "fairy", "search", "learn", "solve",
        "pictures", "cli", "tests", "benches",
    ]
    .iter()
    .flat_map(|f| files(f, ".rs"))
    .collect()
}

#[test]
fn every_module_says_what_it_is_for() {
    for file in rust_files() {
        let text = fs::read_to_string(&file).expect("readable");
        assert!(text.starts_with("//!") || text.starts_with("#![doc"), "{} has no head", file.display());
    }
}

/// What may go wrong beyond a panic stands in one module, with its reason.
#[test]
fn what_may_go_wrong_stands_in_one_place() {
    // Spelled so that this file is not found.
    let words = [
        concat!("un", "safe {"),
        concat!("un", "safe fn"),
        concat!("un", "safe impl"),
        concat!("un", "safe_code"),
    ];
    for file in rust_files() {
        let text = fs::read_to_string(&file).expect("readable");
        let found = words.iter().map(|word| text.matches(word).count()).sum::<usize>();
        let expected = match file {
            _ if file.ends_with("runtime/src/cpu.rs") => 2,
            // Forbidden even to whoever would allow it.
            _ if ["betza", "ide", "import", "fairy", "solve"]
                .iter()
                .any(|of| file.ends_with(format!("{of}/src/lib.rs"))) =>
            {
                1
            }
            _ => 0,
        };
        assert_eq!(found, expected, "{}", file.display());
    }
}

/// The engine knows no game: no kind, game or letter of `games/` is a word of the Rust code.
#[test]
fn no_game_and_no_piece_is_named_in_rust() {
    let mut names: Vec<String> = tilegame_tests::names().map(str::to_owned).collect();
    for name in tilegame_tests::names() {
        names.extend(tilegame_tests::game(name).rules().kinds.iter().map(|k| k.name.clone()));
    }
    names.extend(["xiangqi", "shogi", "khet", "cotulenh", "glinski", "passant"].map(str::to_owned));
    names.sort();
    names.dedup();
    // "King" is also the field's word for the one who castles, "Stack" the language's for pieces on one tile, "loop" a keyword of Rust, and
    // "fairy" belongs to the name of another program.
    names.retain(|n| !["King", "Stack", "loop", "fairy"].contains(&n.as_str()));
    let mut found = Vec::new();
    for file in ["dsl", "ide", "runtime", "record", "search", "learn", "solve", "pictures", "cli"]
        .iter()
        .flat_map(|f| files(&format!("{f}/src"), ".rs"))
    {
        if file.components().any(|c| c.as_os_str() == "tests") || file.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("readable");
        // A module of tests inside a file stands at its end; one in a file of its own is not read here.
        let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
        for (number, line) in text[..end].lines().enumerate() {
            // Rust's own name for numbers that threads share, and the editors' protocol's for what belongs to no part of it.
            let line = line.replace("sync::atomic", "sync").replace("/capabilities/general/", "/");
            let code = line.split("//").next().unwrap_or("");
            let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
            if words.any(|word| names.iter().any(|n| word.eq_ignore_ascii_case(n))) {
                found.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "games or pieces named in Rust:\n{}", found.join("\n"));
}

/// The runtime plays rules; texts and places in them are known in one module, for programs that embed games.
#[test]
fn the_runtime_knows_of_texts_in_one_place() {
    let known = ["ir", "limits", "library"];
    for file in files("runtime/src", ".rs").into_iter().filter(|file| !file.ends_with("src/source.rs")) {
        let text = fs::read_to_string(&file).expect("readable");
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for used in line.split("tilegame_dsl::").skip(1) {
                let used = used.trim_start_matches('{').split(|c: char| !c.is_alphanumeric() && c != '_');
                let used: Vec<&str> = used.take(1).collect();
                assert!(known.contains(&used[0]), "{}: {line}", file.display());
            }
        }
    }
}

#[test]
fn every_game_has_counts() {
    for name in tilegame_tests::names() {
        assert!(root().join(format!("tests/perft/{name}.perft")).exists(), "no counts for {name}");
    }
}

#[test]
fn every_game_is_in_the_folder_and_embedded() {
    let mut listed: Vec<String> = files("games", ".tg")
        .iter()
        .map(|f| f.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    let mut embedded: Vec<String> = tilegame_tests::names().map(str::to_owned).collect();
    embedded.sort();
    listed.sort();
    assert_eq!(listed, embedded);
}

#[test]
fn chess_is_short() {
    let lines = |path: &str| {
        let text = fs::read_to_string(root().join(path)).expect("readable");
        let tests = text.find("\ntests\n").unwrap_or(text.len());
        let code = |l: &&str| !l.trim().is_empty() && !l.trim_start().starts_with('#');
        text[..tests].lines().filter(code).count()
    };
    let paths = ["king", "queen", "rook", "bishop", "knight"].len();
    let modules = ["checkmate", "draws", "chess_notation"].map(|m| lines(&format!("stdlib/{m}.tg")));
    let all = lines("games/chess.tg") + modules.iter().sum::<usize>() + paths;
    assert!(all <= 90, "chess with its vocabulary has {all} lines");
}

#[test]
fn rust_files_are_of_a_readable_size() {
    for file in rust_files() {
        let lines = fs::read_to_string(&file).expect("readable").lines().count();
        assert!(lines <= 900, "{} has {lines} lines: is it still one subject?", file.display());
    }
}

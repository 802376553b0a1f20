//! The command `export`: every game of the library as a section of Fairy-Stockfish's format, or why there is none.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tilegame::Exit;
use tilegame_fairy::export;
use tilegame_runtime::{Game, library};

use crate::command::{run, run_in, scratch, snapshot};

/// Each game, and either that it has a section or why not.
fn table() -> String {
    let rows: Mutex<BTreeMap<&str, String>> = Mutex::new(BTreeMap::new());
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((name, _)) = library::GAMES.get(next.fetch_add(1, Ordering::Relaxed)) {
            let game = Game::from_library(name).expect("a game of the library");
            let row = match export::ini(&game, "mine") {
                Ok(section) => {
                    assert!(section.compared.positions > 0, "{name}");
                    "a section".to_owned()
                }
                Err(refused) => {
                    assert!(!refused.reasons.is_empty(), "{name}");
                    refused.reasons.join("; ")
                }
            };
            rows.lock().expect("no panic").insert(*name, row);
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        (0..threads).for_each(|_| _ = scope.spawn(work));
    });
    let rows = rows.into_inner().expect("no panic");
    rows.into_iter().map(|(name, row)| format!("{name}\t{row}\n")).collect()
}

/// Every game leaves proved, or with a reason; which does which is in a file. After a change that is meant, `INSTA_UPDATE=always` writes it anew.
#[test]
fn every_game_has_a_section_or_a_reason() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("cases/export/games.tsv");
    let table = table();
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        fs::write(&path, &table).expect("a file");
    }
    let known = fs::read_to_string(&path).expect("the table");
    for (line, expected) in table.lines().zip(known.lines()) {
        assert_eq!(line, expected, "`INSTA_UPDATE=always` writes the table anew");
    }
    assert_eq!(table.lines().count(), known.lines().count());
}

#[test]
fn sections() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../cases/export");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for name in ["capahouse", "minishogi", "xiangqi"] {
            let answer = run(&["export", name, "--as", "ini"]);
            assert_eq!((answer.exit, answer.err.as_str()), (Exit::Fine, ""), "{name}");
            insta::assert_snapshot!(name, answer.out);
        }
    });
}

/// What is printed is a file that `import` reads.
#[test]
fn what_is_printed_is_imported() {
    let folder = scratch("export_back");
    let answer = run_in(&folder, &["export", "shako", "--as", "ini", "--name", "back"], "");
    assert_eq!(answer.exit, Exit::Fine, "{}", answer.err);
    fs::write(folder.join("v.ini"), &answer.out).expect("a file");
    let counted = |game: &str| run_in(&folder, &["perft", game, "3"], "").out;
    assert_eq!(counted("v.ini:back").lines().next(), counted("shako").lines().next());
}

/// What comes from a section goes back to one that is the same game.
#[test]
fn imported_sections_are_exported() {
    let text = include_str!("../cases/export/round_trips.ini");
    let imported = tilegame_import::import(text, &[], false);
    let worst = imported.messages.iter().find(|message| message.severity == tilegame_import::Severity::Error);
    assert!(worst.is_none(), "{worst:?}");
    let sections = text.lines().filter(|line| line.starts_with('[')).count();
    assert_eq!(imported.games.len(), sections);
    let mut refused = Vec::new();
    for of in &imported.games {
        let game = Game::from_source("section.tg", &of.text, |_| None).expect("a game");
        let key = of.name.trim_end_matches(|c: char| c.is_ascii_digit());
        match export::ini(&game, "back") {
            Ok(section) if section.text.lines().any(|line| line.starts_with(&format!("{key} = "))) => {}
            Ok(section) => refused.push(format!("{}: without that key\n{}", of.name, section.text)),
            Err(why) => refused.push(format!("{}: {why}", of.name)),
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n\n"));
}

#[test]
fn exporting() {
    snapshot(
        "exporting",
        &[
            "export glinski --as ini",
            "export chess --as betza",
            "export xiangqi --as betza --dialect fsf",
            "export capablanca --as xboard",
            "export minishogi --as xboard",
            "export glinski --as xboard",
            "export ches --as ini",
            "export chess --as fen",
            "export chess",
            "export chess --as ini --name \"a b\"",
            "export \"\" --as ini",
        ],
    );
}

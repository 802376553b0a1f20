//! Games that say in their own tests what is right: those in `faults` were once played wrongly without a word, those in `games` are
//! for words of the language that no game of the library needs.

use std::path::{Path, PathBuf};

use tilegame_dsl::diagnostic::Severity;
use tilegame_dsl::source::Sources;
use tilegame_runtime::compare::search;

/// The games of a folder, each by its name and text.
fn games(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "tg")).collect();
    files.sort();
    assert!(!files.is_empty(), "no game in the folder");
    let text = |path: &PathBuf| std::fs::read_to_string(path).expect("readable");
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), text(path))).collect()
}

fn are_played_rightly(folder: &str) {
    for (name, text) in games(folder) {
        let mut sources = Sources::new();
        sources.add(&name, text);
        let checked = tilegame::check::check(&mut sources, &name, &mut |_| None);
        let errors = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let drawn: Vec<String> =
            errors.map(|d| tilegame_dsl::diagnostic::render::render(&sources, d, false)).collect();
        assert!(drawn.is_empty(), "{}", drawn.join("\n"));
        let game = checked.game.expect("without errors there is a game");
        assert!(checked.passed > 0, "{name} says nothing");
        let start = game.specification().start();
        for m in tilegame_tests::listed(&game, &start) {
            let (as_uci, as_san) =
                (game.specification().uci(&start, &m), game.specification().san(&start, &m));
            assert_eq!(game.specification().read_uci(&start, &as_uci).as_ref(), Ok(&m), "{name}: {as_uci}");
            assert_eq!(game.specification().read_san(&start, &as_san).as_ref(), Ok(&m), "{name}: {as_san}");
        }
        if game.why_slow().is_none() {
            let (difference, _) =
                search(&game, &game.specification().start(), 2, |_| true).expect("the engine plays it");
            assert!(difference.is_none(), "{name}: {}", difference.expect("one").what);
        }
    }
}

#[test]
fn games_once_played_wrongly_are_played_rightly() {
    are_played_rightly("faults");
}

#[test]
fn games_for_words_of_the_language_are_played_rightly() {
    are_played_rightly("games");
}

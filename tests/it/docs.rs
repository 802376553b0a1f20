//! What the documents show is true: every block of rules loads without a complaint, every word is listed, every link leads somewhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tilegame_dsl::source::Sources;

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ is in the repository").to_path_buf()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The Markdown files directly in a folder, or with `deep` in all folders below it, as paths from the root.
fn documents(folder: &str, deep: bool) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        let path = if folder == "." { name } else { format!("{folder}/{name}") };
        if entry.path().is_dir() {
            found.extend(if deep { documents(&path, deep) } else { Vec::new() });
        } else if path.ends_with(".md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The blocks of a document fenced with ```` ```tg ````, each with its line.
fn blocks(path: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (number, line) in read(path).lines().enumerate() {
        match (inside, line) {
            (false, _) if line.starts_with("```tg") => {
                inside = true;
                found.push((number + 1, String::new()));
            }
            (true, "```") => inside = false,
            (true, _) => {
                let block = &mut found.last_mut().expect("an open block").1;
                block.push_str(line);
                block.push('\n');
            }
            _ => {}
        }
    }
    found
}

/// All messages about a text, the in-file tests included.
fn complaints(name: &str, text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    sources.add(name, text);
    let checked = tilegame::check::check(&mut sources, name, &mut |_| None);
    checked.diagnostics.iter().map(|d| tilegame_dsl::diagnostic::render::render(&sources, d, false)).collect()
}

#[test]
fn the_language_reference_is_true() {
    let mut checked = 0;
    for path in documents("docs/src/language", true) {
        for (line, block) in blocks(&path) {
            let whole = block.lines().any(|l| l.starts_with("game ") || l.starts_with("variant "));
            let text = if whole { block } else { format!("variant \"Example\" of chess\n\n{block}") };
            let wrong = complaints("example.tg", &text);
            assert!(wrong.is_empty(), "{path}:{line}\n{text}\n{}", wrong.join("\n"));
            checked += 1;
        }
    }
    assert!(checked > 60, "only {checked} examples were found");
}

#[test]
fn the_language_reference_names_every_word() {
    let text = read("docs/src/language/words.md");
    for word in tilegame_dsl::token::KEYWORDS {
        assert!(text.contains(&format!("`{word}`")), "`{word}` is not in the list of words");
    }
}

#[test]
fn the_book_has_a_place_for_every_chapter() {
    let summary = read("docs/src/SUMMARY.md");
    for path in documents("docs/src", true) {
        let chapter = path.strip_prefix("docs/src/").expect("a chapter");
        assert!(
            chapter == "SUMMARY.md" || summary.contains(&format!("({chapter})")),
            "{path} is not in docs/src/SUMMARY.md"
        );
    }
}

/// The names by which the headings of a text can be linked, as mdBook and GitHub make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if let (false, Some(heading)) = (fenced, line.strip_prefix('#')) {
            let kept = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            found.insert(kept.map(|c| if c == ' ' { '-' } else { c }).collect());
        }
    }
    found
}

/// The targets of the links and pictures of a text, without those that leave the repository.
fn links(text: &str) -> Vec<String> {
    let mut fenced = false;
    let mut found = Vec::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if !fenced {
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
            found.extend(targets.map(|(target, _)| target.to_string()).filter(|t| !t.contains("://")));
        }
    }
    found
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut all = documents(".", false);
    for (folder, deep) in
        [("docs", true), ("games", false), ("stdlib", false), ("cli", false), ("benches", false)]
    {
        all.extend(documents(folder, deep));
    }
    for path in all {
        let text = read(&path);
        for link in links(&text) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => root().join(&path),
                file => root().join(&path).parent().expect("a folder").join(file),
            };
            let inside = !anchor.is_empty() && target.is_file();
            let there = std::fs::read_to_string(&target).unwrap_or_default();
            if !target.exists() || inside && !anchors(&there).contains(anchor) {
                wrong.push(format!("{path}: {link}"));
            }
        }
    }
    assert!(wrong.is_empty(), "these links lead nowhere:\n{}", wrong.join("\n"));
}

#[test]
fn the_tutorial_leads_to_a_game_without_complaints() {
    let blocks = blocks("games/README.md");
    let last = blocks.len() - 1;
    assert!(last >= 3);
    for (i, (line, block)) in blocks.iter().enumerate() {
        let wrong = complaints("skirmish.tg", block);
        // The second block is the one that the text says has complaints.
        assert_eq!(wrong.is_empty(), i != 1, "games/README.md:{line}\n{}", wrong.join("\n"));
    }
    assert!(blocks[last].1.contains("tests"), "the last block promises something");
}

//! Documents: every link leads somewhere. What the book says about the language is tested in `book`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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
            // What follows a space is a title.
            let targets = targets.map(|(target, _)| target.split(' ').next().unwrap_or_default().to_string());
            found.extend(targets.filter(|target| !target.contains("://")));
        }
    }
    found
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut all = documents(".", false);
    for (folder, deep) in [
        ("docs", true),
        ("games", false),
        ("stdlib", false),
        ("cli", false),
        ("benches", false),
        ("library", false),
        ("dsl", false),
        ("ide", false),
        ("editors/vscode", false),
        ("runtime", false),
        ("record", false),
        ("search", false),
        ("solve", false),
        ("pictures", false),
    ] {
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
            // The book is also read by itself.
            let up = file.matches("../").count();
            let leaves =
                path.strip_prefix("docs/src/").is_some_and(|inside| up > inside.matches('/').count());
            if leaves || !target.exists() || inside && !anchors(&there).contains(anchor) {
                wrong.push(format!("{path}: {link}"));
            }
        }
    }
    assert!(wrong.is_empty(), "these links lead nowhere:\n{}", wrong.join("\n"));
}

/// The programs in a text in Rust.
fn programs(text: &str) -> Vec<&str> {
    let blocks = text.split("\n```rust").skip(1);
    blocks.filter_map(|block| Some(block.split_once('\n')?.1.split_once("\n```")?.0)).collect()
}

/// The READMEs of these crates are part of their documentation, whose examples are compiled and run.
#[test]
fn programs_in_documents_are_tested() {
    let readmes = ["runtime/README.md", "record/README.md"].map(read);
    let tested: Vec<&str> = readmes.iter().flat_map(|readme| programs(readme)).collect();
    for path in documents("docs", true).into_iter().chain(["README.md".to_string()]) {
        for program in programs(&read(&path)) {
            assert!(tested.contains(&program), "{path}: this is in no README of a crate:\n{program}");
        }
    }
}

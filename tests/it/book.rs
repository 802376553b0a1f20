//! The book says what is true: every example compiles, is shown with a picture of its board, and every word of the language is in the index.
//!
//! An example is a block fenced with ```` ```tg ````. `file=NAME` says under which name its pictures are drawn, `wrong` that it is an example
//! of a mistake. A picture below it has the command that draws it as its title; `INSTA_UPDATE=always` draws all of them anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use tilegame::Exit;
use tilegame_dsl::source::Sources;

use crate::command::{run_in, scratch, words};

fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src")
}

/// The chapters, each with its path from the root of the book and its text.
fn chapters() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![book()];
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                let name =
                    path.strip_prefix(book()).expect("in the book").to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).expect("a chapter").replace("\r\n", "\n")));
            }
        }
    }
    found.sort();
    found
}

/// A picture: the file that the page names, and the command that draws it.
struct Picture {
    file: String,
    command: String,
}

struct Example {
    /// Chapter and line.
    place: String,
    /// The words after `tg`.
    info: Vec<String>,
    rules: String,
    pictures: Vec<Picture>,
}

impl Example {
    fn is_wrong(&self) -> bool {
        self.info.iter().any(|word| word == "wrong")
    }

    /// The rules as a file: what is not a game of its own is the inside of a variant of chess.
    fn file(&self) -> String {
        let whole = self.rules.lines().any(|l| l.starts_with("game ") || l.starts_with("variant "));
        if whole { self.rules.clone() } else { format!("variant \"Example\" of chess\n\n{}", self.rules) }
    }
}

/// The title and the file of a picture in a line, if it is one of the pictures of the book.
fn picture(line: &str) -> Option<Picture> {
    let (_, target) = line.strip_prefix("![")?.split_once("](")?;
    let (file, title) = target.strip_suffix("\")")?.split_once(" \"")?;
    let (_, file) = file.split_once("pictures/")?;
    Some(Picture { file: file.to_owned(), command: title.replace('\'', "\"") })
}

fn examples() -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    for (chapter, text) in chapters() {
        let first = found.len();
        let mut inside = false;
        for (number, line) in text.lines().enumerate() {
            if let (false, Some(info)) = (inside, line.strip_prefix("```tg")) {
                inside = true;
                found.push(Example {
                    place: format!("{chapter}:{}", number + 1),
                    info: info.split_whitespace().map(str::to_owned).collect(),
                    rules: String::new(),
                    pictures: Vec::new(),
                });
            } else if inside && line == "```" {
                inside = false;
            } else if inside {
                found.last_mut().expect("an open block").rules += &format!("{line}\n");
            } else if let Some(picture) = picture(line) {
                assert!(found.len() > first, "{chapter}:{}: a picture without an example", number + 1);
                found.last_mut().expect("an example").pictures.push(picture);
            }
        }
    }
    found
}

/// All messages about a text, the in-file tests included.
fn complaints(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    sources.add("example.tg", text);
    let checked = tilegame::check::check(&mut sources, "example.tg", &mut |_| None);
    checked.diagnostics.iter().map(|d| tilegame_dsl::diagnostic::render::render(&sources, d, false)).collect()
}

/// A block fenced with ```` ```console ````: a command, and lines of what it prints, in their order.
#[test]
fn commands_print_what_the_book_says() {
    let mut commands = 0;
    for (chapter, text) in chapters() {
        for block in text.split("```console\n").skip(1) {
            let (block, _) = block.split_once("\n```").expect("the end of the block");
            let (command, expected) = block.split_once('\n').expect("a command and what it prints");
            let command = command.strip_prefix("$ tilegame ").expect("a command");
            let answer = run_in(&scratch("book-commands"), &words(command), "");
            assert!(answer.exit == Exit::Fine, "{chapter}: {command}: {}", answer.err);
            let mut printed = answer.out.lines().map(spaced);
            for line in expected.lines() {
                assert!(printed.any(|p| p == spaced(line)), "{chapter}: {command} does not print: {line}");
            }
            commands += 1;
        }
    }
    assert!(commands > 3);
}

/// A line with one space wherever there are some.
fn spaced(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_example_compiles() {
    let examples = examples();
    assert!(examples.len() > 60, "only {} examples were found", examples.len());
    for example in examples {
        let text = example.file();
        let found = complaints(&text);
        assert_eq!(!found.is_empty(), example.is_wrong(), "{}\n{text}\n{}", example.place, found.join("\n"));
    }
}

#[test]
fn every_example_is_shown_as_it_is_drawn_today() {
    let folder = scratch("book");
    let mut wanted: BTreeMap<String, String> = BTreeMap::new();
    for example in examples() {
        assert!(example.is_wrong() || !example.pictures.is_empty(), "{} has no picture", example.place);
        for picture in &example.pictures {
            let args = words(&picture.command);
            let ["tilegame", "show", file, ..] = args[..] else {
                panic!("{}: {} draws nothing", example.place, picture.command)
            };
            fs::write(folder.join(file), example.file()).expect("written");
            let answer = run_in(&folder, &[&args[1..], &["--svg", "-"]].concat(), "");
            assert!(answer.exit == Exit::Fine, "{}: {}\n{}", example.place, picture.command, answer.err);
            let before = wanted.insert(picture.file.clone(), answer.out);
            assert!(before.is_none(), "{}: a second {}", example.place, picture.file);
        }
    }
    let pictures = book().join("pictures");
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        fs::create_dir_all(&pictures).expect("a folder");
        for (file, text) in &wanted {
            fs::write(pictures.join(file), text).expect("written");
        }
    }
    let again = "INSTA_UPDATE=always cargo test -p tilegame-tests --test it book";
    for (file, text) in &wanted {
        let there = fs::read_to_string(pictures.join(file)).unwrap_or_default().replace("\r\n", "\n");
        assert!(
            there == *text,
            "docs/src/pictures/{file} is not what is drawn today; look at what changes with\n{again}"
        );
    }
    let mut size = 0;
    for entry in fs::read_dir(pictures).expect("the pictures") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(wanted.contains_key(&name), "docs/src/pictures/{name} belongs to no example");
        size += entry.metadata().expect("its size").len();
    }
    assert!(size < 2_000_000, "the pictures have {size} bytes");
}

/// Every word has a row in the index, and the chapters that the row links use the word.
#[test]
fn every_word_is_in_the_index() {
    let chapters: BTreeMap<String, String> = chapters().into_iter().collect();
    let mut indexed = BTreeSet::new();
    for row in chapters["language/words.md"].lines().filter_map(|l| l.strip_prefix("| `")) {
        let (word, rest) = row.split_once('`').expect("a word in quotes");
        indexed.insert(word);
        let links: Vec<&str> = rest.split("](").skip(1).filter_map(|l| l.split(".md").next()).collect();
        assert!(!links.is_empty(), "`{word}` is described nowhere");
        for link in links {
            let chapter = &chapters[&format!("language/{link}.md")];
            let mut words = chapter.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(words.any(|w| w == word), "`{word}` is not in the chapter {link}");
        }
    }
    let known: BTreeSet<&str> = tilegame_dsl::token::WORDS.iter().map(|(word, _)| *word).collect();
    assert_eq!(indexed, known, "the index and dsl/src/words.txt differ");
}

/// The index says of each word what it is in the list of words.
#[test]
fn the_index_says_what_each_word_is() {
    let chapters: BTreeMap<String, String> = chapters().into_iter().collect();
    let index = &chapters["language/words.md"];
    for (word, sorts) in tilegame_dsl::token::WORDS {
        let is = what_it_is(sorts);
        assert!(index.contains(&format!("| `{word}` | {is} |")), "`{word}` is {is}");
    }
    let reasons = &chapters["engine/words.md"];
    let rows: String = reasons.lines().filter(|line| line.starts_with("| `")).collect();
    for word in tilegame_dsl::token::KEYWORDS {
        assert!(rows.contains(&format!("`{word}`")), "engine/words.md does not say why `{word}` is reserved");
    }
    let number = tilegame_dsl::token::KEYWORDS.len();
    assert!(
        reasons.contains(&format!("| of these, reserved | 94 | {number} |")),
        "{number} words are reserved"
    );
}

/// The sorts of a word, as readers know them.
fn what_it_is(sorts: &[&str]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let is = |sort: &str| sorts.contains(&sort);
    if is("keyword") {
        parts.push("**keyword**".to_owned());
    }
    if is("top") {
        parts.push("declaration".to_owned());
    }
    let blocks =
        ["game", "board", "player", "piece", "castling", "setup", "turn", "end", "notation", "tests"];
    let lines: Vec<String> =
        blocks.into_iter().filter(|block| is(block)).map(|block| format!("`{block}`")).collect();
    if !lines.is_empty() {
        parts.push(format!("line of {}", lines.join(", ")));
    }
    let looked_up = [
        ("effect", "effect"),
        ("result", "result"),
        ("field", "field"),
        ("option", "detail"),
        ("link", "detail"),
        ("built_in", "name"),
    ];
    parts.extend(looked_up.into_iter().filter(|(sort, _)| is(sort)).map(|(_, name)| name.to_owned()));
    parts.join("; ")
}

#[test]
fn every_chapter_has_a_place() {
    let chapters = chapters();
    let summary = &chapters.iter().find(|(name, _)| name == "SUMMARY.md").expect("a list of chapters").1;
    for (name, _) in chapters.iter().filter(|(name, _)| name != "SUMMARY.md") {
        assert!(summary.contains(&format!("({name})")), "{name} is not in docs/src/SUMMARY.md");
    }
}

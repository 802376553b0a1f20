//! What is made from the list of words and checked in: the grammar by which editors colour, and the explanations of words.
//!
//! `TILEGAME_GENERATE=1 cargo test -p tilegame-tests --test it ide::generated` writes the files anew.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde_json::{Value, json};
use tilegame_dsl::library;
use tilegame_dsl::token::{self, KEYWORDS, Token, WORDS};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Compares a file with what it should be, or writes it.
fn is_up_to_date(path: &str, wanted: &str) {
    if std::env::var_os("TILEGAME_GENERATE").is_some() {
        fs::write(root().join(path), wanted).expect(path);
        return;
    }
    let is_same =
        fs::read_to_string(root().join(path)).is_ok_and(|text| text.replace("\r\n", "\n") == wanted);
    assert!(
        is_same,
        "{path} is not up to date: TILEGAME_GENERATE=1 cargo test -p tilegame-tests --test it ide::generated"
    );
}

/// A pattern for some words. It need not say where they begin, since the pattern for all words leaves none half read.
fn any_of(words: &[&str]) -> String {
    format!("(?:{})\\b", words.join("|"))
}

/// The grammar of VS Code and others. It knows the words, and not what they mean where they stand: that is what semantic tokens are for.
fn grammar() -> Value {
    let others: Vec<&str> =
        WORDS.iter().map(|(word, _)| *word).filter(|word| !KEYWORDS.contains(word)).collect();
    let pattern =
        |name: &str, pattern: String| json!({ "name": format!("{name}.tilegame"), "match": pattern });
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": "Made from dsl/src/words.txt: TILEGAME_GENERATE=1 cargo test -p tilegame-tests --test it ide::generated",
        "name": "TileGame",
        "scopeName": "source.tilegame",
        "fileTypes": ["tg"],
        "patterns": [
            pattern("comment.line.number-sign", "#.*$".to_string()),
            json!({
                "name": "string.quoted.double.tilegame",
                "begin": "\"",
                "end": "\"|$",
                "patterns": [{ "name": "constant.character.escape.tilegame", "match": "\\\\." }],
            }),
            pattern("keyword.control", any_of(KEYWORDS)),
            pattern("support.function", any_of(&others)),
            pattern("entity.name.type", "[A-Z][A-Za-z0-9_]*".to_string()),
            pattern("variable.other", "[A-Za-z_][A-Za-z0-9_]*".to_string()),
            pattern("constant.numeric", "[0-9]+".to_string()),
            pattern("keyword.operator", "<->|->|<=|>=|!=|\\.\\.|[|*+\\-/=<>.~,:]".to_string()),
        ],
    })
}

#[test]
fn the_grammar_of_editors_has_the_words_of_the_lexer() {
    let wanted = format!("{}\n", serde_json::to_string_pretty(&grammar()).expect("JSON"));
    is_up_to_date("editors/vscode/syntaxes/tilegame.tmLanguage.json", &wanted);
}

/// What the grammar makes of a line, as editors do: at each place the pattern that matches first, and of several the first in the list.
fn coloured(line: &str, patterns: &[(String, Regex, Option<Regex>)]) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        let matches =
            patterns.iter().filter_map(|(name, pattern, end)| Some((name, pattern.find_at(line, at)?, end)));
        let Some((name, first, end)) = matches.min_by_key(|(_, found, _)| found.start()) else {
            return found;
        };
        at = match end {
            None => first.end(),
            // Escapes are read before the end is looked for.
            Some(end) => {
                let mut at = first.end();
                loop {
                    let stop = end.find_at(line, at).expect("a line ends");
                    match line[at..stop.start()].find('\\') {
                        Some(escape) => {
                            let escaped = line[at + escape + 1..].chars().next().map_or(0, char::len_utf8);
                            at += escape + 1 + escaped;
                        }
                        None => break stop.end(),
                    }
                }
            }
        };
        found.push((name.clone(), first.start()..at));
    }
}

#[test]
fn the_grammar_of_editors_colours_all_games_as_the_lexer_reads_them() {
    let grammar = grammar();
    let regex = |value: &Value| value.as_str().map(|pattern| Regex::new(pattern).expect(pattern));
    let patterns: Vec<(String, Regex, Option<Regex>)> = grammar["patterns"]
        .as_array()
        .expect("patterns")
        .iter()
        .map(|one| {
            let first = regex(&one["match"]).or_else(|| regex(&one["begin"])).expect("a pattern");
            (one["name"].as_str().expect("a name").to_string(), first, regex(&one["end"]))
        })
        .collect();
    let mut words = 0;
    for (name, text) in library::GAMES.iter().chain(library::MODULES) {
        for line in text.lines() {
            let mut coloured = coloured(line, &patterns).into_iter();
            for (token, range) in token::tokens(line) {
                let wanted = match token {
                    Token::Comment => "comment.line",
                    Token::Text(_) | Token::Unterminated => "string",
                    Token::Number(_) => "constant.numeric",
                    // Brackets have no colour of their own: editors colour pairs of them.
                    Token::ParenOpen
                    | Token::ParenClose
                    | Token::BracketOpen
                    | Token::BracketClose
                    | Token::BraceOpen
                    | Token::BraceClose => continue,
                    Token::Word(word) if WORDS.iter().any(|(known, _)| *known == word) => "support.function",
                    Token::Word(word) if word.starts_with(|c: char| c.is_ascii_uppercase()) => {
                        "entity.name.type"
                    }
                    Token::Word(_) => "variable.other",
                    other if other.keyword().is_some() => "keyword.control",
                    _ => "keyword.operator",
                };
                let (found, place) = coloured.next().unwrap_or_else(|| panic!("{name}: {line}"));
                assert!(
                    found.starts_with(wanted) && place == range,
                    "{name}: {line}: {found} {place:?}, not {wanted} {range:?}"
                );
                words += 1;
            }
            assert_eq!(coloured.next(), None, "{name}: {line}");
        }
    }
    assert!(words > 25_000, "only {words} words");
}

/// The first line of an example in some sections that has a word.
fn example(word: &str, sections: &[String]) -> Option<String> {
    let tokens = |line: &str| {
        token::tokens(line).filter_map(|(token, _)| token.word().map(str::to_owned)).collect::<Vec<_>>()
    };
    // An example of a section of its own is better than one of its page.
    let parts = sections.iter().map(|text| {
        let blocks = text.split("\n```tg").skip(1);
        blocks
            .filter_map(|block| Some(block.split_once('\n')?.1.split_once("\n```")?.0.to_owned()))
            .collect::<Vec<String>>()
    });
    let blocks: Vec<String> = parts.flatten().collect();
    let lines = blocks.iter().flat_map(|block| block.lines());
    let code = lines.map(|line| match token::tokens(line).find(|(token, _)| *token == Token::Comment) {
        Some((_, range)) => line[..range.start].trim().to_owned(),
        None => line.trim().to_owned(),
    });
    let mut found: Vec<String> = code.filter(|line| tokens(line).iter().any(|found| found == word)).collect();
    // A line that begins with the word shows it best.
    found.sort_by_key(|line| !line.starts_with(word));
    found.into_iter().find(|line| line.len() < 100 && !line.contains('\t'))
}

/// The part of a page under a heading; all of it without one.
fn section(page: &str, anchor: &str) -> (String, String) {
    let page = text(&format!("docs/src/language/{page}"));
    let named = |line: &str| {
        let name = line.trim_start_matches('#').trim().to_lowercase();
        let kept = name.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>()
    };
    let title = |line: &str| line.trim_start_matches('#').trim().to_owned();
    let first = page.lines().next().unwrap_or_default();
    if anchor.is_empty() {
        return (title(first), page);
    }
    let mut lines = page.lines().skip_while(|line| !line.starts_with('#') || named(line) != anchor);
    let head = lines.next().expect(anchor).to_owned();
    let body: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    (format!("{}: {}", title(first), title(&head)), format!("\n{}", body.join("\n")))
}

/// The explanations of all words, from the book's index of words.
fn explanations() -> String {
    let mut written = String::from(
        "# Made from docs/src/language/words.md: TILEGAME_GENERATE=1 cargo test -p tilegame-tests --test it ide::generated\n",
    );
    let index = text("docs/src/language/words.md");
    let rows = index
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter(|line| line.matches(" | ").count() == 3);
    for row in rows {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        let [word, is, meaning, described] = cells[..] else { panic!("{row}") };
        let word = word.trim_end_matches('`');
        let mut sections = Vec::new();
        let mut bodies = Vec::new();
        for link in described.split("](").skip(1) {
            let target = link.split(')').next().unwrap_or_default();
            let (page, anchor) = target.split_once('#').unwrap_or((target, ""));
            let (title, body) = section(page, anchor);
            sections.push(format!("{title}@language/{target}"));
            bodies.push(body);
        }
        let example = example(word, &bodies).unwrap_or_default();
        let is = is.replace("**", "");
        written += &format!("{word}\t{is}\t{meaning}\t{}\t{example}\n", sections.join(";"));
    }
    written
}

#[test]
fn the_explanations_of_words_are_those_of_the_book() {
    is_up_to_date("ide/src/words.tsv", &explanations());
}

#[test]
fn every_word_is_explained() {
    if std::env::var_os("TILEGAME_GENERATE").is_some() {
        return;
    }
    let lacking: Vec<&str> = WORDS
        .iter()
        .map(|(word, _)| *word)
        .filter(|word| tilegame_ide::words::explained(word).is_none())
        .collect();
    assert!(lacking.is_empty(), "{lacking:?}");
    let without: Vec<&str> = WORDS
        .iter()
        .filter_map(|(word, _)| {
            tilegame_ide::words::explained(word).filter(|found| found.sections.is_empty())
        })
        .map(|found| found.word)
        .collect();
    assert!(without.is_empty(), "no section of the book explains {without:?}");
}

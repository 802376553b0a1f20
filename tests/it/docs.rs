//! What the documents show is true: every block of rules loads without a complaint, every command in the tutorial exists.

use std::path::Path;

use tilegame_dsl::source::Sources;

/// The blocks of a document fenced with ```` ```tg ````, each with its line.
fn blocks(path: &str) -> Vec<(usize, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let text = std::fs::read_to_string(file).expect("a document");
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
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
    let blocks = blocks("stdlib/README.md");
    assert!(blocks.len() > 15);
    for (line, block) in blocks {
        let whole = block.lines().any(|l| l.starts_with("game ") || l.starts_with("variant "));
        let text = if whole { block } else { format!("variant \"Example\" of chess\n\n{block}") };
        let wrong = complaints("example.tg", &text);
        assert!(wrong.is_empty(), "stdlib/README.md:{line}\n{text}\n{}", wrong.join("\n"));
    }
}

#[test]
fn the_language_reference_names_every_word() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../stdlib/README.md");
    let text = std::fs::read_to_string(file).expect("a document");
    for word in tilegame_dsl::token::KEYWORDS {
        assert!(text.contains(&format!("`{word}`")), "`{word}` is not in the list of words");
    }
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

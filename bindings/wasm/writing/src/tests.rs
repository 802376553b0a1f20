//! What the module answers, asked without a browser.

use serde_json::{Value, json};

use super::*;

fn read(answer: Answer) -> Value {
    serde_json::from_str(&answer.unwrap()).unwrap()
}

/// An editor of one text, with what it imports.
fn editor(name: &str, text: &str) -> Editor {
    let mut sources = Sources::new();
    sources.add(name, text);
    tilegame_dsl::load(&mut sources, name, &mut |_| None);
    let texts: BTreeMap<&str, &str> = sources.iter().map(|(_, name, text)| (name, text)).collect();
    Editor::new(&json!({ "root": "", "texts": texts }).to_string()).unwrap()
}

#[test]
fn the_editor_is_told_what_words_mean_and_what_fits() {
    let text = "# 🂡\nvariant \"Mine\" of chess\npiece Camel \"C\"\n    move camel\n    promote to Kni on last_rank\n";
    let editor = editor("mine.tg", text);
    // The card is four bytes and two units.
    let at = |word: &str| text.find(word).unwrap() - 2;
    let found = read(editor.completions("mine.tg", text, at("Kni") + 3));
    assert_eq!(found["from"], json!(at("Kni")));
    assert!(
        found["all"].as_array().unwrap().iter().any(|one| one["text"] == "Knight" && one["sort"] == "piece")
    );
    let word = read(editor.hover("mine.tg", text, at("promote") + 1));
    assert_eq!((&word["from"], &word["to"]), (&json!(at("promote")), &json!(at("promote") + 7)));
    assert_eq!(
        (&word["text"], &word["sections"][0][1]),
        (&json!("what a piece becomes"), &json!("language/promotion.md"))
    );
    assert_eq!(read(editor.hover("mine.tg", text, 0)), Value::Null);
    let declared = read(editor.definitions("mine.tg", text, at("camel")));
    assert_eq!(declared[0]["text"], json!("stdlib/moves.tg"));
    let places = read(editor.rename("mine.tg", text, at("Camel"), "Dromedary"));
    assert_eq!((&places[0]["from"], &places[0]["to"]), (&json!(at("Camel")), &json!(at("Camel") + 5)));
    assert!(editor.rename("mine.tg", text, at("Camel"), "if").unwrap_err().contains("word of the language"));
    // What is beyond the end is the end.
    assert_eq!(read(editor.completions("mine.tg", text, 1 << 30))["from"], json!(text.len() - 2));
    // The text may be newer than the check, or another one than those that were checked.
    let newer = format!("{text}region hill = d4..e5\n");
    let places = read(editor.definitions("mine.tg", &newer, newer.find("hill").unwrap() - 2));
    assert_eq!(places[0]["from"], json!(newer.find("hill").unwrap() - 2));
    let other = "piece Camel \"C\"\n";
    assert_eq!(read(editor.definitions("other.tg", other, 6))[0]["from"], json!(6));
}

#[test]
fn pieces_have_rules_and_identities() {
    let pieces = read(pieces(&json!({ "root": "games/chess.tg" }).to_string()));
    let knight = pieces.as_array().unwrap().iter().find(|piece| piece["name"] == "Knight").unwrap();
    assert_eq!(knight["betza"], "N");
    assert!(!knight["rules"][0]["ids"].as_array().unwrap().is_empty());
    assert!(super::pieces(&json!({ "root": "none.tg" }).to_string()).is_err());
}

#[test]
fn the_library_is_listed_by_families() {
    let texts: BTreeMap<&str, &str> = tilegame_dsl::library::GAMES.iter().copied().collect();
    let games = read(games(&json!(texts).to_string()));
    let find =
        |name: &str| games.as_array().unwrap().iter().find(|game| game["name"] == name).unwrap().clone();
    assert_eq!(
        (&find("3check")["title"], &find("3check")["family"]),
        (&json!("Three-check chess"), &json!("chess"))
    );
    assert_eq!(find("chess")["family"], "chess");
    let words = read(words());
    assert!(words["words"].as_array().unwrap().contains(&json!("game")));
}

#[test]
fn codes_are_explained_and_texts_formatted_and_imported() {
    let explanations = read(explanations());
    assert!(explanations["E0201"].as_str().unwrap().contains("declared"));
    assert!(!format("piece King \"K\"   \n").unwrap().contains("  \n"));
    let imported = read(import_variants("[mine:chess]\ncastling = false\n"));
    assert_eq!(imported["games"][0]["name"], "mine");
}

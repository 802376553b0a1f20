//! Files and their imports, URIs, and texts of the library.

use std::fs;

use serde_json::{Value, json};

use super::talk::{Server, at, of, uri};
use crate::command::scratch;

const INVALID_PARAMS: i64 = -32602;

#[test]
fn bad_uris_are_refused() {
    let mut server = Server::usual();
    for bad in [
        "",
        "chess.tg",
        "not a uri",
        "%",
        "file://elsewhere/a.tg",
        "file:",
        "file://",
        "file:///%ff.tg",
        "file:///%00.tg",
        "tilegame:/stdlib/none.tg",
        "tilegame:/../../secret",
        "untitled:never-opened",
        "file:///not/open.tg",
        "http://[",
        "\u{0}",
    ] {
        assert_eq!(server.refusal("textDocument/hover", at(bad, 0, 0)), INVALID_PARAMS, "{bad:?}");
        assert_eq!(server.refusal("textDocument/codeLens", of(bad)), INVALID_PARAMS, "{bad:?}");
        assert_eq!(server.refusal("tilegame/text", json!({ "uri": bad })), INVALID_PARAMS, "{bad:?}");
        let document = json!({ "uri": bad, "languageId": "tilegame", "version": 1, "text": "game" });
        if !bad.starts_with("untitled")
            && !bad.starts_with("file:///not")
            && !bad.starts_with("tilegame:/std")
        {
            // Nobody waits for an answer to this, and nothing is opened.
            server.tell("textDocument/didOpen", json!({ "textDocument": document }));
            server.tell(
                "textDocument/didChange",
                json!({ "textDocument": { "uri": bad, "version": 2 }, "contentChanges": [] }),
            );
            server.tell("textDocument/didClose", of(bad));
            assert_eq!(server.refusal("textDocument/codeLens", of(bad)), INVALID_PARAMS, "{bad:?}");
        }
    }
    assert_eq!(server.end(), 0);
}

#[test]
fn imports_are_read_as_they_are_open() {
    let folder = scratch("lsp imports");
    fs::create_dir_all(folder.join("rules")).expect("a folder");
    let (game, rule, other) = (folder.join("game.tg"), folder.join("rules/hill.tg"), folder.join("other.tg"));
    let text =
        "variant \"M\" of chess\nuse \"rules/hill.tg\"\n\nend\n    top: loss if some enemy King on hill\n";
    fs::write(&rule, "region hill = d4..e5\n").expect("a file");
    fs::write(&game, text).expect("a file");
    fs::write(&other, text.replace("top", "peak")).expect("a file");
    let mut server = Server::ready(
        json!({ "capabilities": {}, "workspaceFolders": [{ "uri": uri(&folder), "name": "mine" }] }),
    );
    assert_eq!(server.open(&uri(&game), text), [] as [Value; 0]);
    let declared = server.result("textDocument/definition", at(&uri(&game), 4, 40));
    assert_eq!(declared[0]["uri"], uri(&rule));
    let imported = server.result("textDocument/definition", at(&uri(&game), 1, 8));
    assert_eq!(imported[0]["uri"], uri(&rule));
    // What is open and not saved counts. What imports a text is checked again, in the order of the paths: before the text itself.
    server.open(&uri(&rule), "region summit = d4..e5\n");
    assert_eq!(server.told_about(&uri(&game)).len(), 1);
    server.change(&uri(&rule), 2, "region hill = d4..e5\n");
    server.problems(&uri(&rule), 2);
    assert_eq!(server.told_about(&uri(&game)), [] as [Value; 0]);
    // A mistake in an import is told at the import, with its place.
    server.change(&uri(&rule), 3, "region hill = d4..e5\nregion = 7\n");
    server.problems(&uri(&rule), 3);
    let problems = server.told_about(&uri(&game));
    assert_eq!(problems[0]["range"]["start"], json!({ "line": 1, "character": 4 }), "{problems:?}");
    assert_eq!(problems[0]["relatedInformation"][0]["location"]["uri"], uri(&rule));
    server.change(&uri(&rule), 4, "region hill = d4..e5\n");
    server.problems(&uri(&rule), 4);
    // Renaming changes all files that import it: this one, the game that is open, and one that is not.
    let mut params = at(&uri(&rule), 0, 8);
    params["newName"] = json!("summit");
    let renamed = server.result("textDocument/rename", params);
    let changes = renamed["changes"].as_object().expect("changes");
    let mut files: Vec<&String> = changes.keys().collect();
    files.sort();
    assert_eq!(files, [&uri(&game), &uri(&other), &uri(&rule)]);
    assert!(changes.values().all(|edits| edits.as_array().map(Vec::len) == Some(1)), "{renamed}");
    // A file outside of the folder is not read.
    server.change(&uri(&game), 2, "variant \"M\" of chess\nuse \"../secret.tg\"\n");
    let problems = server.problems(&uri(&game), 2);
    assert!(problems[0]["message"].as_str().expect("a sentence").contains("outside"), "{problems:?}");
    assert_eq!(server.end(), 0);
}

/// An editor that can show only files gets copies, which know that they are of the library, and are gone afterwards.
#[test]
fn texts_of_the_library_as_files() {
    let mut server = Server::usual();
    server.open("untitled:a", "variant \"M\" of chess\npiece Camel \"C\"\n    move camel\n");
    let found = server.result("textDocument/definition", at("untitled:a", 2, 10));
    let copy = found[0]["uri"].as_str().expect("a URI").to_string();
    let path = copy.strip_prefix("file://").expect("a file").to_string();
    let text = fs::read_to_string(&path).expect("a copy");
    assert!(text.contains("path camel"));
    assert_eq!(server.open(&copy, &text), [] as [Value; 0]);
    let mut params = at(&copy, found[0]["range"]["start"]["line"].as_u64().expect("a line") as u32, 6);
    assert!(
        server.result("textDocument/hover", params.clone())["contents"]["value"]
            .as_str()
            .expect("a text")
            .contains("path")
    );
    params["newName"] = json!("far");
    assert_eq!(server.refusal("textDocument/rename", params), -32803);
    assert_eq!(server.end(), 0);
    assert!(!std::path::Path::new(&path).exists());
}

/// Every game and module of the library can be opened, and its colours are asked.
#[test]
fn all_games_can_be_opened() {
    let mut server =
        Server::ready(json!({ "capabilities": {}, "initializationOptions": { "virtualDocuments": true } }));
    for (name, text) in
        tilegame_dsl::library::MODULES.iter().chain(tilegame_dsl::library::GAMES.iter().step_by(10))
    {
        let folder = if tilegame_dsl::library::MODULES.iter().any(|(module, _)| module == name) {
            "stdlib"
        } else {
            "games"
        };
        let uri = format!("tilegame:/{folder}/{name}.tg");
        assert_eq!(server.open(&uri, text), [] as [Value; 0], "{name}");
        let data = server.result("textDocument/semanticTokens/full", of(&uri))["data"]
            .as_array()
            .map_or(0, Vec::len);
        let words = tilegame_dsl::token::tokens(text)
            .filter(|(token, _)| *token != tilegame_dsl::token::Token::Newline);
        assert_eq!(data, 5 * words.count(), "{name}");
        server.tell("textDocument/didClose", of(&uri));
    }
    assert_eq!(server.end(), 0);
}

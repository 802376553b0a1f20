//! Questions about open texts, and how places are counted.

use serde_json::{Value, json};

use super::talk::{Server, at, of};

const URI: &str = "untitled:Untitled-1";
const INVALID_PARAMS: i64 = -32602;
const FAILED: i64 = -32803;

const CAMEL: &str = "variant \"Camel chess\" of chess

piece Camel \"C\"
    move camel

extend piece Pawn
    promote to Camel on last_rank

tests
    legal e2e4
    illegal e2e4
";

/// A mistake behind an emoji in the same line.
const EMOJI: &str = "variant \"🦆\" of chess\noption wide = on \"🦆🦆\" remove\nremove piece Kinght # 🦆\n";

/// The place of a word, in the order that a message about it begins.
fn start(problem: &Value) -> (u64, u64) {
    let start = &problem["range"]["start"];
    (start["line"].as_u64().expect("a line"), start["character"].as_u64().expect("a column"))
}

#[test]
fn places_behind_an_emoji() {
    let text = "variant \"M\" of chess\ngame \"🦆é\" nonsense\n";
    for (encodings, wanted, column) in [
        (json!(["utf-16"]), "utf-16", 11),
        (json!(["utf-8", "utf-16"]), "utf-8", 14),
        (json!(["utf-32", "utf-16", "utf-8"]), "utf-8", 14),
        (Value::Null, "utf-16", 11),
    ] {
        let mut server = Server::started();
        let params = json!({ "capabilities": { "general": { "positionEncodings": encodings } } });
        let answer = server.ask("initialize", params);
        assert_eq!(answer["result"]["capabilities"]["positionEncoding"], wanted);
        let problems = server.open(URI, text);
        let found = problems.iter().map(start).find(|(line, _)| *line == 1);
        assert_eq!(found, Some((1, column)), "{problems:?}");
        // What is asked at that place is about that word, and the fix of a later line is not moved.
        server.change(URI, 2, EMOJI);
        server.problems(URI, 2);
        let actions = server.result(
            "textDocument/codeAction",
            json!({ "textDocument": { "uri": URI }, "range": { "start": { "line": 2, "character": 13 }, "end": { "line": 2, "character": 13 } }, "context": { "diagnostics": [] } }),
        );
        let edit = &actions[0]["edit"]["changes"][URI][0];
        assert_eq!(edit["newText"], "Knight", "{actions}");
        assert_eq!(edit["range"]["start"], json!({ "line": 2, "character": 13 }));
        assert_eq!(edit["range"]["end"], json!({ "line": 2, "character": 19 }));
        assert_eq!(server.end(), 0);
    }
}

#[test]
fn lengths_of_tokens_are_in_the_same_units() {
    let text = "# 🦆\nboard\n";
    for (encoding, length) in [("utf-16", 4), ("utf-8", 6)] {
        let mut server =
            Server::ready(json!({ "capabilities": { "general": { "positionEncodings": [encoding] } } }));
        server.open(URI, text);
        let data = server.result("textDocument/semanticTokens/full", of(URI))["data"]
            .as_array()
            .expect("a list")
            .clone();
        assert_eq!(data[..5], [json!(0), json!(0), json!(length), json!(0), json!(0)]);
    }
}

#[test]
fn ten_thousand_edits() {
    let mut server = Server::usual();
    server.open(URI, CAMEL);
    let long = CAMEL.to_string() + &"# a comment that makes the text longer\n".repeat(100);
    for version in 2..10_000 {
        // Most of them have mistakes.
        let text = format!("{long}remove piece Kn{}\n", "i".repeat(version as usize % 50));
        server.change(URI, version, &text);
    }
    server.change(URI, 10_000, &format!("{long}remove piece Kinght\n"));
    // A question among them is about the text as it was then.
    let hover = server.result("textDocument/hover", at(URI, 110, 15));
    assert_eq!(hover, Value::Null);
    let problems = server.problems(URI, 10_000);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0]["code"], "E0203");
    // By far not all of them were checked.
    let published =
        server.told.iter().filter(|said| said["method"] == "textDocument/publishDiagnostics").count();
    assert!(published < 9_000, "{published} checks");
    assert_eq!(server.end(), 0);
}

#[test]
fn a_mistake_and_its_fix() {
    let mut server = Server::usual();
    let problems = server.open(
        URI,
        "variant \"M\" of chess\nremove piece Kinght\n\nend\n    hill: loss if some enemy Kng on d4\n",
    );
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert_eq!(problems[0]["source"], "tilegame");
    assert_eq!(problems[0]["severity"], 1);
    let everywhere = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let ask = |only: Value| json!({ "textDocument": { "uri": URI }, "range": everywhere, "context": { "diagnostics": [], "only": only } });
    let all = server.result("textDocument/codeAction", ask(json!(["quickfix", "source"])));
    assert_eq!(all.as_array().map(Vec::len), Some(3), "{all}");
    let fix_all = server.result("textDocument/codeAction", ask(json!(["source.fixAll"])));
    let edits = fix_all[0]["edit"]["changes"][URI].as_array().expect("edits").len();
    assert_eq!((fix_all.as_array().map(Vec::len), edits), (Some(1), 2));
    assert_eq!(server.result("textDocument/codeAction", ask(json!(["refactor"]))), json!([]));
    // The text is put right, and nothing is wrong.
    server.change(URI, 2, "variant \"M\" of chess\n");
    assert_eq!(server.problems(URI, 2), [] as [Value; 0]);
    // A text that is closed has no messages.
    server.tell("textDocument/didClose", of(URI));
    let said = server.next();
    assert_eq!(said["params"]["diagnostics"], json!([]));
    assert_eq!(server.refusal("textDocument/hover", at(URI, 0, 0)), INVALID_PARAMS);
    assert_eq!(server.end(), 0);
}

#[test]
fn questions_about_a_game() {
    let mut server = Server::ready(
        json!({ "capabilities": {}, "initializationOptions": { "virtualDocuments": true, "book": "https://example.org/book" } }),
    );
    server.open(URI, CAMEL);
    let hover = server.result("textDocument/hover", at(URI, 6, 6));
    let said = hover["contents"]["value"].as_str().expect("a text");
    assert!(
        said.contains("what a piece becomes")
            && said.contains("https://example.org/book/language/promotion.html"),
        "{said}"
    );
    assert_eq!(hover["range"]["start"], json!({ "line": 6, "character": 4 }));

    let items = server.result("textDocument/completion", at(URI, 6, 17));
    let items = items["items"].as_array().expect("a list");
    let camel = items.iter().find(|item| item["label"] == "Camel").expect("the piece");
    assert_eq!(camel["textEdit"]["range"]["start"], json!({ "line": 6, "character": 15 }));

    let own = server.result("textDocument/definition", at(URI, 6, 16));
    assert_eq!(
        (&own[0]["uri"], &own[0]["range"]["start"]),
        (&json!(URI), &json!({ "line": 2, "character": 6 }))
    );
    let far = server.result("textDocument/definition", at(URI, 3, 10));
    assert_eq!(far[0]["uri"], "tilegame:/stdlib/moves.tg");
    let text = server.result("tilegame/text", json!({ "uri": "tilegame:/stdlib/moves.tg" }));
    let line = far[0]["range"]["start"]["line"].as_u64().expect("a line") as usize;
    assert!(
        text["text"].as_str().expect("a text").lines().nth(line).expect("a line").starts_with("path camel")
    );
    let game = server.result("textDocument/definition", at(URI, 0, 26));
    assert_eq!(game[0]["uri"], "tilegame:/games/chess.tg");

    let mut params = at(URI, 2, 7);
    params["context"] = json!({ "includeDeclaration": true });
    assert_eq!(server.result("textDocument/references", params.clone()).as_array().map(Vec::len), Some(2));
    params["context"] = json!({ "includeDeclaration": false });
    assert_eq!(server.result("textDocument/references", params).as_array().map(Vec::len), Some(1));
    assert_eq!(
        server.result("textDocument/documentHighlight", at(URI, 2, 7)).as_array().map(Vec::len),
        Some(2)
    );

    assert_eq!(server.result("textDocument/prepareRename", at(URI, 2, 7))["placeholder"], "Camel");
    let rename = |name: &str, line, column| {
        let mut params = at(URI, line, column);
        params["newName"] = json!(name);
        params
    };
    let renamed = server.result("textDocument/rename", rename("Llama", 2, 7));
    assert_eq!(renamed["changes"][URI].as_array().map(Vec::len), Some(2));
    for (name, line, column) in
        [("if", 2, 7), ("two words", 2, 7), ("Knight", 2, 7), ("far", 3, 10), ("x", 0, 0)]
    {
        assert_eq!(server.refusal("textDocument/rename", rename(name, line, column)), FAILED, "{name}");
    }
    assert_eq!(server.refusal("textDocument/prepareRename", at(URI, 3, 10)), FAILED);

    let symbols = server.result("textDocument/documentSymbol", of(URI));
    let names: Vec<&str> =
        symbols.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["variant", "Camel", "Pawn", "tests"]);
    let folds = server.result("textDocument/foldingRange", of(URI));
    assert_eq!(folds[0], json!({ "startLine": 2, "endLine": 3, "kind": "region" }));

    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let ask = json!({ "textDocument": { "uri": URI }, "options": options });
    assert_eq!(server.result("textDocument/formatting", ask.clone()), json!([]));
    server.change(URI, 2, "variant  \"M\" of   chess\npiece Camel \"C\"\n  move camel");
    let edits = server.result("textDocument/formatting", ask.clone());
    assert!(edits[0]["newText"].as_str().expect("a text").ends_with("\n    move camel\n"), "{edits}");
    server.change(URI, 3, "variant \"M\" of (\n");
    assert_eq!(server.refusal("textDocument/formatting", ask), FAILED);
    // Codes of messages lead to the book as well.
    server.change(URI, 4, "variant \"M\" of chess\nremove piece Kinght\n");
    let problems = server.problems(URI, 4);
    let page = problems[0]["codeDescription"]["href"].as_str().expect("a page");
    assert!(page.starts_with("https://example.org/book/command/messages.html#e0203-"), "{page}");
    assert_eq!(server.end(), 0);
}

#[test]
fn tests_of_a_file_are_run() {
    let mut server = Server::usual();
    server.open(URI, CAMEL);
    let lenses = server.result("textDocument/codeLens", of(URI));
    let titles: Vec<&str> = lenses
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|lens| lens["command"]["title"].as_str())
        .collect();
    assert_eq!(titles, ["run all tests", "run", "run"]);
    let mut outcomes = Vec::new();
    for lens in lenses.as_array().expect("a list") {
        let command = &lens["command"];
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        let outcome = server.result("workspace/executeCommand", params);
        outcomes.push((
            outcome["passed"].as_u64().expect("a number"),
            outcome["failed"].as_u64().expect("a number"),
        ));
    }
    assert_eq!(outcomes, [(1, 1), (1, 0), (0, 1)]);
    let shown = server.told.iter().filter(|said| said["method"] == "window/showMessage").count();
    assert_eq!(shown, 3);
    // A game that can't be played says why.
    server.change(URI, 2, "variant \"M\" of chess\nremove piece Kinght\ntests\n    legal e2e4\n");
    let outcome = server.result(
        "workspace/executeCommand",
        json!({ "command": "tilegame.run", "arguments": [{ "uri": URI }] }),
    );
    assert!(outcome["message"].as_str().expect("a sentence").starts_with("line 2: "), "{outcome}");
    assert_eq!(server.end(), 0);
}

//! Beginning, ending, and what may be asked when.

use serde_json::{Value, json};

use super::talk::{Server, at, of};

const NOT_INITIALIZED: i64 = -32002;
const INVALID_REQUEST: i64 = -32600;
const NO_METHOD: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const CANCELLED: i64 = -32800;

#[test]
fn from_beginning_to_end() {
    let mut server = Server::started();
    let answer = server.ask("initialize", json!({ "capabilities": {} }));
    let offered = &answer["result"];
    assert_eq!(offered["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(offered["capabilities"]["textDocumentSync"], 1);
    assert_eq!(offered["serverInfo"]["name"], "tilegame");
    server.tell("initialized", json!({}));
    assert_eq!(server.result("shutdown", Value::Null), Value::Null);
    assert_eq!(server.refusal("textDocument/hover", at("untitled:a", 0, 0)), INVALID_REQUEST);
    server.tell("exit", Value::Null);
    assert_eq!(server.exit(), 0);
}

#[test]
fn before_the_beginning() {
    let mut server = Server::started();
    assert_eq!(server.refusal("textDocument/hover", at("untitled:a", 0, 0)), NOT_INITIALIZED);
    assert_eq!(server.refusal("shutdown", Value::Null), NOT_INITIALIZED);
    server.tell("textDocument/didOpen", json!("nonsense"));
    server.tell("initialized", json!({}));
    // It is still ready to begin, and begins only once.
    assert!(server.ask("initialize", json!({ "capabilities": {} }))["result"].is_object());
    assert_eq!(server.refusal("initialize", json!({ "capabilities": {} })), INVALID_REQUEST);
    assert_eq!(server.end(), 0);
}

#[test]
fn endings_without_a_goodbye() {
    // `exit` alone is a failure, as the protocol wants it.
    let mut server = Server::usual();
    server.tell("exit", Value::Null);
    assert_eq!(server.exit(), 1);
    // An editor that is gone is not.
    let mut server = Server::usual();
    server.close();
    assert_eq!(server.exit(), 0);
    let mut server = Server::started();
    server.close();
    assert_eq!(server.exit(), 0);
    let mut server = Server::started();
    server.bytes(b"Content-Length: 100\r\n\r\n{\"json");
    server.close();
    assert_eq!(server.exit(), 0);
}

#[test]
fn unknown_questions() {
    let mut server = Server::usual();
    assert_eq!(server.refusal("textDocument/typeHierarchy", of("untitled:a")), NO_METHOD);
    assert_eq!(server.refusal("", Value::Null), NO_METHOD);
    // Unknown notifications are ignored.
    server.tell("$/something", json!({}));
    server.tell("workspace/unheardOf", json!([1, 2]));
    for method in [
        "hover",
        "completion",
        "definition",
        "references",
        "rename",
        "documentSymbol",
        "formatting",
        "codeAction",
    ] {
        let method = format!("textDocument/{method}");
        assert_eq!(server.refusal(&method, Value::Null), INVALID_PARAMS, "{method}");
        assert_eq!(server.refusal(&method, json!([1])), INVALID_PARAMS, "{method}");
        assert_eq!(
            server.refusal(&method, json!({ "textDocument": { "uri": 7 } })),
            INVALID_PARAMS,
            "{method}"
        );
    }
    assert_eq!(server.refusal("workspace/executeCommand", json!({ "command": "rm" })), INVALID_PARAMS);
    assert_eq!(server.end(), 0);
}

#[test]
fn cancelled_questions_are_answered() {
    let mut server = Server::usual();
    server.open("untitled:a", "variant \"M\" of chess\ntests\n    perft 6 = 1\n");
    // Many questions at once, each cancelled at once: every one is answered, with a result or as cancelled.
    let mut ids = Vec::new();
    for _ in 0..100 {
        let id = server.begin("textDocument/semanticTokens/full", of("untitled:a"));
        server.tell("$/cancelRequest", json!({ "id": id }));
        ids.push(id);
    }
    for id in ids {
        let answer = server.answer(id);
        let is_cancelled = answer["error"]["code"] == CANCELLED;
        assert!(is_cancelled || answer["result"]["data"].is_array(), "{answer}");
    }
    // What takes long is cancelled while it is done.
    let id = server.begin(
        "workspace/executeCommand",
        json!({ "command": "tilegame.run", "arguments": [{ "uri": "untitled:a" }] }),
    );
    server.tell("$/cancelRequest", json!({ "id": id }));
    assert_eq!(server.answer(id)["error"]["code"], CANCELLED);
    // What nobody has asked, and what has been answered, can be cancelled, too.
    server.tell("$/cancelRequest", json!({ "id": id }));
    server.tell("$/cancelRequest", json!({ "id": "never" }));
    server.tell("$/cancelRequest", json!({ "id": [1] }));
    server.tell("$/cancelRequest", Value::Null);
    // A number that was cancelled too late is not cancelled for ever.
    server.say(&json!({ "jsonrpc": "2.0", "id": "never", "method": "textDocument/hover", "params": at("untitled:a", 0, 0) }));
    assert!(server.answer("never")["result"].is_object());
    assert_eq!(server.end(), 0);
}

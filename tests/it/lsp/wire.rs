//! Bytes that are no messages.

use serde_json::{Value, json};

use super::talk::{Server, at};

const PARSE: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const INVALID_PARAMS: i64 = -32602;

fn framed(body: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

#[test]
fn what_is_no_json_is_answered_and_the_next_message_is_read() {
    let mut server = Server::usual();
    for body in [
        &b"{"[..],
        b"",
        b"hello",
        b"{\"jsonrpc\": \"2.0\", \"id\": 1",
        b"\xff\xfe",
        b"\0",
        &b"[".repeat(100_000),
    ] {
        server.bytes(&framed(body));
        let said = server.next();
        assert_eq!((said["error"]["code"].as_i64(), &said["id"]), (Some(PARSE), &Value::Null), "{said}");
    }
    for (body, id) in [
        (json!([]), Value::Null),
        (json!(7), Value::Null),
        (json!({ "jsonrpc": "2.0", "id": 1.5, "method": "shutdown" }), json!(1.5)),
        (
            json!({ "jsonrpc": "2.0", "id": 99_999_999_999_u64, "method": "shutdown" }),
            json!(99_999_999_999_u64),
        ),
        (json!({ "id": 5, "method": 5 }), json!(5)),
    ] {
        server.say(&body);
        let said = server.next();
        assert_eq!((said["error"]["code"].as_i64(), &said["id"]), (Some(INVALID_REQUEST), &id), "{said}");
    }
    // Answers to nothing are nothing.
    server.say(&json!({ "jsonrpc": "2.0", "id": 12, "result": null }));
    // Other headers, other line ends, other spellings.
    let body = json!({ "jsonrpc": "2.0", "id": "a", "method": "tilegame/text", "params": { "uri": "tilegame:/stdlib/moves.tg" } }).to_string();
    server.bytes(
        format!(
            "content-length:{}\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n{body}",
            body.len()
        )
        .as_bytes(),
    );
    assert!(server.answer("a")["result"]["text"].as_str().expect("a text").contains("path knight"));
    assert_eq!(server.end(), 0);
}

#[test]
fn headers_that_say_nothing_end_the_server() {
    for header in [
        &b"hello\r\n\r\n"[..],
        b"\r\n\r\n",
        b"Content-Type: x\r\n\r\n{}",
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 99999999999999999999999999\r\n\r\n",
        b"Content-Length: 1e3\r\n\r\n",
        b"Content-Length:\r\n\r\n",
        &b"x".repeat(10_000),
        &b"a: b\r\n".repeat(1000),
        b"\xff\xff\r\n\r\n",
    ] {
        let mut server = Server::usual();
        server.bytes(header);
        let said = server.next();
        assert_eq!(said["error"]["code"].as_i64(), Some(PARSE), "{said}");
        assert_eq!(server.exit(), 1);
    }
    // A length that nobody has takes no memory, and ends with the input.
    let mut server = Server::usual();
    server.bytes(b"Content-Length: 18446744073709551615\r\n\r\n{");
    server.close();
    assert_eq!(server.exit(), 0);
}

#[test]
fn long_messages_are_passed_over() {
    let mut server = Server::usual();
    let most = tilegame::limits::LSP_BYTES;
    server.bytes(&framed(&vec![b' '; most + 1]));
    let said = server.next();
    assert_eq!(said["error"]["code"].as_i64(), Some(PARSE));
    assert!(said["error"]["message"].as_str().expect("a sentence").contains("16 MiB"), "{said}");
    // One that just fits is read.
    let mut body = json!({ "jsonrpc": "2.0", "id": 7, "method": "shutdown" }).to_string().into_bytes();
    body.resize(most, b' ');
    server.bytes(&framed(&body));
    assert!(server.answer(7).get("error").is_none());
}

#[test]
fn huge_numbers() {
    let mut server = Server::usual();
    server.open("untitled:a", "variant \"M\" of chess\n");
    for (line, character) in [(u32::MAX, 0), (0, u32::MAX), (u32::MAX, u32::MAX), (1, 1)] {
        for method in ["hover", "completion", "definition", "documentHighlight"] {
            server.result(&format!("textDocument/{method}"), at("untitled:a", line, character));
        }
    }
    for number in [json!(u64::MAX), json!(-1), json!(1e300), json!(0.5), json!("1"), json!(null)] {
        let params = json!({ "textDocument": { "uri": "untitled:a" }, "position": { "line": number, "character": 0 } });
        assert_eq!(server.refusal("textDocument/hover", params), INVALID_PARAMS, "{number}");
    }
    let run = |line: Value| json!({ "command": "tilegame.run", "arguments": [{ "uri": "untitled:a", "line": line }] });
    for line in [json!(u32::MAX), json!(-1), json!(1e99)] {
        assert_eq!(server.refusal("workspace/executeCommand", run(line)), INVALID_PARAMS);
    }
    assert_eq!(server.end(), 0);
}

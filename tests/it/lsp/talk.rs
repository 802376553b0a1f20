//! Speaking with a server.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tilegame-under-test");

/// Whoever has not answered after this never will.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that is spoken with.
pub(super) struct Server {
    child: Child,
    input: Option<ChildStdin>,
    said: Receiver<Value>,
    next: i32,
    /// What it has said beside answers.
    pub(super) told: Vec<Value>,
}

impl Server {
    /// One that has just been started.
    pub(super) fn started() -> Server {
        let mut command = Command::new(PROGRAM);
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let mut output = BufReader::new(child.stdout.take().expect("an output"));
        let (send, said) = mpsc::channel();
        thread::spawn(move || {
            loop {
                let mut length = None;
                loop {
                    let mut line = String::new();
                    if output.read_line(&mut line).unwrap_or(0) == 0 {
                        return;
                    }
                    if line == "\r\n" {
                        break;
                    }
                    let (name, value) = line.split_once(": ").expect("a header");
                    assert_eq!(name, "Content-Length");
                    length = Some(value.trim().parse::<usize>().expect("a length"));
                }
                let mut body = vec![0; length.expect("a length")];
                if output.read_exact(&mut body).is_err() {
                    return;
                }
                let message = serde_json::from_slice(&body).expect("JSON of exactly that length");
                if send.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Server { child, input, said, next: 1, told: Vec::new() }
    }

    /// One that is ready, for a client with these abilities.
    pub(super) fn ready(params: Value) -> Server {
        let mut server = Server::started();
        let answer = server.ask("initialize", params);
        assert!(answer["result"]["capabilities"].is_object(), "{answer}");
        server.tell("initialized", json!({}));
        server
    }

    /// One that is ready, and counts in UTF-16.
    pub(super) fn usual() -> Server {
        Server::ready(json!({ "capabilities": {}, "processId": null, "rootUri": null }))
    }

    /// Says bytes, whatever they are.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        // If it has ended, it does not answer either.
        let _ = self.input.as_mut().expect("an open input").write_all(bytes);
    }

    pub(super) fn say(&mut self, message: &Value) {
        let text = message.to_string();
        self.bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(super) fn tell(&mut self, method: &str, params: Value) {
        self.say(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks, and gives the number of the question.
    pub(super) fn begin(&mut self, method: &str, params: Value) -> i32 {
        let id = self.next;
        self.next += 1;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The next thing that it says.
    pub(super) fn next(&mut self) -> Value {
        self.said.recv_timeout(PATIENCE).expect("it says something")
    }

    /// The answer to a question.
    pub(super) fn answer(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        loop {
            let said = self.next();
            if said.get("id") == Some(&id) {
                return said;
            }
            self.told.push(said);
        }
    }

    /// Asks, and waits for the answer.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    /// Asks what can be answered.
    pub(super) fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The code of the error that is the answer.
    pub(super) fn refusal(&mut self, method: &str, params: Value) -> i64 {
        let answer = self.ask(method, params);
        answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("{method} is answered: {answer}"))
    }

    /// Opens a text and waits for what is wrong with it.
    pub(super) fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri, "languageId": "tilegame", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.problems(uri, 1)
    }

    /// Replaces a text.
    pub(super) fn change(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
    }

    /// Waits for what is wrong with a version of a text.
    pub(super) fn problems(&mut self, uri: &str, version: i32) -> Vec<Value> {
        let is_meant = |said: &Value| {
            said["method"] == "textDocument/publishDiagnostics"
                && said["params"]["uri"] == uri
                && said["params"]["version"] == version
        };
        loop {
            let said = self.next();
            if is_meant(&said) {
                return said["params"]["diagnostics"].as_array().expect("a list").clone();
            }
            self.told.push(said);
        }
    }

    /// What it has said last about a text while something else was waited for.
    pub(super) fn told_about(&self, uri: &str) -> Vec<Value> {
        let about = |said: &&Value| {
            said["method"] == "textDocument/publishDiagnostics" && said["params"]["uri"] == uri
        };
        let last = self.told.iter().rfind(about).expect("it has said something about it");
        last["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// Shuts it down in order, and gives what it ends with.
    pub(super) fn end(mut self) -> i32 {
        self.result("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.exit()
    }

    /// Says nothing more.
    pub(super) fn close(&mut self) {
        self.input = None;
    }

    /// What it ends with.
    pub(super) fn exit(&mut self) -> i32 {
        for _ in 0..PATIENCE.as_millis() / 10 {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code().expect("it was not killed");
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not end");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The URI of a file.
pub(super) fn uri(path: &Path) -> String {
    let path = path.to_str().expect("UTF-8").replace('\\', "/").replace(' ', "%20");
    format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })
}

/// A place in a document, for questions.
pub(super) fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

/// A document, for questions.
pub(super) fn of(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

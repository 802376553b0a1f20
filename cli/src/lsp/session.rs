//! The life of a server: what may be asked when, what is still to be answered, and who answers it.

use std::collections::BTreeSet;
use std::sync::mpsc::Sender;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, ExecuteCommandOptions, FoldingRangeProviderCapability,
    HoverProviderCapability, InitializeResult, MessageType, OneOf, PositionEncodingKind,
    PublishDiagnosticsParams, RenameOptions, SemanticTokensFullOptions, SemanticTokensOptions,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tilegame_ide::lines::Units;

use super::addresses::Address;
use super::event::Event;
use super::questions::{self, RUN};
use super::trials::Tried;
use super::wire::Read;
use super::workspace::{Refusal, Workspace, read};
use crate::exit::Exit;

/// What happens after a message.
pub(super) enum Step {
    GoOn,
    End(Exit),
    /// The rest of the input can't be read.
    Fail(String),
}

/// How far the server is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    Running,
    ShutDown,
}

/// A server.
pub(super) struct Session {
    stage: Stage,
    workspace: Workspace,
    said: Vec<Value>,
    /// Questions that are not wanted any more, and wait.
    cancelled: BTreeSet<RequestId>,
    /// Questions whose tests are being run.
    trying: BTreeSet<RequestId>,
    /// Questions that wait.
    waiting: BTreeSet<RequestId>,
    trials: Sender<Event>,
}

/// Options of the client, behind `initializationOptions`.
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Options {
    /// It can show texts of the scheme `tilegame`.
    virtual_documents: bool,
    /// The address of the book.
    book: Option<String>,
}

impl Session {
    pub(super) fn new(trials: Sender<Event>) -> Session {
        Session {
            stage: Stage::Waiting,
            workspace: Workspace::default(),
            said: Vec::new(),
            cancelled: BTreeSet::new(),
            trying: BTreeSet::new(),
            waiting: BTreeSet::new(),
            trials,
        }
    }

    /// What is to be said to the editor.
    pub(super) fn take_said(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.said)
    }

    /// Looks at something that will be handled later: what is cancelled need not be done first.
    pub(super) fn foresee(&mut self, event: &Event) {
        let Event::Heard(Read::Message(message)) = event else { return };
        let method = message.get("method").and_then(Value::as_str);
        let id =
            |value: Option<&Value>| value.and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
        match (method, id(message.get("id"))) {
            (Some("$/cancelRequest"), _) => {
                if let Some(id) = id(message.get("params").and_then(|params| params.get("id")))
                    && self.waiting.contains(&id)
                {
                    self.cancelled.insert(id);
                }
            }
            (Some(_), Some(id)) => _ = self.waiting.insert(id),
            _ => {}
        }
    }

    /// Handles what has happened.
    pub(super) fn handle(&mut self, event: Event) -> Step {
        match event {
            Event::Tried(tried) => self.tried(tried),
            Event::Heard(Read::End) => return Step::End(Exit::Fine),
            Event::Heard(Read::Broken(why)) => {
                self.complain(&Value::Null, ErrorCode::ParseError, &why);
                return Step::Fail(format!("{why}; the rest of the input can't be read"));
            }
            Event::Heard(Read::Strange(why)) => self.complain(&Value::Null, ErrorCode::ParseError, &why),
            Event::Heard(Read::Message(message)) => return self.message(message),
        }
        Step::GoOn
    }

    fn message(&mut self, message: Value) -> Step {
        let has_id = message.get("id").is_some();
        let id = message.get("id").cloned().unwrap_or(Value::Null);
        match serde_json::from_value(message) {
            Ok(Message::Request(request)) => self.request(request),
            // What has a number that is none is no notification.
            Ok(Message::Notification(notification)) if !has_id => return self.notification(notification),
            // Nothing is asked of the editor, so nothing it answers matters.
            Ok(Message::Response(_)) => {}
            _ => self.complain(&id, ErrorCode::InvalidRequest, "this is no request, answer or notification"),
        }
        Step::GoOn
    }

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        self.waiting.remove(&id);
        if self.cancelled.remove(&id) {
            return self.answer(&id, Err(Refusal(ErrorCode::RequestCanceled, "cancelled".to_string())));
        }
        let answer = match (self.stage, request.method.as_str()) {
            (Stage::Waiting, "initialize") => self.initialize(request.params),
            (Stage::Waiting, _) => {
                Err(Refusal(ErrorCode::ServerNotInitialized, "`initialize` comes first".to_string()))
            }
            (Stage::ShutDown, _) => {
                Err(Refusal(ErrorCode::InvalidRequest, "the server has been shut down".to_string()))
            }
            (Stage::Running, "initialize") => {
                Err(Refusal(ErrorCode::InvalidRequest, "the server is initialized already".to_string()))
            }
            (Stage::Running, "shutdown") => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            (Stage::Running, "workspace/executeCommand") => match self.execute(&id, request.params) {
                Ok(()) => return,
                Err(refusal) => Err(refusal),
            },
            (Stage::Running, method) => questions::answer(&mut self.workspace, method, request.params)
                .unwrap_or_else(|| {
                    Err(Refusal(ErrorCode::MethodNotFound, format!("`{method}` is not supported")))
                }),
        };
        self.answer(&id, answer);
    }

    fn notification(&mut self, notification: Notification) -> Step {
        let Notification { method, params } = notification;
        if method == "exit" {
            return Step::End(if self.stage == Stage::ShutDown { Exit::Fine } else { Exit::Failed });
        }
        if self.stage != Stage::Running {
            return Step::GoOn;
        }
        let done = match method.as_str() {
            "textDocument/didOpen" => self.opened(params),
            "textDocument/didChange" => self.edited(params),
            "textDocument/didSave" => self.saved(params),
            "textDocument/didClose" => self.closed(params),
            "workspace/didChangeWatchedFiles" => self.changed_on_disk(params),
            "$/cancelRequest" => {
                self.cancel(&params);
                Ok(())
            }
            _ => Ok(()),
        };
        // Nobody waits for an answer to a notification.
        if let Err(Refusal(_, why)) = done {
            self.tell(
                "window/logMessage",
                &json!({ "type": MessageType::ERROR, "message": format!("{method}: {why}") }),
            );
        }
        Step::GoOn
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        // What is said of the client's process and of its many abilities may have any form.
        let encodings = params.pointer("/capabilities/general/positionEncodings").and_then(Value::as_array);
        let offers_utf8 = encodings.is_some_and(|all| all.iter().any(|one| one == "utf-8"));
        let options: Options =
            serde_json::from_value(params.get("initializationOptions").cloned().unwrap_or(json!({})))
                .unwrap_or_default();
        let folders = params.get("workspaceFolders").and_then(Value::as_array).cloned().unwrap_or_default();
        let roots = folders.iter().filter_map(|folder| folder.get("uri")).chain(params.get("rootUri"));
        let roots = roots.filter_map(|uri| serde_json::from_value::<Uri>(uri.clone()).ok());
        let paths = roots.filter_map(|uri| match Address::of(&uri) {
            Ok(Address::File(path)) => Some(path),
            _ => None,
        });
        let mut paths: Vec<_> = paths.collect();
        paths.sort();
        paths.dedup();
        self.workspace.units = if offers_utf8 { Units::Utf8 } else { Units::Utf16 };
        self.workspace.documents.folders = paths;
        self.workspace.documents.shows_virtual = options.virtual_documents;
        self.workspace.book = options.book;
        self.stage = Stage::Running;
        let result = InitializeResult {
            capabilities: self.capabilities(),
            server_info: Some(ServerInfo {
                name: "tilegame".to_string(),
                version: Some(env!("CARGO_PKG_VERSION").to_string()),
            }),
        };
        Ok(json!(result))
    }

    fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities {
            position_encoding: Some(match self.workspace.units {
                Units::Utf8 => PositionEncodingKind::UTF8,
                Units::Utf16 => PositionEncodingKind::UTF16,
            }),
            text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(CompletionOptions::default()),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
                ..CodeActionOptions::default()
            })),
            code_lens_provider: Some(CodeLensOptions { resolve_provider: None }),
            document_formatting_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: Default::default(),
            })),
            folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
            semantic_tokens_provider: Some(
                SemanticTokensOptions {
                    legend: super::forms::legend(),
                    full: Some(SemanticTokensFullOptions::Bool(true)),
                    ..SemanticTokensOptions::default()
                }
                .into(),
            ),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: vec![RUN.to_string()],
                ..ExecuteCommandOptions::default()
            }),
            workspace: Some(WorkspaceServerCapabilities {
                workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: None,
                }),
                file_operations: None,
            }),
            ..ServerCapabilities::default()
        }
    }

    fn opened(&mut self, params: Value) -> Result<(), Refusal> {
        let params: DidOpenTextDocumentParams = read(params)?;
        let document = params.text_document;
        let address = self.workspace.address(&document.uri)?;
        self.workspace.documents.open(document.uri, address, document.text, Some(document.version));
        Ok(())
    }

    fn edited(&mut self, params: Value) -> Result<(), Refusal> {
        let params: DidChangeTextDocumentParams = read(params)?;
        let address = self.workspace.address(&params.text_document.uri)?;
        let units = self.workspace.units;
        let document = self
            .workspace
            .documents
            .get_mut(&address)
            .ok_or_else(|| Refusal::params("this text is not open"))?;
        document.version = Some(params.text_document.version);
        for change in params.content_changes {
            // Only whole texts are asked for, but a client may send parts.
            match change.range {
                None => document.text = change.text,
                Some(range) => {
                    let lines = tilegame_ide::lines::Lines::new(&document.text);
                    let start = super::forms::offset(&lines, &document.text, range.start, units);
                    let end = super::forms::offset(&lines, &document.text, range.end, units).max(start);
                    document.text.replace_range(start..end, &change.text);
                }
            }
        }
        self.workspace.documents.changed(&address);
        Ok(())
    }

    fn saved(&mut self, params: Value) -> Result<(), Refusal> {
        let params: DidSaveTextDocumentParams = read(params)?;
        let address = self.workspace.address(&params.text_document.uri)?;
        self.workspace.documents.changed(&address);
        Ok(())
    }

    fn closed(&mut self, params: Value) -> Result<(), Refusal> {
        let params: DidCloseTextDocumentParams = read(params)?;
        let address = self.workspace.address(&params.text_document.uri)?;
        self.workspace.documents.close(&address);
        let nothing = PublishDiagnosticsParams::new(params.text_document.uri, Vec::new(), None);
        self.tell("textDocument/publishDiagnostics", &json!(nothing));
        Ok(())
    }

    fn changed_on_disk(&mut self, params: Value) -> Result<(), Refusal> {
        let params: lsp_types::DidChangeWatchedFilesParams = read(params)?;
        for change in params.changes {
            let address = self.workspace.address(&change.uri)?;
            self.workspace.documents.changed(&address);
        }
        Ok(())
    }

    /// A question is not wanted any more. If it still waits, it is answered when it is reached.
    fn cancel(&mut self, params: &Value) {
        let id = params.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
        if let Some(id) = id
            && self.trying.remove(&id)
        {
            self.answer(&id, Err(Refusal(ErrorCode::RequestCanceled, "cancelled".to_string())));
        }
    }

    /// Begins to run tests, which answers later.
    fn execute(&mut self, id: &RequestId, params: Value) -> Result<(), Refusal> {
        let task = questions::tests(&mut self.workspace, params)?;
        let trials = self.trials.clone();
        self.trying.insert(id.clone());
        let id = id.clone();
        std::thread::spawn(move || {
            let outcome = super::trials::run(task);
            // If nobody is there any more, nobody wants to know.
            let _ = trials.send(Event::Tried(Tried { id, outcome }));
        });
        Ok(())
    }

    fn tried(&mut self, Tried { id, outcome }: Tried) {
        if !self.trying.remove(&id) {
            return;
        }
        let kind = if outcome.is_good() { MessageType::INFO } else { MessageType::ERROR };
        self.tell("window/showMessage", &json!({ "type": kind, "message": outcome.message }));
        self.answer(&id, Ok(json!(outcome)));
    }

    /// Tells the editor what is wrong with one of the texts that have changed; whether there was one.
    pub(super) fn check_one(&mut self) -> bool {
        let Some(address) = self.workspace.documents.unchecked() else { return false };
        if let Some(document) = self.workspace.documents.get_mut(&address) {
            document.is_unchecked = false;
        }
        if let Some(published) = questions::diagnostics(&mut self.workspace, &address) {
            self.tell("textDocument/publishDiagnostics", &json!(published));
        }
        true
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.said.push(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn answer(&mut self, id: &RequestId, answer: Result<Value, Refusal>) {
        let response = match answer {
            Ok(value) => Response::new_ok(id.clone(), value),
            Err(Refusal(code, why)) => Response::new_err(id.clone(), code as i32, why),
        };
        let mut written = json!(response);
        written["jsonrpc"] = json!("2.0");
        self.said.push(written);
    }

    /// Answers what is no question.
    fn complain(&mut self, id: &Value, code: ErrorCode, why: &str) {
        let error = json!({ "code": code as i32, "message": why });
        self.said.push(json!({ "jsonrpc": "2.0", "id": id, "error": error }));
    }
}

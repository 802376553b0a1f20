//! What can be asked about a document.

use std::rc::Rc;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLens, CodeLensParams, Command,
    CompletionList, CompletionParams, DocumentFormattingParams, DocumentHighlight, DocumentHighlightKind,
    DocumentHighlightParams, DocumentSymbol, DocumentSymbolParams, ExecuteCommandParams, FoldingRangeParams,
    GotoDefinitionParams, HoverParams, Location, Position, PublishDiagnosticsParams, Range, ReferenceParams,
    RenameParams, SemanticTokens, SemanticTokensParams, TextDocumentPositionParams, TextEdit, Uri,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tilegame_dsl::source::Span;
use tilegame_ide::outline::Entry;
use tilegame_ide::problems::{Edit, Problem};

use super::addresses::Address;
use super::changes;
use super::documents::{Reading, place, range};
use super::forms;
use super::trials::Task;
use super::workspace::{Refusal, Workspace, read};
use crate::check;

/// The command that runs tests.
pub(super) const RUN: &str = "tilegame.run";

type Answer = Result<Value, Refusal>;

/// Answers a question, if it is one that can be asked.
pub(super) fn answer(workspace: &mut Workspace, method: &str, params: Value) -> Option<Answer> {
    Some(match method {
        "textDocument/hover" => hover(workspace, params),
        "textDocument/completion" => completion(workspace, params),
        "textDocument/definition" => definition(workspace, params),
        "textDocument/references" => references(workspace, params),
        "textDocument/documentHighlight" => highlights(workspace, params),
        "textDocument/prepareRename" => prepare_rename(workspace, params),
        "textDocument/rename" => rename(workspace, params),
        "textDocument/documentSymbol" => symbols(workspace, params),
        "textDocument/foldingRange" => folds(workspace, params),
        "textDocument/semanticTokens/full" => tokens(workspace, params),
        "textDocument/formatting" => format(workspace, params),
        "textDocument/codeAction" => actions(workspace, params),
        "textDocument/codeLens" => lenses(workspace, params),
        // The second is what later versions of the protocol call it.
        "tilegame/text" | "workspace/textDocumentContent" => text(workspace, params),
        _ => return None,
    })
}

/// An open document that is asked about.
fn open(workspace: &mut Workspace, uri: &Uri) -> Result<(Address, Rc<Reading>), Refusal> {
    let address = workspace.address(uri)?;
    match workspace.documents.read(&address) {
        Some(read) => Ok((address, read)),
        None => Err(Refusal::params(format!("`{}` is not open", uri.as_str()))),
    }
}

/// The place that is asked about.
fn offset(workspace: &Workspace, read: &Reading, position: Position) -> usize {
    forms::offset(read.own_lines(), read.analysis.text(), position, workspace.units)
}

/// A document and a place in it.
fn at(
    workspace: &mut Workspace,
    asked: &TextDocumentPositionParams,
) -> Result<(Rc<Reading>, usize), Refusal> {
    let (_, read) = open(workspace, &asked.text_document.uri)?;
    let offset = offset(workspace, &read, asked.position);
    Ok((read, offset))
}

/// A place as the editor can open it.
fn location(workspace: &mut Workspace, read: &Reading, span: Span) -> Option<Location> {
    let uri = workspace.documents.uri(read.address(span.file))?;
    Some(Location::new(uri, range(read, span, workspace.units)))
}

fn hover(workspace: &mut Workspace, params: Value) -> Answer {
    let params: HoverParams = self::read(params)?;
    let (read, offset) = at(workspace, &params.text_document_position_params)?;
    let found = read.analysis.hover(offset);
    let book = workspace.book.as_deref();
    Ok(json!(found.map(|found| forms::hover(&found, range(&read, found.span, workspace.units), book))))
}

fn completion(workspace: &mut Workspace, params: Value) -> Answer {
    let params: CompletionParams = self::read(params)?;
    let (read, offset) = at(workspace, &params.text_document_position)?;
    let found = read.analysis.completions(offset);
    let replaced = range(&read, found.replaced, workspace.units);
    let items =
        found.all.into_iter().enumerate().map(|(n, one)| forms::completion(n, one, replaced)).collect();
    Ok(json!(CompletionList { is_incomplete: false, items }))
}

fn definition(workspace: &mut Workspace, params: Value) -> Answer {
    let params: GotoDefinitionParams = self::read(params)?;
    let (read, offset) = at(workspace, &params.text_document_position_params)?;
    let found = read.analysis.definitions(offset);
    let found: Vec<Location> =
        found.into_iter().filter_map(|span| location(workspace, &read, span)).collect();
    Ok(json!(found))
}

fn references(workspace: &mut Workspace, params: Value) -> Answer {
    let params: ReferenceParams = self::read(params)?;
    let (read, offset) = at(workspace, &params.text_document_position)?;
    let Some(symbol) = read.analysis.symbol_at(offset) else { return Ok(json!([])) };
    let declared = read.analysis.declarations_of(&symbol).to_vec();
    let found = changes::everywhere(&workspace.documents, &read, &symbol, &declared, None, workspace.units);
    let found = found.map_err(|why| Refusal::failed(why.to_string()))?;
    let declared: Vec<changes::Place> = declared
        .iter()
        .map(|span| (read.address(span.file).clone(), range(&read, *span, workspace.units)))
        .collect();
    let wanted =
        found.into_iter().filter(|place| params.context.include_declaration || !declared.contains(place));
    let wanted: Vec<changes::Place> = wanted.collect();
    let located = wanted
        .into_iter()
        .filter_map(|(address, range)| Some(Location::new(workspace.documents.uri(&address)?, range)));
    Ok(json!(located.collect::<Vec<_>>()))
}

fn highlights(workspace: &mut Workspace, params: Value) -> Answer {
    let params: DocumentHighlightParams = self::read(params)?;
    let (read, offset) = at(workspace, &params.text_document_position_params)?;
    let found = read.analysis.highlights(offset).into_iter().map(|(span, declares)| DocumentHighlight {
        range: range(&read, span, workspace.units),
        kind: Some(if declares { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    });
    Ok(json!(found.collect::<Vec<_>>()))
}

fn prepare_rename(workspace: &mut Workspace, params: Value) -> Answer {
    let params: TextDocumentPositionParams = self::read(params)?;
    let (read, offset) = at(workspace, &params)?;
    let span = read.analysis.can_rename(offset).map_err(|why| Refusal::failed(why.to_string()))?;
    let name = read.analysis.sources().snippet(span);
    Ok(json!({ "range": range(&read, span, workspace.units), "placeholder": name }))
}

fn rename(workspace: &mut Workspace, params: Value) -> Answer {
    let params: RenameParams = self::read(params)?;
    let (read, offset) = at(workspace, &params.text_document_position)?;
    let name = params.new_name.trim();
    let refused = |why: tilegame_ide::rename::Refused| Refusal::failed(why.to_string());
    read.analysis.rename(offset, name).map_err(refused)?;
    let Some(symbol) = read.analysis.symbol_at(offset) else { return Ok(Value::Null) };
    let declared = read.analysis.declarations_of(&symbol);
    let found =
        changes::everywhere(&workspace.documents, &read, &symbol, declared, Some(name), workspace.units);
    let found = found.map_err(refused)?;
    Ok(json!(changes::edit(&mut workspace.documents, found, name)))
}

fn symbols(workspace: &mut Workspace, params: Value) -> Answer {
    let params: DocumentSymbolParams = self::read(params)?;
    let (_, read) = open(workspace, &params.text_document.uri)?;
    let found = read.analysis.outline().into_iter().map(|entry| symbol(workspace, &read, entry));
    Ok(json!(found.collect::<Vec<_>>()))
}

#[allow(deprecated)] // The form of the protocol has a field that is not used any more.
fn symbol(workspace: &Workspace, read: &Reading, entry: Entry) -> DocumentSymbol {
    let kind = forms::symbol(&entry);
    let children: Vec<DocumentSymbol> =
        entry.children.into_iter().map(|child| symbol(workspace, read, child)).collect();
    DocumentSymbol {
        name: entry.name,
        detail: (!entry.detail.is_empty()).then_some(entry.detail),
        kind,
        tags: None,
        deprecated: None,
        range: range(read, entry.span.to(entry.name_span), workspace.units),
        selection_range: range(read, entry.name_span, workspace.units),
        children: (!children.is_empty()).then_some(children),
    }
}

fn folds(workspace: &mut Workspace, params: Value) -> Answer {
    let params: FoldingRangeParams = self::read(params)?;
    let (_, read) = open(workspace, &params.text_document.uri)?;
    Ok(json!(read.analysis.folds().into_iter().map(forms::fold).collect::<Vec<_>>()))
}

fn tokens(workspace: &mut Workspace, params: Value) -> Answer {
    let params: SemanticTokensParams = self::read(params)?;
    let (_, read) = open(workspace, &params.text_document.uri)?;
    let all = read.analysis.tokens();
    let data = forms::tokens(&all, read.own_lines(), read.analysis.text(), workspace.units);
    Ok(json!(SemanticTokens { result_id: None, data }))
}

fn format(workspace: &mut Workspace, params: Value) -> Answer {
    let params: DocumentFormattingParams = self::read(params)?;
    let (_, read) = open(workspace, &params.text_document.uri)?;
    let text = read.analysis.text();
    let formatted = tilegame_ide::format(text).map_err(|errors| {
        let first = errors.first().map_or("", |error| error.title.as_str());
        Refusal::failed(format!("the text can't be formatted: {first}"))
    })?;
    let whole = forms::whole(text, workspace.units);
    let edits = if formatted == text { Vec::new() } else { vec![TextEdit::new(whole, formatted)] };
    Ok(json!(edits))
}

/// What the editor is told about a document.
pub(super) fn diagnostics(workspace: &mut Workspace, address: &Address) -> Option<PublishDiagnosticsParams> {
    let read = workspace.documents.read(address)?;
    let uri = workspace.documents.uri(address)?;
    let version = workspace.documents.get(address)?.version;
    let all: Vec<Problem> = read.analysis.problems();
    let shown = all.iter().take(crate::limits::SHOWN_MESSAGES);
    let told = shown.map(|problem| diagnostic(workspace, &read, problem)).collect();
    Some(PublishDiagnosticsParams::new(uri, told, version))
}

fn diagnostic(workspace: &mut Workspace, read: &Reading, problem: &Problem) -> lsp_types::Diagnostic {
    let related = problem.related.iter().filter_map(|(span, text)| {
        let place = location(workspace, read, *span)?;
        Some((place, text.clone()))
    });
    let related = related.collect();
    let page = workspace.book.as_ref().and_then(|book| explanation(book, problem.code));
    let page = page.map(|href| lsp_types::CodeDescription { href });
    forms::diagnostic(problem, range(read, problem.place, workspace.units), related, page)
}

/// The address at which the book explains a code.
fn explanation(book: &str, code: &str) -> Option<Uri> {
    let found = check::explanations().find(|found| found.code.0 == code)?;
    // As mdBook makes names of headings.
    let heading = format!("{code} {}", found.title).to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
    format!("{}/command/messages.html#{anchor}", book.trim_end_matches('/')).parse().ok()
}

fn edit(workspace: &Workspace, read: &Reading, edit: &Edit) -> TextEdit {
    TextEdit::new(range(read, edit.place, workspace.units), edit.replacement.clone())
}

fn actions(workspace: &mut Workspace, params: Value) -> Answer {
    let params: CodeActionParams = self::read(params)?;
    let (_, read) = open(workspace, &params.text_document.uri)?;
    let uri = &params.text_document.uri;
    let wants = |kind: &CodeActionKind| match &params.context.only {
        // A kind stands for all below it, as `source` does for `source.fixAll`.
        Some(only) => only.iter().any(|one| {
            kind.as_str() == one.as_str() || kind.as_str().starts_with(&format!("{}.", one.as_str()))
        }),
        None => true,
    };
    let mut found = Vec::new();
    if wants(&CodeActionKind::QUICKFIX) {
        for problem in read.analysis.problems() {
            let place = range(&read, problem.place, workspace.units);
            let Some(fix) = problem.fix.as_ref().filter(|fix| {
                touch(place, params.range) || touch(range(&read, fix.place, workspace.units), params.range)
            }) else {
                continue;
            };
            let title = match fix.message.as_str() {
                "did you mean" | "" => format!("write `{}`", fix.replacement),
                other => other.to_string(),
            };
            found.push(CodeActionOrCommand::CodeAction(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic(workspace, &read, &problem)]),
                edit: Some(changes::of_one(uri, vec![edit(workspace, &read, fix)])),
                is_preferred: Some(true),
                ..CodeAction::default()
            }));
        }
    }
    let all = read.analysis.all_fixes();
    if !all.is_empty() && wants(&CodeActionKind::SOURCE_FIX_ALL) {
        let edits = all.iter().map(|fix| edit(workspace, &read, fix)).collect();
        found.push(CodeActionOrCommand::CodeAction(CodeAction {
            title: "Make all suggested changes".to_string(),
            kind: Some(CodeActionKind::SOURCE_FIX_ALL),
            edit: Some(changes::of_one(uri, edits)),
            ..CodeAction::default()
        }));
    }
    Ok(json!(found))
}

/// Whether two stretches have a place in common, their ends included.
fn touch(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn lenses(workspace: &mut Workspace, params: Value) -> Answer {
    let params: CodeLensParams = self::read(params)?;
    let (_, read) = open(workspace, &params.text_document.uri)?;
    let uri = &params.text_document.uri;
    let lenses = read.analysis.runnables().into_iter().map(|runnable| {
        let place = range(&read, runnable.span, workspace.units);
        let (title, line) =
            if runnable.is_block { ("run all tests", Value::Null) } else { ("run", json!(place.start.line)) };
        let command =
            Command::new(title.to_string(), RUN.to_string(), Some(vec![json!({ "uri": uri, "line": line })]));
        CodeLens { range: place, command: Some(command), data: None }
    });
    Ok(json!(lenses.collect::<Vec<_>>()))
}

/// What the command is given.
#[derive(Deserialize)]
struct Tests {
    uri: Uri,
    /// The line of one test; without it, all of the file are run.
    #[serde(default)]
    line: Option<u32>,
}

/// The text whose tests are to be run, and all that it imports.
pub(super) fn tests(workspace: &mut Workspace, params: Value) -> Result<Task, Refusal> {
    let params: ExecuteCommandParams = read(params)?;
    if params.command != RUN {
        return Err(Refusal::params(format!("there is no command `{}`", params.command)));
    }
    let first = params.arguments.into_iter().next().unwrap_or(Value::Null);
    let tests: Tests = read(first)?;
    let (address, reading) = open(workspace, &tests.uri)?;
    let text = match tests.line {
        Some(line) => {
            // Anywhere in the line means the test that begins there.
            let line = reading.own_lines().range(reading.analysis.text(), line as usize);
            let here = reading
                .analysis
                .runnables()
                .into_iter()
                .find(|one| line.contains(&(one.span.start as usize)));
            let here = here.ok_or_else(|| Refusal::params("there is no test in this line"))?;
            reading.analysis.with_only_test(here.span.start as usize)
        }
        None => reading.analysis.text().to_string(),
    };
    // What is imported is read now, since documents may change while tests run.
    let (_, name) = place(&address);
    let mut fetch = workspace.documents.fetch(&address);
    let mut imports = Vec::new();
    let mut sources = tilegame_dsl::source::Sources::new();
    sources.add(&name, &text);
    tilegame_dsl::load(&mut sources, &name, &mut |path| {
        let found = fetch(path);
        imports.extend(found.clone().map(|found| (path.to_string(), found)));
        found
    });
    Ok(Task { name, text, imports })
}

/// What asks for a text of the library.
#[derive(Deserialize)]
struct Wanted {
    uri: Uri,
}

fn text(workspace: &mut Workspace, params: Value) -> Answer {
    let wanted: Wanted = read(params)?;
    match workspace.address(&wanted.uri)? {
        address @ Address::Library(_) => Ok(json!({ "text": workspace.documents.text(&address) })),
        _ => Err(Refusal::params(format!("`{}` is no text of the library", wanted.uri.as_str()))),
    }
}

//! Answers in the forms of the protocol.

use std::ops::Range as Bytes;

use lsp_types::{
    CodeDescription, CompletionItem, CompletionItemKind, CompletionTextEdit, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, Documentation, FoldingRange, FoldingRangeKind,
    Location, MarkupContent, MarkupKind, NumberOrString, Position, Range, SemanticToken,
    SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend, SymbolKind, TextEdit,
};
use tilegame_dsl::diagnostic::Severity;
use tilegame_ide::completion::Completion;
use tilegame_ide::hover::Hover;
use tilegame_ide::lines::{Lines, Units};
use tilegame_ide::names::Sort;
use tilegame_ide::outline::{Entry, Fold};
use tilegame_ide::problems::Problem;
use tilegame_ide::tokens::{Coloured, Kind};

/// A stretch of a text.
pub(super) fn range(lines: &Lines, text: &str, bytes: Bytes<usize>, units: Units) -> Range {
    let position = |offset| {
        let (line, column) = lines.position(text, offset, units);
        Position::new(line as u32, column as u32)
    };
    Range::new(position(bytes.start), position(bytes.end))
}

/// The place of a position; beyond the end it means the end.
pub(super) fn offset(lines: &Lines, text: &str, position: Position, units: Units) -> usize {
    lines.offset(text, position.line as usize, position.character as usize, units)
}

/// All of a text.
pub(super) fn whole(text: &str, units: Units) -> Range {
    range(&Lines::new(text), text, 0..text.len(), units)
}

/// A message about a text.
pub(super) fn diagnostic(
    problem: &Problem,
    range: Range,
    related: Vec<(Location, String)>,
    page: Option<CodeDescription>,
) -> Diagnostic {
    let related = related
        .into_iter()
        .map(|(location, message)| DiagnosticRelatedInformation { location, message })
        .collect::<Vec<_>>();
    Diagnostic {
        range,
        severity: Some(match problem.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(problem.code.to_string())),
        code_description: page,
        source: Some("tilegame".to_string()),
        message: problem.message(),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// An explanation; a client that does not read Markdown gets it all the same, since it is readable as it is.
pub(super) fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// An explanation of a word.
pub(super) fn hover(hover: &Hover, range: Range, book: Option<&str>) -> lsp_types::Hover {
    lsp_types::Hover {
        contents: lsp_types::HoverContents::Markup(markdown(hover.markdown(book))),
        range: Some(range),
    }
}

/// Something that can be written. The number keeps the order in which they are offered.
pub(super) fn completion(number: usize, one: Completion, replaced: Range) -> CompletionItem {
    let kind = match one.sort {
        None if one.text.starts_with('"') => CompletionItemKind::MODULE,
        None => CompletionItemKind::KEYWORD,
        Some(Sort::Piece) => CompletionItemKind::CLASS,
        Some(Sort::Attribute | Sort::State) => CompletionItemKind::PROPERTY,
        Some(Sort::Test | Sort::Path | Sort::Rules) => CompletionItemKind::FUNCTION,
        Some(Sort::Player) => CompletionItemKind::CONSTANT,
        Some(Sort::Label | Sort::Phase | Sort::Ending | Sort::Adjudication) => {
            CompletionItemKind::ENUM_MEMBER
        }
        Some(_) => CompletionItemKind::VARIABLE,
    };
    let pages: Vec<String> =
        one.sections.iter().map(|section| format!("{} (`{}`)", section.title, section.page)).collect();
    let detail = one.sort.map(|sort| sort.word().to_string());
    CompletionItem {
        label: one.text.clone(),
        kind: Some(kind),
        detail: detail.or_else(|| (!one.about.is_empty()).then(|| one.about.clone())),
        documentation: (!one.about.is_empty()).then(|| {
            let pages = if pages.is_empty() {
                String::new()
            } else {
                format!("\n\nIn the book: {}", pages.join(", "))
            };
            let about = if one.sort.is_some() { format!("`{}`", one.about) } else { one.about.clone() };
            Documentation::MarkupContent(markdown(format!("{about}{pages}")))
        }),
        sort_text: Some(format!("{number:05}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(replaced, one.text))),
        ..CompletionItem::default()
    }
}

/// What stands for a sort of thing in outlines.
pub(super) fn symbol(entry: &Entry) -> SymbolKind {
    match entry.sort {
        None => SymbolKind::NAMESPACE,
        Some(Sort::Piece) => SymbolKind::CLASS,
        Some(Sort::Test | Sort::Path | Sort::Rules) => SymbolKind::FUNCTION,
        Some(Sort::Player) => SymbolKind::CONSTANT,
        Some(Sort::Option) => SymbolKind::BOOLEAN,
        Some(Sort::Counter) => SymbolKind::NUMBER,
        Some(Sort::State) => SymbolKind::PROPERTY,
        Some(Sort::Ending | Sort::Adjudication) => SymbolKind::EVENT,
        Some(_) => SymbolKind::VARIABLE,
    }
}

/// Lines that can be folded.
pub(super) fn fold((first, last, why): (usize, usize, Fold)) -> FoldingRange {
    FoldingRange {
        start_line: first as u32,
        end_line: last as u32,
        kind: Some(match why {
            Fold::Block => FoldingRangeKind::Region,
            Fold::Comment => FoldingRangeKind::Comment,
        }),
        ..FoldingRange::default()
    }
}

/// What words can be, in the order of their numbers.
const TYPES: [SemanticTokenType; 14] = [
    SemanticTokenType::COMMENT,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::MODIFIER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::CLASS,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::EVENT,
];

/// What numbers of semantic tokens mean.
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY],
    }
}

/// The number of what a word is.
fn number(kind: Kind) -> u32 {
    match kind {
        Kind::Comment => 0,
        Kind::Text => 1,
        Kind::Number => 2,
        Kind::Sign => 3,
        Kind::Keyword => 4,
        Kind::Word => 5,
        Kind::Name(None) => 6,
        Kind::Name(Some(sort)) => match sort {
            Sort::Piece => 7,
            Sort::Attribute | Sort::State => 8,
            Sort::Test | Sort::Path | Sort::Rules => 9,
            Sort::Player => 10,
            Sort::Label | Sort::Phase | Sort::Mark | Sort::Line => 11,
            Sort::Parameter => 12,
            Sort::Ending | Sort::Adjudication => 13,
            _ => 6,
        },
    }
}

/// Words as the protocol writes them: each by its distance from the one before.
pub(super) fn tokens(all: &[Coloured], lines: &Lines, text: &str, units: Units) -> Vec<SemanticToken> {
    let mut before = Position::new(0, 0);
    let one = |token: &Coloured| {
        let Range { start, end } = range(lines, text, token.span.range(), units);
        let is_same_line = start.line == before.line;
        let written = SemanticToken {
            delta_line: start.line - before.line,
            delta_start: if is_same_line { start.character - before.character } else { start.character },
            length: end.character - start.character,
            token_type: number(token.kind),
            token_modifiers_bitset: u32::from(token.declares) | u32::from(token.is_library) << 1,
        };
        before = start;
        written
    };
    all.iter().map(one).collect()
}

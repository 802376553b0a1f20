//! Draws a message for a terminal, or says it in one line.
//!
//! The only file that knows how messages look and which crate draws them. What is drawn is cut out of the text first: the
//! drawing stays small however long a file or a line is.

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet, renderer::DecorStyle,
};

use super::{Diagnostic, Fix, Label, Severity};
use crate::source::{FileId, Sources, Span};

/// Texts between two labels are folded; beyond this many bytes each label gets its own cutting.
const LONGEST_CUTTING: usize = 16 << 10;
/// How much of a line that is longer than a cutting is shown on each side of the place. (Of other lines, the renderer
/// itself shows what fits the terminal.)
const AROUND: usize = 60;

/// Draws a message, with its places underlined and its fix as a changed line. Ends with a line break.
pub fn render(sources: &Sources, diagnostic: &Diagnostic, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.clone().primary_title(diagnostic.title.as_str()).id(diagnostic.code.0);
    let (origin, places) = places(sources, diagnostic);
    let (mut groups, mut main) = match origin {
        None => (Vec::new(), Group::with_title(title)),
        // A group of its own, or the renderer would take the drawing for one of a second file.
        Some(origin) => (vec![title.element(origin)], Group::with_level(level)),
    };
    main = main.elements(places);
    for note in &diagnostic.notes {
        main = main.element(Level::NOTE.message(note.as_str()));
    }
    groups.push(main);
    if let Some(fix) = &diagnostic.fix {
        let title = Level::HELP.secondary_title(fix.message.as_str());
        groups.push(Group::with_title(title).element(patched(sources, fix)));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut drawn = renderer.decor_style(DecorStyle::Ascii).render(&groups);
    drawn.push('\n');
    drawn
}

/// Says a message in one line: `chess.tg:3:5: error[E0120]: …`.
///
/// ```
/// use tilegame_dsl::{diagnostic::render::to_short, parse::parse, source::Sources};
/// let mut sources = Sources::new();
/// let file = sources.add("mine.tg", "baord\n");
/// let (_, errors) = parse(file, sources.text(file));
/// assert!(to_short(&sources, &errors[0]).starts_with("mine.tg:1:1: error[E0122]: "));
/// ```
pub fn to_short(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let Span { file, start, .. } = diagnostic.primary.span;
    let (line, column) = sources.line_column(file, start);
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let Diagnostic { code, title, .. } = diagnostic;
    format!("{}:{line}:{column}: {severity}[{}]: {title}", sources.name(file), code.0)
}

/// The underlined places: one drawing for those that are near each other. Where a cutting's columns are not those of the
/// file, its place is given apart.
fn places<'a>(sources: &'a Sources, diagnostic: &'a Diagnostic) -> (Option<Origin<'a>>, Vec<Element<'a>>) {
    let primary = &diagnostic.primary;
    let (near, far): (Vec<&Label>, Vec<&Label>) = diagnostic.secondary.iter().partition(|label| {
        let all = label.span.to(primary.span);
        label.span.file == primary.span.file && all.range().len() <= LONGEST_CUTTING
    });
    let (cutting, mut snippet) = drawing(sources, AnnotationKind::Primary, primary, &near);
    let origin = cutting.shortened.then(|| {
        let (line, column) = sources.line_column(primary.span.file, primary.span.start);
        Origin::path(sources.name(primary.span.file)).line(line).char_column(column)
    });
    if origin.is_none() {
        snippet = snippet.path(sources.name(primary.span.file));
    }
    let others = far.into_iter().map(|label| {
        let (_, snippet) = drawing(sources, AnnotationKind::Context, label, &[]);
        snippet.path(sources.name(label.span.file))
    });
    (origin, [snippet].into_iter().chain(others).map(Element::from).collect())
}

/// One drawing of places in one file.
fn drawing<'a>(
    sources: &Sources,
    kind: AnnotationKind,
    label: &'a Label,
    others: &[&'a Label],
) -> (Cutting, Snippet<'a, Annotation<'a>>) {
    let all = others.iter().fold(label.span, |all, other| all.to(other.span));
    let cutting = Cutting::new(sources, all, label.span);
    let others = others.iter().map(|other| annotation(&cutting, AnnotationKind::Context, other));
    let snippet = cutting.snippet().annotation(annotation(&cutting, kind, label)).annotations(others);
    (cutting, snippet)
}

fn annotation<'a>(cutting: &Cutting, kind: AnnotationKind, label: &'a Label) -> Annotation<'a> {
    let annotation = kind.span(cutting.range(label.span));
    if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) }
}

/// The line as it should be.
fn patched<'a>(sources: &'a Sources, fix: &'a Fix) -> Element<'a> {
    let cutting = Cutting::new(sources, fix.span, fix.span);
    let snippet: Snippet<'a, Patch<'a>> = Snippet::source(cutting.text.clone()).line_start(cutting.line);
    snippet.patch(Patch::new(cutting.range(fix.span), fix.replacement.as_str())).into()
}

/// A piece of a file that is small enough to be drawn.
struct Cutting {
    /// Its text.
    text: String,
    /// The line it starts on.
    line: usize,
    /// Where it starts in the file.
    start: usize,
    /// Parts of a line were left out.
    shortened: bool,
}

impl Cutting {
    /// All lines of `all`, or a part of one line around the start of `focus` if that is too much.
    fn new(sources: &Sources, all: Span, focus: Span) -> Cutting {
        let text = sources.text(all.file);
        let clamp = |at: u32| floor(text, at as usize);
        let start = text[..clamp(all.start)].rfind('\n').map_or(0, |at| at + 1);
        let mut last = clamp(all.end).max(start);
        // A range that ends with a line does not reach into the next one.
        if last > clamp(all.start) && text[..last].ends_with('\n') {
            last -= 1;
        }
        let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
        let whole = &text[start..end];
        if whole.len() <= LONGEST_CUTTING {
            return Cutting::of(sources, all.file, start, end, false);
        }
        let at = clamp(focus.start);
        let from = floor(text, at.saturating_sub(AROUND)).max(start);
        let to = floor(text, at + AROUND);
        let to = text[at..to].find('\n').map_or(to, |found| at + found);
        let from = text[from..at].rfind('\n').map_or(from, |found| from + found + 1);
        Cutting::of(sources, all.file, from, to, true)
    }

    fn of(sources: &Sources, file: FileId, start: usize, end: usize, shortened: bool) -> Cutting {
        let text = sources.text(file);
        let line = text[..start].matches('\n').count() + 1;
        Cutting { text: text[start..end].to_owned(), line, start, shortened }
    }

    fn snippet<'a>(&self) -> Snippet<'a, Annotation<'a>> {
        Snippet::source(self.text.clone()).line_start(self.line)
    }

    /// A place in the file as a place in the cutting.
    fn range(&self, span: Span) -> std::ops::Range<usize> {
        let within = |at: u32| floor(&self.text, (at as usize).saturating_sub(self.start));
        within(span.start)..within(span.end).max(within(span.start))
    }
}

/// The start of the character that `at` is in, or the end of the text.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

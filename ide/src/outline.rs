//! What a file declares, as a tree; what of it can be folded; and what can be run.

use tilegame_dsl::ast::{EndLine, File, Item, ItemKind, Name, PieceLine, SetupLine, TestLineKind, Verb};
use tilegame_dsl::layout::{self, Line};
use tilegame_dsl::parse;
use tilegame_dsl::source::{FileId, Span};

use crate::analysis::Analysis;
use crate::names::Sort;

/// A declaration, or a block of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name; of what has none, its word, such as `board`.
    pub name: String,
    /// What it is; `None` for blocks without a name.
    pub sort: Option<Sort>,
    /// What is done with it, such as `extend`, or a few words of it.
    pub detail: String,
    /// All of it, with what is indented under it.
    pub span: Span,
    /// Its name, or its first line.
    pub name_span: Span,
    /// What it has inside.
    pub children: Vec<Entry>,
}

/// Something that can be tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Runnable {
    /// The line; of a whole block of tests, its head.
    pub span: Span,
    /// Whether it is a whole block.
    pub is_block: bool,
}

/// Why lines can be folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// A block, or a statement over several lines.
    Block,
    /// Comments.
    Comment,
}

impl Analysis {
    /// The file's own declarations.
    ///
    /// ```
    /// use tilegame_ide::Analysis;
    /// let text = "variant \"Mine\" of chess\nend\n    hill: loss if some enemy King on d4\n";
    /// let outline = Analysis::read("mine.tg", text, &mut |_| None).outline();
    /// assert_eq!(outline[1].name, "end");
    /// assert_eq!(outline[1].children[0].name, "hill");
    /// ```
    pub fn outline(&self) -> Vec<Entry> {
        entries(self.root(), self.text(), self.tree())
    }

    /// Lines that can be folded: the first, whose text stays, and the last, both from 0.
    ///
    /// ```
    /// use tilegame_ide::{Analysis, outline::Fold};
    /// let text = "# One\n# two\nboard\n    grid 8 x 8\n\nmark passant\n";
    /// let folds = Analysis::read("mine.tg", text, &mut |_| None).folds();
    /// assert_eq!(folds, [(0, 1, Fold::Comment), (2, 3, Fold::Block)]);
    /// ```
    pub fn folds(&self) -> Vec<(usize, usize, Fold)> {
        let layout = layout::lines(self.root(), self.text());
        let lines = crate::lines::Lines::new(self.text());
        let mut folds = Vec::new();
        let mut open: Vec<&Line<'_>> = layout.lines.iter().collect();
        while let Some(line) = open.pop() {
            let whole = whole(line);
            let (first, last) = (lines.line(whole.start as usize), lines.line(whole.end as usize));
            if last > first {
                folds.push((first, last, Fold::Block));
            }
            open.extend(&line.children);
        }
        // Comments that stand alone, in lines that follow each other.
        let text = self.text();
        let alone = layout.comments.iter().filter_map(|comment| {
            let line = lines.line(comment.start as usize);
            let before = &text[lines.range(text, line).start..comment.start as usize];
            before.trim().is_empty().then_some(line)
        });
        let mut run: Option<(usize, usize)> = None;
        for line in alone.map(Some).chain([None]) {
            run = match (run, line) {
                (Some((first, last)), Some(line)) if line == last + 1 => Some((first, line)),
                (finished, next) => {
                    folds.extend(
                        finished.filter(|(a, b)| b > a).map(|(first, last)| (first, last, Fold::Comment)),
                    );
                    next.map(|line| (line, line))
                }
            };
        }
        folds.sort_by_key(|(first, last, _)| (*first, *last));
        folds
    }

    /// The tests in the file, each block of them before its lines.
    ///
    /// ```
    /// use tilegame_ide::Analysis;
    /// let text = "variant \"Mine\" of chess\ntests\n    legal e2e4\n    perft 1 = 20\n";
    /// let found = Analysis::read("mine.tg", text, &mut |_| None).runnables();
    /// assert_eq!(found.iter().map(|r| &text[r.span.range()]).collect::<Vec<_>>(), ["tests", "legal e2e4", "perft 1 = 20"]);
    /// ```
    pub fn runnables(&self) -> Vec<Runnable> {
        let mut found = Vec::new();
        for item in &self.tree().items {
            if let ItemKind::Tests(lines) = &item.kind {
                found.push(Runnable { span: item.span, is_block: true });
                found.extend(lines.iter().map(|line| {
                    // A new sort of test does not compile here until it can be run.
                    match line.kind {
                        TestLineKind::Perft(..)
                        | TestLineKind::Legal(_)
                        | TestLineKind::Illegal(_)
                        | TestLineKind::Result(_)
                        | TestLineKind::Arrangement(..) => {}
                    }
                    Runnable { span: line.span, is_block: false }
                }));
            }
        }
        found
    }

    /// The text with no tests but those at a place, and everything at its place.
    pub fn with_only_test(&self, offset: usize) -> String {
        let mut text = self.text().to_string();
        let runnables = self.runnables();
        let is_meant = |span: Span| span.start as usize <= offset && offset <= span.end as usize;
        if !runnables.iter().any(|runnable| !runnable.is_block && is_meant(runnable.span)) {
            return text;
        }
        for runnable in runnables.iter().filter(|runnable| !runnable.is_block && !is_meant(runnable.span)) {
            let range = runnable.span.range();
            let blank: String = text[range.clone()]
                .chars()
                .map(|c| if c == '\n' { "\n".into() } else { " ".repeat(c.len_utf8()) })
                .collect();
            text.replace_range(range, &blank);
        }
        text
    }
}

/// What a text declares, by the text alone.
///
/// ```
/// let outline = tilegame_ide::outline::of("piece Camel \"C\"\n    move camel\n");
/// assert_eq!(outline[0].name, "Camel");
/// ```
pub fn of(text: &str) -> Vec<Entry> {
    let file = FileId(0);
    let (tree, _) = parse::parse(file, text);
    entries(file, text, &tree)
}

fn entries(file: FileId, text: &str, tree: &File) -> Vec<Entry> {
    let layout = layout::lines(file, text);
    tree.items.iter().filter_map(|item| entry(item, &layout.lines)).collect()
}

fn entry(item: &Item, lines: &[Line<'_>]) -> Option<Entry> {
    let detail = match item.verb {
        Verb::Declare => String::new(),
        Verb::Replace => "replace".to_string(),
        Verb::Extend => "extend".to_string(),
        Verb::Remove => "remove".to_string(),
    };
    let named = |name: &Name, sort: Sort, children: Vec<Entry>| Entry {
        name: name.node.clone(),
        sort: Some(sort),
        detail: detail.clone(),
        span: block(item.span, lines),
        name_span: name.span,
        children,
    };
    let plain = |word: &str, about: &str, children: Vec<Entry>| Entry {
        name: word.to_string(),
        sort: None,
        detail: if about.is_empty() { detail.clone() } else { about.to_string() },
        span: block(item.span, lines),
        name_span: item.span,
        children,
    };
    let inside = |name: &Name, sort: Sort| Entry {
        name: name.node.clone(),
        sort: Some(sort),
        detail: String::new(),
        span: block(name.span, lines),
        name_span: name.span,
        children: Vec::new(),
    };
    let endings = |all: &[EndLine], sort| all.iter().map(|line| inside(&line.name, sort)).collect();
    Some(match &item.kind {
        ItemKind::Use(_) => return None,
        ItemKind::Game { title, .. } => plain("game", &title.node, Vec::new()),
        ItemKind::Variant { title, .. } => plain("variant", &title.node, Vec::new()),
        ItemKind::Board(_) => plain("board", "", Vec::new()),
        ItemKind::Players(all) => {
            plain("players", "", all.iter().map(|line| inside(&line.name, Sort::Player)).collect())
        }
        ItemKind::Region { name, .. } => named(name, Sort::Region, Vec::new()),
        ItemKind::Test { name, .. } => named(name, Sort::Test, Vec::new()),
        ItemKind::Rules { name, .. } => named(name, Sort::Rules, Vec::new()),
        ItemKind::Path { name, .. } => named(name, Sort::Path, Vec::new()),
        ItemKind::Shape { name, .. } => named(name, Sort::Shape, Vec::new()),
        ItemKind::Mark(name) => named(name, Sort::Mark, Vec::new()),
        ItemKind::Option { name, .. } => named(name, Sort::Option, Vec::new()),
        ItemKind::Counter { name, .. } => named(name, Sort::Counter, Vec::new()),
        ItemKind::Piece { name, lines, .. } => {
            let state = |line: &PieceLine| match line {
                PieceLine::State { name, .. } => Some(inside(name, Sort::State)),
                _ => None,
            };
            named(name, Sort::Piece, lines.iter().filter_map(state).collect())
        }
        ItemKind::Castling { .. } => plain("castling", "", Vec::new()),
        ItemKind::Setup(all) => {
            let position = |line: &SetupLine| match line {
                SetupLine::Position { name: Some(name), .. } => Some(inside(name, Sort::Setup)),
                _ => None,
            };
            plain("setup", "", all.iter().filter_map(position).collect())
        }
        ItemKind::Turn(_) => plain("turn", "", Vec::new()),
        ItemKind::End(all) => plain("end", "", endings(all, Sort::Ending)),
        ItemKind::Match(all) => plain("match", "", endings(all, Sort::Adjudication)),
        ItemKind::Notation { name: Some(name), .. } => named(name, Sort::Notation, Vec::new()),
        ItemKind::Notation { name: None, .. } => plain("notation", "", Vec::new()),
        ItemKind::Tests(_) => plain("tests", "", Vec::new()),
    })
}

/// The line that a place belongs to, with all that is indented under it.
fn block(place: Span, lines: &[Line<'_>]) -> Span {
    let mut lines = lines;
    loop {
        let Some(line) = lines.iter().rfind(|line| line.span.start <= place.start) else { return place };
        if place.start < line.span.end || line.children.is_empty() {
            return whole(line).to(place);
        }
        lines = &line.children;
    }
}

/// A line with all that is indented under it.
fn whole(line: &Line<'_>) -> Span {
    let mut last = line;
    while let Some(child) = last.children.last() {
        last = child;
    }
    line.span.to(last.span)
}

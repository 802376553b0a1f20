//! Reads the root and everything it imports, each text once, and puts the texts into the order in which their
//! declarations are layered: what is imported before what imports it.
//!
//! Nothing is known here of what the declarations mean.

use std::collections::HashSet;

use crate::ast::{self, Import, ItemKind};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;
use crate::source::{FileId, Sources};
use crate::{library, parse};

use super::report::Report;
use super::resolver::DEEPEST;

/// Asks the caller for the text of a path.
pub(crate) type Fetch<'f> = dyn FnMut(&str) -> Option<String> + 'f;

/// A text that was read.
pub(crate) struct Module {
    /// Where its text is.
    pub(crate) file: FileId,
    /// What it says.
    pub(crate) ast: ast::File,
    /// Its place in reading order, the root being 0: an importer comes before what it imports.
    pub(crate) rank: usize,
}

/// Everything that was read.
pub(crate) struct Modules {
    /// In layering order; the root is last.
    pub(crate) layers: Vec<Module>,
    /// Some text could not be read without errors.
    pub(crate) broken: bool,
    /// Some text is missing, and with it all that it declares.
    pub(crate) incomplete: bool,
    /// The words of the lines that could not be read, and of those indented under them: what they may have declared.
    pub(crate) unread: HashSet<String>,
}

impl Modules {
    /// The files in reading order, the root first.
    pub(crate) fn reading_order(&self) -> Vec<FileId> {
        let mut files: Vec<(usize, FileId)> = self.layers.iter().map(|m| (m.rank, m.file)).collect();
        files.sort();
        files.into_iter().map(|(_, file)| file).collect()
    }

    fn lose(&mut self) {
        (self.broken, self.incomplete) = (true, true);
    }
}

/// Reads `root` and what it imports.
pub(crate) fn read(
    sources: &mut Sources,
    root: FileId,
    fetch: &mut Fetch<'_>,
    report: &mut Report,
) -> Modules {
    let modules = Modules { layers: Vec::new(), broken: false, incomplete: false, unread: HashSet::new() };
    let mut reader = Reader { sources, fetch, report, modules, open: Vec::new(), ranks: 0 };
    reader.visit(root);
    reader.modules
}

struct Reader<'r, 'f> {
    sources: &'r mut Sources,
    fetch: &'r mut Fetch<'f>,
    report: &'r mut Report,
    modules: Modules,
    /// The files being read, from the root to the present one.
    open: Vec<FileId>,
    ranks: usize,
}

impl Reader<'_, '_> {
    fn visit(&mut self, file: FileId) {
        let rank = self.ranks;
        self.ranks += 1;
        let (ast, syntax) = parse::parse(file, self.sources.text(file));
        self.modules.broken |= !syntax.is_empty();
        for error in &syntax {
            let words = block_at(self.sources.text(file), error.primary.span.start as usize)
                .split(|c: char| !c.is_alphanumeric() && c != '_');
            self.modules.unread.extend(words.map(str::to_string));
        }
        let is_header =
            |item: &ast::Item| matches!(item.kind, ItemKind::Game { .. } | ItemKind::Variant { .. });
        // Without the first line of the game it is not known what is inherited.
        let headless = !syntax.is_empty() && !ast.items.iter().any(is_header);
        self.modules.incomplete |= headless && self.open.is_empty();
        self.report.extend(syntax);
        self.open.push(file);
        for item in &ast.items {
            match &item.kind {
                ItemKind::Use(imports) => imports.iter().for_each(|i| self.import(i, false)),
                ItemKind::Variant { parent, .. } => self.import(parent, true),
                _ => {}
            }
        }
        self.open.pop();
        self.modules.layers.push(Module { file, ast, rank });
    }

    fn import(&mut self, import: &Import, as_parent: bool) {
        let Some(file) = self.locate(import, as_parent) else { return };
        if let Some(start) = self.open.iter().position(|f| *f == file) {
            let mut chain: Vec<String> =
                self.open[start..].iter().map(|f| self.sources.name(*f).to_string()).collect();
            chain.push(chain[0].clone());
            self.modules.lose();
            self.report.push(errors::import_cycle(&chain, import.name.span));
            return;
        }
        if !self.modules.layers.iter().any(|m| m.file == file) {
            if self.open.len() == DEEPEST {
                self.modules.lose();
                self.report.push(errors::too_many("texts that import texts", DEEPEST, import.name.span));
                return;
            }
            self.visit(file);
        }
        let Some(module) = self.modules.layers.iter().find(|m| m.file == file) else { return };
        let is_game = module
            .ast
            .items
            .iter()
            .any(|i| matches!(i.kind, ItemKind::Game { .. } | ItemKind::Variant { .. }));
        let (word, span) = (&import.name.node, import.name.span);
        match (as_parent, is_game) {
            (true, false) if !self.modules.broken => self.report.push(errors::variant_of_module(word, span)),
            (false, true) => self.report.push(errors::use_of_game(word, span)),
            _ => {}
        }
    }

    /// The text that an import names, read into the sources if it was not there.
    fn locate(&mut self, import: &Import, as_parent: bool) -> Option<FileId> {
        let importer = self.open.last().map_or("", |f| self.sources.name(*f));
        let folder = importer.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
        let word = &import.name.node;
        let candidates = if import.is_path() {
            vec![join(&folder, word)]
        } else {
            let (own, other) = if as_parent { ("games", "stdlib") } else { ("stdlib", "games") };
            let library = [own, other].map(|f| format!("{f}/{word}.tg"));
            // What the library has comes before a neighbour of the same name, so that a word means the same everywhere.
            let known =
                library.iter().filter(|n| library::text(n).is_some() || self.sources.find(n).is_some());
            known.cloned().chain([join(&folder, &format!("{word}.tg"))]).collect()
        };
        for name in &candidates {
            if let Some(file) = self.sources.find(name) {
                return Some(file);
            }
            let text = library::text(name).map(str::to_string).or_else(|| (self.fetch)(name));
            if let Some(text) = text {
                return Some(self.sources.add(name.clone(), text));
            }
        }
        self.modules.lose();
        let span = import.name.span;
        self.report.push(if import.is_path() {
            errors::unknown_file(&candidates[0], span)
        } else {
            let (what, list) =
                if as_parent { ("game", library::GAMES) } else { ("module", library::MODULES) };
            let known: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
            errors::unknown_module(what, word, span, nearest(word, known.iter().copied()), &known)
        });
        None
    }
}

/// The line of a place, with the lines indented under it.
fn block_at(text: &str, at: usize) -> &str {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let start = text[..at.min(text.len())].rfind('\n').map_or(0, |found| found + 1);
    let mut lines = text[start..].split_inclusive('\n');
    let first = lines.next().unwrap_or("");
    let deeper = |line: &&str| line.trim().is_empty() || indent(line) > indent(first);
    let length: usize = lines.take_while(deeper).map(str::len).sum();
    &text[start..start + first.len() + length]
}

/// A path relative to a folder, without `.` and `..` where they can be worked out.
pub(crate) fn join(folder: &str, path: &str) -> String {
    let whole = if path.starts_with('/') || folder.is_empty() {
        path.to_string()
    } else {
        format!("{folder}/{path}")
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|p| !p.is_empty() && *p != "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

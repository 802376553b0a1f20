//! Reads the root and everything it imports, each source once, and puts the sources into the order in which their
//! declarations are layered: what is imported before what imports it.
//!
//! Nothing is known here of what the declarations mean, nor which files may be read: that is for the caller to say, who
//! fetches them.

use std::collections::HashSet;

use crate::ast::{self, Import, ItemKind};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;
use crate::fetch::{Fetch, Fetched};
use crate::source::{FileId, Sources};
use crate::{library, limits, parse};

use super::report::Report;
use super::sorts::Called;

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
    /// What has been called with arguments: known when that has been written out.
    pub(crate) called: Called,
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
    let modules = Modules {
        layers: Vec::new(),
        broken: false,
        incomplete: false,
        unread: HashSet::new(),
        called: Called::new(),
    };
    let mut reader =
        Reader { sources, fetch, report, modules, open: Vec::new(), ranks: 0, bytes: 0, full: false };
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
    /// How many bytes the sources have that were read.
    bytes: usize,
    /// A limit has been reached, and that has been said.
    full: bool,
}

impl Reader<'_, '_> {
    fn visit(&mut self, file: FileId) {
        let rank = self.ranks;
        self.ranks += 1;
        self.bytes += self.sources.text(file).len();
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
            if let Some(limit) = self.too_much(file) {
                self.modules.lose();
                if !std::mem::replace(&mut self.full, true) {
                    self.report.push(errors::imports_too_much(&limit, import.name.span));
                }
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
            (false, true) => {
                let written = self.sources.snippet(span);
                self.report.push(errors::use_of_game(word, written, span));
            }
            _ => {}
        }
    }

    /// The limit that would be passed if another file were read.
    fn too_much(&self, file: FileId) -> Option<String> {
        let (depth, sources) = (limits::IMPORT_DEPTH, limits::SOURCES);
        // The root is open, too, and is not imported.
        if self.open.len() > depth {
            Some(format!("at most {depth} imports lead from one file to the next"))
        } else if self.ranks == sources {
            Some(format!("a game has at most {sources} sources, with those of the library"))
        } else if self.bytes + self.sources.text(file).len() > limits::ALL_SOURCES_BYTES {
            Some(format!("the sources of a game have at most {} bytes together", limits::ALL_SOURCES_BYTES))
        } else {
            None
        }
    }

    /// The source that an import names, read if it was not there.
    fn locate(&mut self, import: &Import, as_parent: bool) -> Option<FileId> {
        let importer = self.open.last().map_or("", |f| self.sources.name(*f));
        let folder = importer.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
        let word = &import.name.node;
        if import.is_path() {
            return self.at_path(&join(&folder, word), import);
        }
        let (own, other) = if as_parent { ("games", "stdlib") } else { ("stdlib", "games") };
        let library = [own, other].map(|f| format!("{f}/{word}.tg"));
        // What the library has comes before a neighbour of the same name, so that a word means the same everywhere.
        let known = library.iter().filter(|n| library::has(n) || self.sources.find(n).is_some());
        let candidates: Vec<String> = known.cloned().chain([join(&folder, &format!("{word}.tg"))]).collect();
        for name in &candidates {
            if let Some(file) = self.sources.find(name) {
                return Some(file);
            }
            if let Some(text) = library::text(name) {
                return Some(self.sources.add(name.clone(), text));
            }
            match self.fetched(name, import) {
                Ok(None) => {}
                Ok(found) => return found,
                Err(Reported) => return None,
            }
        }
        self.modules.lose();
        let (what, list) = if as_parent { ("game", library::GAMES) } else { ("module", library::MODULES) };
        let known: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
        let near = nearest(word, known.iter().copied());
        self.report.push(errors::unknown_module(what, word, import.name.span, near, &known));
        None
    }

    /// The file at a path; where there is none, the source of the library that has the path as its name.
    fn at_path(&mut self, path: &str, import: &Import) -> Option<FileId> {
        if let Some(file) = self.sources.find(&file_name(path)) {
            return Some(file);
        }
        match self.fetched(path, import) {
            Ok(Some(file)) => return Some(file),
            Ok(None) => {}
            Err(Reported) => return None,
        }
        if let Some(text) = library::text(path) {
            return Some(self.sources.find(path).unwrap_or_else(|| self.sources.add(path, text)));
        }
        self.modules.lose();
        self.report.push(errors::unknown_file(path, import.name.span));
        None
    }

    /// The file at a path, if there is one and it may be read.
    fn fetched(&mut self, path: &str, import: &Import) -> Result<Option<FileId>, Reported> {
        match (self.fetch)(path) {
            None => Ok(None),
            Some(Fetched::Text(text)) => Ok(Some(self.sources.add(file_name(path), text))),
            Some(Fetched::Known(other)) => Ok(self.sources.find(&file_name(&other))),
            Some(Fetched::Refused(refused)) => {
                self.modules.lose();
                let written = &import.name.node;
                self.report.push(errors::refused_import(
                    written,
                    &refused.why,
                    refused.notes,
                    import.name.span,
                ));
                Err(Reported)
            }
        }
    }
}

/// There was something wrong, and that has been said.
struct Reported;

/// The name of a file among the sources: its path, unless a source of the library has that name.
fn file_name(path: &str) -> String {
    if library::has(path) { format!("./{path}") } else { path.to_string() }
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

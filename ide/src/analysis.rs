//! A file and all that it imports, read once for any number of questions.

use tilegame_dsl::ast::{File, Import, ItemKind};
use tilegame_dsl::diagnostic::Diagnostic;
use tilegame_dsl::fetch::Fetch;
use tilegame_dsl::source::{FileId, Sources, Span};
use tilegame_dsl::{library, load, parse};

use crate::index::{Index, Symbol};
use crate::names::{Occurrence, Role};

/// A file that somebody edits, with everything that it imports.
///
/// ```
/// use tilegame_ide::Analysis;
/// let text = "variant \"Mine\" of chess\npiece Camel \"C\"\n    move camel\n    promote to Camel on last_rank\n";
/// let analysis = Analysis::read("mine.tg", text, &mut |_| None);
/// let at = text.find("Camel on").unwrap();
/// let declared = analysis.definitions(at)[0];
/// assert_eq!(&text[declared.range()], "Camel");
/// assert_eq!(analysis.references(at).len(), 2);
/// // What is imported from the library is known, too.
/// let path = analysis.definitions(text.find("camel").unwrap())[0];
/// assert_eq!(analysis.sources().name(path.file), "stdlib/moves.tg");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    sources: Sources,
    root: FileId,
    diagnostics: Vec<Diagnostic>,
    trees: Vec<File>,
    pub(crate) index: Index,
}

impl Analysis {
    /// Reads a text and what it imports, and checks both. Imports are looked for in the library, and by `fetch`, as
    /// [`tilegame_dsl::load`] says.
    pub fn read(name: &str, text: &str, fetch: &mut Fetch<'_>) -> Analysis {
        let mut sources = Sources::new();
        let root = sources.add(name, text);
        let loaded = load(&mut sources, name, fetch);
        Analysis::of(sources, root, loaded.diagnostics)
    }

    /// Of texts that have been read and checked already, by a compiler that finds more.
    pub fn of(sources: Sources, root: FileId, diagnostics: Vec<Diagnostic>) -> Analysis {
        let trees: Vec<File> = sources.iter().map(|(file, _, text)| parse::parse(file, text).0).collect();
        let index = Index::new(&sources, &trees);
        Analysis { sources, root, diagnostics, trees, index }
    }

    /// All texts.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The file that is edited.
    pub fn root(&self) -> FileId {
        self.root
    }

    /// Its text.
    pub fn text(&self) -> &str {
        self.sources.text(self.root)
    }

    /// Its syntax tree.
    pub fn tree(&self) -> &File {
        &self.trees[self.root.0 as usize]
    }

    /// The syntax tree of any of the texts.
    pub(crate) fn tree_of(&self, file: FileId) -> &File {
        &self.trees[file.0 as usize]
    }

    /// What the compiler has said.
    pub(crate) fn found(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether the file is a module for games to import, and no game itself.
    pub fn is_module(&self) -> bool {
        let is_of_game = |kind: &ItemKind| {
            matches!(
                kind,
                ItemKind::Game { .. }
                    | ItemKind::Variant { .. }
                    | ItemKind::Board(_)
                    | ItemKind::Players(_)
                    | ItemKind::Setup(_)
            )
        };
        let items = &self.tree().items;
        !items.is_empty() && !items.iter().any(|item| is_of_game(&item.kind))
    }

    /// The name at a place in the file.
    pub fn name_at(&self, offset: usize) -> Option<&Occurrence> {
        self.index.at(self.root, offset)
    }

    /// What is named at a place in the file, if it is declared.
    pub fn symbol_at(&self, offset: usize) -> Option<Symbol> {
        self.index.symbol(self.name_at(offset)?)
    }

    /// Where the thing is declared that is named at a place: of an import, the beginning of the text that it names.
    pub fn definitions(&self, offset: usize) -> Vec<Span> {
        if let Some((_, file)) = self.import_at(offset) {
            return vec![Span::new(file, 0, 0)];
        }
        match self.symbol_at(offset) {
            Some(symbol) => self.index.declarations(&symbol).to_vec(),
            None => Vec::new(),
        }
    }

    /// All places that name what is named at a place, those in other texts included.
    pub fn references(&self, offset: usize) -> Vec<Span> {
        self.symbol_at(offset).map_or_else(Vec::new, |symbol| self.places_of(&symbol))
    }

    /// All places that name a thing.
    pub fn places_of(&self, symbol: &Symbol) -> Vec<Span> {
        self.index.places(symbol).into_iter().map(|(span, _)| span).collect()
    }

    /// All places that declare a thing.
    pub fn declarations_of(&self, symbol: &Symbol) -> &[Span] {
        self.index.declarations(symbol)
    }

    /// All places in the file that name what is named at a place, and whether they declare it.
    pub fn highlights(&self, offset: usize) -> Vec<(Span, bool)> {
        let places = self.symbol_at(offset).map_or_else(Vec::new, |symbol| self.index.places(&symbol));
        let here = places.into_iter().filter(|(span, _)| span.file == self.root);
        here.map(|(span, role)| (span, role == Role::Declares)).collect()
    }

    /// The imports of a text, and the texts that they name, as far as those are there.
    pub fn imports(&self, file: FileId) -> Vec<(Span, FileId)> {
        let mut found = Vec::new();
        for item in &self.tree_of(file).items {
            let (all, is_parent): (&[Import], bool) = match &item.kind {
                ItemKind::Use(imports) => (imports, false),
                ItemKind::Variant { parent, .. } => (std::slice::from_ref(parent), true),
                _ => continue,
            };
            let known = all.iter().filter_map(|import| {
                Some((import.name.span, self.imported(self.sources.name(file), import, is_parent)?))
            });
            found.extend(known);
        }
        found
    }

    /// The import at a place in the file, and the text that it names.
    pub(crate) fn import_at(&self, offset: usize) -> Option<(Span, FileId)> {
        let touches = |span: &Span| (span.start as usize..=span.end as usize).contains(&offset);
        self.imports(self.root).into_iter().find(|(span, _)| touches(span))
    }

    /// The text that an import names, looked for as the compiler does.
    fn imported(&self, importer: &str, import: &Import, is_parent: bool) -> Option<FileId> {
        let folder = importer.rsplit_once('/').map_or("", |(folder, _)| folder);
        let word = &import.name.node;
        if import.is_path() {
            let path = joined(folder, word);
            let beside = if library::text(&path).is_some() { format!("./{path}") } else { path.clone() };
            return self.sources.find(&beside).or_else(|| self.sources.find(&path));
        }
        let folders = if is_parent { ["games", "stdlib"] } else { ["stdlib", "games"] };
        let library = folders.iter().map(|folder| format!("{folder}/{word}.tg"));
        let beside = joined(folder, &format!("{word}.tg"));
        library.chain([beside]).find_map(|name| self.sources.find(&name))
    }
}

/// Whether a text comes with the compiler.
pub fn is_library(sources: &Sources, file: FileId) -> bool {
    library::text(sources.name(file)).is_some()
}

/// A path relative to a folder, without `.` and `..` where they can be worked out.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let is_absolute = path.starts_with('/') || folder.starts_with('/');
    let folder = if path.starts_with('/') { "" } else { folder };
    for part in folder.split('/').chain(path.split('/')).filter(|part| !part.is_empty() && *part != ".") {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => _ = parts.pop(),
            _ => parts.push(part),
        }
    }
    format!("{}{}", if is_absolute { "/" } else { "" }, parts.join("/"))
}

//! The texts that are open, what they import, and what is known of them.
//!
//! An import is looked for as the command does: in the library, and in files in the document's own folder and below it. What is open counts as the
//! editor shows it, saved or not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::Uri;
use tempfile::TempDir;
use tilegame_dsl::library;
use tilegame_dsl::source::{FileId, Sources, Span};
use tilegame_ide::Analysis;
use tilegame_ide::lines::Lines;

use super::addresses::{Address, clean};
use crate::check::{self, Fetched};
use crate::files::{self, ENDING, Imports};

/// An open text.
pub(super) struct Document {
    /// What the editor calls it.
    uri: Uri,
    pub(super) text: String,
    pub(super) version: Option<i32>,
    /// What is known of it, once it has been asked.
    read: Option<Rc<Reading>>,
    /// It has changed since the editor was told what is wrong.
    pub(super) is_unchecked: bool,
}

/// What is known of a text.
pub(super) struct Reading {
    pub(super) analysis: Analysis,
    /// The addresses of all texts.
    addresses: Vec<Address>,
    lines: Vec<Lines>,
}

impl Reading {
    /// Where a source is.
    pub(super) fn address(&self, file: FileId) -> &Address {
        &self.addresses[file.0 as usize]
    }

    /// The lines of a source.
    pub(super) fn lines(&self, file: FileId) -> &Lines {
        &self.lines[file.0 as usize]
    }

    /// The lines of the text itself.
    pub(super) fn own_lines(&self) -> &Lines {
        self.lines(self.analysis.root())
    }

    /// Whether one of these places is in a text of this address.
    pub(super) fn has(&self, address: &Address) -> bool {
        self.addresses.contains(address)
    }
}

/// All open texts, and how the library is shown.
#[derive(Default)]
pub(super) struct Documents {
    open: BTreeMap<Address, Document>,
    /// Where the editor's files are.
    pub(super) folders: Vec<PathBuf>,
    /// The editor can show what is in no file.
    pub(super) shows_virtual: bool,
    /// Texts of the library as files, once somebody has wanted to see one.
    copies: Option<TempDir>,
}

impl Documents {
    /// The address of what a URI names. A copy of a text of the library is that text.
    pub(super) fn known(&self, address: Address) -> Address {
        let (Some(copies), Address::File(path)) = (&self.copies, &address) else { return address };
        let name = path.strip_prefix(copies.path()).ok().and_then(|name| name.to_str());
        let name = name.map(|name| name.replace(std::path::MAIN_SEPARATOR, "/"));
        match name.filter(|name| library::text(name).is_some()) {
            Some(name) => Address::Library(name),
            None => address,
        }
    }

    /// A URI that the editor can open, as it calls the text itself if it has it open. A text of the library is copied to a file if the editor can't show
    /// it otherwise.
    pub(super) fn uri(&mut self, address: &Address) -> Option<Uri> {
        if let Some(document) = self.open.get(address) {
            return Some(document.uri.clone());
        }
        let Address::Library(name) = address else { return address.uri() };
        if self.shows_virtual {
            return address.uri();
        }
        if self.copies.is_none() {
            self.copies = files::temporary_folder();
        }
        let path = self.copies.as_ref()?.path().join(name);
        if !path.exists() {
            files::copy_of_library(&path, library::text(name)?).ok()?;
        }
        Address::File(path).uri()
    }

    pub(super) fn open(&mut self, uri: Uri, address: Address, text: String, version: Option<i32>) {
        self.changed(&address);
        self.open.insert(address, Document { uri, text, version, read: None, is_unchecked: true });
    }

    pub(super) fn close(&mut self, address: &Address) {
        self.open.remove(address);
        self.changed(address);
    }

    pub(super) fn get(&self, address: &Address) -> Option<&Document> {
        self.open.get(address)
    }

    pub(super) fn get_mut(&mut self, address: &Address) -> Option<&mut Document> {
        self.open.get_mut(address)
    }

    /// The open texts.
    pub(super) fn all(&self) -> impl Iterator<Item = &Address> {
        self.open.keys()
    }

    /// A text is another one now: what imports it has to be read again.
    pub(super) fn changed(&mut self, address: &Address) {
        for (own, document) in &mut self.open {
            let imports = document.read.as_ref().is_some_and(|read| read.has(address));
            // What could not be found before may be there now.
            if own == address
                || imports
                || document.read.as_ref().is_some_and(|read| !read.analysis.problems().is_empty())
            {
                document.read = None;
                document.is_unchecked = true;
            }
        }
    }

    /// The first text of which the editor has not been told what is wrong.
    pub(super) fn unchecked(&self) -> Option<Address> {
        self.open.iter().find(|(_, document)| document.is_unchecked).map(|(address, _)| address.clone())
    }

    /// What is known of an open text.
    pub(super) fn read(&mut self, address: &Address) -> Option<Rc<Reading>> {
        let document = self.open.get(address)?;
        if let Some(read) = &document.read {
            return Some(read.clone());
        }
        let read = Rc::new(self.reading(address, &document.text));
        self.open.get_mut(address)?.read = Some(read.clone());
        Some(read)
    }

    /// What is known of a text at an address, open or not.
    pub(super) fn reading(&self, address: &Address, text: &str) -> Reading {
        let (folder, name) = place(address);
        let mut sources = Sources::new();
        let root = sources.add(&name, text);
        let diagnostics = match address {
            Address::Library(_) => tilegame_dsl::load(&mut sources, &name, &mut |_| None).diagnostics,
            _ => {
                let mut fetch = self.fetch(address);
                check::compile(&mut sources, &name, &mut fetch, &[]).diagnostics
            }
        };
        // A text of the library that is no game has no mistakes that the compiler would find here.
        let diagnostics = if matches!(address, Address::Library(_)) { Vec::new() } else { diagnostics };
        let address_of = |file: FileId, name: &str| match (&folder, library::text(name)) {
            _ if file == root => address.clone(),
            (_, Some(_)) => Address::Library(name.to_string()),
            (Some(folder), None) => Address::File(clean(&folder.join(name))),
            (None, None) => Address::Other(name.to_string()),
        };
        let addresses = sources.iter().map(|(file, name, _)| address_of(file, name)).collect();
        let lines = sources.iter().map(|(_, _, text)| Lines::new(text)).collect();
        Reading { analysis: Analysis::of(sources, root, diagnostics), addresses, lines }
    }

    /// Finds what a text imports: as it is open, or else in its file. Only files that the game may import are found.
    pub(super) fn fetch(&self, address: &Address) -> impl FnMut(&str) -> Option<Fetched> + '_ {
        let folder = place(address).0;
        let file = match address {
            Address::File(path) => Some(path.clone()),
            _ => None,
        };
        let mut imports = file.and_then(|file| Imports::beside(&file).ok());
        move |path: &str| {
            let folder = folder.as_ref()?;
            let found = imports.as_mut()?.fetch(path);
            if let Some(Fetched::Refused(_) | Fetched::Known(_)) = found {
                return found;
            }
            match self.open.get(&Address::File(clean(&folder.join(path)))) {
                Some(document) => Some(Fetched::Text(document.text.clone())),
                None => found,
            }
        }
    }

    /// The text at an address.
    pub(super) fn text(&self, address: &Address) -> Option<String> {
        match (self.open.get(address), address) {
            (Some(document), _) => Some(document.text.clone()),
            (None, Address::Library(name)) => library::text(name).map(str::to_string),
            (None, Address::File(path)) => files::rules(path).ok(),
            (None, Address::Other(_)) => None,
        }
    }

    /// All files that could import something: those that are open, and those in the editor's folders.
    pub(super) fn candidates(&self) -> Vec<Address> {
        let mut found: Vec<Address> = self.all().cloned().collect();
        let below = self.folders.iter().flat_map(|folder| files::rules_below(folder));
        found.extend(below.map(Address::File));
        found.sort();
        found.dedup();
        found
    }
}

/// The folder of a text, and its name among the sources.
pub(super) fn place(address: &Address) -> (Option<PathBuf>, String) {
    match address {
        Address::Library(name) => (None, name.clone()),
        Address::File(path) => {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            (path.parent().map(Path::to_owned), name)
        }
        Address::Other(_) => (None, format!("untitled{ENDING}")),
    }
}

/// A place in one of the texts.
pub(super) fn range(read: &Reading, span: Span, units: tilegame_ide::lines::Units) -> lsp_types::Range {
    let text = read.analysis.sources().text(span.file);
    super::forms::range(read.lines(span.file), text, span.range(), units)
}

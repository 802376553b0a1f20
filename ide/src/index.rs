//! What the names of a file and of all that it imports stand for.

use std::collections::BTreeMap;

use tilegame_dsl::ast::File;
use tilegame_dsl::source::{FileId, Sources, Span};

use crate::names::{Occurrence, Role, Sort, names};

/// Something that is declared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Symbol {
    /// What it is.
    pub sort: Sort,
    /// Its name.
    pub name: String,
    /// The declaration inside which it is known; all other things are known everywhere.
    pub scope: Option<Span>,
}

/// The names of all sources, and the declarations among them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Index {
    /// By source.
    files: Vec<Vec<Occurrence>>,
    declared: BTreeMap<Symbol, Vec<Span>>,
}

impl Index {
    /// Reads the trees of all sources.
    pub(crate) fn new(sources: &Sources, trees: &[File]) -> Index {
        let files: Vec<Vec<Occurrence>> =
            sources.iter().zip(trees).map(|((_, _, text), tree)| names(tree, text)).collect();
        let mut declared: BTreeMap<Symbol, Vec<Span>> = BTreeMap::new();
        for occurrence in files.iter().flatten().filter(|found| found.role == Role::Declares) {
            if let [sort, ..] = occurrence.sorts {
                let symbol = Symbol { sort: *sort, name: occurrence.word.clone(), scope: occurrence.scope };
                declared.entry(symbol).or_default().push(occurrence.span);
            }
        }
        Index { files, declared }
    }

    /// The names of a source, in the order of their places.
    pub(crate) fn names(&self, file: FileId) -> &[Occurrence] {
        self.files.get(file.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The name at a place; its end belongs to it.
    pub(crate) fn at(&self, file: FileId, offset: usize) -> Option<&Occurrence> {
        let touches =
            |found: &&Occurrence| found.span.start as usize <= offset && offset <= found.span.end as usize;
        self.names(file).iter().rfind(touches)
    }

    /// What a name stands for, if it is declared anywhere.
    pub(crate) fn symbol(&self, occurrence: &Occurrence) -> Option<Symbol> {
        let symbol = |sort: &Sort| {
            let scope = occurrence.scope.filter(|_| *sort == Sort::Parameter);
            Symbol { sort: *sort, name: occurrence.word.clone(), scope }
        };
        occurrence.sorts.iter().map(symbol).find(|symbol| self.declared.contains_key(symbol))
    }

    /// Where a thing is declared.
    pub(crate) fn declarations(&self, symbol: &Symbol) -> &[Span] {
        self.declared.get(symbol).map_or(&[], Vec::as_slice)
    }

    /// Everything that is declared, with its first place.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (&Symbol, Span)> {
        self.declared.iter().filter_map(|(symbol, places)| Some((symbol, *places.first()?)))
    }

    /// Every place at which a thing is named, with its declarations.
    pub(crate) fn places(&self, symbol: &Symbol) -> Vec<(Span, Role)> {
        let all = self.files.iter().flatten().filter(|found| found.word == symbol.name);
        all.filter(|found| self.symbol(found).as_ref() == Some(symbol))
            .map(|found| (found.span, found.role))
            .collect()
    }
}

//! Declarations by name, as layers change them.

use std::collections::HashMap;

use indexmap::IndexMap;

use crate::ast::{Name, Verb};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;
use crate::source::{FileId, Span};

use super::report::Report;
use super::sorts::Sort;

/// A declaration: its name as written, and what was declared.
#[derive(Clone)]
pub(crate) struct Entry<T> {
    /// Where it is named.
    pub(crate) span: Span,
    /// The text that had it first: what replaces it takes its place.
    pub(crate) home: FileId,
    /// What it is.
    pub(crate) node: T,
}

/// All declarations of one sort.
pub(crate) struct Table<T> {
    sort: Sort,
    entries: IndexMap<String, Entry<T>>,
    removed: HashMap<String, Span>,
}

impl<T> Table<T> {
    /// Nothing declared.
    pub(crate) fn new(sort: Sort) -> Table<T> {
        Table { sort, entries: IndexMap::new(), removed: HashMap::new() }
    }

    /// The declarations in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Entry<T>)> + Clone {
        self.entries.iter().map(|(name, entry)| (name.as_str(), entry))
    }

    /// The declaration of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&Entry<T>> {
        self.entries.get(name)
    }

    /// The declaration of a name, to change it.
    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut Entry<T>> {
        self.entries.get_mut(name)
    }

    /// The place of a name in the list.
    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.entries.get_index_of(name)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Where a name was removed that is not there any more.
    pub(crate) fn removed(&self, name: &str) -> Option<Span> {
        self.removed.get(name).copied()
    }

    /// Applies one statement. `value` is `None` where nothing was given.
    ///
    /// `replace` keeps the place in the list. `header` is where a verb can be inserted.
    pub(crate) fn apply(
        &mut self,
        verb: Verb,
        name: &Name,
        header: Span,
        value: Option<T>,
        report: &mut Report,
    ) {
        let word = &name.node;
        let sort = self.sort.word();
        match verb {
            // Extensions of what is there have been joined to it.
            Verb::Extend => _ = self.find(verb, name, report),
            Verb::Remove => {
                if self.find(verb, name, report).is_some() {
                    self.entries.shift_remove(word);
                    self.removed.insert(word.clone(), name.span);
                }
            }
            Verb::Replace | Verb::Declare => {
                let Some(node) = value else {
                    report.push(errors::missing_value(sort, word, name.span));
                    return;
                };
                let entry = Entry { span: name.span, home: name.span.file, node };
                match (verb, self.entries.get(word)) {
                    (Verb::Declare, Some(first)) => {
                        let other = first.span.file != name.span.file;
                        // The fix goes before the whole statement, the label under the name.
                        let mut twice = errors::declared_twice(sort, word, name.span, first.span, other);
                        if let Some(fix) = &mut twice.fix {
                            fix.span = Span { end: header.start, ..header };
                        }
                        report.push(twice);
                    }
                    (Verb::Declare, None) => {
                        self.removed.remove(word);
                        self.entries.insert(word.clone(), entry);
                    }
                    _ => {
                        if let Some(old) = self.find(verb, name, report) {
                            *old = Entry { home: old.home, ..entry };
                        }
                    }
                }
            }
        }
    }

    /// The inherited declaration that a verb is about, or an error.
    pub(crate) fn find(&mut self, verb: Verb, name: &Name, report: &mut Report) -> Option<&mut Entry<T>> {
        if !self.entries.contains_key(&name.node) {
            let near = nearest(&name.node, self.entries.keys().map(String::as_str));
            let about = Some((name.node.as_str(), name.span));
            let known: Vec<&str> = self.entries.keys().map(String::as_str).collect();
            let verb = verb_word(verb);
            report.push(errors::nothing_to_change(verb, self.sort.word(), about, name.span, near, &known));
        }
        self.entries.get_mut(&name.node)
    }

    /// Puts the declarations into another order.
    pub(crate) fn sort_by_key<K: Ord>(&mut self, key: impl Fn(&Entry<T>) -> K) {
        self.entries.sort_by(|_, a, _, b| key(a).cmp(&key(b)));
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}

/// A verb as it is written.
pub(crate) fn verb_word(verb: Verb) -> &'static str {
    match verb {
        Verb::Declare => "declare",
        Verb::Replace => "replace",
        Verb::Extend => "extend",
        Verb::Remove => "remove",
    }
}

//! What the editor asks about one of the texts: what can be written at a place, what a word means, where it is declared, another name.
//!
//! Places are in units of UTF-16, as browsers count.

use serde::Serialize;
use tilegame_dsl::source::{Sources, Span};
use tilegame_ide::Analysis;
use tilegame_wasm_texts::{Place, place, units};

/// A text of those that were checked last, perhaps newer than then, with what it imports.
pub(crate) struct Edited {
    analysis: Analysis,
}

/// What can be written at a place.
#[derive(Serialize)]
pub(crate) struct Completions {
    /// Where the word begins that is replaced.
    from: usize,
    all: Vec<Completion>,
}

#[derive(Serialize)]
struct Completion {
    text: String,
    /// What it is the name of; nothing of a word of the language.
    sort: Option<&'static str>,
    about: String,
}

/// What a word means.
#[derive(Serialize)]
pub(crate) struct Hover {
    from: usize,
    to: usize,
    head: String,
    text: String,
    example: String,
    declared: Option<String>,
    /// Titles and pages of the book.
    sections: Vec<(&'static str, &'static str)>,
}

impl Edited {
    /// The text of this name, as it is now, among those that were checked. They are only read: what is wrong with them is told by the next check.
    pub(crate) fn new(checked: &Sources, name: &str, text: &str) -> Edited {
        let mut sources = Sources::new();
        let root = sources.add(name, text);
        for (_, other, text) in checked.iter().filter(|(_, other, _)| *other != name) {
            sources.add(other, text);
        }
        Edited { analysis: Analysis::of(sources, root, Vec::new()) }
    }

    fn units(&self, offset: u32) -> usize {
        units(self.analysis.text(), offset)
    }

    /// The place in bytes.
    fn offset(&self, units: usize) -> usize {
        let text = self.analysis.text();
        let mut passed = 0;
        let found = text.char_indices().find(|(_, letter)| {
            passed += letter.len_utf16();
            passed > units
        });
        found.map_or(text.len(), |(at, _)| at)
    }

    fn places(&self, spans: &[Span]) -> Vec<Place> {
        spans.iter().map(|span| place(self.analysis.sources(), *span)).collect()
    }

    pub(crate) fn completions(&self, at: usize) -> Completions {
        let found = self.analysis.completions(self.offset(at));
        let all = found.all.into_iter().map(|one| Completion {
            text: one.text,
            sort: one.sort.map(|sort| sort.word()),
            about: one.about,
        });
        Completions { from: self.units(found.replaced.start), all: all.collect() }
    }

    pub(crate) fn hover(&self, at: usize) -> Option<Hover> {
        let hover = self.analysis.hover(self.offset(at))?;
        Some(Hover {
            from: self.units(hover.span.start),
            to: self.units(hover.span.end),
            head: hover.head,
            text: hover.text,
            example: hover.example,
            declared: hover.from,
            sections: hover.sections.iter().map(|section| (section.title, section.page)).collect(),
        })
    }

    /// Where the thing is declared that is named at a place.
    pub(crate) fn definitions(&self, at: usize) -> Vec<Place> {
        self.places(&self.analysis.definitions(self.offset(at)))
    }

    /// All places that have to change so that it is called otherwise.
    pub(crate) fn rename(&self, at: usize, name: &str) -> Result<Vec<Place>, String> {
        let places = self.analysis.rename(self.offset(at), name).map_err(|refused| refused.to_string())?;
        Ok(self.places(&places))
    }
}

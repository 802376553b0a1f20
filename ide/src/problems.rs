//! What is wrong with a file, and how to fix it.

use tilegame_dsl::diagnostic::explain::explain;
use tilegame_dsl::diagnostic::{Diagnostic, Severity};
use tilegame_dsl::source::{FileId, Span};

use crate::analysis::Analysis;

/// The code of the message that a file is no game.
const NO_GAME: &str = "E0208";

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The code of the message, such as `E0203`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence.
    pub title: String,
    /// Where: always a place in the file itself.
    pub place: Span,
    /// A few words about the place.
    pub label: String,
    /// Other places that matter.
    pub related: Vec<(Span, String)>,
    /// Further sentences.
    pub notes: Vec<String>,
    /// How to fix it.
    pub fix: Option<Edit>,
    /// What the code means, at length, if the compiler explains it itself.
    pub explanation: Option<&'static str>,
}

/// A change of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What it does, such as "did you mean `Queen`?".
    pub message: String,
    /// What is replaced.
    pub place: Span,
    /// By what.
    pub replacement: String,
}

impl Problem {
    /// The whole message: the sentence, the words about the place, and the notes, a line each.
    pub fn message(&self) -> String {
        let label = (!self.label.is_empty()).then_some(self.label.as_str());
        let lines =
            [self.title.as_str()].into_iter().chain(label).chain(self.notes.iter().map(String::as_str));
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl Analysis {
    /// Everything that is wrong with the file. What is wrong with a text that it imports is told at the import.
    ///
    /// ```
    /// use tilegame_ide::Analysis;
    /// let text = "variant \"Mine\" of chess\nremove piece Kinght\n";
    /// let found = Analysis::read("mine.tg", text, &mut |_| None).problems();
    /// let fix = found[0].fix.as_ref().unwrap();
    /// assert_eq!((&text[fix.place.range()], fix.replacement.as_str()), ("Kinght", "Knight"));
    /// ```
    pub fn problems(&self) -> Vec<Problem> {
        let is_module = self.is_module();
        let told = self.found().iter().filter(|found| !(is_module && found.code.0 == NO_GAME));
        told.map(|diagnostic| self.problem(diagnostic)).collect()
    }

    /// A message about the texts, wherever it comes from.
    pub fn problem(&self, diagnostic: &Diagnostic) -> Problem {
        let mut related: Vec<(Span, String)> =
            diagnostic.secondary.iter().map(|label| (label.span, label.text.clone())).collect();
        let (at, mut title) = (diagnostic.primary.span, diagnostic.title.clone());
        let mut label = diagnostic.primary.text.clone();
        let is_here = at.file == self.root();
        if !is_here {
            title = format!("in `{}`: {title}", self.sources().name(at.file));
            related.insert(0, (at, std::mem::take(&mut label)));
        }
        let fix = diagnostic.fix.as_ref().filter(|fix| fix.span.file == self.root());
        Problem {
            code: diagnostic.code.0,
            severity: diagnostic.severity,
            title,
            place: if is_here { at } else { self.import_of(at.file) },
            label,
            related,
            notes: diagnostic.notes.clone(),
            fix: fix.map(|fix| Edit {
                message: fix.message.clone(),
                place: fix.span,
                replacement: fix.replacement.clone(),
            }),
            explanation: explain(diagnostic.code.0).map(|(_, _, text)| *text),
        }
    }

    /// The import by which a text has come here: the file's own, or that of what leads there.
    fn import_of(&self, file: FileId) -> Span {
        let own = self.imports(self.root());
        let leads = |start: FileId| {
            let mut open = vec![start];
            let mut seen = vec![start];
            while let Some(next) = open.pop() {
                if next == file {
                    return true;
                }
                let more = self.imports(next).into_iter().map(|(_, to)| to);
                let more: Vec<FileId> = more.filter(|to| !seen.contains(to)).collect();
                seen.extend(&more);
                open.extend(more);
            }
            false
        };
        let found = own.into_iter().find(|(_, start)| leads(*start));
        found.map_or(Span::new(self.root(), 0, 0), |(span, _)| span)
    }

    /// All fixes that can be made at once: of two that touch the same place, the first.
    pub fn all_fixes(&self) -> Vec<Edit> {
        let mut edits: Vec<Edit> = self.problems().into_iter().filter_map(|problem| problem.fix).collect();
        edits.sort_by_key(|edit| (edit.place.start, edit.place.end));
        let mut end = None;
        edits.retain(|edit| {
            let is_free = end.is_none_or(|end| edit.place.start > end);
            if is_free {
                end = Some(edit.place.end);
            }
            is_free
        });
        edits
    }
}

//! What a word means: of the language, or a name.

use tilegame_dsl::ast::ItemKind;
use tilegame_dsl::source::{FileId, Span};
use tilegame_dsl::token::{self, Token};

use crate::analysis::{Analysis, is_library};
use crate::index::Symbol;
use crate::lines::Lines;
use crate::names::Sort;
use crate::words::{self, Section};

/// An explanation of what is at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The word that is explained.
    pub span: Span,
    /// What it is, such as "`Knight`: piece".
    pub head: String,
    /// What it means, or what its author has written above it.
    pub text: String,
    /// Lines of the language: an example, or the declaration.
    pub example: String,
    /// Where it is declared, if not in the file itself.
    pub from: Option<String>,
    /// Sections of the book that explain it.
    pub sections: Vec<Section>,
}

/// Lines of a declaration that are shown.
const SHOWN_LINES: usize = 8;

impl Hover {
    /// The explanation as Markdown; with the address of a book, whose pages end in `.html`, its sections are links.
    pub fn markdown(&self, book: Option<&str>) -> String {
        let mut parts = vec![format!("**{}**", self.head)];
        parts.extend((!self.text.is_empty()).then(|| self.text.clone()));
        parts.extend((!self.example.is_empty()).then(|| format!("```tilegame\n{}\n```", self.example)));
        parts.extend(self.from.as_ref().map(|from| format!("Declared in `{from}`.")));
        let link = |section: &Section| match book {
            Some(book) => {
                let (page, heading) = section.page.split_once('#').unwrap_or((section.page, ""));
                let page = page.strip_suffix(".md").unwrap_or(page);
                let heading = if heading.is_empty() { String::new() } else { format!("#{heading}") };
                format!("[{}]({}/{page}.html{heading})", section.title, book.trim_end_matches('/'))
            }
            None => format!("{} (`{}`)", section.title, section.page),
        };
        let links: Vec<String> = self.sections.iter().map(link).collect();
        parts.extend((!links.is_empty()).then(|| format!("In the book: {}", links.join(", "))));
        parts.join("\n\n")
    }
}

impl Analysis {
    /// What is explained at a place in the file.
    ///
    /// ```
    /// use tilegame_ide::Analysis;
    /// let text = "variant \"Mine\" of chess\n# Leaps far.\npiece Camel \"C\"\n    move camel\n";
    /// let analysis = Analysis::read("mine.tg", text, &mut |_| None);
    /// let camel = analysis.hover(text.find("Camel").unwrap()).unwrap();
    /// assert_eq!((camel.head.as_str(), camel.text.as_str()), ("`Camel`: piece", "Leaps far."));
    /// let path = analysis.hover(text.find("camel").unwrap()).unwrap();
    /// assert_eq!(path.from.as_deref(), Some("stdlib/moves.tg"));
    /// let word = analysis.hover(text.find("move").unwrap()).unwrap();
    /// assert_eq!(word.text, "quiet moves and captures; how moves are written");
    /// ```
    pub fn hover(&self, offset: usize) -> Option<Hover> {
        if let Some((span, file)) = self.import_at(offset) {
            return Some(self.of_import(span, file));
        }
        let (token, span) = self.token_at(offset)?;
        let word = token.word()?;
        if let Some(name) = self.name_at(offset).filter(|name| name.span == span) {
            if let Some(symbol) = self.index.symbol(name) {
                return Some(self.of_symbol(span, &symbol));
            }
            if !words::is_known(word) {
                let sort = name.sorts.first()?.word();
                let head = match name.sorts.first()? {
                    // They come with the board.
                    Sort::Direction | Sort::Tile => format!("`{word}`: {sort} of the board"),
                    _ => return None,
                };
                let (text, example, sections) = (String::new(), String::new(), Vec::new());
                return Some(Hover { span, head, text, example, from: None, sections });
            }
        }
        let explained = words::explained(word)?;
        Some(Hover {
            span,
            head: format!("`{word}`: {}", explained.is),
            text: explained.meaning.to_string(),
            example: explained.example.unwrap_or_default().to_string(),
            from: None,
            sections: explained.sections.clone(),
        })
    }

    /// The token at a place; of two that touch there, the one that is a word.
    fn token_at(&self, offset: usize) -> Option<(Token<'_>, Span)> {
        let touching = token::tokens(self.text())
            .skip_while(|(_, range)| range.end < offset)
            .take_while(|(_, range)| range.start <= offset);
        let words = touching.filter(|(token, _)| token.word().is_some());
        words.last().map(|(token, range)| (token, Span::new(self.root(), range.start, range.end)))
    }

    fn of_symbol(&self, span: Span, symbol: &Symbol) -> Hover {
        let declared = self.index.declarations(symbol).first().copied().unwrap_or(span);
        let from = (declared.file != self.root()).then(|| self.sources().name(declared.file).to_string());
        let (text, example) = match symbol.sort {
            Sort::Parameter => (String::new(), self.line_of(declared)),
            _ => (self.comment_above(declared), self.declaration(declared)),
        };
        let head = format!("`{}`: {}", symbol.name, symbol.sort.word());
        Hover { span, head, text, example, from, sections: Vec::new() }
    }

    fn of_import(&self, span: Span, file: FileId) -> Hover {
        let name = self.sources().name(file).to_string();
        let what = if is_library(self.sources(), file) { " of the library" } else { "" };
        let (mut head, mut text) = (format!("`{name}`: module{what}"), String::new());
        for item in &self.tree_of(file).items {
            if let ItemKind::Game { title, about } | ItemKind::Variant { title, about, .. } = &item.kind {
                head = format!("{}: game{what}", title.node);
                text = about.iter().map(|line| line.node.as_str()).collect::<Vec<_>>().join("\n");
            }
        }
        if text.is_empty() {
            let comments = self.sources().text(file).lines().take_while(|line| line.starts_with('#'));
            text = uncommented(comments);
        }
        Hover { span, head, text, example: String::new(), from: Some(name), sections: Vec::new() }
    }

    /// One line that says what a symbol is, for lists.
    pub(crate) fn in_a_line(&self, symbol: &Symbol) -> String {
        let Some(declared) = self.index.declarations(symbol).first() else { return String::new() };
        self.line_of(*declared).trim().to_string()
    }

    /// The line of a place.
    fn line_of(&self, place: Span) -> String {
        let text = self.sources().text(place.file);
        let lines = Lines::new(text);
        text[lines.range(text, lines.line(place.start as usize))].trim().to_string()
    }

    /// A declaration with its block, as far as it is short.
    fn declaration(&self, place: Span) -> String {
        let text = self.sources().text(place.file);
        let lines = Lines::new(text);
        let first = lines.line(place.start as usize);
        let line = |number: usize| &text[lines.range(text, number)];
        let indent = |line: &str| line.len() - line.trim_start().len();
        let own = indent(line(first));
        let more = (first + 1..lines.count()).take_while(|number| {
            let line = line(*number);
            !line.trim().is_empty() && indent(line) > own
        });
        let mut shown: Vec<&str> = vec![line(first).trim()];
        let more: Vec<usize> = more.collect();
        // The space in front may be of characters of several bytes.
        let inner =
            |number: &usize| line(*number).get(own..).unwrap_or_else(|| line(*number).trim()).trim_end();
        shown.extend(more.iter().take(SHOWN_LINES).map(inner));
        if more.len() > SHOWN_LINES {
            shown.push("    # …");
        }
        shown.join("\n")
    }

    /// The comments directly above a declaration.
    fn comment_above(&self, place: Span) -> String {
        let text = self.sources().text(place.file);
        let lines = Lines::new(text);
        let line = lines.line(place.start as usize);
        let above = (0..line).rev().map(|number| text[lines.range(text, number)].trim());
        let mut comments: Vec<&str> = above.take_while(|line| line.starts_with('#')).collect();
        comments.reverse();
        uncommented(comments)
    }
}

/// Lines without the signs in front.
fn uncommented<'t>(lines: impl IntoIterator<Item = &'t str>) -> String {
    let lines = lines.into_iter().map(|line| line.trim_start_matches('#').trim());
    lines.collect::<Vec<_>>().join("\n").trim().to_string()
}

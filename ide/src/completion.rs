//! What can be written at a place: words of the language that fit there, and names of the things that can be meant.
//!
//! The grammar says which words fit behind the beginning of the line. For names the line is read once more with a name at the place: the tree
//! then says what it could be the name of. Words that the grammar takes for names, such as those of effects, fit where a line with them can
//! be read, and the same line with a name cannot.

use tilegame_dsl::context::Context;
use tilegame_dsl::layout::{self, Line};
use tilegame_dsl::library;
use tilegame_dsl::parse::{self, next};
use tilegame_dsl::source::{FileId, Span};
use tilegame_dsl::token::{self, Token};

use crate::analysis::Analysis;
use crate::lines::floor;
use crate::names::{Role, Sort, names};
use crate::words::{self, Section};

/// Something that can be written at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// What is written.
    pub text: String,
    /// What it is the name of; `None` of a word of the language.
    pub sort: Option<Sort>,
    /// One line that explains it.
    pub about: String,
    /// Where the book explains it.
    pub sections: Vec<Section>,
}

/// Everything that can be written at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completions {
    /// What of the text is replaced by it: the word that has been begun.
    pub replaced: Span,
    /// In the order in which they are offered: words, then names.
    pub all: Vec<Completion>,
}

/// A name that nobody has.
const NAME: &str = "name_to_be_completed";

/// What can follow the word of a line's detail, so that the line can be read.
const ENDS: &[&str] =
    &["", " name_to_be_completed", " last", " \"\"", " 1", " if stuck", " wins if stuck", ": take", " = 1"];

/// The lines above a place that it is indented under, the outermost first, and the beginning of its own line.
struct Place<'t> {
    above: Vec<&'t str>,
    context: Context,
    /// The line up to the word that has been begun.
    start: &'t str,
}

impl Analysis {
    /// What can be written at a place in the file.
    ///
    /// ```
    /// use tilegame_ide::Analysis;
    /// let text = "variant \"Mine\" of chess\nextend piece Pawn\n    promote to Kni\n";
    /// let found = Analysis::read("mine.tg", text, &mut |_| None).completions(text.len() - 1);
    /// assert_eq!(&text[found.replaced.range()], "Kni");
    /// assert!(found.all.iter().any(|one| one.text == "Knight" && one.about == "piece Knight \"N\""));
    /// assert!(!found.all.iter().any(|one| one.text == "knight"));
    /// ```
    pub fn completions(&self, offset: usize) -> Completions {
        let text = self.text();
        let offset = floor(text, offset);
        let begun = text[..offset].rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let start = begun.map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
        let replaced = Span::new(self.root(), start, offset);
        let nothing = Completions { replaced, all: Vec::new() };
        // Nothing is completed in comments and strings.
        let inside = token::tokens(&text[..offset]).last();
        if matches!(inside, Some((Token::Comment | Token::Unterminated, _)))
            || text[start..offset].starts_with(|c: char| c.is_ascii_digit())
        {
            return nothing;
        }
        let with_name = format!("{}{NAME}\n", &text[..start]);
        let layout = layout::lines(FileId(0), &with_name);
        let Some(place) = place(&layout.lines, &with_name, start) else { return nothing };
        let mut all = Vec::new();
        let next = next(place.start, place.context);
        // The grammar takes more behind the word of an effect than the effect does.
        let last = token::tokens(place.start).last();
        let is_operand =
            last.is_some_and(|(token, _)| token.word().is_some_and(|word| words::is(word, "effect")));
        let can_follow = |word: &&&'static str| !is_operand || place.is_read(word);
        all.extend(next.words.iter().filter(can_follow).map(|word| of_word(word)));
        if next.name {
            if let Some(of_library) = modules(place.start) {
                all.extend(of_library);
            } else {
                all.extend(place.special_words().into_iter().map(of_word));
                self.names_for(&place, &mut all);
            }
        }
        let mut known: Vec<String> = Vec::new();
        all.retain(|one: &Completion| {
            let is_new = !known.contains(&one.text);
            if is_new {
                known.push(one.text.clone());
            }
            is_new
        });
        Completions { replaced, all }
    }

    /// Adds the names of what can be meant at a place.
    fn names_for(&self, place: &Place<'_>, all: &mut Vec<Completion>) {
        let Some((sorts, parameters)) = place.sorts() else { return };
        let known = self.index.declared().filter(|(symbol, _)| sorts.contains(&symbol.sort));
        let mut found: Vec<(bool, Completion)> = known
            .filter(|(symbol, _)| symbol.sort != Sort::Parameter)
            .map(|(symbol, declared)| {
                let one = Completion {
                    text: symbol.name.clone(),
                    sort: Some(symbol.sort),
                    about: self.in_a_line(symbol),
                    sections: Vec::new(),
                };
                (declared.file != self.root(), one)
            })
            .collect();
        // Those of the file come first.
        found.sort_by(|(far, one), (other_far, other)| (far, &one.text).cmp(&(other_far, &other.text)));
        let parameters = parameters.into_iter().map(|name| Completion {
            text: name,
            sort: Some(Sort::Parameter),
            about: "parameter".to_string(),
            sections: Vec::new(),
        });
        let built_in = built_in(sorts).into_iter().map(of_word);
        all.extend(parameters.chain(found.into_iter().map(|(_, one)| one)).chain(built_in));
    }
}

impl Place<'_> {
    /// The file that consists of the lines above and a line.
    fn with(&self, line: &str) -> String {
        let mut text = String::new();
        for (depth, above) in self.above.iter().enumerate() {
            text.push_str(&"    ".repeat(depth));
            text.push_str(above);
            text.push('\n');
        }
        text.push_str(&"    ".repeat(self.above.len()));
        text.push_str(line);
        text.push('\n');
        text
    }

    /// Whether a line can be read here.
    fn fits(&self, line: &str) -> bool {
        let text = self.with(line);
        let start = text.len() - line.len() - 1;
        let (_, errors) = parse::parse(FileId(0), &text);
        errors.iter().all(|error| (error.primary.span.end as usize) < start)
    }

    /// The line with another word at the place, and with what would complete it.
    fn line(&self, word: &str, end: &str) -> String {
        let mut line = format!("{}{word}{end}", self.start);
        let mut open = Vec::new();
        for (token, _) in token::tokens(self.start) {
            match token {
                Token::ParenOpen => open.push(')'),
                Token::BracketOpen => open.push(']'),
                Token::BraceOpen => open.push('}'),
                Token::ParenClose | Token::BracketClose | Token::BraceClose => _ = open.pop(),
                _ => {}
            }
        }
        line.extend(open.iter().rev());
        line
    }

    /// Whether a line can be read that goes on with this word.
    fn is_read(&self, word: &str) -> bool {
        ENDS.iter().any(|end| self.fits(&self.line(word, end)))
    }

    /// Words that are looked up here, and are names to the grammar.
    fn special_words(&self) -> Vec<&'static str> {
        if self.context == Context::Notation && self.start.trim_start().starts_with("fen ") {
            return words::of_sort("field").collect();
        }
        let plain: Vec<bool> = ENDS.iter().map(|end| self.fits(&self.line(NAME, end))).collect();
        let is_special = |word: &&'static str| {
            let mut ends = ENDS.iter().zip(&plain).filter(|(_, is_plain)| !**is_plain);
            ends.any(|(end, _)| self.fits(&self.line(word, end)))
        };
        let sorts = ["effect", "result", "option"];
        let mut found: Vec<&'static str> =
            sorts.into_iter().flat_map(words::of_sort).filter(|word| !words::is_keyword(word)).collect();
        found.dedup();
        found.retain(is_special);
        found
    }

    /// What a name here could be the name of, and the parameters that are known.
    fn sorts(&self) -> Option<(&'static [Sort], Vec<String>)> {
        ENDS.iter().find_map(|end| {
            let text = self.with(&self.line(NAME, end));
            let (file, _) = parse::parse(FileId(0), &text);
            let all = names(&file, &text);
            let found = all.iter().rfind(|name| name.word == NAME && !name.sorts.is_empty())?;
            if found.role == Role::Declares {
                return None;
            }
            let parameters =
                all.iter().filter(|name| name.sorts == [Sort::Parameter] && name.role == Role::Declares);
            Some((found.sorts, parameters.map(|name| name.word.clone()).collect()))
        })
    }
}

/// Where a place is among the lines of a text.
fn place<'t>(lines: &[Line<'_>], text: &'t str, offset: usize) -> Option<Place<'t>> {
    let mut above = Vec::new();
    let (mut lines, mut context) = (lines, Context::Top);
    loop {
        let line = lines.last()?;
        let is_own = line.span.start as usize <= offset && offset < line.span.end as usize;
        if is_own && line.children.is_empty() {
            return Some(Place { above, context, start: &text[line.span.start as usize..offset] });
        }
        above.push(&text[line.span.range()]);
        context = match Context::opened_by(line.tokens.iter().map(|(token, _)| token)) {
            // A line under a player begins with a name.
            None if context == Context::Players => Context::Player,
            other => other?,
        };
        lines = &line.children;
    }
}

/// Modules behind `use`, and games behind `of`, if that is what a line imports.
fn modules(start: &str) -> Option<Vec<Completion>> {
    let mut words = token::tokens(start).map(|(token, _)| token);
    let first = words.next()?.word()?;
    let list = match first {
        "use" => library::MODULES,
        "variant" if start.trim_end().ends_with(" of") => library::GAMES,
        _ => return None,
    };
    let one = |(name, text): &(&str, &str)| {
        let is_word = matches!(token::tokens(name).next(), Some((Token::Word(word), _)) if word == *name);
        let comment = text.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        Completion {
            text: if is_word { (*name).to_string() } else { format!("\"{name}\"") },
            sort: None,
            about: comment.to_string(),
            sections: Vec::new(),
        }
    };
    Some(list.iter().map(one).collect())
}

/// A word of the language.
fn of_word(word: &'static str) -> Completion {
    let explained = words::explained(word);
    Completion {
        text: word.to_string(),
        sort: None,
        about: explained.map_or(String::new(), |explained| explained.meaning.to_string()),
        sections: explained.map_or(Vec::new(), |explained| explained.sections.clone()),
    }
}

/// Names that every game has, where something of these sorts is named.
fn built_in(sorts: &[Sort]) -> Vec<&'static str> {
    let about_tests = sorts.contains(&Sort::Test);
    let about_players = sorts == [Sort::Player];
    words::of_sort("built_in")
        .filter(|word| match *word {
            "friend" | "enemy" | "next" | "mover" => about_tests || about_players,
            "here" => sorts.contains(&Sort::Path),
            "left" | "right" | "back" => sorts == [Sort::Direction],
            "repeated" => sorts == [Sort::Counter],
            "any" => sorts == [Sort::Piece, Sort::Attribute],
            "none" => sorts.contains(&Sort::Adjudication),
            "line" => sorts.contains(&Sort::Region),
            "pass" => sorts.contains(&Sort::Label) && !about_tests,
            "neutral" => about_tests,
            "one" => false,
            _ => about_tests,
        })
        .collect()
}

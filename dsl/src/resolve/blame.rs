//! Whose mistake it is: messages that only follow from others are dropped, and those about library texts are turned to
//! the author's own line.
//!
//! A text of the library is right by itself, and its reader can't edit it. So what is wrong in one is a line of the
//! author's that takes away or changes what it needs.

use crate::ast::{EndLine, ItemKind, Name};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::{Diagnostic, Label};
use crate::library;
use crate::source::{FileId, Sources, Span};

use super::declarations::Declarations;
use super::imports::Modules;
use super::report::Report;
use super::table::Table;

/// Messages about something that may stand in a line that could not be read.
const ABOUT_PARTS: [&str; 3] = ["E0208", "E0209", "E0213"];

/// Messages about a name that may be declared in a line that could not be read.
const ABOUT_NAMES: [&str; 3] = ["E0201", "E0203", "E0305"];

/// Messages that depend on the size and form of the board.
const ABOUT_BOARD: [&str; 6] = ["E0307", "E0405", "E0408", "E0410", "E0411", "E0412"];

/// Messages that depend on who plays.
const ABOUT_PLAYERS: [&str; 4] = ["E0211", "E0212", "E0213", "E0412"];

/// A message with more places than this does not get clearer by more.
const MOST_PLACES: usize = 4;

/// Whether a message may only follow from what could not be read.
pub(crate) fn may_follow(error: &Diagnostic, sources: &Sources, modules: &Modules) -> bool {
    let code = error.code.0;
    let unread = |word: &str| modules.incomplete || modules.unread.contains(word);
    ABOUT_PARTS.contains(&code)
        || ABOUT_NAMES.contains(&code) && unread(sources.snippet(error.primary.span))
        || ABOUT_BOARD.contains(&code) && ["board", "grid", "void", "edge"].into_iter().any(unread)
}

/// Turns messages about library texts to the author's lines; those that come from one line become one message.
pub(crate) fn find_causes(
    report: &mut Report,
    sources: &Sources,
    modules: &Modules,
    game: &Declarations<'_>,
) {
    let library = |file: FileId| file != game.root && library::has(sources.name(file));
    let line = |label: &Label| {
        let (line, _) = sources.line_column(label.span.file, label.span.start);
        (label.span.file, line)
    };
    let mut turned: Vec<Diagnostic> = Vec::new();
    let mut needs: Vec<Needs> = Vec::new();
    for mut error in report.take() {
        if !library(error.primary.span.file) {
            report.push(error);
            continue;
        }
        let own = error.secondary.iter().position(|label| !library(label.span.file));
        if let (None, "E0201") = (own, error.code.0)
            && let Some(module) = module_used(error.primary.span.file, sources, modules)
        {
            Needs::of(module, &mut needs).add(error, sources);
            continue;
        }
        let cause = match own {
            Some(own) => error.secondary.remove(own),
            None => cause(&error, game, library),
        };
        let inherited = std::mem::replace(&mut error.primary, cause);
        // Places on the way between the two only lengthen the message.
        error.secondary = vec![inherited];
        error.fix = None;
        match turned.iter_mut().find(|t| same_cause(t, &error)) {
            Some(first) => {
                for label in error.secondary {
                    let here = line(&label);
                    if first.secondary.len() < MOST_PLACES && first.secondary.iter().all(|l| line(l) != here)
                    {
                        first.secondary.push(label);
                    }
                }
            }
            None => turned.push(error),
        }
    }
    for Needs { module, words, places, needed, notes } in needs {
        let mut error = errors::module_needs(&module.node, &words, module.span);
        error.secondary = places.into_iter().take(MOST_PLACES).collect();
        error.notes = notes;
        report.push(match ways(needed, game) {
            ways if ways.is_empty() => error,
            ways => error.with_note(format!(
                "to use `{}` all the same, write in your file {}",
                module.node,
                ways.join(", and ")
            )),
        });
    }
    for error in turned {
        let places = std::iter::once(&error.primary).chain(&error.secondary);
        let ways = ways(places.map(|label| label.span), game);
        report.push(match ways.is_empty() {
            false => {
                error.with_note(format!("the lines that need it are inherited; in your file write {}", ways.join(", and ")))
            }
            true => error.with_note(
                "the lines that need it are inherited: give them anew in your file (with `replace`, or `extend` for a line \
                 of a piece), or take them away with `remove`",
            ),
        });
    }
}

/// What a module of the library needs and the game does not have.
struct Needs {
    /// The word of the author's line `use`.
    module: Name,
    words: Vec<String>,
    /// Where they stand in the module, and why they mean nothing.
    places: Vec<Label>,
    /// All places.
    needed: Vec<Span>,
    notes: Vec<String>,
}

impl Needs {
    fn of<'n>(module: &Name, all: &'n mut Vec<Needs>) -> &'n mut Needs {
        let known = all.iter().position(|needs| needs.module == *module);
        let index = known.unwrap_or_else(|| {
            all.push(Needs {
                module: module.clone(),
                words: Vec::new(),
                places: Vec::new(),
                needed: Vec::new(),
                notes: Vec::new(),
            });
            all.len() - 1
        });
        &mut all[index]
    }

    fn add(&mut self, error: Diagnostic, sources: &Sources) {
        let word = sources.snippet(error.primary.span);
        self.needed.push(error.primary.span);
        // One place shows what a word is for, and one note of each kind what to do.
        if self.words.iter().any(|known| known == word) {
            return;
        }
        self.words.push(word.to_owned());
        self.places.push(Label { text: error.title, ..error.primary });
        for note in error.notes {
            let kind = |note: &str| note.split(':').next().unwrap_or_default().to_owned();
            if self.notes.iter().all(|known| kind(known) != kind(&note)) {
                self.notes.push(note);
            }
        }
    }
}

/// The word by which the author's file uses a module of the library.
fn module_used<'a>(file: FileId, sources: &Sources, modules: &'a Modules) -> Option<&'a Name> {
    let uses = modules.layers.last()?.ast.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Use(imports) => Some(imports),
        _ => None,
    });
    uses.flatten()
        .map(|import| &import.name)
        .find(|name| sources.name(file) == format!("stdlib/{}.tg", name.node))
}

/// How the inherited lines at some places are taken away.
fn ways(places: impl IntoIterator<Item = Span>, game: &Declarations<'_>) -> Vec<String> {
    let mut ways: Vec<String> = Vec::new();
    for way in places.into_iter().filter_map(|span| taken_away(span, game)) {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

/// How an inherited line that has a name is taken away.
fn taken_away(at: Span, game: &Declarations<'_>) -> Option<String> {
    let holds = |span: Span| span.file == at.file && span.start <= at.start && at.end <= span.end;
    let ending = |block: &str, table: &Table<&EndLine>| {
        let (name, _) = table.iter().find(|(_, entry)| holds(entry.node.span))?;
        Some(format!("`remove {name}` or `replace {name}: …` under `{block}`"))
    };
    let after = || {
        let line = game.after.iter().find(|line| holds(line.span))?;
        Some(format!("`remove {}` under `turn`", line.label?.node))
    };
    let notation = || {
        let (fen, nameless) = (game.notation.fen.as_ref(), game.notation.nameless.as_ref());
        let fields =
            fen.filter(|entry| holds(entry.span)).map(|_| "a line `fen` of your own under `notation`");
        let letters = nameless.filter(|entry| holds(entry.span));
        let way =
            fields.or(letters.map(|_| "`remove nameless` or a line `nameless` of your own under `notation`"));
        way.map(str::to_owned)
    };
    ending("end", &game.ends)
        .or_else(|| ending("match", &game.adjudications))
        .or_else(after)
        .or_else(notation)
}

fn same_cause(one: &Diagnostic, other: &Diagnostic) -> bool {
    (one.code, one.primary.span, &one.title) == (other.code, other.primary.span, &other.title)
}

/// The author's statement that most likely made the difference.
fn cause(error: &Diagnostic, game: &Declarations<'_>, library: impl Fn(FileId) -> bool) -> Label {
    let own = |span: Span| Some(span).filter(|span| !library(span.file));
    let board = game.board.as_ref().and_then(|e| own(e.span)).filter(|_| ABOUT_BOARD.contains(&error.code.0));
    let players = game.players.as_ref().and_then(|e| own(e.span));
    let players = players.filter(|_| ABOUT_PLAYERS.contains(&error.code.0));
    let header = game.header.as_ref().map_or(Span::new(game.root, 0, 0), |header| header.span);
    let (span, text) = match (board, players) {
        (Some(board), _) => (board, "on this board"),
        (None, Some(players)) => (players, "with these players"),
        (None, None) => (header, "needed for what this game inherits or uses"),
    };
    Label { span, text: text.to_string() }
}

//! What other languages write, and what is written here.
//!
//! One table of phrases: signs and words. Where a line can't be read, the phrases in it are exchanged for those of this
//! language; if the line can be read then, the exchange is the suggested fix. So nothing is suggested that would be an
//! error again. Names are in a table of their own, which the resolver asks: a name is not known to be wrong before.

use std::sync::LazyLock;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::syntax as errors;
use crate::layout::Line;
use crate::source::Span;
use crate::token::{self, Token};

/// A phrase of other languages, how it is written here (nothing: it is left out), and what it does.
type Phrase = (&'static str, &'static str, &'static str);

/// Of two phrases that begin alike the longer one comes first.
const PHRASES: &[Phrase] = &[
    ("===", "=", "compares two numbers"),
    ("==", "=", "compares two numbers"),
    ("<>", "!=", "compares two numbers"),
    ("=<", "<=", "compares two numbers"),
    ("=>", ">=", "compares two numbers"),
    ("≠", "!=", "compares two numbers"),
    ("≤", "<=", "compares two numbers"),
    ("≥", ">=", "compares two numbers"),
    ("&&", "and", "joins two tests"),
    ("&", "and", "joins two tests"),
    ("||", "or", "joins two tests"),
    ("!", "not", "turns a test around"),
    ("unless", "if not", "stands before what must not hold"),
    ("when", "if", "stands before what must hold"),
    ("in", "on", "stands before tiles"),
    ("at", "on", "stands before tiles"),
    ("by", "x", "stands between the numbers of a grid"),
    ("drop all", "drop any", "drops any piece"),
    ("optional promote", "may promote", "makes promotion optional"),
    ("can promote", "may promote", "makes promotion optional"),
    ("defeat", "loss", "is a result"),
    ("lost", "loss", "is a result"),
    ("lose", "loss", "is a result"),
    ("victory", "win", "is a result"),
    ("won", "win", "is a result"),
    ("tie", "draw", "is a result"),
    ("jump", "move", "begins a rule"),
    ("leap", "move", "begins a rule"),
    ("hop", "move", "begins a rule"),
    ("slide", "move", "begins a rule"),
    ("step", "move", "begins a rule"),
    ("takes", "capture", "begins a rule"),
    ("attack", "capture", "begins a rule"),
    ("value", "worth", "gives the value of a piece"),
    ("hexagon", "hex", "is a board of hexagons"),
    ("endings", "end", "begins the endings"),
    ("matches", "match", "begins the endings of a match"),
    (":=", "=", "sets a counter"),
    ("+=", "+", "adds to a counter"),
    ("-=", "-", "takes from a counter"),
    ("++", "+ 1", "adds one to a counter"),
    ("--", "- 1", "takes one from a counter"),
    ("–", "-", "is the minus sign"),
    ("—", "-", "is the minus sign"),
    ("−", "-", "is the minus sign"),
    ("×", "x", "stands between the numbers of a grid"),
    ("→", "->", "is the arrow of an edge"),
    ("↔", "<->", "is the arrow of an edge"),
    ("//", "#", "begins a comment"),
    ("/*", "#", "begins a comment"),
    (";", "", "ends a statement"),
    ("import", "use", "imports a module"),
    ("include", "use", "imports a module"),
    ("extends", "of", "stands before the game that is varied"),
    ("castling none", "remove castling", "takes castling away"),
    ("no castling", "remove castling", "takes castling away"),
    ("remove", "take", "takes a piece off the board"),
    ("capture", "take", "takes a piece off the board"),
    ("delete", "take", "takes a piece off the board"),
    ("destroy", "take", "takes a piece off the board"),
    ("kill", "take", "takes a piece off the board"),
    ("add", "put", "puts a piece on the board"),
    ("place", "put", "puts a piece on the board"),
    ("promote to", "become", "turns a piece into another"),
    ("promote", "become", "turns a piece into another"),
];

/// The words and signs of the phrases.
static WORDS: LazyLock<Vec<Vec<Token<'static>>>> = LazyLock::new(|| {
    let words = |phrase: &Phrase| token::tokens(phrase.0).map(|(token, _)| token).collect();
    PHRASES.iter().map(words).collect()
});

/// Names of other languages and of everyday speech, by the sort of name that is wanted: directions, paths, words of a test.
const DIRECTIONS: &[(&str, &str)] = &[
    ("north", "n"),
    ("northeast", "ne"),
    ("east", "e"),
    ("southeast", "se"),
    ("south", "s"),
    ("southwest", "sw"),
    ("west", "w"),
    ("northwest", "nw"),
    ("forward", "n"),
    ("forwards", "n"),
    ("backward", "s"),
    ("backwards", "s"),
    ("left", "w"),
    ("right", "e"),
    ("up", "n"),
    ("down", "s"),
];
const PATHS: &[(&str, &str)] = &[
    ("orthogonal", "rot(n)"),
    ("orthogonally", "rot(n)"),
    ("straight", "rot(n)"),
    ("diagonal", "rot(ne)"),
    ("diagonally", "rot(ne)"),
    ("sideways", "(e, w)"),
    ("when", "if"),
    ("where", "if"),
    ("unless", "if not"),
];
const TEST_WORDS: &[(&str, &str)] = &[
    ("occupied", "piece"),
    ("vacant", "empty"),
    ("free", "empty"),
    ("own", "friend"),
    ("mine", "friend"),
    ("ally", "friend"),
    ("foe", "enemy"),
    ("opponent", "enemy"),
    ("unmoved", "first"),
    ("moved", "not first"),
    ("threatened", "attacked"),
    ("stalemated", "stuck"),
    ("any", "some"),
    ("exists", "some"),
    ("a", "some"),
    ("an", "some"),
];

/// What a direction of everyday speech is called here.
pub(crate) fn direction(word: &str) -> Option<&'static str> {
    here(DIRECTIONS, word)
}

/// What is written here for a path of everyday speech.
pub(crate) fn path(word: &str) -> Option<&'static str> {
    here(PATHS, word)
}

/// Whether a word of everyday speech begins a test, as `if` does.
pub(crate) fn begins_test(word: &str) -> bool {
    path(word).is_some_and(|here| here.starts_with("if"))
}

/// What is written here for a word that asks about a tile.
pub(crate) fn test_word(word: &str) -> Option<&'static str> {
    here(TEST_WORDS, word)
}

fn here(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(there, _)| there.eq_ignore_ascii_case(word)).map(|(_, here)| *here)
}

/// Words of a line, by their numbers, that are a phrase of the table.
struct Found {
    start: usize,
    end: usize,
    phrase: &'static Phrase,
}

impl Found {
    fn span(&self, line: &Line<'_>) -> Span {
        line.tokens[self.start].1.to(line.tokens[self.end - 1].1)
    }
}

/// The message for a line that can be read once such phrases are exchanged. `stumbled` is the word that did not fit.
pub(super) fn explain<'s>(
    line: &Line<'s>,
    stumbled: usize,
    text: &str,
    fits: impl Fn(&[(Token<'s>, Span)]) -> bool,
) -> Option<Diagnostic> {
    let found = found(&line.tokens, stumbled);
    let (first, last) = (found.first()?, found.last()?);
    let exchanged = exchanged(&line.tokens, &found);
    if !exchanged.is_empty() && !fits(&exchanged) {
        return None;
    }
    let mut written = String::new();
    let mut from = first.span(line).start as usize;
    for one in &found {
        let span = one.span(line);
        written.push_str(&text[from..span.start as usize]);
        written.push_str(&spaced(one.phrase.1, text, span));
        from = span.end as usize;
    }
    let (there, here, does) = first.phrase;
    let span = first.span(line).to(last.span(line));
    Some(errors::foreign(first.span(line), there, here, does, Some((span, written))))
}

/// The message for a line that could not be read on because of a sign of another language, whatever else is wrong with it.
pub(super) fn blame(line: &Line<'_>, stumbled: usize) -> Option<Diagnostic> {
    let found = found(&line.tokens, stumbled);
    let blamed =
        found.iter().find(|one| is_sign(one.phrase) && one.start <= stumbled && stumbled <= one.end)?;
    let (there, here, does) = blamed.phrase;
    Some(errors::foreign(blamed.span(line), there, here, does, None))
}

/// Signs of other languages mean nothing anywhere; a word is meant so only where the line could not be read on, or if there is none
/// there, before that, where it may have been taken for a name.
fn found(tokens: &[(Token<'_>, Span)], stumbled: usize) -> Vec<Found> {
    let there = found_where(tokens, |start, end| (start..end).contains(&stumbled));
    if there.is_empty() { found_where(tokens, |_, end| end == stumbled) } else { there }
}

fn found_where(tokens: &[(Token<'_>, Span)], word_is_meant: impl Fn(usize, usize) -> bool) -> Vec<Found> {
    let mut all = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let here = PHRASES.iter().zip(WORDS.iter()).find_map(|(phrase, words)| {
            let end = start + words.len();
            let same = end <= tokens.len() && words.iter().zip(&tokens[start..]).all(|(a, (b, _))| a == b);
            let meant = is_sign(phrase) || word_is_meant(start, end);
            // Anywhere else `x` is a name.
            let links = phrase.1 != "x" || start > 0 && matches!(tokens[start - 1].0, Token::Number(_));
            (same && meant && links).then_some(Found { start, end, phrase })
        });
        start = here.as_ref().map_or(start + 1, |found| found.end);
        all.extend(here);
    }
    all
}

fn is_sign(phrase: &Phrase) -> bool {
    !phrase.0.contains(|c: char| c.is_ascii_alphabetic())
}

/// The words as they are here; a comment ends them.
fn exchanged<'s>(tokens: &[(Token<'s>, Span)], found: &[Found]) -> Vec<(Token<'s>, Span)> {
    let mut words = Vec::new();
    let mut next = 0;
    for one in found {
        words.extend_from_slice(&tokens[next..one.start]);
        let span = tokens[one.start].1;
        for (token, _) in token::tokens(one.phrase.1) {
            if token == Token::Comment {
                return words;
            }
            words.push((token, span));
        }
        next = one.end;
    }
    words.extend_from_slice(&tokens[next..]);
    words
}

/// A phrase with spaces around it where a word would else run into its neighbours.
fn spaced(here: &str, text: &str, span: Span) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let before = text[..span.start as usize].chars().next_back().is_some_and(is_word);
    let after = text[span.end as usize..].chars().next().is_some_and(|c| is_word(c) || c == '(');
    let (begins, ends) = (here.starts_with(is_word), here.ends_with(is_word));
    let space = |needed: bool| if needed { " " } else { "" };
    format!("{}{here}{}", space(before && begins), space(after && ends))
}

//! Reading one line by itself: its words as the grammar sees them, in the context of its block.

use crate::context::Context;
use crate::layout::Line;
use crate::source::{FileId, Span};
use crate::token::{self, Token};

use super::build::{Parsed, Refusal};

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, missing_docs, unreachable_pub, unused)]
    grammar,
    "/parse/grammar.rs"
);

/// Reads the lines of a text.
pub(super) struct LineReader<'t> {
    pub(super) file: FileId,
    pub(super) text: &'t str,
    parser: grammar::LineParser,
}

impl<'t> LineReader<'t> {
    pub(super) fn new(file: FileId, text: &'t str) -> LineReader<'t> {
        LineReader { file, text, parser: grammar::LineParser::new() }
    }

    /// Reads the words of a line.
    pub(super) fn read<'s>(
        &self,
        words: &[(Token<'s>, Span)],
        line: Span,
        context: Context,
    ) -> Result<Parsed, Refusal<'s>> {
        let (start, end) = (line.start as usize, line.end as usize);
        let words = words.iter().enumerate().map(|(at, &(token, span))| {
            let token = match token {
                Token::Word(word) => head(word, &words[..at], context)
                    .or_else(|| link(word, &words[..at], context))
                    .unwrap_or_else(|| as_seen(word, &words[..at], span, words.get(at + 1))),
                other => other,
            };
            (span.start as usize, token, span.end as usize)
        });
        let words = [(start, Token::Begin(context), start)].into_iter().chain(words);
        self.parser.parse(self.file, words.chain([(end, Token::EndOfLine, end)]))
    }
}

/// A word that begins a line of this context, at the beginning of a line, behind `extend` and the like, or behind the name of a part.
fn head(word: &str, before: &[(Token<'_>, Span)], context: Context) -> Option<Token<'static>> {
    let begins = match before {
        [] => true,
        [(Token::Word("extend" | "replace" | "remove"), _)] => context == Context::Top,
        // The part of a board is declared as a board is.
        [(Token::Word("patch"), _), _] => context == Context::Board,
        _ => false,
    };
    begins.then(|| token::head(context, word))?
}

/// A word that is known by those beside it: `part` behind `every`, and `x` in a size.
fn link(word: &str, before: &[(Token<'_>, Span)], context: Context) -> Option<Token<'static>> {
    match (word, before) {
        ("part", [.., (Token::Every, _)]) => Some(Token::Part),
        ("x", [(first, _), .., (Token::Number(_), _)])
            if context == Context::Board || context == Context::Turn && *first == Token::Word("tiles") =>
        {
            Some(Token::X)
        }
        _ => None,
    }
}

/// A word as the grammar sees it, which can't see spaces.
fn as_seen<'s>(
    word: &'s str,
    before: &[(Token<'s>, Span)],
    span: Span,
    next: Option<&(Token<'s>, Span)>,
) -> Token<'s> {
    let calls = |(token, next): &(Token<'_>, Span)| *token == Token::ParenOpen && span.end == next.start;
    match before {
        [.., (Token::Star, _), (Token::Number(_) | Token::Word(_), _), (Token::Dots, dots)]
            if dots.end == span.start =>
        {
            Token::Bound(word)
        }
        _ if next.is_some_and(calls) => Token::Call(word),
        _ => Token::Word(word),
    }
}

/// The context of the block under a line, as far as its first words tell.
pub(super) fn opened_by(line: &Line<'_>) -> Option<Context> {
    Context::opened_by(line.tokens.iter().map(|(token, _)| token))
}

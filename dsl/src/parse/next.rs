//! What can follow the beginning of a line: for whoever completes it.

use lalrpop_util::ParseError;

use super::line::LineReader;
use crate::context::Context;
use crate::source::{FileId, Span};
use crate::token::{self, Token};

/// What can stand behind the beginning of a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Next {
    /// Words of the language that the grammar knows: keywords, and words that begin a line here.
    pub words: Vec<&'static str>,
    /// A name, or a word that is looked up where it stands, such as that of an effect.
    pub name: bool,
    /// A whole number.
    pub number: bool,
    /// A string.
    pub text: bool,
}

/// What can follow the words of `start`, the beginning of a line in this context. If those can't begin a line, nothing can.
///
/// ```
/// use tilegame_dsl::{context::Context, parse::next};
/// let behind = next("quiet n", Context::Piece);
/// assert!(behind.words.contains(&"if") && behind.words.contains(&"as"));
/// assert!(next("", Context::Board).words.contains(&"grid"));
/// assert_eq!(next("quiet quiet", Context::Piece), Default::default());
/// ```
pub fn next(start: &str, context: Context) -> Next {
    let file = FileId(0);
    let mut words: Vec<(Token<'_>, Span)> = token::tokens(start)
        .filter(|(token, _)| !matches!(token, Token::Newline | Token::Comment))
        .map(|(token, range)| (token, Span::new(file, range.start, range.end)))
        .collect();
    if super::depth::too_deep(&words).is_some() {
        return Next::default();
    }
    // No rule has a token for what means nothing, so the parser stops there and says what would have done.
    let end = Span::new(file, start.len(), start.len());
    words.push((Token::Unknown(""), end));
    let reader = LineReader::new(file, start);
    let line = Span::new(file, 0, start.len());
    let Err(ParseError::UnrecognizedToken { token: (at, Token::Unknown(""), _), expected }) =
        reader.read(&words, line, context)
    else {
        return Next::default();
    };
    if at != start.len() {
        return Next::default();
    }
    let expected: Vec<&str> = expected.iter().map(|token| token.trim_matches('"')).collect();
    let known = |word: &&&'static str| expected.contains(*word);
    Next {
        words: token::WORDS.iter().map(|(word, _)| word).filter(known).copied().collect(),
        name: expected.contains(&"a word"),
        number: expected.contains(&"a number"),
        text: expected.contains(&"a text"),
    }
}

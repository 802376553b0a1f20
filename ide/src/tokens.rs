//! The words of a file, each with what it is, for colours that follow the meaning.

use tilegame_dsl::source::Span;
use tilegame_dsl::token::{self, Token};

use crate::analysis::Analysis;
use crate::names::{Role, Sort};
use crate::words;

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `#` and what follows.
    Comment,
    /// A string.
    Text,
    /// Digits.
    Number,
    /// A sign.
    Sign,
    /// A word that is no name anywhere.
    Keyword,
    /// A word of the language that would be a name elsewhere.
    Word,
    /// A name.
    Name(Option<Sort>),
}

/// A word and what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coloured {
    /// The place.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
    /// Whether it is declared here.
    pub declares: bool,
    /// Whether it comes with the compiler.
    pub is_library: bool,
}

impl Analysis {
    /// All words of the file in order. They are exactly the lexer's tokens, without line ends and characters that mean nothing.
    ///
    /// ```
    /// use tilegame_ide::{Analysis, names::Sort, tokens::Kind};
    /// let text = "mark passant # behind a pawn\n";
    /// let kinds: Vec<Kind> = Analysis::read("mine.tg", text, &mut |_| None).tokens().iter().map(|t| t.kind).collect();
    /// assert_eq!(kinds, [Kind::Word, Kind::Name(Some(Sort::Mark)), Kind::Comment]);
    /// ```
    pub fn tokens(&self) -> Vec<Coloured> {
        let names = self.index.names(self.root());
        let mut next = 0;
        let mut found = Vec::new();
        for (token, range) in token::tokens(self.text()) {
            let span = Span::new(self.root(), range.start, range.end);
            let (mut declares, mut is_library) = (false, false);
            let kind = match token {
                Token::Newline
                | Token::Unknown(_)
                | Token::Call(_)
                | Token::Bound(_)
                | Token::Begin(_)
                | Token::EndOfLine => continue,
                Token::Comment => Kind::Comment,
                Token::Text(_) | Token::Unterminated => Kind::Text,
                Token::Number(_) => Kind::Number,
                Token::Word(word) => {
                    while names.get(next).is_some_and(|name| name.span.start < span.start) {
                        next += 1;
                    }
                    match names.get(next).filter(|name| name.span == span) {
                        Some(name) => {
                            let symbol = self.index.symbol(name);
                            declares = name.role == Role::Declares;
                            let declared = symbol.as_ref().and_then(|symbol| {
                                self.index.declarations(symbol).first().map(|place| place.file)
                            });
                            is_library =
                                declared.is_none_or(|file| crate::analysis::is_library(self.sources(), file));
                            let unknown = (!words::is_known(word)).then(|| name.sorts.first().copied());
                            match symbol {
                                Some(symbol) => Kind::Name(Some(symbol.sort)),
                                // `empty`, or a direction of the board.
                                None => unknown.map_or(Kind::Word, Kind::Name),
                            }
                        }
                        None if words::is_known(word) => Kind::Word,
                        None => Kind::Name(None),
                    }
                }
                token if token.keyword().is_some() => Kind::Keyword,
                _ => Kind::Sign,
            };
            // A comment ends before the line does, on Windows, too.
            let length = self.text()[range].trim_end_matches('\r').len() as u32;
            found.push(Coloured {
                span: Span { end: span.start + length, ..span },
                kind,
                declares,
                is_library,
            });
        }
        found
    }
}

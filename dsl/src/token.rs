//! The words of the language, and a lexer that never fails.
//!
//! What means nothing becomes [`Token::Unknown`] and is reported with its line, so that one strange character costs one
//! message and not the file. Line ends and comments are tokens here because `layout` needs them; the grammar never sees
//! them. In exchange the grammar sees two tokens that nobody wrote: the [`Context`] a line stands in, and its end.

use std::fmt;

use logos::Logos;

use crate::context::Context;

/// Writes the token type and the lists of words from `words.txt`, which the build script brings into this form.
macro_rules! tokens {
    (keywords { $($word:ident $word_text:tt)* } places { $($place:ident $place_text:tt)* } signs { $($sign:ident $sign_text:tt)* }) => {
        /// A word or sign of a rules file.
        #[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
        #[logos(skip r"[ \t\r\u{feff}]+")]
        pub enum Token<'s> {
            $(#[doc = concat!("`", $word_text, "`")] #[token($word_text)] $word,)*
            $(#[doc = concat!("`", $place_text, "`, where it is no name, as the grammar sees it.")] $place,)*
            $(#[doc = concat!("`", $sign_text, "`")] #[token($sign_text)] $sign,)*
            /// Any other word.
            #[regex("[A-Za-z_][A-Za-z0-9_]*", priority = 1)]
            Word(&'s str),
            /// Digits; whether they fit is asked where the number is used.
            #[regex("[0-9]+")]
            Number(&'s str),
            /// A text with its quotes and escapes.
            #[regex(r#""([^"\\\r\n]|\\[^\r\n])*""#)]
            Text(&'s str),
            /// A text that its line ends.
            #[regex(r#""([^"\\\r\n]|\\[^\r\n])*\\?"#, priority = 1)]
            Unterminated,
            /// `#` and what follows on the line.
            #[regex(r"#[^\n]*", allow_greedy = true)]
            Comment,
            /// The end of a line of text.
            #[token("\n")]
            Newline,
            /// Characters that mean nothing.
            Unknown(&'s str),
            /// A [`Word`](Token::Word) with an opening bracket right behind it, as the grammar sees it.
            Call(&'s str),
            /// A [`Word`](Token::Word) that says how often something is repeated at most, right behind `*1..`, as the grammar sees it.
            Bound(&'s str),
            /// What sort of line follows; written by nobody.
            Begin(Context),
            /// The end of a statement; written by nobody.
            EndOfLine,
        }

        /// The words that are no names anywhere.
        pub const KEYWORDS: &[&str] = &[$($word_text),*];

        impl fmt::Display for Token<'_> {
            /// The word as messages use it.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Token::$word => f.write_str(concat!("`", $word_text, "`")),)*
                    $(Token::$place => f.write_str(concat!("`", $place_text, "`")),)*
                    $(Token::$sign => f.write_str(concat!("`", $sign_text, "`")),)*
                    Token::Word(text) | Token::Call(text) | Token::Bound(text) | Token::Number(text) => {
                        write!(f, "`{}`", shortened(text))
                    }
                    Token::Text(text) => write!(f, "the string {}", shortened(text)),
                    Token::Unterminated => f.write_str("a string without its closing quote"),
                    Token::Comment => f.write_str("a comment"),
                    Token::Newline | Token::EndOfLine => f.write_str("the end of the line"),
                    Token::Unknown(_) => f.write_str("a character that means nothing"),
                    Token::Begin(_) => f.write_str("the start of the line"),
                }
            }
        }

        impl<'s> Token<'s> {
            /// The keyword's text, if it is one.
            pub fn keyword(&self) -> Option<&'static str> {
                match self {
                    $(Token::$word => Some($word_text),)*
                    _ => None,
                }
            }

            /// The word's text, whether it is a keyword or not.
            pub fn word(&self) -> Option<&'s str> {
                match self {
                    Token::Word(text) | Token::Call(text) | Token::Bound(text) => Some(text),
                    _ => self.keyword(),
                }
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/words.rs"));

impl Context {
    /// The words that can begin a line here (some lines begin with a name instead).
    pub fn starters(self) -> &'static [&'static str] {
        starters(self)
    }

    /// The context of the block under a line, as far as its first words tell.
    pub fn opened_by<'s>(line: impl IntoIterator<Item = &'s Token<'s>>) -> Option<Context> {
        let mut words = line.into_iter().map(Token::word);
        let mut first = words.next()??;
        if matches!(first, "replace" | "extend") {
            first = words.next()??;
        }
        match first {
            "game" | "variant" => Some(Context::Game),
            "board" => Some(Context::Board),
            "players" => Some(Context::Players),
            "piece" | "rules" | "state" => Some(Context::Piece),
            "castling" => Some(Context::Castling),
            "setup" => Some(Context::Setup),
            "shuffle" => Some(Context::Shuffle),
            "turn" => Some(Context::Turn),
            "end" | "match" => Some(Context::End),
            "notation" => Some(Context::Notation),
            "tests" => Some(Context::Tests),
            _ => None,
        }
    }
}

/// The tokens of a text with their byte ranges; neighbouring meaningless characters are one token.
pub fn tokens(text: &str) -> impl Iterator<Item = (Token<'_>, std::ops::Range<usize>)> {
    let mut raw = Token::lexer(text).spanned().peekable();
    std::iter::from_fn(move || {
        let (token, mut span) = raw.next()?;
        let token = token.unwrap_or_else(|()| {
            while let Some((_, more)) = raw.next_if(|(t, s)| t.is_err() && s.start == span.end) {
                span.end = more.end;
            }
            Token::Unknown(&text[span.clone()])
        });
        Some((token, span))
    })
}

/// Whether a text can be a name without quotes: letters, digits and underlines that begin with no digit and are no keyword.
///
/// ```
/// use tilegame_dsl::token::is_word;
/// assert!(is_word("crazyhouse") && !is_word("3check") && !is_word("rank"));
/// ```
pub fn is_word(text: &str) -> bool {
    let first = text.bytes().next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    first && !KEYWORDS.contains(&text) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A text as it may stand in a message: not longer than a few words.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().nth(LONGEST).is_none() {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

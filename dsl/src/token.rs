//! The words of the language, and a lexer that never fails.
//!
//! What means nothing becomes [`Token::Unknown`] and is reported with its line, so that one strange character costs one
//! message and not the file. Line ends and comments are tokens here because `layout` needs them; the grammar never sees
//! them. In exchange the grammar sees two tokens that nobody wrote: the [`Context`] a line stands in, and its end.

use std::fmt;

use logos::Logos;

use crate::parse::context::Context;

/// Writes the token type, its words and [`KEYWORDS`] from one list, so that they can't disagree.
macro_rules! tokens {
    (words { $($word:ident $word_text:tt)* } signs { $($sign:ident $sign_text:tt)* }) => {
        /// A word or sign of a rules file.
        #[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
        #[logos(skip r"[ \t\r\u{feff}]+")]
        pub enum Token<'s> {
            $(#[doc = concat!("`", $word_text, "`")] #[token($word_text)] $word,)*
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
            /// What sort of line follows; written by nobody.
            Begin(Context),
            /// The end of a statement; written by nobody.
            End,
        }

        /// The words that mean something by themselves, in no particular order.
        pub const KEYWORDS: &[&str] = &[$($word_text),*];

        impl fmt::Display for Token<'_> {
            /// The word as messages use it.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Token::$word => f.write_str(concat!("`", $word_text, "`")),)*
                    $(Token::$sign => f.write_str(concat!("`", $sign_text, "`")),)*
                    Token::Word(text) | Token::Number(text) => write!(f, "`{}`", shortened(text)),
                    Token::Text(text) => write!(f, "the text {}", shortened(text)),
                    Token::Unterminated => f.write_str("a text without its closing quote"),
                    Token::Comment => f.write_str("a comment"),
                    Token::Newline | Token::End => f.write_str("the end of the line"),
                    Token::Unknown(_) => f.write_str("a character that means nothing"),
                    Token::Begin(_) => f.write_str("the start of the line"),
                }
            }
        }

        impl Token<'_> {
            /// The keyword's text, if it is one.
            pub fn keyword(&self) -> Option<&'static str> {
                match self {
                    $(Token::$word => Some($word_text),)*
                    _ => None,
                }
            }
        }
    };
}

tokens! {
    words {
        About "about" Act "act" After "after" Again "again" All "all" Always "always" And "and" Apart "apart"
        Arrangement "arrangement" Arrive "arrive" As "as" At "at" Attacks "attacks" Become "become" Before "before" Bend "bend" Between "between"
        Board "board" But "but" By "by" Can "can" Capture "capture" Carry "carry" Castling "castling" Check "check"
        Choose "choose" Claim "claim" Connected "connected" Count "count" Counter "counter" Cover "cover" Did "did" Direction "direction" Do "do"
        Draw "draw" Drawn "drawn" Drop "drop" Each "each" Edge "edge" EndWord "end" Every "every"
        Extend "extend" Faces "faces" Facing "facing" Fen "fen" File "file" Final "final" Flipped "flipped" From "from"
        Game "game" Grid "grid" Hand "hand" Hex "hex" Holds "holds" Id "id" If "if" Illegal "illegal" In "in" Inf "inf"
        Join "join" Just "just" Keep "keep" Last "last" Leave "leave" Legal "legal" Lines "lines" Listed "listed" Loss "loss"
        Maker "maker" Mark "mark" Marked "marked" Match "match" May "may" Merge "merge" Mirror "mirror"
        Mirrored "mirrored" Move "move" Moves "moves" Nameless "nameless" No "no" Not "not"
        Notation "notation" Of "of" Off "off" On "on" Only "only" Onto "onto" Opposite "opposite" Option "option" Or "or" Order "order"
        Out "out" Part "part" Pass "pass" Patch "patch" Path "path" Perft "perft" Phases "phases" Piece "piece" Plane "plane"
        Players "players" Position "position" Prefer "prefer" Promote "promote" Put "put" Quiet "quiet"
        Rank "rank" Receive "receive" Region "region" Rejoin "rejoin" Remove "remove" Replace "replace" Result "result" Reversed "reversed"
        Right "right" Rings "rings" Rot "rot" Safe "safe" Seam "seam" Sees "sees" Setup "setup" Shape "shape"
        Shift "shift" Shuffle "shuffle" Side "side" Skip "skip" Some "some" Split "split" Start "start" State "state" Swap "swap"
        Sym "sym" Symbol "symbol" Take "take" Tally "tally" Test "test"
        Tests "tests" Threat "threat" Tile "tile" Tiles "tiles" Time "time"
        To "to" Tumble "tumble" Turn "turn" Turned "turned" Uci "uci" Under "under" Use "use" Valid "valid" Vanish "vanish" Variant "variant" Void "void" Win "win" Wins "wins"
        With "with" Worth "worth" X "x"
    }
    signs {
        ParenOpen "(" ParenClose ")" BracketOpen "[" BracketClose "]" BraceOpen "{" BraceClose "}"
        Comma "," Colon ":" Bar "|" Star "*" Plus "+" Minus "-" Slash "/" Equal "=" NotEqual "!=" Less "<" AtMost "<="
        More ">" AtLeast ">=" Dots ".." Dot "." Tilde "~" Arrow "->" BothArrow "<->"
    }
}

/// The words that are also names, because they can't be mistaken for anything else where a name may stand.
///
/// The grammar's rule `Name` lists the same words.
pub const SOFT_KEYWORDS: &[&str] = &[
    "act",
    "again",
    "apart",
    "arrangement",
    "arrive",
    "at",
    "carry",
    "check",
    "choose",
    "claim",
    "cover",
    "drawn",
    "drop",
    "every",
    "facing",
    "fen",
    "final",
    "flipped",
    "hex",
    "id",
    "join",
    "keep",
    "leave",
    "lines",
    "listed",
    "maker",
    "merge",
    "mirrored",
    "moves",
    "nameless",
    "off",
    "opposite",
    "option",
    "out",
    "pass",
    "patch",
    "perft",
    "phases",
    "plane",
    "position",
    "put",
    "receive",
    "rejoin",
    "result",
    "reversed",
    "right",
    "rings",
    "safe",
    "seam",
    "shape",
    "shift",
    "side",
    "skip",
    "split",
    "start",
    "state",
    "swap",
    "symbol",
    "threat",
    "tile",
    "tiles",
    "time",
    "turned",
    "uci",
    "valid",
    "vanish",
    "x",
];

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

/// A text as it may stand in a message: not longer than a few words.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().nth(LONGEST).is_none() {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

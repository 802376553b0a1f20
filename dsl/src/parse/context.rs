//! Where a line stands, and which words can begin it there.
//!
//! Every line is parsed on its own, with its context as the first token. The tables here repeat what the grammar says;
//! they are for messages only, and a test holds them to the grammar.

use crate::token::Token;

/// The block a line stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Context {
    /// The top level of a file.
    Top,
    /// Under `game` or `variant`.
    Game,
    /// Under `board`.
    Board,
    /// Under `players`.
    Players,
    /// Under a line of `players`.
    Player,
    /// Under `piece`.
    Piece,
    /// Under `castling`.
    Castling,
    /// Under `setup`.
    Setup,
    /// Under `shuffle`.
    Shuffle,
    /// Under `turn`.
    Turn,
    /// Under `end` or `match`.
    End,
    /// Under `notation`.
    Notation,
    /// Under `tests`.
    Tests,
}

impl Context {
    /// All contexts.
    pub const ALL: [Context; 13] = [
        Context::Top,
        Context::Game,
        Context::Board,
        Context::Players,
        Context::Player,
        Context::Piece,
        Context::Castling,
        Context::Setup,
        Context::Shuffle,
        Context::Turn,
        Context::End,
        Context::Notation,
        Context::Tests,
    ];

    /// The words that can begin a line here (some lines begin with a name instead).
    pub fn starters(self) -> &'static [&'static str] {
        match self {
            Context::Top => &[
                "use", "game", "variant", "board", "players", "region", "test", "path", "rules", "shape",
                "mark", "option", "counter", "tally", "piece", "castling", "setup", "turn", "end", "match",
                "notation", "tests", "replace", "extend", "remove",
            ],
            Context::Game => &["about"],
            Context::Board => {
                &["grid", "hex", "plane", "patch", "tile", "seam", "void", "direction", "edge", "drawn"]
            }
            Context::Players | Context::Shuffle => &[],
            Context::Player => &["facing"],
            Context::Piece => &[
                "symbol", "facing", "state", "carry", "drawn", "worth", "use", "id", "quiet", "capture",
                "move", "do", "act", "threat", "cover", "promote", "may", "remove",
            ],
            Context::Castling => &["side", "safe", "from"],
            Context::Setup => &["position", "shuffle", "start"],
            Context::Turn => &[
                "order", "phases", "legal", "may", "choose", "keep", "only", "prefer", "receive", "split",
                "rejoin", "tiles", "after", "remove",
            ],
            Context::End => &["replace", "remove"],
            Context::Notation => &[
                "fen", "nameless", "check", "final", "uci", "variant", "void", "valid", "moves", "turn",
                "remove",
            ],
            Context::Tests => &["perft", "legal", "illegal", "result", "arrangement"],
        }
    }

    /// The place in an author's words, such as "in a block of `piece`".
    pub fn place(self) -> &'static str {
        match self {
            Context::Top => "at the top level",
            Context::Game => "in a block of `game` or `variant`",
            Context::Board => "in a block of `board`",
            Context::Players => "in a block of `players`",
            Context::Player => "under a player",
            Context::Piece => "in a block of `piece`",
            Context::Castling => "in a block of `castling`",
            Context::Setup => "in a block of `setup`",
            Context::Shuffle => "in a block of `shuffle`",
            Context::Turn => "in a block of `turn`",
            Context::End => "in a block of `end` or `match`",
            Context::Notation => "in a block of `notation`",
            Context::Tests => "in a block of `tests`",
        }
    }

    /// The context of the block under a line, as far as its first words tell.
    pub fn opened_by<'s>(line: impl IntoIterator<Item = &'s Token<'s>>) -> Option<Context> {
        let mut words = line.into_iter();
        let mut first = words.next()?;
        if matches!(first, Token::Replace | Token::Extend) {
            first = words.next()?;
        }
        match first {
            Token::Game | Token::Variant => Some(Context::Game),
            Token::Board => Some(Context::Board),
            Token::Players => Some(Context::Players),
            Token::Piece | Token::Rules | Token::State => Some(Context::Piece),
            Token::Castling => Some(Context::Castling),
            Token::Setup => Some(Context::Setup),
            Token::Shuffle => Some(Context::Shuffle),
            Token::Turn => Some(Context::Turn),
            Token::End | Token::Match => Some(Context::End),
            Token::Notation => Some(Context::Notation),
            Token::Tests => Some(Context::Tests),
            _ => None,
        }
    }
}

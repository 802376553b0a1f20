//! Where a line stands.
//!
//! Every line is parsed on its own, with its context as the first token. The [list of words](crate::token) says which begin a line where; a test
//! holds it to the grammar.

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
}

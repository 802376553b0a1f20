//! Why a move is not legal.

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// The sort of reason.
    pub reason: Reason,
    /// The reason as a sentence without full stop.
    pub sentence: String,
    /// More to know, a sentence each.
    pub more: Vec<String>,
}

/// The sorts of reasons why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The text is not a move.
    NotAMove,
    /// The board has not that tile.
    NoSuchTile,
    /// The game has ended.
    Over,
    /// Nothing stands there.
    NothingThere,
    /// It is another player's.
    NotYours,
    /// It would leave behind what the rules forbid.
    LeavesForbidden,
    /// In this phase of a turn only other moves can be made.
    NotNow,
    /// Other moves must be preferred.
    NotPreferred,
    /// The board can't be changed so.
    Board,
    /// Castling is not possible.
    Castling,
    /// The player may not pass.
    NoPass,
    /// It promotes to something else.
    Promotion,
    /// It can be any of several legal moves.
    Ambiguous,
    /// Something keeps the piece from getting there.
    InTheWay,
    /// No rule of the piece leads there.
    NoWay,
}

impl Illegal {
    pub(super) fn new(reason: Reason, sentence: impl Into<String>) -> Illegal {
        Illegal { reason, sentence: sentence.into(), more: Vec::new() }
    }
}

//! How positions and moves are written.

use super::expressions::Test;
use super::words::{Name, Number, Text};
use crate::source::Span;

/// A line of `notation`.
#[derive(Clone, PartialEq, Debug)]
pub enum NotationLine {
    /// `fen placement, turn, castling, mark passant, count clock, count moves`
    Fen(Vec<FenWord>, Span),
    /// `nameless Pawn`: kinds without a letter in SAN.
    Nameless(Vec<Name>),
    /// `check "+" if TEST`: written behind a move after which it holds for the player to move.
    Check(Text, Test),
    /// `final "#" by checkmate`: written behind a move that ends the game so.
    Final(Text, Vec<Name>),
    /// `uci castling partner` (king takes partner) or `uci castling target`
    UciCastling(Name),
    /// `uci pass King`: a pass is written as such a piece's way to where it stands.
    UciPass(Name),
    /// `pgn "Chess960", "Fischerandom"`: names of the game in PGN.
    Pgn(Vec<Text>),
    /// `void "*"`, `void "(n)"`: how a place that is no tile is written.
    Void(Text),
    /// `valid if TEST as NAME`: what a FEN must satisfy.
    Valid {
        /// What.
        test: Test,
        /// `as NAME`, so that variants can remove it.
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `move "{piece}{to}" by LABEL`: how moves of these labels are written; without labels, all others.
    Move {
        /// The form, with names of parts in braces.
        form: Text,
        /// The labels.
        by: Vec<Name>,
    },
    /// `turn "{from}:{moves ,}"`: how all the steps of a turn are written together.
    Turn(Text),
    /// `remove check` and the like: the line is not inherited.
    Remove(Name),
}

/// A field of a FEN.
#[derive(Clone, PartialEq, Debug)]
pub enum FenWord {
    /// `placement`, `turn`, `castling`
    Word(Name),
    /// `placement from below empty "."`
    Placement(Name, Vec<PlacementOption>),
    /// `steps "{from}:{uci ,}"`, `turn "b" "w"`
    Form(Name, Vec<Text>),
    /// `number 1`: a number that is read and means nothing
    Number(Name, Number),
    /// `castling with first`: also which pieces have not moved
    CastlingWith(Name),
    /// `mark passant`, `mark passant with maker`
    Mark(Name, bool),
    /// `count clock`, `count checks "+"`, `count limit or "-"`
    Count {
        /// The counter.
        name: Name,
        /// What stands between the players' numbers.
        join: Option<Text>,
        /// What stands there instead of the number at the start.
        or: Option<Text>,
    },
    /// `may count passes`: only where it is not what it is at the start
    MayCount(Name),
    /// `"-"`: always this
    Text(Text),
}

/// How the field of the pieces is written.
#[derive(Clone, PartialEq, Debug)]
pub enum PlacementOption {
    /// `from below`
    From(Name),
    /// `ended`, `bare`, `empty "."`
    Word(Name, Option<Text>),
}

//! The lines of the clauses `end` and `match`.

use super::expressions::Test;
use super::words::{Name, Number, Verb};
use crate::source::{Span, Spanned};

/// A line of `end` or `match`.
#[derive(Clone, PartialEq, Debug)]
pub struct EndLine {
    /// What is done with it.
    pub verb: Verb,
    /// Its name.
    pub name: Name,
    /// Result and condition; `None` only with `remove`.
    pub rule: Option<EndRule>,
    /// The line.
    pub span: Span,
}

/// A result and when it comes about: `loss if stuck and check`, `draw by claim if clock >= 100`.
#[derive(Clone, PartialEq, Debug)]
pub struct EndRule {
    /// `win`, `loss`, `draw`, `out`, `skip` (for the player to move), or `White wins`.
    pub result: Spanned<ResultWord>,
    /// `by claim`, `by time` (only in `match`).
    pub manner: Spanned<Manner>,
    /// When.
    pub test: Test,
}

/// The result of an ending.
#[derive(Clone, PartialEq, Debug)]
pub enum ResultWord {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// `draw 1/4 to 3/4`: what each player gets, the player to move first, the others in the order of turns.
    Shares(Vec<Share>),
    /// `White wins`, `next wins`, `mover wins`
    Wins(String),
    /// The player to move is out; the others play on.
    Out,
    /// The player to move moves not this time.
    Skip,
}

/// A part of a point: `3/4`, or a whole number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// How many parts.
    pub part: Number,
    /// How many parts make a whole point; one, if it is left out.
    pub of: Option<Number>,
}

/// How an ending of a match comes about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// At once.
    Rule,
    /// `by claim`: when the player to move asks for it.
    Claim,
    /// `by time`: when the player to move runs out of time.
    Time,
}

//! The tests that a file has of itself.

use super::words::{Name, Number, Text};
use crate::source::{Span, Spanned};

/// A line of `tests`.
#[derive(Clone, PartialEq, Debug)]
pub struct TestLine {
    /// What is asserted.
    pub kind: TestLineKind,
    /// `from "FEN"`, `from NAME`
    pub from: Option<FromText>,
    /// `after e2e4 e7e5`
    pub after: Vec<Name>,
    /// The line.
    pub span: Span,
}

/// What a line of `tests` asserts.
#[derive(Clone, PartialEq, Debug)]
pub enum TestLineKind {
    /// `perft 4 = 197281`
    Perft(Number, Spanned<u64>),
    /// `legal e2e4 d2d4`
    Legal(Vec<Name>),
    /// `illegal e2e5`
    Illegal(Vec<Name>),
    /// `result checkmate` or `result none`
    Result(Name),
    /// `arrangement 518 = "FEN"`
    Arrangement(Number, Text),
}

/// Where a line of `tests` starts from.
#[derive(Clone, PartialEq, Debug)]
pub enum FromText {
    /// `from "FEN"`
    Position(Text),
    /// `from NAME`: a named setup.
    Setup(Name),
}

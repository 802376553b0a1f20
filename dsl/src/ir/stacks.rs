//! Pieces in states and pieces that carry others: every state and every load is a kind of its own, and these tables say
//! which.

use super::ids::KindId;

/// A state in which some pieces can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its name.
    pub name: String,
    /// For every kind, the kind that it is in this state: itself, if it is in it already or never can be. Of a stack it is
    /// the one who carries that changes.
    pub with: Vec<KindId>,
    /// For every kind, the kind that it is when it is not in this state.
    pub without: Vec<KindId>,
}

/// Pieces that stand on one tile together.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Stack {
    /// The single pieces, sorted by their kinds.
    pub parts: Vec<KindId>,
    /// The kind that they are together.
    pub kind: KindId,
}

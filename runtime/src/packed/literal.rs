//! Whole positions, where no packed form holds them: in games that the bitset engine does not model, and where tiles come to lie too far
//! apart on a plane for the window that it sees.
//!
//! Such a position lists its legal moves once, when they are first asked for. A move of it is the number of one of these.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::moves::Move as Details;
use crate::reference::position::Position;

/// A position with its legal moves.
#[derive(Clone, Debug)]
pub(crate) struct Literal {
    pub(crate) position: Position,
    pub(crate) moves: OnceLock<Arc<[Details]>>,
}

impl PartialEq for Literal {
    fn eq(&self, other: &Literal) -> bool {
        self.position == other.position
    }
}

impl Eq for Literal {}

impl Hash for Literal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl Literal {
    pub(crate) fn new(position: Position) -> Literal {
        Literal { position, moves: OnceLock::new() }
    }
}

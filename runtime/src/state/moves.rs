//! Lists of moves.

use std::ops::Deref;

use crate::packed::step::Step as Move;

/// The legal moves of a state, or some of them, in a list that is used again: [`State::moves`](super::State::moves) fills it, and allocates nothing once it
/// has been as long.
///
/// ```
/// use tilegame_runtime::{Game, MoveList};
/// let chess = Game::from_library("chess")?;
/// let (mut state, mut moves) = (chess.start(), MoveList::new());
/// state.moves(&mut moves);
/// assert_eq!(moves.len(), 20);
/// state.make(moves[0]);
/// state.moves(&mut moves);
/// assert_eq!(moves.iter().filter(|m| m.promotion().is_some()).count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveList(pub(super) Vec<Move>);

impl MoveList {
    /// An empty list.
    pub fn new() -> MoveList {
        MoveList::default()
    }

    /// An empty list with room for so many moves.
    pub fn with_capacity(moves: usize) -> MoveList {
        MoveList(Vec::with_capacity(moves))
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl<'l> IntoIterator for &'l MoveList {
    type Item = &'l Move;
    type IntoIter = std::slice::Iter<'l, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

//! The positions before one, in games whose moves depend on them.
//!
//! A position carries them itself, so that whoever plays on from it, counts, or takes moves back sees the same legal moves, and so that
//! two positions are equal only if the same has come before both. They are kept as a list that positions share: a move adds one to it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

/// The positions before one, the last one first; none at the start of a game, or where the rules don't ask for them. A position may be
/// given in another form.
pub(crate) struct Earlier<P>(Option<Arc<Entry<P>>>);

struct Entry<P> {
    /// Without those before it, and without ignored counters.
    position: P,
    /// It was left by a pass.
    passed: bool,
    before: Earlier<P>,
    /// Of this one and all before it.
    hash: u64,
    /// A Bloom filter of the boards of this one and all before it, where it is known what a board is.
    boards: Boards,
}

/// Two bits for each board.
#[derive(Clone, Copy, Default)]
struct Boards([u64; 4]);

impl Boards {
    fn bits(board: u64) -> [(usize, u64); 2] {
        [board, board >> 32].map(|hash| ((hash >> 6) as usize & 3, 1 << (hash & 63)))
    }

    fn with(mut self, board: u64) -> Boards {
        Boards::bits(board).into_iter().for_each(|(word, bit)| self.0[word] |= bit);
        self
    }

    fn may_have(&self, board: u64) -> bool {
        Boards::bits(board).into_iter().all(|(word, bit)| self.0[word] & bit != 0)
    }
}

impl<P> Clone for Earlier<P> {
    fn clone(&self) -> Earlier<P> {
        Earlier(self.0.clone())
    }
}

impl<P> Default for Earlier<P> {
    fn default() -> Earlier<P> {
        Earlier(None)
    }
}

impl<P: Hash> Earlier<P> {
    /// These and one more, which comes after them; `passed`: what is done in it is a pass.
    pub(crate) fn and(&self, position: P, passed: bool) -> Earlier<P> {
        self.and_board(position, passed, 0)
    }

    /// The same where the board of the position has this hash.
    pub(crate) fn and_board(&self, position: P, passed: bool, board: u64) -> Earlier<P> {
        let mut hasher = FxHasher::default();
        (&position, passed).hash(&mut hasher);
        self.hash(&mut hasher);
        let boards = self.0.as_ref().map(|entry| entry.boards).unwrap_or_default().with(board);
        let (before, hash) = (self.clone(), hasher.finish());
        Earlier(Some(Arc::new(Entry { position, passed, before, hash, boards })))
    }
}

impl<P> Earlier<P> {
    /// The last one first, each with whether it was left by a pass.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&P, bool)> {
        self.entries().map(|entry| (&entry.position, entry.passed))
    }

    /// The last one, and those before it.
    pub(crate) fn last(&self) -> Option<(&P, &Earlier<P>)> {
        self.0.as_ref().map(|entry| (&entry.position, &entry.before))
    }

    /// Whether the board of one of them may have this hash.
    pub(crate) fn may_have_board(&self, board: u64) -> bool {
        self.0.as_ref().is_some_and(|entry| entry.boards.may_have(board))
    }

    /// A hash of all of them in their order.
    pub(crate) fn hashed(&self) -> u64 {
        self.0.as_ref().map_or(0, |entry| entry.hash)
    }

    fn entries(&self) -> impl Iterator<Item = &Arc<Entry<P>>> {
        std::iter::successors(self.0.as_ref(), |entry| entry.before.0.as_ref())
    }
}

impl<P: PartialEq> PartialEq for Earlier<P> {
    fn eq(&self, other: &Earlier<P>) -> bool {
        let (mut these, mut others) = (self.entries(), other.entries());
        loop {
            match (these.next(), others.next()) {
                (None, None) => return true,
                // What is the same list from here on need not be looked at.
                (Some(one), Some(another)) if Arc::ptr_eq(one, another) => return true,
                (Some(one), Some(another))
                    if one.hash == another.hash
                        && one.passed == another.passed
                        && one.position == another.position => {}
                _ => return false,
            }
        }
    }
}

impl<P: Eq> Eq for Earlier<P> {}

impl<P> Hash for Earlier<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_ref().map(|entry| entry.hash).hash(state);
    }
}

impl<P> std::fmt::Debug for Earlier<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} earlier", self.entries().count())
    }
}

/// One after the other: a long game must not need a deep stack.
impl<P> Drop for Earlier<P> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut entry) = next.and_then(Arc::into_inner) {
            next = entry.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use smallvec::SmallVec;

    use super::Earlier;
    use crate::reference::position::Position;

    fn turn(turn: u16) -> Position {
        Position { turn, ..Position::on_tiles(1, 1, SmallVec::new()) }
    }

    #[test]
    fn lists_are_equal_if_the_same_positions_came_before() {
        let one = |first| Earlier::default().and(turn(first), false);
        let two = |first, second| one(first).and(turn(second), false);
        assert_eq!(two(1, 2), two(1, 2));
        assert_ne!(two(1, 2), two(2, 1));
        assert_ne!(two(1, 2), one(2));
        assert_ne!(two(1, 2), one(1).and(turn(2), true));
        assert_eq!(two(1, 2).iter().map(|(position, _)| position.turn).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn a_long_list_is_compared_and_dropped() {
        let long = || (0..1_000_000).fold(Earlier::default(), |list, _| list.and(turn(0), false));
        assert_eq!(long(), long());
    }
}

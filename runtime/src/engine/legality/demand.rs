//! What a position demands of moves.

use crate::packed::set::Set;

/// What is to be judged or not allowed whatever the kind of the piece that moves.
#[derive(Clone, Copy)]
pub(crate) struct Demand<const W: usize> {
    /// Moves from these tiles are judged.
    pub(crate) from: Set<W>,
    /// Moves to these are.
    pub(crate) to: Set<W>,
    /// No move to these is legal, unless it is to be judged.
    pub(crate) never: Set<W>,
    /// Pieces for which there is a [`Pinned`].
    pub(crate) standing: Set<W>,
}

/// A piece that stands in the way of an attack.
pub(crate) struct Pinned<const W: usize> {
    pub(crate) tile: usize,
    /// Where it may go.
    pub(crate) allowed: Set<W>,
    /// Where it may perhaps go.
    pub(crate) judged: Set<W>,
}

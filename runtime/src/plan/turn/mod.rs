//! The turn: what moves besides pieces, what happens after a move, whose turn it is.

pub(crate) mod after;
pub(crate) mod choice;
pub(crate) mod exits;
pub(crate) mod phases;
pub(crate) mod preference;
pub(crate) mod tiles;

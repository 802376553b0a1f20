//! A packed position with the positions before it, where the rules ask for them.
//!
//! They are no part of a state, which stays small and is copied. They stand beside it, in a list that states share, and go with it to
//! whatever asks for moves.

use crate::packed::state::State;
use crate::reference::earlier::Earlier;

/// The states before one, without the counters that make no difference.
pub(crate) type Past<const W: usize, const N: usize> = Earlier<State<W, N>>;

/// A state, and those before it where the rules ask for them.
#[derive(Clone, Copy)]
pub(crate) struct Now<'s, const W: usize, const N: usize> {
    pub(crate) state: &'s State<W, N>,
    pub(crate) past: Option<&'s Past<W, N>>,
}

impl<'s, const W: usize, const N: usize> Now<'s, W, N> {
    /// A state of which it does not matter what was before it.
    #[inline(always)]
    pub(crate) fn of(state: &'s State<W, N>) -> Now<'s, W, N> {
        Now { state, past: None }
    }
}

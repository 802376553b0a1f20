//! What quiet moves leave as it is, seen once for all moves of a position.
//!
//! A quiet move takes a piece from one tile to an empty one, and does nothing else to pieces. What a quick test of the endings tells after one
//! of them it tells after all, as long as none of the tiles is in a region that some ending speaks of; and a player who can't castle because of
//! friends in the way can't castle afterwards.

use crate::packed::past::Now;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{AS_IT_IS, Step};
use crate::plan::Plan;
use crate::plan::making::Make;

/// What is known of a position and stays so when a piece goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietCache<const W: usize> {
    /// Where quiet moves lead.
    empty: Set<W>,
    /// Friends are in the way of all castling of the player whose turn comes next.
    pub(crate) is_shut: bool,
    /// After a move between tiles that no ending speaks of, a quick test tells that the game goes on; nothing if none has been seen yet.
    goes_on: Option<bool>,
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// What the quiet moves of a position don't change.
    pub(crate) fn quiet(&self, state: &State<W, N>) -> QuietCache<W> {
        let is_plain =
            matches!(self.making.make, Make::Plain | Make::PlainOrPut | Make::Counting { alike: true });
        if !is_plain || self.layout.phases > 1 || self.layout.out.is_some() {
            return QuietCache { empty: Set::EMPTY, is_shut: false, goes_on: None };
        }
        let next = self.turn.order[(state.turn as usize + 1) % self.turn.order.len()];
        // A player who moves twice in a row may clear the way.
        let is_shut = next != self.to_move(state) && self.is_shut(state, next);
        QuietCache { empty: !self.occupied(state), is_shut, goes_on: None }
    }

    /// Whether a move is quiet.
    #[inline(always)]
    pub(crate) fn is_quiet(&self, quiet: &QuietCache<W>, step: Step) -> bool {
        quiet.empty.has(step.to as usize) && self.goes_plainly(step)
    }

    /// Whether the game is over after a quiet move.
    #[inline(always)]
    pub(crate) fn is_over_quietly(&self, quiet: &mut QuietCache<W>, step: Step, next: &State<W, N>) -> bool {
        if self.ends.sudden.is_empty() {
            return false;
        }
        let tiles = Set::one(step.from as usize) | Set::one(step.to as usize);
        if step.promotion != AS_IT_IS || tiles.meets(self.ends.telling) {
            return self.is_over(Now::of(next));
        }
        !*quiet.goes_on.get_or_insert_with(|| self.is_seen_to_go_on(next)) && self.is_over(Now::of(next))
    }

    #[inline(never)]
    fn is_seen_to_go_on(&self, state: &State<W, N>) -> bool {
        let scene = self.scene(state);
        let goes_on = |end: &usize| self.by_quick_test(&scene, &self.ends.all[*end].0) == Some(false);
        self.ends.sudden.iter().all(goes_on)
    }
}

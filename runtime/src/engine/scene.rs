//! A state with what is asked again and again while its moves are generated.

use crate::packed::past::Past;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::plan::Plan;
use crate::plan::movers::Side;

/// A state with what is asked again and again while its moves are generated.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'s, const W: usize, const N: usize> {
    pub(crate) state: &'s State<W, N>,
    pub(crate) me: usize,
    pub(crate) side: &'s Side<W>,
    pub(crate) own: Set<W>,
    pub(crate) occupied: Set<W>,
    /// The pieces of which moves are looked for, and the tiles to which they shall lead, if not all; other moves may be found, too.
    pub(crate) sought: Option<&'s [Set<W>; 2]>,
    /// Pieces of players who are out: they attack nobody.
    pub(crate) idle: Set<W>,
    /// Castling may be possible.
    pub(crate) castles: bool,
    /// Moves are looked for that may reply to another: whether they leave a reply is not asked.
    pub(crate) is_reply: bool,
    /// What was before the state, where that matters.
    pub(crate) past: Option<&'s Past<W, N>>,
}

impl<const W: usize, const N: usize> Plan<W, N> {
    #[inline(always)]
    pub(crate) fn scene<'s>(&'s self, state: &'s State<W, N>) -> Scene<'s, W, N> {
        self.scene_of(state, self.to_move(state))
    }

    /// A state as a player sees it.
    #[inline(always)]
    pub(crate) fn scene_of<'s>(&'s self, state: &'s State<W, N>, me: usize) -> Scene<'s, W, N> {
        let mut own = state.sets[self.layout.owner(me) & (N - 1)];
        if self.layout.owners != self.layout.players {
            // What is nobody's is neither taken nor moved.
            own |= state.sets[self.layout.owner(self.layout.players) & (N - 1)];
        }
        let mut idle = Set::EMPTY;
        if self.layout.out.is_some() {
            let out = self.layout.out(state);
            idle = out.fold(idle, |all, player| all | state.sets[self.layout.owner(player) & (N - 1)]);
        }
        let (side, occupied) = (self.side(state, me), self.occupied(state));
        let castles = side.castling.is_some();
        Scene { state, me, side, own, occupied, sought: None, idle, castles, is_reply: false, past: None }
    }
}

impl<const W: usize, const N: usize> Scene<'_, W, N> {
    /// The own pieces of which moves are looked for, and the tiles to which they shall lead.
    #[inline(always)]
    pub(crate) fn movers_and_goals(&self) -> [Set<W>; 2] {
        self.sought.map_or([self.own, !Set::EMPTY], |[movers, goals]| [self.own & *movers, *goals])
    }
}

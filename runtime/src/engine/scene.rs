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
    /// The pieces of which moves are looked for, and the tiles to which they shall lead; other moves may be found, too.
    pub(crate) movers: Set<W>,
    pub(crate) goals: Set<W>,
    /// Not all of its own pieces are among these.
    pub(crate) is_narrow: bool,
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
        let side = self.side(state, me);
        let castles = side.castling.is_some();
        let occupied = self.occupied(state);
        let (movers, goals, is_narrow, is_reply, past) = (own, !Set::EMPTY, false, false, None);
        Scene { state, me, side, own, occupied, movers, goals, is_narrow, idle, castles, is_reply, past }
    }
}

impl<const W: usize, const N: usize> Scene<'_, W, N> {
    /// Where moves are looked for of these pieces alone, to some tiles.
    pub(crate) fn narrowed(self, movers: Set<W>, goals: Set<W>) -> Self {
        Scene { movers: self.own & movers, goals, is_narrow: true, ..self }
    }
}

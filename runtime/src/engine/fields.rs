//! Reading and writing a packed position by its layout.

use crate::packed::set::Set;
use crate::packed::state::{Spot, State};
use crate::plan::Plan;
use crate::plan::layout::Layout;
use crate::plan::movers::Side;
use crate::reference::position::Left;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The seat of a player: who it is, and in which phase of the turn.
    #[inline(always)]
    pub(crate) fn seat(&self, state: &State<W, N>, player: usize) -> usize {
        if self.layout.phases == 1 {
            return player;
        }
        state.turn as usize % self.layout.phases * self.layout.players + player
    }

    /// What a player's pieces can do.
    #[inline(always)]
    pub(crate) fn side(&self, state: &State<W, N>, player: usize) -> &Side<W> {
        &self.movers.sides[self.seat(state, player)]
    }
}

/// What the counter for a turn's beginning says if no piece has begun the turn; if one has, behind it follow the tiles.
const BEGUN_NOWHERE: i32 = 1;

impl Layout {
    /// Puts the sets in order of kinds that are wanted together: in a state of an engine that wants others.
    pub(crate) fn unite<const W: usize, const N: usize>(&self, state: &mut State<W, N>) {
        for (number, kinds) in self.unions.iter().enumerate() {
            let all = kinds.iter().fold(Set::EMPTY, |all, kind| all | state.sets[*kind as usize]);
            state.sets[self.all + 1 + number] = all;
        }
    }

    /// Who is out, in the order in which they went.
    pub(crate) fn out<const W: usize, const N: usize>(
        &self,
        state: &State<W, N>,
    ) -> impl Iterator<Item = usize> + use<W, N> {
        let mut rest = self.out.map_or(0, |place| state.counters[place & (N - 1)]);
        std::iter::from_fn(move || {
            let player = (rest & 15).checked_sub(1)?;
            rest >>= 4;
            (player >= 0).then_some(player as usize)
        })
    }

    /// Notes that a player is out.
    pub(crate) fn put_out<const W: usize, const N: usize>(&self, state: &mut State<W, N>, player: usize) {
        let Some(place) = self.out else { return };
        let number = self.out(state).count();
        state.counters[place] |= (player as i32 + 1) << (4 * number);
    }

    /// Whether a player has castled.
    pub(crate) fn has_castled<const W: usize, const N: usize>(
        &self,
        state: &State<W, N>,
        player: usize,
    ) -> bool {
        self.castled.is_some_and(|place| state.counters[place & (N - 1)] >> player & 1 != 0)
    }

    /// Notes that a player has castled.
    pub(crate) fn note_castled<const W: usize, const N: usize>(
        &self,
        state: &mut State<W, N>,
        player: usize,
    ) {
        if let Some(place) = self.castled {
            state.counters[place & (N - 1)] |= 1 << player;
        }
    }

    /// Forgets that a player has castled.
    pub(crate) fn forget_castled<const W: usize, const N: usize>(
        &self,
        state: &mut State<W, N>,
        player: usize,
    ) {
        if let Some(place) = self.castled {
            state.counters[place] &= !(1 << player);
        }
    }

    /// A mark of a state, as everybody else knows it.
    pub(crate) fn left<const W: usize, const N: usize>(&self, state: &State<W, N>, spot: &Spot) -> Left {
        spot.left(|place| self.tile(state, place))
    }

    /// Takes tiles away on which nothing stands.
    pub(crate) fn vanish<const W: usize, const N: usize>(&self, state: &mut State<W, N>, tiles: Set<W>) {
        self.sets_of_missing().for_each(|set| state.sets[set & (N - 1)] |= tiles);
    }

    /// The tiles that are not there.
    #[inline(always)]
    pub(crate) fn missing<const W: usize, const N: usize>(&self, state: &State<W, N>) -> Set<W> {
        self.missing.map_or(Set::EMPTY, |set| state.sets[set & (N - 1)])
    }

    /// Where the turn has begun that goes on.
    pub(crate) fn began_on<const W: usize, const N: usize>(&self, state: &State<W, N>) -> Option<usize> {
        usize::try_from(state.counters[self.beginning.on?] - BEGUN_NOWHERE - 1).ok()
    }

    /// Whether a turn goes on of which it is known how it began.
    pub(crate) fn is_under_way<const W: usize, const N: usize>(&self, state: &State<W, N>) -> bool {
        self.beginning.on.is_some_and(|place| state.counters[place] != 0)
    }

    /// Notes where a turn begins, if a piece begins it.
    pub(crate) fn begin<const W: usize, const N: usize>(&self, state: &mut State<W, N>, from: Option<usize>) {
        if let Some(place) = self.beginning.on {
            state.counters[place] = BEGUN_NOWHERE + from.map_or(0, |tile| tile as i32 + 1);
        }
    }

    /// Notes of a state in which a turn goes on how the board was when it began: as before the last move, or as it was known by then.
    pub(crate) fn keep_beginning<const W: usize, const N: usize>(
        &self,
        state: &mut State<W, N>,
        before: &State<W, N>,
    ) {
        let is_known = self.is_under_way(before);
        for (now, then) in self.at_first() {
            state.sets[then] = before.sets[if is_known { then } else { now }];
        }
    }

    /// Forgets how the turn began.
    pub(crate) fn forget_beginning<const W: usize, const N: usize>(&self, state: &mut State<W, N>) {
        if let Some(place) = self.beginning.on {
            state.counters[place] = 0;
        }
        self.at_first().for_each(|(_, then)| state.sets[then] = Set::EMPTY);
    }

    /// Whether the board is another than when the turn began that one of the states belongs to.
    pub(crate) fn has_changed<const W: usize, const N: usize>(
        &self,
        known: &State<W, N>,
        state: &State<W, N>,
    ) -> bool {
        let is_known = self.is_under_way(known);
        (0..self.kinds + self.owners).any(|set| {
            let then = self.beginning.sets.filter(|_| is_known).map_or(set, |first| first + set);
            known.sets[then] != state.sets[set]
        })
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    #[inline(always)]
    pub(crate) fn to_move(&self, state: &State<W, N>) -> usize {
        self.turn.order[state.turn as usize]
    }

    pub(crate) fn counter(&self, counter: usize, player: usize) -> usize {
        let (first, each) = self.layout.counters.places[counter];
        if each { first + player } else { first }
    }
}

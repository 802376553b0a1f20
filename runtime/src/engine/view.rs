//! A state as one player sees it while a question is answered.

use tilegame_dsl::ir::{SymId, Tile};

use crate::packed::past::{Now, Past};
use crate::packed::set::Set;
use crate::packed::state::State;

/// A state as one player sees it while a question is answered; the reference engine's `View`.
#[derive(Clone, Copy)]
pub(crate) struct View<'s, const W: usize, const N: usize> {
    pub(crate) state: &'s State<W, N>,
    pub(crate) me: usize,
    pub(crate) lifted: [Option<usize>; 2],
    pub(crate) supposed: Option<(usize, usize)>,
    /// Who has moved, where that is not what the state shows.
    pub(crate) mover: Option<u8>,
    /// The state before the move that is judged.
    pub(crate) before: Option<&'s State<W, N>>,
    /// What was before the state, where that matters.
    pub(crate) past: Option<&'s Past<W, N>>,
    /// What is known on the way of a walker besides.
    pub(crate) walker: Option<&'s Walker<W>>,
    /// Where something is in the way.
    pub(crate) occupied: Set<W>,
    pub(crate) mine: Set<W>,
}

impl<'s, const W: usize, const N: usize> View<'s, W, N> {
    /// The state, and what was before it.
    pub(crate) fn now(&self) -> Now<'s, W, N> {
        Now { state: self.state, past: self.past }
    }
}

pub(crate) fn one_of<const W: usize>(tile: Option<usize>) -> Set<W> {
    tile.map_or(Set::EMPTY, Set::one)
}

/// Where something has been taken on the way.
#[inline(always)]
pub(crate) fn gone_on_the_way<const W: usize, const N: usize>(v: &View<'_, W, N>) -> Set<W> {
    v.walker.map_or(Set::EMPTY, |walker| walker.gone)
}

/// The pieces of some kinds.
#[inline(always)]
pub(crate) fn of<const W: usize, const N: usize>(state: &State<W, N>, kinds: &[u8]) -> Set<W> {
    let mut all = Set::EMPTY;
    for kind in kinds {
        all |= state.sets[*kind as usize & (N - 1)];
    }
    all
}

/// Where a walker is; see the reference engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct At {
    pub(crate) tile: u16,
    pub(crate) frame: SymId,
    pub(crate) settled: bool,
    pub(crate) watcher: Option<u16>,
}

impl At {
    pub(crate) fn tile(self) -> Tile {
        Tile(self.tile.into())
    }

    pub(crate) fn arrive(self, (tile, frame): (Tile, SymId)) -> At {
        At { tile: tile.index() as u16, frame, settled: false, ..self }
    }
}

/// What is known where a test is evaluated on the way of a walker, besides what the state shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walker<const W: usize> {
    /// Where something has been taken that is gone for the rest of the way.
    pub(crate) gone: Set<W>,
    /// Where something is taken when the way is over.
    pub(crate) doomed: Set<W>,
    /// How the walker is turned; without that, the asker's own frame counts.
    pub(crate) frame: Option<SymId>,
    /// The one piece that has covered the way so far.
    pub(crate) watcher: Option<u16>,
    /// The tile where the innermost test or number is asked that looks for tiles.
    pub(crate) asking: Option<usize>,
    /// Where the walker is when the length of a path is computed.
    pub(crate) measured: Option<At>,
}

impl<const W: usize> Walker<W> {
    /// The same who stands on a tile and looks for others.
    pub(crate) fn looking_from(self, tile: usize) -> Walker<W> {
        Walker { asking: Some(tile), ..self }
    }

    /// The same who has not set out.
    pub(crate) fn at_home(self) -> Walker<W> {
        Walker { frame: None, watcher: None, ..self }
    }

    /// The same in another position.
    pub(crate) fn elsewhere(self) -> Walker<W> {
        Walker { asking: self.asking, measured: self.measured, ..Walker::default() }
    }
}

impl<const W: usize> Default for Walker<W> {
    fn default() -> Walker<W> {
        let (gone, doomed) = (Set::EMPTY, Set::EMPTY);
        Walker { gone, doomed, frame: None, watcher: None, asking: None, measured: None }
    }
}

/// A state as one sees it who walks.
pub(crate) fn seen_by<'s, const W: usize, const N: usize>(
    v: &View<'s, W, N>,
    walker: &'s Walker<W>,
) -> View<'s, W, N> {
    View {
        occupied: v.occupied.without(walker.gone),
        mine: v.mine.without(walker.gone),
        walker: Some(walker),
        ..*v
    }
}

//! A position as the search sees it: sets of tiles as 128 bits, and which kind stands where.
//!
//! It is filled once for each position, and then answers what move ordering, exchanges and the static evaluation ask again and again.

use tilegame_runtime::ir::{PlayerId, Tile};
use tilegame_runtime::{Game, Piece, State};

/// No board with more tiles is seen so.
pub(crate) const MOST_TILES: usize = 128;

/// The owner of a piece that belongs to nobody, and of no piece.
pub(crate) const NOBODY: u8 = 2;

/// The tiles and pieces of a game for two players.
#[derive(Clone)]
pub(crate) struct View {
    /// Tiles on which something stands.
    pub(crate) occupied: u128,
    /// Those of each player.
    pub(crate) owned: [u128; 2],
    /// What stands on occupied tiles; of others it says nothing.
    kinds: [u8; MOST_TILES],
    /// Tiles and kinds of each player's pieces.
    pub(crate) pieces: [Vec<(u8, u8)>; 2],
}

impl Default for View {
    fn default() -> View {
        let pieces = [Vec::with_capacity(MOST_TILES), Vec::with_capacity(MOST_TILES)];
        View { occupied: 0, owned: [0; 2], kinds: [0; MOST_TILES], pieces }
    }
}

/// The set of one tile.
#[inline]
pub(crate) fn bit(tile: usize) -> u128 {
    1 << (tile & (MOST_TILES - 1))
}

impl View {
    /// Looks at another position; the state is one of a board that is [small enough](MOST_TILES).
    pub(crate) fn look(&mut self, state: &State) {
        (self.occupied, self.owned) = (0, [0; 2]);
        self.pieces.iter_mut().for_each(Vec::clear);
        let View { occupied, owned, kinds, pieces } = self;
        state.each_piece(&mut |tile, Piece { kind, owner }| {
            let at = tile.index() & (MOST_TILES - 1);
            *occupied |= bit(at);
            kinds[at] = kind.0;
            if let Some(owner) = owner {
                let owner = owner.index() & 1;
                owned[owner] |= bit(at);
                pieces[owner].push((at as u8, kind.0));
            }
        });
    }

    /// The kind of what stands on a tile.
    #[inline]
    pub(crate) fn kind(&self, tile: Tile) -> Option<usize> {
        let at = tile.index() & (MOST_TILES - 1);
        (self.occupied & bit(at) != 0).then(|| usize::from(self.kinds[at]))
    }

    /// The same, and whose it is.
    #[inline]
    pub(crate) fn piece(&self, tile: Tile) -> Option<(usize, u8)> {
        let here = bit(tile.index());
        let owner = match self.owned {
            [first, _] if first & here != 0 => 0,
            [_, second] if second & here != 0 => 1,
            _ => NOBODY,
        };
        self.kind(tile).map(|kind| (kind, owner))
    }
}

/// For a player, every tile of so many as the first player sees it.
pub(crate) fn seen(game: &Game, places: usize, player: PlayerId) -> Vec<usize> {
    let mut seen: Vec<usize> = (0..places).collect();
    for (tile, counterpart) in game.rules().players[player.index()].frame.tiles.iter().enumerate() {
        seen[counterpart.index()] = tile;
    }
    seen
}

/// The tiles of a set, in rising order.
pub(crate) fn tiles(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}

//! The window in which a plane is seen, as it follows the tiles.

use tilegame_dsl::ir::Tile;

use crate::area::Area;
use crate::moves::{Change, Move, sort_taken};
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::How;
use crate::plan::Plan;
use crate::plan::layout::Layout;

impl Layout {
    /// The number by which a tile is known in a state; none if it lies outside of the window.
    pub(crate) fn place<const W: usize, const N: usize>(
        &self,
        state: &State<W, N>,
        tile: Tile,
    ) -> Option<usize> {
        match &self.window {
            None => Some(tile.index()),
            Some(window) => window.place(self.corner(state), tile),
        }
    }

    /// The tile that a state knows by a number.
    pub(crate) fn tile<const W: usize, const N: usize>(&self, state: &State<W, N>, place: usize) -> Tile {
        match &self.window {
            None => Tile::new(place),
            Some(window) => window.tile(self.corner(state), place),
        }
    }

    /// Where the window of a state lies.
    pub(crate) fn corner<const W: usize, const N: usize>(&self, state: &State<W, N>) -> [i32; 2] {
        [state.counters[self.corner], state.counters[self.corner + 1]]
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Calls `then` with each of some tiles in the order of the numbers that everybody else knows.
    pub(crate) fn each_tile(&self, state: &State<W, N>, tiles: Set<W>, mut then: impl FnMut(usize)) {
        if self.layout.window.is_none() {
            return tiles.iter().for_each(then);
        }
        let mut all: Vec<usize> = tiles.iter().collect();
        all.sort_by_key(|place| self.layout.tile(state, *place));
        all.into_iter().for_each(&mut then);
    }

    /// Whether there is room in the window for all that so many moves can lead to.
    pub(crate) fn has_room(&self, state: &State<W, N>, moves: u32) -> bool {
        let Some(window) = &self.layout.window else { return true };
        let moves = i32::try_from(moves).unwrap_or(i32::MAX / 4).min(i32::from(u16::MAX));
        self.area(self.tiles(state)).is_none_or(|area| window.around(area, moves).is_some())
    }

    /// The box around some tiles.
    pub(crate) fn area(&self, tiles: Set<W>) -> Option<Area> {
        Area::around(&self.reference.board, tiles.iter().map(Tile::new))
    }

    /// Moves the window to where it belongs, after tiles have come or gone.
    pub(crate) fn follow_tiles(&self, state: &mut State<W, N>) {
        let Some(window) = &self.layout.window else { return };
        let tiles = self.tiles(state);
        let Some(area) = self.area(tiles) else { return };
        let mut by = [0; 2];
        for axis in (0..2).filter(|axis| window.moves(*axis)) {
            by[axis] = area.corner[axis] - window.margin;
        }
        let back = -(by[1] * i32::from(window.size[0]) + by[0]);
        if back == 0 {
            return;
        }
        let missing = self.layout.missing(state);
        for set in &mut state.sets[..self.layout.used()] {
            *set = set.without(missing).shifted(back);
        }
        self.layout.vanish(state, self.sets.board.without(tiles.shifted(back)));
        let moved = |tile: u16| (i32::from(tile) + back) as u16;
        for spot in &mut state.marks[..usize::from(state.marked)] {
            (spot.tile, spot.maker) = (moved(spot.tile), moved(spot.maker));
        }
        for (axis, by) in by.into_iter().enumerate() {
            let corner = &mut state.counters[self.layout.corner + axis];
            *corner = (*corner + by).rem_euclid(window.round[axis]);
        }
    }

    /// A move of a state as everybody else tells it, who numbers all places of a plane.
    pub(crate) fn outward(&self, state: &State<W, N>, how: How, m: Move) -> Move {
        let Some(window) = &self.layout.window else { return m };
        let corner = self.layout.corner(state);
        let tile = |tile: Tile| window.tile(corner, tile.index());
        let mut m = Move { from: m.from.map(tile), to: tile(m.to), ..m };
        for change in &mut m.changes {
            *change = change.on_tiles(tile);
        }
        sort_taken(&mut m.changes);
        match how {
            How::Pass => {
                // It is written by the least tile of a piece, or by the least of all.
                let by = self.reference.rules.notation.pass_by;
                let owned = state.sets[self.layout.owner(self.to_move(state))];
                let pieces = by.map_or(Set::EMPTY, |kind| owned & state.sets[kind.index()]);
                m.to = pieces.iter().map(|place| window.tile(corner, place)).min().unwrap_or(Tile(0));
                m.from = Some(m.to);
            }
            How::Vanish { .. } => {
                m.changes.sort();
                if let Some(Change::Vanish(first)) = m.changes.first() {
                    (m.from, m.to) = (Some(*first), *first);
                }
            }
            _ => {}
        }
        m
    }
}

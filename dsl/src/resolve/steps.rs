//! The steps of a board: inside a part by coordinates, over its sides as the seams say.
//!
//! A diagonal step that leaves its part goes where its two halves lead, in either order: mostly to one tile, at a corner
//! where more than four parts meet to two.

use crate::ir::{Board, DirId, Edge, SymId, Tile};

use super::grid::{Grid, Spot};
use super::seams::{Landing, Seams};

/// All steps.
pub(crate) fn all(grid: &Grid, seams: &Seams, board: &Board) -> Vec<Edge> {
    let walker = Walker { grid, seams, board };
    let mut edges = Vec::new();
    for tile in (0..board.tiles.len()).map(Tile::new) {
        for (number, direction) in board.directions.iter().enumerate() {
            if direction.offset == [0; 3] {
                continue;
            }
            let direction = DirId::new(number);
            for (spot, turn) in walker.landings(grid.spot(tile), direction) {
                if let Some(to) = grid.tile_on(spot) {
                    edges.push(Edge { from: tile, direction, to, turn });
                }
            }
        }
    }
    edges
}

struct Walker<'b> {
    grid: &'b Grid,
    seams: &'b Seams,
    board: &'b Board,
}

impl Walker<'_> {
    fn landings(&self, from: Spot, direction: DirId) -> Vec<Landing> {
        let [x, y, z] = self.board.directions[direction.index()].offset;
        let straight = (from.0, [from.1[0] + x, from.1[1] + y, from.1[2] + z]);
        if self.grid.in_box(straight) {
            return vec![(straight, SymId(0))];
        }
        if self.seams.is_empty() {
            return Vec::new();
        }
        if x == 0 || y == 0 {
            return self.seams.beyond(from, direction).into_iter().collect();
        }
        let halves = [[x, 0, z], [0, y, z]]
            .map(|half| self.board.directions.iter().position(|d| d.offset == half).map(DirId::new));
        let [Some(one), Some(other)] = halves else { return Vec::new() };
        let mut found = Vec::new();
        for (first, second) in [(one, other), (other, one)] {
            let landing = self.hop((from, SymId(0)), first).and_then(|on| self.hop(on, second));
            found.extend(landing.filter(|l| !found.contains(l)));
        }
        found
    }

    /// One step to a neighbour, in the direction as it is turned where one stands.
    fn hop(&self, (from, turned): Landing, direction: DirId) -> Option<Landing> {
        let direction = self.board.symmetries[turned.index()][direction.index()];
        let (to, turn) = *self.landings(from, direction).first()?;
        Some((to, self.board.compose(turned, turn)))
    }
}

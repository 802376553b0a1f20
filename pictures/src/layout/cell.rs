//! A tile on paper with its sides, and all tiles of a board before they are put into their sheets.

use kurbo::{Point, Vec2};
use tilegame_runtime::ir::{DirId, Tile};

/// One side of a tile, from the end of the side before it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Side {
    /// Where it ends.
    pub to: Point,
    /// The radius of the arc it is; positive if it bends to the right of one who goes along on paper. 0: it is straight.
    pub bend: f64,
    /// The direction of the step over it.
    pub over: Option<DirId>,
}

/// A tile on paper.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The tile.
    pub tile: Tile,
    /// Where a piece stands.
    pub centre: Point,
    /// The radius of the circle around the centre that has room in it.
    pub room: f64,
    /// Its sides, all the way round.
    pub sides: Vec<Side>,
    /// Its sheet.
    pub sheet: usize,
}

impl Cell {
    /// A tile with straight sides, given by its corners and the directions over the sides that lead to them.
    pub(super) fn polygon(tile: Tile, corners: &[Point], over: impl Fn(usize) -> Option<DirId>) -> Cell {
        let sides: Vec<Side> =
            corners.iter().enumerate().map(|(i, to)| Side { to: *to, bend: 0.0, over: over(i) }).collect();
        let sum = corners.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2());
        let centre = (sum / corners.len() as f64).to_point();
        let mut cell = Cell { tile, centre, room: 0.0, sides, sheet: 0 };
        let middles = (0..corners.len()).map(|i| {
            let (from, to) = cell.ends(i);
            distance_to_line(centre, from, to)
        });
        cell.room = middles.fold(f64::INFINITY, f64::min);
        cell
    }

    /// The ends of a side.
    pub fn ends(&self, side: usize) -> (Point, Point) {
        let before = (side + self.sides.len() - 1) % self.sides.len();
        (self.sides[before].to, self.sides[side].to)
    }
}

fn distance_to_line(point: Point, from: Point, to: Point) -> f64 {
    let along = to - from;
    ((point - from).cross(along) / along.hypot().max(1e-9)).abs()
}

/// Tiles with the numbers of their sheets, and what is known of them together.
pub(super) struct Draft {
    pub(super) cells: Vec<Cell>,
    pub(super) snap: f64,
    pub(super) joined: bool,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft { cells: Vec::new(), snap: 90.0, joined: false }
    }
}

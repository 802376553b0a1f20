//! Squares in rows, hexagons side by side: every part and every level is a sheet of its own.

use std::collections::BTreeMap;

use kurbo::{Point, Vec2};
use tilegame_runtime::area::Area;
use tilegame_runtime::ir::{Board, DirId, Tile};

use super::cell::{Cell, Draft};

/// The sides of a square: the ends of each as seen from its middle, in halves, and the offset over it.
pub(super) const SQUARE: [([f64; 2], [i16; 3]); 4] = [
    ([1.0, -1.0], [0, -1, 0]),
    ([1.0, 1.0], [1, 0, 0]),
    ([-1.0, 1.0], [0, 1, 0]),
    ([-1.0, -1.0], [-1, 0, 0]),
];

/// The direction of an offset.
pub(super) fn direction(board: &Board, offset: [i16; 3]) -> Option<DirId> {
    board.directions.iter().position(|d| d.offset == offset).map(DirId::new)
}

/// The number of each sheet: the parts in order, of each its levels from the lowest.
fn sheets(board: &Board) -> Vec<usize> {
    let key = |t: &tilegame_runtime::ir::TileInfo| (t.patch, t.place[2]);
    let numbers: BTreeMap<_, usize> = board.tiles.iter().map(|t| (key(t), 0)).collect();
    let numbers: BTreeMap<_, usize> = numbers.into_keys().enumerate().map(|(n, key)| (key, n)).collect();
    board.tiles.iter().map(|t| numbers[&key(t)]).collect()
}

/// Tiles as squares of that size at their places.
pub(super) fn squares(board: &Board, size: f64) -> Draft {
    let cell = |(number, sheet): (usize, usize)| {
        let [x, y, _] = board.tiles[number].place;
        Cell { sheet, ..square(board, Tile::new(number), [x.into(), y.into()], size) }
    };
    let cells = sheets(board).into_iter().enumerate().map(cell).collect();
    Draft { cells, snap: 90.0, joined: false }
}

/// Places of a plane as squares: those of them that lie in the area, in their order.
pub(super) fn places(
    board: &Board,
    graph: &tilegame_runtime::Board,
    area: Area,
    places: impl Iterator<Item = Tile>,
) -> Vec<Cell> {
    let cell = |tile: Tile| Some(square(board, tile, area.offset(graph, tile)?, 1.0));
    let mut cells: Vec<Cell> = places.filter_map(cell).collect();
    cells.sort_by_key(|cell| cell.tile);
    cells
}

fn square(board: &Board, tile: Tile, place: [i32; 2], size: f64) -> Cell {
    let [x, y] = place.map(f64::from);
    let (middle, half) = (Point::new(size * x, size * y), size / 2.0);
    let corners = SQUARE.map(|([x, y], _)| middle + Vec2::new(half * x, half * y));
    Cell { room: 0.5, ..Cell::polygon(tile, &corners, |side| direction(board, SQUARE[side].1)) }
}

/// Tiles as hexagons whose files stand upright; neighbours are one unit apart.
pub(super) fn hexagons(board: &Board) -> Draft {
    let radius = 1.0 / 3.0_f64.sqrt();
    // Sides end at 0, 60, 120, ... degrees: the first of them is the lower right one.
    let over = [[1, 0, 0], [1, 1, 0], [0, 1, 0], [-1, 0, 0], [-1, -1, 0], [0, -1, 0]]
        .map(|offset| direction(board, offset));
    let cell = |(number, sheet): (usize, usize)| {
        let [x, y, _] = board.tiles[number].place.map(f64::from);
        let middle = Point::new(1.5 * radius * x, y - x / 2.0);
        let corner = |n: usize| middle + radius * Vec2::from_angle((60.0 * n as f64).to_radians());
        let corners: Vec<Point> = (0..6).map(corner).collect();
        Cell { sheet, ..Cell::polygon(Tile::new(number), &corners, |side| over[side]) }
    };
    let cells = sheets(board).into_iter().enumerate().map(cell).collect();
    Draft { cells, snap: 60.0, joined: false }
}

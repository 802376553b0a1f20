//! A grid that closes one way: its rows become rings around a hole.

use kurbo::{Point, Vec2};
use tilegame_runtime::ir::{Board, Tile};

use super::cell::{Cell, Draft, Side};
use super::flat::direction;

/// The innermost tiles are at least so wide; all are one unit high.
const NARROWEST: f64 = 0.62;

/// Lays the grid out; places count along `axis` to the left round the middle, beginning at the bottom, and outwards along the
/// other axis.
pub(super) fn lay(board: &Board, axis: usize) -> Draft {
    let across = 1 - axis;
    let round = board.tiles.iter().map(|t| t.place[axis] + 1).max().unwrap_or(1);
    let sector = std::f64::consts::TAU / f64::from(round);
    let hole = (NARROWEST / sector).max(1.0);
    let offset = |along: i16, out: i16| {
        let mut offset = [0; 3];
        (offset[axis], offset[across]) = (along, out);
        direction(board, offset)
    };
    let cell = |(number, tile): (usize, &tilegame_runtime::ir::TileInfo)| {
        let start = f64::from(tile.place[axis]) * sector - std::f64::consts::FRAC_PI_2;
        let inner = hole + f64::from(tile.place[across]);
        let at = |radius: f64, angle: f64| Point::ORIGIN + radius * Vec2::from_angle(angle);
        let (end, outer) = (start + sector, inner + 1.0);
        let sides = vec![
            Side { to: at(outer, start), bend: 0.0, over: offset(-1, 0) },
            Side { to: at(outer, end), bend: -outer, over: offset(0, 1) },
            Side { to: at(inner, end), bend: 0.0, over: offset(1, 0) },
            Side { to: at(inner, start), bend: inner, over: offset(0, -1) },
        ];
        let middle = inner + 0.5;
        let room = (middle * (sector / 2.0).sin()).min(0.5);
        Cell { tile: Tile::new(number), centre: at(middle, start + sector / 2.0), room, sides, sheet: 0 }
    };
    Draft {
        cells: board.tiles.iter().enumerate().map(cell).collect(),
        snap: sector.to_degrees(),
        joined: false,
    }
}

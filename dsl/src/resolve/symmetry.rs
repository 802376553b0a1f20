//! The symmetries of a board's directions: those of the square or of the hexagon.

use crate::ir::{Board, DirId, Direction, SymId};

use super::grid::Shape;

/// A linear map of offsets.
type Map = fn(i16, i16) -> (i16, i16);

/// Adds the group of the shape: its turns to the right, then the same after exchanging left and right. Directions without
/// an offset stay.
pub(crate) fn learn(board: &mut Board, shape: Shape) {
    let (quarter, mirror, turns): (Map, Map, usize) = match shape {
        Shape::Square | Shape::List => (|x, y| (y, -x), |x, y| (-x, y), 4),
        Shape::Hex => (|x, y| (y, y - x), |x, y| (-x, y - x), 6),
    };
    for mirrored in [false, true] {
        for turn in 0..turns {
            let image = |(number, direction): (usize, &Direction)| {
                let [x, y, z] = direction.offset;
                let (mut x, mut y) = if mirrored { mirror(x, y) } else { (x, y) };
                for _ in 0..turn {
                    (x, y) = quarter(x, y);
                }
                let to = if [x, y, z] == [0; 3] {
                    None
                } else {
                    board.directions.iter().position(|d| d.offset == [x, y, z])
                };
                DirId::new(to.unwrap_or(number))
            };
            let images = board.directions.iter().enumerate().map(image).collect();
            board.symmetries.push(images);
        }
    }
    board.turns = (0..turns).map(SymId::new).collect();
    board.mirror = SymId::new(turns);
}

/// Where a symmetry sends an offset of files and ranks.
pub(crate) fn image(board: &Board, symmetry: SymId, [x, y]: [i32; 2]) -> [i32; 2] {
    let axis = |offset: [i16; 3]| {
        let direction = board.directions.iter().position(|d| d.offset == offset);
        let to = direction.map(|d| board.symmetries[symmetry.index()][d]);
        to.map_or(offset, |d| board.directions[d.index()].offset).map(i32::from)
    };
    let (right, up) = (axis([1, 0, 0]), axis([0, 1, 0]));
    [right[0] * x + up[0] * y, right[1] * x + up[1] * y]
}

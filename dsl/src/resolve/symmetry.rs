//! The symmetries of a board's directions: those of the square, of the hexagon, or of the cube.

use crate::ir::{Board, DirId, Direction, SymId};

use super::grid::Shape;

/// An offset of places, and a linear map of such.
type Offset = [i16; 3];
type Map = fn(Offset) -> Offset;

/// What is exchanged on every board: left and right.
const MIRROR: (Map, Map) = (|[x, y, z]| [-x, y, z], |[x, y, z]| [-x, y - x, z]);
/// The smallest turn to the right, of a square and of a hexagon.
const TURN: (Map, Map) = (|[x, y, z]| [y, -x, z], |[x, y, z]| [y, y - x, z]);
/// What lies ahead comes up, what is up comes down behind.
const TIP: Map = |[x, y, z]| [x, -z, y];

/// Adds the group of the shape: the turns to the right, then the same after exchanging left and right; on a board of levels
/// (`solid`) all others of the cube follow, turns first. Directions without an offset stay.
pub(crate) fn learn(board: &mut Board, shape: Shape, solid: bool) {
    let (turn, mirror, count) = match shape {
        Shape::Square | Shape::List => (TURN.0, MIRROR.0, 4),
        Shape::Hex => (TURN.1, MIRROR.1, 6),
    };
    let (turn, mirror) = (images(&board.directions, turn), images(&board.directions, mirror));
    let still: Vec<DirId> = (0..board.directions.len()).map(DirId::new).collect();
    let mut turns = vec![still];
    while turns.len() < count {
        turns.push(then(&turns[turns.len() - 1], &turn));
    }
    let mut tumbles = turns.clone();
    if solid {
        let tip = images(&board.directions, TIP);
        let mut next = 0;
        while next < tumbles.len() {
            for way in [&turn, &tip] {
                let one = then(&tumbles[next], way);
                if !tumbles.contains(&one) {
                    tumbles.push(one);
                }
            }
            next += 1;
        }
    }
    let mirrored = |all: &[Vec<DirId>]| all.iter().map(|one| then(&mirror, one)).collect();
    let (flat, rest) = tumbles.split_at(count);
    board.symmetries = [flat.to_vec(), mirrored(flat), rest.to_vec(), mirrored(rest)].concat();
    board.turns = (0..count).map(SymId::new).collect();
    board.mirror = SymId::new(count);
    if solid {
        board.tumbles = (0..count).chain(2 * count..count + tumbles.len()).map(SymId::new).collect();
    }
}

/// Where a map sends every direction.
fn images(directions: &[Direction], map: Map) -> Vec<DirId> {
    let image = |(number, direction): (usize, &Direction)| {
        let to = match direction.offset {
            [0, 0, 0] => None,
            offset => directions.iter().position(|d| d.offset == map(offset)),
        };
        DirId::new(to.unwrap_or(number))
    };
    directions.iter().enumerate().map(image).collect()
}

/// The one and then the other.
fn then(first: &[DirId], second: &[DirId]) -> Vec<DirId> {
    first.iter().map(|d| second[d.index()]).collect()
}

/// Where a symmetry sends an offset of files, ranks and levels.
pub(crate) fn image(board: &Board, symmetry: SymId, offset: [i32; 3]) -> [i32; 3] {
    let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|axis: Offset| {
        let direction = board.directions.iter().position(|d| d.offset == axis);
        let to = direction.map(|d| board.symmetries[symmetry.index()][d]);
        to.map_or(axis, |d| board.directions[d.index()].offset).map(i32::from)
    });
    [0, 1, 2].map(|i| (0..3).map(|axis| axes[axis][i] * offset[axis]).sum())
}

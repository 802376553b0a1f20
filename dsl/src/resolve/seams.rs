//! Seams: which side of the board is glued to which, and how one is turned who crosses.

use std::collections::HashMap;

use crate::ast::{BoardLine, BoardSide};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Board, DirId, SymId};
use crate::source::Span;

use super::grid::{Grid, Shape, Spot};
use super::report::Report;
use super::symmetry::image;

/// A spot one arrives at, and how everything is turned there.
pub(crate) type Landing = (Spot, SymId);

/// What lies beyond the sides of parts.
#[derive(Default)]
pub(crate) struct Seams {
    beyond: HashMap<(Spot, DirId), Landing>,
}

/// The four sides: a name, the way out, the way along.
const SIDES: [(&str, [i16; 2], [i16; 2]); 4] = [
    ("north", [0, 1], [1, 0]),
    ("east", [1, 0], [0, 1]),
    ("south", [0, -1], [1, 0]),
    ("west", [-1, 0], [0, 1]),
];

/// A stretch of a side.
#[derive(PartialEq)]
struct Edge {
    spots: Vec<Spot>,
    out: [i16; 2],
    along: [i16; 2],
}

impl Seams {
    /// The seams of a board. `None` after an error.
    pub(crate) fn read(
        lines: &[BoardLine],
        grid: &Grid,
        board: &Board,
        report: &mut Report,
    ) -> Option<Seams> {
        let mut seams = Seams::default();
        let mut glued: HashMap<(Spot, DirId), Span> = HashMap::new();
        for line in lines {
            let BoardLine::Seam { one, other, reversed, span } = line else { continue };
            if grid.is_solid() || grid.shape() != Shape::Square {
                let title = "this board has no sides to be glued".to_string();
                report.push(errors::bad_seam(title, *span, "seams join sides of flat grids"));
                return None;
            }
            let (first, mut second) = (edge(grid, one, report)?, edge(grid, other, report)?);
            let (a, b) = (first.spots.len(), second.spots.len());
            if a != b {
                let title = "the two sides of a seam are not of the same length".to_string();
                let label = format!("this has {b} tile{}", if b == 1 { "" } else { "s" });
                let plain = errors::bad_seam(title, other.span, label);
                report.push(
                    plain.with_label(one.span, format!("this has {a} tile{}", if a == 1 { "" } else { "s" })),
                );
                return None;
            }
            let itself = first == second;
            if *reversed {
                second.spots.reverse();
                second.along = second.along.map(|n| -n);
            }
            let ways = [(one, &first, &second), (other, &second, &first)];
            for (side, from, to) in ways.into_iter().take(if itself { 1 } else { 2 }) {
                let way = direction(board, from.out)?;
                let back = to.out.map(|n| -n);
                let turn = turn(board, [(from.out, back), (from.along, to.along)])?;
                for (start, end) in from.spots.iter().zip(&to.spots) {
                    if let Some(earlier) = glued.insert((*start, way), *span) {
                        let title = format!("this side is glued twice: `{}`", side.name.node);
                        let plain = errors::bad_seam(title, side.span, "glued again here");
                        report.push(plain.with_label(earlier, "glued here".to_string()));
                        return None;
                    }
                    seams.beyond.insert((*start, way), (*end, turn));
                }
            }
        }
        Some(seams)
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.beyond.is_empty()
    }

    /// Where a step over a side leads.
    pub(crate) fn beyond(&self, spot: Spot, direction: DirId) -> Option<Landing> {
        self.beyond.get(&(spot, direction)).copied()
    }
}

/// The spots of a side, or of a stretch of it.
fn edge(grid: &Grid, side: &BoardSide, report: &mut Report) -> Option<Edge> {
    let parts = grid.parts();
    let part = match &side.patch {
        None if parts.len() == 1 => Some(0),
        None => {
            let title = format!("`{}` of which part?", side.name.node);
            let label = format!("write for example `{}.{}`", parts[0].name, side.name.node);
            report.push(errors::bad_seam(title, side.span, &label));
            return None;
        }
        Some(name) => parts.iter().position(|p| p.name == name.node),
    };
    let Some(part) = part else {
        let names: Vec<&str> = parts.iter().map(|p| p.name.as_str()).filter(|n| !n.is_empty()).collect();
        let label = match names.as_slice() {
            [] => "this board is not made of parts".to_string(),
            names => format!("the parts are {}", names.join(", ")),
        };
        report.push(errors::bad_seam("no such part of the board".into(), side.span, label));
        return None;
    };
    let Some((_, out, along)) = SIDES.into_iter().find(|(name, ..)| *name == side.name.node) else {
        let title = format!("`{}` is no side", side.name.node);
        report.push(errors::bad_seam(title, side.name.span, "a side is north, east, south or west"));
        return None;
    };
    let [width, height, _] = parts[part].size;
    let length = if along == [1, 0] { width } else { height };
    let (from, to) = match &side.stretch {
        None => (1, length as u32),
        Some((from, to)) => (from.node, to.node),
    };
    if from == 0 || from > to || to > length as u32 {
        let title = format!("this side has tiles 1 to {length}");
        let label = if from > to { "write the smaller number first" } else { "not all of these are there" };
        report.push(errors::bad_seam(title, side.span, label));
        return None;
    }
    let across = |out: i16, size: i16| if out > 0 { size - 1 } else { 0 };
    let spot = |n: u32| {
        let n = n as i16 - 1;
        let place =
            if along == [1, 0] { [n, across(out[1], height), 0] } else { [across(out[0], width), n, 0] };
        (part as u8, place)
    };
    Some(Edge { spots: (from..=to).map(spot).collect(), out, along })
}

fn direction(board: &Board, [x, y]: [i16; 2]) -> Option<DirId> {
    board.directions.iter().position(|d| d.offset == [x, y, 0]).map(DirId::new)
}

/// The symmetry that does that to two offsets.
fn turn(board: &Board, images: [([i16; 2], [i16; 2]); 2]) -> Option<SymId> {
    let flat = |[x, y]: [i16; 2]| [i32::from(x), i32::from(y), 0];
    (0..board.symmetries.len())
        .map(SymId::new)
        .find(|s| images.iter().all(|(from, to)| image(board, *s, flat(*from)) == flat(*to)))
}

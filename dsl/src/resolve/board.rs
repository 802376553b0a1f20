//! The `board` block: from a grid to tiles, directions, steps and symmetries.

use crate::ast::{BoardLine, Name, Number, TileTerm, Tiles};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Board, DirId, Direction, Edge, SymId, Tile, TileInfo};
use crate::source::Span;

use super::grid::{Grid, MOST_TILES, Place};
use super::report::Report;
use super::sorts::Sort;
use super::tiles::{Unplaced, place_terms};
use super::unknown::Unknown;

/// The eight directions of a flat grid in the order in which they are listed everywhere.
const FLAT: [(&str, i16, i16); 8] = [
    ("n", 0, 1),
    ("e", 1, 0),
    ("s", 0, -1),
    ("w", -1, 0),
    ("ne", 1, 1),
    ("se", 1, -1),
    ("sw", -1, -1),
    ("nw", -1, 1),
];

/// Builds the board. `None` after an error that leaves nothing to go on with.
pub(crate) fn build(lines: &[BoardLine], block: Span, report: &mut Report) -> Option<(Board, Grid)> {
    let grid = grid(lines, block, report)?;
    let mut board = Board { directions: directions(&grid), ..Board::default() };
    board.tiles =
        grid.places().iter().map(|p| TileInfo { name: grid.name(*p), patch: 0, place: *p }).collect();
    extra_directions(lines, &mut board, report);
    symmetries(&mut board);
    edges(&grid, &mut board);
    for line in lines {
        if let BoardLine::Edge { from, to, direction, both, span } = line {
            extra_edge(&grid, &mut board, (from, to, direction), *both, *span, report);
        }
    }
    board.edges.sort();
    board.rows = rows(&grid);
    Some((board, grid))
}

fn grid(lines: &[BoardLine], block: Span, report: &mut Report) -> Option<Grid> {
    let mut sizes = lines.iter().filter_map(|line| match line {
        BoardLine::Grid(size, span) => Some((size, *span)),
        _ => None,
    });
    let Some((size, span)) = sizes.next() else {
        report.push(errors::missing_part("tiles", "board\n    grid 8 x 8", block));
        return None;
    };
    if let Some((_, again)) = sizes.next() {
        report.push(errors::only_one("grid", again, span));
    }
    let full = Grid::new(&checked_size(size, span, report)?);
    let mut holes: Vec<Place> = Vec::new();
    for line in lines {
        if let BoardLine::Void(tiles) = line {
            holes.extend(void(&full, tiles, report)?);
        }
    }
    let grid = full.without(&holes);
    if grid.places().is_empty() {
        report.push(errors::bad_board("the board has no tiles".into(), span, "all of it is void"));
        return None;
    }
    Some(grid)
}

/// The size, if a board can have it.
fn checked_size(size: &[Number], span: Span, report: &mut Report) -> Option<Vec<i16>> {
    if !(2..=3).contains(&size.len()) {
        let title = format!("a grid has two or three dimensions, not {}", size.len());
        report.push(errors::bad_board(title, span, "write for example `grid 8 x 8`"));
        return None;
    }
    if let Some(zero) = size.iter().find(|n| n.node == 0) {
        report.push(errors::bad_board("a grid has at least one file and one rank".into(), zero.span, "zero"));
        return None;
    }
    if let Some(levels) = size.get(2).filter(|n| n.node > 26) {
        report.push(errors::bad_board(
            "there are too many levels".into(),
            levels.span,
            "at most 26 are possible",
        ));
        return None;
    }
    let tiles = size.iter().try_fold(1u32, |all, n| all.checked_mul(n.node)).unwrap_or(u32::MAX);
    let largest = size.iter().max_by_key(|n| n.node)?;
    if tiles as usize > MOST_TILES || largest.node > 32_000 {
        let label = "a board has at most 65,535 tiles, and at most 32,000 in a row";
        report.push(errors::bad_board("the board is too large".into(), largest.span, label));
        return None;
    }
    Some(size.iter().map(|n| n.node as i16).collect())
}

/// The places of a `void` line; regions are not known yet.
fn void(grid: &Grid, tiles: &Tiles, report: &mut Report) -> Option<Vec<Place>> {
    let mut unplaced = |term: Unplaced<'_>| {
        match term {
            Unplaced::Name(name) => {
                report.push(errors::not_on_board(&format!("`{}`", name.node), name.span, &grid.describe()))
            }
            Unplaced::Reach(_, path) => {
                report.push(errors::plain_path_only("`by`", "`void`", path.span));
            }
            Unplaced::Error(error) => report.push(error),
        }
        None
    };
    let terms: &[TileTerm] = &tiles.terms;
    let all = place_terms(grid, terms, &mut unplaced)?;
    let but = place_terms(grid, &tiles.but, &mut unplaced)?;
    Some(all.into_iter().filter(|p| !but.contains(p)).collect())
}

fn directions(grid: &Grid) -> Vec<Direction> {
    let flat = FLAT.map(|(name, x, y)| (name.to_string(), [x, y, 0]));
    let mut all: Vec<(String, [i16; 3])> = flat.to_vec();
    if grid.is_solid() {
        for (letter, z) in [("u", 1), ("d", -1)] {
            all.push((letter.into(), [0, 0, z]));
        }
        for (letter, z) in [("u", 1), ("d", -1)] {
            all.extend(FLAT.iter().map(|(name, x, y)| (format!("{letter}{name}"), [*x, *y, z])));
        }
    }
    let opposite = |offset: [i16; 3]| all.iter().position(|(_, o)| *o == offset.map(|x| -x)).map(DirId::new);
    all.iter()
        .map(|(name, offset)| Direction { name: name.clone(), offset: *offset, opposite: opposite(*offset) })
        .collect()
}

fn extra_directions(lines: &[BoardLine], board: &mut Board, report: &mut Report) {
    let mut declared: Vec<(&Name, &Option<Name>)> = Vec::new();
    for line in lines {
        let BoardLine::Direction { name, opposite } = line else { continue };
        if let Some((first, _)) = declared.iter().find(|(n, _)| n.node == name.node) {
            report.push(errors::declared_twice("direction", &name.node, name.span, first.span, false));
        } else if board.direction(&name.node).is_some() {
            report.push(errors::reserved_name(&name.node, "a direction", name.span));
        } else if board.directions.len() == usize::from(u8::MAX) {
            report.push(errors::too_many("directions", usize::from(u8::MAX), name.span));
        } else {
            board.directions.push(Direction { name: name.node.clone(), offset: [0; 3], opposite: None });
            declared.push((name, opposite));
        }
    }
    for (name, opposite) in declared {
        let (Some(own), Some(opposite)) = (board.direction(&name.node), opposite) else { continue };
        match board.direction(&opposite.node) {
            None => report.push(unknown_direction(board, opposite)),
            Some(back) => {
                // Naming the way back in one of the two lines is enough.
                board.directions[own.index()].opposite = Some(back);
                board.directions[back.index()].opposite.get_or_insert(own);
            }
        }
    }
}

fn unknown_direction(board: &Board, name: &Name) -> crate::diagnostic::Diagnostic {
    let known = board.directions.iter().map(|d| d.name.clone()).collect();
    Unknown { wanted: &[Sort::Direction], name, known }.diagnostic()
}

/// The square's group: four turns, then the same after exchanging left and right. Directions without an offset stay.
fn symmetries(board: &mut Board) {
    type Turn = fn(i16, i16) -> (i16, i16);
    let turns: [Turn; 4] = [|x, y| (x, y), |x, y| (y, -x), |x, y| (-x, -y), |x, y| (-y, x)];
    for mirrored in [false, true] {
        for turn in turns {
            let image = |(number, direction): (usize, &Direction)| {
                let [x, y, z] = direction.offset;
                let (x, y) = turn(if mirrored { -x } else { x }, y);
                let to = if [x, y, z] == [0; 3] {
                    None
                } else {
                    board.directions.iter().position(|d| d.offset == [x, y, z])
                };
                DirId::new(to.unwrap_or(number))
            };
            board.symmetries.push(board.directions.iter().enumerate().map(image).collect());
        }
    }
    board.turns = (0..4).map(SymId::new).collect();
    board.mirror = SymId(4);
}

fn edges(grid: &Grid, board: &mut Board) {
    for tile in (0..board.tiles.len()).map(Tile::new) {
        for (number, direction) in board.directions.iter().enumerate() {
            if direction.offset == [0; 3] {
                continue;
            }
            if let Some(to) = grid.beyond(tile, direction.offset) {
                board.edges.push(Edge { from: tile, direction: DirId::new(number), to, turn: SymId(0) });
            }
        }
    }
}

fn extra_edge(
    grid: &Grid,
    board: &mut Board,
    (from, to, direction): (&Name, &Name, &Name),
    both: bool,
    span: Span,
    report: &mut Report,
) {
    let mut tile = |name: &Name| {
        let found = grid.parse(&name.node).and_then(|p| grid.tile(p));
        if found.is_none() {
            report.push(errors::not_on_board(&format!("`{}`", name.node), name.span, &grid.describe()));
        }
        found
    };
    let (start, end) = (tile(from), tile(to));
    let Some(way) = board.direction(&direction.node) else {
        report.push(unknown_direction(board, direction));
        return;
    };
    let (Some(start), Some(end)) = (start, end) else { return };
    let mut new = vec![Edge { from: start, direction: way, to: end, turn: SymId(0) }];
    if both {
        match board.directions[way.index()].opposite {
            Some(back) => new.push(Edge { from: end, direction: back, to: start, turn: SymId(0) }),
            None => {
                let title = format!("`{}` has no way back", direction.node);
                report.push(errors::bad_board(title, direction.span, "`<->` needs an opposite direction"));
            }
        }
    }
    if board.edges.contains(&new[0]) {
        let title = format!("the step from {} to {} exists already", from.node, to.node);
        report.push(errors::bad_board(title, span, "says nothing new"));
        return;
    }
    board.edges.extend(new);
}

/// Reading order: the highest level first, each from its last rank down.
fn rows(grid: &Grid) -> Vec<Vec<Option<Tile>>> {
    let [files, ranks, levels] = grid.size();
    let rows = (0..levels).rev().flat_map(|l| (0..ranks).rev().map(move |r| (l, r)));
    rows.map(|(l, r)| (0..files).map(|f| grid.tile([f, r, l])).collect()).collect()
}

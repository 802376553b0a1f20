//! The `board` block: from grids, hexagons, seams and single steps to tiles and directions.

use std::collections::{BTreeMap, HashMap};

use crate::ast::{BoardLine, Name, Number, PartForm, PartShape, Ranks, Tiles};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Board, DirId, Direction, Edge, Graph, SymId, Tile, TileInfo};
use crate::limits::{TILES, TILES_IN_A_ROW};
use crate::source::Span;

use super::drawing;
use super::grid::{Grid, Lean, Part, Place, Shape};
use super::plane;
use super::report::Report;
use super::seams::Seams;
use super::sorts::Sort;
use super::steps;
use super::symmetry;
use super::terms::named_places;
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

/// The directions of a hexagon: to the six neighbours over an edge, then to the six behind a corner. The places of a
/// hexagon are counted so that `n` and `se` are the axes.
const HEX: [(&str, i16, i16); 12] = [
    ("n", 0, 1),
    ("ne", 1, 1),
    ("se", 1, 0),
    ("s", 0, -1),
    ("sw", -1, -1),
    ("nw", -1, 0),
    ("nne", 1, 2),
    ("e", 2, 1),
    ("sse", 1, -1),
    ("ssw", -1, -2),
    ("w", -2, -1),
    ("nnw", -1, 1),
];

/// The longest side of a hexagon.
const LARGEST_HEX: u32 = 100;

/// Builds the board. `None` after an error that leaves nothing to go on with.
pub(crate) fn build(lines: &[BoardLine], block: Span, report: &mut Report) -> Option<(Board, Grid)> {
    if let Some((plane, stand_in)) = plane::read(lines, report)? {
        let (board, grid) = build(&stand_in, block, report)?;
        return Some((Board { plane: Some(plane), ..board }, grid.nameless()));
    }
    let grid = grid(lines, block, report)?;
    let mut board = Board { directions: directions(&grid), ..Board::default() };
    board.tiles = (0..grid.places().count())
        .map(Tile::new)
        .map(|tile| {
            let (patch, place) = grid.spot(tile);
            TileInfo { name: grid.name(grid.place(tile)), patch, place }
        })
        .collect();
    extra_directions(lines, &mut board, report);
    symmetry::learn(&mut board, grid.shape(), grid.is_solid());
    let seams = Seams::read(lines, &grid, &board, report)?;
    let mut edges = if grid.shape() == Shape::List { Vec::new() } else { steps::all(&grid, &seams, &board) };
    for line in lines {
        if let BoardLine::Edge { from, to, direction, both, span } = line {
            edges.extend(extra_edge(&grid, (&board, &edges), (from, to, direction), *both, *span, report));
        }
    }
    board.graph = Graph::new(board.tiles.len(), board.directions.len(), edges);
    unused_directions(lines, &board, report);
    board.rows = grid.rows();
    board.picture = grid.picture();
    board.drawing = drawing::drawing(lines, &grid, &board, report);
    Some((board, grid))
}

fn grid(lines: &[BoardLine], block: Span, report: &mut Report) -> Option<Grid> {
    let mut parts: Vec<(Part, Option<&Name>, Span)> = Vec::new();
    let mut solid = false;
    for line in lines {
        let BoardLine::Part { name, form } = line else { continue };
        match (parts.first(), name) {
            (Some((_, None, first)), _) | (Some((_, _, first)), None) => {
                let what = match form.shape {
                    PartShape::Grid(_) => "grid",
                    PartShape::Hex { .. } => "hex",
                };
                report.push(errors::only_one(what, form.span, *first));
                return None;
            }
            _ => {}
        }
        let same = |other: &&Name| name.as_ref().is_some_and(|name| name.node == other.node);
        if let Some(first) = parts.iter().filter_map(|(_, n, _)| *n).find(same) {
            report.push(errors::declared_twice("patch", &first.node, form.span, first.span, false));
            return None;
        }
        let part = part(name.as_ref(), form, report)?;
        if parts.first().is_some_and(|(first, ..)| first.shape != part.shape || solid) || parts.len() == 255 {
            let title = "these parts don't go together".to_string();
            report.push(errors::bad_board(title, form.span, "parts are all flat grids, or all hexagons"));
            return None;
        }
        solid = matches!(&form.shape, PartShape::Grid(size) if size.len() == 3);
        parts.push((part, name.as_ref(), form.span));
    }
    if let Some((part, span)) = list(lines, report)? {
        if let Some((_, _, first)) = parts.first() {
            let title = "tiles are listed, or they come from a grid".to_string();
            report.push(errors::bad_board(title, span, "one more tile").with_label(*first, "a grid"));
            return None;
        }
        parts.push((part, None, span));
    }
    let Some((_, _, span)) = parts.first() else {
        report.push(errors::missing_part("tiles", "board\n    grid 8 x 8", block));
        return None;
    };
    let span = *span;
    let places: usize =
        parts.iter().map(|(p, ..)| p.size.iter().map(|n| *n as usize).product::<usize>()).sum();
    if places > TILES {
        let label = "a board has at most 65,535 tiles";
        report.push(errors::bad_board("the board is too large".into(), span, label));
        return None;
    }
    let last = parts.last().map_or(span, |(_, _, span)| *span);
    let full = match Grid::new(parts.into_iter().map(|(p, ..)| p).collect(), solid) {
        Ok(grid) => grid,
        Err(name) => {
            let named = lines.iter().rev().find_map(|line| match line {
                BoardLine::Part { form, .. } => match (&form.labels.files, &form.labels.ranks) {
                    (Some(text), _) | (None, Some(Ranks::Numbers(text))) => Some(text.span),
                    _ => None,
                },
                _ => None,
            });
            report.push(errors::tile_twice(&name, named.unwrap_or(last)));
            return None;
        }
    };
    let mut holes: Vec<Place> = Vec::new();
    for line in lines {
        if let BoardLine::Void(tiles) = line {
            holes.extend(void(&full, tiles, report)?);
        }
    }
    let grid = full.without(&holes);
    if grid.places().next().is_none() {
        report.push(errors::bad_board("the board has no tiles".into(), span, "all of it is void"));
        return None;
    }
    Some(grid)
}

/// The tiles that are listed one by one, if there are any, and where the last one is. `None` after an error.
fn list(lines: &[BoardLine], report: &mut Report) -> Option<Option<(Part, Span)>> {
    let mut places: BTreeMap<[i16; 3], String> = BTreeMap::new();
    let mut names: HashMap<&str, Span> = HashMap::new();
    let mut last = None;
    for line in lines {
        let BoardLine::Tile { name, at: (x, y) } = line else { continue };
        let count =
            |n: &Number| i16::try_from(n.node).ok().filter(|n| (1..=32_000).contains(n)).map(|n| n - 1);
        let (Some(file), Some(rank)) = (count(x), count(y)) else {
            let label = "file and rank are from 1 to 32,000";
            report.push(errors::bad_board("there is no such place".into(), x.span.to(y.span), label));
            return None;
        };
        if let Some(first) = names.insert(&name.node, name.span) {
            report.push(errors::declared_twice("tile", &name.node, name.span, first, false));
            return None;
        }
        if let Some(other) = places.insert([file, rank, 0], name.node.clone()) {
            let title = format!("two tiles at {}, {}", x.node, y.node);
            let plain = errors::bad_board(title, x.span.to(y.span), "taken");
            report.push(plain.with_label(names[other.as_str()], "this one is there"));
            return None;
        }
        last = Some(name.span);
    }
    Some(last.map(|span| (Part::list(places), span)))
}

/// A part, if there can be such a one.
fn part(name: Option<&Name>, form: &PartForm, report: &mut Report) -> Option<Part> {
    let name = name.map_or("", |name| &name.node);
    let mut part = match &form.shape {
        PartShape::Grid(size) => Part::grid(name, &checked_size(size, form.span, report)?),
        PartShape::Hex { slanting, upright } => {
            for side in [Some(slanting), upright.as_ref()].into_iter().flatten() {
                let (title, label) = match side.node {
                    0 => ("a hexagon has sides of at least one tile", "zero"),
                    n if n > LARGEST_HEX => {
                        ("the board is too large", "a hexagon has sides of at most 100 tiles")
                    }
                    _ => continue,
                };
                report.push(errors::bad_board(title.into(), side.span, label));
                return None;
            }
            let upright = upright.as_ref().unwrap_or(slanting);
            Part::hex(name, slanting.node as i16, upright.node as i16)
        }
    };
    if let Some(files) = &form.labels.files {
        let names: Vec<String> = files.node.split_whitespace().map(String::from).collect();
        let good = |n: &String| n.len() <= 3 && n.bytes().all(|b| b.is_ascii_lowercase());
        if names.len() != part.files.len() || !names.iter().all(good) {
            let title = format!("there are {} files to be named", part.files.len());
            let label = "a name for each, of one to three small letters, with spaces between them";
            report.push(errors::bad_board(title, files.span, label));
            return None;
        }
        part.files = names;
    }
    if let Some(Ranks::Along(direction)) = &form.labels.ranks {
        part.lean = match (part.shape, direction.node.as_str()) {
            (Shape::Hex, "ne") => Lean::Rising,
            (Shape::Hex, "se") => Lean::Falling,
            (Shape::Hex, _) => {
                let title = format!("ranks don't run `{}`", direction.node);
                let label = "write `ne` or `se`, or leave it out to count from the near end of each file";
                report.push(errors::bad_board(title, direction.span, label));
                return None;
            }
            _ => {
                let title = "the ranks of a grid run from left to right".to_string();
                report.push(errors::bad_board(
                    title,
                    direction.span,
                    "only the ranks of a hexagon may slant",
                ));
                return None;
            }
        };
    }
    if let Some(Ranks::Numbers(ranks)) = &form.labels.ranks {
        let number = |n: &str| n.parse::<i16>().ok().filter(|n| (1..=32_000).contains(n)).map(|n| n - 1);
        let numbers: Option<Vec<i16>> = ranks.node.split_whitespace().map(number).collect();
        let Some(numbers) = numbers.filter(|n| n.len() == part.ranks.len()) else {
            let title = format!("there are {} ranks to be numbered", part.ranks.len());
            let label = "a number for each, from 1, with spaces between them";
            report.push(errors::bad_board(title, ranks.span, label));
            return None;
        };
        part.ranks = numbers;
    }
    Some(part)
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
    if tiles as usize > TILES || largest.node > TILES_IN_A_ROW {
        let label = "a board has at most 65,535 tiles, and at most 32,000 in a row";
        report.push(errors::bad_board("the board is too large".into(), largest.span, label));
        return None;
    }
    Some(size.iter().map(|n| n.node as i16).collect())
}

/// The places of a `void` line; regions are not known yet.
fn void(grid: &Grid, tiles: &Tiles, report: &mut Report) -> Option<Vec<Place>> {
    let all = named_places(grid, &tiles.terms, "`void`", report)?;
    let but = named_places(grid, &tiles.but, "`void`", report)?;
    Some(all.into_iter().filter(|p| !but.contains(p)).collect())
}

fn directions(grid: &Grid) -> Vec<Direction> {
    let flat: &[(&str, i16, i16)] = match grid.shape() {
        Shape::Square | Shape::List => &FLAT,
        Shape::Hex => &HEX,
    };
    let flat = || flat.iter().map(|(name, x, y)| (*name, [*x, *y]));
    let mut all: Vec<(String, [i16; 3])> =
        flat().map(|(name, [x, y])| (name.to_string(), [x, y, 0])).collect();
    if grid.is_solid() {
        for (letter, z) in [("u", 1), ("d", -1)] {
            all.push((letter.into(), [0, 0, z]));
        }
        for (letter, z) in [("u", 1), ("d", -1)] {
            all.extend(flat().map(|(name, [x, y])| (format!("{letter}{name}"), [x, y, z])));
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

/// A direction of its own that no step has is of no use to anybody.
fn unused_directions(lines: &[BoardLine], board: &Board, report: &mut Report) {
    for line in lines {
        let BoardLine::Direction { name, .. } = line else { continue };
        let Some(direction) = board.direction(&name.node) else { continue };
        if board.graph.edges().all(|e| e.direction != direction) {
            report.push(errors::idle_direction(&name.node, name.span));
        }
    }
}

/// The steps of a line, of which there are already those.
fn extra_edge(
    grid: &Grid,
    (board, edges): (&Board, &[Edge]),
    (from, to, direction): (&Name, &Name, &Name),
    both: bool,
    span: Span,
    report: &mut Report,
) -> Vec<Edge> {
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
        return Vec::new();
    };
    let (Some(start), Some(end)) = (start, end) else { return Vec::new() };
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
    if edges.contains(&new[0]) {
        let title = format!("the step from {} to {} exists already", from.node, to.node);
        report.push(errors::bad_board(title, span, "says nothing new"));
        return Vec::new();
    }
    new
}

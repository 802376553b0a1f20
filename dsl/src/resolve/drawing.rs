//! What pictures of a board are to show: the lines `drawn …`, and what follows where there are none.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::ast::{BoardLine, Drawn, Name, TileTerm};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;
use crate::ir::{Board, Colour, DirId, Drawing, Form, Tile};
use crate::source::Span;

use super::grid::{Grid, Shape};
use super::report::Report;
use super::terms::named_places;

/// A ring of fewer tiles is none.
const SHORTEST_RING: i16 = 3;

/// The first directions of a hexagon lead over its sides.
const SIDES_OF_A_HEXAGON: usize = 6;

/// The drawing of a board that has all its steps.
pub(crate) fn drawing(lines: &[BoardLine], grid: &Grid, board: &Board, report: &mut Report) -> Drawing {
    let mut form = match grid.shape() {
        Shape::Square => Form::Squares,
        Shape::Hex => Form::Hexagons,
        Shape::List => Form::Points,
    };
    let mut omitted = HashSet::new();
    let mut drawn = BTreeSet::new();
    let mut plain = false;
    let (mut tinted, mut sides) = (BTreeMap::new(), BTreeMap::new());
    let (mut first, mut banks): (Option<Span>, Option<Span>) = (None, None);
    for line in lines {
        let BoardLine::Drawn { how, span } = line else { continue };
        let found = match how {
            Drawn::With(from, to) => {
                drawn.extend(extra_line(grid, from, to, report));
                continue;
            }
            // Of two colours the later one is seen.
            Drawn::Tiles(tiles, name) => {
                let found = tiles_of(grid, tiles, report).zip(colour(name, report));
                tinted
                    .extend(found.into_iter().flat_map(|(tiles, c)| tiles.into_iter().map(move |t| (t, c))));
                continue;
            }
            Drawn::Between(one, other, name) => {
                banks.get_or_insert(*span);
                let found = shared_sides(grid, board, [one, other], *span, report).zip(colour(name, report));
                sides.extend(found.into_iter().flat_map(|(sides, c)| sides.into_iter().map(move |s| (s, c))));
                continue;
            }
            Drawn::Lines(but) => on_lines(grid, but, *span, report).map(|tiles| {
                omitted = tiles;
                if grid.shape() == Shape::List { Form::Points } else { Form::Lines }
            }),
            Drawn::Plain => {
                plain = true;
                continue;
            }
            Drawn::Rings => in_rings(grid, board, *span, report),
        };
        match first {
            Some(first) => report.push(errors::only_one("drawn", *span, first)),
            None => first = Some(*span),
        }
        form = found.unwrap_or(form);
    }
    if form.is_points() {
        if let Some(span) = banks {
            report.push(errors::bad_drawing("points have no sides", span, "this board is drawn with points"));
        }
        drawn.extend(steps(lines, grid, board, &omitted));
    }
    Drawing {
        form,
        plain,
        lines: drawn.into_iter().collect(),
        tinted: tinted.into_iter().collect(),
        sides: sides.into_iter().collect(),
    }
}

fn colour(name: &Name, report: &mut Report) -> Option<Colour> {
    let found = Colour::ALL.iter().find(|(known, _)| *known == name.node);
    if found.is_none() {
        let known: Vec<String> = Colour::ALL.iter().map(|(known, _)| known.to_string()).collect();
        let near = nearest(&name.node, known.iter().map(String::as_str));
        report.push(errors::unknown_name("colour", &name.node, name.span, near, &known));
    }
    found.map(|(_, colour)| *colour)
}

fn tiles_of(grid: &Grid, terms: &[TileTerm], report: &mut Report) -> Option<HashSet<Tile>> {
    let places = named_places(grid, terms, "`drawn`", report)?;
    Some(places.into_iter().filter_map(|place| grid.tile(place)).collect())
}

/// The pairs of neighbours of which one tile is in one group and one in the other.
fn shared_sides(
    grid: &Grid,
    board: &Board,
    groups: [&[TileTerm]; 2],
    span: Span,
    report: &mut Report,
) -> Option<BTreeSet<[Tile; 2]>> {
    let [one, other] = groups.map(|terms| tiles_of(grid, terms, report));
    let (one, other) = (one?, other?);
    let over_a_side = |direction: DirId| match grid.shape() {
        Shape::Square => board.directions[direction.index()].offset.iter().map(|n| n.abs()).sum::<i16>() == 1,
        Shape::Hex => direction.index() < SIDES_OF_A_HEXAGON,
        Shape::List => false,
    };
    let steps = board.graph.edges().filter(|e| one.contains(&e.from) && other.contains(&e.to));
    let found: BTreeSet<[Tile; 2]> =
        steps.filter(|e| over_a_side(e.direction)).map(|e| pair(e.from, e.to)).collect();
    if found.is_empty() {
        report.push(errors::bad_drawing("these tiles share no side", span, "nothing would be seen"));
        return None;
    }
    Some(found)
}

/// A pair with the smaller number first.
fn pair(a: Tile, b: Tile) -> [Tile; 2] {
    if a < b { [a, b] } else { [b, a] }
}

fn extra_line(grid: &Grid, from: &Name, to: &Name, report: &mut Report) -> Option<[Tile; 2]> {
    let mut tile = |name: &Name| {
        let found = grid.parse(&name.node).and_then(|place| grid.tile(place));
        if found.is_none() {
            report.push(errors::not_on_board(&format!("`{}`", name.node), name.span, &grid.describe()));
        }
        found
    };
    let (start, end) = (tile(from), tile(to));
    let (start, end) = (start?, end?);
    if start == end {
        report.push(errors::bad_drawing("a line from a tile to itself", from.span.to(to.span), "no line"));
        return None;
    }
    Some(pair(start, end))
}

/// The tiles inside which lines are left out.
fn on_lines(grid: &Grid, but: &[TileTerm], span: Span, report: &mut Report) -> Option<HashSet<Tile>> {
    if grid.shape() == Shape::Hex || grid.is_solid() {
        let title = "this board can't be drawn on lines";
        report.push(errors::bad_drawing(title, span, "flat grids and listed tiles can"));
        return None;
    }
    tiles_of(grid, but, report)
}

/// Which way round the rings go.
fn in_rings(grid: &Grid, board: &Board, span: Span, report: &mut Report) -> Option<Form> {
    let [files, ranks, _] = grid.size();
    let closed = |axis: usize, length: i16| {
        let mut offset = [0; 3];
        offset[axis] = 1;
        let forward = board.directions.iter().position(|d| d.offset == offset);
        let ends: Vec<Tile> = (0..board.tiles.len())
            .map(Tile::new)
            .filter(|t| board.tiles[t.index()].place[axis] == length - 1)
            .collect();
        let leads_round = |tile: &Tile| {
            let mut start = board.tiles[tile.index()].place;
            start[axis] = 0;
            board.graph.from(*tile).any(|e| {
                Some(e.direction.index()) == forward
                    && e.turn.index() == 0
                    && board.tiles[e.to.index()].place == start
            })
        };
        length >= SHORTEST_RING && !ends.is_empty() && ends.iter().all(leads_round)
    };
    let single = grid.parts().len() == 1 && grid.shape() == Shape::Square && !grid.is_solid();
    match (single && closed(0, files), single && closed(1, ranks)) {
        (true, false) => Some(Form::Rings(0)),
        (false, true) => Some(Form::Rings(1)),
        (both, _) => {
            let label = if both { "it closes both ways" } else { "it has no two opposite sides joined" };
            report.push(errors::bad_drawing("this board has no rings", span, label));
            None
        }
    }
}

/// The steps that a board of points shows: those between neighbours in a row or column, and those that are listed.
fn steps(lines: &[BoardLine], grid: &Grid, board: &Board, omitted: &HashSet<Tile>) -> Vec<[Tile; 2]> {
    let mut found = Vec::new();
    for edge in board.graph.edges() {
        let offset = board.directions[edge.direction.index()].offset;
        let straight = offset.iter().map(|n| n.abs()).sum::<i16>() == 1 && !board.bends(&edge);
        if straight && grid.shape() == Shape::Square && !inside(grid, board, omitted, [edge.from, edge.to]) {
            found.push(pair(edge.from, edge.to));
        }
    }
    for line in lines {
        let BoardLine::Edge { from, to, .. } = line else { continue };
        if let (Some(from), Some(to)) = (board.tile(&from.node), board.tile(&to.node))
            && from != to
        {
            found.push(pair(from, to));
        }
    }
    found
}

/// Whether a line has tiles of the set on both sides of it all along.
fn inside(grid: &Grid, board: &Board, set: &HashSet<Tile>, ends: [Tile; 2]) -> bool {
    let [a, b] = ends.map(|t| (board.tiles[t.index()].patch, board.tiles[t.index()].place));
    let aside = |(patch, place): (u8, [i16; 3]), side: i16| {
        let [x, y] = [b.1[0] - a.1[0], b.1[1] - a.1[1]];
        let spot = [place[0] + side * y, place[1] + side * x, place[2]];
        grid.tile_on((patch, spot)).is_some_and(|tile| set.contains(&tile))
    };
    ends.iter().all(|t| set.contains(t)) && [-1, 1].iter().all(|side| aside(a, *side) && aside(b, *side))
}

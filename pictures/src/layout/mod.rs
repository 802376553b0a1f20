//! Where the tiles of a board lie on paper.
//!
//! Nothing here draws. A board is laid out in *sheets*: one for a flat board, one for each level of a solid one, one for
//! each part where parts can't be joined. Inside a sheet the unit is the side of a tile and `y` points up, as ranks do; a
//! [`Layout`] has all sheets side by side and `y` pointing down, as pictures have it.

mod cell;
mod flat;
mod patches;
mod rings;

use std::collections::{BTreeSet, HashMap};

use kurbo::{Affine, Point, Rect, Vec2};
use tilegame_runtime::State;
use tilegame_runtime::area::Area;
use tilegame_runtime::ir::{Board, Form, Tile};

pub use cell::{Cell, Side};

use cell::Draft;

/// Between sheets, in tiles.
const GAP: f64 = 1.3;

/// From one point to the next where tiles are listed, so that there is room for their names.
const APART: f64 = 1.7;

/// One sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// What the names of all its tiles begin with, where there are several sheets.
    pub name: String,
    /// The box around its tiles.
    pub bounds: Rect,
}

/// A board on paper.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The tiles, in their order; on a plane, those of the position.
    pub cells: Vec<Cell>,
    /// On a plane, places without a tile of which there is something to show.
    pub beside: Vec<Cell>,
    /// The sheets.
    pub sheets: Vec<Sheet>,
    /// The turns that leave the board as it lies, in degrees: a square lies well after a quarter.
    pub snap: f64,
    /// Parts are joined, so that lines may turn on their way.
    pub joined: bool,
    /// Tiles lie in rings around the middle of their sheet.
    pub round: bool,
}

impl Layout {
    /// Lays a board out, turned by so many degrees to the left.
    pub fn new(board: &Board, turned: f64) -> Layout {
        let form = board.drawing.form;
        let parts = board.tiles.iter().map(|t| t.patch).max().unwrap_or(0);
        let draft = match form {
            Form::Rings(axis) => rings::lay(board, usize::from(axis)),
            Form::Hexagons => flat::hexagons(board),
            Form::Squares if parts > 0 => patches::lay(board).unwrap_or_else(|| flat::squares(board, 1.0)),
            Form::Squares | Form::Lines => flat::squares(board, 1.0),
            Form::Points => flat::squares(board, APART),
        };
        Layout::finish(board, draft, Vec::new(), turned)
    }

    /// Lays a position out. On a plane these are its tiles, and those of `others` that lie in or at the box around all tiles.
    pub fn of(state: &State, others: &[Tile], turned: f64) -> Layout {
        let (board, graph) = (&state.game().rules().board, state.game().board());
        if graph.plane().is_none() {
            return Layout::new(board, turned);
        }
        let there: BTreeSet<Tile> = state.tiles().collect();
        let Some(tiles) = Area::around(graph, there.iter().copied()) else {
            return Layout::finish(board, Draft::default(), Vec::new(), turned);
        };
        let more = Area { corner: tiles.corner.map(|n| n - 1), size: tiles.size.map(|n| n + 2) };
        let cells = flat::places(board, graph, more, there.iter().copied());
        let mut beside: Vec<Tile> = others.iter().copied().filter(|t| !there.contains(t)).collect();
        beside.sort();
        beside.dedup();
        let beside = flat::places(board, graph, more, beside.into_iter());
        Layout::finish(board, Draft { cells, ..Draft::default() }, beside, turned)
    }

    fn finish(board: &Board, draft: Draft, beside: Vec<Cell>, turned: f64) -> Layout {
        let mut layout = Layout {
            cells: draft.cells,
            beside,
            sheets: Vec::new(),
            snap: draft.snap,
            joined: draft.joined,
            round: matches!(board.drawing.form, Form::Rings(_)),
        };
        layout.turn(turned);
        layout.arrange(board);
        layout
    }

    /// Turns every sheet and brings its box to the origin; from here on `y` points down.
    fn turn(&mut self, degrees: f64) {
        let sheets = self.cells.iter().map(|c| c.sheet + 1).max().unwrap_or(0);
        for sheet in 0..sheets {
            let middle = bounds(self.all().filter(|c| c.sheet == sheet)).center();
            let turn = Affine::FLIP_Y * Affine::rotate_about(degrees.to_radians(), middle);
            self.transform(sheet, turn);
            let bounds = bounds(self.all().filter(|c| c.sheet == sheet));
            self.transform(sheet, Affine::translate(-bounds.origin().to_vec2()));
        }
    }

    fn transform(&mut self, sheet: usize, by: Affine) {
        let all = self.cells.iter_mut().chain(&mut self.beside);
        for cell in all.filter(|c| c.sheet == sheet) {
            cell.centre = by * cell.centre;
            for side in &mut cell.sides {
                side.to = by * side.to;
            }
        }
    }

    /// Puts the sheets into rows that make a picture somewhat wider than high.
    fn arrange(&mut self, board: &Board) {
        let count = self.cells.iter().map(|c| c.sheet + 1).max().unwrap_or(0);
        let sizes: Vec<Rect> = (0..count).map(|s| bounds(self.all().filter(|c| c.sheet == s))).collect();
        let (width, height) =
            sizes.iter().fold((0.0_f64, 0.0_f64), |(w, h), r| (w.max(r.width()), h.max(r.height())));
        let columns = (1..=count)
            .min_by_key(|columns| {
                let rows = count.div_ceil(*columns);
                let shape = (*columns as f64 * (width + GAP)) / (rows as f64 * (height + GAP));
                let empty = (rows * columns - count) as f64;
                (((shape / 1.6).ln().abs() + 0.2 * empty) * 1000.0) as u64
            })
            .unwrap_or(1);
        for (sheet, size) in sizes.iter().enumerate() {
            let (column, row) = (sheet % columns, sheet / columns);
            let place = Vec2::new(column as f64 * (width + GAP), row as f64 * (height + GAP));
            let slack = Vec2::new((width - size.width()) / 2.0, (height - size.height()) / 2.0);
            self.transform(sheet, Affine::translate(place + slack));
            let cells = || self.cells.iter().filter(|c| c.sheet == sheet);
            let names: Vec<_> = cells().map(|c| board.name(c.tile)).collect();
            let name = if count > 1 { common_start(names.iter().map(|name| &**name)) } else { "" };
            let name = name.to_string();
            let bounds = bounds(self.all().filter(|c| c.sheet == sheet));
            self.sheets.push(Sheet { name, bounds });
        }
    }

    /// The cell of a tile; on a plane only a few places have one.
    pub fn cell(&self, tile: Tile) -> Option<&Cell> {
        let among = |cells: &'_ [Cell]| cells.binary_search_by_key(&tile, |cell| cell.tile).ok();
        let tiles = among(&self.cells).map(|number| &self.cells[number]);
        tiles.or_else(|| among(&self.beside).map(|number| &self.beside[number]))
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().chain(&self.beside)
    }

    /// The box around everything.
    pub fn bounds(&self) -> Rect {
        bounds(self.all())
    }

    /// The room that every tile has.
    pub fn room(&self) -> f64 {
        self.cells.iter().map(|c| c.room).fold(f64::INFINITY, f64::min)
    }

    /// For every side that two tiles share, the other one, as (cell, side).
    pub fn neighbours(&self) -> HashMap<(usize, usize), (usize, usize)> {
        let key = |cell: &Cell, side: usize| {
            let (from, to) = cell.ends(side);
            let place = |p: Point| [(p.x * 1e4).round() as i64, (p.y * 1e4).round() as i64];
            let (from, to) = (place(from), place(to));
            if from < to { [from, to] } else { [to, from] }
        };
        let mut open = HashMap::new();
        let mut found = HashMap::new();
        for (number, cell) in self.cells.iter().enumerate() {
            for side in 0..cell.sides.len() {
                let key = key(cell, side);
                match open.remove(&key) {
                    Some(other) => {
                        found.insert((number, side), other);
                        found.insert(other, (number, side));
                    }
                    None => {
                        open.insert(key, (number, side));
                    }
                }
            }
        }
        found
    }
}

fn bounds<'a>(cells: impl Iterator<Item = &'a Cell>) -> Rect {
    let points = cells.flat_map(|c| c.sides.iter().map(|s| s.to));
    points.map(|p| Rect::from_points(p, p)).reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO)
}

/// What all names begin with.
fn common_start<'a>(mut names: impl Iterator<Item = &'a str>) -> &'a str {
    let first = names.next().unwrap_or("");
    let same = |a: &str, b: &str| a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let length = names.map(|name| same(first, name)).min().unwrap_or(0);
    let end = first.char_indices().nth(length).map_or(first.len(), |(at, _)| at);
    &first[..end]
}

//! What stands around the tiles: the rim, the coordinates, and what is glued to what.

use std::collections::{BTreeMap, HashMap};

use kurbo::{Point, Vec2};
use tilegame_runtime::ir::{Board, Tile};

use crate::layout::{Cell, Layout};

/// A side of a tile: (cell, side).
type SideId = (usize, usize);

/// What belongs to the rim of a board on paper.
pub(crate) struct Rim<'a> {
    board: &'a Board,
    layout: &'a Layout,
    neighbours: HashMap<SideId, SideId>,
}

/// A coordinate on the rim, or the name of a tile or a sheet.
#[derive(Clone)]
pub(crate) struct Coordinate {
    pub(crate) text: String,
    pub(crate) at: Point,
    /// The way out of the board.
    out: Vec2,
}

/// Two rows of sides that are one.
pub(crate) struct Seam {
    /// Of the one and of the other, in the same order.
    pub(crate) sides: [Vec<SideId>; 2],
}

/// Coordinates nearer to each other than this get in each other's way.
const CLOSE: f64 = 0.42;

/// Boards with more coordinates than this are not looked at for such.
const MANY: usize = 500;

/// From the rim to the middle of a coordinate, in tiles.
const OUTSIDE: f64 = 0.28;

/// Ranks and files have names of their own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    File,
    Rank,
}

impl<'a> Rim<'a> {
    pub(crate) fn new(board: &'a Board, layout: &'a Layout) -> Rim<'a> {
        Rim { board, layout, neighbours: layout.neighbours() }
    }

    /// The sides of tiles that are there beyond which none is.
    pub(crate) fn outline(&self, there: impl Fn(Tile) -> bool) -> Vec<SideId> {
        let is_there = |cell: usize| there(self.layout.cells[cell].tile);
        let all = self.layout.cells.iter().enumerate();
        all.flat_map(|(cell, c)| (0..c.sides.len()).map(move |side| (cell, side)))
            .filter(|id| {
                is_there(id.0) && !self.neighbours.get(id).is_some_and(|(other, _)| is_there(*other))
            })
            .collect()
    }

    /// The sides beyond which there is no tile.
    pub(crate) fn sides(&self) -> impl Iterator<Item = SideId> + '_ {
        let all = self.layout.cells.iter().enumerate();
        all.flat_map(|(cell, c)| (0..c.sides.len()).map(move |side| (cell, side)))
            .filter(|id| !self.neighbours.contains_key(id))
    }

    /// The sides on the rim that lead to another place of it; a plane has no rim of its own.
    pub(crate) fn seams(&self) -> Vec<Seam> {
        if self.board.plane.is_some() {
            return Vec::new();
        }
        let mut groups: BTreeMap<_, [Vec<SideId>; 2]> = BTreeMap::new();
        for (number, side) in self.sides() {
            let cell = &self.layout.cells[number];
            let Some(over) = cell.sides[side].over else { continue };
            for edge in self.board.graph.way(cell.tile, over) {
                let back = self.board.directions[self.board.onward(&edge).index()].opposite;
                let (Some(there), Some(back)) = (self.layout.cell(edge.to), back) else { continue };
                let Some(other) = there.sides.iter().position(|s| s.over == Some(back)) else { continue };
                let partner = (edge.to.index(), other);
                if self.neighbours.contains_key(&partner) {
                    continue;
                }
                let (here, beyond) = ((cell.sheet, over), (there.sheet, back));
                if here > beyond || (here == beyond && (number, side) > partner) {
                    continue;
                }
                let group = groups.entry((here, beyond)).or_default();
                group[0].push((number, side));
                group[1].push(partner);
            }
        }
        groups.into_values().map(|sides| Seam { sides }).collect()
    }

    /// The middle of a side, and the way out over it.
    pub(crate) fn outward(&self, (cell, side): SideId) -> (Point, Vec2) {
        let cell = &self.layout.cells[cell];
        let (from, to) = cell.ends(side);
        let straight = from.midpoint(to);
        let mut out = Vec2::new(to.y - from.y, from.x - to.x).normalize();
        if out.dot(straight - cell.centre) < 0.0 {
            out = -out;
        }
        let radius = cell.sides[side].bend.abs();
        let half = (to - from).hypot() / 2.0;
        let rise = if radius > half { radius - (radius * radius - half * half).sqrt() } else { 0.0 };
        (straight + out * rise, out)
    }

    /// The names of files and ranks where they end; where tiles have other names, every tile's.
    pub(crate) fn coordinates(&self) -> Vec<Coordinate> {
        let cells = &self.layout.cells;
        let names: Vec<_> = cells.iter().map(|cell| self.board.name(cell.tile)).collect();
        let mut lines: BTreeMap<(usize, u8, &str), Vec<usize>> = BTreeMap::new();
        for (number, cell) in cells.iter().enumerate() {
            let prefix = &self.layout.sheets[cell.sheet].name;
            let name: &str = &names[number];
            let rest = name.strip_prefix(prefix.as_str()).unwrap_or(name);
            let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            let (file, rank) = rest.split_at(digits);
            if file.is_empty() || rank.is_empty() || !rank.bytes().all(|b| b.is_ascii_digit()) {
                return self.names();
            }
            lines.entry((cell.sheet, 0, file)).or_default().push(number);
            lines.entry((cell.sheet, 1, rank)).or_default().push(number);
        }
        let mut all = Vec::new();
        for ((_, kind, text), line) in lines {
            let kind = if kind == 0 { Line::File } else { Line::Rank };
            let ends = self.ends(&line, kind);
            if ends.is_empty() {
                all.extend(self.inside(&line, text));
            }
            for end in ends {
                let (middle, out) = self.outward(end);
                let wide = 0.055 * text.len().saturating_sub(1) as f64 * out.x.abs();
                all.push(Coordinate { text: text.to_string(), at: middle + out * (OUTSIDE + wide), out });
            }
        }
        spread(&mut all);
        all
    }

    /// The sides at which a line of tiles ends and its name is written.
    fn ends(&self, line: &[usize], kind: Line) -> Vec<SideId> {
        let mut found: Vec<SideId> = Vec::new();
        for cell in line {
            let sides = self.layout.cells[*cell].sides.len();
            let in_line = |side: &usize| {
                self.neighbours
                    .get(&(*cell, *side))
                    .is_some_and(|(other, _)| line.binary_search(other).is_ok())
            };
            let near: Vec<usize> = (0..sides).filter(in_line).collect();
            let opposite = |side: usize| (*cell, (side + sides / 2) % sides);
            match near.as_slice() {
                [] => found.extend((0..sides).map(|side| (*cell, side))),
                near => found.extend(near.iter().map(|side| opposite(*side))),
            }
        }
        found.retain(|side| !self.neighbours.contains_key(side));
        if self.layout.joined {
            return found;
        }
        let middle = self.layout.sheets[self.layout.cells[line[0]].sheet].bounds.center();
        let prefer = match kind {
            Line::File => Vec2::new(-0.05, 1.0),
            Line::Rank => Vec2::new(-1.0, 0.05),
        };
        let worth = |side: &SideId| {
            let (at, out) = self.outward(*side);
            if self.layout.round { (at - middle).hypot() } else { (at - middle + out).dot(prefer) }
        };
        let best = found.into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
        best.into_iter().collect()
    }

    /// Where a line has no end, its name stands in its first tile.
    fn inside(&self, line: &[usize], text: &str) -> Option<Coordinate> {
        let cell: &Cell = self.layout.cells.get(*line.first()?)?;
        let (from, to) = cell.ends(0);
        let corner = from.lerp(to, 0.85);
        Some(Coordinate { text: text.to_string(), at: corner.lerp(cell.centre, 0.2), out: Vec2::ZERO })
    }

    /// Every tile's own name, below where it lies.
    fn names(&self) -> Vec<Coordinate> {
        let below = |cell: &Cell| cell.centre + Vec2::new(0.0, cell.room + 0.18);
        let cells = self.layout.cells.iter();
        let name = |c: &Cell| self.board.name(c.tile).to_string();
        cells.map(|c| Coordinate { text: name(c), at: below(c), out: Vec2::ZERO }).collect()
    }

    /// The names of sheets, above each.
    pub(crate) fn sheet_names(&self) -> Vec<Coordinate> {
        let sheets = self.layout.sheets.iter().filter(|s| !s.name.is_empty());
        let above = |bounds: &kurbo::Rect| Point::new(bounds.center().x, bounds.y0 - 0.4);
        sheets.map(|s| Coordinate { text: s.name.clone(), at: above(&s.bounds), out: Vec2::ZERO }).collect()
    }
}

/// In a corner that goes inwards two coordinates meet: each goes along its own side, away from the other.
fn spread(all: &mut [Coordinate]) {
    if all.len() > MANY {
        return;
    }
    let before = all.to_vec();
    for (i, coordinate) in all.iter_mut().enumerate() {
        let others = before.iter().enumerate().filter(|(j, o)| *j != i && o.out != coordinate.out);
        for (_, other) in others.filter(|(_, o)| (o.at - before[i].at).hypot() < CLOSE) {
            let away = before[i].at - other.at;
            let along = Vec2::new(-coordinate.out.y, coordinate.out.x);
            coordinate.at += along * (along.dot(away).signum() * 0.16);
        }
    }
}

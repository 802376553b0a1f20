//! The coordinates of a board: which places there are, how they are called, which of them are tiles.
//!
//! A board is one or more *parts*, each a rectangle (or box) or a hexagon. Inside a part a tile has a *spot*, from which
//! steps are sums of offsets; on the whole board it has a [`Place`], file, rank and level, which its name says. On a plain
//! grid the two are the same, and in a list of tiles; on a hexagon the ranks of a file are counted from its near end.
//!
//! Files are `a` to `z`, then `aa`, `ab` and so on (a hexagon leaves out `j`); ranks count from 1. On a grid of three
//! dimensions a capital letter for the level comes first: `Aa1` is the first tile of the first level.

use std::collections::{BTreeMap, HashMap};

use crate::ir::Tile;
use crate::ir::board::file_name;

/// A place as names count it: file, rank and level, from 0.
pub(crate) type Place = [i16; 3];

/// A place inside a part as steps count it.
pub(crate) type Spot = (u8, [i16; 3]);

/// The most tiles that are drawn beside each other if there are several levels.
const WIDEST: i16 = 32;

/// The form of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Shape {
    /// A rectangle or a box.
    #[default]
    Square,
    /// A hexagon of hexagons, its files upright.
    Hex,
    /// Tiles listed one by one; they have the steps that are listed, too.
    List,
}

/// How the ranks of a hexagon are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Lean {
    /// From the near end of each file.
    #[default]
    Even,
    /// A rank runs up to the right.
    Rising,
    /// A rank runs down to the right.
    Falling,
}

/// A part before it has tiles.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its name, where there is more than one.
    pub(crate) name: String,
    pub(crate) shape: Shape,
    /// How its ranks are counted, if it is a hexagon.
    pub(crate) lean: Lean,
    /// Files, ranks and levels of the box around it.
    pub(crate) size: [i16; 3],
    /// What its files are called.
    pub(crate) files: Vec<String>,
    /// The number of each of its ranks, from 0.
    pub(crate) ranks: Vec<i16>,
    /// The tiles of a list.
    pub(crate) listed: BTreeMap<[i16; 3], String>,
}

impl Part {
    /// A rectangle or box with ordinary names. `size` has two or three numbers, none of them zero.
    pub(crate) fn grid(name: &str, size: &[i16]) -> Part {
        let size = [size[0], size[1], size.get(2).copied().unwrap_or(1)];
        Part {
            name: name.to_string(),
            shape: Shape::Square,
            lean: Lean::Even,
            size,
            files: (0..size[0]).map(|file| file_name(file as usize)).collect(),
            ranks: (0..size[1]).collect(),
            listed: BTreeMap::new(),
        }
    }

    /// A hexagon whose sides have so many tiles, none of them zero.
    pub(crate) fn hex(name: &str, slanting: i16, upright: i16) -> Part {
        let (width, height) = (2 * slanting - 1, slanting + upright - 1);
        let letters = (0..).map(file_name).filter(|name| !name.contains('j'));
        Part {
            name: name.to_string(),
            shape: Shape::Hex,
            lean: Lean::Even,
            size: [width, height, 1],
            files: letters.take(width as usize).collect(),
            ranks: (0..height).collect(),
            listed: BTreeMap::new(),
        }
    }

    /// Tiles at places of their own, of which there is one at least.
    pub(crate) fn list(listed: BTreeMap<[i16; 3], String>) -> Part {
        let most = |axis: usize| listed.keys().map(|place| place[axis] + 1).max().unwrap_or(1);
        let around = Part::grid("", &[most(0), most(1)]);
        Part { shape: Shape::List, listed, ..around }
    }

    /// Which of its ranks a spot is on, from the near end of its file; `None` beyond the part.
    fn rank(&self, [x, y, z]: [i16; 3]) -> Option<i16> {
        let inside = |n: i16, size: i16| (0..size).contains(&n);
        if !inside(x, self.size[0]) || !inside(y, self.size[1]) || !inside(z, self.size[2]) {
            return None;
        }
        match self.shape {
            Shape::Square => Some(y),
            Shape::List => self.listed.contains_key(&[x, y, z]).then_some(y),
            Shape::Hex => {
                // The files right of the middle one begin higher up.
                let off = x - self.size[0] / 2;
                let inside = (0..self.size[1] - off.abs()).contains(&(y - off.max(0)));
                inside.then_some(y - self.first_rank(x))
            }
        }
    }

    /// Where the first rank, drawn out as far as need be, meets a file.
    fn first_rank(&self, x: i16) -> i16 {
        let off = x - self.size[0] / 2;
        match (self.shape, self.lean) {
            (Shape::Square | Shape::List, _) | (Shape::Hex, Lean::Falling) => 0,
            (Shape::Hex, Lean::Even) => off.max(0),
            (Shape::Hex, Lean::Rising) => off,
        }
    }
}

/// A place that is there; it may be a hole.
#[derive(Clone, Copy, Debug)]
struct Cell {
    spot: Spot,
    place: Place,
    tile: Option<Tile>,
}

/// The coordinates of a board.
#[derive(Clone, Default)]
pub(crate) struct Grid {
    parts: Vec<Part>,
    solid: bool,
    /// It stands for a board whose tiles come and go, so none of them can be named.
    nameless: bool,
    /// Part by part, level by level, rank by rank.
    cells: Vec<Cell>,
    by_place: HashMap<Place, u32>,
    by_spot: HashMap<Spot, u32>,
    /// For every tile, its cell.
    numbers: Vec<u32>,
    /// The names of files in order.
    files: Vec<String>,
    by_file: HashMap<String, i16>,
    /// The places of tiles with names of their own.
    by_name: HashMap<String, Place>,
    names: HashMap<Place, String>,
    size: [i16; 3],
}

impl Grid {
    /// A board of those parts on which every place is a tile; `solid` if it has a third dimension. The error is the name of
    /// a tile that is there twice.
    pub(crate) fn new(parts: Vec<Part>, solid: bool) -> Result<Grid, String> {
        let mut grid = Grid { solid, ..Grid::default() };
        for (number, part) in parts.iter().enumerate() {
            let [width, height, levels] = part.size;
            let mut files = Vec::new();
            for name in &part.files {
                let next = grid.files.len() as i16;
                files.push(*grid.by_file.entry(name.clone()).or_insert(next));
                if files.last() == Some(&next) {
                    grid.files.push(name.clone());
                }
            }
            for z in 0..levels {
                for y in 0..height {
                    for x in 0..width {
                        let Some(rank) = part.rank([x, y, z]) else { continue };
                        let place = [files[x as usize], part.ranks[rank as usize], z];
                        for (size, n) in grid.size.iter_mut().zip(place) {
                            *size = (*size).max(n + 1);
                        }
                        let cell = grid.cells.len();
                        let tile = Some(Tile::new(cell));
                        let spot = (number as u8, [x, y, z]);
                        if let Some(name) = part.listed.get(&[x, y, z]) {
                            grid.by_name.insert(name.clone(), place);
                            grid.names.insert(place, name.clone());
                        }
                        if grid.by_place.insert(place, cell as u32).is_some() {
                            return Err(grid.name(place));
                        }
                        grid.by_spot.insert(spot, cell as u32);
                        grid.cells.push(Cell { spot, place, tile });
                    }
                }
            }
        }
        grid.parts = parts;
        grid.numbers = (0..grid.cells.len() as u32).collect();
        Ok(grid)
    }

    /// The same board, but its tiles can't be named.
    pub(crate) fn nameless(self) -> Grid {
        Grid { nameless: true, ..self }
    }

    /// Whether tiles can't be named.
    pub(crate) fn is_nameless(&self) -> bool {
        self.nameless
    }

    /// The same board without some places.
    pub(crate) fn without(&self, holes: &[Place]) -> Grid {
        let mut grid = self.clone();
        for hole in holes {
            if let Some(cell) = self.by_place.get(hole) {
                grid.cells[*cell as usize].tile = None;
            }
        }
        grid.numbers.clear();
        for (number, cell) in grid.cells.iter_mut().enumerate() {
            if cell.tile.is_some() {
                cell.tile = Some(Tile::new(grid.numbers.len()));
                grid.numbers.push(number as u32);
            }
        }
        grid
    }

    /// The shape of all parts.
    pub(crate) fn shape(&self) -> Shape {
        self.parts.first().map(|p| p.shape).unwrap_or_default()
    }

    /// The parts.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The number of the part of a name, where there are several.
    pub(crate) fn part(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|p| !p.name.is_empty() && p.name == name)
    }

    /// The places of a part that are tiles.
    pub(crate) fn places_of(&self, part: usize) -> Vec<Place> {
        let own = self.cells.iter().filter(|c| usize::from(c.spot.0) == part && c.tile.is_some());
        own.map(|c| c.place).collect()
    }

    /// How many files, ranks and levels names count.
    pub(crate) fn size(&self) -> [i16; 3] {
        self.size
    }

    /// Whether it has a third dimension.
    pub(crate) fn is_solid(&self) -> bool {
        self.solid
    }

    /// The places that are tiles, in the order of their numbers.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.numbers.iter().map(|n| self.cells[*n as usize].place)
    }

    /// The place of a tile.
    pub(crate) fn place(&self, tile: Tile) -> Place {
        self.cells[self.numbers[tile.index()] as usize].place
    }

    /// The spot of a tile.
    pub(crate) fn spot(&self, tile: Tile) -> Spot {
        self.cells[self.numbers[tile.index()] as usize].spot
    }

    /// The tile at a place, which may lie beyond the board.
    pub(crate) fn tile(&self, place: Place) -> Option<Tile> {
        self.by_place.get(&place).and_then(|cell| self.cells[*cell as usize].tile)
    }

    /// The tile on a spot, which may lie beyond the part.
    pub(crate) fn tile_on(&self, spot: Spot) -> Option<Tile> {
        self.by_spot.get(&spot).and_then(|cell| self.cells[*cell as usize].tile)
    }

    /// Whether a spot lies in the box around its part (it may be a hole).
    pub(crate) fn in_box(&self, (part, spot): Spot) -> bool {
        self.parts
            .get(usize::from(part))
            .is_some_and(|p| spot.iter().zip(p.size).all(|(x, n)| (0..n).contains(x)))
    }

    /// What a place is called.
    pub(crate) fn name(&self, [f, r, l]: Place) -> String {
        if let Some(name) = self.names.get(&[f, r, l]) {
            return name.clone();
        }
        let level = if self.solid { char::from(b'A' + l as u8).to_string() } else { String::new() };
        format!("{level}{}{}", self.files[f as usize], r + 1)
    }

    /// What a spot is called, if it is on the board (it may be a hole).
    pub(crate) fn name_on(&self, spot: Spot) -> Option<String> {
        self.by_spot.get(&spot).map(|cell| self.name(self.cells[*cell as usize].place))
    }

    /// The place of a name, if it is on the board (it may be a hole).
    pub(crate) fn parse(&self, name: &str) -> Option<Place> {
        if self.nameless {
            return None;
        }
        if self.shape() == Shape::List {
            return self.by_name.get(name).copied();
        }
        let (level, rest) = if self.solid {
            let first = name.chars().next().filter(char::is_ascii_uppercase)?;
            (i16::from(first as u8 - b'A'), &name[1..])
        } else {
            (0, name)
        };
        let digits = rest.find(|c: char| c.is_ascii_digit())?;
        let (file, rank) = rest.split_at(digits);
        if rank.starts_with('0') {
            return None;
        }
        let place = [self.file(file)?, rank.parse::<i16>().ok()?.checked_sub(1)?, level];
        self.by_place.contains_key(&place).then_some(place)
    }

    /// The file of a name.
    pub(crate) fn file(&self, name: &str) -> Option<i16> {
        self.by_file.get(name).copied()
    }

    /// "files a to h, ranks 1 to 8".
    pub(crate) fn describe(&self) -> String {
        if self.nameless {
            return "on a plane tiles come and go, so rules can't name them".to_string();
        }
        if self.shape() == Shape::List {
            let names: Vec<String> = self.cells.iter().take(9).map(|c| self.name(c.place)).collect();
            let more = if self.cells.len() > names.len() { " and others" } else { "" };
            return format!("the board has the tiles {}{more}", names.join(", "));
        }
        let [_, ranks, levels] = self.size();
        let levels = if self.solid {
            format!(", levels A to {}", char::from(b'A' + (levels - 1) as u8))
        } else {
            String::new()
        };
        let last = self.files.last().map_or("a", |f| f);
        let first = self.files.first().map_or("a", |f| f);
        format!("the board has files {first} to {last}, ranks 1 to {ranks}{levels}")
    }

    /// Reading order: part by part, the highest level first, each from its last rank down. What lies beyond a hexagon is
    /// left out, holes are not.
    pub(crate) fn rows(&self) -> Vec<Vec<Option<Tile>>> {
        self.parts.iter().enumerate().flat_map(|(number, part)| self.part_rows(number, part)).collect()
    }

    fn part_rows(&self, number: usize, part: &Part) -> Vec<Vec<Option<Tile>>> {
        let [width, height, levels] = part.size;
        let row = |(z, rank)| {
            let spots = (0..width).map(|x| (number as u8, [x, part.first_rank(x) + rank, z]));
            let cells = spots.filter_map(|spot| self.by_spot.get(&spot));
            cells.map(|cell| self.cells[*cell as usize].tile).collect::<Vec<_>>()
        };
        (0..levels)
            .rev()
            .flat_map(|z| (0..height).rev().map(move |r| (z, r)))
            .map(row)
            .filter(|row| !row.is_empty())
            .collect()
    }

    /// Rows as they are drawn, with an empty one between parts: on a hexagon each file is half a tile off its neighbours.
    pub(crate) fn picture(&self) -> Vec<Vec<Option<Tile>>> {
        let mut rows = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            if number > 0 {
                rows.push(Vec::new());
            }
            rows.extend(match part.shape {
                Shape::Square => self.side_by_side(number, part),
                Shape::Hex => self.honeycomb(number, part),
                Shape::List => self.with_gaps(number, part),
            });
        }
        rows
    }

    /// The levels beside each other, the lowest one left; those that are too wide for a line of text go below.
    fn side_by_side(&self, number: usize, part: &Part) -> Vec<Vec<Option<Tile>>> {
        let [width, height, levels] = part.size;
        let at_once = ((WIDEST + 1) / (width + 1)).clamp(1, levels);
        let mut rows = Vec::new();
        for low in (0..levels).step_by(at_once as usize) {
            if low > 0 {
                rows.push(Vec::new());
            }
            for y in (0..height).rev() {
                let mut row = Vec::new();
                for z in low..(low + at_once).min(levels) {
                    row.extend((z > low).then_some(None));
                    row.extend((0..width).map(|x| self.tile_on((number as u8, [x, y, z]))));
                }
                rows.push(row);
            }
        }
        rows
    }

    fn with_gaps(&self, number: usize, part: &Part) -> Vec<Vec<Option<Tile>>> {
        let [width, height, _] = part.size;
        let row = |y| (0..width).map(|x| self.tile_on((number as u8, [x, y, 0]))).collect();
        (0..height).rev().map(row).collect()
    }

    fn honeycomb(&self, number: usize, part: &Part) -> Vec<Vec<Option<Tile>>> {
        let width = part.size[0];
        let own = self.cells.iter().filter(|c| usize::from(c.spot.0) == number);
        let heights = || own.clone().map(|c| 2 * c.spot.1[1] - c.spot.1[0]);
        let (Some(low), Some(high)) = (heights().min(), heights().max()) else { return Vec::new() };
        let on = |line: i16, x: i16| {
            let spot = ((line + x) % 2 == 0).then_some((number as u8, [x, (line + x) / 2, 0]));
            spot.and_then(|spot| self.tile_on(spot))
        };
        (low..=high).rev().map(|line| (0..width).map(|x| on(line, x)).collect()).collect()
    }
}

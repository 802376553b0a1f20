//! The board as a description: tiles, the steps between them, the symmetries of its directions.
//!
//! Everything is listed; nothing here knows whether the board was written as a grid. Walkers and pictures ask [`Board::graph`] for
//! steps, notations and pictures read [`Board::rows`].

use std::borrow::Cow;

use super::graph::{Edge, Graph};
use super::ids::{DirId, SymId, Tile};

/// A board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// The places of a board too large to be listed; there, `tiles`, `graph`, `rows` and `picture` are empty.
    pub plane: Option<Plane>,
    /// The tiles; a [`Tile`] is a position in this list.
    pub tiles: Vec<TileInfo>,
    /// Every step.
    pub graph: Graph,
    /// The directions; a [`DirId`] is a position in this list.
    pub directions: Vec<Direction>,
    /// Permutations of the directions, closed under composition; number 0 is the identity.
    /// `symmetries[s][d]` is where symmetry `s` sends direction `d`.
    pub symmetries: Vec<Vec<DirId>>,
    /// What `rot` multiplies by: the turns, the identity first.
    pub turns: Vec<SymId>,
    /// What `tumble` multiplies by: on a board of levels all turns of space, the identity first; elsewhere there are none.
    pub tumbles: Vec<SymId>,
    /// What `mirror` adds: the reflection that exchanges left and right.
    pub mirror: SymId,
    /// Reading order of positions: rows from the top, each from the left; `None` is a hole.
    pub rows: Vec<Vec<Option<Tile>>>,
    /// Rows as they are drawn in text, every tile once; `None` is a place left blank.
    pub picture: Vec<Vec<Option<Tile>>>,
    /// What pictures are to show.
    pub drawing: Drawing,
}

/// What pictures of a board are to show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// What its tiles are like.
    pub form: Form,
    /// All tiles have the same colour.
    pub plain: bool,
    /// Lines between the middles of tiles, each once, the smaller number first.
    pub lines: Vec<[Tile; 2]>,
    /// Tiles of a colour of their own, each once.
    pub tinted: Vec<(Tile, Colour)>,
    /// Sides between neighbours that have a colour, each once, the tile with the smaller number first.
    pub sides: Vec<([Tile; 2], Colour)>,
}

/// A colour of tiles and sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Deep water.
    Blue,
    /// Shallow water.
    Teal,
    /// Grass.
    Green,
    /// Sand.
    Yellow,
    /// Wood.
    Brown,
    /// Fire.
    Red,
    /// Stone.
    Grey,
}

impl Colour {
    /// All of them with their names.
    pub const ALL: [(&'static str, Colour); 7] = [
        ("blue", Colour::Blue),
        ("teal", Colour::Teal),
        ("green", Colour::Green),
        ("yellow", Colour::Yellow),
        ("brown", Colour::Brown),
        ("red", Colour::Red),
        ("grey", Colour::Grey),
    ];
}

impl Form {
    /// Whether tiles are points, and pieces stand on lines.
    pub fn is_points(self) -> bool {
        matches!(self, Form::Lines | Form::Points)
    }
}

/// What the tiles of a board look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Squares; bent where the board bends.
    #[default]
    Squares,
    /// Hexagons.
    Hexagons,
    /// Points where the lines of a grid cross.
    Lines,
    /// Points here and there, joined by lines.
    Points,
    /// Squares bent to rings: this axis of the places (0: files, 1: ranks) goes all the way round.
    Rings(u8),
}

/// Files and ranks that come round on all sides. Every place has a number, and a position says which are tiles. The numbers
/// rise from file to file and from rank to rank, with gaps between the ranks: so no step needs a division.
///
/// ```
/// use tilegame_dsl::ir::{Plane, Tile};
/// let plane = Plane { files: 702, ranks: 1000 };
/// assert_eq!(plane.name(plane.at(701, 999)), "zz999");
/// assert_eq!(plane.at(-1, 1000), plane.at(701, 0));
/// assert_eq!(plane.tile("dz50"), Some(plane.at(129, 50)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plane {
    /// How many files; they are called `a` to `z`, then `aa`, `ab` and so on.
    pub files: u16,
    /// How many ranks; they count from 0.
    pub ranks: u16,
}

/// A tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileInfo {
    /// Its name, such as `e4`.
    pub name: String,
    /// The part of the board it belongs to; sums of directions are coordinate offsets inside one part.
    pub patch: u8,
    /// Its place in that part: file, rank and level, from 0.
    pub place: [i16; 3],
}

/// A direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Direction {
    /// Its name, such as `ne`.
    pub name: String,
    /// The step as an offset of places; zero for a direction that only has listed edges.
    pub offset: [i16; 3],
    /// The way back, where there is one.
    pub opposite: Option<DirId>,
}

impl Board {
    /// The direction in which one goes on after a step.
    pub fn onward(&self, edge: &Edge) -> DirId {
        self.symmetries[edge.turn.index()][edge.direction.index()]
    }

    /// Whether a step leads somewhere else than its direction's offset says, or turns things.
    pub fn bends(&self, edge: &Edge) -> bool {
        let offset = self.directions[edge.direction.index()].offset;
        let (from, to) = (&self.tiles[edge.from.index()], &self.tiles[edge.to.index()]);
        let straight = (0..3).all(|i| from.place[i].checked_add(offset[i]) == Some(to.place[i]));
        offset != [0; 3] && (edge.turn != SymId(0) || from.patch != to.patch || !straight)
    }

    /// The number of tiles, or of all places of a plane.
    pub fn len(&self) -> usize {
        self.plane.map_or(self.tiles.len(), |plane| usize::from(plane.files) * usize::from(plane.ranks))
    }

    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tile of a name.
    pub fn tile(&self, name: &str) -> Option<Tile> {
        if let Some(plane) = &self.plane {
            return plane.tile(name);
        }
        self.tiles.iter().position(|t| t.name == name).map(Tile::new)
    }

    /// The direction of a name.
    pub fn direction(&self, name: &str) -> Option<DirId> {
        self.directions.iter().position(|d| d.name == name).map(DirId::new)
    }

    /// The name of a tile.
    pub fn name(&self, tile: Tile) -> Cow<'_, str> {
        match &self.plane {
            Some(plane) => Cow::Owned(plane.name(tile)),
            None => Cow::Borrowed(&self.tiles[tile.index()].name),
        }
    }

    /// The place of a tile in its part: file, rank and level, from 0.
    pub fn place(&self, tile: Tile) -> [i16; 3] {
        match &self.plane {
            Some(plane) => {
                let (file, rank) = plane.place(tile);
                [file as i16, rank as i16, 0]
            }
            None => self.tiles[tile.index()].place,
        }
    }

    /// The symmetry that does `first`, then `second`.
    pub fn compose(&self, first: SymId, second: SymId) -> SymId {
        let image: Vec<DirId> = self.symmetries[first.index()]
            .iter()
            .map(|d| self.symmetries[second.index()][d.index()])
            .collect();
        let found = self.symmetries.iter().position(|s| *s == image);
        SymId::new(found.expect("symmetries are closed under composition"))
    }

    /// The symmetry that undoes `symmetry`.
    pub fn inverse(&self, symmetry: SymId) -> SymId {
        let all = 0..self.symmetries.len();
        let found = all.map(SymId::new).find(|s| self.compose(symmetry, *s) == SymId(0));
        found.expect("symmetries are closed under inversion")
    }
}

impl Plane {
    /// The place of a file and a rank, which come round.
    pub fn at(&self, file: i32, rank: i32) -> Tile {
        Tile((round(rank, self.ranks) as u32) << 16 | round(file, self.files) as u32)
    }

    /// File and rank of a place, from 0.
    pub fn place(&self, tile: Tile) -> (u16, u16) {
        (tile.0 as u16, (tile.0 >> 16) as u16)
    }

    /// All places, in the order of their numbers.
    pub fn places(self) -> impl Iterator<Item = Tile> {
        let rank = move |rank| (0..self.files).map(move |file| self.at(file.into(), rank));
        (0..self.ranks).flat_map(move |r| rank(i32::from(r)))
    }

    /// What a place is called.
    pub fn name(&self, tile: Tile) -> String {
        let (file, rank) = self.place(tile);
        format!("{}{rank}", file_name(file.into()))
    }

    /// The place of a name.
    pub fn tile(&self, name: &str) -> Option<Tile> {
        let (letters, digits) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
        if digits.len() > 1 && digits.starts_with('0') {
            return None;
        }
        let file = file_number(letters).filter(|file| *file < usize::from(self.files))?;
        let rank = digits.parse::<u16>().ok().filter(|rank| *rank < self.ranks)?;
        Some(self.at(file as i32, rank.into()))
    }
}

/// A number below `most`, above which it comes round.
fn round(n: i32, most: u16) -> i32 {
    let most = i32::from(most);
    if (0..most).contains(&n) { n } else { n.rem_euclid(most) }
}

/// The letters of a file: 0 is `a`, 26 is `aa`.
pub fn file_name(file: usize) -> String {
    let mut rest = file + 1;
    let mut letters = Vec::new();
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

/// The file of such letters.
pub fn file_number(letters: &str) -> Option<usize> {
    if letters.is_empty() || letters.len() > 4 || !letters.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    Some(letters.bytes().fold(0, |n, b| n * 26 + usize::from(b - b'a') + 1) - 1)
}

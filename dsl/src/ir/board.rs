//! The board as a description: tiles, the steps between them, the symmetries of its directions.
//!
//! Everything is listed; nothing here knows whether the board was written as a grid. The runtime builds its graph from
//! this, notations and pictures read [`Board::rows`].

use super::ids::{DirId, SymId, Tile};

/// A board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// The tiles; a [`Tile`] is a position in this list.
    pub tiles: Vec<TileInfo>,
    /// Every step, ordered by (from, direction).
    pub edges: Vec<Edge>,
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
    /// Lines between the middles of tiles, each once, the smaller number first.
    pub lines: Vec<[Tile; 2]>,
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

/// One step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: Tile,
    /// Its direction there.
    pub direction: DirId,
    /// Where it ends.
    pub to: Tile,
    /// How everything is turned for one who has made this step; the identity on flat boards.
    pub turn: SymId,
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

    /// The tile of a name.
    pub fn tile(&self, name: &str) -> Option<Tile> {
        self.tiles.iter().position(|t| t.name == name).map(Tile::new)
    }

    /// The direction of a name.
    pub fn direction(&self, name: &str) -> Option<DirId> {
        self.directions.iter().position(|d| d.name == name).map(DirId::new)
    }

    /// The name of a tile.
    pub fn name(&self, tile: Tile) -> &str {
        &self.tiles[tile.index()].name
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

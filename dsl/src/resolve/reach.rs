//! Where a path can lead on the board, whatever stands there.
//!
//! Sets of tiles are carried along the path; a test may rule out a tile for good (a region), everything else about pieces
//! is taken to be possible. The runtime's walk is exact; this one only finds what can never be.

use crate::ir::{Board, DirId, Path, Test, Tile};

use super::grid::Grid;

/// A set of tiles.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct TileSet {
    bits: Vec<u64>,
}

impl TileSet {
    /// No tile of a board of that many.
    pub(crate) fn none(tiles: usize) -> TileSet {
        TileSet { bits: vec![0; tiles.div_ceil(64)] }
    }

    /// One tile.
    pub(crate) fn one(tiles: usize, tile: Tile) -> TileSet {
        let mut set = TileSet::none(tiles);
        set.insert(tile);
        set
    }

    /// Every tile.
    pub(crate) fn all(tiles: usize) -> TileSet {
        let mut set = TileSet::none(tiles);
        (0..tiles).for_each(|t| set.insert(Tile::new(t)));
        set
    }

    /// Adds a tile.
    pub(crate) fn insert(&mut self, tile: Tile) {
        self.bits[tile.index() / 64] |= 1 << (tile.index() % 64);
    }

    /// Whether a tile is in it.
    pub(crate) fn contains(&self, tile: Tile) -> bool {
        self.bits[tile.index() / 64] >> (tile.index() % 64) & 1 == 1
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.bits.iter().all(|b| *b == 0)
    }

    /// Adds all tiles of another set.
    pub(crate) fn join(&mut self, other: &TileSet) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(a, b)| *a |= b);
    }

    /// Takes all tiles of another set away.
    pub(crate) fn leave(&mut self, other: &TileSet) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(a, b)| *a &= !b);
    }

    /// The tiles in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        self.bits.iter().enumerate().flat_map(|(word, bits)| {
            (0..64).filter(move |b| bits >> b & 1 == 1).map(move |b| Tile::new(word * 64 + b))
        })
    }
}

/// Answers for one board.
pub(crate) struct Reach<'b> {
    pub(crate) board: &'b Board,
    pub(crate) grid: &'b Grid,
    /// For every tile, its first edge in the list of edges; one number more at the end.
    pub(crate) starts: &'b [u32],
}

impl Reach<'_> {
    /// The tiles that the path may lead to from some tile of `from`; `passes` says whether a test may hold on a tile.
    pub(crate) fn image(&self, path: &Path, from: &TileSet, passes: &dyn Fn(&Test, Tile) -> bool) -> TileSet {
        let count = self.board.tiles.len();
        match path {
            Path::Step(direction) => {
                let mut to = TileSet::none(count);
                from.iter().for_each(|t| self.step(t, *direction, &mut to));
                to
            }
            Path::Leap(directions) => {
                let mut sum = [0i16; 3];
                for direction in directions {
                    let offset = self.board.directions[direction.index()].offset;
                    (0..3).for_each(|i| sum[i] = sum[i].saturating_add(offset[i]));
                }
                let mut to = TileSet::none(count);
                from.iter().filter_map(|t| self.grid.beyond(t, sum)).for_each(|t| to.insert(t));
                to
            }
            Path::Seq(parts) => {
                let mut at = from.clone();
                for part in parts {
                    if at.is_empty() {
                        break;
                    }
                    at = self.image(part, &at, passes);
                }
                at
            }
            Path::Any(parts) => {
                let mut all = TileSet::none(count);
                parts.iter().for_each(|p| all.join(&self.image(p, from, passes)));
                all
            }
            Path::Repeat { path, min, max } => self.repeat(path, (*min, *max), from, passes),
            Path::Check { test, .. } => {
                let mut kept = TileSet::none(count);
                from.iter().filter(|t| passes(test, *t)).for_each(|t| kept.insert(t));
                kept
            }
            Path::Do(_) => from.clone(),
        }
    }

    fn step(&self, from: Tile, direction: DirId, to: &mut TileSet) {
        let (start, end) = (self.starts[from.index()] as usize, self.starts[from.index() + 1] as usize);
        let edges = &self.board.edges[start..end];
        edges.iter().filter(|e| e.direction == direction).for_each(|e| to.insert(e.to));
    }

    fn repeat(
        &self,
        path: &Path,
        (min, max): (u16, Option<u16>),
        from: &TileSet,
        passes: &dyn Fn(&Test, Tile) -> bool,
    ) -> TileSet {
        let mut at = from.clone();
        for _ in 0..min {
            let next = self.image(path, &at, passes);
            if next == at {
                break;
            }
            at = next;
        }
        // Only tiles that are new in a round can lead to new tiles in the next.
        let mut all = at.clone();
        let mut rounds = max.map(|max| max.saturating_sub(min));
        while rounds != Some(0) && !at.is_empty() {
            at = self.image(path, &at, passes);
            at.leave(&all);
            all.join(&at);
            rounds = rounds.map(|r| r - 1);
        }
        all
    }
}

/// For every tile, the place of its first edge.
pub(crate) fn starts(board: &Board) -> Vec<u32> {
    let mut starts = Vec::with_capacity(board.tiles.len() + 1);
    let mut edge = 0;
    for tile in 0..board.tiles.len() {
        starts.push(edge as u32);
        while board.edges.get(edge).is_some_and(|e| e.from.index() == tile) {
            edge += 1;
        }
    }
    starts.push(edge as u32);
    starts
}

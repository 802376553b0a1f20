//! The board as it is walked: the graph of its steps, and on a plane the steps that are worked out.
//!
//! A piece that walks over a bent board turns with it: what was "ahead" on one tile may be another direction on the next.
//! So a walker carries a *frame*, a symmetry of the directions, and each edge says how the frame turns.

use smallvec::SmallVec;
use tilegame_dsl::ir::{self, DirId, Graph, Plane, SymId, Tile};

/// A tile and the frame of one who has arrived there.
pub type Arrival = (Tile, SymId);

/// The board of a game.
#[derive(Clone, Debug)]
pub struct Board {
    graph: Graph,
    offsets: Vec<[i16; 3]>,
    symmetries: Vec<Vec<DirId>>,
    /// `compose[first][second]`
    compose: Vec<Vec<SymId>>,
    places: Places,
    patch_of: Vec<(u8, [i16; 3])>,
    /// Some step does not lead where its offset says, so a sum that leaves its part may come out elsewhere.
    bent: bool,
    /// Places of which there is no graph: steps are worked out.
    plane: Option<Plane>,
    /// Only so many files and ranks of the plane, from some place on; they are numbered row by row.
    window: Option<[u16; 2]>,
}

/// Tiles by their place, one dense box a patch.
#[derive(Clone, Debug, Default)]
struct Places {
    size: Vec<[i16; 3]>,
    tiles: Vec<Vec<Option<Tile>>>,
}

impl Places {
    fn new(tiles: &[ir::TileInfo]) -> Places {
        let patches = tiles.iter().map(|t| t.patch as usize + 1).max().unwrap_or(0);
        let mut size = vec![[0; 3]; patches];
        for tile in tiles {
            for (size, place) in size[tile.patch as usize].iter_mut().zip(tile.place) {
                *size = (*size).max(place + 1);
            }
        }
        let volume = |s: &[i16; 3]| s.iter().map(|n| *n as usize).product();
        let mut places =
            Places { tiles: size.iter().map(|s| vec![None; volume(s)]).collect(), size: size.clone() };
        for (i, tile) in tiles.iter().enumerate() {
            let patch = tile.patch as usize;
            if let Some(index) = places.index(patch, tile.place) {
                places.tiles[patch][index] = Some(Tile::new(i));
            }
        }
        places
    }

    fn index(&self, patch: usize, place: [i16; 3]) -> Option<usize> {
        let size = &self.size[patch];
        let mut index = 0;
        for axis in (0..3).rev() {
            if place[axis] < 0 || place[axis] >= size[axis] {
                return None;
            }
            index = index * size[axis] as usize + place[axis] as usize;
        }
        Some(index)
    }
}

impl Board {
    /// Makes a described board ready to be walked.
    pub fn new(board: &ir::Board) -> Board {
        let all = || (0..board.symmetries.len()).map(SymId::new);
        Board {
            graph: board.graph.clone(),
            offsets: board.directions.iter().map(|d| d.offset).collect(),
            symmetries: board.symmetries.clone(),
            compose: all().map(|a| all().map(|b| board.compose(a, b)).collect()).collect(),
            places: Places::new(&board.tiles),
            patch_of: board.tiles.iter().map(|t| (t.patch, t.place)).collect(),
            bent: board.graph.edges().any(|e| board.bends(&e)),
            plane: board.plane,
            window: None,
        }
    }

    /// So many files and ranks of a plane as a board of their own, wherever on the plane they lie: whoever leaves them is nowhere.
    pub(crate) fn windowed(&self, size: [u16; 2]) -> Board {
        Board { window: Some(size), ..self.clone() }
    }

    /// The place at an offset on a plane.
    #[inline]
    fn beyond(&self, from: Tile, [x, y]: [i16; 2]) -> Option<Tile> {
        let [file, rank] = self.spot(from);
        self.at([file + i32::from(x), rank + i32::from(y)])
    }

    /// The graph of its steps, with distances, shortest ways and the parts that hang together; that of a plane is empty.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The number of tiles, or of all places of a plane.
    pub fn len(&self) -> usize {
        match (self.window, self.plane) {
            (Some([files, ranks]), _) => usize::from(files) * usize::from(ranks),
            (None, Some(plane)) => usize::from(plane.files) * usize::from(plane.ranks),
            (None, None) => self.patch_of.len(),
        }
    }

    /// The board as a plane, if it is one: then a position says which of its places are tiles.
    pub fn plane(&self) -> Option<Plane> {
        self.plane
    }

    /// Whether a walker may be turned by a step.
    pub(crate) fn is_bent(&self) -> bool {
        self.bent
    }

    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there is such a tile, or such a place of a plane.
    pub fn has(&self, tile: Tile) -> bool {
        match self.plane.filter(|_| self.window.is_none()) {
            Some(plane) => {
                let (file, rank) = plane.place(tile);
                file < plane.files && rank < plane.ranks
            }
            None => tile.index() < self.len(),
        }
    }

    /// All tiles, or all places of a plane; those that are there in a position are [`State::tiles`](crate::State::tiles).
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        let plane = self.plane.filter(|_| self.window.is_none());
        let listed = (0..if plane.is_some() { 0 } else { self.len() }).map(Tile::new);
        listed.chain(plane.into_iter().flat_map(Plane::places))
    }

    /// Where one step in `direction` (of the walker's own frame) leads.
    #[inline]
    pub fn step(&self, from: Tile, frame: SymId, direction: DirId) -> impl Iterator<Item = Arrival> + '_ {
        let direction = self.symmetries[frame.index()][direction.index()];
        let [x, y, _] = self.offsets[direction.index()];
        let worked_out = self.plane.and_then(|_| self.beyond(from, [x, y]));
        let worked_out = worked_out.map(|to| (to, frame));
        let compose = &self.compose[frame.index()];
        let listed = self.plane.is_none().then(|| self.graph.way(from, direction)).into_iter().flatten();
        listed.map(move |edge| (edge.to, compose[edge.turn.index()])).chain(worked_out)
    }

    /// Where one step by the sum of `directions` (of the walker's own frame) leads: inside a part of the board the tile at
    /// that offset; where that leaves the part, every tile that some order of the single steps reaches.
    pub(crate) fn leap(&self, from: Tile, frame: SymId, directions: &[DirId]) -> SmallVec<[Arrival; 2]> {
        if self.plane.is_some() {
            let offsets = directions.iter().map(|d| self.symmetries[frame.index()][d.index()]);
            let sum = offsets.fold([0; 2], |[x, y], d| {
                let [dx, dy, _] = self.offsets[d.index()];
                [x + dx, y + dy]
            });
            return self.beyond(from, sum).map(|to| (to, frame)).into_iter().collect();
        }
        let (patch, mut place) = self.patch_of[from.index()];
        for direction in directions {
            let absolute = self.symmetries[frame.index()][direction.index()];
            for (place, offset) in place.iter_mut().zip(self.offsets[absolute.index()]) {
                *place += offset;
            }
        }
        let mut found = SmallVec::new();
        if let Some(index) = self.places.index(patch as usize, place) {
            found.extend(self.places.tiles[patch as usize][index].map(|to| (to, frame)));
        } else if self.bent {
            self.leap_in_any_order((from, frame), directions, &mut found);
        }
        found
    }

    /// How one is turned who was turned by `frame` and turns by `symmetry`, as seen by oneself.
    pub(crate) fn bend(&self, frame: SymId, symmetry: SymId) -> SymId {
        self.compose[symmetry.index()][frame.index()]
    }

    /// What is done to the board by one who is turned by `frame` and does `symmetry`, as seen by oneself.
    pub(crate) fn as_seen(&self, frame: SymId, symmetry: SymId) -> SymId {
        let back = self.compose[frame.index()].iter().position(|both| *both == SymId(0));
        let back = SymId::new(back.unwrap_or_default());
        let there = self.compose[symmetry.index()][frame.index()];
        self.compose[back.index()][there.index()]
    }

    fn leap_in_any_order(&self, at: Arrival, rest: &[DirId], found: &mut SmallVec<[Arrival; 2]>) {
        if rest.is_empty() {
            if !found.contains(&at) {
                found.push(at);
            }
            return;
        }
        for i in 0..rest.len() {
            if rest[..i].contains(&rest[i]) {
                continue;
            }
            let mut others: SmallVec<[DirId; 4]> = SmallVec::from_slice(rest);
            others.remove(i);
            for next in self.step(at.0, at.1, rest[i]) {
                self.leap_in_any_order(next, &others, found);
            }
        }
    }

    /// File and rank of a tile, on a plane or a board of one flat grid.
    #[inline]
    pub(crate) fn spot(&self, tile: Tile) -> [i32; 2] {
        match (self.plane, self.window) {
            (_, Some([files, _])) => {
                let (number, files) = (tile.index() as u32, u32::from(files));
                [(number % files) as i32, (number / files) as i32]
            }
            (Some(plane), None) => {
                let (file, rank) = plane.place(tile);
                [file.into(), rank.into()]
            }
            (None, None) => {
                let [file, rank, _] = self.patch_of[tile.index()].1;
                [file.into(), rank.into()]
            }
        }
    }

    /// The tile of a file and a rank, on a plane (where they come round) or a board of one flat grid.
    #[inline]
    pub(crate) fn at(&self, [file, rank]: [i32; 2]) -> Option<Tile> {
        match (self.plane, self.window) {
            (Some(plane), None) => Some(plane.at(file, rank)),
            (Some(plane), Some([files, ranks])) => {
                let inside = |n: i32, all: u16, seen: u16| {
                    let all = i32::from(all);
                    let n = if (0..all).contains(&n) { n } else { n.rem_euclid(all) };
                    (n < i32::from(seen)).then_some(n)
                };
                let (file, rank) = (inside(file, plane.files, files)?, inside(rank, plane.ranks, ranks)?);
                Some(Tile::new((rank * i32::from(files) + file) as usize))
            }
            (None, _) => {
                let place = [i16::try_from(file).ok()?, i16::try_from(rank).ok()?, 0];
                self.places.index(0, place).and_then(|index| self.places.tiles[0][index])
            }
        }
    }
}

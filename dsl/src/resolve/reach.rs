//! Where a path can lead on the board, whatever stands there.
//!
//! Sets of tiles are carried along the path; a test may rule out a tile for good (a region), everything else about pieces
//! is taken to be possible. The runtime's walk is exact; this one only finds what can never be.

use crate::ir::{Board, DirId, Path, SymId, Test, Tile};

use super::grid::Grid;

/// A tile and how everything is turned there, as one number.
type State = usize;

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Numbers {
    bits: Vec<u64>,
}

impl Numbers {
    fn none(most: usize) -> Numbers {
        Numbers { bits: vec![0; most.div_ceil(64)] }
    }

    fn insert(&mut self, n: usize) {
        self.bits[n / 64] |= 1 << (n % 64);
    }

    fn contains(&self, n: usize) -> bool {
        self.bits[n / 64] >> (n % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bits.iter().all(|b| *b == 0)
    }

    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.bits.iter().map(|bits| u64::from(bits.count_ones())).sum()
    }

    pub(super) fn join(&mut self, other: &Numbers) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(a, b)| *a |= b);
    }

    pub(super) fn leave(&mut self, other: &Numbers) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(a, b)| *a &= !b);
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.iter().enumerate().flat_map(|(word, bits)| {
            let rest = std::iter::successors(Some(*bits), |rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|rest| *rest != 0).map(move |rest| word * 64 + rest.trailing_zeros() as usize)
        })
    }
}

/// A set of tiles.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct TileSet {
    numbers: Numbers,
}

impl TileSet {
    /// No tile of a board of that many.
    pub(crate) fn none(tiles: usize) -> TileSet {
        TileSet { numbers: Numbers::none(tiles) }
    }

    /// One tile.
    pub(crate) fn one(tiles: usize, tile: Tile) -> TileSet {
        let mut set = TileSet::none(tiles);
        set.insert(tile);
        set
    }

    /// Adds a tile.
    pub(crate) fn insert(&mut self, tile: Tile) {
        self.numbers.insert(tile.index());
    }

    /// Whether a tile is in it.
    pub(crate) fn contains(&self, tile: Tile) -> bool {
        self.numbers.contains(tile.index())
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Adds all tiles of another set.
    pub(crate) fn join(&mut self, other: &TileSet) {
        self.numbers.join(&other.numbers);
    }

    /// The tiles in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        self.numbers.iter().map(Tile::new)
    }
}

/// What is worked out once for a board.
pub(crate) struct Paths {
    /// `compose[first][second]`.
    compose: Vec<Vec<SymId>>,
    /// Some step turns something.
    turning: bool,
    /// Some step does not lead where its offset says.
    bent: bool,
}

impl Paths {
    /// Whether some step does not lead where its offset says.
    pub(crate) fn bent(&self) -> bool {
        self.bent
    }

    /// For a board.
    pub(crate) fn new(board: &Board) -> Paths {
        let turning = board.graph.edges().any(|e| e.turn != SymId(0));
        let all = || (0..board.symmetries.len()).map(SymId::new);
        let compose = all().map(|a| all().map(|b| board.compose(a, b)).collect()).collect();
        Paths { compose, turning, bent: board.graph.edges().any(|e| board.bends(&e)) }
    }
}

/// Answers for one board.
pub(crate) struct Reach<'b> {
    pub(crate) board: &'b Board,
    pub(crate) grid: &'b Grid,
    pub(crate) paths: &'b Paths,
}

impl Reach<'_> {
    /// The tiles that the path may lead to from some tile of `from`; `passes` says whether a test may hold on a tile.
    pub(crate) fn image(&self, path: &Path, from: &TileSet, passes: &dyn Fn(&Test, Tile) -> bool) -> TileSet {
        let all = self.board.symmetries.len();
        let frames = if self.paths.turning || path.bends() { all } else { 1 };
        self.roamer(frames).image(path, from, passes)
    }

    /// Whether the path is sure to lead somewhere from one of the tiles. Only some of its ways are tried.
    pub(crate) fn leads_on(
        &self,
        path: &Path,
        mut from: impl Iterator<Item = Tile>,
        passes: &dyn Fn(&Test, Tile) -> bool,
    ) -> bool {
        let (roamer, mut left) = (self.any_roamer(), MOST_TRIED);
        let way = Rest::Path(path, &Rest::Nothing);
        from.any(|tile| left > 0 && roamer.leads_on(roamer.state(tile, SymId(0)), &way, passes, &mut left))
    }

    /// A walker who may be turned in so many ways.
    fn roamer(&self, frames: usize) -> Roamer<'_> {
        Roamer { board: self.board, grid: self.grid, paths: self.paths, frames }
    }

    /// A walker for whichever path, on a board of which nothing but its steps matters.
    pub(super) fn any_roamer(&self) -> Roamer<'_> {
        self.roamer(self.board.symmetries.len())
    }
}

/// After so many parts of paths nobody goes on to look for a way that leads somewhere.
const MOST_TRIED: u32 = 1000;

/// What is still to be walked.
enum Rest<'p> {
    Nothing,
    Path(&'p Path, &'p Rest<'p>),
    Parts(&'p [Path], &'p Rest<'p>),
    /// The path as often as this, at least and at most.
    Times(&'p Path, (u16, Option<u16>), &'p Rest<'p>),
}

/// One walk over all states.
pub(super) struct Roamer<'b> {
    board: &'b Board,
    grid: &'b Grid,
    paths: &'b Paths,
    /// In how many ways a walker may be turned.
    frames: usize,
}

impl Roamer<'_> {
    fn image(&self, path: &Path, from: &TileSet, passes: &dyn Fn(&Test, Tile) -> bool) -> TileSet {
        let mut states = self.nowhere();
        from.iter().for_each(|tile| states.insert(self.state(tile, SymId(0))));
        let mut tiles = TileSet::none(self.board.tiles.len());
        for state in self.states(path, &states, passes).iter() {
            tiles.insert(self.place(state).0);
        }
        tiles
    }

    /// One tile, and not turned.
    pub(super) fn only(&self, tile: Tile) -> Numbers {
        let mut states = self.nowhere();
        states.insert(self.state(tile, SymId(0)));
        states
    }

    /// The tiles of states; one that is turned in several ways comes several times.
    pub(super) fn tiles(&self, states: &Numbers) -> impl Iterator<Item = Tile> + use<> {
        let tiles: Vec<Tile> = states.iter().map(|state| self.place(state).0).collect();
        tiles.into_iter()
    }

    pub(super) fn nowhere(&self) -> Numbers {
        Numbers::none(self.board.tiles.len() * self.frames)
    }

    /// A tile and how everything is turned there, as one number.
    fn state(&self, tile: Tile, turned: SymId) -> State {
        tile.index() * self.frames + turned.index()
    }

    fn place(&self, state: State) -> (Tile, SymId) {
        (Tile::new(state / self.frames), SymId::new(state % self.frames))
    }

    pub(super) fn states(
        &self,
        path: &Path,
        from: &Numbers,
        passes: &dyn Fn(&Test, Tile) -> bool,
    ) -> Numbers {
        match path {
            Path::Step(direction) => {
                let mut to = self.nowhere();
                from.iter().for_each(|state| self.step(state, *direction, &mut |next| to.insert(next)));
                to
            }
            Path::Leap(directions) => {
                let mut to = self.nowhere();
                from.iter().for_each(|state| self.leap(state, directions, &mut to));
                to
            }
            Path::Seq(parts) => {
                let mut at = from.clone();
                for part in parts {
                    if at.is_empty() {
                        break;
                    }
                    at = self.states(part, &at, passes);
                }
                at
            }
            Path::Any(parts) => {
                let mut all = self.nowhere();
                parts.iter().for_each(|p| all.join(&self.states(p, from, passes)));
                all
            }
            Path::Repeat { path, min, max } => self.repeat(path, (*min, *max), from, passes),
            Path::Times { path, .. } => self.repeat(path, (0, None), from, passes),
            Path::Check { test, .. } => {
                let mut kept = self.nowhere();
                from.iter().filter(|s| passes(test, self.place(*s).0)).for_each(|s| kept.insert(s));
                kept
            }
            Path::Bend(turn) => {
                let mut bent = self.nowhere();
                for (tile, turned) in from.iter().map(|state| self.place(state)) {
                    bent.insert(self.state(tile, self.paths.compose[turn.index()][turned.index()]));
                }
                bent
            }
            Path::Do(_) => from.clone(),
        }
    }

    /// Whether some way leads on from a state, as far as it is found after so many parts.
    fn leads_on(
        &self,
        at: State,
        rest: &Rest<'_>,
        passes: &dyn Fn(&Test, Tile) -> bool,
        left: &mut u32,
    ) -> bool {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let (path, rest) = match *rest {
            Rest::Nothing => return true,
            Rest::Path(path, rest) => (path, rest),
            Rest::Parts([], rest) => return self.leads_on(at, rest, passes, left),
            Rest::Parts([first, others @ ..], rest) => {
                return self.leads_on(at, &Rest::Path(first, &Rest::Parts(others, rest)), passes, left);
            }
            Rest::Times(path, (min, max), rest) => {
                let fewer = (min.saturating_sub(1), max.map(|max| max.saturating_sub(1)));
                let again = Rest::Times(path, fewer, rest);
                return min == 0 && self.leads_on(at, rest, passes, left)
                    || max != Some(0) && self.leads_on(at, &Rest::Path(path, &again), passes, left);
            }
        };
        match path {
            Path::Step(direction) => {
                let mut leads = false;
                let mut on = |next| leads = leads || self.leads_on(next, rest, passes, left);
                self.step(at, *direction, &mut on);
                leads
            }
            Path::Leap(directions) => {
                let mut to = self.nowhere();
                self.leap(at, directions, &mut to);
                to.iter().any(|next| self.leads_on(next, rest, passes, left))
            }
            Path::Seq(parts) => self.leads_on(at, &Rest::Parts(parts, rest), passes, left),
            Path::Any(parts) => {
                parts.iter().any(|part| self.leads_on(at, &Rest::Path(part, rest), passes, left))
            }
            Path::Repeat { path, min, max } => {
                self.leads_on(at, &Rest::Times(path, (*min, *max), rest), passes, left)
            }
            Path::Times { path, .. } => self.leads_on(at, &Rest::Times(path, (0, None), rest), passes, left),
            Path::Check { test, .. } => {
                passes(test, self.place(at).0) && self.leads_on(at, rest, passes, left)
            }
            Path::Bend(turn) => {
                let (tile, turned) = self.place(at);
                let bent = self.paths.compose[turn.index()][turned.index()];
                self.leads_on(self.state(tile, bent), rest, passes, left)
            }
            Path::Do(_) => self.leads_on(at, rest, passes, left),
        }
    }

    fn step(&self, from: State, direction: DirId, then: &mut dyn FnMut(State)) {
        let (tile, turned) = self.place(from);
        let direction = self.board.symmetries[turned.index()][direction.index()];
        let edges = self.board.graph.way(tile, direction);
        edges.for_each(|e| then(self.state(e.to, self.paths.compose[turned.index()][e.turn.index()])));
    }

    fn leap(&self, from: State, directions: &[DirId], to: &mut Numbers) {
        let (tile, turned) = self.place(from);
        let (part, mut spot) = self.grid.spot(tile);
        for direction in directions {
            let absolute = self.board.symmetries[turned.index()][direction.index()];
            let offset = self.board.directions[absolute.index()].offset;
            (0..3).for_each(|i| spot[i] = spot[i].saturating_add(offset[i]));
        }
        if self.grid.in_box((part, spot)) {
            if let Some(tile) = self.grid.tile_on((part, spot)) {
                to.insert(self.state(tile, turned));
            }
        } else if self.paths.bent {
            self.leap_in_any_order(from, directions, to);
        }
    }

    fn leap_in_any_order(&self, at: State, rest: &[DirId], to: &mut Numbers) {
        if rest.is_empty() {
            to.insert(at);
        }
        for i in (0..rest.len()).filter(|i| !rest[..*i].contains(&rest[*i])) {
            let others: Vec<DirId> = [&rest[..i], &rest[i + 1..]].concat();
            self.step(at, rest[i], &mut |next| self.leap_in_any_order(next, &others, to));
        }
    }

    fn repeat(
        &self,
        path: &Path,
        (min, max): (u16, Option<u16>),
        from: &Numbers,
        passes: &dyn Fn(&Test, Tile) -> bool,
    ) -> Numbers {
        let mut at = from.clone();
        for _ in 0..min {
            let next = self.states(path, &at, passes);
            if next == at {
                break;
            }
            at = next;
        }
        // Only tiles that are new in a round can lead to new tiles in the next.
        let mut all = at.clone();
        let mut rounds = max.map(|max| max.saturating_sub(min));
        while rounds != Some(0) && !at.is_empty() {
            at = self.states(path, &at, passes);
            at.leave(&all);
            all.join(&at);
            rounds = rounds.map(|r| r - 1);
        }
        all
    }
}

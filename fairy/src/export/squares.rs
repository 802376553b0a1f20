//! The board as the format counts it: files and ranks from 1, at most 12 by 10 of them.

use std::collections::BTreeSet;

use tilegame_runtime::ir::{Board, Form, Rules, Tile};

/// Tiles by file and rank.
pub(crate) type Places = BTreeSet<(u8, u8)>;

/// As many files and ranks as the format has.
const FILES: u8 = 12;
const RANKS: u8 = 10;

/// A rectangle of squares.
pub(crate) struct Squares {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    /// Where there is no tile.
    pub(crate) holes: Places,
    places: Vec<(u8, u8)>,
}

impl Squares {
    /// The board of a game, or why it is no such rectangle.
    pub(crate) fn of(rules: &Rules) -> Result<Squares, String> {
        let board = &rules.board;
        if board.plane.is_some() {
            return Err("the board has no fixed size".to_owned());
        }
        if board.drawing.form == Form::Hexagons {
            return Err("the board is made of hexagons".to_owned());
        }
        let first = board.tiles.first().map_or(0, |tile| tile.patch);
        if board.tiles.iter().any(|tile| tile.patch != first || tile.place[2] != 0) {
            return Err("the board has several parts or levels".to_owned());
        }
        let most = |axis: usize| board.tiles.iter().map(|tile| tile.place[axis]).max().unwrap_or(0) + 1;
        let (files, ranks) = (most(0), most(1));
        if files > FILES.into() || ranks > RANKS.into() {
            return Err(format!("the board has {files} x {ranks} tiles: at most {FILES} x {RANKS}"));
        }
        straight(board)?;
        let place = |n: i16| u8::try_from(n + 1).unwrap_or(0);
        let places: Vec<(u8, u8)> =
            board.tiles.iter().map(|tile| (place(tile.place[0]), place(tile.place[1]))).collect();
        let (files, ranks) = (place(files - 1), place(ranks - 1));
        let all = (1..=files).flat_map(|file| (1..=ranks).map(move |rank| (file, rank)));
        let holes = all.filter(|at| !places.contains(at)).collect();
        Ok(Squares { files, ranks, holes, places })
    }

    pub(crate) fn place(&self, tile: Tile) -> (u8, u8) {
        self.places[tile.index()]
    }

    pub(crate) fn places<'t>(&self, tiles: impl IntoIterator<Item = &'t Tile>) -> Places {
        tiles.into_iter().map(|tile| self.place(*tile)).collect()
    }

    /// All tiles that there are.
    pub(crate) fn all(&self) -> Places {
        self.places.iter().copied().collect()
    }

    pub(crate) fn is_all(&self, places: &Places) -> bool {
        places.len() == self.places.len()
    }

    /// The tiles of a region, one by one.
    pub(crate) fn names(&self, places: &Places) -> String {
        let names: Vec<String> =
            places.iter().map(|(file, rank)| format!("{}{rank}", letter(*file))).collect();
        names.join(" ")
    }

    /// A region in the words of the format: whole ranks, whole files, tiles.
    pub(crate) fn text(&self, places: &Places) -> String {
        if places.is_empty() {
            return "-".to_owned();
        }
        let whole = |line: &mut dyn Iterator<Item = (u8, u8)>| {
            let mut some = false;
            line.filter(|at| !self.holes.contains(at)).all(|at| {
                some = true;
                places.contains(&at)
            }) && some
        };
        let ranks: Vec<u8> =
            (1..=self.ranks).filter(|rank| whole(&mut (1..=self.files).map(|file| (file, *rank)))).collect();
        let rest: Places = places.iter().copied().filter(|(_, rank)| !ranks.contains(rank)).collect();
        let files: Vec<u8> = (1..=self.files)
            .filter(|file| rest.iter().any(|at| at.0 == *file))
            .filter(|file| whole(&mut (1..=self.ranks).map(|rank| (*file, rank))))
            .collect();
        let mut words: Vec<String> = ranks.iter().map(|rank| format!("*{rank}")).collect();
        words.extend(files.iter().map(|file| format!("{}*", letter(*file))));
        let rest = rest.into_iter().filter(|(file, _)| !files.contains(file));
        words.extend(rest.map(|(file, rank)| format!("{}{rank}", letter(file))));
        words.join(" ")
    }
}

/// The letter of a file.
pub(crate) fn letter(file: u8) -> char {
    char::from(b'a' + file.saturating_sub(1) % FILES)
}

/// The name of a tile, by file and rank from 0.
pub(crate) fn name([file, rank]: [i16; 2]) -> String {
    u8::try_from(file + 1).map_or(String::new(), |file| format!("{}{}", letter(file), rank + 1))
}

/// Whether all steps are those of a plain board: one to each neighbour, and none that bends.
fn straight(board: &Board) -> Result<(), String> {
    for edge in board.graph.edges() {
        let direction = &board.directions[edge.direction.index()];
        let is_unit = direction.offset[..2].iter().all(|part| part.abs() <= 1);
        if direction.offset == [0; 3] || !is_unit {
            return Err(format!("the board has steps of its own, `{}`", direction.name));
        }
        if board.bends(&edge) {
            return Err("the board bends, or its sides are joined".to_owned());
        }
    }
    let at = |place: [i16; 3]| board.tiles.iter().position(|tile| tile.place == place);
    for (index, tile) in board.tiles.iter().enumerate() {
        for (right, forward) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let [file, rank, level] = tile.place;
            let Some(next) = at([file + right, rank + forward, level]) else { continue };
            if !board.graph.from(Tile::new(index)).any(|edge| edge.to.index() == next) {
                return Err(format!(
                    "the board has no step from {} to {}",
                    tile.name, board.tiles[next].name
                ));
            }
        }
    }
    Ok(())
}

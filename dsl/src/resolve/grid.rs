//! The coordinates of a grid: which places there are, how they are called, which of them are tiles.
//!
//! Files are `a` to `z`, then `aa`, `ab` and so on; ranks count from 1. On a grid of three dimensions a capital letter
//! for the level comes first: `Aa1` is the first tile of the first level.

use crate::ir::Tile;

/// A place: file, rank and level, from 0.
pub(crate) type Place = [i16; 3];

/// The most tiles that a [`Tile`] can number, less one so that counts fit too.
pub(crate) const MOST_TILES: usize = 65_535;

/// A grid.
#[derive(Clone, Default)]
pub(crate) struct Grid {
    size: [i16; 3],
    solid: bool,
    /// For every place, its tile.
    tiles: Vec<Option<Tile>>,
    /// For every tile, its place.
    places: Vec<Place>,
}

impl Grid {
    /// A grid of that size on which every place is a tile. `size` has two or three numbers, none of them zero.
    pub(crate) fn new(size: &[i16]) -> Grid {
        let size3 = [size[0], size[1], size.get(2).copied().unwrap_or(1)];
        let mut grid = Grid { size: size3, solid: size.len() > 2, tiles: Vec::new(), places: Vec::new() };
        let all: Vec<Place> = grid.all().collect();
        grid.tiles = (0..all.len()).map(|t| Some(Tile::new(t))).collect();
        grid.places = all;
        grid
    }

    /// The same grid without some places.
    pub(crate) fn without(&self, holes: &[Place]) -> Grid {
        let mut hole = vec![false; self.tiles.len()];
        holes.iter().for_each(|p| hole[self.cell(*p)] = true);
        let places: Vec<Place> = self.all().filter(|p| !hole[self.cell(*p)]).collect();
        let mut tiles = vec![None; self.tiles.len()];
        for (number, place) in places.iter().enumerate() {
            tiles[self.cell(*place)] = Some(Tile::new(number));
        }
        Grid { size: self.size, solid: self.solid, tiles, places }
    }

    /// Files, ranks and levels.
    pub(crate) fn size(&self) -> [i16; 3] {
        self.size
    }

    /// Whether it has a third dimension.
    pub(crate) fn is_solid(&self) -> bool {
        self.solid
    }

    /// Every place, level by level, rank by rank.
    pub(crate) fn all(&self) -> impl Iterator<Item = Place> + use<> {
        let [files, ranks, levels] = self.size;
        (0..levels).flat_map(move |l| (0..ranks).flat_map(move |r| (0..files).map(move |f| [f, r, l])))
    }

    /// The places that are tiles, in the order of their numbers.
    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// The place of a tile.
    pub(crate) fn place(&self, tile: Tile) -> Place {
        self.places[tile.index()]
    }

    /// The tile at a place, which may lie beyond the grid.
    pub(crate) fn tile(&self, place: Place) -> Option<Tile> {
        if self.contains(place) { self.tiles[self.cell(place)] } else { None }
    }

    /// The tile at an offset.
    pub(crate) fn beyond(&self, tile: Tile, offset: [i16; 3]) -> Option<Tile> {
        let [f, r, l] = self.place(tile);
        let [df, dr, dl] = offset;
        self.tile([f.checked_add(df)?, r.checked_add(dr)?, l.checked_add(dl)?])
    }

    /// Whether a place is on the grid (it may be a hole).
    pub(crate) fn contains(&self, place: Place) -> bool {
        place.iter().zip(self.size).all(|(x, size)| (0..size).contains(x))
    }

    /// What a place is called.
    pub(crate) fn name(&self, [f, r, l]: Place) -> String {
        let level = if self.solid { char::from(b'A' + l as u8).to_string() } else { String::new() };
        format!("{level}{}{}", file_name(f), r + 1)
    }

    /// The place of a name, if it is on the grid.
    pub(crate) fn parse(&self, name: &str) -> Option<Place> {
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
        let place = [parse_file(file)?, rank.parse::<i16>().ok()?.checked_sub(1)?, level];
        self.contains(place).then_some(place)
    }

    /// "files a to h, ranks 1 to 8".
    pub(crate) fn describe(&self) -> String {
        let [files, ranks, levels] = self.size;
        let levels = if self.solid {
            format!(", levels A to {}", char::from(b'A' + (levels - 1) as u8))
        } else {
            String::new()
        };
        format!("the board has files a to {}, ranks 1 to {ranks}{levels}", file_name(files - 1))
    }

    fn cell(&self, [f, r, l]: Place) -> usize {
        let [files, ranks, _] = self.size.map(|n| n as usize);
        (l as usize * ranks + r as usize) * files + f as usize
    }
}

/// The letters of a file: 0 is `a`, 26 is `aa`.
fn file_name(file: i16) -> String {
    let mut rest = file;
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest = rest / 26 - 1;
        if rest < 0 {
            return letters.iter().rev().collect();
        }
    }
}

/// The file of its letters.
pub(crate) fn parse_file(letters: &str) -> Option<i16> {
    if letters.is_empty() || letters.len() > 3 || !letters.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    letters
        .bytes()
        .try_fold(0i16, |n, b| n.checked_mul(26)?.checked_add(i16::from(b - b'a') + 1))
        .map(|n| n - 1)
}

//! What is known of the names of tiles and the letters of pieces of a game: whether the texts of moves are told apart by their parts.

use rustc_hash::FxHashMap;
use tilegame_dsl::ir::{Notation, Rules, Tile};

use super::marks::{PASS, marks};
use super::tiles::{BETWEEN, file_and_rank};

/// What is known of all the names and letters of a game.
#[derive(Debug)]
pub(crate) struct Names {
    /// No text of a move ends like a mark that may stand behind it.
    pub(crate) end_before_marks: bool,
    /// Tiles are called by letters and digits, all by the same number of letters, and the letters of pieces have neither digits nor the
    /// signs that stand between the parts of moves. So two moves can only be written alike if they go to the same tile; as
    /// coordinates, if they come from the same one, too.
    pub(crate) are_clear: bool,
    /// Besides, no letter of a piece ends like anything that can stand between it and the tile to which the piece goes: what is
    /// written with different letters is different.
    pub(crate) letters_stand_out: bool,
    /// The last bytes of all marks, as a set; of each the lower seven bits.
    mark_ends: u128,
}

impl Names {
    pub(crate) fn new(rules: &Rules) -> Names {
        let tiles = || rules.board.tiles.iter().map(|tile| tile.name.as_str());
        let castlings = || rules.castling.iter().flat_map(|c| &c.sides).map(|side| side.text.as_str());
        let notations = || std::iter::once(&rules.notation).chain(rules.notations.iter().map(|(_, n)| n));
        let is_mark = |is: &dyn Fn(&str) -> bool| notations().any(|n: &Notation| marks(n).any(is));
        let ends_so = |text: &str| text.trim_end() != text || is_mark(&|mark| text.ends_with(mark));
        // Anything may stand before the tile.
        let tile_ends_so = |name: &str| ends_so(name) || is_mark(&|mark| mark.ends_with(name));
        let promotion_ends_so = |letter: &str| {
            let text = format!("={letter}");
            ends_so(&text) || is_mark(&|mark| mark.ends_with(&text))
        };
        let files = tiles().next().map_or(0, |name| file_and_rank(name).0.len());
        let is_clear = |name: &str| {
            let (file, rank) = file_and_rank(name);
            file.len() == files
                && !(file.is_empty() || rank.is_empty())
                && file.bytes().all(|b| b.is_ascii_alphabetic())
                && rank.bytes().all(|b| b.is_ascii_digit())
        };
        let is_apart = |text: &str| !text.contains(|c: char| c.is_ascii_digit() || "=@/".contains(c));
        // Castling is not written like anything else.
        let is_castling = |text: &str| {
            text != PASS && !text.contains(['=', '@', '/']) && !text.ends_with(|c: char| c.is_ascii_digit())
        };
        let letters_are_apart = rules.kinds.iter().all(|kind| {
            let sign = kind.facing.as_ref().map(|facing| &facing.sign);
            kind.letters.iter().chain([&kind.letter]).chain(sign).all(|text| is_apart(text))
        });
        let are_clear = rules.board.plane.is_none()
            && letters_are_apart
            && tiles().all(is_clear)
            && castlings().all(is_castling);
        let stands_out = |letter: &str| {
            letter
                .chars()
                .next_back()
                .is_none_or(|last| last != 'x' && !tiles().any(|name| name.contains(last)))
        };
        Names {
            end_before_marks: !tiles().any(tile_ends_so)
                && !castlings().chain([PASS]).any(ends_so)
                && !rules.kinds.iter().any(|kind| promotion_ends_so(&kind.signed_letter())),
            are_clear,
            letters_stand_out: are_clear && rules.kinds.iter().all(|kind| stands_out(&kind.letter)),
            mark_ends: { notations().flat_map(marks) }
                .filter_map(|mark| mark.bytes().next_back())
                .fold(0, |ends, byte| ends | 1 << (byte & 127)),
        }
    }

    /// Whether a text may end with a mark: most do not.
    pub(crate) fn may_end_a_mark(&self, text: &str) -> bool {
        text.bytes().next_back().is_some_and(|byte| self.mark_ends >> (byte & 127) & 1 == 1)
    }
}

/// The tiles of a game by their names, where these [are clear](Names::are_clear) and no two differ in nothing but large and small letters.
#[derive(Debug)]
pub(crate) struct TileNames {
    /// By the bytes of the names in small letters, as one number.
    tiles: FxHashMap<u64, Tile>,
    /// The bytes of the names as they are, as one number.
    exact: Vec<u64>,
    /// So many letters each name begins with.
    files: usize,
    /// The first bytes of tiles, of their ranks and of what may stand before them, as a set; of each the lower seven bits.
    starts: u128,
}

/// The longest name that one number holds.
const LONGEST_NAME: usize = 8;

fn number(name: &[u8]) -> u64 {
    name.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A name of a tile that stands in a text, and where it ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) tile: Tile,
    pub(crate) end: u16,
    /// In the letters of the rules, not in other cases of them.
    pub(crate) is_exact: bool,
}

impl TileNames {
    pub(crate) fn new(rules: &Rules, names: &Names) -> Option<TileNames> {
        let all = &rules.board.tiles;
        let files = file_and_rank(&all.first().filter(|_| names.are_clear)?.name).0.len();
        let tiles: FxHashMap<u64, Tile> = { all.iter().enumerate() }
            .map(|(tile, name)| (number(name.name.to_ascii_lowercase().as_bytes()), Tile::new(tile)))
            .collect();
        let exact = all.iter().map(|tile| number(tile.name.as_bytes())).collect();
        let are_short = all.iter().all(|tile| tile.name.len() <= LONGEST_NAME);
        let mut between = [0; 4];
        let signs = BETWEEN.map(|sign| sign.encode_utf8(&mut between).as_bytes()[0]);
        let parts = all.iter().flat_map(|tile| <[&str; 2]>::from(file_and_rank(&tile.name)));
        let starts = parts.filter_map(|part| part.bytes().next()).chain(signs);
        let starts = starts.fold(0, |starts, byte| starts | 1 << (byte & 127));
        (are_short && tiles.len() == all.len()).then_some(TileNames { tiles, exact, files, starts })
    }

    /// Whether a text may begin with a tile, a part of one or what may stand before it: few begin so that say what moves.
    pub(crate) fn may_begin(&self, text: &str) -> bool {
        text.bytes().next().is_some_and(|byte| self.starts >> (byte & 127) & 1 == 1)
    }

    /// The names that stand at a place of a text, in large or small letters; of those that begin alike, all.
    pub(crate) fn at(&self, text: &str, start: usize) -> impl Iterator<Item = Named> {
        let name = text.as_bytes().get(start..).unwrap_or_default();
        let (mut small, mut exact, mut length) = (0, 0, 0);
        std::iter::from_fn(move || {
            while length < LONGEST_NAME {
                let byte = *name.get(length)?;
                let is_file = length < self.files;
                if !(if is_file { byte.is_ascii_alphabetic() } else { byte.is_ascii_digit() }) {
                    return None;
                }
                small = small << 8 | u64::from(byte.to_ascii_lowercase());
                exact = exact << 8 | u64::from(byte);
                length += 1;
                if !is_file && let Some(tile) = self.tiles.get(&small) {
                    let is_exact = self.exact[tile.index()] == exact;
                    return Some(Named { tile: *tile, end: (start + length) as u16, is_exact });
                }
            }
            None
        })
    }
}

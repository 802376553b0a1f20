//! What is known of the names of tiles and the letters of pieces of a game: whether the texts of moves are told apart by their parts.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tilegame_dsl::ir::{Notation, Rules, Tile};

use super::marks::{PASS, marks};
use super::tiles::file_and_rank;

/// What is known of all the names and letters of a game.
#[derive(Clone, Copy, Debug)]
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
        }
    }
}

/// The tiles of a game by their names, where these [are clear](Names::are_clear) and no two differ in nothing but large and small letters.
#[derive(Debug)]
pub(crate) struct TileNames {
    /// By the bytes of the names in small letters, as one number.
    tiles: FxHashMap<u64, Tile>,
    /// So many letters each name begins with.
    files: usize,
}

/// The longest name that one number holds.
const LONGEST_NAME: usize = 8;

fn number(name: &[u8]) -> u64 {
    name.iter().fold(0, |number, byte| number << 8 | u64::from(byte.to_ascii_lowercase()))
}

/// A name of a tile that stands in a text, from one byte to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) tile: Tile,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl TileNames {
    pub(crate) fn new(rules: &Rules, names: Names) -> Option<TileNames> {
        let all = &rules.board.tiles;
        let files = file_and_rank(&all.first().filter(|_| names.are_clear)?.name).0.len();
        let tiles: FxHashMap<u64, Tile> = { all.iter().enumerate() }
            .map(|(tile, name)| (number(name.name.as_bytes()), Tile::new(tile)))
            .collect();
        let are_short = all.iter().all(|tile| tile.name.len() <= LONGEST_NAME);
        (are_short && tiles.len() == all.len()).then_some(TileNames { tiles, files })
    }

    /// All names that stand in a text, in large or small letters.
    pub(crate) fn within(&self, text: &str) -> SmallVec<[Named; 4]> {
        (0..text.len()).flat_map(|start| self.at(text, start)).collect()
    }

    /// Those that stand at a place of a text; of names that begin alike, all.
    pub(crate) fn at(&self, text: &str, start: usize) -> impl Iterator<Item = Named> {
        let name = text.as_bytes().get(start..).unwrap_or_default();
        let (file, rank) = name.split_at(self.files.min(name.len()));
        let is_file = file.len() == self.files && file.iter().all(u8::is_ascii_alphabetic);
        let digits =
            rank.iter().take(LONGEST_NAME - self.files).take_while(|b| is_file && b.is_ascii_digit());
        (1..=digits.count()).filter_map(move |digits| {
            let length = self.files + digits;
            let tile = *self.tiles.get(&number(&name[..length]))?;
            Some(Named { tile, start, end: start + length })
        })
    }
}

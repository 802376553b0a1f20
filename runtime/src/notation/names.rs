//! What is known of the names of tiles and the letters of pieces of a game: whether the texts of moves are told apart by their parts.

use tilegame_dsl::ir::{Notation, Rules};

use super::san;
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
}

impl Names {
    pub(crate) fn new(rules: &Rules) -> Names {
        let tiles = || rules.board.tiles.iter().map(|tile| tile.name.as_str());
        let castlings = || rules.castling.iter().flat_map(|c| &c.sides).map(|side| side.text.as_str());
        let notations = || std::iter::once(&rules.notation).chain(rules.notations.iter().map(|(_, n)| n));
        let is_mark = |is: &dyn Fn(&str) -> bool| notations().any(|n: &Notation| san::marks(n).any(is));
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
            text != san::PASS
                && !text.contains(['=', '@', '/'])
                && !text.ends_with(|c: char| c.is_ascii_digit())
        };
        let letters_are_apart = rules.kinds.iter().all(|kind| {
            let sign = kind.facing.as_ref().map(|facing| &facing.sign);
            kind.letters.iter().chain([&kind.letter]).chain(sign).all(|text| is_apart(text))
        });
        Names {
            end_before_marks: !tiles().any(tile_ends_so)
                && !castlings().chain([san::PASS]).any(ends_so)
                && !rules.kinds.iter().any(|kind| promotion_ends_so(&kind.signed_letter())),
            are_clear: rules.board.plane.is_none()
                && letters_are_apart
                && tiles().all(is_clear)
                && castlings().all(is_castling),
        }
    }
}

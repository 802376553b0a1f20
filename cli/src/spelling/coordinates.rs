//! Moves as protocols write them: by the names of tiles, with other numbers and letters where a protocol has its own.

use tilegame_runtime::notation::TextError;
use tilegame_runtime::{Game, Move, MoveList, State, Uci};

use crate::situation;

/// How tiles are named, where their names are a letter and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coordinates {
    /// As the game names them: `e2e4`.
    Own,
    /// Ranks are counted from 0: `e1e3`.
    FromZero,
    /// Files are numbers from the right, ranks are letters from the top: `5g5e`; a drop is `P*5e`, and every promotion is `+`.
    FromTopRight {
        /// How many there are.
        files: usize,
        ranks: usize,
    },
}

impl Coordinates {
    pub(crate) fn from_top_right(game: &Game) -> Coordinates {
        let (files, ranks) = size(game);
        Coordinates::FromTopRight { files, ranks }
    }

    /// Own names, but on ten ranks XBoard counts from 0.
    pub(crate) fn of_xboard(game: &Game) -> Coordinates {
        let (_, ranks) = size(game);
        if ranks == 10 { Coordinates::FromZero } else { Coordinates::Own }
    }

    pub(crate) fn write(self, state: &State, m: Move) -> String {
        let text = state.uci(m);
        if self == Coordinates::Own { text } else { self.rewrite(&text) }
    }

    /// Reads what [`write`](Self::write) writes, or says why it is no legal move.
    pub(crate) fn read(self, state: &State, text: &str) -> Result<Move, String> {
        if self != Coordinates::Own {
            let mut moves = MoveList::new();
            state.moves(&mut moves);
            if let Some(m) = moves.iter().find(|m| self.write(state, **m) == text) {
                return Ok(*m);
            }
        }
        let uci: Uci = text.parse().map_err(|error: TextError| error.to_string())?;
        uci.to_move(state).map_err(|error| error.to_string())
    }

    /// The name of a tile that has this one in the game.
    pub(crate) fn name(self, name: &str) -> String {
        if self == Coordinates::Own { name.to_owned() } else { self.rewrite(name) }
    }

    /// A text with the names of tiles that the game has, in these coordinates.
    pub(crate) fn rewrite(self, text: &str) -> String {
        if self == Coordinates::Own {
            return text.to_owned();
        }
        let mut parts = text.split('/');
        let mut written = self.rewrite_head(parts.next().unwrap_or_default());
        for part in parts {
            written.push('/');
            match split_tile(part) {
                Some((file, rank, "")) => written.push_str(&self.tile(file, rank)),
                _ => written.push_str(part),
            }
        }
        written
    }

    fn rewrite_head(self, head: &str) -> String {
        let mut written = String::new();
        let mut rest = head;
        while let Some(first) = rest.chars().next() {
            match split_tile(rest) {
                Some((file, rank, behind)) => {
                    written.push_str(&self.tile(file, rank));
                    rest = behind;
                }
                None if matches!(self, Coordinates::FromTopRight { .. }) && first == '+' => {
                    written.push('+');
                    break;
                }
                None => {
                    let is_drop = matches!(self, Coordinates::FromTopRight { .. }) && first == '@';
                    written.push(if is_drop { '*' } else { first });
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        written
    }

    fn tile(self, file: u8, rank: usize) -> String {
        match self {
            Coordinates::Own => format!("{}{rank}", char::from(file)),
            Coordinates::FromZero => format!("{}{}", char::from(file), rank.wrapping_sub(1)),
            Coordinates::FromTopRight { files, ranks } => {
                let number = (files + 1).saturating_sub(usize::from(file - b'a') + 1);
                let letter = char::from(b'a' + ranks.saturating_sub(rank).min(25) as u8);
                format!("{number}{letter}")
            }
        }
    }
}

/// The files and ranks that the names of a game's tiles have.
pub(crate) fn size(game: &Game) -> (usize, usize) {
    let mut size = (0, 0);
    for tile in game.start().tiles() {
        if let Some((file, rank, "")) = split_tile(&situation::tile(game, tile)) {
            size = (size.0.max(usize::from(file - b'a') + 1), size.1.max(rank));
        }
    }
    size
}

/// A letter and a number at the front of a text, and what follows.
fn split_tile(text: &str) -> Option<(u8, usize, &str)> {
    let file = *text.as_bytes().first().filter(|letter| letter.is_ascii_lowercase())?;
    let behind = text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    let rank = text[1..text.len() - behind.len()].parse().ok().filter(|rank| *rank > 0)?;
    Some((file, rank, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_rewritten() {
        let shogi = Coordinates::FromTopRight { files: 9, ranks: 9 };
        for (from, to) in [("c3c4", "7g7f"), ("h8b2+b", "2b8h+"), ("P@e5", "P*5e"), ("0000", "0000")] {
            assert_eq!(shogi.rewrite(from), to);
        }
        for (from, to) in
            [("a1a10", "a0a9"), ("e7e8q", "e6e7q"), ("a1c5/b2/d4", "a0c4/b1/d3"), ("b1a3/H", "b0a2/H")]
        {
            assert_eq!(Coordinates::FromZero.rewrite(from), to);
        }
    }
}

//! How another program writes moves: as this one does, or as programs do that know no labels and no states.
//!
//! Both write tiles, and the letter of what a piece promotes to. In the other dialect
//!
//! * a piece that enters another state of its own has a `+` behind its move, and one that leaves it a `-`: `h6h7+` for `h6h7+p`;
//! * a piece that comes in where another leaves is a letter: `b1c3h` for `b1c3/H`; where a king and a rook leave tiles, the move of the one
//!   to the other's tile is named by the tile where it comes in: `h1e1h` for `e1g1/H@h1`;
//! * a turn of a move and of a tile that is chosen then is one text, in which both tiles follow a comma: `e2e4,e4d5` for `e2e4` and `*@d5`.

use tilegame_runtime::moves::Move;
use tilegame_runtime::notation::uci::{self, UciError};
use tilegame_runtime::{Game, Position};

use crate::protocol::Coordinates;
use crate::situation;

/// How a program writes moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dialect {
    /// As this program does.
    pub(super) own: bool,
    /// How it names tiles.
    pub(super) coordinates: Coordinates,
}

impl Dialect {
    /// A move, not of several steps.
    fn word(self, game: &Game, position: &Position, m: &Move) -> String {
        if self.own {
            return self.coordinates.write(game, position, m);
        }
        self.coordinates.rewrite(&plain(game, position, m))
    }

    /// The moves of a match, each with the position before it, turn by turn.
    pub(super) fn words<'m>(
        self,
        game: &Game,
        moves: impl Iterator<Item = (&'m Move, &'m Position)>,
    ) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut to = None;
        for (m, position) in moves {
            match (to, words.last_mut()) {
                (Some(first), Some(last)) if is_choice(m) && !self.own => {
                    let name = |tile| self.coordinates.name(&situation::tile(game, tile));
                    last.push_str(&format!(",{}{}", name(first), name(m.to)));
                    to = None;
                }
                _ => {
                    words.push(self.word(game, position, m));
                    to = Some(m.to).filter(|_| m.from.is_some() && !m.is_pass());
                }
            }
        }
        words
    }

    /// Reads what the program writes: a move, and if the text has a second part, the choice of a tile that follows in the same turn.
    pub(super) fn read(self, game: &Game, position: &Position, text: &str) -> Result<Vec<Move>, UciError> {
        if self.own {
            return Ok(vec![self.coordinates.read(game, position, text)?]);
        }
        let (head, chosen) = match text.split_once(',') {
            Some((head, chosen)) => (head, Some(chosen)),
            None => (text, None),
        };
        let moves = game.moves(position);
        let first = match moves.iter().find(|m| self.word(game, position, m) == head) {
            Some(m) => m.clone(),
            None => self.coordinates.read(game, position, head)?,
        };
        let mut read = vec![first];
        if let Some(chosen) = chosen {
            let mut after = position.clone();
            game.play_unchecked(&mut after, &read[0]);
            let name = |tile| self.coordinates.name(&situation::tile(game, tile));
            let both = |m: &Move| format!("{}{}", name(read[0].to), name(m.to));
            let second = game.moves(&after).into_iter().find(|m| is_choice(m) && both(m) == chosen);
            match second {
                Some(m) => read.push(m),
                None => return uci::read(game, &after, chosen).map(|m| vec![read.remove(0), m]),
            }
        }
        Ok(read)
    }
}

/// A move in which a tile is chosen and no piece moves.
fn is_choice(m: &Move) -> bool {
    m.from.is_none() && !m.is_pass()
}

/// The text of a move without what only this program writes.
fn plain(game: &Game, position: &Position, m: &Move) -> String {
    let text = uci::write(game, position, m);
    let Some(from) = m.from else { return text };
    if let Some((head, placed)) = text.split_once('/') {
        let (letter, at) = placed.split_once('@').unwrap_or((placed, ""));
        let own = situation::tile(game, from);
        let is_letter = !letter.is_empty() && letter.bytes().all(|b| b.is_ascii_uppercase());
        return match is_letter {
            true if at.is_empty() || at == own => format!("{head}{}", letter.to_ascii_lowercase()),
            true => format!("{at}{own}{}", letter.to_ascii_lowercase()),
            false => text,
        };
    }
    let kinds = &game.rules().kinds;
    let mover = position.piece(from).map(|piece| &kinds[piece.kind.index()]);
    let (Some(mover), Some(becomes)) = (mover, m.promotion.map(|kind| &kinds[kind.index()])) else {
        return text;
    };
    if mover.piece != becomes.piece || mover.letter == becomes.letter {
        return text;
    }
    // The letter of a state is longer by its sign.
    let sign = if becomes.letter.len() > mover.letter.len() { '+' } else { '-' };
    let bare = text.strip_suffix(&becomes.letter.to_lowercase()).unwrap_or(&text);
    format!("{bare}{sign}")
}

#[cfg(test)]
mod tests {
    use tilegame_runtime::notation::fen;

    use super::*;

    const OTHER: Dialect = Dialect { own: false, coordinates: Coordinates::Own };

    /// What other programs write is read as the move that is meant, and written so.
    #[test]
    fn moves_are_read_and_written() {
        for (name, position, theirs, ours) in [
            ("minishogi", "4k/P4/5/5/4K[] w", "a4a5+", "a4a5+p"),
            ("minishogi", "4k/5/5/5/4K[P] w", "P@b3", "P@b3"),
            ("kyotoshogi", "2k2/5/2S2/5/+P1K2[] w", "a1a2-", "a1a2p"),
            ("kyotoshogi", "2k2/5/2S2/5/+P1K2[] w", "c3d4+", "c3d4+s"),
            ("kyotoshogi", "2k2/5/5/5/2K2[P] w", "+P@c3", "+P@c3"),
            ("seirawan", "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1", "e1g1", "e1g1"),
            ("seirawan", "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1", "e1g1h", "e1g1/H@e1"),
            ("seirawan", "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1", "h1e1h", "e1g1/H@h1"),
            ("seirawan", "4k3/8/8/8/8/8/8/4KB2[H] w F - 0 1", "f1e2h", "f1e2/H"),
            ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a7a8n"),
        ] {
            let game = Game::from_library(name).expect("a game");
            let position = fen::read(&game, position).expect("a position");
            let read = OTHER.read(&game, &position, theirs).expect(theirs);
            assert_eq!(uci::write(&game, &position, &read[0]), ours);
            assert_eq!(OTHER.words(&game, [(&read[0], &position)].into_iter()), [theirs]);
        }
    }

    #[test]
    fn a_turn_of_two_steps_is_one_text() {
        let game = Game::from_library("duck").expect("a game");
        let start = game.start_position();
        let read = OTHER.read(&game, &start, "e2e4,e4d5").expect("a turn");
        let mut after = start.clone();
        game.play_unchecked(&mut after, &read[0]);
        let texts = [uci::write(&game, &start, &read[0]), uci::write(&game, &after, &read[1])];
        assert_eq!(texts, ["e2e4", "*@d5"]);
        let both = [(&read[0], &start), (&read[1], &after)];
        assert_eq!(OTHER.words(&game, both.into_iter()), ["e2e4,e4d5"]);
        let own = Dialect { own: true, ..OTHER };
        assert_eq!(own.words(&game, both.into_iter()), texts);
        assert!(OTHER.read(&game, &start, "e2e4,e4e4").is_err());
    }
}

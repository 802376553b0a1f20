//! How another program writes moves: as this one does, or as programs do that know no labels and no states.
//!
//! Both write tiles, and the letter of what a piece promotes to. In the other dialect
//!
//! * a piece that enters another state of its own has a `+` behind its move, and one that leaves it a `-`: `h6h7+` for `h6h7+p`;
//! * a piece that comes in where another leaves is a letter: `b1c3h` for `b1c3/H`; where a king and a rook leave tiles, the move of the one
//!   to the other's tile is named by the tile where it comes in: `h1e1h` for `e1g1/H@h1`;
//! * a turn of a move and of a tile that is chosen then is one text, in which both tiles follow a comma: `e2e4,e4d5` for `e2e4` and `*@d5`.

use tilegame_runtime::{Move, State};

use crate::protocol::Coordinates;
use crate::situation;

/// How a program writes moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dialect {
    /// As this program does.
    pub(crate) own: bool,
    /// How it names tiles.
    pub(crate) coordinates: Coordinates,
}

impl Dialect {
    /// A move, not of several steps.
    fn word(self, state: &State, m: Move) -> String {
        if self.own {
            return self.coordinates.write(state, m);
        }
        self.coordinates.rewrite(&plain(state, m))
    }

    /// The moves of a match, each with the position before it, turn by turn.
    pub(crate) fn words(self, moves: impl Iterator<Item = (State, Move)>) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut to = None;
        for (state, m) in moves {
            match (to, words.last_mut()) {
                (Some((first, mover)), Some(last))
                    if mover == state.to_move() && is_choice(&state, m) && !self.own =>
                {
                    let name = |tile| self.coordinates.name(&situation::tile(state.game(), tile));
                    last.push_str(&format!(",{}{}", name(first), name(state.target(m))));
                    to = None;
                }
                _ => {
                    words.push(self.word(&state, m));
                    to = state.origin(m).map(|_| (state.target(m), state.to_move()));
                }
            }
        }
        words
    }

    /// Reads what the program writes: a move, and if the text has a second part, the choice of a tile that follows in the same turn.
    pub(crate) fn read(self, state: &State, text: &str) -> Result<Vec<Move>, String> {
        if self.own {
            return Ok(vec![self.coordinates.read(state, text)?]);
        }
        let (head, chosen) = match text.split_once(',') {
            Some((head, chosen)) => (head, Some(chosen)),
            None => (text, None),
        };
        let first = match state.legal_moves().into_iter().find(|m| self.word(state, *m) == head) {
            Some(m) => m,
            None => self.coordinates.read(state, head)?,
        };
        let Some(chosen) = chosen else { return Ok(vec![first]) };
        let after = state.after(first);
        let name = |tile| self.coordinates.name(&situation::tile(state.game(), tile));
        let both = |m: Move| format!("{}{}", name(state.target(first)), name(after.target(m)));
        let second = after.legal_moves().into_iter().find(|m| is_choice(&after, *m) && both(*m) == chosen);
        Ok(vec![first, second.map_or_else(|| Coordinates::Own.read(&after, chosen), Ok)?])
    }
}

/// A move in which a tile is chosen and no piece moves.
fn is_choice(state: &State, m: Move) -> bool {
    state.origin(m).is_none() && !m.is_pass()
}

/// The text of a move without what only this program writes.
fn plain(state: &State, m: Move) -> String {
    let (game, text) = (state.game(), state.uci(m));
    let Some(from) = state.origin(m) else { return text };
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
    let mover = state.piece(from).map(|piece| &kinds[piece.kind.index()]);
    let (Some(mover), Some(becomes)) = (mover, m.promotion().map(|kind| &kinds[kind.index()])) else {
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
    use tilegame_runtime::Game;

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
            let state = game.read_fen(position).expect("a position");
            let read = OTHER.read(&state, theirs).expect(theirs);
            assert_eq!(state.uci(read[0]), ours);
            assert_eq!(OTHER.words([(state, read[0])].into_iter()), [theirs]);
        }
    }

    #[test]
    fn a_turn_of_two_steps_is_one_text() {
        let game = Game::from_library("duck").expect("a game");
        let start = game.start();
        let read = OTHER.read(&start, "e2e4,e4d5").expect("a turn");
        let after = start.after(read[0]);
        let texts = [start.uci(read[0]), after.uci(read[1])];
        assert_eq!(texts, ["e2e4", "*@d5"]);
        let both = [(start.clone(), read[0]), (after, read[1])];
        assert_eq!(OTHER.words(both.clone().into_iter()), ["e2e4,e4d5"]);
        let own = Dialect { own: true, ..OTHER };
        assert_eq!(own.words(both.into_iter()), texts);
        assert!(OTHER.read(&start, "e2e4,e4e4").is_err());
        // A drop of the other player's is another turn.
        let minishogi = Game::from_library("minishogi").expect("a game");
        let state = minishogi.read_fen("4k/5/5/5/K2R1[p] w").expect("a position");
        let m = OTHER.read(&state, "d1d2").expect("a move")[0];
        let after = state.after(m);
        let drop = OTHER.read(&after, "P@c3").expect("a drop")[0];
        assert_eq!(OTHER.words([(state, m), (after, drop)].into_iter()), ["d1d2", "P@c3"]);
    }
}

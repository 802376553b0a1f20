//! How another program writes turns: move by move as this one does, or in the [dialect] of Fairy-Stockfish, which the programs around it know.

use tilegame_fairy::dialect;
use tilegame_runtime::{Move, State};

use super::coordinates::Coordinates;

/// How turns are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spelling {
    /// In the dialect of Fairy-Stockfish.
    pub(crate) is_fairy: bool,
    /// How tiles are named.
    pub(crate) coordinates: Coordinates,
}

impl Spelling {
    /// The moves of a match, each with the position before it: a word for each turn, or for each move.
    pub(crate) fn words(self, moves: impl Iterator<Item = (State, Move)>) -> Vec<String> {
        if !self.is_fairy {
            return moves.map(|(state, m)| self.coordinates.write(&state, m)).collect();
        }
        let mut turns: Vec<(State, Vec<Move>)> = Vec::new();
        let mut goes_on = false;
        for (state, m) in moves {
            let ends = state.ends_turn(m);
            match turns.last_mut().filter(|_| goes_on) {
                Some((_, turn)) => turn.push(m),
                None => turns.push((state, vec![m])),
            }
            goes_on = !ends;
        }
        let word =
            |(state, moves): &(State, Vec<Move>)| self.coordinates.rewrite(&dialect::write(state, moves));
        turns.iter().map(word).collect()
    }

    /// Reads what the program writes: a whole turn, or a move.
    pub(crate) fn read(self, state: &State, text: &str) -> Result<Vec<Move>, String> {
        if !self.is_fairy {
            return Ok(vec![self.coordinates.read(state, text)?]);
        }
        if self.coordinates == Coordinates::Own {
            return dialect::read(state, text).map_err(|error| error.to_string());
        }
        let turns = dialect::turns(state).map_err(|error| error.to_string())?;
        match turns.into_iter().find(|turn| self.coordinates.rewrite(&turn.text) == text) {
            Some(turn) => Ok(turn.moves),
            None => Ok(vec![self.coordinates.read(state, text)?]),
        }
    }
}

#[cfg(test)]
mod tests {
    use tilegame_runtime::Game;

    use super::*;

    const OTHER: Spelling = Spelling { is_fairy: true, coordinates: Coordinates::Own };

    /// Tiles have the names of the protocol in either direction.
    #[test]
    fn tiles_are_named_as_the_protocol_does() {
        let usi = Spelling { coordinates: Coordinates::FromTopRight { files: 5, ranks: 5 }, ..OTHER };
        let game = Game::from_library("minishogi").expect("a game");
        for (fen, theirs, ours) in
            [("4k/P4/5/5/4K[] w", "5b5a+", "a4a5+p"), ("4k/5/5/5/4K[P] w", "P*4c", "P@b3")]
        {
            let state = game.read_fen(fen).expect("a position");
            let read = usi.read(&state, theirs).expect(theirs);
            assert_eq!(state.uci(read[0]), ours);
            assert_eq!(usi.words([(state, read[0])].into_iter()), [theirs]);
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
        let own = Spelling { is_fairy: false, ..OTHER };
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

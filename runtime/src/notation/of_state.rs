//! The texts of a state and of its moves.

use super::at::At;
use super::fen::{self, FenError, FenStyle};
use super::san::SanError;
use super::{MoveError, TOO_MANY, read, read_one_at, san, uci};
use crate::game::Game;
use crate::moves::Move as Details;
use crate::state::{Move, State};
use crate::words;

impl Game {
    /// The state that a FEN of the game says.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let state = chess.read_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(state.pieces().count(), 3);
    /// let error = chess.read_fen("4k3/8/8/8/8/8/8/4K2R w X - 0 1").unwrap_err();
    /// assert_eq!(error.range, 23..24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not a position of the game, with the place in the text.
    pub fn read_fen(&self, text: &str) -> Result<State, FenError> {
        fen::read_form(self, text).map(|form| State::new(self, form))
    }
}

impl State {
    /// The FEN.
    pub fn fen(&self) -> String {
        fen::write(self.game(), &self.whole())
    }

    /// The FEN with the right to castle in this style.
    pub fn fen_as(&self, style: FenStyle) -> String {
        fen::write_as(self.game(), &self.whole(), style)
    }

    /// A legal move as people write it.
    pub fn san(&self, m: Move) -> String {
        san::write_step(self, m)
    }

    /// A legal move as coordinates.
    pub fn uci(&self, m: Move) -> String {
        uci::write_step(self, m)
    }

    /// The legal moves that a text stands for, in any way in which the game writes them: one move, or all the steps of a turn.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let start = chess.start();
    /// assert_eq!(start.read("Nf3"), start.read("g1f3"));
    /// let error = start.read("e1c1").unwrap_err();
    /// assert_eq!(error.to_string(), "`e1c1` is not a legal move of White's King on e1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text fits no legal move and no turn, or several.
    pub fn read(&self, text: &str) -> Result<Vec<Move>, MoveError> {
        if let Some(m) = san::find(self, text.trim()) {
            return Ok(vec![m]);
        }
        let mut now = self.clone();
        let told = read(self.game(), &self.whole(), text)?;
        let steps = told.iter().map(|details| {
            let m = now.found(text, details)?;
            now.make(m);
            Ok(m)
        });
        steps.collect()
    }

    /// The one legal move that a text stands for, as coordinates or as people write it.
    ///
    /// # Errors
    /// If the text fits no legal move, or several.
    pub fn read_one(&self, text: &str) -> Result<Move, MoveError> {
        match uci::find(self, text.trim()) {
            Some(m) => Ok(m),
            None => self.found(text, &read_one_at(&At::state(self), text)?),
        }
    }

    /// A legal move that has been read.
    fn found(&self, text: &str, details: &Details) -> Result<Move, MoveError> {
        self.find(details).ok_or_else(|| {
            MoveError::San(SanError::NoSuchMove {
                text: words::shortened(text).into_owned(),
                why: TOO_MANY.to_owned(),
            })
        })
    }
}

//! How far a written game has been played: as a state where that says all, which is small and quick to copy.

use crate::game::Game;
use crate::moves::Move;
use crate::notation::{san, uci};
use crate::reference::position::Position;
use crate::state::State;

/// A position in a game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Here<'g> {
    game: &'g Game,
    form: Form,
}

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "the larger one is the usual one, and is played on in place")]
enum Form {
    State(State),
    Whole(Box<Position>),
}

impl<'g> Here<'g> {
    pub(super) fn new(game: &'g Game, position: Position) -> Here<'g> {
        Here { game, form: Form::new(game, position) }
    }

    /// Plays the legal move that a text stands for, if the bitset engine finds it. Otherwise nothing has changed, and nothing is known.
    pub(super) fn play_quickly(&mut self, text: &str) -> Option<Move> {
        let Form::State(state) = &mut self.form else { return None };
        // A pass may be a null move.
        let (m, details) = san::find(state, text).filter(|_| !uci::is_pass(text))?;
        state.make(m);
        Some(details)
    }

    /// Changes the position in any other way.
    pub(super) fn change<T>(&mut self, change: impl FnOnce(&mut Position) -> T) -> T {
        let mut position = self.clone().into_position();
        let changed = change(&mut position);
        self.form = Form::new(self.game, position);
        changed
    }

    pub(super) fn into_position(self) -> Position {
        match self.form {
            Form::State(state) => state.position(),
            Form::Whole(position) => *position,
        }
    }
}

impl Form {
    /// Where it matters what was before a position, the position is kept whole.
    fn new(game: &Game, position: Position) -> Form {
        let says_all = !game.engine().looks_far_back && !game.engine().memory.turns;
        match game.packed(&position).filter(|_| says_all) {
            Some(state) => Form::State(state),
            None => Form::Whole(Box::new(position)),
        }
    }
}

//! The position that a text is about, as a state or as a whole position: each is made from the other when it is first needed.

use std::cell::OnceCell;

use crate::game::Game;
use crate::reference::position::Position;
use crate::state::State;

/// The position that a text is about.
pub(crate) struct At<'a> {
    pub(crate) game: &'a Game,
    given: Given<'a>,
    position: OnceCell<Position>,
    state: OnceCell<Option<State>>,
}

enum Given<'a> {
    Position(&'a Position),
    State(&'a State),
}

impl<'a> At<'a> {
    pub(crate) fn position_of(game: &'a Game, position: &'a Position) -> At<'a> {
        At { game, given: Given::Position(position), position: OnceCell::new(), state: OnceCell::new() }
    }

    pub(crate) fn state(state: &'a State) -> At<'a> {
        let (position, none) = (OnceCell::new(), OnceCell::new());
        At { game: state.game(), given: Given::State(state), position, state: none }
    }

    /// As a whole position.
    pub(crate) fn position(&self) -> &Position {
        match self.given {
            Given::Position(position) => position,
            Given::State(state) => self.position.get_or_init(|| state.whole()),
        }
    }

    /// As a state, where moves can be told apart by what they are on a board of numbered tiles.
    pub(super) fn quick(&self) -> Option<&State> {
        match self.given {
            Given::Position(position) => self.state.get_or_init(|| self.game.packed(position)).as_ref(),
            Given::State(state) => Some(state).filter(|_| self.game.board().plane().is_none()),
        }
    }
}

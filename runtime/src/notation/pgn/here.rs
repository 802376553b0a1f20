//! How far a written game has been played: where it can, on the positions of the bitset engine, which are small and quick to copy.

use crate::game::Game;
use crate::moves::Move;
use crate::notation::few::Packed;
use crate::notation::{san, uci};
use crate::position::Position;

/// A position in a game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Here<'g> {
    game: &'g Game,
    position: Form<'g>,
}

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "the larger one is the usual one, and is played on in place")]
enum Form<'g> {
    Packed(Packed<'g>),
    Whole(Box<Position>),
}

impl<'g> Here<'g> {
    pub(super) fn new(game: &'g Game, position: Position) -> Here<'g> {
        Here { game, position: Form::new(game, position) }
    }

    /// Plays the legal move that a text stands for, if the bitset engine finds it. Otherwise nothing has changed, and nothing is known.
    pub(super) fn play_quickly(&mut self, text: &str) -> Option<Move> {
        let Form::Packed(packed) = &mut self.position else { return None };
        // A pass may be a null move.
        let (step, m) = san::find(self.game, packed, text).filter(|_| !uci::is_pass(text))?;
        packed.play(step);
        Some(m)
    }

    /// Changes the position in any other way.
    pub(super) fn change<T>(&mut self, change: impl FnOnce(&mut Position) -> T) -> T {
        let mut position = self.clone().into_position();
        let changed = change(&mut position);
        self.position = Form::new(self.game, position);
        changed
    }

    pub(super) fn into_position(self) -> Position {
        match self.position {
            Form::Packed(packed) => packed.position(),
            Form::Whole(position) => *position,
        }
    }
}

impl<'g> Form<'g> {
    /// What was before a position is no part of a state of the engine; where that matters, the position is kept whole.
    fn new(game: &'g Game, position: Position) -> Form<'g> {
        let says_all = !game.engine().looks_far_back && !game.engine().memory.turns;
        match game.packed(&position).filter(|_| says_all) {
            Some(packed) => Form::Packed(packed),
            None => Form::Whole(Box::new(position)),
        }
    }
}

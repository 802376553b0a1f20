//! Positions beyond this engine: tiles may come to lie too far apart on a plane for the window of a state. Then a packed state is the position
//! itself, and the reference engine plays on, until they fit again.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use tilegame_dsl::ir::Tile;

use super::choose::NO_KIND;
use super::engine::Engine;
use super::make::{AS_IT_IS, How, Step};
use super::state::State;
use crate::engine::view::View;
use crate::moves::Move;
use crate::position::Position;

impl<const W: usize, const N: usize> Engine<W, N> {
    /// A state as a position in which nothing is remembered that is of no use.
    pub(super) fn told_position(&self, state: &State<W, N>) -> Position {
        let mut position = self.layout.position(state);
        self.outer.drop_what_is_useless(&mut position);
        position
    }

    pub(super) fn moves_beyond(&self, position: &Position) -> Vec<Move> {
        self.outer.legal_moves(&mut position.clone())
    }

    /// All legal moves, each known by its number.
    pub(super) fn listed_beyond(&self, position: &Position) -> impl Iterator<Item = Step> + use<W, N> {
        self.listed_beyond_if(position, |_| true)
    }

    /// Those of the legal moves that are wanted, each known by its number among all.
    pub(super) fn listed_beyond_if<F: Fn(&Move) -> bool>(
        &self,
        position: &Position,
        is_wanted: F,
    ) -> impl Iterator<Item = Step> + use<F, W, N> {
        let step =
            |number| Step { from: 0, to: 0, kind: NO_KIND, promotion: AS_IT_IS, how: How::Listed(number) };
        let numbered = (0..).zip(self.moves_beyond(position));
        numbered.filter(move |(_, m)| is_wanted(m)).map(move |(number, _)| step(number))
    }

    /// The move that is known by its number.
    pub(super) fn move_beyond(&self, position: &Position, step: Step) -> Move {
        let number = if let How::Listed(number) = step.how { number as usize } else { usize::MAX };
        self.moves_beyond(position).into_iter().nth(number).expect("the move is one of this position")
    }

    pub(super) fn played_beyond(&self, position: &Position, step: Step) -> Position {
        let mut next = position.clone();
        self.outer.play(&mut next, &self.move_beyond(position, step));
        next
    }

    /// Whether the player to move is in what the game calls check.
    pub(super) fn in_check_beyond(&self, position: &Position) -> bool {
        let view = View::new(position, self.outer.to_move(position));
        let check = self.outer.rules.notation.check.as_ref();
        check.is_some_and(|(_, test)| self.outer.holds(&view, Tile(0), test))
    }

    pub(super) fn key_beyond(&self, position: &Position) -> u64 {
        let mut hasher = FxHasher::default();
        self.outer.identity(position).hash(&mut hasher);
        hasher.finish()
    }
}

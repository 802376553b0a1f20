//! Where what follows from a move goes on the board: a beam, a row of stones that are turned over.

use tilegame_dsl::ir::{Action, Tile};

use super::trace;
use crate::game::Game;
use crate::moves::Move as Details;
use crate::reference::position::Position;
use crate::reference::view::View;
use crate::state::{Move, State};

/// A way that a line of `after` with `each` has walked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// Its tiles, the first included.
    pub way: Vec<Tile>,
    /// It came to the end of its path, so that something happened. If not, it is as far as it got.
    pub done: bool,
}

/// The ways that what follows from a legal move walks. Where no way of a path can be walked to its end, the longest start of one.
pub fn walks(state: &State, m: Move) -> Vec<Walk> {
    in_position(state.game(), &state.whole(), &state.details(m))
}

/// The same.
pub(super) fn in_position(game: &Game, before: &Position, m: &Details) -> Vec<Walk> {
    let (engine, me) = (game.engine(), game.to_move(before));
    let mut found: Vec<Walk> = Vec::new();
    engine.tell_what_follows(before, m, &mut |position, line, change| {
        if change.is_some() {
            return;
        }
        let view = View { mover: Some(me), ..View::new(position, me) };
        for action in &game.rules().turn.after[line].actions {
            let Action::Each { path, from } = action else { continue };
            for start in engine.starts(&view, m.to, from.as_ref()) {
                let (done, longest) = trace::ways(engine, &view, path, start);
                let nothing = done.is_empty();
                found.extend(done.into_iter().map(|way| Walk { way, done: true }));
                found.extend(longest.filter(|_| nothing).map(|way| Walk { way, done: false }));
            }
        }
    });
    found
}

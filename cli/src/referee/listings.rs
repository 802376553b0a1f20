//! Lists of legal moves as they were answered: many games begin alike, and writing the moves takes longer than finding them.

use std::collections::HashMap;

use tilegame_runtime::State;

/// How moves are listed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Form {
    /// As coordinates and as people write them.
    Both,
    /// Only as coordinates.
    Uci,
    /// Only as people write them.
    San,
}

/// About so many bytes of lists are kept.
const MOST: usize = 32 << 20;

/// What a list has beside its text.
const BESIDE: usize = 512;

/// Lists of legal moves by positions.
#[derive(Default)]
pub(super) struct Listings {
    kept: HashMap<State, Vec<(Form, String)>>,
    bytes: usize,
}

impl Listings {
    /// The list of a position's moves, if it is known.
    pub(super) fn get(&self, state: &State, form: Form) -> Option<&str> {
        let known = self.kept.get(state)?;
        known.iter().find(|(other, _)| *other == form).map(|(_, listed)| listed.as_str())
    }

    /// Keeps a list. If there are too many, all others are forgotten.
    pub(super) fn keep(&mut self, state: &State, form: Form, listed: &str) {
        let bytes = listed.len() + state.game().rules().board.tiles.len() + BESIDE;
        if bytes > MOST / 8 {
            return;
        }
        if self.bytes + bytes > MOST {
            *self = Listings::default();
        }
        self.bytes += bytes;
        self.kept.entry(state.clone()).or_default().push((form, listed.to_owned()));
    }
}

//! Legal moves that no list contains: where the rules list only some of the moves that change the board, a text may say another.
//!
//! They are too large for a [`Move`](crate::Move), so the game keeps them, and the move is a number. A game keeps no more than [`MOST`] of them.

use std::sync::{Mutex, PoisonError};

use indexmap::IndexSet;

use crate::moves::Move as Details;

/// A game keeps no more moves than these.
const MOST: usize = 1 << 20;

/// The moves that have been read.
#[derive(Debug, Default)]
pub(crate) struct Written(Mutex<IndexSet<Details>>);

impl Written {
    /// The number of a move, the same whenever it is asked for; nothing if there are too many.
    pub(crate) fn number(&self, details: &Details) -> Option<u32> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = all.get_index_of(details) {
            return Some(number as u32);
        }
        (all.len() < MOST).then(|| all.insert_full(details.clone()).0 as u32)
    }

    /// The move of a number.
    pub(crate) fn get(&self, number: u32) -> Details {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get_index(number as usize).expect("the move was read in this game").clone()
    }
}

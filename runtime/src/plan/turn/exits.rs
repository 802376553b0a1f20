//! Lines by which players go out while the others play on, or are passed over.

use tilegame_dsl::ir::Rules;

/// A line by which players go out or are passed over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit {
    /// The number of the ending.
    pub(crate) end: usize,
    pub(crate) asks_for_moves: bool,
}

/// All such lines.
pub(crate) fn exits(rules: &Rules) -> Vec<Exit> {
    let lines = rules.ends.iter().enumerate().filter(|(_, end)| !end.result.is_final());
    lines.map(|(end, line)| Exit { end, asks_for_moves: line.when.asks_for_moves() }).collect()
}

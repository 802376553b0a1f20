//! Moves of tiles: rectangles that go elsewhere with what stands on them, and tiles that vanish.

use tilegame_dsl::ir::{self, BoardWork, LabelId};

use crate::packed::refusal::WhyNot;
use crate::plan::cond::{Cond, Conds};

/// What a player may do with tiles.
#[derive(Clone, Debug)]
pub(crate) struct TileMove {
    /// What each of the tiles must pass.
    pub(crate) each: Cond,
    pub(crate) work: BoardWork,
    pub(crate) label: Option<LabelId>,
}

/// A step knows the size of a rectangle by numbers up to this.
const MOST_LISTED: u16 = u8::MAX as u16;

/// What the rules say of moves of tiles.
pub(crate) fn tile_moves(
    rules: &ir::Rules,
    conds: &mut Conds,
    tiles: usize,
) -> Result<Vec<TileMove>, WhyNot> {
    let lines = rules.turn.board.iter().map(|line| {
        if matches!(line.work, BoardWork::Carry { listed, .. } if listed.iter().any(|n| (*n).min(tiles as u16) > MOST_LISTED)) {
            return Err(WhyNot::TooLarge);
        }
        Ok(TileMove { each: conds.make(&line.each)?, work: line.work.clone(), label: line.label })
    });
    lines.collect()
}

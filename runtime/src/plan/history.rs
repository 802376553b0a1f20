//! Moves that are known again by what they do.

use tilegame_dsl::ir::{self, LabelId, PlayerId, Tile};

use crate::packed::refusal::WhyNot;
use crate::plan::layout::Layout;
use crate::plan::program::Range;
use crate::plan::unroll::Unroller;

/// Moves that are known again by what they do.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    pub(crate) label: LabelId,
    pub(crate) kinds: Vec<u8>,
    /// For every player and rule, the program on every tile.
    pub(crate) programs: Vec<Vec<Vec<Range>>>,
}

pub(crate) fn watches(
    all: &[ir::Watch],
    layout: &Layout,
    unroller: &mut Unroller<'_>,
) -> Result<Vec<Watch>, WhyNot> {
    let mut watches = Vec::new();
    for watch in all.iter().filter(|_| !layout.deeds.list.is_empty()) {
        let mut programs = Vec::new();
        for player in 0..layout.players {
            let mut of_player = Vec::new();
            for rule in &watch.rules {
                let of_tile =
                    |tile| unroller.rule(0, (rule, &[]), (PlayerId::new(player), None), (None, tile));
                of_player.push((0..layout.tiles).map(Tile::new).map(of_tile).collect::<Result<Vec<_>, _>>()?);
            }
            programs.push(of_player);
        }
        let kinds = watch.kinds.0.iter().map(|k| k.0).collect();
        watches.push(Watch { label: watch.label, kinds, programs });
    }
    Ok(watches)
}

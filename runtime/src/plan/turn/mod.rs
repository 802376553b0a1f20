//! The turn: what moves besides pieces, what happens after a move, whose turn it is.

pub(crate) mod after;
pub(crate) mod choice;
pub(crate) mod exits;
pub(crate) mod phases;
pub(crate) mod preference;
pub(crate) mod tiles;

use tilegame_dsl::ir::Rules;

use crate::packed::refusal::WhyNot;
use crate::packed::set::Set;
use crate::plan::cond::Cond;
use crate::plan::history::{Watch, watches};
use crate::plan::layout::Layout;
use crate::plan::turn::after::After;
use crate::plan::turn::choice::Choice;
use crate::plan::turn::exits::{Exit, exits};
use crate::plan::turn::phases::{Only, only};
use crate::plan::turn::preference::Preferred;
use crate::plan::turn::tiles::{TileMove, tile_moves};
use crate::plan::unroll::Unroller;

/// The turn of a game.
#[derive(Debug)]
pub(crate) struct Turn<const W: usize> {
    /// Whose turn it is at each place in the order of turns, phase by phase.
    pub(crate) order: Vec<usize>,
    /// Moves in which no piece moves.
    pub(crate) choices: Vec<Choice<W>>,
    /// What a player may do with tiles.
    pub(crate) tile_moves: Vec<TileMove>,
    /// When one may pass.
    pub(crate) pass: Option<Cond>,
    /// What happens after moves.
    pub(crate) after: Vec<After>,
    /// Which moves go before others.
    pub(crate) prefer: Vec<Preferred>,
    /// Moves may be told apart only until it is settled which of them may be chosen.
    pub(crate) merges: bool,
    /// For each phase of a turn, what moves must be.
    pub(crate) only: Only,
    /// Moves that are known again by what they do.
    pub(crate) watches: Vec<Watch>,
    /// How players go out, or are passed over.
    pub(crate) exits: Vec<Exit>,
}

impl<const W: usize> Turn<W> {
    /// The turn of a game. For each counter it is known whether some test `asked` for it; `legality_asks` if something is asked of positions
    /// after moves.
    pub(crate) fn new(
        rules: &Rules,
        layout: &Layout,
        unroller: &mut Unroller<'_>,
        (asked, legality_asks): (&[bool], bool),
        regions: &[Vec<Set<W>>],
    ) -> Result<Turn<W>, WhyNot> {
        let (reference, conds) = (unroller.reference, &mut unroller.conds);
        let after = after::lines(rules, conds, asked)?;
        let mut choices = choice::choices(reference, layout, rules, conds, &after, legality_asks)?;
        choice::settle(&mut choices, regions, (layout.players, Set::first_tiles(layout.tiles)));
        let tile_moves = tile_moves(rules, conds, layout.tiles)?;
        let prefer = preference::lower(rules, conds)?;
        let pass = rules.turn.pass.as_ref().map(|pass| conds.make(&pass.guard)).transpose()?;
        let order = rules.turn.order.iter().flat_map(|p| std::iter::repeat_n(p.index(), layout.phases));
        Ok(Turn {
            order: order.collect(),
            choices,
            tile_moves,
            pass,
            after,
            prefer,
            merges: preference::merges(reference),
            only: only(rules),
            watches: watches(&rules.watches, layout, unroller)?,
            exits: exits(rules),
        })
    }
}

//! The plan of a game: its rules as tables and programs for boards of one size. Nothing here reads a position.

pub(crate) mod arrive;
pub(crate) mod attacks;
pub(crate) mod bars;
pub(crate) mod build;
pub(crate) mod castling;
pub(crate) mod change;
pub(crate) mod cond;
pub(crate) mod counters;
pub(crate) mod facing;
pub(crate) mod footprint;
pub(crate) mod history;
pub(crate) mod layout;
pub(crate) mod legality;
pub(crate) mod limits;
pub(crate) mod lines;
pub(crate) mod movers;
pub(crate) mod normal;
pub(crate) mod past;
pub(crate) mod paths;
pub(crate) mod prefilter;
pub(crate) mod program;
pub(crate) mod report;
pub(crate) mod route;
pub(crate) mod shape;
pub(crate) mod shift;
pub(crate) mod sight;
pub(crate) mod sweep;
pub(crate) mod table;
pub(crate) mod turn;
pub(crate) mod unroll;
pub(crate) mod walked;
pub(crate) mod ways;
pub(crate) mod window;

use std::sync::Arc;

use crate::packed::set::Set;
use crate::plan::cond::{Cond, Conds};
use crate::plan::history::Watch;
use crate::plan::layout::Layout;
use crate::plan::legality::Legality;
use crate::plan::legality::connected::Ground;
use crate::plan::legality::incremental::Sift;
use crate::plan::legality::wake::Wake;
use crate::plan::movers::Side;
use crate::plan::paths::{Seen, Sights};
use crate::plan::prefilter::Glance;
use crate::plan::program::Code;
use crate::plan::route::Walked;
use crate::plan::table::Table;
use crate::plan::turn::after::After;
use crate::plan::turn::choice::Choice;
use crate::plan::turn::exits::Exit;
use crate::plan::turn::phases::{Foreseen, Only};
use crate::plan::turn::preference::Preferred;
use crate::plan::turn::tiles::TileMove;
use crate::plan::ways::Shapes;
use crate::reference::engine::Reference;

/// A game for boards of at most `64 * W` tiles, with room for `N` sets in a state.
#[derive(Debug)]
pub(crate) struct Plan<const W: usize, const N: usize> {
    /// The game as it is played here: on a plane, in a window of it.
    pub(crate) reference: Arc<Reference>,
    /// The game as everybody else knows it.
    pub(crate) outer: Arc<Reference>,
    pub(crate) layout: Layout,
    /// For every player and kind, which sets its pieces are in: all tiles or none.
    pub(crate) stamps: Vec<[Set<W>; N]>,
    pub(crate) code: Code,
    pub(crate) conds: Conds,
    /// The paths that tests and effects speak of.
    pub(crate) sees: Vec<Seen>,
    /// For every kind, those of its rules that are walked; none at all if no rule is.
    pub(crate) walked: Vec<Vec<Option<Walked>>>,
    /// For every path and player, the same for all tiles at once.
    pub(crate) sights: Sights<W>,
    pub(crate) shapes: Shapes<W>,
    /// Which leaves do nothing but go and take.
    pub(crate) is_plain: Vec<bool>,
    /// Which go to an empty tile, leave marks at most, and do nothing else.
    pub(crate) is_marking: Vec<bool>,
    pub(crate) watches: Vec<Watch>,
    pub(crate) tables: Vec<Arc<Table<W>>>,
    /// For every seat.
    pub(crate) sides: Vec<Side<W>>,
    /// All tiles.
    pub(crate) board: Set<W>,
    pub(crate) regions: Vec<Vec<Set<W>>>,
    pub(crate) order: Vec<usize>,
    /// What each kind was before it was promoted.
    pub(crate) unpromoted: Vec<usize>,
    /// What each kind counts as in a hand.
    pub(crate) in_hand: Vec<usize>,
    pub(crate) choices: Vec<Choice<W>>,
    /// What a player may do with tiles.
    pub(crate) tile_moves: Vec<TileMove>,
    /// When one may pass.
    pub(crate) pass: Option<Cond>,
    /// For each counter, where it stands and whether each player has one.
    pub(crate) counters: Vec<(usize, bool)>,
    /// Where the numbers stand that some test asks for.
    pub(crate) asked: Vec<usize>,
    pub(crate) legality: Legality,
    pub(crate) legal: Cond,
    /// What lies next to each other, where legality is that all tiles hang together.
    pub(crate) ground: Option<Ground<W>>,
    /// The tiles that matter to it, where most moves need not be made.
    pub(crate) sift: Option<Sift<W>>,
    /// The same where moves do more.
    pub(crate) wake: Option<Wake<W>>,
    pub(crate) prefer: Vec<Preferred>,
    /// For each phase of a turn, what moves must be.
    pub(crate) only: Only,
    /// The same game where nobody asks whether a move leaves a reply, if anybody does but of a choice: replies are moves of this one.
    pub(crate) replies: Option<Box<Plan<W, N>>>,
    /// What the phases of a turn say of legality, where moves are made to see it.
    pub(crate) foreseen: Option<Foreseen>,
    /// It depends on what has been before which moves are legal.
    pub(crate) asks_for_past: bool,
    /// Where the counters stand that make no difference to whether a position has occurred.
    pub(crate) ignored: Vec<usize>,
    /// Moves may be told apart only until it is settled which of them may be chosen.
    pub(crate) merges: bool,
    /// The moves before the last ply are made in one call into the code for the processor at hand.
    pub(crate) counts_in_bulk: bool,
    /// The turn goes on to the next in the order, and nothing is remembered of it.
    pub(crate) passes_on_simply: bool,
    pub(crate) after: Vec<After>,
    /// It matters whether a move takes something.
    pub(crate) minds_captures: bool,
    /// Something happens after moves besides bookkeeping.
    pub(crate) acts_after: bool,
    /// Numbers change after moves that no test asks for.
    pub(crate) has_books: bool,
    /// How they do depends on nothing but the move.
    pub(crate) keeps_books_blindly: bool,
    /// After a move that goes and takes, at most some numbers change.
    pub(crate) makes_plainly: bool,
    /// What happens after moves that only go is the same for all of them, and at most some numbers change.
    pub(crate) counts_alike: bool,
    /// A move that goes and takes does nothing else, but what it takes may come into the hand; and pieces are put on the board.
    pub(crate) makes_keeping: bool,
    /// The game can be over although there may be moves.
    pub(crate) ends_suddenly: bool,
    /// Whoever castles must be safe on the way, and nothing else is asked.
    pub(crate) castles_unattacked: bool,
    pub(crate) ends: Vec<Cond>,
    /// What the game calls check, if that asks for nothing that no other rule asks for.
    pub(crate) check: Option<Cond>,
    pub(crate) exits: Vec<Exit>,
    /// The numbers of those that can end a game although there may be moves, and what is seen of them at a glance.
    pub(crate) sudden: Vec<(usize, Glance)>,
    /// The tiles of the regions that a glance at an ending may ask about.
    pub(crate) telling: Set<W>,
    pub(crate) castling_safe: Cond,
    pub(crate) castles: bool,
    /// The set of the pieces that may, if there are such.
    pub(crate) rights: usize,
    /// The piece that castles is the royal one.
    pub(crate) royal_castles: bool,
    /// Whoever is attacked can't castle.
    pub(crate) castles_out_of_check_never: bool,
}

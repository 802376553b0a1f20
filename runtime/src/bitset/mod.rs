//! The bitset engine: the same rules as the reference engine's, made into tables when a game is loaded.
//!
//! It knows no game, like the rest of this crate. Whatever it can't take it refuses with a reason, and the reference engine,
//! which is the specification, plays on. It shares the reference engine's types and what that has looked up in the rules; the logic
//! is its own.
//!
//! | module | what |
//! | --- | --- |
//! | `refuse` | what the engine does not model |
//! | `normal` | one spelling for each meaning of a test |
//! | `set` | sets of tiles in a fixed number of words |
//! | `unroll`, `program`, `facing` | paths as programs that ask about pieces only |
//! | `walk`, `landing`, `zones` | paths that are walked over a state, where that can't be or would be too long |
//! | `ways`, `shape`, `arrive`, `lines`, `shift`, `table`, `bars` | which programs are leaps, lines, shifts; tables for these |
//! | `cond`, `ask`, `sight`, `sweep` | tests, asked of many tiles at once |
//! | `glance`, `calm` | what decides tests quickly; what quiet moves don't change |
//! | `attack`, `guard`, `sift`, `legality` | who attacks what; which moves are legal without making them |
//! | `state`, `make`, `after`, `history`, `castle`, `choose` | positions, copied to make a move |
//! | `carry`, `ground`, `plane` | moves of tiles; how tiles hang together; the window in which a plane is seen |
//! | `leave` | whose turn it is, and who is out |
//! | `only` | what a phase of the turn allows, and turns in which only a pass is left |
//! | `past`, `useless` | the states before one; what is remembered in vain |
//! | `generate`, `sink`, `count`, `list`, `narrow` | moves in sets, counted, or one by one; some of them |
//! | `packed` | positions and moves in a few bytes |
//! | `chance` | which pieces need be asked by programs |
//! | `checking` | choices that may not leave the enemy in check without a reply: which of them need be asked |
//! | `processor` | what the processor can do, and code compiled for it |
//! | `known`, `report` | counts that are known already; what has become of each rule |
//! | `engine` | all of it together |

mod after;
mod arrive;
mod ask;
mod attack;
mod bars;
mod calm;
mod carry;
mod castle;
mod chance;
mod checking;
mod choose;
mod cond;
mod count;
mod engine;
mod facing;
mod generate;
mod glance;
mod ground;
mod guard;
mod history;
mod known;
mod landing;
mod leave;
mod legality;
mod lines;
mod list;
mod make;
mod narrow;
mod normal;
mod only;
mod packed;
mod past;
mod plane;
mod prefer;
mod processor;
mod program;
mod refuse;
mod report;
mod set;
mod shape;
mod shift;
mod sift;
mod sight;
mod sink;
mod state;
mod sweep;
mod table;
mod unroll;
mod useless;
mod walk;
mod ways;
mod zones;

use std::fmt::Debug;
use std::sync::Arc;

use thiserror::Error;
use tilegame_dsl::ir::Rules;

use crate::moves::Move;
use crate::reference::engine::Reference;
use crate::reference::position::Position;
use engine::Engine;
pub use known::Known;
pub use make::Step as PackedMove;
use packed::Fits;
pub(crate) use packed::{Form, Plays};
pub use report::{LineReport, Report, RuleReport, Shape};

/// Why a game is left to the reference engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WhyNot {
    /// More tiles, kinds, players or counters than there is room for.
    #[error("it has more tiles, kinds, players or numbers than there is room for")]
    TooLarge,
    /// Unrolled over the board, its paths are too long.
    #[error("its rules have too many paths")]
    TooManyWays,
    /// Something out of the ordinary.
    #[error("it has {0}")]
    Unusual(&'static str),
}

/// The bitset engine of a game. Every question may be refused for a position with larger numbers or more marks than there is
/// room for; a game made of legal moves from the setup has none of these.
#[derive(Debug)]
pub struct Bitset {
    engine: Box<dyn Answers>,
}

/// What the engine for a board of any size can be asked.
trait Answers: Plays + Send + Sync + Debug {
    fn moves(&self, position: &Position) -> Result<Vec<Move>, WhyNot>;
    fn moves_by_tables(&self, position: &Position) -> Result<Vec<Move>, WhyNot>;
    fn successors(&self, position: &Position) -> Result<Vec<(Move, Position)>, WhyNot>;
    fn perft(&self, known: Option<&Known>, position: &Position, depth: u32) -> Result<u64, WhyNot>;
    fn report(&self) -> Report;
    fn ending(&self, position: &Position) -> Result<Option<usize>, WhyNot>;
}

impl Bitset {
    pub(crate) fn new(reference: &Arc<Reference>) -> Result<Bitset, WhyNot> {
        refuse::refuse(reference)?;
        let rules = normal::rules(&reference.rules);
        /// An engine of this size, if there is room.
        fn sized<const W: usize, const N: usize>(
            reference: &Arc<Reference>,
            rules: &Rules,
        ) -> Option<Result<Box<dyn Answers>, WhyNot>>
        where
            state::State<W, N>: Fits<W, N>,
        {
            match Engine::<W, N>::new(Arc::clone(reference), rules) {
                Err(WhyNot::TooLarge) => None,
                Err(why) => Some(Err(why)),
                Ok(engine) => Some(Ok(Box::new(engine))),
            }
        }
        // Each size is a copy of the whole engine, and in a browser everybody waits for the download of all of them: there, two have to do.
        #[cfg(not(target_family = "wasm"))]
        let sizes =
            [sized::<1, 16>, sized::<1, 32>, sized::<2, 16>, sized::<2, 32>, sized::<4, 32>, sized::<16, 32>];
        #[cfg(target_family = "wasm")]
        let sizes = [sized::<1, 16>, sized::<4, 32>];
        let engine =
            sizes.into_iter().find_map(|sized| sized(reference, &rules)).unwrap_or(Err(WhyNot::TooLarge))?;
        Ok(Bitset { engine })
    }

    /// What plays on states.
    pub(crate) fn plays(&self) -> &dyn Plays {
        &*self.engine
    }

    /// The legal moves, found by programs alone, in an order of their own.
    ///
    /// # Errors
    /// If the position has more than there is room for.
    pub fn moves(&self, position: &Position) -> Result<Vec<Move>, WhyNot> {
        self.engine.moves(position)
    }

    /// The legal moves as the tables give them, in an order of their own.
    ///
    /// # Errors
    /// If the position has more than there is room for.
    pub fn moves_by_tables(&self, position: &Position) -> Result<Vec<Move>, WhyNot> {
        self.engine.moves_by_tables(position)
    }

    /// The legal moves with the positions they lead to.
    ///
    /// # Errors
    /// If the position has more than there is room for.
    pub fn successors(&self, position: &Position) -> Result<Vec<(Move, Position)>, WhyNot> {
        self.engine.successors(position)
    }

    /// The number of sequences of so many legal moves; a table of counts must be this game's.
    ///
    /// # Errors
    /// If the position has more than there is room for.
    pub fn perft(&self, known: Option<&Known>, position: &Position, depth: u32) -> Result<u64, WhyNot> {
        self.engine.perft(known, position, depth)
    }

    /// What has become of each movement rule, and how large everything is.
    pub fn report(&self) -> Report {
        self.engine.report()
    }

    /// The number of the ending that a position shows.
    ///
    /// # Errors
    /// If the position has more than there is room for.
    pub fn ending(&self, position: &Position) -> Result<Option<usize>, WhyNot> {
        self.engine.ending(position)
    }
}

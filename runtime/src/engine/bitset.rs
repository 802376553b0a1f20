//! The engine of a game for a board of any size.

use std::fmt::Debug;
use std::sync::Arc;

use tilegame_dsl::ir::Rules;

use crate::engine::transpositions::TranspositionTable;
use crate::moves::Move;
use crate::packed::form::{Fits, Plays};
use crate::packed::refusal::WhyNot;
use crate::packed::state::State;
use crate::plan::report::Report;
use crate::plan::{Plan, limits, normal};
use crate::reference::engine::Reference;
use crate::reference::position::Position;

/// The bitset engine of a game. Every question may be refused for a position with larger numbers or more marks than there is
/// room for; a game made of legal moves from the setup has none of these.
#[derive(Debug)]
pub struct Bitset {
    engine: Box<dyn Answers>,
}

/// What the engine for a board of any size can be asked.
pub(crate) trait Answers: Plays + Send + Sync + Debug {
    fn moves(&self, position: &Position) -> Result<Vec<Move>, WhyNot>;
    fn moves_by_tables(&self, position: &Position) -> Result<Vec<Move>, WhyNot>;
    fn successors(&self, position: &Position) -> Result<Vec<(Move, Position)>, WhyNot>;
    fn perft(
        &self,
        known: Option<&TranspositionTable>,
        position: &Position,
        depth: u32,
    ) -> Result<u64, WhyNot>;
    fn report(&self) -> Report;
    fn ending(&self, position: &Position) -> Result<Option<usize>, WhyNot>;
}

impl Bitset {
    pub(crate) fn new(reference: &Arc<Reference>) -> Result<Bitset, WhyNot> {
        limits::refuse(reference)?;
        let rules = normal::rules(&reference.rules);
        /// An engine of this size, if there is room.
        fn sized<const W: usize, const N: usize>(
            reference: &Arc<Reference>,
            rules: &Rules,
        ) -> Option<Result<Box<dyn Answers>, WhyNot>>
        where
            State<W, N>: Fits<W, N>,
        {
            match Plan::<W, N>::new(Arc::clone(reference), rules) {
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
    pub fn perft(
        &self,
        known: Option<&TranspositionTable>,
        position: &Position,
        depth: u32,
    ) -> Result<u64, WhyNot> {
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

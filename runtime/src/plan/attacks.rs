//! Attack tables: from where each tile can be attacked.
//!
//! They are those of the forward ways with their ends exchanged, so that a way there that differs from the way back
//! (lame leaps, bent lines, one-way steps) is right by construction.

use std::sync::Arc;

use crate::packed::set::{ByTile, Set};
use crate::plan::table::Table;

/// How a player's pieces take, seen from the tiles where something is taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threats<const W: usize> {
    /// Kinds that take from fixed tiles.
    pub(crate) leaps: Vec<Arc<LeapThreat<W>>>,
    /// Kinds that take along ways that something may block.
    pub(crate) lines: Vec<Arc<LineThreat<W>>>,
    /// The same kinds, seen from where they stand.
    pub(crate) strikes: Vec<Strikes<W>>,
    /// Kinds some of whose rules take in a manner that only their programs tell.
    pub(crate) odd: Vec<OddThreat<W>>,
}

#[derive(Clone, Debug)]
pub(crate) struct LeapThreat<const W: usize> {
    pub(crate) kinds: Vec<u8>,
    pub(crate) from: ByTile<Set<W>, W>,
    /// The same from the other end.
    pub(crate) to: ByTile<Set<W>, W>,
}

#[derive(Clone, Debug)]
pub(crate) struct LineThreat<const W: usize> {
    pub(crate) kinds: Vec<u8>,
    pub(crate) table: Arc<Table<W>>,
    /// Where such a piece could stand if nothing were in the way.
    pub(crate) reach: ByTile<Set<W>, W>,
    /// Where it could stand, and what must be empty then, for every way.
    pub(crate) ways: ByTile<Vec<(u16, Set<W>)>, W>,
    /// Any piece on such a path blocks it: it asks for empty tiles only.
    pub(crate) is_stopped_by_one: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Strikes<const W: usize> {
    pub(crate) kinds: Vec<u8>,
    pub(crate) table: Arc<Table<W>>,
    /// Where such a piece could take if nothing were in the way.
    pub(crate) reach: ByTile<Set<W>, W>,
}

#[derive(Clone, Debug)]
pub(crate) struct OddThreat<const W: usize> {
    pub(crate) kind: u8,
    pub(crate) rules: Vec<u16>,
    /// Where such a piece could stand, whatever stands around it.
    pub(crate) reach: ByTile<Set<W>, W>,
}

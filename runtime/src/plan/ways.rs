//! Ways: what a program says, taken apart again into one way at a time, to see what shape a rule has.

use crate::packed::set::Set;
use crate::plan::program::Range;

/// Which moves a way serves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Half {
    /// To an empty tile.
    Quiet,
    /// To an enemy's tile.
    Capture,
    /// Both.
    Both,
}

/// A way that asks only which tiles are empty, and perhaps that no piece of some kinds stands on some others.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Way<const W: usize> {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) empty: Set<W>,
    pub(crate) full: Set<W>,
    /// Where no piece may stand of the kinds that the test of this number names.
    pub(crate) barred: Set<W>,
    pub(crate) bar: Option<u32>,
    pub(crate) half: Half,
    pub(crate) tag: u32,
    pub(crate) leaf: u32,
}

/// What a movement rule is for one player.
#[derive(Clone, Debug)]
pub(crate) struct RuleShape<const W: usize> {
    /// Its program on every tile.
    pub(crate) programs: Vec<Range>,
    /// Its ways, if all of them ask only for emptiness and blockers and none changes more than marks, numbers and what the piece is.
    pub(crate) ways: Option<Vec<Way<W>>>,
    /// No way changes anything but what stands where it starts and ends.
    pub(crate) is_plain: bool,
    /// It is walked, so it has no programs, and the other fields have their defaults.
    pub(crate) is_walked: bool,
    /// It says what its pieces attack.
    pub(crate) attacks: bool,
    /// All ways take what has left a mark.
    pub(crate) is_onto: bool,
    /// Some way takes something on a tile other than where it ends, or in a manner that asks more than which tiles are empty.
    pub(crate) takes_oddly: bool,
    /// Its label matters to what happens after a move, or to what is remembered.
    pub(crate) is_marked: bool,
    /// The ways from each tile, where moves have to be told apart by these and nothing is barred: then no program is run.
    pub(crate) trails: Option<Vec<Vec<Trail<W>>>>,
}

impl<const W: usize> RuleShape<W> {
    /// The shape of a rule that is walked.
    pub(crate) fn walked(tiles: usize, is_marked: bool) -> RuleShape<W> {
        RuleShape {
            programs: vec![Range::default(); tiles],
            ways: None,
            is_plain: false,
            is_walked: true,
            attacks: true,
            is_onto: false,
            takes_oddly: true,
            is_marked,
            trails: None,
        }
    }
}

/// A way from a known tile.
#[derive(Clone, Debug)]
pub(crate) struct Trail<const W: usize> {
    pub(crate) empty: Set<W>,
    pub(crate) full: Set<W>,
    pub(crate) half: Half,
    pub(crate) leaf: u32,
}

impl<const W: usize> Trail<W> {
    pub(crate) fn of(way: &Way<W>) -> Trail<W> {
        Trail { empty: way.empty, full: way.full, half: way.half, leaf: way.leaf }
    }
}

/// The shapes of all rules: for every seat and kind, in the order of the rules. A seat is a player in a phase of the turn.
pub(crate) type Shapes<const W: usize> = Vec<Vec<Vec<RuleShape<W>>>>;

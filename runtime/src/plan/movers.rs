//! What each player's pieces can do, kind by kind.

use std::sync::Arc;

use crate::packed::set::{ByTile, Set};
use crate::plan::attacks::Threats;
use crate::plan::castling::{Castle, Castling, castling};
use crate::plan::layout::Layout;
use crate::plan::legality::enemies::Against;
use crate::plan::prefilter::Prefilter;
use crate::plan::route::Walked;
use crate::plan::table::Table;
use crate::plan::ways::{Half, Shapes};
use crate::reference::engine::Reference;

/// What all pieces can do.
#[derive(Debug)]
pub(crate) struct Movers<const W: usize> {
    /// For every seat.
    pub(crate) sides: Vec<Side<W>>,
    pub(crate) shapes: Shapes<W>,
    /// For every kind, those of its rules that are walked; none at all if no rule is.
    pub(crate) walked: Vec<Vec<Option<Walked>>>,
    pub(crate) tables: Vec<Arc<Table<W>>>,
}

/// What one player's pieces can do.
#[derive(Clone, Debug)]
pub(crate) struct Side<const W: usize> {
    /// For each kind, how its pieces go.
    pub(crate) movers: Vec<Mover<W>>,
    /// Kinds whose pieces go alike are asked together, if they are not royal.
    pub(crate) groups: Vec<Group<W>>,
    /// Kinds whose pieces may arrive as others, and go in one manner.
    pub(crate) arriving: Vec<Arriving<W>>,
    /// The kinds that are in no group and neither royal.
    pub(crate) apart: Vec<u8>,
    pub(crate) royals: Vec<u8>,
    /// What a royal piece does, if all it does is to leap and there is only one kind of them.
    pub(crate) royal_leap: Option<ByTile<Set<W>, W>>,
    /// Those that are not royal and do more than go and take.
    pub(crate) leaving: Vec<u8>,
    pub(crate) threats: Threats<W>,
    pub(crate) against: Against<W>,
    pub(crate) ontos: Vec<Onto<W>>,
    /// From where some of them reach each tile.
    pub(crate) near_marks: ByTile<Set<W>, W>,
    pub(crate) castling: Option<Castling<W>>,
    pub(crate) castlings: Vec<Castle<W>>,
}

/// Pieces that go alike, whether they take or not, and do not promote.
#[derive(Clone, Debug)]
pub(crate) struct Group<const W: usize> {
    pub(crate) kinds: Vec<u8>,
    /// The set of their pieces in a state.
    pub(crate) set: u8,
    pub(crate) goes: Goes<W>,
}

/// Pieces of a kind that go in one manner, whether they take or not, and may arrive as pieces of another.
#[derive(Clone, Debug)]
pub(crate) struct Arriving<const W: usize> {
    pub(crate) kind: u8,
    pub(crate) other: u8,
    /// If they go along lines; else they leap.
    pub(crate) line: Option<Arc<Table<W>>>,
    /// Where they may arrive as what they are and where as the other, by the tile where they start.
    pub(crate) on: ByTile<[Set<W>; 2], W>,
}

/// How the pieces of a group go.
#[derive(Clone, Debug)]
pub(crate) enum Goes<const W: usize> {
    Leap(ByTile<Set<W>, W>),
    Line(Arc<Table<W>>),
}

/// How pieces of one kind go.
#[derive(Clone, Debug)]
pub(crate) struct Mover<const W: usize> {
    pub(crate) kind: u8,
    /// All its ways are those of groups.
    pub(crate) is_grouped: bool,
    /// All it does is to leap, whether it takes or not.
    pub(crate) only_leap: Option<ByTile<Set<W>, W>>,
    pub(crate) leaps: Vec<(Half, ByTile<Set<W>, W>)>,
    pub(crate) lines: Vec<(Half, Arc<Table<W>>)>,
    pub(crate) shifts: Vec<BulkStep<W>>,
    /// The rules that are asked as programs.
    pub(crate) odd: Vec<u16>,
    /// Some of them only go and take.
    pub(crate) has_plain: bool,
    /// Some of them do more than go and take.
    pub(crate) has_leaves: bool,
    /// Some of them are walked.
    pub(crate) is_walked: bool,
    /// Which of its pieces might do so, if that is seen for all at once.
    pub(crate) prefilters: Option<Vec<Prefilter<W>>>,
    pub(crate) promotes: Option<Promotes<W>>,
}

/// Pieces of a kind that all go by one difference of tile numbers.
#[derive(Clone, Debug)]
pub(crate) struct BulkStep<const W: usize> {
    pub(crate) by: i32,
    pub(crate) first: BulkPath<W>,
    /// There is no other way, and the first asks for no more than one tile.
    pub(crate) is_simple: bool,
    /// All tiles if it leads to empty ones, else none; and the same for enemies'.
    pub(crate) if_free: Set<W>,
    pub(crate) if_enemy: Set<W>,
    /// Other ways to the same tiles.
    pub(crate) others: Vec<BulkPath<W>>,
    /// The leaves, by the tile where they start, if the way does more than go and take.
    pub(crate) leaves: Option<Vec<u32>>,
    /// Where pieces arrive as what they are, and where as others, if that depends on where they start.
    pub(crate) arrives: Option<(Set<W>, Vec<(u8, Set<W>)>)>,
}

/// From which tiles, and which tiles must be empty or occupied.
#[derive(Clone, Debug)]
pub(crate) struct BulkPath<const W: usize> {
    pub(crate) from: Set<W>,
    /// By how much all tiles are raised so that one that must be empty comes to where a piece starts.
    pub(crate) over: Option<i32>,
    /// The same for others, which must be occupied if `true`.
    pub(crate) more: Vec<(i32, bool)>,
}

/// What a kind turns into, where.
#[derive(Clone, Debug)]
pub(crate) struct Promotes<const W: usize> {
    pub(crate) on: Set<W>,
    /// From where pieces that go all at once get there.
    pub(crate) near: Set<W>,
    pub(crate) into: Vec<u8>,
    pub(crate) is_optional: bool,
    /// As what its pieces arrive, if that depends on where they start, too.
    pub(crate) arrives: Option<Arrives<W>>,
}

/// A kind's rules that take what has left a mark.
#[derive(Clone, Debug)]
pub(crate) struct Onto<const W: usize> {
    /// The place of its kind among the movers.
    pub(crate) mover: usize,
    pub(crate) mark: u8,
    pub(crate) rules: Vec<u16>,
    /// From where each tile could be reached.
    pub(crate) from: ByTile<Set<W>, W>,
}

/// Notes of every seat how it castles, and which of its kinds are royal.
pub(crate) fn arrange<const W: usize>(
    reference: &Reference,
    layout: &Layout,
    royal: &[u8],
    sides: &mut [Side<W>],
) {
    for (seat, side) in sides.iter_mut().enumerate() {
        (side.castling, side.castlings) = castling(reference, seat % layout.players);
        (side.royals, side.apart) = (0..layout.kinds as u8)
            .filter(|kind| !side.movers[*kind as usize].is_grouped)
            .partition(|kind| royal.contains(kind));
        if let [kind] = side.royals.as_slice() {
            side.royal_leap = side.movers[*kind as usize].only_leap.clone();
        }
        let leaves = |kind: &&u8| side.movers[**kind as usize].has_leaves;
        side.leaving = side.apart.iter().filter(leaves).copied().collect();
    }
}

/// As what a kind's pieces may arrive.
#[derive(Clone, Debug)]
pub(crate) struct Arrives<const W: usize> {
    /// Where they may as what they are, by the tile where they start.
    pub(crate) as_it_is: ByTile<Set<W>, W>,
    pub(crate) others: Vec<ArrivesAs<W>>,
}

/// Where a kind's pieces may arrive as another.
#[derive(Clone, Debug)]
pub(crate) struct ArrivesAs<const W: usize> {
    pub(crate) kind: u8,
    /// By the tile where they start.
    pub(crate) on: ByTile<Set<W>, W>,
    /// Those of them where they have become so before they went; elsewhere they promote.
    pub(crate) before: ByTile<Set<W>, W>,
}

impl<const W: usize> Arrives<W> {
    /// Whether a piece that goes so and arrives as another kind has become so before.
    pub(crate) fn is_before(&self, kind: u8, from: usize, to: usize) -> bool {
        self.others.iter().any(|o| o.kind == kind && o.before.at(from).has(to))
    }
}

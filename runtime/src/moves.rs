//! A move is the list of what it changes.
//!
//! Two ways of one piece that change the same things are one move, unless something else follows from them: [`Move`] compares by
//! the piece that moves, or the part of a stack that does, by [`Move::changes`] and by [`Move::tag`]. Which rule made it is kept for
//! explanations.

use std::cmp::Ordering;

use smallvec::SmallVec;
use tilegame_dsl::ir::{CountOp, CounterId, KindId, LabelId, MarkId, PlayerId, Tile};
use tilegame_dsl::limits::NUMBER;

/// One thing that a move changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Change {
    /// The piece on the tile is taken off.
    Take(Tile),
    /// The piece goes from one tile to another.
    Go {
        /// From here.
        from: Tile,
        /// To here.
        to: Tile,
    },
    /// Two pieces go at once.
    Castle {
        /// From and to of the one.
        king: (Tile, Tile),
        /// From and to of the other.
        partner: (Tile, Tile),
    },
    /// Another piece goes at once with the one that moves.
    Shift {
        /// From here.
        from: Tile,
        /// To here.
        to: Tile,
    },
    /// The piece on the tile is taken off, but not captured: it is one with the piece that moves.
    Merge(Tile),
    /// A piece of the player who moves is on the tile from now on.
    Leave {
        /// The tile.
        tile: Tile,
        /// The kind.
        kind: KindId,
    },
    /// The piece on the tile turns into another kind.
    Become {
        /// The tile.
        tile: Tile,
        /// The kind.
        kind: KindId,
    },
    /// The piece on the tile counts as one that has not moved, or as one that has.
    First {
        /// The tile.
        tile: Tile,
        /// It has not.
        on: bool,
    },
    /// The tile is there no more, with what stands on it.
    Vanish(Tile),
    /// The tiles of a rectangle go elsewhere, with what stands on them.
    Carry(Carry),
    /// A piece is put on the tile: the mover's, or nobody's if its kind is neutral.
    Put {
        /// The tile.
        tile: Tile,
        /// The kind.
        kind: KindId,
        /// It comes out of the mover's hand.
        from_hand: bool,
    },
    /// The piece on the tile gets another owner.
    Join {
        /// The tile.
        tile: Tile,
        /// Whose it is then.
        owner: PlayerId,
    },
    /// The tile is marked.
    Mark {
        /// The mark.
        mark: MarkId,
        /// The tile.
        tile: Tile,
    },
    /// A counter changes.
    Count {
        /// The counter.
        counter: CounterId,
        /// Whose; of no matter if there is only one.
        player: PlayerId,
        /// How.
        op: Operation,
        /// By or to how much.
        amount: i64,
    },
}

impl Change {
    /// Whether a tile vanishes: what stands on it has to leave it before.
    pub(crate) fn vanishes(&self) -> bool {
        matches!(self, Change::Vanish(_))
    }

    /// The same on a board where tiles have other numbers.
    pub(crate) fn on_tiles(self, at: impl Fn(Tile) -> Tile) -> Change {
        let both = |(from, to): (Tile, Tile)| (at(from), at(to));
        match self {
            Change::Take(tile) => Change::Take(at(tile)),
            Change::Go { from, to } => Change::Go { from: at(from), to: at(to) },
            Change::Castle { king, partner } => Change::Castle { king: both(king), partner: both(partner) },
            Change::Shift { from, to } => Change::Shift { from: at(from), to: at(to) },
            Change::Merge(tile) => Change::Merge(at(tile)),
            Change::Leave { tile, kind } => Change::Leave { tile: at(tile), kind },
            Change::Become { tile, kind } => Change::Become { tile: at(tile), kind },
            Change::First { tile, on } => Change::First { tile: at(tile), on },
            Change::Vanish(tile) => Change::Vanish(at(tile)),
            Change::Carry(carry) => {
                Change::Carry(Carry { corner: at(carry.corner), to: at(carry.to), ..carry })
            }
            Change::Put { tile, kind, from_hand } => Change::Put { tile: at(tile), kind, from_hand },
            Change::Join { tile, owner } => Change::Join { tile: at(tile), owner },
            Change::Mark { mark, tile } => Change::Mark { mark, tile: at(tile) },
            Change::Count { .. } => self,
        }
    }
}

/// How the tiles of a rectangle go elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Carry {
    /// The least file and rank of the rectangle.
    pub corner: Tile,
    /// Its files and ranks.
    pub size: [u16; 2],
    /// Where the least file and rank of what it becomes go.
    pub to: Tile,
    /// By how many quarters it is turned, clockwise: 0 to 3.
    pub turns: u8,
    /// After that its files are exchanged, the first with the last.
    pub flipped: bool,
}

/// What is done to a counter, in an order of its own so that changes can be sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operation {
    /// Add.
    Add,
    /// Subtract.
    Subtract,
    /// Set.
    Set,
}

impl Operation {
    /// What a counter is afterwards: never more than the [largest number](NUMBER), or less than the same below zero.
    pub(crate) fn applied(self, number: i64, amount: i64) -> i64 {
        const LARGEST: i64 = NUMBER as i64;
        let changed = match self {
            Operation::Add => number.saturating_add(amount),
            Operation::Subtract => number.saturating_sub(amount),
            Operation::Set => amount,
        };
        changed.clamp(-LARGEST, LARGEST)
    }
}

impl From<CountOp> for Operation {
    fn from(op: CountOp) -> Operation {
        match op {
            CountOp::Add => Operation::Add,
            CountOp::Subtract => Operation::Subtract,
            CountOp::Set => Operation::Set,
        }
    }
}

/// What made a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// Rule number `rule` of a piece kind.
    Rule {
        /// The kind.
        kind: KindId,
        /// The position in its list of rules.
        rule: u16,
        /// The rule's label.
        label: Option<LabelId>,
    },
    /// Line number `line` of those that change the board instead of moving a piece.
    Board {
        /// The position in the list of such lines.
        line: u8,
        /// Its label.
        label: Option<LabelId>,
    },
    /// Side number `side` of the castling clause.
    Castling {
        /// The kind of the one who castles.
        kind: KindId,
        /// The position in the clause's list of sides.
        side: u8,
    },
    /// Choice number `choice` of the rules of a turn: no piece moves.
    Choice {
        /// The position in the list of choices.
        choice: u16,
        /// Its label.
        label: Option<LabelId>,
    },
    /// What has stayed of a stack goes along with a part that has left it before in this turn.
    Rejoin {
        /// The piece that goes.
        kind: KindId,
        /// The label of such moves.
        label: Option<LabelId>,
    },
    /// The player passes.
    Pass,
}

/// Lists what is taken one after the other by tile: in which order it is makes no difference, so two ways that take the same are one
/// move.
pub(crate) fn sort_taken(changes: &mut [Change]) {
    let is_take = |change: &Change| matches!(change, Change::Take(_));
    changes.chunk_by_mut(|one, other| is_take(one) && is_take(other)).for_each(|run| run.sort());
}

/// What tells a move from one that changes the same, because something else follows from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tag {
    /// Its label, where a rule asks for that label.
    pub label: Option<LabelId>,
    /// It castles, where a rule asks whether it does.
    pub castles: bool,
}

/// A move.
///
/// ```
/// use tilegame_runtime::{Change, Game};
/// let chess = Game::from_library("chess")?;
/// let start = chess.start();
/// let tile = |name| chess.rules().board.tile(name).unwrap();
/// let m = start.details(start.read_one("g1f3")?);
/// assert_eq!((m.from, m.to, m.captures), (Some(tile("g1")), tile("f3"), false));
/// assert_eq!(m.changes.as_slice(), [Change::Go { from: tile("g1"), to: tile("f3") }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Move {
    /// Where the mover stands; nowhere if a tile is chosen and no piece moves. The corner of the tiles that move, or the first
    /// tile that vanishes. For a pass see [`Move::is_pass`].
    pub from: Option<Tile>,
    /// Where the mover goes, or which tile it acts on, or which is chosen; the corner of where tiles go, or the first tile that
    /// vanishes.
    pub to: Tile,
    /// The single piece that moves, if it is a part of a stack and the rest stays. A move of a part is another move than the
    /// same one of the whole, even where both change the same.
    pub part: Option<KindId>,
    /// What the mover turns into, by promotion or by an effect.
    pub promotion: Option<KindId>,
    /// Something is taken.
    pub captures: bool,
    /// What made it.
    pub origin: Origin,
    /// What tells it from a move that changes the same.
    pub tag: Tag,
    /// Everything it changes, in order; what happens *after* a move follows from the position and is not listed.
    pub changes: SmallVec<[Change; 3]>,
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.from == other.from
            && self.part == other.part
            && self.tag == other.tag
            && self.changes == other.changes
    }
}

impl Eq for Move {}

impl std::hash::Hash for Move {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.from.hash(state);
        self.part.hash(state);
        self.tag.hash(state);
        self.changes.hash(state);
    }
}

impl Move {
    /// Sorts moves of one position by where the piece that moves stands and where it goes, and then by what they change; those in which
    /// no piece moves come last.
    pub(crate) fn sort(moves: &mut [Move]) {
        moves.sort_by(Move::order);
    }

    /// The order of [`sort`](Move::sort).
    pub(crate) fn order(&self, other: &Move) -> Ordering {
        let place = |m: &Move| (m.from.is_none(), m.from, m.to, m.part);
        let changes = || self.changes.cmp(&other.changes);
        place(self).cmp(&place(other)).then_with(changes).then_with(|| self.tag.cmp(&other.tag))
    }

    /// The kind of the piece that moves, as it is before the move, or of the piece that is put where none moves.
    pub fn kind(&self) -> Option<KindId> {
        match self.origin {
            Origin::Rule { kind, .. } | Origin::Castling { kind, .. } | Origin::Rejoin { kind, .. } => {
                Some(kind)
            }
            Origin::Choice { .. } => self.changes.iter().find_map(|change| match change {
                Change::Put { kind, .. } => Some(*kind),
                _ => None,
            }),
            Origin::Board { .. } | Origin::Pass => None,
        }
    }

    /// Where the piece that has moved, acted or been put stands afterwards.
    pub fn rests(&self) -> Tile {
        let stays = |from: &Tile| {
            let leaves = |c: &Change| match c {
                Change::Go { from: start, .. } => start == from,
                Change::Castle { king, .. } => king.0 == *from,
                Change::Carry(_) => true,
                _ => false,
            };
            !self.changes.iter().any(leaves)
        };
        self.from.filter(stays).unwrap_or(self.to)
    }

    /// The label of what made it.
    pub(crate) fn label(&self) -> Option<LabelId> {
        match self.origin {
            Origin::Rule { label, .. }
            | Origin::Choice { label, .. }
            | Origin::Board { label, .. }
            | Origin::Rejoin { label, .. } => label,
            Origin::Castling { .. } | Origin::Pass => None,
        }
    }

    /// The number of the line of `tiles` that made it, if the board changes instead of a piece moving.
    pub(crate) fn board_line(&self) -> Option<usize> {
        match self.origin {
            Origin::Board { line, .. } => Some(line.into()),
            Origin::Rule { .. }
            | Origin::Castling { .. }
            | Origin::Choice { .. }
            | Origin::Rejoin { .. }
            | Origin::Pass => None,
        }
    }

    /// Whether the player passes. Then nothing changes, and [`Move::from`] and [`Move::to`] are both the tile by which the
    /// pass is written, or the board's first tile where it is written without.
    pub fn is_pass(&self) -> bool {
        self.origin == Origin::Pass
    }

    /// The side of the castling clause, if it is a castling move.
    pub fn castling_side(&self) -> Option<usize> {
        match self.origin {
            Origin::Castling { side, .. } => Some(side as usize),
            Origin::Rule { .. }
            | Origin::Choice { .. }
            | Origin::Board { .. }
            | Origin::Rejoin { .. }
            | Origin::Pass => None,
        }
    }

    /// Where the castling partner stands, if it is a castling move.
    pub fn castling_partner(&self) -> Option<Tile> {
        self.changes.iter().find_map(|c| match c {
            Change::Castle { partner, .. } => Some(partner.0),
            _ => None,
        })
    }
}

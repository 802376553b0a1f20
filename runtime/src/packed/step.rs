//! Moves of packed positions, in 16 bytes.

use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, Tile};

use crate::moves::{Carry, Change, Move, Origin};

/// By how many quarters a rectangle is turned, as the lowest bits of a number, and above them whether it is turned over.
pub(crate) const FLIPPED: u8 = 4;

/// The step by which a rectangle goes.
pub(crate) fn step(line: u8, carry: Carry) -> Step {
    let attitude = carry.turns | if carry.flipped { FLIPPED } else { 0 };
    let how = How::Carry { line, attitude, size: carry.size.map(|n| n as u8) };
    let [from, to] = [carry.corner, carry.to].map(|tile| tile.index() as u16);
    Step { from, to, kind: NO_KIND, promotion: AS_IT_IS, how }
}

/// The step by which a single tile goes.
pub(crate) fn step_of_one(line: u8, from: usize, to: usize) -> Step {
    let [corner, to] = [from, to].map(Tile::new);
    step(line, Carry { corner, size: [1; 2], to, turns: 0, flipped: false })
}

/// Where a move sets out that moves no piece, among those that are [listed](Literal).
const NOWHERE: u16 = u16::MAX;

/// On a plane the tiles of a move have numbers that only the engine knows: [`State::target`](crate::State::target) says which they are.
impl Step {
    /// Where the piece stands that moves; nowhere if a tile is chosen and no piece moves, or if the player passes.
    pub fn from(self) -> Option<Tile> {
        let moves = !matches!(self.how, How::Choice(_) | How::Pass) && self.from != NOWHERE;
        moves.then_some(Tile(self.from.into()))
    }

    /// Where it goes, or which tile it acts on, or which is chosen.
    pub fn to(self) -> Tile {
        Tile(self.to.into())
    }

    /// The kind of the piece that moves, as it is before the move; none if it is tiles that move.
    pub fn kind(self) -> Option<KindId> {
        self.from().filter(|_| self.kind != NO_KIND).map(|_| KindId(self.kind))
    }

    /// What it is promoted to.
    pub fn promotion(self) -> Option<KindId> {
        (self.promotion != AS_IT_IS).then_some(KindId(self.promotion))
    }

    /// Whether all it does is to go to a tile, to take what stands there, and to be promoted.
    pub fn is_plain(self) -> bool {
        self.how == How::Plain
    }

    /// Whether the player passes.
    pub fn is_pass(self) -> bool {
        matches!(self.how, How::Pass | How::Listed { nature: Nature::Pass, .. })
    }

    /// Whether it castles by the castling clause of the rules.
    pub fn is_castling(self) -> bool {
        matches!(self.how, How::Castling(_) | How::Listed { nature: Nature::Castling, .. })
    }

    /// A move of the [list](Literal) of a position that the reference engine plays, by its number there.
    pub(crate) fn listed(number: usize, details: &Move) -> Step {
        let nature = match details.origin {
            Origin::Castling { .. } => Nature::Castling,
            Origin::Pass => Nature::Pass,
            _ => Nature::Other,
        };
        let how = How::Listed { number: number as u32, nature };
        Step::like(details, how)
    }

    /// A move that was [read](crate::written::Written), by its number among these.
    pub(crate) fn written(number: u32, details: &Move) -> Step {
        Step::like(details, How::Written(number))
    }

    fn like(details: &Move, how: How) -> Step {
        Step {
            from: details.from.map_or(NOWHERE, |tile| tile.index() as u16),
            to: details.to.index() as u16,
            kind: details.kind().map_or(NO_KIND, |kind| kind.0),
            promotion: details.promotion.map_or(AS_IT_IS, |kind| kind.0),
            how,
        }
    }

    /// Its number in the [list](Literal) of a position that the reference engine plays.
    pub(crate) fn number(self) -> Option<usize> {
        if let How::Listed { number, .. } = self.how { Some(number as usize) } else { None }
    }

    /// Its number among the moves that were [read](crate::written::Written).
    pub(crate) fn written_number(self) -> Option<u32> {
        if let How::Written(number) = self.how { Some(number) } else { None }
    }
}

/// What a move without a piece that moves changes.
pub(crate) type Changes = SmallVec<[Change; 3]>;

/// No piece, where a step has the kind of the one that moves.
pub(crate) const NO_KIND: u8 = u8::MAX;

/// The turn of a state that no legal move leads to.
pub(crate) const REFUSED: u16 = u16::MAX;

/// No promotion.
pub(crate) const AS_IT_IS: u8 = u8::MAX;

/// A legal move of one state, in 16 bytes.
///
/// ```
/// use tilegame_runtime::{Game, Move, MoveList};
/// let chess = Game::from_library("chess")?;
/// let (start, mut moves) = (chess.start(), MoveList::new());
/// start.moves(&mut moves);
/// assert!(moves.iter().any(|m| start.san(*m) == "Nf3"));
/// assert_eq!(size_of::<Move>(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    pub(crate) from: u16,
    pub(crate) to: u16,
    /// The kind of the piece that moves.
    pub(crate) kind: u8,
    /// What it turns into by promotion.
    pub(crate) promotion: u8,
    pub(crate) how: How,
}

impl Step {
    #[inline(always)]
    pub(crate) fn plain(kind: u8, from: usize, to: usize) -> Step {
        Step { from: from as u16, to: to as u16, kind, promotion: AS_IT_IS, how: How::Plain }
    }
}

/// What a move does besides going to a tile and taking what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum How {
    /// Nothing.
    Plain,
    /// What the leaf of a program says.
    Leaf(u32),
    /// What the way of this number does by a rule that is walked.
    Walked { rule: u16, way: u32, takes: bool },
    /// The castling of this number among the player's.
    Castling(u16),
    /// No piece moves: the choice of this number.
    Choice(u16),
    /// No piece moves: by the line of this number, the tiles of a rectangle of this size go elsewhere, turned and turned over so.
    Carry { line: u8, attitude: u8, size: [u8; 2] },
    /// No piece moves: by the line of this number, tiles vanish, which are these of all that may.
    Vanish { line: u8, number: u32 },
    /// Nothing happens.
    Pass,
    /// What the move of this number does among those that the reference engine [lists](crate::packed::literal::Literal).
    Listed { number: u32, nature: Nature },
    /// What the move of this number does among those that were [read](crate::written::Written) and are in no list.
    Written(u32),
}

/// What a [listed](How::Listed) move is by its nature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Nature {
    Castling,
    Pass,
    Other,
}

impl How {
    /// The number of the line by which tiles move or vanish.
    pub(crate) fn tile_line(self) -> Option<usize> {
        match self {
            How::Carry { line, .. } | How::Vanish { line, .. } => Some(line.into()),
            _ => None,
        }
    }
}

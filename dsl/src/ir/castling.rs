//! The castling clause.

use super::expr::{Effect, Kinds, Test};
use super::ids::{DirId, KindId, LabelId, PlayerId, Tile};

/// Two pieces move at once: one of `king` and one of `partner` that have not moved.
///
/// Every tile that either crosses or reaches is empty but for the two; every tile that the king stands on or crosses
/// passes `safe` (asked with the king lifted). The tile it reaches is judged by [`Turn::legal`](super::Turn::legal) like that of any move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castling {
    /// Who castles.
    pub king: KindId,
    /// With whom: one of these.
    pub partners: Kinds,
    /// What the tiles that the king stands on and crosses must pass.
    pub safe: Test,
    /// The ways to castle.
    pub sides: Vec<CastlingSide>,
    /// What may be done, besides: one of these, or nothing.
    pub options: Vec<CastlingOption>,
}

/// A piece that may be put, as two castle, where one of them has stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingOption {
    /// Where the one who castles has stood; else where the partner has.
    pub of_king: bool,
    /// What is put.
    pub kind: KindId,
    /// It comes out of the hand.
    pub from_hand: bool,
}

impl CastlingOption {
    /// What is done there.
    pub fn effect(&self) -> Effect {
        if self.from_hand { Effect::Drop(self.kind) } else { Effect::Put(self.kind) }
    }
}

/// One way to castle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastlingSide {
    /// How the move is written in SAN.
    pub text: String,
    /// The letter of the right in FENs, first player's; the second player's is the small letter.
    pub right: char,
    /// How the two go.
    pub way: CastlingWay,
}

/// How the two pieces of a castling move go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CastlingWay {
    /// Along a line to given tiles, wherever the two stand on it.
    Line {
        /// Where the partner stands, seen from the king, as the first player sees the board.
        direction: DirId,
        /// Where the king must stand, for each player, if that is given.
        king_from: Option<Vec<Tile>>,
        /// Where the king goes, for each player.
        king_to: Vec<Tile>,
        /// Where the partner must stand, for each player, if that is given.
        partner_from: Option<Vec<Tile>>,
        /// Where the partner goes, for each player.
        partner_to: Vec<Tile>,
    },
    /// As a rule of the king's says; [`Castling::safe`] is not asked.
    Rule {
        /// The rule's label.
        label: LabelId,
        /// Where the partner stands: a sum of one or more directions from the king, as the first player sees the board.
        partner: Vec<DirId>,
    },
}

impl CastlingWay {
    /// Whether a king and a partner stand where they must for it; along which line is another question.
    pub fn begins(&self, player: PlayerId, king: Tile, partner: Tile) -> bool {
        let CastlingWay::Line { king_from, partner_from, .. } = self else { return true };
        let is = |from: &Option<Vec<Tile>>, tile: Tile| {
            from.as_ref().is_none_or(|tiles| tiles[player.index()] == tile)
        };
        is(king_from, king) && is(partner_from, partner)
    }
}

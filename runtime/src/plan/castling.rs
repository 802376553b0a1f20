//! Castling along a line: every way to castle, worked out once.

use tilegame_dsl::ir::{self, CastlingOption, CastlingWay, KindId, PlayerId, Tile};

use crate::moves::Change;
use crate::packed::set::{ByTile, Set};
use crate::packed::step::{AS_IT_IS, How, Step};
use crate::plan::cond::Cond;
use crate::reference::engine::Reference;

/// The number of no way.
const NONE: u16 = u16::MAX;

/// Castling by the castling clause.
#[derive(Debug)]
pub(crate) struct CastlingPlan {
    /// The set of a state with the pieces that may.
    pub(crate) rights: usize,
    /// What must hold on every tile that is crossed.
    pub(crate) safe: Cond,
    /// That is that the tile is not attacked, and nothing else.
    pub(crate) is_unattacked: bool,
    /// The piece that castles is the royal one.
    pub(crate) is_royal: bool,
}

impl CastlingPlan {
    /// Castling by a clause of which this is asked on the way.
    pub(crate) fn new(clause: &ir::Castling, safe: Cond, rights: usize, royal: &[u8]) -> CastlingPlan {
        let is_unattacked = safe == Cond::Not(Box::new(Cond::Attacked));
        CastlingPlan { rights, safe, is_unattacked, is_royal: royal.contains(&clause.king.0) }
    }

    /// Whether nobody who is attacked can castle.
    #[inline(always)]
    pub(crate) fn is_never_out_of_check(&self) -> bool {
        self.is_royal && self.is_unattacked
    }
}

/// A way to castle, of one player.
#[derive(Clone, Debug)]
pub(crate) struct Castle<const W: usize> {
    pub(crate) side: u8,
    kind: u8,
    pub(crate) king: (usize, usize),
    pub(crate) partner: (usize, usize),
    /// What is put where one of the two has stood.
    pub(crate) put: Option<Filling>,
    /// Where another partner would be the nearer one.
    pub(crate) nearer: Set<W>,
    /// Tiles that must be empty.
    pub(crate) free: Set<W>,
    /// Tiles on which the king must be safe.
    pub(crate) safe: Set<W>,
    /// The next way of the same two, from the same tiles: a castling clause may have a short and a long side of one direction.
    pub(crate) next: u16,
    /// Some enemy could be stopped by the partner, where it was, from taking the king where it comes to stand.
    pub(crate) opens: bool,
}

/// A piece that is put where one of two that castle has stood.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filling {
    pub(crate) tile: usize,
    pub(crate) kind: KindId,
    pub(crate) from_hand: bool,
}

impl<const W: usize> Castle<W> {
    /// What it changes besides that the two go.
    pub(crate) fn puts(&self) -> Option<Change> {
        self.put.map(|Filling { tile, kind, from_hand }| Change::Put {
            tile: Tile::new(tile),
            kind,
            from_hand,
        })
    }

    /// The same with something put where one of the two has stood, if neither comes to stand there.
    fn with(&self, CastlingOption { of_king, kind, from_hand }: CastlingOption) -> Option<Castle<W>> {
        let tile = if of_king { self.king.0 } else { self.partner.0 };
        let put = Some(Filling { tile, kind, from_hand });
        (tile != self.king.1 && tile != self.partner.1).then(|| Castle { put, ..self.clone() })
    }

    /// The move that castles so, which is the player's way of this number.
    pub(crate) fn step(&self, number: u16) -> Step {
        Step {
            from: self.king.0 as u16,
            to: self.king.1 as u16,
            kind: self.kind,
            promotion: AS_IT_IS,
            how: How::Castling(number),
        }
    }
}

/// A player's castling.
#[derive(Clone, Debug)]
pub(crate) struct Castling<const W: usize> {
    pub(crate) king: usize,
    /// The kinds of its partners.
    pub(crate) with: Vec<usize>,
    /// Where a king may castle.
    pub(crate) kings: Set<W>,
    /// By the tile of the king, where its partners may stand.
    pub(crate) partners: ByTile<Set<W>, W>,
    /// By the tiles of both.
    pub(crate) ways: ByTile<Option<ByTile<Pairing<W>, W>>, W>,
}

/// A king and a partner on their tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairing<const W: usize> {
    /// Tiles that must be empty for each of their ways.
    pub(crate) free: Set<W>,
    /// The number of their first way.
    pub(crate) first: u16,
}

impl<const W: usize> Pairing<W> {
    const NONE: Pairing<W> = Pairing { free: Set::EMPTY, first: NONE };

    /// Adds a way of the two to those that they have.
    fn add(&mut self, castle: Castle<W>, ways: &mut Vec<Castle<W>>) {
        let number = ways.len() as u16;
        let mut last = self.first;
        while last != NONE {
            let way = &mut ways[last as usize];
            last = way.next;
            if last == NONE {
                way.next = number;
            }
        }
        if self.first == NONE {
            *self = Pairing { free: castle.free, first: number };
        }
        self.free &= castle.free;
        ways.push(castle);
    }
}

/// Works out a player's ways to castle.
pub(crate) fn castling<const W: usize>(
    reference: &Reference,
    player: usize,
) -> (Option<Castling<W>>, Vec<Castle<W>>) {
    let mut ways = Vec::new();
    let Some(clause) = &reference.rules.castling else { return (None, ways) };
    let me = PlayerId::new(player);
    let mut castling = Castling {
        king: clause.king.index(),
        with: clause.partners.0.iter().map(|kind| kind.index()).collect(),
        kings: Set::EMPTY,
        partners: ByTile::from_fn(|_| Set::EMPTY),
        ways: ByTile::from_fn(|_| None),
    };
    for king in reference.board.tiles() {
        for (number, side) in clause.sides.iter().enumerate() {
            let CastlingWay::Line { direction, .. } = &side.way else { continue };
            let mut nearer = Set::EMPTY;
            for partner in reference.ray(king, me, *direction) {
                if let Some([kings, partners]) = reference.castling_ways(side, me, king, partner) {
                    let last = |way: &[Tile]| way.last().map_or(0, |t| t.index());
                    let (king_to, partner_to) = (last(&kings), last(&partners));
                    let both = Set::one(king.index()) | Set::one(partner.index());
                    let crossed = kings.iter().map(|t| t.index()).enumerate();
                    let all: Set<W> = kings.iter().chain(&partners).map(|t| t.index()).collect();
                    castling.kings.insert(king.index());
                    castling.partners.at_mut(king.index()).insert(partner.index());
                    let pairings = castling.ways.at_mut(king.index());
                    let pairings = pairings.get_or_insert_with(|| ByTile::from_fn(|_| Pairing::NONE));
                    let free = all.without(both);
                    let pairing = pairings.at_mut(partner.index());
                    let castle = Castle {
                        next: NONE,
                        side: number as u8,
                        kind: clause.king.0,
                        king: (king.index(), king_to),
                        partner: (partner.index(), partner_to),
                        put: None,
                        nearer,
                        free,
                        safe: crossed.filter(|(i, t)| *i == 0 || *t != king_to).map(|(_, t)| t).collect(),
                        opens: true,
                    };
                    let filled = clause.options.iter().filter_map(|option| castle.with(*option));
                    for castle in filled.collect::<Vec<_>>().into_iter().chain([castle.clone()]) {
                        pairing.add(castle, &mut ways);
                    }
                }
                if side.way.begins(me, king, partner) {
                    nearer.insert(partner.index());
                }
            }
        }
    }
    ((!castling.kings.is_empty()).then_some(castling), ways)
}

//! Castling along a line: every way to castle, worked out once.

use tilegame_dsl::ir::{CastlingWay, PlayerId, Tile};

use super::cond::Cond;
use super::engine::Engine;
use super::generate::Scene;
use super::guard::Guard;
use super::make::{AS_IT_IS, How, Step};
use super::set::{ByTile, Set};
use crate::engine::reference::Reference;

/// A way to castle, of one player.
#[derive(Clone, Debug)]
pub(super) struct Castle<const W: usize> {
    pub(super) side: u8,
    kind: u8,
    pub(super) king: (usize, usize),
    pub(super) partner: (usize, usize),
    /// Tiles that must be empty.
    free: Set<W>,
    /// Tiles on which the king must be safe.
    safe: Vec<usize>,
}

impl<const W: usize> Castle<W> {
    /// The move that castles so, which is the player's way of this number.
    pub(super) fn step(&self, number: u16) -> Step {
        Step {
            from: self.king.0 as u16,
            to: self.king.1 as u16,
            kind: self.kind,
            promotion: AS_IT_IS,
            how: How::Castling(number),
        }
    }
}

/// The ways to castle from one tile to one side.
#[derive(Clone, Debug)]
pub(super) struct CastleSide<const W: usize> {
    /// Where a partner may stand, nearest first, and the way to castle with it.
    partners: Vec<(usize, Option<u16>)>,
    line: Set<W>,
}

/// A player's castling.
#[derive(Clone, Debug)]
pub(super) struct Castling<const W: usize> {
    king: usize,
    partner: usize,
    /// By the tile of the one who castles.
    sides: ByTile<Vec<CastleSide<W>>, W>,
    kings: Set<W>,
}

/// Works out a player's ways to castle.
pub(super) fn castling<const W: usize>(
    reference: &Reference,
    player: usize,
) -> (Option<Castling<W>>, Vec<Castle<W>>) {
    let mut ways = Vec::new();
    let Some(clause) = &reference.rules.castling else { return (None, ways) };
    let me = PlayerId::new(player);
    let mut sides: ByTile<Vec<CastleSide<W>>, W> = ByTile::from_fn(|_| Vec::new());
    let mut kings = Set::EMPTY;
    for king in reference.board.tiles() {
        for (number, side) in clause.sides.iter().enumerate() {
            let CastlingWay::Line { direction, .. } = &side.way else { continue };
            let mut partners = Vec::new();
            for partner in reference.ray(king, me, *direction) {
                let way = reference.castling_ways(side, me, king, partner).map(|[kings, partners]| {
                    let last = |way: &[Tile]| way.last().map_or(0, |t| t.index());
                    let (king_to, partner_to) = (last(&kings), last(&partners));
                    let both = Set::one(king.index()) | Set::one(partner.index());
                    let crossed = kings.iter().map(|t| t.index()).enumerate();
                    ways.push(Castle {
                        side: number as u8,
                        kind: clause.king.0,
                        king: (king.index(), king_to),
                        partner: (partner.index(), partner_to),
                        free: kings
                            .iter()
                            .chain(&partners)
                            .map(|t| t.index())
                            .collect::<Set<W>>()
                            .without(both),
                        safe: crossed.filter(|(i, t)| *i == 0 || *t != king_to).map(|(_, t)| t).collect(),
                    });
                    ways.len() as u16 - 1
                });
                partners.push((partner.index(), way));
            }
            let line = partners.iter().map(|(t, _)| *t).collect();
            if partners.iter().any(|(_, way)| way.is_some()) {
                kings.insert(king.index());
                sides.at_mut(king.index()).push(CastleSide { partners, line });
            }
        }
    }
    let castling = Castling { king: clause.king.index(), partner: clause.partner.index(), sides, kings };
    ((!castling.kings.is_empty()).then_some(castling), ways)
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// Calls `then` with the castling moves, each with its number; whether the tile reached is safe is not asked.
    #[inline(always)]
    pub(super) fn castlings(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        mut then: impl FnMut(Step, u16),
    ) {
        let state = scene.state;
        let Some(castling) = &self.side(scene.state, scene.me).castling else { return };
        let may = state.sets[self.layout.rights] & scene.own;
        let kings = may & state.sets[castling.king] & castling.kings;
        if kings.is_empty() {
            return;
        }
        let partners = may & state.sets[castling.partner];
        for side in kings.iter().flat_map(|king| castling.sides.at(king)) {
            if !side.line.meets(partners) {
                continue;
            }
            let nearest = side.partners.iter().find(|(t, _)| partners.has(*t));
            let Some((_, Some(number))) = nearest else { continue };
            let way = &self.side(scene.state, scene.me).castlings[*number as usize];
            if way.free.meets(scene.occupied) || !self.may_cross(scene, guard, way) {
                continue;
            }
            then(way.step(*number), *number);
        }
    }

    #[inline(always)]
    fn may_cross(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, way: &Castle<W>) -> bool {
        match &self.castling_safe {
            Cond::True => true,
            _ if self.castles_unattacked && guard.is_on => {
                self.crosses_safely(scene, guard, way.king.0, &way.safe)
            }
            cond => {
                let lifted = self.view_with(scene.state, scene.me, [Some(way.king.0), None], None);
                way.safe.iter().all(|t| self.holds(&lifted, *t, cond))
            }
        }
    }
}

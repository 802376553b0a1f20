//! Castling along a line: every way to castle, worked out once.

use tilegame_dsl::ir::{CastlingWay, PlayerId, Tile};

use super::cond::Cond;
use super::engine::Engine;
use super::generate::Scene;
use super::guard::Guard;
use super::make::{AS_IT_IS, How, Step};
use super::set::{ByTile, Set};
use super::state::State;
use crate::engine::reference::Reference;

/// The number of no way.
const NONE: u16 = u16::MAX;

/// A way to castle, of one player.
#[derive(Clone, Debug)]
pub(super) struct Castle<const W: usize> {
    pub(super) side: u8,
    kind: u8,
    pub(super) king: (usize, usize),
    pub(super) partner: (usize, usize),
    /// Where another partner would be the nearer one.
    nearer: Set<W>,
    /// Tiles that must be empty.
    free: Set<W>,
    /// Tiles on which the king must be safe.
    pub(super) safe: Set<W>,
    /// The next way of the same two, from the same tiles: a castling clause may have a short and a long side of one direction.
    next: u16,
    /// Some enemy could be stopped by the partner, where it was, from taking the king where it comes to stand.
    pub(super) opens: bool,
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

/// A player's castling.
#[derive(Clone, Debug)]
pub(super) struct Castling<const W: usize> {
    king: usize,
    /// The kinds of its partners.
    with: Vec<usize>,
    /// Where a king may castle.
    kings: Set<W>,
    /// By the tile of the king, where its partners may stand.
    partners: ByTile<Set<W>, W>,
    /// By the tiles of both.
    ways: ByTile<Option<ByTile<Pairing<W>, W>>, W>,
}

impl<const W: usize> Castling<W> {
    /// Whatever is of a kind with which one castles.
    #[inline(always)]
    fn partners_in<const N: usize>(&self, state: &State<W, N>) -> Set<W> {
        self.with.iter().fold(Set::EMPTY, |all, kind| all | state.sets[*kind & (N - 1)])
    }
}

/// A king and a partner on their tiles.
#[derive(Clone, Copy, Debug)]
struct Pairing<const W: usize> {
    /// Tiles that must be empty for each of their ways.
    free: Set<W>,
    /// The number of their first way.
    first: u16,
}

impl<const W: usize> Pairing<W> {
    const NONE: Pairing<W> = Pairing { free: Set::EMPTY, first: NONE };
}

/// Works out a player's ways to castle.
pub(super) fn castling<const W: usize>(
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
                    let (way_number, free) = (ways.len() as u16, all.without(both));
                    let pairing = pairings.at_mut(partner.index());
                    let mut last = pairing.first;
                    while last != NONE {
                        let way: &mut Castle<W> = &mut ways[last as usize];
                        last = way.next;
                        if last == NONE {
                            way.next = way_number;
                        }
                    }
                    if pairing.first == NONE {
                        *pairing = Pairing { free, first: way_number };
                    }
                    pairing.free &= free;
                    ways.push(Castle {
                        next: NONE,
                        side: number as u8,
                        kind: clause.king.0,
                        king: (king.index(), king_to),
                        partner: (partner.index(), partner_to),
                        nearer,
                        free,
                        safe: crossed.filter(|(i, t)| *i == 0 || *t != king_to).map(|(_, t)| t).collect(),
                        opens: true,
                    });
                }
                if side.way.begins(me, king, partner) {
                    nearer.insert(partner.index());
                }
            }
        }
    }
    ((!castling.kings.is_empty()).then_some(castling), ways)
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// Whether a player's own pieces are in the way of all its castling.
    pub(super) fn is_shut(&self, state: &State<W, N>, player: usize) -> bool {
        let Some(castling) = &self.side(state, player).castling else { return true };
        let own = state.sets[self.layout.owner(player) & (N - 1)];
        let may = self.rights(state) & own;
        let partners = may & castling.partners_in(state);
        let mut kings = (may & state.sets[castling.king & (N - 1)] & castling.kings).iter();
        kings.all(|king| {
            let mut partners = (partners & *castling.partners.at(king)).iter();
            castling.ways.at(king).as_ref().is_none_or(|ways| partners.all(|p| ways.at(p).free.meets(own)))
        })
    }

    /// Calls `then` with the castling moves; whether the tile reached is safe is asked if there is something to guard.
    #[inline(always)]
    pub(super) fn castlings(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, mut then: impl FnMut(Step)) {
        let state = scene.state;
        let Some(castling) = &scene.side.castling else { return };
        let may = self.rights(state) & scene.own;
        let kings = may & state.sets[castling.king & (N - 1)] & castling.kings;
        if kings.is_empty() {
            return;
        }
        let partners = may & castling.partners_in(state);
        for king in kings.iter() {
            let Some(ways) = castling.ways.at(king) else { continue };
            for partner in (partners & *castling.partners.at(king)).iter() {
                let Pairing { free, first } = *ways.at(partner);
                if free.meets(scene.occupied) {
                    continue;
                }
                let mut number = first;
                while let Some(way) = scene.side.castlings.get(number as usize) {
                    let is_open = !way.free.meets(scene.occupied) && !way.nearer.meets(partners);
                    if is_open
                        && self.may_cross(scene, guard, way)
                        && (!guard.is_on || self.castles_safely(scene, guard, way, number))
                    {
                        then(way.step(number));
                    }
                    number = way.next;
                }
            }
        }
    }

    #[inline(always)]
    fn may_cross(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, way: &Castle<W>) -> bool {
        match &self.castling_safe {
            Cond::True => true,
            _ if self.castles_unattacked && guard.is_on => {
                self.crosses_safely(scene, guard, way.king.0, way.safe)
            }
            cond => {
                let lifted = self.view_with(scene.state, scene.me, [Some(way.king.0), None], None);
                way.safe.iter().all(|t| self.holds(&lifted, t, cond))
            }
        }
    }
}

//! Castling along a line: every way to castle, worked out once.

use tilegame_dsl::ir::{CastlingOption, CastlingWay, KindId, PlayerId, Tile};

use super::cond::Cond;
use super::engine::Engine;
use super::generate::Scene;
use super::guard::Guard;
use super::make::{AS_IT_IS, How, Step};
use super::set::{ByTile, Set};
use super::state::State;
use crate::moves::Change;
use crate::reference::engine::Reference;

/// The number of no way.
const NONE: u16 = u16::MAX;

/// A way to castle, of one player.
#[derive(Clone, Debug)]
pub(super) struct Castle<const W: usize> {
    pub(super) side: u8,
    kind: u8,
    pub(super) king: (usize, usize),
    pub(super) partner: (usize, usize),
    /// What is put where one of the two has stood.
    pub(super) put: Option<Filling>,
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

/// A piece that is put where one of two that castle has stood.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filling {
    pub(super) tile: usize,
    kind: KindId,
    from_hand: bool,
}

impl<const W: usize> Castle<W> {
    /// What it changes besides that the two go.
    pub(super) fn puts(&self) -> Option<Change> {
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
                        && way.put.is_none_or(|put| self.is_held(scene, put))
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

    /// Whether there is such a piece to be put somewhere.
    #[cold]
    fn is_held(&self, scene: &Scene<'_, W, N>, put: Filling) -> bool {
        !put.from_hand || self.held(scene.state, scene.me, put.kind.index()) > 0
    }

    /// Whether the piece on a tile could castle with some other if neither had moved.
    pub(super) fn could_castle(&self, state: &State<W, N>, tile: Tile) -> bool {
        let Some(castling) = &self.reference.rules.castling else { return false };
        let here = Set::one(tile.index());
        let owns = |player: &usize| state.sets[self.layout.owner(*player)].meets(here);
        let Some(owner) = (0..self.layout.players).find(owns) else { return false };
        let owned = state.sets[self.layout.owner(owner)];
        let kings = owned & state.sets[castling.king.index()];
        let partners =
            castling.partners.0.iter().fold(Set::EMPTY, |all, k| all | state.sets[k.index()]) & owned;
        let of_king = |king: usize| {
            let (owner, king) = (PlayerId::new(owner), Tile::new(king));
            let is_there = |tile: Tile| partners.has(tile.index());
            let tiles = |side| self.reference.castling_tiles(side, owner, king, is_there);
            castling.sides.iter().flat_map(tiles).map(Tile::index).collect::<Set<W>>()
        };
        kings.meets(here) && !of_king(tile.index()).is_empty()
            || partners.meets(here) && kings.iter().any(|king| of_king(king).meets(here))
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

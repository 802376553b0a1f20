//! Castling moves.

use tilegame_dsl::ir::{PlayerId, Tile};

use crate::engine::legality::pins::CheckMask;
use crate::engine::scene::Scene;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::Step;
use crate::plan::Plan;
use crate::plan::castling::{Castle, Castling, Filling, Pairing};
use crate::plan::cond::Cond;

impl<const W: usize> Castling<W> {
    /// Whatever is of a kind with which one castles.
    #[inline(always)]
    fn partners_in<const N: usize>(&self, state: &State<W, N>) -> Set<W> {
        self.with.iter().fold(Set::EMPTY, |all, kind| all | state.sets[*kind & (N - 1)])
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Whether a player's own pieces are in the way of all its castling.
    pub(crate) fn is_shut(&self, state: &State<W, N>, player: usize) -> bool {
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
    pub(crate) fn castlings(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &CheckMask<W>,
        mut then: impl FnMut(Step),
    ) {
        let state = scene.state;
        let Some(castling) = &scene.side.castling else { return };
        let may = self.rights(state) & scene.own;
        let kings = may & scene.movers_and_goals()[0] & state.sets[castling.king & (N - 1)] & castling.kings;
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
    pub(crate) fn could_castle(&self, state: &State<W, N>, tile: Tile) -> bool {
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
            let tiles = |side| self.reference.castling_tiles(side, owner, king).into_owned();
            (0..castling.sides.len()).flat_map(tiles).map(Tile::index).collect::<Set<W>>() & partners
        };
        kings.meets(here) && !of_king(tile.index()).is_empty()
            || partners.meets(here) && kings.iter().any(|king| of_king(king).meets(here))
    }

    #[inline(always)]
    fn may_cross(&self, scene: &Scene<'_, W, N>, guard: &CheckMask<W>, way: &Castle<W>) -> bool {
        let Some(castling) = &self.castling else { return false };
        match &castling.safe {
            Cond::True => true,
            _ if castling.is_unattacked && guard.is_on => {
                self.crosses_safely(scene, guard, way.king.0, way.safe)
            }
            cond => {
                let lifted = self.view_with(scene.state, scene.me, [Some(way.king.0), None], None);
                way.safe.iter().all(|t| self.holds(&lifted, t, cond))
            }
        }
    }
}

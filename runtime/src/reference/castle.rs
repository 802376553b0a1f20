//! Castling: two pieces that move at once along one line.

use std::borrow::Cow;
use std::sync::OnceLock;

use smallvec::SmallVec;
use tilegame_dsl::ir::{Castling, CastlingOption, CastlingSide, CastlingWay, DirId, KindId, PlayerId, Tile};

use super::engine::Reference;
use super::view::View;
use crate::moves::{Change, Move, Origin};
use crate::reference::position::{Piece, Position};

impl Reference {
    pub(super) fn castling_moves(
        &self,
        position: &Position,
        me: PlayerId,
        castling: &Castling,
        moves: &mut Vec<Move>,
    ) {
        let may = |tile: &Tile, is: &dyn Fn(KindId) -> bool| {
            position.rights.contains(*tile) && position.piece(*tile).is_some_and(|p| is(p.kind))
        };
        for king in position.owned(me).iter().filter(|t| may(t, &|kind| kind == castling.king)) {
            for (number, side) in castling.sides.iter().enumerate() {
                let CastlingWay::Line { direction, .. } = side.way else { continue };
                let ray = self.ray(king, me, direction);
                let Some(partner) = ray.into_iter().find(|t| {
                    may(t, &|kind| castling.partners.contains(kind))
                        && position.piece(*t).is_some_and(|p| p.owner == Some(me))
                        && side.way.begins(me, king, *t)
                }) else {
                    continue;
                };
                let Some(castles) = self.castle(position, me, castling, (number, side), king, partner) else {
                    continue;
                };
                let options = castling.options.iter();
                let with = options.filter_map(|option| self.castle_with(position, me, &castles, *option));
                moves.extend(with.collect::<Vec<_>>());
                moves.push(castles);
            }
        }
    }

    /// The ways of the two to where castling to a side takes them, both ends included, if there are such.
    pub(crate) fn castling_ways(
        &self,
        side: &CastlingSide,
        me: PlayerId,
        king: Tile,
        partner: Tile,
    ) -> Option<[Vec<Tile>; 2]> {
        let CastlingWay::Line { direction, king_to, partner_to, .. } = &side.way else { return None };
        if !side.way.begins(me, king, partner) {
            return None;
        }
        let kings = self.line(king, king_to[me.index()], me, *direction)?;
        Some([kings, self.line(partner, partner_to[me.index()], me, *direction)?])
    }

    /// The tiles on which a partner may stand with which a king could castle to the side of this number, if it ever can; nearest first. It takes
    /// walking to find them, so they are kept, but on a plane.
    pub(crate) fn castling_tiles(&self, side: usize, me: PlayerId, king: Tile) -> Cow<'_, [Tile]> {
        let sides = self.rules.castling.as_ref().map_or(&[][..], |castling| &castling.sides);
        let find = || match &sides[side].way {
            CastlingWay::Line { direction, .. } => {
                let mut ray = self.ray(king, me, *direction);
                ray.retain(|tile| self.castling_ways(&sides[side], me, king, *tile).is_some());
                ray
            }
            CastlingWay::Rule { partner, .. } => self.sum(king, me, partner).into_iter().collect(),
        };
        if self.board.plane().is_some() {
            return Cow::Owned(find());
        }
        let [tiles, players] = [self.board.len(), self.rules.players.len()];
        let all = || (0..sides.len() * players * tiles).map(|_| OnceLock::new()).collect();
        let place = (side * players + me.index()) * tiles + king.index();
        Cow::Borrowed(self.castling_tiles.get_or_init(all)[place].get_or_init(find))
    }

    /// Whether a piece could castle with some other if neither had moved.
    pub(super) fn could_castle(&self, position: &Position, tile: Tile, piece: Piece) -> bool {
        let (Some(castling), Some(owner)) = (&self.rules.castling, piece.owner) else { return false };
        let stands = |tile: &Tile, is: &dyn Fn(KindId) -> bool| {
            position.piece(*tile).is_some_and(|p| p.owner == Some(owner) && is(p.kind))
        };
        let is_partner = |kind: KindId| castling.partners.contains(kind);
        let partners = |king: Tile| {
            let is_there = |tile: &Tile| stands(tile, &is_partner);
            let tiles = |side| self.castling_tiles(side, owner, king).into_owned();
            (0..castling.sides.len()).flat_map(tiles).filter(is_there).collect::<Vec<_>>()
        };
        piece.kind == castling.king && !partners(tile).is_empty()
            || is_partner(piece.kind) && {
                let mut kings =
                    position.owned(owner).iter().filter(|t| stands(t, &|kind| kind == castling.king));
                kings.any(|king| partners(king).contains(&tile))
            }
    }

    /// Where a sum of directions leads, as a player sees the board.
    pub(crate) fn sum(&self, from: Tile, player: PlayerId, directions: &[DirId]) -> Option<Tile> {
        self.board.leap(from, self.frame(player, from), directions).first().map(|(tile, _)| *tile)
    }

    fn castle(
        &self,
        position: &Position,
        me: PlayerId,
        castling: &Castling,
        (number, side): (usize, &CastlingSide),
        king: Tile,
        partner: Tile,
    ) -> Option<Move> {
        let [kings_way, partners_way] = self.castling_ways(side, me, king, partner)?;
        let (king_to, partner_to) = (*kings_way.last()?, *partners_way.last()?);
        let free =
            |t: &Tile| *t == king || *t == partner || position.is_there(*t) && position.piece(*t).is_none();
        if !kings_way.iter().chain(&partners_way).all(free) {
            return None;
        }
        // The tile it reaches is judged like that of any other move: by what must hold afterwards.
        let view = View::new(position, me).lift(king);
        let crossed = kings_way.iter().enumerate().filter(|(i, t)| *i == 0 || **t != king_to);
        if !crossed.map(|(_, t)| *t).all(|t| self.holds(&view, t, &castling.safe)) {
            return None;
        }
        let origin = Origin::Castling { kind: castling.king, side: number as u8 };
        Some(Move {
            part: None,
            from: Some(king),
            to: king_to,
            promotion: None,
            captures: false,
            origin,
            tag: self.tag(origin),
            changes: SmallVec::from_slice(&[Change::Castle {
                king: (king, king_to),
                partner: (partner, partner_to),
            }]),
        })
    }

    /// The same castling with something put where one of the two has stood, if there is room and such a piece.
    fn castle_with(
        &self,
        position: &Position,
        me: PlayerId,
        castles: &Move,
        option: CastlingOption,
    ) -> Option<Move> {
        let [Change::Castle { king, partner }] = castles.changes[..] else { return None };
        let CastlingOption { of_king, kind, from_hand } = option;
        let tile = if of_king { king.0 } else { partner.0 };
        let is_free = tile != king.1 && tile != partner.1;
        let is_held = !from_hand || position.hands[self.hand_index(me, self.rules.in_hand(kind))] > 0;
        let put = Change::Put { tile, kind, from_hand };
        (is_free && is_held).then(|| Move {
            changes: SmallVec::from_slice(&[Change::Castle { king, partner }, put]),
            ..castles.clone()
        })
    }

    /// The tiles of a straight line in one direction, nearest first.
    pub(crate) fn ray(&self, from: Tile, player: PlayerId, direction: DirId) -> Vec<Tile> {
        let mut ray = Vec::new();
        let mut at = (from, self.frame(player, from));
        while let Some(next) = self.board.step(at.0, at.1, direction).next() {
            if next.0 == from || ray.contains(&next.0) {
                break;
            }
            ray.push(next.0);
            at = next;
        }
        ray
    }

    /// The tiles from one to another along the castling line, both ends included.
    pub(crate) fn line(&self, from: Tile, to: Tile, player: PlayerId, direction: DirId) -> Option<Vec<Tile>> {
        if from == to {
            return Some(vec![from]);
        }
        let back = self.rules.board.directions[direction.index()].opposite;
        [Some(direction), back].into_iter().flatten().find_map(|direction| {
            let mut line = vec![from];
            line.extend(self.ray(from, player, direction));
            let end = line.iter().position(|t| *t == to)?;
            line.truncate(end + 1);
            Some(line)
        })
    }
}

//! Sides of the castling clause as castling-like moves, as far as the set-up fixes who stands where.

use super::{Encoded, no, setup};
use crate::ir::{self, CastlingSide, CastlingWay, PlayerId, Rules, Test, Tile};
use crate::moveid::{Castling, MoveId, Neighbour, Offset, Side};

/// The ID of a side; nothing for one that is a rule of the piece's anyway.
pub(super) fn encode_side(
    rules: &Rules,
    clause: &ir::Castling,
    side: &CastlingSide,
) -> Option<Encoded<Vec<MoveId>>> {
    let CastlingWay::Line { direction, king_to, partner_to } = &side.way else { return None };
    Some(line(rules, clause, *direction, king_to, partner_to).map(|id| vec![id]))
}

fn line(
    rules: &Rules,
    clause: &ir::Castling,
    direction: ir::DirId,
    king_to: &[Tile],
    partner_to: &[Tile],
) -> Encoded<MoveId> {
    if clause.safe != Test::Not(Box::new(Test::Attacked)) {
        return no("castling whose `safe` is not `not attacked`");
    }
    if rules.turn.legal == Test::True {
        return no("castling onto a tile that may be attacked");
    }
    let Some(start) = setup::start(rules) else {
        return no("castling from tiles that the set-up does not fix");
    };
    let board = &rules.board;
    let place = |t: Tile| board.tiles[t.index()].place.map(i32::from);
    let mut found: Option<MoveId> = None;
    for player in (0..rules.players.len()).map(PlayerId::new) {
        let seat = &board.symmetries[rules.players[player.index()].frame.syms[0].index()];
        let forward = board.directions.iter().position(|d| d.offset == [0, 1, 0]);
        let up = forward.map_or(0, |d| i32::from(board.directions[seat[d].index()].offset[1]));
        let toward = board.directions[seat[direction.index()].index()].offset.map(i32::from);
        let of = |kind| {
            let own = start.iter().filter(move |(_, p, k)| *p == player && *k == kind);
            own.map(|(t, ..)| *t).collect::<Vec<_>>()
        };
        let kings = of(clause.king);
        let [king] = kings.as_slice() else { return no("castling of several pieces") };
        // The nearest partner in that direction.
        let distance = |t: &Tile| {
            let (a, b) = (place(*king), place(*t));
            (1..64).find(|k| (0..3).all(|i| a[i] + toward[i] * k == b[i]))
        };
        let mut partners: Vec<(i32, Tile)> =
            of(clause.partner).into_iter().filter_map(|t| Some((distance(&t)?, t))).collect();
        partners.sort();
        let Some((_, partner)) = partners.first() else {
            return no("castling without a partner in the set-up");
        };
        let offset = |from: Tile, to: Tile| {
            let (a, b) = (place(from), place(to));
            (b[0] - a[0], (b[1] - a[1]) * up)
        };
        let goes = offset(*king, king_to[player.index()]);
        let at = offset(*king, *partner);
        if goes == (0, 0) {
            return no("castling in which the king stays where it is");
        }
        let between = |n: i32, end: i32| n * end.signum() > 0 && n.abs() <= end.abs();
        let over_partner = at.1 == 0 && goes.1 == 0 && between(at.0, goes.0)
            || at.0 == 0 && goes.0 == 0 && between(at.1, goes.1);
        if over_partner {
            return no("castling in which the king goes over its partner");
        }
        let letter = {
            let mut chars = rules.kinds[clause.partner.index()].letters[0].chars();
            chars.next().filter(|_| chars.next().is_none()).and_then(|c| c.to_uppercase().next())
        };
        let Some(letter) = letter else { return no("a partner whose letter is not one character") };
        let partner_goes = offset(*partner, partner_to[player.index()]);
        let neighbour = Neighbour { side: Side::Friend, letter: Some(letter), at: Offset::of(at) };
        let common = MoveId {
            moves: true,
            castling: Some(Castling { partner: neighbour, goes: Offset::of(partner_goes), unmoved: true }),
            ..MoveId::default()
        };
        let way = super::path::Way {
            visits: Vec::new(),
            step: goes,
            lengths: 1..=1,
            jumps: false,
            multiple: false,
            safe: true,
        };
        let id = super::step(&way, &common, goes);
        match &found {
            Some(known) if *known != id => return no("castling that differs between the players"),
            _ => found = Some(id),
        }
    }
    match found {
        Some(id) => Ok(id),
        None => no("castling of nobody"),
    }
}

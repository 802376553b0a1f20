//! Sides of the castling clause as castling-like moves, as far as the setup fixes who stands where.

use super::inexpressible::{Encoded, no};
use super::letter::letter;
use super::setup;
use super::view::View;
use super::way::{Way, step};
use crate::ir::{self, CastlingSide, CastlingWay, PlayerId, Rules, Test, Tile};
use crate::moveid::lower::{self, Known, Words};
use crate::moveid::{Castling, Extension, MoveId, Neighbour, Offset, Side};

/// The ID of a side; nothing for one that is a rule of the piece's anyway.
pub(super) fn encode_side(
    rules: &Rules,
    clause: &ir::Castling,
    side: &CastlingSide,
) -> Option<Encoded<MoveId>> {
    let CastlingWay::Line { direction, king_from, king_to, partner_from, partner_to } = &side.way else {
        return None;
    };
    let [partner] = clause.partners.0[..] else {
        return Some(no("castling with one of several pieces"));
    };
    if king_from.is_some() || partner_from.is_some() || !clause.options.is_empty() {
        return Some(no("castling from given tiles, or with a choice"));
    }
    Some(line(rules, (clause, partner), *direction, king_to, partner_to))
}

fn line(
    rules: &Rules,
    (clause, kind): (&ir::Castling, ir::KindId),
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
    if !Known::new(rules).check().is_none_or(|check| check.royal.contains(clause.king)) {
        return no("castling by a piece that check is not about");
    }
    let Some(start) = setup::start(rules) else {
        return no("castling from tiles that the setup does not fix");
    };
    if start.is_shuffled(clause.king) || start.is_shuffled(kind) {
        return no("castling from tiles that the setup does not fix");
    }
    if lower::Compass::of(&rules.board).is_none() {
        return no("a board without files and ranks");
    }
    let board = &rules.board;
    let place = |t: Tile| board.tiles[t.index()].place.map(i32::from);
    // For every player who has such a piece: as the board's files run, and as the owner sees it.
    let mut found: Vec<[MoveId; 2]> = Vec::new();
    for player in (0..rules.players.len()).map(PlayerId::new) {
        let Some(seat) = rules.players[player.index()].frame.everywhere() else {
            return no("castling where forward is not the same everywhere");
        };
        let toward = board.directions[board.symmetries[seat.index()][direction.index()].index()].offset;
        let toward = toward.map(i32::from);
        let kings = start.of(player, clause.king);
        let king = match kings.as_slice() {
            [] => continue,
            [king] => king,
            _ => return no("castling of several pieces"),
        };
        // The nearest partner in that direction.
        let distance = |t: &Tile| {
            let (a, b) = (place(*king), place(*t));
            (1..64).find(|k| (0..3).all(|i| a[i] + toward[i] * k == b[i]))
        };
        let partners = start.of(player, kind).into_iter();
        let mut partners: Vec<(i32, Tile)> = partners.filter_map(|t| Some((distance(&t)?, t))).collect();
        partners.sort();
        let Some((_, partner)) = partners.first() else {
            return no("castling without a partner in the setup");
        };
        let Some(letter) = letter(rules, &ir::Kinds(vec![kind])) else {
            return no("a partner whose letter is not one character");
        };
        let id = |own_side: bool| {
            let view = View::of(rules, player, own_side);
            // How far to the right and forward.
            let offset = |from: Tile, to: Tile| {
                let (from, to) = (place(from), place(to));
                view.as_ref().map_or((0, 0), |view| view.own(to[0] - from[0], to[1] - from[1]))
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
            let partner_goes = Offset::of(offset(*partner, partner_to[player.index()]));
            let partner = Neighbour { side: Side::Friend, letter: Some(letter), at: Offset::of(at) };
            let common = MoveId {
                moves: true,
                castling: Some(Castling { partner, goes: partner_goes, unmoved: true }),
                extension: Extension { own_side, ..Extension::default() },
                ..MoveId::default()
            };
            let way = Way {
                visits: Vec::new(),
                step: goes,
                lengths: 1..=1,
                jumps: false,
                multiple: false,
                safe: true,
            };
            Ok(step(&way, &common, goes))
        };
        found.push([id(false)?, id(true)?]);
    }
    let Some(first) = found.first() else { return no("castling without a piece") };
    let alike = |view: usize| found.iter().all(|ids| ids[view] == first[view]);
    match (alike(0), alike(1)) {
        (true, _) => Ok(first[0].clone()),
        (_, true) => Ok(first[1].clone()),
        _ => no("castling that differs between the players"),
    }
}

//! Why a castling move is refused.

use tilegame_dsl::ir::{Castling, CastlingWay, PlayerId, Test, Tile};

use crate::game::Game;
use crate::reference::position::Position;
use crate::reference::view::View;
use crate::words;

/// The king of the player to move that comes into question, if there is one.
pub(super) fn king(game: &Game, position: &Position, castling: &Castling) -> Option<Tile> {
    let me = game.to_move(position);
    let is_king = |t: &Tile| position.piece(*t).is_some_and(|p| p.kind == castling.king);
    let mut kings: Vec<Tile> = position.owned(me).iter().filter(is_king).collect();
    kings.sort_by_key(|t| !position.has_right(*t));
    kings.first().copied()
}

/// The side that a king means to castle to by going to a tile: to its own target, or to its partner.
pub(super) fn side_meant(
    game: &Game,
    position: &Position,
    castling: &Castling,
    king: Tile,
    to: Tile,
) -> Option<usize> {
    let me = game.to_move(position);
    let target = castling.sides.iter().position(|side| {
        matches!(&side.way, CastlingWay::Line { king_to, .. } if king_to[me.index()] == to && king != to)
    });
    let to_partner = || {
        let partner =
            position.piece(to).is_some_and(|p| p.owner == Some(me) && castling.partners.contains(p.kind));
        let there = |i: &usize| match &castling.sides[*i].way {
            CastlingWay::Line { direction, .. } => game.engine().ray(king, me, *direction).contains(&to),
            CastlingWay::Rule { .. } => game.engine().castling_tiles(*i, me, king).contains(&to),
        };
        (0..castling.sides.len()).filter(|_| partner).find(there)
    };
    to_partner().or(target)
}

/// Why the king can't castle to a side; `None` if nothing is in the way but what the move would leave behind.
pub(super) fn refusal(
    game: &Game,
    position: &Position,
    castling: &Castling,
    king: Tile,
    number: usize,
) -> Option<String> {
    let rules = game.rules();
    let engine = game.engine();
    let me = game.to_move(position);
    let side = &castling.sides[number];
    let kings = words::piece_on(game, position, king);
    if !position.has_right(king) {
        return Some(format!("{kings} has lost the right to castle"));
    }
    let is_partner = |t: &Tile| {
        position.has_right(*t)
            && side.way.begins(me, king, *t)
            && position.piece(*t).is_some_and(|p| p.owner == Some(me) && castling.partners.contains(p.kind))
    };
    let tiles = match &side.way {
        CastlingWay::Line { direction, .. } => engine.ray(king, me, *direction),
        CastlingWay::Rule { .. } => engine.castling_tiles(number, me, king).into_owned(),
    };
    let Some(partner) = tiles.into_iter().find(is_partner) else {
        let partner = words::partner(rules, castling);
        return Some(format!("{kings} has no {partner} on that side that may still castle"));
    };
    // What is in the way of a rule is found by walking it, as of any other.
    if matches!(side.way, CastlingWay::Rule { .. }) {
        return None;
    }
    let Some([kings_way, partners_way]) = engine.castling_ways(side, me, king, partner) else {
        return Some(format!("there is no straight path for {kings} and its partner"));
    };
    let mut way = kings_way.iter().chain(&partners_way).filter(|t| **t != king && **t != partner);
    if let Some(occupied) = way.find(|t| position.piece(**t).is_some()) {
        return Some(format!("{} is in the way", words::piece_on(game, position, *occupied)));
    }
    let view = View::new(position, me).lift(king);
    // The tile it reaches is judged by what must hold afterwards.
    let crossed = kings_way
        .iter()
        .enumerate()
        .filter(|(i, t)| *i == 0 || Some(*t) != kings_way.last())
        .map(|(_, t)| *t);
    let unsafe_tile = crossed.into_iter().find(|t| !engine.holds(&view, *t, &castling.safe))?;
    Some(unsafe_told(game, position, me, king, unsafe_tile, &castling.safe))
}

fn unsafe_told(
    game: &Game,
    position: &Position,
    me: PlayerId,
    king: Tile,
    tile: Tile,
    safe: &Test,
) -> String {
    let rules = game.rules();
    let name = rules.board.name(tile);
    let mut attackers = Vec::new();
    game.engine().attackers(&View::new(position, me).lift(king), tile, &mut |from| {
        attackers.push(words::piece_on(game, position, from));
        false
    });
    let what = if tile == king { format!("stands on {name}") } else { format!("would pass {name}") };
    let mover = &rules.kinds[position.piece(king).map_or(0, |p| p.kind.index())].name;
    if attackers.is_empty() {
        let test = words::test(rules, safe);
        return format!("the {mover} {what}, of which this does not hold: {test}");
    }
    format!("the {mover} {what}, which is attacked by {}", words::list(&attackers, "and"))
}

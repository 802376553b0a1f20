//! Why a text is not a legal move.

use tilegame_dsl::ir::{KindId, Tile};

use super::forbidden::{LISTED, refused_move};
use super::reason::{Illegal, Reason};
use super::trace::{Obstacle, obstacles};
use super::{castling, choice};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::uci::UciError;
use crate::notation::{self, MoveError, san, uci};
use crate::reference::position::Position;
use crate::reference::view::View;
use crate::words;

pub(super) fn refuse(game: &Game, position: &Position, text: &str) -> Illegal {
    let rules = game.rules();
    if let Some(outcome) = game.outcome(position) {
        let how = words::outcome(rules, &outcome);
        return Illegal::new(Reason::Over, format!("the game is over: {how}"));
    }
    if let Some(refusal) = castling_by_name(game, position, text) {
        return refusal;
    }
    if let Err(error @ UciError::Board { .. }) = uci::read(game, position, text) {
        return Illegal::new(Reason::Board, error.to_string());
    }
    if let Some(refusal) = choice::refusal(game, position, text) {
        return refusal;
    }
    if uci::is_pass(text) {
        return no_pass(game, position);
    }
    if let Some((from, to, rest)) = uci::tiles(game, text)
        .or_else(|| uci::tiles(game, &text.replace('-', "")).map(|(from, to, _)| (from, to, "")))
    {
        let promotion = (0..rules.kinds.len())
            .map(KindId::new)
            .find(|k| rules.kinds[k.index()].signed_letter().eq_ignore_ascii_case(rest));
        if rest.is_empty() || promotion.is_some() {
            return from_to(game, position, from, to, promotion);
        }
    }
    if let Some(refusal) = has_acted(game, position, text) {
        return refusal;
    }
    if let Some(refusal) = tile_alone(game, position, text) {
        return refusal;
    }
    by_name(game, position, text).unwrap_or_else(|| match notation::read(game, position, text) {
        Err(error @ MoveError::Uci(UciError::NoSuchTile { .. })) => {
            Illegal::new(Reason::NoSuchTile, error.to_string())
        }
        Err(error) => Illegal::new(Reason::NotAMove, error.to_string()),
        Ok(_) => Illegal::new(Reason::Ambiguous, format!("`{text}` can be any of several moves")),
    })
}

/// A text that names nothing but the tile of a piece which could move: where it goes is missing.
fn tile_alone(game: &Game, position: &Position, text: &str) -> Option<Illegal> {
    let board = &game.rules().board;
    let from = board.tile(text)?;
    position.piece(from).filter(|piece| piece.owner == Some(game.to_move(position)))?;
    let moves = game.moves(position);
    let told = words::piece_on(game, position, from);
    let sentence = format!("`{text}` does not say where {told} goes");
    let mut illegal = Illegal::new(Reason::NotAMove, sentence);
    let of_it: Vec<&Move> = moves.iter().filter(|m| m.from == Some(from) && !m.is_pass()).collect();
    let mut texts: Vec<String> = of_it.iter().map(|m| uci::write(game, position, m)).collect();
    texts.truncate(LISTED);
    illegal.more.push(match texts.is_empty() {
        true => format!("{told} has no legal move"),
        false => format!("its moves are {}", words::list(&texts, "and")),
    });
    Some(illegal)
}

/// A text such as `O-O`.
fn castling_by_name(game: &Game, position: &Position, text: &str) -> Option<Illegal> {
    let castling = game.rules().castling.as_ref()?;
    let plain =
        |t: &str| t.trim_end_matches(['+', '#', '!', '?']).replace(['0', 'o'], "O").to_ascii_uppercase();
    let number = castling.sides.iter().position(|side| plain(&side.text) == plain(text))?;
    let Some(king) = castling::king(game, position, castling) else {
        let who = words::player(game.rules(), game.to_move(position));
        let kind = &game.rules().kinds[castling.king.index()].name;
        return Some(Illegal::new(Reason::Castling, format!("{who} has no {kind}")));
    };
    Some(match castling::refusal(game, position, castling, king, number) {
        Some(why) => Illegal::new(Reason::Castling, why),
        None => {
            let moves = game.pseudo_legal_moves(position);
            let m = moves.iter().find(|m| m.castling_side() == Some(number));
            match m {
                Some(m) => refused_move(game, position, m),
                None => Illegal::new(Reason::Castling, "castling is not possible on that side"),
            }
        }
    })
}

/// Of a piece that has done its step in this turn, or has been said to stay, what is told is that.
fn has_acted(game: &Game, position: &Position, text: &str) -> Option<Illegal> {
    let rules = game.rules();
    let from = position.origin()?;
    let named = |letter: &str| {
        let kinds = &rules.kinds[position.piece(from)?.kind.index()].parts;
        let fits = |kind: &&KindId| {
            let bare = rules.bare(**kind);
            [**kind, bare].iter().any(|kind| rules.kinds[kind.index()].letter == letter)
        };
        kinds.iter().find(fits).copied()
    };
    let part = match (uci::tiles(game, text), text.split_once('/')) {
        (Some((start, ..)), Some((_, letter))) if start == from => named(letter),
        _ => san::said(game, text)?.kinds.iter().find_map(|kind| named(&rules.kinds[kind.index()].letter)),
    }?;
    if !game.engine().memory.acted || game.engine().ready(position, from).contains(&part) {
        return None;
    }
    let (who, name) = (words::player(rules, game.to_move(position)), &rules.kinds[part.index()].name);
    let tile = rules.board.name(from);
    let sentence =
        format!("{who}'s {name} on {tile} has already acted in this turn, or was declared to stay");
    Some(Illegal::new(Reason::NotNow, sentence))
}

/// A text such as `Nf3`: the reason of the piece that comes closest.
fn by_name(game: &Game, position: &Position, text: &str) -> Option<Illegal> {
    let rules = game.rules();
    let said = san::said(game, text)?;
    if !game.board().tiles().any(|tile| rules.board.name(tile).contains(said.origin)) {
        // Nowhere on the board is there such a place: it was meant to be something else.
        return None;
    }
    let me = game.to_move(position);
    let fitting = san::read(game, position, text);
    if let Err(error @ san::SanError::Ambiguous { .. }) = fitting {
        return Some(Illegal::new(Reason::Ambiguous, error.to_string()));
    }
    if let Err(error @ san::SanError::Promotion { .. }) = fitting {
        return Some(Illegal::new(Reason::Promotion, error.to_string()));
    }
    let meant = position.owned(me).iter().filter(|t| {
        position.piece(*t).is_some_and(|p| said.kinds.contains(&p.kind))
            && rules.board.name(*t).contains(said.origin)
    });
    let mut reasons: Vec<(usize, Illegal)> = meant
        .map(|from| (distance(game, position, from, said.to), from_to(game, position, from, said.to, None)))
        .collect();
    reasons.sort_by_key(|(distance, illegal)| (*distance, illegal.reason));
    let names: Vec<&str> = said.kinds.iter().map(|k| rules.kinds[k.index()].name.as_str()).collect();
    let kind = if names.is_empty() { "such piece".to_owned() } else { words::list(&names, "or") };
    let several = reasons.len() > 1;
    match reasons.into_iter().next() {
        // Where no rule leads there, none of them is nearer than another.
        Some((_, nearest)) if several && nearest.reason == Reason::NoWay => {
            let (who, to) = (words::player(rules, me), rules.board.name(said.to));
            return Some(Illegal::new(Reason::NoWay, format!("no {kind} of {who}'s can go to {to}")));
        }
        Some((_, nearest)) => return Some(nearest),
        None => {}
    }
    let place = if said.origin.is_empty() { String::new() } else { format!(" on {}", said.origin) };
    Some(Illegal::new(Reason::NothingThere, format!("{} has no {kind}{place}", words::player(rules, me))))
}

/// Why the player to move may not pass.
fn no_pass(game: &Game, position: &Position) -> Illegal {
    let rules = game.rules();
    let who = words::player(rules, game.to_move(position));
    let Some(pass) = &rules.turn.pass else {
        return Illegal::new(Reason::NoPass, "no player can pass in this game");
    };
    if let Some(m) = game.pseudo_legal_moves(position).iter().find(|m| m.is_pass()) {
        return refused_move(game, position, m);
    }
    let asked = words::test(rules, &pass.guard);
    Illegal::new(Reason::NoPass, format!("{who} may not pass: this is not true: {asked}"))
}

/// How many obstacles lie between a piece and a tile; many if no rule leads there.
fn distance(game: &Game, position: &Position, from: Tile, to: Tile) -> usize {
    ways(game, position, from, to).first().map_or(usize::MAX, |(_, obstacles)| obstacles.len())
}

fn from_to(game: &Game, position: &Position, from: Tile, to: Tile, promotion: Option<KindId>) -> Illegal {
    let rules = game.rules();
    let me = game.to_move(position);
    let told = words::piece_on(game, position, from);
    let by = position.piece(from).map(|piece| piece.kind);
    if from == to && by.is_some() && by == rules.notation.pass_by {
        return no_pass(game, position);
    }
    let Some(piece) = position.piece(from) else {
        return Illegal::new(Reason::NothingThere, format!("nothing stands on {}", rules.board.name(from)));
    };
    if piece.owner != Some(me) {
        let turn = words::player(rules, me);
        return Illegal::new(Reason::NotYours, format!("{told} may not move: it is {turn}'s turn"));
    }
    let moves = game.pseudo_legal_moves(position);
    let near: Vec<&Move> = moves
        .iter()
        .filter(|m| m.from == Some(from) && (m.to == to || m.castling_partner() == Some(to)))
        .collect();
    let exact = near.iter().find(|m| m.promotion == promotion || promotion.is_none());
    if let Some(m) = exact {
        return refused_move(game, position, m);
    }
    if let Some(m) = near.first() {
        let choices: Vec<String> =
            near.iter().filter(|n| n.to == m.to).map(|m| uci::write(game, position, m)).collect();
        let to = promotion.map_or("", |k| &rules.kinds[k.index()].name);
        let sentence =
            format!("{told} does not become a {to} there: it is one of {}", words::list(&choices, "or"));
        return Illegal::new(Reason::Promotion, sentence);
    }
    let ways = ways(game, position, from, to);
    if let Some(castling) = rules.castling.as_ref().filter(|c| c.king == piece.kind)
        && let Some(side) = castling::side_meant(game, position, castling, from, to)
        && (ways.is_empty() || position.has_right(from))
        && let Some(why) = castling::refusal(game, position, castling, from, side)
    {
        let mut illegal = Illegal::new(Reason::Castling, why);
        illegal
            .more
            .extend(ways.first().map(|(text, obstacles)| in_the_way(game, position, text, obstacles)));
        return illegal;
    }
    match ways.split_first() {
        None if is_open(game, position, from, to) => {
            let phase = words::phase(rules, position).unwrap_or_default();
            let mut lines = rules.turn.only.iter().filter(|only| only.phases.contains(&position.phase));
            let line = lines.next().map_or(String::new(), |only| format!(": {}", only.text));
            let sentence = format!("in the phase {phase} only other moves can be made{line}");
            Illegal::new(Reason::NotNow, sentence)
        }
        None => {
            let name = rules.board.name(to);
            let kind = &rules.kinds[piece.kind.index()].name;
            let mut illegal = Illegal::new(
                Reason::NoWay,
                format!("no rule of the {kind} leads from {} to {name}", rules.board.name(from)),
            );
            let reached: Vec<_> =
                near_targets(&moves, from).map(|t| rules.board.name(t)).take(LISTED).collect();
            illegal.more.push(match reached[..] {
                [] => format!("{told} can't move at all"),
                _ => format!("from {} it can go to {}", rules.board.name(from), words::list(&reached, "and")),
            });
            illegal
        }
        Some(((text, obstacles), others)) => {
            let mut illegal = Illegal::new(Reason::InTheWay, in_the_way(game, position, text, obstacles));
            illegal.more = others
                .iter()
                .take(3)
                .map(|(text, obstacles)| in_the_way(game, position, text, obstacles))
                .collect();
            illegal.more.dedup();
            illegal
        }
    }
}

fn near_targets(moves: &[Move], from: Tile) -> impl Iterator<Item = Tile> {
    let goes = |m: &&Move| m.from == Some(from) && !m.is_pass();
    let mut tiles: Vec<Tile> = moves.iter().filter(goes).map(|m| m.to).collect();
    tiles.sort();
    tiles.dedup();
    tiles.into_iter()
}

type Way<'r> = (&'r str, Vec<Obstacle<'r>>);

/// For each rule of a piece that could lead to a tile: what is in its way. The most telling first.
fn ways<'g>(game: &'g Game, position: &Position, from: Tile, to: Tile) -> Vec<Way<'g>> {
    let engine = game.engine();
    let me = game.to_move(position);
    let Some(piece) = position.piece(from) else { return Vec::new() };
    let view = View::new(position, me).lift(from);
    let rules = &game.rules().kinds[piece.kind.index()].rules;
    let mut ways: Vec<Way<'g>> = rules
        .iter()
        .filter(|rule| rule.mode.moves())
        .filter_map(|rule| {
            Some((rule.text.as_str(), obstacles(engine, &view, rule, (from, engine.frame(me, from)), to)?))
        })
        .filter(|(_, obstacles)| !obstacles.is_empty())
        .collect();
    ways.sort_by_key(|(_, obstacles)| (obstacles.len(), obstacles.first().map(Obstacle::weight)));
    ways
}

/// Whether nothing is in the way of some rule that leads from a piece to a tile.
fn is_open(game: &Game, position: &Position, from: Tile, to: Tile) -> bool {
    let engine = game.engine();
    let me = game.to_move(position);
    let Some(piece) = position.piece(from) else { return false };
    let view = View::new(position, me).lift(from);
    let mut rules = game.rules().kinds[piece.kind.index()].rules.iter().filter(|rule| rule.mode.moves());
    rules.any(|rule| {
        obstacles(engine, &view, rule, (from, engine.frame(me, from)), to).is_some_and(|all| all.is_empty())
    })
}

fn in_the_way(game: &Game, position: &Position, text: &str, obstacles: &[Obstacle<'_>]) -> String {
    let rules = game.rules();
    let name = |t: &Tile| rules.board.name(*t);
    let piece = |t: &Tile| words::piece_on(game, position, *t);
    let Some(first) = obstacles.first() else { return String::new() };
    let why = match first {
        Obstacle::Blocked(tile) => format!("{} is in the way", piece(tile)),
        Obstacle::Own(tile) => format!("{} is no enemy to be taken", piece(tile)),
        Obstacle::NotEmpty(tile) => format!("{} is where only an empty tile will do", piece(tile)),
        Obstacle::NothingToTake(tile) => format!("there is nothing to take on {}", name(tile)),
        Obstacle::Guard(test) => format!("this does not hold: {}", words::test(rules, test)),
        Obstacle::Fails(tile, test) => {
            let there = if position.piece(*tile).is_some() {
                piece(tile)
            } else {
                format!("{} is empty", name(tile))
            };
            format!("on {} this does not hold: {} ({there})", name(tile), words::test(rules, test))
        }
        Obstacle::NotMarked(tile, mark) => {
            let mark = rules.marks[mark.index()].replace('_', " ");
            format!("{} does not bear the mark {mark}", name(tile))
        }
    };
    format!("{why} (rule: {text})")
}

//! What a legal move changes, told by comparing the position before it with the one after.

use std::collections::BTreeMap;

use tilegame_dsl::ir::{CounterId, KindId, PlayerId, Tile};

use crate::game::Game;
use crate::moves::{Change, Move};
use crate::position::{Piece, Position};
use crate::words;

/// The changes that the move lists, then those that follow from it.
pub(super) fn changes(game: &Game, before: &Position, after: &Position, m: &Move) -> Vec<String> {
    let mut told = moved(game, before, m);
    let gone = after.out().iter().filter(|p| before.in_play(**p));
    told.extend(gone.map(|p| format!("{} is out", words::player(game.rules(), *p))));
    told.extend(followed(game, before, after, m));
    told.extend(marks(game, before, after));
    told.extend(rights(game, before, after, m));
    told.extend(counters(game, before, after));
    told
}

/// The lines of the rules that such a move sets off, as they are written.
pub(super) fn set_off(game: &Game, before: &Position, m: &Move) -> Vec<String> {
    let engine = game.engine();
    let lines = game.rules().turn.after.iter();
    let triggered = lines.filter(|after| engine.is_set_off(after, m, engine.to_move(before)));
    triggered.map(|after| after.text.clone()).collect()
}

/// What the position is after the move.
pub(super) fn status(game: &Game, after: &Position) -> Vec<String> {
    let rules = game.rules();
    let who = words::player(rules, game.to_move(after));
    let mut told = Vec::new();
    if game.in_check(after) {
        told.push(format!("{who} is in check"));
    }
    told.push(match game.outcome(after) {
        Some(outcome) => format!("The game is over: {}", words::outcome(rules, &outcome)),
        None => format!("It is {who}'s turn"),
    });
    told
}

fn moved(game: &Game, before: &Position, m: &Move) -> Vec<String> {
    let rules = game.rules();
    let name = |t: Tile| rules.board.name(t);
    let kind = |k: KindId| &rules.kinds[k.index()].name;
    let mut told = Vec::new();
    if m.is_pass() {
        told.push(format!("{} passes: nothing moves", words::player(rules, game.to_move(before))));
    }
    for change in &m.changes {
        told.push(match change {
            Change::Take(tile) => format!("{} is taken", words::piece_on(game, before, *tile)),
            Change::Go { from, to } => {
                format!("{} goes to {}", words::piece_on(game, before, *from), name(*to))
            }
            Change::Shift { from, to } => {
                format!("{} goes to {} with it", words::piece_on(game, before, *from), name(*to))
            }
            Change::Castle { king, partner } => format!(
                "{} goes to {}, and {} goes to {}",
                words::piece_on(game, before, king.0),
                name(king.1),
                words::piece_on(game, before, partner.0),
                name(partner.1)
            ),
            Change::Become { tile, kind: k } => {
                format!("The piece on {} becomes a {}", name(*tile), kind(*k))
            }
            Change::Vanish(tile) => format!("The tile {} vanishes", name(*tile)),
            Change::Carry(carry) => {
                let tiles = carry.size.map(usize::from);
                let what = match tiles {
                    [1, 1] => format!("The tile {}", name(carry.corner)),
                    [files, ranks] => format!("The {files} x {ranks} places from {}", name(carry.corner)),
                };
                let verb = if tiles == [1, 1] { "goes" } else { "go" };
                let turned = match carry.turns {
                    0 => "",
                    1 => ", turned by a quarter to the right",
                    2 => ", turned by half",
                    _ => ", turned by a quarter to the left",
                };
                let flipped = if carry.flipped { ", files exchanged" } else { "" };
                format!("{what} {verb} to {}{turned}{flipped}", name(carry.to))
            }
            Change::Join { tile, owner } => {
                format!("The piece on {} is {}'s from now on", name(*tile), words::player(rules, *owner))
            }
            // Told by what the position shows afterwards.
            Change::Mark { .. } | Change::Count { .. } => continue,
        });
    }
    told
}

/// Tiles that are not as the move alone would have left them.
fn followed(game: &Game, before: &Position, after: &Position, m: &Move) -> Vec<String> {
    let rules = game.rules();
    let mut expected: BTreeMap<Tile, Piece> = before.pieces().collect();
    let mut landing: Vec<(Tile, Option<Piece>)> = Vec::new();
    for change in &m.changes {
        match *change {
            Change::Take(tile) | Change::Vanish(tile) => _ = expected.remove(&tile),
            Change::Go { from, to } | Change::Shift { from, to } => {
                landing.push((to, expected.remove(&from)));
            }
            Change::Castle { king, partner } => {
                landing.push((king.1, expected.remove(&king.0)));
                landing.push((partner.1, expected.remove(&partner.0)));
            }
            Change::Carry(_) => return Vec::new(),
            Change::Become { .. } | Change::Join { .. } | Change::Mark { .. } | Change::Count { .. } => {}
        }
    }
    for (tile, piece) in landing {
        piece.map(|piece| expected.insert(tile, piece));
    }
    for change in &m.changes {
        match *change {
            Change::Become { tile, kind } => {
                expected.entry(tile).and_modify(|piece| piece.kind = kind);
            }
            Change::Join { tile, owner } => {
                expected.entry(tile).and_modify(|piece| piece.owner = owner);
            }
            _ => {}
        }
    }
    let mut told = Vec::new();
    let mut tiles: Vec<Tile> = expected.keys().copied().chain(after.pieces().map(|(tile, _)| tile)).collect();
    tiles.sort();
    tiles.dedup();
    for tile in tiles {
        let name = rules.board.name(tile);
        match (expected.get(&tile).copied(), after.piece(tile)) {
            (a, b) if a == b => {}
            (Some(gone), None) => {
                told.push(format!("{} on {name} goes off the board", words::piece(rules, gone)))
            }
            (Some(old), Some(new)) => {
                let (old, new) = (words::piece(rules, old), words::piece(rules, new));
                told.push(format!("{old} on {name} becomes {new}"));
            }
            (None, Some(new)) => told.push(format!("{} appears on {name}", words::piece(rules, new))),
            (None, None) => {}
        }
    }
    told
}

fn marks(game: &Game, before: &Position, after: &Position) -> Vec<String> {
    let rules = game.rules();
    let new = after.marks.iter().filter(|left| !before.marks.contains(left));
    new.map(|left| {
        let mark = rules.marks[left.mark.index()].replace('_', " ");
        let owner = words::player(rules, left.owner);
        format!("The tile {} is marked {mark} until {owner}'s next turn", rules.board.name(left.tile))
    })
    .collect()
}

fn rights(game: &Game, before: &Position, after: &Position, m: &Move) -> Vec<String> {
    let castles = |t: Tile| t == m.from && m.castling_side().is_some() || m.castling_partner() == Some(t);
    let lost = before.rights.iter().filter(|t| !after.rights.contains(*t) && !castles(*t));
    lost.map(|t| format!("{} may no longer castle", words::piece_on(game, before, t))).collect()
}

fn counters(game: &Game, before: &Position, after: &Position) -> Vec<String> {
    let rules = game.rules();
    let mut told = Vec::new();
    for (i, counter) in rules.counters.iter().enumerate() {
        let players = if counter.each { rules.players.len() } else { 1 };
        for player in (0..players).map(PlayerId::new) {
            let number = |p| game.counter(p, CounterId::new(i), player);
            let (old, new) = (number(before), number(after));
            if old != new {
                let whose =
                    if counter.each { format!("{}'s ", words::player(rules, player)) } else { String::new() };
                told.push(format!("{whose}{} goes from {old} to {new}", counter.name.replace('_', " ")));
            }
        }
    }
    told
}

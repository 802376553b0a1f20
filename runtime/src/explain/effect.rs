//! What a legal move changes, told by comparing the position before it with the one after.

use tilegame_dsl::ir::{CounterId, KindId, PhaseId, PlayerId, Rules, Tile};

use super::walks;
use crate::game::Game;
use crate::moves::{Carry, Change, Move};
use crate::reference::position::Position;
use crate::words;

/// The changes that the move lists, then those that follow from it.
pub(super) fn changes(game: &Game, before: &Position, after: &Position, m: &Move) -> Vec<String> {
    let mut told = moved(game, before, m);
    let gone = after.out().iter().filter(|p| before.in_play(**p));
    told.extend(gone.map(|p| format!("{} is out", words::player(game.rules(), *p))));
    told.extend(followed(game, before, after, m));
    told.extend(walked(game, before, m));
    told.extend(marks(game, before, after));
    told.extend(rights(game, before, after, m));
    told.extend(counters(game, before, after));
    told.extend(hands(game, before, after));
    told
}

/// The lines of the rules that the move sets off and whose condition holds, as they are written.
pub(super) fn set_off(game: &Game, before: &Position, m: &Move) -> Vec<String> {
    let mut lines = Vec::new();
    game.engine().tell_what_follows(before, m, &mut |_, number, change| {
        lines.extend(change.is_none().then(|| game.rules().turn.after[number].text.clone()));
    });
    lines
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
        None => match words::phase(rules, after) {
            Some(phase) if after.phase() != PhaseId(0) => format!("{who} goes on: {phase}"),
            _ => format!("It is {who}'s turn"),
        },
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
            Change::Go { from, to } => match m.part {
                Some(part) => format!(
                    "The {} of {} goes to {}",
                    kind(part),
                    words::piece_on(game, before, *from),
                    name(*to)
                ),
                None => format!("{} goes to {}", words::piece_on(game, before, *from), name(*to)),
            },
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
            Change::Vanish(tile) => format!("The tile {} vanishes", name(*tile)),
            Change::Carry(carry) => carried(rules, carry),
            Change::Merge(tile) => format!("It joins {}", words::piece_on(game, before, *tile)),
            Change::Leave { tile, kind: k } => format!("{} stays on {}", words::a(kind(*k)), name(*tile)),
            // It has gone to where it is itself.
            Change::Become { tile, kind: k } if Some(*k) == m.part && *tile == m.to => continue,
            Change::Become { tile, kind: k } if m.part.is_some() && m.from == Some(*tile) => {
                format!("{} stays on {}", words::a(kind(*k)), name(*tile))
            }
            Change::Become { tile, kind: k } => match before.piece(*tile) {
                Some(same) if same.kind == *k && m.from == Some(m.to) => {
                    format!("{} stays as it is", words::piece_on(game, before, *tile))
                }
                Some(turned) if m.from == Some(m.to) && turns_into(rules, turned.kind, *k) => {
                    format!("{} turns: {}", words::piece_on(game, before, *tile), facing(rules, *k))
                }
                _ => format!("The piece on {} becomes {}", name(*tile), words::a(kind(*k))),
            },
            Change::Put { tile, kind: k, from_hand } => {
                let hand = if *from_hand { " out of the hand" } else { "" };
                format!("{} is put on {}{hand}", words::a(kind(*k)), name(*tile))
            }
            Change::Join { tile, owner } => {
                format!("The piece on {} is {}'s from now on", name(*tile), words::player(rules, *owner))
            }
            // Told by what the position shows afterwards.
            // The account of what is lost and converted includes it.
            Change::First { .. } | Change::Mark { .. } | Change::Count { .. } => continue,
        });
    }
    told
}

/// Whether two kinds are one piece that stands in two ways.
fn turns_into(rules: &Rules, one: KindId, other: KindId) -> bool {
    rules.kinds[one.index()].piece == rules.kinds[other.index()].piece
}

/// `it faces ne and sw now`.
fn facing(rules: &Rules, kind: KindId) -> String {
    let facing = rules.kinds[kind.index()].facing.as_ref();
    let directions = facing.map_or(&[][..], |facing| &facing.directions);
    let names: Vec<&str> = directions.iter().map(|d| &*rules.board.directions[d.index()].name).collect();
    format!("it faces {} now", words::list(&names, "and"))
}

/// `The tile a0 goes to c0`.
fn carried(rules: &Rules, carry: &Carry) -> String {
    let name = |t: Tile| rules.board.name(t);
    let (what, verb) = match carry.size {
        [1, 1] => (format!("The tile {}", name(carry.corner)), "goes"),
        [files, ranks] => (format!("The {files} x {ranks} places from {}", name(carry.corner)), "go"),
    };
    let turned = match carry.turns {
        0 => "",
        1 => ", turned by a quarter to the right",
        2 => ", turned by half",
        _ => ", turned by a quarter to the left",
    };
    let flipped = if carry.flipped { ", files exchanged" } else { "" };
    format!("{what} {verb} to {}{turned}{flipped}", name(carry.to))
}

/// Tiles that are not as the move alone would have left them.
fn followed(game: &Game, before: &Position, after: &Position, m: &Move) -> Vec<String> {
    let rules = game.rules();
    let expected = game.engine().moved(before, m);
    let mut told = Vec::new();
    let mut tiles: Vec<Tile> = expected.pieces().chain(after.pieces()).map(|(tile, _)| tile).collect();
    tiles.sort();
    tiles.dedup();
    for tile in tiles {
        let name = rules.board.name(tile);
        match (expected.piece(tile), after.piece(tile)) {
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

/// Where what follows from the move has gone, if that is not plain to see.
fn walked(game: &Game, before: &Position, m: &Move) -> Vec<String> {
    let done = walks::in_position(game, before, m).into_iter().filter(|walk| walk.done);
    done.filter_map(|walk| way_told(game, &walk.way)).collect()
}

/// `What follows goes from j1 by j4 to c4`: where a way begins, bends and ends.
fn way_told(game: &Game, way: &[Tile]) -> Option<String> {
    let board = &game.rules().board;
    let step = |a: Tile, b: Tile| {
        let (a, b) = (board.place(a), board.place(b));
        [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
    };
    let corners = way.windows(3).filter(|three| step(three[0], three[1]) != step(three[1], three[2]));
    let corners: Vec<_> = corners.map(|three| board.name(three[1])).collect();
    let (first, last) = (way.first()?, way.last()?);
    if way.len() < 3 {
        return None;
    }
    let by = if corners.is_empty() { String::new() } else { format!(" by {}", words::list(&corners, "and")) };
    Some(format!("What follows goes from {}{by} to {}", board.name(*first), board.name(*last)))
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
    let castles =
        |t: Tile| Some(t) == m.from && m.castling_side().is_some() || m.castling_partner() == Some(t);
    let lost = before.rights.iter().filter(|t| !after.rights.contains(*t) && !castles(*t));
    lost.map(|t| format!("{} may no longer castle", words::piece_on(game, before, t))).collect()
}

/// What goes into a hand; what comes out of one has been told.
fn hands(game: &Game, before: &Position, after: &Position) -> Vec<String> {
    let rules = game.rules();
    let mut told = Vec::new();
    for player in (0..rules.players.len()).map(PlayerId::new) {
        for (index, kind) in rules.kinds.iter().enumerate() {
            let held = |position| game.hand(position, player, KindId::new(index));
            if held(after) > held(before) {
                told.push(format!(
                    "{} goes into {}'s hand",
                    words::a(&kind.name),
                    words::player(rules, player)
                ));
            }
        }
    }
    told
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

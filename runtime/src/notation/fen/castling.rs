//! The field that says who may still castle with whom.
//!
//! A letter stands for a *right*: a king and a partner that have not moved. Letters of the first player are large, those of
//! the second small. With more players each has a group of large letters, and commas stand between: `KQ,-,Q`.
//!
//! Where the rules say `castling with first`, the pieces that have not moved and whose right to castle does not tell it follow,
//! each by the letter of its file, or by its tile where that letter means something else or more than one piece: `KQBCDFG`, `a2`.

use std::ops::Range;

use smallvec::SmallVec;
use tilegame_dsl::ir::{Castling, KindId, PlayerId, Tile};

use super::error::{FenError, FenStyle};
use crate::game::Game;
use crate::notation::field::Field;
use crate::notation::tiles::file_and_rank;
use crate::reference::position::{Piece, Position};
use crate::words;

/// Writes the rights behind a text.
pub(super) fn write(game: &Game, position: &Position, style: FenStyle, first: bool, text: &mut String) {
    if position.rights.is_empty() && !first && !in_groups(game) {
        return text.push('-');
    }
    // Letters of files tell who has not moved, so they can't tell who may castle.
    let style = if first { FenStyle::X } else { style };
    let begin = text.len();
    let mut is_any = false;
    for player in players(game) {
        if player.index() > 0 && in_groups(game) {
            text.push(',');
        }
        let start = text.len();
        if let Some(castling) = &game.rules().castling {
            write_rights(game, position, castling, style, player, text);
        }
        if first {
            text.push_str(&unmoved(game, position, player));
        }
        is_any |= text.len() > start;
        if text.len() == start && in_groups(game) {
            text.push('-');
        }
    }
    if !is_any {
        text.truncate(begin);
        text.push('-');
    }
}

/// The pieces of a player that have not moved and whose right to castle does not tell it.
fn unmoved(game: &Game, position: &Position, player: PlayerId) -> String {
    let untold = |tile: &Tile| position.unmoved.contains(*tile) && !position.has_right(*tile);
    let mut tiles: Vec<Tile> = position.owned(player).iter().filter(untold).collect();
    // By files, as other programs write them.
    tiles.sort_by_key(|tile| file_letter(game, *tile));
    let text = tiles.into_iter().map(|tile| match file_letter(game, tile) {
        Some(letter)
            if on_file(game, position, player, letter) == [tile]
                && !is_taken(game, position, tile, player) =>
        {
            cased(game, letter, player).to_string()
        }
        _ => {
            let name = game.rules().board.name(tile);
            name.chars().map(|c| cased(game, c, player)).collect()
        }
    });
    text.collect()
}

/// The tiles of a file where a player has a piece of which it matters whether it has moved, and could be one that has not: where
/// the setup has such a piece, and if there is none, any.
fn on_file(game: &Game, position: &Position, player: PlayerId, letter: char) -> Vec<Tile> {
    let kinds = &game.rules().kinds;
    let is_tracked = |position: &Position, tile: Tile| {
        position.piece(tile).is_some_and(|p| p.owner == Some(player) && kinds[p.kind.index()].tracks_first)
    };
    let is_there = |tile: &Tile| {
        is_tracked(position, *tile) && file_letter(game, *tile).is_some_and(|file| same(file, letter))
    };
    let all: Vec<Tile> = position.owned(player).iter().filter(is_there).collect();
    let start = game.beginning();
    let home: Vec<Tile> = all.iter().copied().filter(|tile| is_tracked(start, *tile)).collect();
    if home.is_empty() { all } else { home }
}

/// Whether the letter of a tile's file means the right to castle: it is that of a side, or of a partner that is not the outermost.
fn is_taken(game: &Game, position: &Position, tile: Tile, player: PlayerId) -> bool {
    let (Some(castling), Some(letter)) = (&game.rules().castling, file_letter(game, tile)) else {
        return false;
    };
    castling.sides.iter().any(|side| same(side.right, letter))
        || inner_partner(game, position, castling, letter, player).is_some()
}

/// A king and a partner on a file that is not the outermost on its side: of it alone the letter of the file tells that the two
/// may castle.
fn inner_partner(
    game: &Game,
    position: &Position,
    castling: &Castling,
    letter: char,
    player: PlayerId,
) -> Option<(Tile, Tile)> {
    let kings = pieces(position, player, castling.king);
    kings.flat_map(|king| (0..castling.sides.len()).map(move |side| (king, side))).find_map(|(king, side)| {
        let partners = partners(game, position, castling, side, player, king);
        let (_, inner) = partners.split_last()?;
        let found = inner.iter().find(|t| file_letter(game, **t).is_some_and(|file| same(file, letter)))?;
        Some((king, *found))
    })
}

/// Whether a file's letter tells one partner of a king from all others: it is no side's letter, and no other partner stands
/// on the same file. Where players sit at the sides, both partners do.
fn tells_one(
    game: &Game,
    position: &Position,
    castling: &Castling,
    (player, king): (PlayerId, Tile),
    letter: char,
) -> bool {
    let on_file = |t: &Tile| file_letter(game, *t) == Some(letter);
    let all =
        (0..castling.sides.len()).flat_map(|side| partners(game, position, castling, side, player, king));
    castling.sides.iter().all(|side| !same(side.right, letter)) && all.filter(on_file).count() == 1
}

/// Writes the letters of one player behind a text.
fn write_rights(
    game: &Game,
    position: &Position,
    castling: &Castling,
    style: FenStyle,
    player: PlayerId,
    text: &mut String,
) {
    let start = text.len();
    let king = Piece { kind: castling.king, owner: Some(player) };
    for (number, side) in castling.sides.iter().enumerate() {
        for king in position.rights.iter().filter(|t| position.piece(*t) == Some(king)) {
            let partners = partners(game, position, castling, number, player, king);
            for (i, partner) in partners.iter().enumerate().rev().filter(|(_, t)| position.has_right(**t)) {
                let outermost = i + 1 == partners.len();
                let by_file = || {
                    file_letter(game, *partner).filter(|letter| {
                        let tells = || tells_one(game, position, castling, (player, king), *letter);
                        !outermost || style == FenStyle::Shredder && tells()
                    })
                };
                let letter = cased(game, by_file().unwrap_or(side.right), player);
                if !text[start..].contains(letter) {
                    text.push(letter);
                }
            }
        }
    }
}

pub(super) fn read(
    game: &Game,
    field: Field<'_>,
    position: &mut Position,
    first: bool,
) -> Result<(), FenError> {
    if field.text == "-" {
        return Ok(());
    }
    if game.rules().castling.is_none() && !first {
        return Err(field.error("there is no castling in this game: write `-`"));
    }
    if !in_groups(game) {
        read_letters(game, field, None, position, first)?;
        if first {
            give_implied(game, position);
        }
        return Ok(());
    }
    let groups: Vec<&str> = field.text.split(',').collect();
    if groups.len() != game.rules().players.len() {
        let all: Vec<&str> = game.rules().players.iter().map(|p| &*p.name).collect();
        let message = format!("each of {} has letters or `-`, with commas between", words::list(&all, "and"));
        return Err(field.error(message));
    }
    let mut at = field.at;
    for (player, text) in players(game).zip(groups) {
        if text != "-" {
            read_letters(game, Field { text, at }, Some(player), position, first)?;
        }
        at += text.len() + 1;
    }
    if first {
        give_implied(game, position);
    }
    Ok(())
}

/// Of whom it is said that they have not moved, a king and a partner, these may castle.
fn give_implied(game: &Game, position: &mut Position) {
    let Some(castling) = &game.rules().castling else { return };
    for player in players(game) {
        for king in pieces(position, player, castling.king).collect::<Vec<_>>() {
            for side in 0..castling.sides.len() {
                let partners = partners(game, position, castling, side, player, king);
                for partner in partners.into_iter().filter(|t| position.unmoved.contains(*t)) {
                    if position.unmoved.contains(king) {
                        position.rights.insert(king);
                        position.rights.insert(partner);
                    }
                }
            }
        }
    }
}

/// Reads letters, of one player or of the two; with `first` also the letters of files of pieces that have not moved, and tiles.
fn read_letters(
    game: &Game,
    field: Field<'_>,
    player: Option<PlayerId>,
    position: &mut Position,
    first: bool,
) -> Result<(), FenError> {
    let mut seen: SmallVec<[&str; 8]> = SmallVec::new();
    let mut kings: Option<(PlayerId, Kings)> = None;
    let mut at = 0;
    while let Some(letter) = field.text[at..].chars().next() {
        let after = &field.text[at + letter.len_utf8()..];
        let digits = if first { after.bytes().take_while(u8::is_ascii_digit).count() } else { 0 };
        let end = at + letter.len_utf8() + digits;
        let (text, range) = (&field.text[at..end], field.at + at..field.at + end);
        if seen.contains(&text) {
            return Err(FenError::new(range, format!("the right `{text}` is written twice")));
        }
        seen.push(text);
        at = end;
        let player = player.unwrap_or_else(|| PlayerId::new(usize::from(!letter.is_uppercase())));
        // Letters of the same player mostly follow each other.
        let of_player = match &kings {
            Some((known, kings)) if *known == player => kings,
            _ => &kings.insert((player, kings_of(game, position, player))).1,
        };
        read_right(game, (text, letter, range), (player, of_player), position, first)?;
    }
    Ok(())
}

fn read_right(
    game: &Game,
    (text, letter, range): (&str, char, Range<usize>),
    (player, kings): (PlayerId, &Kings),
    position: &mut Position,
    first: bool,
) -> Result<(), FenError> {
    let fail = |message| Err(FenError::new(range.clone(), message));
    let castling = game.rules().castling.as_ref();
    let castles = |castling: &&Castling| {
        let by_side = castling.sides.iter().any(|side| same(side.right, letter));
        let told = || by_side || inner_partner(game, position, castling, letter, player).is_some();
        text.chars().count() == 1 && (!first || told())
    };
    if let Some(castling) = castling.filter(castles) {
        let (king, partner) = match find(game, position, castling, letter, (player, kings)) {
            Ok(pair) => pair,
            Err(message) => return fail(message),
        };
        for tile in [king, partner] {
            position.rights.insert(tile);
            give_unmoved(game, position, tile);
        }
        return Ok(());
    }
    let found: Vec<Tile> = match text.chars().count() {
        1 if letter.is_alphabetic() && player.index() < game.rules().players.len() => {
            on_file(game, position, player, letter)
        }
        _ => {
            let named = |t: &Tile| game.rules().board.name(*t).eq_ignore_ascii_case(text);
            let is_tracked =
                |t: &Tile| on_file(game, position, player, letter).contains(t) || tracks(game, position, *t);
            position.owned(player).iter().filter(named).filter(is_tracked).collect()
        }
    };
    match found[..] {
        [tile] => give_unmoved(game, position, tile),
        _ => {
            let owner = game.rules().players.get(player.index()).map_or("nobody", |p| &p.name);
            return fail(match found.len() {
                0 => format!("`{text}`: {owner} has no piece there of which it matters whether it has moved"),
                _ => format!("`{text}`: {owner} has several such pieces on this file; write the tile"),
            });
        }
    }
    Ok(())
}

fn tracks(game: &Game, position: &Position, tile: Tile) -> bool {
    position.piece(tile).is_some_and(|piece| game.rules().kinds[piece.kind.index()].tracks_first)
}

fn give_unmoved(game: &Game, position: &mut Position, tile: Tile) {
    if tracks(game, position, tile) {
        position.unmoved.insert(tile);
    }
}

/// Gives every right that the pieces allow: with the outermost partner on each side.
pub(super) fn give_all(game: &Game, position: &mut Position) {
    for tile in position.rights.iter().collect::<Vec<_>>() {
        position.rights.remove(tile);
    }
    let Some(castling) = &game.rules().castling else { return };
    for player in players(game) {
        for side in 0..castling.sides.len() {
            for king in pieces(position, player, castling.king).collect::<Vec<_>>() {
                if let Some(partner) = partners(game, position, castling, side, player, king).last() {
                    position.rights.insert(king);
                    position.rights.insert(*partner);
                }
            }
        }
    }
}

/// The king and the partner that a letter speaks of, or why there are none.
fn find(
    game: &Game,
    position: &Position,
    castling: &Castling,
    letter: char,
    (player, kings): (PlayerId, &Kings),
) -> Result<(Tile, Tile), String> {
    let rules = game.rules();
    let known = || {
        let rights = players(game)
            .take(if in_groups(game) { 1 } else { 2 })
            .flat_map(|p| castling.sides.iter().map(move |s| format!("`{}`", cased(game, s.right, p))));
        let mut rights: Vec<String> = rights.collect();
        // Sides in one direction share their right.
        let mut seen = Vec::new();
        rights.retain(|right| {
            !seen.contains(right) && {
                seen.push(right.clone());
                true
            }
        });
        let partner = words::partner(rules, castling);
        format!(
            "the letters are {}, or the file of a {partner}; `-` for no castling rights",
            words::list(&rights, "and")
        )
    };
    if !letter.is_alphabetic() || player.index() >= rules.players.len() {
        return Err(format!("`{letter}` is no castling letter; {}", known()));
    }
    let owner = words::player(rules, player);
    let king_name = &rules.kinds[castling.king.index()].name;
    let by_side = castling.sides.iter().any(|side| same(side.right, letter));
    let is_file = || game.tiles(position).any(|t| file_letter(game, t).is_some_and(|f| same(f, letter)));
    if !by_side && !is_file() {
        return Err(format!("`{letter}` is no castling letter; {}", known()));
    }
    if kings.is_empty() {
        return Err(format!("`{letter}`: {owner} has no {king_name} that could castle"));
    }
    for king in kings {
        for (number, side) in castling.sides.iter().enumerate() {
            if by_side && !same(side.right, letter) {
                continue;
            }
            let partners = partners(game, position, castling, number, player, *king);
            let found = match by_side {
                true => partners.last(),
                false => partners.iter().find(|t| file_letter(game, **t).is_some_and(|f| same(f, letter))),
            };
            if let Some(partner) = found {
                return Ok((*king, *partner));
            }
        }
    }
    let (king, partner_name) = (rules.board.name(kings[0]), words::partner(rules, castling));
    Err(format!(
        "`{letter}`: there is no {partner_name} with which {owner}'s {king_name} on {king} could castle so"
    ))
}

/// The kings of a player that castle by the rules, those first that stand as in the setup.
type Kings = SmallVec<[Tile; 4]>;

fn kings_of(game: &Game, position: &Position, player: PlayerId) -> Kings {
    let is_known = player.index() < game.rules().players.len();
    let Some(castling) = game.rules().castling.as_ref().filter(|_| is_known) else { return Kings::new() };
    let mut kings: Kings = pieces(position, player, castling.king).collect();
    if kings.len() > 1 {
        let start = game.beginning();
        kings.sort_by_key(|t| start.piece(*t) != position.piece(*t));
    }
    kings
}

/// The partners on a side of the king, nearest first, that have a way to where castling takes them.
fn partners(
    game: &Game,
    position: &Position,
    castling: &Castling,
    side: usize,
    player: PlayerId,
    king: Tile,
) -> SmallVec<[Tile; 4]> {
    let is_partner = |tile: &&Tile| {
        position.piece(**tile).is_some_and(|p| p.owner == Some(player) && castling.partners.contains(p.kind))
    };
    game.engine().castling_tiles(side, player, king).iter().filter(is_partner).copied().collect()
}

fn pieces(position: &Position, player: PlayerId, kind: KindId) -> impl Iterator<Item = Tile> + '_ {
    position.owned(player).iter().filter(move |t| position.piece(*t).is_some_and(|p| p.kind == kind))
}

fn players(game: &Game) -> impl Iterator<Item = PlayerId> + use<> {
    (0..game.rules().players.len()).map(PlayerId::new)
}

/// Large and small letters tell two players apart, not more.
fn in_groups(game: &Game) -> bool {
    game.rules().players.len() > 2
}

fn file_letter(game: &Game, tile: Tile) -> Option<char> {
    let name = game.rules().board.name(tile);
    let mut letters = file_and_rank(&name).0.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn cased(game: &Game, letter: char, player: PlayerId) -> char {
    if player.index() == 0 || in_groups(game) {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    }
}

fn same(a: char, b: char) -> bool {
    a.eq_ignore_ascii_case(&b)
}

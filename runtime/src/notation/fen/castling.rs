//! The field that says who may still castle with whom.
//!
//! A letter stands for a *right*: a king and a partner that have not moved. Letters of the first player are large, those of
//! the second small. With more players each has a group of large letters, and commas stand between: `KQ,-,Q`.

use tilegame_dsl::ir::{Castling, CastlingSide, KindId, PlayerId, Tile};

use super::{FenError, FenStyle, Field};
use crate::game::Game;
use crate::notation::tiles::file_and_rank;
use crate::position::Position;
use crate::words;

pub(super) fn write(game: &Game, position: &Position, style: FenStyle) -> String {
    let Some(castling) = &game.rules().castling else { return "-".to_owned() };
    let groups: Vec<String> = players(game).map(|p| rights(game, position, castling, style, p)).collect();
    if groups.iter().all(String::is_empty) {
        return "-".to_owned();
    }
    if !in_groups(game) {
        return groups.concat();
    }
    let groups = groups.into_iter().map(|g| if g.is_empty() { "-".to_owned() } else { g });
    groups.collect::<Vec<_>>().join(",")
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
    let all = castling.sides.iter().flat_map(|side| partners(game, position, castling, side, player, king));
    castling.sides.iter().all(|side| !same(side.right, letter)) && all.filter(on_file).count() == 1
}

/// The letters of one player.
fn rights(
    game: &Game,
    position: &Position,
    castling: &Castling,
    style: FenStyle,
    player: PlayerId,
) -> String {
    let mut text = String::new();
    for side in &castling.sides {
        for king in pieces(position, player, castling.king).filter(|t| position.has_right(*t)) {
            let partners = partners(game, position, castling, side, player, king);
            for (i, partner) in partners.iter().enumerate().rev().filter(|(_, t)| position.has_right(**t)) {
                let outermost = i + 1 == partners.len();
                let by_file = file_letter(game, *partner).filter(|letter| match outermost {
                    true => {
                        style == FenStyle::Shredder
                            && tells_one(game, position, castling, (player, king), *letter)
                    }
                    false => true,
                });
                let letter = cased(game, by_file.unwrap_or(side.right), player);
                if !text.contains(letter) {
                    text.push(letter);
                }
            }
        }
    }
    text
}

pub(super) fn read(game: &Game, field: Field<'_>, position: &mut Position) -> Result<(), FenError> {
    let Some(castling) = &game.rules().castling else {
        return if field.text == "-" {
            Ok(())
        } else {
            Err(field.error("there is no castling in this game: write `-`"))
        };
    };
    if field.text == "-" {
        return Ok(());
    }
    if !in_groups(game) {
        return read_letters(game, field, castling, None, position);
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
            read_letters(game, Field { text, at }, castling, Some(player), position)?;
        }
        at += text.len() + 1;
    }
    Ok(())
}

/// Reads letters, of one player or of the two.
fn read_letters(
    game: &Game,
    field: Field<'_>,
    castling: &Castling,
    player: Option<PlayerId>,
    position: &mut Position,
) -> Result<(), FenError> {
    for (i, letter) in field.text.char_indices() {
        let range = field.at + i..field.at + i + letter.len_utf8();
        if field.text[..i].contains(letter) {
            return Err(FenError::new(range, format!("the right `{letter}` is written twice")));
        }
        let player = player.unwrap_or_else(|| PlayerId::new(usize::from(!letter.is_uppercase())));
        let (king, partner) =
            find(game, position, castling, letter, player).map_err(|m| FenError::new(range, m))?;
        position.rights.insert(king);
        position.rights.insert(partner);
    }
    Ok(())
}

/// Gives every right that the pieces allow: with the outermost partner on each side.
pub(super) fn give_all(game: &Game, position: &mut Position) {
    for tile in position.rights.iter().collect::<Vec<_>>() {
        position.rights.remove(tile);
    }
    let Some(castling) = &game.rules().castling else { return };
    for player in players(game) {
        for side in &castling.sides {
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
    player: PlayerId,
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
        let partner = &rules.kinds[castling.partner.index()].name;
        format!(
            "the letters are {}, or the file of a {partner}; `-` for no castling rights",
            words::list(&rights, "and")
        )
    };
    if !letter.is_alphabetic() || player.index() >= rules.players.len() {
        return Err(format!("`{letter}` is no castling letter; {}", known()));
    }
    let owner = words::player(rules, player);
    let (king_name, partner_name) =
        (&rules.kinds[castling.king.index()].name, &rules.kinds[castling.partner.index()].name);
    let by_side = castling.sides.iter().any(|side| same(side.right, letter));
    let is_file = game.tiles(position).any(|t| file_letter(game, t).is_some_and(|f| same(f, letter)));
    if !by_side && !is_file {
        return Err(format!("`{letter}` is no castling letter; {}", known()));
    }
    let mut kings: Vec<Tile> = pieces(position, player, castling.king).collect();
    if kings.is_empty() {
        return Err(format!("`{letter}`: {owner} has no {king_name} that could castle"));
    }
    // Of several, the one that stands as in the setup.
    let start = game.start();
    kings.sort_by_key(|t| start.piece(*t) != position.piece(*t));
    for king in &kings {
        for side in &castling.sides {
            let partners = partners(game, position, castling, side, player, *king);
            let found = match by_side {
                true => partners.last().filter(|_| same(side.right, letter)),
                false => partners.iter().find(|t| file_letter(game, **t).is_some_and(|f| same(f, letter))),
            };
            if let Some(partner) = found {
                return Ok((*king, *partner));
            }
        }
    }
    let king = rules.board.name(kings[0]);
    Err(format!(
        "`{letter}`: there is no {partner_name} with which {owner}'s {king_name} on {king} could castle so"
    ))
}

/// The partners on a side of the king, nearest first, that have a way to where castling takes them.
fn partners(
    game: &Game,
    position: &Position,
    castling: &Castling,
    side: &CastlingSide,
    player: PlayerId,
    king: Tile,
) -> Vec<Tile> {
    let mut found = game.engine().castling_tiles(side, player, king);
    found.retain(|t| {
        position.piece(*t).is_some_and(|p| p.owner == Some(player) && p.kind == castling.partner)
    });
    found
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

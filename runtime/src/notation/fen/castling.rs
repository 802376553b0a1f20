//! The field that says who may still castle with whom.
//!
//! A letter stands for a *right*: a king and a partner that have not moved. Letters of the first player are large, those of
//! the second small; games with more players can't write theirs.

use tilegame_dsl::ir::{Castling, CastlingSide, KindId, PlayerId, Tile};

use super::{FenError, FenStyle, Field};
use crate::game::Game;
use crate::notation::tiles::file_and_rank;
use crate::position::Position;
use crate::words;

pub(super) fn write(game: &Game, position: &Position, style: FenStyle) -> String {
    let Some(castling) = &game.rules().castling else { return "-".to_owned() };
    let mut text = String::new();
    for player in players(game) {
        for side in &castling.sides {
            for king in pieces(position, player, castling.king).filter(|t| position.has_right(*t)) {
                let partners = partners(game, position, castling, side, player, king);
                for (i, partner) in partners.iter().enumerate().rev().filter(|(_, t)| position.has_right(**t))
                {
                    let outermost = i + 1 == partners.len();
                    let by_file =
                        file_letter(game, *partner).filter(|_| style == FenStyle::Shredder || !outermost);
                    let letter = cased(by_file.unwrap_or(side.right), player);
                    if !text.contains(letter) {
                        text.push(letter);
                    }
                }
            }
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
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
    for (i, letter) in field.text.char_indices() {
        let range = field.at + i..field.at + i + letter.len_utf8();
        if field.text[..i].contains(letter) {
            return Err(FenError::new(range, format!("the right `{letter}` is written twice")));
        }
        let (king, partner) = find(game, position, castling, letter).map_err(|m| FenError::new(range, m))?;
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
fn find(game: &Game, position: &Position, castling: &Castling, letter: char) -> Result<(Tile, Tile), String> {
    let rules = game.rules();
    let player = PlayerId::new(usize::from(!letter.is_uppercase()));
    let known = || {
        let rights = players(game)
            .flat_map(|p| castling.sides.iter().map(move |s| format!("`{}`", cased(s.right, p))));
        let rights: Vec<String> = rights.collect();
        let partner = &rules.kinds[castling.partner.index()].name;
        format!(
            "the letters are {}, or the file of a {partner}; `-` if nobody may castle",
            words::list(&rights, "and")
        )
    };
    if !letter.is_alphabetic() || player.index() >= rules.players.len() {
        return Err(format!("`{letter}` is no castling letter; {}", known()));
    }
    let owner = words::player(rules, player);
    let (king_name, partner_name) =
        (&rules.kinds[castling.king.index()].name, &rules.kinds[castling.partner.index()].name);
    let by_side = castling.sides.iter().position(|side| same(side.right, letter));
    let is_file = game.tiles(position).any(|t| file_letter(game, t).is_some_and(|f| same(f, letter)));
    if by_side.is_none() && !is_file {
        return Err(format!("`{letter}` is no castling letter; {}", known()));
    }
    let mut kings: Vec<Tile> = pieces(position, player, castling.king).collect();
    if kings.is_empty() {
        return Err(format!("`{letter}`: {owner} has no {king_name} that could castle"));
    }
    // Of several, the one that stands as in the set-up.
    let start = game.start();
    kings.sort_by_key(|t| start.piece(*t) != position.piece(*t));
    for king in &kings {
        for (i, side) in castling.sides.iter().enumerate() {
            let partners = partners(game, position, castling, side, player, *king);
            let found = match by_side {
                Some(number) => partners.last().filter(|_| number == i),
                None => partners.iter().find(|t| file_letter(game, **t).is_some_and(|f| same(f, letter))),
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
    found.retain(|t| position.piece(*t).is_some_and(|p| p.owner == player && p.kind == castling.partner));
    found
}

fn pieces(position: &Position, player: PlayerId, kind: KindId) -> impl Iterator<Item = Tile> + '_ {
    position.owned(player).iter().filter(move |t| position.piece(*t).is_some_and(|p| p.kind == kind))
}

fn players(game: &Game) -> impl Iterator<Item = PlayerId> + use<> {
    (0..game.rules().players.len().min(2)).map(PlayerId::new)
}

fn file_letter(game: &Game, tile: Tile) -> Option<char> {
    let name = game.rules().board.name(tile);
    let mut letters = file_and_rank(&name).0.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn cased(letter: char, player: PlayerId) -> char {
    if player.index() == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

fn same(a: char, b: char) -> bool {
    a.eq_ignore_ascii_case(&b)
}

//! Moves by the forms that the rules declare: `Y4d5xO`, `Yc1r2`.
//!
//! # Writing
//!
//! A form is a text with parts in it (see [`FormPart`]). A move has the first form that names its label, else the first that
//! names none; without either it is written as in [`san`](super::san). A part for the place of the piece that moves says as
//! much as its rule demands, which may be too little: where two legal moves would be written alike, both say the whole tile;
//! what is still alike, as in [`san`](super::san), gets more behind it.
//!
//! # Reading
//!
//! What is written, and also the whole tile where a part of the place or nothing would do, and nothing where only one move
//! fits.

use tilegame_dsl::ir::{FormPart, KindId, MoveForm, Tile};

use super::tiles::file_and_rank;
use crate::game::Game;
use crate::moves::Move;
use crate::reference::position::{Piece, Position};

/// How much is said of the place of the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    ByRule,
    Whole,
    Untold,
}

/// What the text is a part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// It stands alone.
    Nothing,
    /// The text of a whole turn, which says where the turn began.
    Turn,
}

/// Whether the rules declare forms.
pub(super) fn are_declared(game: &Game) -> bool {
    !game.notation().moves.is_empty()
}

/// The texts of legal moves that have a form; all of them are of one position.
pub(super) fn write_all(
    game: &Game,
    position: &Position,
    moves: &[Move],
    within: Within,
) -> Vec<Option<String>> {
    let write = |m: &Move, place: Place| write(game, (position, moves), m, place, within);
    let short: Vec<Option<String>> = moves.iter().map(|m| write(m, Place::ByRule)).collect();
    let clear = |text: &Option<String>| short.iter().filter(|other| *other == text).count() == 1;
    let pairs = moves.iter().zip(&short);
    pairs.map(|(m, text)| if clear(text) { text.clone() } else { write(m, Place::Whole) }).collect()
}

/// One legal move of each form, as people are told how to write.
pub(super) fn examples(game: &Game, moves: &[Move], texts: &[String]) -> Vec<String> {
    let forms = game.notation().moves.iter();
    let of = |form: &MoveForm| {
        let has = |m: &Move| form_of(game, m).is_some_and(|other| std::ptr::eq(other, form)) && !m.is_pass();
        [false, true].into_iter().find_map(|parts| {
            let fits = |m: &&Move| has(m) && m.part.is_some() == parts;
            moves.iter().zip(texts).find(|(m, _)| fits(m)).map(|(_, text)| text.clone())
        })
    };
    forms.filter_map(of).collect()
}

/// The legal move that a text with the whole place or without any stands for, if there is one only.
pub(super) fn find_otherwise(game: &Game, position: &Position, moves: &[Move], text: &str) -> Option<usize> {
    [Place::Whole, Place::Untold].into_iter().find_map(|place| {
        let written = |m: &Move| write(game, (position, moves), m, place, Within::Nothing);
        let mut found = (0..moves.len()).filter(|i| written(&moves[*i]).as_deref() == Some(text));
        let only = found.next()?;
        found.next().is_none().then_some(only)
    })
}

fn write(game: &Game, among: (&Position, &[Move]), m: &Move, place: Place, within: Within) -> Option<String> {
    // Where no piece moves, there is nothing to speak of.
    let (form, kind, from) = (form_of(game, m)?, m.kind()?, m.from?);
    let parts = form.parts.iter();
    let told = parts.filter(|part| within == Within::Nothing || !matches!(part, FormPart::Origin(_)));
    Some(told.map(|part| write_part(game, among, (m, kind, from), part, place)).collect())
}

fn form_of<'g>(game: &'g Game, m: &Move) -> Option<&'g MoveForm> {
    let forms = &game.notation().moves;
    let named = m.label().and_then(|label| forms.iter().find(|form| form.on.contains(&label)));
    named.or_else(|| forms.iter().find(|form| form.on.is_empty()))
}

fn write_part(
    game: &Game,
    (position, moves): (&Position, &[Move]),
    (m, mover, from): (&Move, KindId, Tile),
    part: &FormPart,
    place: Place,
) -> String {
    let board = &game.rules().board;
    let kind = |kind: KindId| &game.rules().kinds[kind.index()];
    match part {
        FormPart::Text(text) => text.clone(),
        FormPart::Piece => kind(mover).letter.clone(),
        FormPart::Part(text) => m.part.map_or(String::new(), |_| text.clone()),
        FormPart::Origin(text) => m.part.map_or(String::new(), |_| format!("{}{text}", board.name(from))),
        // Of a part of a stack, the tile may have been told already.
        FormPart::Apart { .. } if m.part.is_some() && says_origin(game, m) => String::new(),
        FormPart::Place | FormPart::Apart { .. } if place == Place::Whole => board.name(from).into_owned(),
        FormPart::Place | FormPart::Apart { .. } if place == Place::Untold => String::new(),
        FormPart::Apart { digit } => apart(game, moves, (m, mover, from), *digit),
        FormPart::Place => among_its_like(game, position, from),
        FormPart::From => board.name(from).into_owned(),
        FormPart::To => board.name(m.to).into_owned(),
        FormPart::Joined => {
            let mut after = position.clone();
            game.play_unchecked(&mut after, m);
            after.piece(m.to).map_or(String::new(), |piece| kind(piece.kind).letter.clone())
        }
        FormPart::Facing => {
            let facing = kind(m.promotion.unwrap_or(mover)).facing.as_ref();
            facing.map_or_else(String::new, |facing| facing.sign.clone())
        }
        FormPart::Taken(sign) => {
            let told = |(before, tile, piece): (Position, Tile, Piece)| {
                let letter = &kind(piece.kind).letter;
                format!("{sign}{letter}{}", among_its_like(game, &before, tile))
            };
            game.engine().losses(position, m).into_iter().map(told).collect()
        }
    }
}

/// As much of the tile where a piece is as tells it from other such pieces that may go to the same tile.
fn apart(game: &Game, moves: &[Move], (m, mover, from): (&Move, KindId, Tile), digit: bool) -> String {
    let board = &game.rules().board;
    let piece = |kind: KindId| &game.rules().kinds[kind.index()].piece;
    let alike = |other: &&Move| {
        other.to == m.to
            && other.from != m.from
            && other.kind().is_some_and(|kind| piece(kind) == piece(mover))
    };
    let rivals: Vec<_> =
        moves.iter().filter(alike).filter_map(|other| other.from).map(|tile| board.name(tile)).collect();
    if rivals.is_empty() {
        return String::new();
    }
    let name = board.name(from);
    let (file, rank) = file_and_rank(&name);
    if !rivals.iter().any(|rival| file_and_rank(rival).0 == file) {
        file.to_owned()
    } else if !rivals.iter().any(|rival| file_and_rank(rival).1 == rank) {
        let told = if digit { rank.chars().next().map_or(0, char::len_utf8) } else { rank.len() };
        rank[..told].to_owned()
    } else {
        name.into_owned()
    }
}

/// Whether the form of a move says where a part of a stack sets out from.
fn says_origin(game: &Game, m: &Move) -> bool {
    let is = |part: &FormPart| matches!(part, FormPart::Origin(_) | FormPart::From);
    form_of(game, m).is_some_and(|form| form.parts.iter().any(is))
}

/// The file of a piece if another such piece of its owner stands on its rank, and its rank if one stands on its file.
fn among_its_like(game: &Game, position: &Position, tile: Tile) -> String {
    let board = &game.rules().board;
    let Some(piece) = position.piece(tile) else { return String::new() };
    let letter = |p: Piece| &game.rules().kinds[p.kind.index()].letter;
    let name = board.name(tile);
    let (file, rank) = file_and_rank(&name);
    let names: Vec<_> = position
        .pieces()
        .filter(|(t, p)| *t != tile && p.owner == piece.owner && letter(*p) == letter(piece))
        .map(|(t, _)| board.name(t))
        .collect();
    let others: Vec<(&str, &str)> = names.iter().map(|name| file_and_rank(name)).collect();
    let mut text = String::new();
    if others.iter().any(|(_, other)| *other == rank) {
        text.push_str(file);
    }
    if others.iter().any(|(other, _)| *other == file) {
        text.push_str(rank);
    }
    text
}

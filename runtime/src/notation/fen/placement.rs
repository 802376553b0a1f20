//! The field that says where the pieces stand.

use std::ops::Range;

use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, Plane, Tile, VoidText};

use super::counts::write_number;
use super::error::FenError;
use crate::area::Area;
use crate::game::Game;
use crate::notation::field::Field;
use crate::notation::letters::{Alone, PROMOTED};
use crate::notation::tiles::behind;
use crate::notation::tiles::row_name;
use crate::reference::position::{Piece, Position, Standing};
use crate::words;

/// One place of a row as it is written.
#[derive(Clone, Copy)]
pub(super) enum Cell {
    Empty,
    /// A hole, or a piece whose letter is that of a hole.
    Hole,
    Piece {
        piece: Piece,
        promoted: bool,
    },
}

/// The sign of a hole.
const HOLE: &str = "*";

/// Writes the rows behind a text.
pub(super) fn write(game: &Game, position: &Position, text: &mut String) {
    let drawn;
    let rows = match game.board().plane() {
        Some(_) => {
            drawn = game.picture(position);
            &drawn
        }
        None => &game.rules().board.rows,
    };
    match &position.standing {
        Standing::Everywhere(tiles) => write_rows(game, position, rows, |tile| tiles[tile.index()], text),
        Standing::Listed(_) => write_rows(game, position, rows, |tile| position.piece(tile), text),
    }
}

/// The same with what stands on each tile.
fn write_rows(
    game: &Game,
    position: &Position,
    rows: &[Vec<Option<Tile>>],
    standing: impl Fn(Tile) -> Option<Piece>,
    text: &mut String,
) {
    let manner = &game.notation().placement;
    let cell = |place: Option<Tile>| match place.filter(|tile| position.is_there(*tile)) {
        None => Cell::Hole,
        Some(tile) => standing(tile)
            .map_or(Cell::Empty, |piece| Cell::Piece { piece, promoted: position.is_promoted(tile) }),
    };
    for number in 0..rows.len() {
        if number > 0 {
            text.push('/');
        }
        let row = &rows[if manner.from_below { rows.len() - 1 - number } else { number }];
        if !(manner.bare && row.iter().all(|place| matches!(cell(*place), Cell::Empty))) {
            write_row(game, row, cell, text);
        }
    }
    if rows.is_empty() {
        write_holes(game, 1, text);
    } else if manner.ended {
        text.push('/');
    }
}

fn write_row(game: &Game, row: &[Option<Tile>], cell: impl Fn(Option<Tile>) -> Cell, text: &mut String) {
    // So many empty tiles and holes have not been written yet; there are never both.
    let (mut empties, mut holes) = (0, 0);
    for place in row {
        let cell = cell(*place);
        if empties > 0 && !matches!(cell, Cell::Empty) {
            write_empties(game, std::mem::take(&mut empties), text);
        }
        if holes > 0 && !matches!(cell, Cell::Hole) {
            write_holes(game, std::mem::take(&mut holes), text);
        }
        match cell {
            Cell::Empty => empties += 1,
            Cell::Hole => holes += 1,
            Cell::Piece { piece, promoted } => {
                text.push_str(game.rules().kinds[piece.kind.index()].letter_of(piece.owner));
                if promoted {
                    text.push(PROMOTED);
                }
            }
        }
    }
    if empties > 0 {
        write_empties(game, empties, text);
    }
    if holes > 0 && game.board().plane().is_none() {
        write_holes(game, holes, text);
    }
}

/// Writes so many empty tiles.
fn write_empties(game: &Game, number: usize, text: &mut String) {
    let sign = game.notation().placement.empty.as_deref();
    text.push_str(sign.unwrap_or_default());
    if sign.is_none() || number > 1 {
        write_number(number as i64, text);
    }
}

/// Writes so many places without a tile.
fn write_holes(game: &Game, number: usize, text: &mut String) {
    match &game.notation().void {
        VoidText::Each(sign) => text.extend(std::iter::repeat_n(sign.as_str(), number)),
        VoidText::Run { before, after } => {
            text.push_str(before);
            write_number(number as i64, text);
            text.push_str(after);
        }
    }
}

/// Where on a plane the first place of the last row is.
pub(super) fn write_corner(game: &Game, position: &Position) -> String {
    let corner = Area::of(game.board(), position).map_or([0; 2], |area| area.corner);
    game.board().at(corner).map_or(String::new(), |tile| game.rules().board.name(tile).into_owned())
}

pub(super) fn read(
    game: &Game,
    field: Field<'_>,
    corner: Option<Field<'_>>,
    position: &mut Position,
) -> Result<(), FenError> {
    let manner = &game.notation().placement;
    let inside = if manner.ended { field.text.strip_suffix('/') } else { None };
    let rows = Field { text: inside.unwrap_or(field.text), ..field }.parts(b'/');
    let rows: SmallVec<[Field<'_>; USUAL_ROW]> = rows.collect();
    match game.rules().board.plane {
        Some(plane) => read_plane(game, plane, &rows, corner, position),
        None => read_rows(game, field, &rows, position),
    }
}

fn read_rows(
    game: &Game,
    field: Field<'_>,
    rows: &[Field<'_>],
    position: &mut Position,
) -> Result<(), FenError> {
    let board = &game.rules().board;
    let starred = game.letters().begin(HOLE).next().map(|(_, piece)| piece);
    if rows.len() != board.rows.len() {
        let (given, wanted) = (rows.len(), board.rows.len());
        let range = if given > wanted { rows[wanted].at..field.range().end } else { field.range() };
        let rows = if given == 1 { "is one row" } else { &format!("are {given} rows") };
        return Err(FenError::new(range, format!("there {rows}, the board has {wanted}")));
    }
    let manner = &game.notation().placement;
    for (number, row) in rows.iter().enumerate() {
        let number = if manner.from_below { board.rows.len() - 1 - number } else { number };
        let tiles = &board.rows[number];
        if manner.bare && row.text.is_empty() && tiles.iter().all(Option::is_some) {
            continue;
        }
        if read_plainly(game, row.text, tiles, position) {
            continue;
        }
        let runs = runs(game, *row, board.tiles.len())?;
        let (given, real) = (places_of(&runs), tiles.iter().flatten().count());
        let has_holes = runs.iter().any(|run| matches!(run.cell, Cell::Hole));
        let without_holes = !has_holes && given == real;
        if given != tiles.len() && !without_holes {
            let wanted = if has_holes { tiles.len() } else { real };
            let name = row_name(board, number);
            return Err(row.error(format!("{name} has {}, the board has {wanted}", many(given, "tile"))));
        }
        let mut places = tiles.iter().copied().filter(|place| !without_holes || place.is_some());
        for run in &runs {
            for tile in places.by_ref().take(run.number) {
                put(game, number, run, tile, starred, position)?;
            }
        }
    }
    Ok(())
}

/// Reads a row without holes that has nothing but letters of one byte and digits that stand alone; whether it is such a row.
fn read_plainly(game: &Game, row: &str, tiles: &[Option<Tile>], position: &mut Position) -> bool {
    let letters = game.letters();
    let (mut places, mut is_behind_digit) = (0, false);
    for byte in row.bytes() {
        let (width, is_digit) = match letters.alone(byte) {
            Alone::Piece(_) => (1, false),
            Alone::Empty(number) if !is_behind_digit => (usize::from(number), true),
            Alone::Empty(_) | Alone::Unclear => return false,
        };
        is_behind_digit = is_digit;
        places += width;
    }
    if places != tiles.len() || tiles.contains(&None) {
        return false;
    }
    let mut at = 0;
    position.put(row.bytes().filter_map(|byte| match letters.alone(byte) {
        Alone::Piece(piece) => {
            at += 1;
            Some((tiles[at - 1]?, piece))
        }
        Alone::Empty(number) => {
            at += usize::from(number);
            None
        }
        Alone::Unclear => None,
    }));
    true
}

/// Puts on a place of a row what a text says of it.
#[inline]
fn put(
    game: &Game,
    row: usize,
    run: &Run,
    place: Option<Tile>,
    starred: Option<Piece>,
    position: &mut Position,
) -> Result<(), FenError> {
    let board = &game.rules().board;
    match (run.cell, place, &mut position.there) {
        (Cell::Hole, None, _) | (Cell::Empty, Some(_), _) => {}
        (Cell::Piece { piece, promoted }, Some(tile), _) => {
            position.set(tile, Some(piece));
            if promoted {
                position.promoted.insert(tile);
            }
        }
        (Cell::Hole, Some(tile), _) if starred.is_some() => position.set(tile, starred),
        (Cell::Hole, Some(tile), Some(there)) => _ = there.remove(tile),
        (_, None, _) => {
            let name = row_name(board, row);
            let mut hole = String::new();
            write_holes(game, 1, &mut hole);
            let message = format!("the board has a hole here in {name}: write `{hole}`");
            return Err(FenError::new(run.range.clone(), message));
        }
        (Cell::Hole, Some(tile), None) => {
            return Err(FenError::new(run.range.clone(), format!("{} is no hole", board.name(tile))));
        }
    }
    Ok(())
}

/// On a plane, rows may have any length; the last one begins at the corner that another field names.
fn read_plane(
    game: &Game,
    plane: Plane,
    rows: &[Field<'_>],
    corner: Option<Field<'_>>,
    position: &mut Position,
) -> Result<(), FenError> {
    let corner = match corner {
        Some(field) => plane.tile(field.text).ok_or_else(|| {
            let last = plane.name(plane.at(-1, -1));
            let given = words::shortened(field.text);
            field.error(format!("`{given}` is no place of the plane, which has a0 to {last}"))
        })?,
        None => plane.at(0, 0),
    };
    if rows.len() > usize::from(plane.ranks) {
        let range = rows[usize::from(plane.ranks)].range();
        return Err(FenError::new(range, format!("the plane has only {} ranks", plane.ranks)));
    }
    let (x, y) = plane.place(corner);
    let mut tiles: Vec<(Tile, Option<Piece>)> = Vec::new();
    for (rank, row) in rows.iter().rev().enumerate() {
        let runs = runs(game, *row, plane.files.into())?;
        if places_of(&runs) > usize::from(plane.files) {
            return Err(row.error(format!("the plane has only {} files", plane.files)));
        }
        for (file, cell) in cells(&runs).enumerate() {
            let tile = plane.at(i32::from(x) + file as i32, i32::from(y) + rank as i32);
            match cell {
                Cell::Hole => {}
                Cell::Empty => tiles.push((tile, None)),
                Cell::Piece { piece, .. } => tiles.push((tile, Some(piece))),
            }
        }
    }
    // In their order, each goes to the end of its list.
    tiles.sort();
    position.there.iter_mut().for_each(|there| there.extend(tiles.iter().map(|(tile, _)| *tile)));
    tiles.into_iter().for_each(|(tile, piece)| position.set(tile, piece));
    Ok(())
}

/// Few rows have more places, and few boards have more rows.
const USUAL_ROW: usize = 10;

/// Places of a row that are written as one: so many that are alike.
pub(super) struct Run {
    cell: Cell,
    number: usize,
    range: Range<usize>,
}

/// The places one by one.
fn cells(runs: &[Run]) -> impl Iterator<Item = Cell> {
    runs.iter().flat_map(|run| std::iter::repeat_n(run.cell, run.number))
}

fn places_of(runs: &[Run]) -> usize {
    runs.iter().map(|run| run.number).sum()
}

/// The pieces of a row on its tiles, as far as there are tiles; places without one may be left out.
pub(super) fn on_tiles(runs: &[Run], tiles: &[Option<Tile>]) -> Vec<(Tile, Piece)> {
    let has_holes = runs.iter().any(|run| matches!(run.cell, Cell::Hole));
    let places = tiles.iter().filter(|place| has_holes || place.is_some());
    let pieces = cells(runs).zip(places).filter_map(|(cell, place)| match cell {
        Cell::Piece { piece, .. } => Some(((*place)?, piece)),
        Cell::Empty | Cell::Hole => None,
    });
    pieces.collect()
}

/// What a row says of its places, of which there are hardly more than `most`.
pub(super) fn runs(game: &Game, row: Field<'_>, most: usize) -> Result<SmallVec<[Run; USUAL_ROW]>, FenError> {
    let rules = game.rules();
    let (mut runs, mut places) = (SmallVec::new(), 0);
    let mut rest = row.text;
    while let Some(first) = rest.chars().next() {
        if places > most {
            break;
        }
        let at = row.at + row.text.len() - rest.len();
        let (cell, number, length) = if let Some((run, length)) = run_of_empties(game, rest) {
            let Some(run) = run.filter(|n| *n <= most) else {
                let number = words::shortened(&rest[..length]);
                let message = format!("{number} empty tiles are more than the whole board has");
                return Err(FenError::new(at..at + length, message));
            };
            (Cell::Empty, run, length)
        } else if let Some((piece, length)) = stack(game, rest, at)? {
            (Cell::Piece { piece, promoted: false }, 1, length)
        } else if let Some((number, length)) = void(game, rest) {
            let Some(number) = number.filter(|n| (1..=most).contains(n)) else {
                let number = words::shortened(&rest[..length]);
                let message = format!("`{number}` is no number of places without a tile");
                return Err(FenError::new(at..at + length, message));
            };
            (Cell::Hole, number, length)
        } else if let Some((length, piece)) = game.letters().begin(rest).next() {
            let promoted = rules.turn.taken.asks_for_promoted() && rest[length..].starts_with(PROMOTED);
            if promoted && rules.unpromoted(piece.kind).is_none() {
                let message = format!("nothing is promoted to a {}", rules.kinds[piece.kind.index()].name);
                return Err(FenError::new(at..at + length + PROMOTED.len_utf8(), message));
            }
            let end = length + if promoted { PROMOTED.len_utf8() } else { 0 };
            (Cell::Piece { piece, promoted }, 1, end)
        } else {
            let known: Vec<String> = (0..rules.players.len())
                .map(|p| {
                    let kinds = rules.kinds.iter().filter(|k| !k.neutral && k.parts.len() == 1);
                    let all: Vec<&str> = kinds.filter_map(|k| k.letters.get(p)).map(|l| &**l).collect();
                    format!("{} for {}", all.join(" "), rules.players[p].name)
                })
                .collect();
            let message = format!("`{first}` is no piece's letter; they are {}", words::list(&known, "and"));
            return Err(FenError::new(at..at + first.len_utf8(), message));
        };
        runs.push(Run { cell, number, range: at..at + length });
        places += number;
        rest = &rest[length..];
    }
    Ok(runs)
}

/// The stack that a text begins with, and how long it is: the letters of its pieces between brackets, in any order.
fn stack(game: &Game, text: &str, at: usize) -> Result<Option<(Piece, usize)>, FenError> {
    let rules = game.rules();
    let counts = || text[1..].starts_with(|c: char| c.is_ascii_digit());
    if rules.stacks.is_empty() || !text.starts_with('(') || counts() {
        return Ok(None);
    }
    let end = text.find(')').map_or(text.len(), |end| end + 1);
    let whole = |message: &str| FenError::new(at..at + end, message.to_owned());
    let Some(inside) = text[1..end].strip_suffix(')') else {
        return Err(whole("a stack ends with `)`"));
    };
    let mut parts: Vec<Piece> = Vec::new();
    let mut rest = inside;
    while let Some(first) = rest.chars().next() {
        let single = |(_, piece): &(usize, Piece)| rules.kinds[piece.kind.index()].parts.len() == 1;
        let Some((length, piece)) = game.letters().begin(rest).find(single) else {
            let at = at + 1 + inside.len() - rest.len();
            let message = format!("`{first}` is no piece's letter");
            return Err(FenError::new(at..at + first.len_utf8(), message));
        };
        parts.push(piece);
        rest = &rest[length..];
    }
    let Some(owner) = parts.first().map(|piece| piece.owner) else {
        return Err(whole("this stack is empty"));
    };
    if parts.len() == 1 {
        return Err(whole("one piece is no stack: write it without brackets"));
    }
    if parts.iter().any(|piece| piece.owner != owner) {
        return Err(whole("the pieces of a stack are one player's"));
    }
    let kinds: Vec<KindId> = parts.iter().map(|piece| piece.kind).collect();
    match rules.join(&kinds) {
        Some(kind) => Ok(Some((Piece { kind, owner }, end))),
        None => {
            let names: Vec<&str> = kinds.iter().map(|k| rules.kinds[k.index()].name.as_str()).collect();
            Err(whole(&format!(
                "{} can't stand on one tile: none of them can carry the others",
                words::list(&names, "and")
            )))
        }
    }
}

/// How many places without a tile a text begins with, and how long that part of it is; no number if it can't be one.
fn void(game: &Game, text: &str) -> Option<(Option<usize>, usize)> {
    match &game.notation().void {
        VoidText::Each(sign) => behind(text, sign).map(|_| (Some(1), sign.len())),
        VoidText::Run { before, after } => {
            let inside = text.strip_prefix(before.as_str())?;
            let Some(end) = inside.find(after.as_str()) else { return Some((None, text.len())) };
            let digits = inside[..end].bytes().all(|b| b.is_ascii_digit());
            let number = inside[..end].parse().ok().filter(|_| digits);
            Some((number, before.len() + end + after.len()))
        }
    }
}

/// How many empty tiles a text begins with, if that can be counted, and how long it says so.
fn run_of_empties(game: &Game, text: &str) -> Option<(Option<usize>, usize)> {
    let sign = game.notation().placement.empty.as_deref();
    let behind = match sign {
        Some(sign) => text.strip_prefix(sign)?,
        None => text,
    };
    let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
    let length = text.len() - behind.len() + digits;
    match sign {
        Some(_) if digits == 0 => Some((Some(1), length)),
        None if digits == 0 => None,
        _ => Some((behind[..digits].parse().ok(), length)),
    }
}

fn many(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

//! The field that says where the pieces stand.

use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, Plane, Tile, VoidText};

use super::counts::write_number;
use super::{FenError, Field};
use crate::area::Area;
use crate::game::Game;
use crate::notation::san::behind;
use crate::notation::tiles::row_name;
use crate::reference::position::{Piece, Position};
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

/// The sign behind a piece that has been promoted, where it matters what it was.
const PROMOTED: char = '~';

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
    let manner = &game.notation().placement;
    for number in 0..rows.len() {
        if number > 0 {
            text.push('/');
        }
        write_row(
            game,
            position,
            &rows[if manner.from_below { rows.len() - 1 - number } else { number }],
            text,
        );
    }
    if rows.is_empty() {
        write_holes(game, 1, text);
    } else if manner.ended {
        text.push('/');
    }
}

fn write_row(game: &Game, position: &Position, row: &[Option<Tile>], text: &mut String) {
    if game.notation().placement.bare && row.iter().all(|place| matches!(cell(position, *place), Cell::Empty))
    {
        return;
    }
    // So many empty tiles and holes have not been written yet; there are never both.
    let (mut empties, mut holes) = (0, 0);
    for place in row {
        let cell = cell(position, *place);
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
                text.extend(promoted.then_some(PROMOTED));
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

fn cell(position: &Position, place: Option<Tile>) -> Cell {
    match place.filter(|tile| position.is_there(*tile)) {
        None => Cell::Hole,
        Some(tile) => position
            .piece(tile)
            .map_or(Cell::Empty, |piece| Cell::Piece { piece, promoted: position.is_promoted(tile) }),
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
    let mut at = field.at;
    let mut rows: SmallVec<[Field<'_>; USUAL_ROW]> = SmallVec::new();
    let manner = &game.notation().placement;
    let inside = if manner.ended { field.text.strip_suffix('/') } else { None };
    for text in inside.unwrap_or(field.text).split('/') {
        rows.push(Field { text, at });
        at += text.len() + 1;
    }
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
        let cells = cells(game, *row, board.tiles.len())?;
        let real = tiles.iter().flatten().count();
        let without_holes = !cells.iter().any(|c| matches!(c.0, Cell::Hole)) && cells.len() == real;
        if cells.len() != tiles.len() && !without_holes {
            let has_holes = cells.iter().any(|c| matches!(c.0, Cell::Hole));
            let wanted = if has_holes { tiles.len() } else { real };
            let name = row_name(board, number);
            return Err(
                row.error(format!("{name} has {}, the board has {wanted}", many(cells.len(), "tile")))
            );
        }
        let places = tiles.iter().copied().filter(|place| !without_holes || place.is_some());
        for ((cell, range), tile) in cells.into_iter().zip(places) {
            match (cell, tile, &mut position.there) {
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
                    let name = row_name(board, number);
                    let mut hole = String::new();
                    write_holes(game, 1, &mut hole);
                    return Err(FenError::new(
                        range,
                        format!("the board has a hole here in {name}: write `{hole}`"),
                    ));
                }
                (Cell::Hole, Some(tile), None) => {
                    return Err(FenError::new(range, format!("{} is no hole", board.name(tile))));
                }
            }
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
        let cells = cells(game, *row, plane.files.into())?;
        if cells.len() > usize::from(plane.files) {
            return Err(row.error(format!("the plane has only {} files", plane.files)));
        }
        for (file, (cell, _)) in cells.into_iter().enumerate() {
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

pub(super) type Ranged = (Cell, std::ops::Range<usize>);

/// The pieces of a row on its tiles, as far as there are tiles; places without one may be left out.
pub(super) fn on_tiles(cells: &[Ranged], tiles: &[Option<Tile>]) -> Vec<(Tile, Piece)> {
    let has_holes = cells.iter().any(|cell| matches!(cell.0, Cell::Hole));
    let places = tiles.iter().filter(|place| has_holes || place.is_some());
    let pieces = cells.iter().zip(places).filter_map(|((cell, _), place)| match cell {
        Cell::Piece { piece, .. } => Some(((*place)?, *piece)),
        Cell::Empty | Cell::Hole => None,
    });
    pieces.collect()
}

/// The places of a row, of which there are hardly more than `most`.
pub(super) fn cells(
    game: &Game,
    row: Field<'_>,
    most: usize,
) -> Result<SmallVec<[Ranged; USUAL_ROW]>, FenError> {
    let rules = game.rules();
    let mut cells = SmallVec::new();
    let mut rest = row.text;
    while let Some(first) = rest.chars().next() {
        if cells.len() > most {
            break;
        }
        let at = row.at + row.text.len() - rest.len();
        let taken = if let Some((run, length)) = run_of_empties(game, rest) {
            let Some(run) = run.filter(|n| *n <= most) else {
                let number = words::shortened(&rest[..length]);
                let message = format!("{number} empty tiles are more than the whole board has");
                return Err(FenError::new(at..at + length, message));
            };
            cells.extend(std::iter::repeat_n((Cell::Empty, at..at + length), run));
            length
        } else if let Some((piece, length)) = stack(game, rest, at)? {
            cells.push((Cell::Piece { piece, promoted: false }, at..at + length));
            length
        } else if let Some((number, length)) = void(game, rest) {
            let range = at..at + length;
            let Some(number) = number.filter(|n| (1..=most).contains(n)) else {
                let number = words::shortened(&rest[..length]);
                let message = format!("`{number}` is no number of places without a tile");
                return Err(FenError::new(range, message));
            };
            cells.extend(std::iter::repeat_n((Cell::Hole, range), number));
            length
        } else if let Some((length, piece)) = game.letters().begin(rest).next() {
            let marked = rest[length..].starts_with(PROMOTED);
            let promoted = marked && rules.turn.taken.asks_for_promoted();
            if promoted && rules.unpromoted(piece.kind).is_none() {
                let message = format!("nothing is promoted to a {}", rules.kinds[piece.kind.index()].name);
                return Err(FenError::new(at..at + length + PROMOTED.len_utf8(), message));
            }
            let end = length + if promoted { PROMOTED.len_utf8() } else { 0 };
            cells.push((Cell::Piece { piece, promoted }, at..at + end));
            end
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
        rest = &rest[taken..];
    }
    Ok(cells)
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

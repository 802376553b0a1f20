//! The field that says where the pieces stand.

use tilegame_dsl::ir::{KindId, PlayerId, Rules, Taken, Tile};

use super::{FenError, Field};
use crate::game::Game;
use crate::notation::tiles::row_name;
use crate::position::{Piece, Position};
use crate::words;

/// One place of a row as it is written.
#[derive(Clone, Copy)]
enum Cell {
    Empty,
    /// A hole, or a piece whose letter is that of a hole.
    Hole,
    Piece {
        piece: Piece,
        promoted: bool,
    },
}

/// The sign of a hole.
const HOLE: char = '*';

/// The sign behind a piece that has been promoted, where it matters what it was.
const PROMOTED: char = '~';

pub(super) fn write(game: &Game, position: &Position) -> String {
    let rules = game.rules();
    let manner = &rules.notation.placement;
    let row = |row: &Vec<Option<Tile>>| {
        let mut text = String::new();
        if manner.bare && row.iter().all(|tile| tile.is_some_and(|t| position.piece(t).is_none())) {
            return text;
        }
        let mut empty = 0;
        let flush = |empty: &mut usize, text: &mut String| {
            match (&manner.empty, *empty) {
                (_, 0) => {}
                (Some(sign), 1) => text.push_str(sign),
                (sign, n) => text.push_str(&format!("{}{n}", sign.as_deref().unwrap_or_default())),
            }
            *empty = 0;
        };
        for tile in row {
            let piece = tile.and_then(|t| position.piece(t));
            match (tile, piece) {
                (Some(_), None) => empty += 1,
                (None, _) => {
                    flush(&mut empty, &mut text);
                    text.push(HOLE);
                }
                (Some(_), Some(p)) => {
                    flush(&mut empty, &mut text);
                    text.push_str(rules.kinds[p.kind.index()].letter_of(p.owner));
                    if tile.is_some_and(|t| position.is_promoted(t)) {
                        text.push(PROMOTED);
                    }
                }
            }
        }
        flush(&mut empty, &mut text);
        text
    };
    let mut text = rows(rules).into_iter().map(row).collect::<Vec<_>>().join("/");
    if manner.ended {
        text.push('/');
    }
    text
}

/// The rows in the order in which they are written.
fn rows(rules: &Rules) -> Vec<&Vec<Option<Tile>>> {
    let mut rows: Vec<_> = rules.board.rows.iter().collect();
    if rules.notation.placement.from_below {
        rows.reverse();
    }
    rows
}

pub(super) fn read(game: &Game, field: Field<'_>, position: &mut Position) -> Result<(), FenError> {
    let board = &game.rules().board;
    let letters = letters(game.rules());
    let starred = letters.iter().find(|(letter, _)| *letter == "*").map(|(_, piece)| *piece);
    let mut at = field.at;
    let mut rows = Vec::new();
    let manner = &game.rules().notation.placement;
    let inside = if manner.ended { field.text.strip_suffix('/') } else { None };
    for text in inside.unwrap_or(field.text).split('/') {
        rows.push(Field { text, at });
        at += text.len() + 1;
    }
    if rows.len() != board.rows.len() {
        let (given, wanted) = (rows.len(), board.rows.len());
        let range = if given > wanted { rows[wanted].at..field.range().end } else { field.range() };
        let rows = if given == 1 { "is one row" } else { &format!("are {given} rows") };
        return Err(FenError::new(range, format!("there {rows}, the board has {wanted}")));
    }
    for (number, (row, tiles)) in rows.into_iter().zip(self::rows(game.rules())).enumerate() {
        let number = if manner.from_below { board.rows.len() - 1 - number } else { number };
        if manner.bare && row.text.is_empty() && tiles.iter().all(Option::is_some) {
            continue;
        }
        let cells = cells(game.rules(), &letters, row)?;
        let real = tiles.iter().flatten().count();
        let without_holes = !cells.iter().any(|c| matches!(c.0, Cell::Hole)) && cells.len() == real;
        if cells.len() != tiles.len() && !without_holes {
            let wanted = if row.text.contains(HOLE) { tiles.len() } else { real };
            let name = row_name(board, number);
            return Err(
                row.error(format!("{name} has {}, the board has {wanted}", many(cells.len(), "tile")))
            );
        }
        let places: Vec<_> =
            if without_holes { tiles.iter().flatten().map(|t| Some(*t)).collect() } else { tiles.clone() };
        for ((cell, range), tile) in cells.into_iter().zip(places) {
            match (cell, tile) {
                (Cell::Hole, None) | (Cell::Empty, Some(_)) => {}
                (Cell::Piece { piece, promoted }, Some(tile)) => {
                    position.set(tile, Some(piece));
                    if promoted {
                        position.promoted.insert(tile);
                    }
                }
                (_, None) => {
                    let name = row_name(board, number);
                    return Err(FenError::new(
                        range,
                        format!("the board has a hole here in {name}: write `*`"),
                    ));
                }
                (Cell::Hole, Some(tile)) if starred.is_some() => position.set(tile, starred),
                (Cell::Hole, Some(tile)) => {
                    return Err(FenError::new(range, format!("{} is no hole", board.name(tile))));
                }
            }
        }
    }
    Ok(())
}

type Ranged = (Cell, std::ops::Range<usize>);

fn cells(rules: &Rules, letters: &[(&str, Piece)], row: Field<'_>) -> Result<Vec<Ranged>, FenError> {
    let mut cells = Vec::new();
    let mut rest = row.text;
    while let Some(first) = rest.chars().next() {
        let at = row.at + row.text.len() - rest.len();
        let taken = if let Some((run, length)) = run_of_empties(rules, rest) {
            let Some(run) = run.filter(|n| *n <= rules.board.tiles.len()) else {
                let message = format!("{} empty tiles are more than the whole board has", &rest[..length]);
                return Err(FenError::new(at..at + length, message));
            };
            cells.extend(std::iter::repeat_n((Cell::Empty, at..at + length), run));
            length
        } else if first == HOLE {
            cells.push((Cell::Hole, at..at + 1));
            1
        } else if let Some((letter, piece)) = letters.iter().find(|(letter, _)| rest.starts_with(letter)) {
            let marked = rest[letter.len()..].starts_with(PROMOTED);
            let promoted = marked && rules.turn.taken == Taken::KeptUnpromoted;
            if promoted && rules.unpromoted(piece.kind).is_none() {
                let message = format!("nothing is promoted to a {}", rules.kinds[piece.kind.index()].name);
                return Err(FenError::new(at..at + letter.len() + PROMOTED.len_utf8(), message));
            }
            let end = letter.len() + if promoted { PROMOTED.len_utf8() } else { 0 };
            cells.push((Cell::Piece { piece: *piece, promoted }, at..at + end));
            end
        } else {
            let known: Vec<String> = (0..rules.players.len())
                .map(|p| {
                    let kinds = rules.kinds.iter().filter(|k| !k.neutral);
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

/// How many empty tiles a text begins with, if that can be counted, and how long it says so.
fn run_of_empties(rules: &Rules, text: &str) -> Option<(Option<usize>, usize)> {
    let sign = rules.notation.placement.empty.as_deref();
    let behind = text.strip_prefix(sign.unwrap_or_default())?;
    let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = text.len() - behind.len() + digits;
    match sign {
        Some(_) if digits == 0 => Some((Some(1), length)),
        None if digits == 0 => None,
        _ => Some((behind[..digits].parse().ok(), length)),
    }
}

/// All letters, the longest first, so that `+R` is not read as `+` and `R`.
pub(super) fn letters(rules: &Rules) -> Vec<(&str, Piece)> {
    let mut letters: Vec<(&str, Piece)> = Vec::new();
    for (k, kind) in rules.kinds.iter().enumerate() {
        for (p, letter) in kind.letters.iter().enumerate().filter(|(_, l)| !l.is_empty()) {
            let owner = (!kind.neutral).then(|| PlayerId::new(p));
            letters.push((letter, Piece { kind: KindId::new(k), owner }));
        }
    }
    letters.sort_by_key(|(letter, _)| std::cmp::Reverse(letter.len()));
    letters
}

fn many(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

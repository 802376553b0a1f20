//! The field that says where the pieces stand.

use tilegame_dsl::ir::{KindId, PlayerId, Rules, Tile};

use super::{FenError, Field};
use crate::game::Game;
use crate::notation::tiles::row_name;
use crate::position::{Piece, Position};
use crate::words;

/// One place of a row as it is written.
#[derive(Clone, Copy)]
enum Cell {
    Empty,
    Hole,
    Piece(Piece),
}

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
                    text.push('*');
                }
                (Some(_), Some(p)) => {
                    flush(&mut empty, &mut text);
                    text.push_str(&rules.kinds[p.kind.index()].letters[p.owner.index()]);
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
            let wanted = if row.text.contains('*') { tiles.len() } else { real };
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
                (Cell::Piece(piece), Some(tile)) => position.set(tile, Some(piece)),
                (_, None) => {
                    let name = row_name(board, number);
                    return Err(FenError::new(
                        range,
                        format!("the board has a hole here in {name}: write `*`"),
                    ));
                }
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
        } else if first == '*' {
            cells.push((Cell::Hole, at..at + 1));
            1
        } else if let Some((letter, piece)) = letters.iter().find(|(letter, _)| rest.starts_with(letter)) {
            cells.push((Cell::Piece(*piece), at..at + letter.len()));
            letter.len()
        } else {
            let known: Vec<String> = (0..rules.players.len())
                .map(|p| {
                    let all: Vec<&str> =
                        rules.kinds.iter().filter_map(|k| k.letters.get(p)).map(|l| &**l).collect();
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
fn letters(rules: &Rules) -> Vec<(&str, Piece)> {
    let mut letters: Vec<(&str, Piece)> = Vec::new();
    for (k, kind) in rules.kinds.iter().enumerate() {
        for (p, letter) in kind.letters.iter().enumerate().filter(|(_, l)| !l.is_empty()) {
            letters.push((letter, Piece { kind: KindId::new(k), owner: PlayerId::new(p) }));
        }
    }
    letters.sort_by_key(|(letter, _)| std::cmp::Reverse(letter.len()));
    letters
}

fn many(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

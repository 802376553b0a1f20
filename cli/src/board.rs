//! Draws a position as text: rows of tiles from the top, with the names of rows and columns where the tiles have such.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use anstyle::{Ansi256Color, Color, Style};
use tilegame_runtime::ir::{Board, Tile};
use tilegame_runtime::{Move, State};
use unicode_width::UnicodeWidthStr as _;

use crate::paint::{FAINT, paint};

/// How a board is drawn.
#[derive(Clone, Copy, Default)]
pub(crate) struct Drawing<'a> {
    /// Letters and plain signs only.
    pub(crate) ascii: bool,
    /// Colours are welcome.
    pub(crate) color: bool,
    /// A tile to stress, and tiles to mark as its targets.
    pub(crate) marked: Option<(Tile, &'a [Tile])>,
    /// Tiles that the last move has touched.
    pub(crate) last: &'a [Tile],
    /// Empty tiles have their names, for whoever writes a setup.
    pub(crate) names: bool,
}

/// How a tile stands out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accent {
    None,
    Mover,
    Target,
    Last,
}

/// The position as lines of text, each with its line end.
pub(crate) fn draw(state: &State, drawing: Drawing<'_>) -> String {
    let game = state.game();
    let picture = state.picture();
    let mut width = cell_width(state, drawing.ascii);
    if drawing.names {
        let names = picture.iter().flatten().flatten().map(|tile| game.rules().board.name(*tile).width());
        width = names.fold(width, usize::max);
    }
    let (rows, columns) = labels(&game.rules().board, &picture);
    let margin = rows.iter().flatten().map(|label| label.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (row, label) in picture.iter().zip(&rows) {
        let mut line = String::new();
        if margin > 0 {
            let label = format!("{:>margin$}", label.as_deref().unwrap_or(""));
            let _ = write!(line, "{} ", paint(label, FAINT, drawing.color));
        }
        for tile in row {
            match tile {
                Some(tile) => line += &cell(state, *tile, width, drawing),
                None => line += &" ".repeat(width + 2),
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    if columns.iter().any(Option::is_some) {
        let mut line = " ".repeat(if margin > 0 { margin + 1 } else { 0 });
        for label in &columns {
            let label = label.as_ref().map_or_else(String::new, |label| format!(" {label}"));
            let _ = write!(line, "{label:<0$}", width + 2);
        }
        let _ = writeln!(text, "{}", paint(line.trim_end(), FAINT, drawing.color));
    }
    text
}

/// The widest text of a piece, in columns of a terminal; of stacks, only those count that are there.
fn cell_width(state: &State, ascii: bool) -> usize {
    let rules = state.game().rules();
    let single = rules.kinds.iter().filter(|kind| kind.parts.len() == 1);
    let there = state.pieces().map(|(_, piece)| &rules.kinds[piece.kind.index()]);
    let texts = single.chain(there).flat_map(|k| if ascii { &k.letters } else { &k.symbols });
    texts.map(|text| text.width()).max().unwrap_or(1).max(1)
}

fn cell(state: &State, tile: Tile, width: usize, drawing: Drawing<'_>) -> String {
    let game = state.game();
    let accent = match drawing.marked {
        Some((mover, _)) if mover == tile => Accent::Mover,
        Some((_, targets)) if targets.contains(&tile) => Accent::Target,
        None if drawing.last.contains(&tile) => Accent::Last,
        _ => Accent::None,
    };
    let piece = state.piece(tile).map(|piece| {
        let kind = &game.rules().kinds[piece.kind.index()];
        if drawing.ascii { kind.letter_of(piece.owner) } else { kind.symbol_of(piece.owner) }
    });
    let name = if drawing.names { game.rules().board.name(tile) } else { Cow::Borrowed("") };
    let (before, middle, after) = match (accent, piece) {
        (Accent::None, None) if drawing.names => (" ", &*name, " "),
        (Accent::Mover, piece) => ("[", piece.unwrap_or(" "), "]"),
        (Accent::Last, None) if drawing.color => ("[", " ", "]"),
        (Accent::Last, None) => ("[", if drawing.ascii { "." } else { "·" }, "]"),
        (Accent::Last, Some(piece)) => ("[", piece, "]"),
        (Accent::Target, None) => (" ", if drawing.ascii { "*" } else { "•" }, " "),
        (Accent::Target, Some(piece)) => ("x", piece, " "),
        (Accent::None, Some(piece)) => (" ", piece, " "),
        (Accent::None, None) if drawing.color => (" ", " ", " "),
        (Accent::None, None) => (" ", if drawing.ascii { "." } else { "·" }, " "),
    };
    let blank = " ".repeat(width.saturating_sub(middle.width()));
    let text = format!("{before}{middle}{blank}{after}");
    let place = game.rules().board.place(tile);
    paint(text, shade(place, accent), drawing.color)
}

/// Dark and light tiles, and the ones that stand out.
fn shade(place: [i16; 3], accent: Accent) -> Style {
    let light = place.iter().sum::<i16>() % 2 != 0;
    let background = match (accent, light) {
        (Accent::None, true) => 223,
        (Accent::None, false) => 179,
        (Accent::Mover, _) => 150,
        (Accent::Last, true) => 228,
        (Accent::Last, false) => 185,
        (Accent::Target, true) => 153,
        (Accent::Target, false) => 110,
    };
    let color = |number| Some(Color::Ansi256(Ansi256Color(number)));
    Style::new().fg_color(color(16)).bg_color(color(background))
}

/// What stands beside each row and under each column: the part of their names that all its tiles share. If some row
/// or column shares nothing, rows are called by their first tile; if a column does, no column has a name.
fn labels(board: &Board, picture: &[Vec<Option<Tile>>]) -> (Vec<Option<String>>, Vec<Option<String>>) {
    let width = picture.iter().map(Vec::len).max().unwrap_or(0);
    let mut rows = vec![None; picture.len()];
    let mut columns = vec![None; width];
    let (mut rows_agree, mut columns_agree) = (true, true);
    for (r, row) in picture.iter().enumerate() {
        for (c, tile) in row.iter().enumerate() {
            let Some(tile) = tile else { continue };
            let name = board.name(*tile);
            let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
            let (column, row) = name.split_at(digits);
            rows_agree &= agree(&mut rows[r], row);
            columns_agree &= agree(&mut columns[c], column);
        }
    }
    if !rows_agree || !columns_agree {
        let first = |row: &Vec<Option<Tile>>| row.iter().flatten().next().map(|t| board.name(*t).to_string());
        rows = picture.iter().map(first).collect();
    }
    if !columns_agree {
        columns.fill(None);
    }
    (rows, columns)
}

/// Whether the part is not empty and the same as all before it.
fn agree(label: &mut Option<String>, part: &str) -> bool {
    !part.is_empty() && label.get_or_insert_with(|| part.to_string()) == part
}

/// The tiles that a move leaves and reaches, and those that have come or gone with it.
pub(crate) fn touched(m: Move, before: &State, after: &State) -> Vec<Tile> {
    if m.is_pass() {
        return Vec::new();
    }
    let mut touched: Vec<Tile> = before.origin(m).into_iter().chain([before.target(m)]).collect();
    let tiles = |state: &State| state.tiles().collect::<BTreeSet<Tile>>();
    touched.extend(tiles(before).symmetric_difference(&tiles(after)));
    touched
}

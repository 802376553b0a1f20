//! Which colours tiles and players have.

use std::collections::VecDeque;

use tilegame_runtime::ir::{Board, Colour, Form, Path, Player, Rules};

/// The page.
pub(crate) const PAGE: &str = "#fffdf8";
/// Lines, letters, the edges of pieces.
pub(crate) const INK: &str = "#2b2118";
/// Lines on dark pieces.
pub(crate) const CHALK: &str = "#f4eee2";
/// Tiles of a board that has no light and dark.
pub(crate) const PLAIN: &str = "#efd9b4";
/// Between tiles, and what is brown.
pub(crate) const EDGE: &str = "#8a6747";
/// Tiles of a region that the game does not colour.
pub(crate) const REGION: &str = "#a8b38d";
/// What a move leaves and reaches.
pub(crate) const RECENT: &str = "#f2d94e";
/// Where the piece that is asked about stands.
pub(crate) const CHOSEN: &str = "#8fb573";
/// Where it can go.
pub(crate) const TARGET: &str = "#1f6f5c";
/// Arrows.
pub(crate) const ARROW: &str = "#2c6fbc";
/// Check.
pub(crate) const ALARM: &str = "#d5281f";
/// Sides that are glued, each pair in another colour.
pub(crate) const SEAMS: [&str; 3] = ["#2c6fbb", "#c4571b", "#6b3fa0"];

/// Tiles of two colours, the first tile's first.
const TWO: [&str; 2] = ["#bd8f63", "#f1dbb8"];
/// Tiles of three colours.
const THREE: [&str; 3] = ["#c79a6d", "#f3e0bf", "#dfba8b"];

/// What is drawn in a colour on the board, by the name that it has in pages.
pub(crate) const OF_BOARDS: [(&str, &str); 21] = [
    ("page", PAGE),
    ("ink", INK),
    ("plain", PLAIN),
    ("region", REGION),
    ("recent", RECENT),
    ("chosen", CHOSEN),
    ("target", TARGET),
    ("alarm", ALARM),
    ("arrow", ARROW),
    ("dark", TWO[0]),
    ("light", TWO[1]),
    ("first", THREE[0]),
    ("second", THREE[1]),
    ("third", THREE[2]),
    ("edge", EDGE),
    ("blue", "#3f7fb5"),
    ("teal", "#7fbcb4"),
    ("green", "#86ab62"),
    ("yellow", "#e6c65c"),
    ("red", "#cf6a5c"),
    ("grey", "#9a9a98"),
];

/// A player's colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paint {
    /// The name of the colour.
    name: &'static str,
    /// Of its pieces.
    pub(crate) fill: &'static str,
    /// Of the lines on them.
    pub(crate) line: &'static str,
}

/// The colours of players. Each differs from all others in grey as well.
const PAINTS: [Paint; 8] = [
    Paint { name: "White", fill: "#fbf7ec", line: INK },
    Paint { name: "Black", fill: "#28231f", line: CHALK },
    Paint { name: "Red", fill: "#c8362c", line: CHALK },
    Paint { name: "Yellow", fill: "#f0cb45", line: INK },
    Paint { name: "Green", fill: "#4fa35a", line: INK },
    Paint { name: "Blue", fill: "#1f3f96", line: CHALK },
    Paint { name: "Orange", fill: "#e8953a", line: INK },
    Paint { name: "Silver", fill: "#d8dade", line: INK },
];

/// The colour of what belongs to nobody.
pub(crate) const NOBODY: Paint = Paint { name: "Grey", fill: "#8b8378", line: INK };

/// The colours of all players: those they are called by, else the next ones that are left.
pub(crate) fn players(players: &[Player]) -> Vec<Paint> {
    let called = |p: &Player| PAINTS.iter().find(|paint| paint.name.eq_ignore_ascii_case(&p.name)).copied();
    let mut left = PAINTS.iter().filter(|paint| players.iter().all(|p| called(p) != Some(**paint))).cycle();
    let next = |p: &Player| called(p).or_else(|| left.next().copied()).unwrap_or(PAINTS[0]);
    players.iter().map(next).collect()
}

/// The colour of every tile.
pub(crate) fn tiles(rules: &Rules) -> Vec<&'static str> {
    let board = &rules.board;
    let shades = match board.drawing.form {
        _ if board.drawing.plain => None,
        Form::Lines | Form::Points => None,
        Form::Hexagons => three(board),
        Form::Squares | Form::Rings(_) => two(rules),
    };
    shades.unwrap_or_else(|| vec![PLAIN; board.tiles.len()])
}

/// What is laid over tiles, and drawn along sides, that a game gives a colour.
pub(crate) fn of_a_tint(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "#3f7fb5",
        Colour::Teal => "#7fbcb4",
        Colour::Green => "#86ab62",
        Colour::Yellow => "#e6c65c",
        Colour::Brown => EDGE,
        Colour::Red => "#cf6a5c",
        Colour::Grey => "#9a9a98",
    }
}

/// The colour of a place of a plane.
pub(crate) fn of_a_plane(place: [i16; 3]) -> &'static str {
    TWO[((place[0] + place[1]) % 2) as usize]
}

/// Whether a step goes over a side.
fn over_a_side(board: &Board, direction: usize) -> bool {
    board.directions[direction].offset.iter().map(|n| n.abs()).sum::<i16>() == 1
}

/// Whether some step of a path leads from level to level.
fn climbs(board: &Board, path: &Path) -> bool {
    let rises = |direction: usize| board.directions[direction].offset[2] != 0;
    match path {
        Path::Step(direction) => rises(direction.index()),
        Path::Leap(directions) => directions.iter().any(|d| rises(d.index())),
        Path::Seq(paths) | Path::Any(paths) => paths.iter().any(|p| climbs(board, p)),
        Path::Repeat { path, .. } | Path::Times { path, .. } => climbs(board, path),
        Path::Check { .. } | Path::Bend(_) | Path::Do(_) => false,
    }
}

/// Neighbours have different colours, all round; `None` if two colours are too few. Levels between which no piece walks are
/// boards of their own.
fn two(rules: &Rules) -> Option<Vec<&'static str>> {
    let board = &rules.board;
    let count = board.tiles.len();
    let solid = rules.kinds.iter().flat_map(|k| k.rules.iter()).any(|rule| climbs(board, &rule.path));
    let counts = |e: &tilegame_runtime::ir::Edge| {
        over_a_side(board, e.direction.index())
            && (solid || board.directions[e.direction.index()].offset[2] == 0)
    };
    let mut near = vec![Vec::new(); count];
    for edge in board.graph.edges().filter(counts) {
        near[edge.from.index()].push(edge.to.index());
        near[edge.to.index()].push(edge.from.index());
    }
    let parity = |tile: usize| (board.tiles[tile].place[0] + board.tiles[tile].place[1]) % 2;
    let mut shades: Vec<Option<bool>> = vec![None; count];
    for start in 0..count {
        if shades[start].is_some() {
            continue;
        }
        shades[start] = Some(parity(start) != parity(0));
        let mut open = VecDeque::from([start]);
        while let Some(tile) = open.pop_front() {
            for next in &near[tile] {
                match shades[*next] {
                    None => {
                        shades[*next] = shades[tile].map(|shade| !shade);
                        open.push_back(*next);
                    }
                    shade if shade == shades[tile] => return None,
                    Some(_) => {}
                }
            }
        }
    }
    Some(shades.into_iter().map(|shade| TWO[usize::from(shade == Some(true))]).collect())
}

/// The three colours of a honeycomb; `None` if neighbours would be alike.
fn three(board: &Board) -> Option<Vec<&'static str>> {
    let shade =
        |tile: usize| (board.tiles[tile].place[0] + board.tiles[tile].place[1]).rem_euclid(3) as usize;
    let clash = |e: tilegame_runtime::ir::Edge| {
        over_a_side(board, e.direction.index()) && shade(e.from.index()) == shade(e.to.index())
    };
    let clashes = board.graph.edges().any(clash);
    (!clashes).then(|| (0..board.tiles.len()).map(|tile| THREE[shade(tile)]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How light a colour is when printed in grey, from 0 to 255.
    fn grey(colour: &str) -> f64 {
        let part = |at: usize| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("two digits"));
        0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5)
    }

    #[test]
    fn the_first_players_are_told_apart_in_grey() {
        for (i, a) in PAINTS.iter().enumerate() {
            for (j, b) in PAINTS[..i].iter().enumerate() {
                let apart = (grey(a.fill) - grey(b.fill)).abs();
                let enough = if i < 4 && j < 4 { 40.0 } else { 15.0 };
                assert!(apart >= enough, "{} and {}: {apart}", a.name, b.name);
            }
        }
    }

    #[test]
    fn lines_are_seen_on_their_pieces() {
        for paint in PAINTS {
            assert!((grey(paint.fill) - grey(paint.line)).abs() > 80.0, "{}", paint.name);
        }
    }
}

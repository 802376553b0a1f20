//! A board of three parts that meet in the middle, six quarters round one point: where the pieces of chess go on it.
//!
//! Each part is half a chess board as its player sees it, and half of its far side is glued to half of each neighbour's.
//! The expected targets are a published table for one quarter; the other quarters follow by the symmetries of the board
//! (a third of a turn, and the mirror through the middle of a part).

use std::collections::{BTreeMap, BTreeSet};

use tilegame_runtime::{Game, Position};
use tilegame_tests::{compile, placement};

pub(super) const RULES: &str = r#"
use moves
game "Three half boards"
board
    patch First  grid 8 x 4 file "a b c d e f g h" rank "1 2 3 4"
    patch Second grid 8 x 4 file "l k j i d c b a" rank "8 7 6 5"
    patch Third  grid 8 x 4 file "h g f e i j k l" rank "12 11 10 9"
    seam First.north[1..4]  ~ Second.north[5..8] reversed
    seam Second.north[1..4] ~ Third.north[5..8]  reversed
    seam Third.north[1..4]  ~ First.north[5..8]  reversed
players
    White "w"
    Black "b"
piece Rook "R"
    move rook
piece Bishop "B"
    move bishop
piece Knight "N"
    move knight
piece Queen "Q"
    move queen
piece Stone "S"
    quiet rook
setup "8/8/8/3RR3/8/8/8/3rr3/8/8/8/8 w"
"#;

/// For every tile of a quarter, the targets of a knight and those of a bishop on an empty board.
const QUARTER: [(&str, &str, &str); 16] = [
    ("a1", "b3 c2", "b2 c3 d4 e9 f10 g11 h12 i5 j6 k7 l8"),
    ("a2", "b4 c1 c3", "b1 b3 c4 d5 i6 j7 k8"),
    ("a3", "b1 b5 c2 c4", "b2 b4 c1 c5 d6 i7 j8"),
    ("a4", "b2 b6 c3 c5", "b3 b5 c2 c6 d1 d7 i8"),
    ("b1", "a3 c3 d2", "a2 c2 d3 e4 f9 g10 h11"),
    ("b2", "a4 c4 d1 d3", "a1 a3 c1 c3 d4 e9 f10 g11 h12 i5 j6 k7 l8"),
    ("b3", "a1 a5 c1 c5 d2 d4", "a2 a4 c2 c4 d1 d5 i6 j7 k8"),
    ("b4", "a2 a6 c2 c6 d3 d5", "a3 a5 c3 c5 d2 d6 e1 i7 j8"),
    ("c1", "a2 b3 d3 e2", "a3 b2 d2 e3 f4 g9 h10"),
    ("c2", "a1 a3 b4 d4 e1 e3", "a4 b1 b3 d1 d3 e4 f9 g10 h11"),
    ("c3", "a2 a4 b1 b5 d1 d5 e2 e4", "a1 a5 b2 b4 d2 d4 e1 e9 f10 g11 h12 i5 j6 k7 l8"),
    ("c4", "a3 a5 b2 b6 d2 d6 e3 e9 i5", "a2 a6 b3 b5 d3 d5 e2 f1 i6 j7 k8"),
    ("d1", "b2 c3 e3 f2", "a4 b3 c2 e2 f3 g4 h9"),
    ("d2", "b1 b3 c4 e4 f1 f3", "a5 b4 c1 c3 e1 e3 f4 g9 h10"),
    ("d3", "b2 b4 c1 c5 e1 e9 f2 f4 i5", "a6 b1 b5 c2 c4 e2 e4 f1 f9 g10 h11"),
    ("d4", "b3 b5 c2 c6 e2 e10 f3 f9 i6 j5", "a1 a7 b2 b6 c3 c5 e3 e9 f2 f10 g1 g11 h12 i5 j6 k7 l8"),
];

/// The files and ranks of the three parts, each as its player sees them.
const PARTS: [(&str, [u32; 4]); 3] =
    [("abcdefgh", [1, 2, 3, 4]), ("lkjidcba", [8, 7, 6, 5]), ("hgfeijkl", [12, 11, 10, 9])];

fn name(part: usize, x: usize, y: usize) -> String {
    format!("{}{}", &PARTS[part].0[x..=x], PARTS[part].1[y])
}

/// The tiles after so many thirds of a turn, and perhaps a look in the mirror before.
fn symmetry(thirds: usize, mirrored: bool) -> BTreeMap<String, String> {
    let mut map = BTreeMap::new();
    for part in 0..3 {
        for (x, y) in (0..8).flat_map(|x| (0..4).map(move |y| (x, y))) {
            let (p, f) = if mirrored { ((3 - part) % 3, 7 - x) } else { (part, x) };
            map.insert(name(part, x, y), name((p + thirds) % 3, f, y));
        }
    }
    map
}

/// Where a single piece on a tile can go; `others` are stones of the other player.
fn targets(game: &Game, letter: char, tile: &str, others: &[&str]) -> BTreeSet<String> {
    let position = place(game, letter, tile, others);
    let moves = tilegame_tests::listed(game, &position);
    let board = &game.rules().board;
    let from = |m: &tilegame_runtime::moves::Move| m.from.map(|from| board.name(from));
    moves
        .iter()
        .filter(|m| from(m).is_some_and(|name| name == tile))
        .map(|m| board.name(m.to).into_owned())
        .collect()
}

fn place(game: &Game, letter: char, tile: &str, others: &[&str]) -> Position {
    let stands = |name: &str| match name {
        name if name == tile => Some(letter),
        name => others.contains(&name).then_some('s'),
    };
    let text = format!("{} w", placement(game, stands));
    game.specification().read_fen(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn set(words: &str) -> BTreeSet<String> {
    words.split(' ').map(str::to_owned).collect()
}

#[test]
fn every_tile_has_the_targets_of_the_table() {
    let game = compile("three.tg", RULES);
    let mut seen = BTreeSet::new();
    for map in (0..3).flat_map(|thirds| [symmetry(thirds, false), symmetry(thirds, true)]) {
        for (tile, knight, bishop) in QUARTER {
            let image = |words: &str| set(words).iter().map(|t| map[t].clone()).collect::<BTreeSet<_>>();
            let tile = &map[tile];
            assert_eq!(targets(&game, 'N', tile, &[]), image(knight), "a knight on {tile}");
            assert_eq!(targets(&game, 'B', tile, &[]), image(bishop), "a bishop on {tile}");
            seen.insert(tile.clone());
        }
    }
    assert_eq!(seen.len(), 96);
}

#[test]
fn the_totals_are_the_published_ones() {
    let game = compile("three.tg", RULES);
    let tiles: Vec<String> = game.rules().board.tiles.iter().map(|t| t.name.clone()).collect();
    let total = |letter| tiles.iter().map(|t| targets(&game, letter, t, &[]).len()).sum::<usize>();
    assert_eq!((total('N'), total('B'), total('R')), (528, 936, 1344));
    assert!(tiles.iter().all(|t| targets(&game, 'R', t, &[]).len() == 14));
}

/// Six tiles touch the middle, twelve more lie beside those, and six behind them; by the symmetries of the board these four of one
/// quarter stand for all 24.
///
/// A file or a row has eight tiles wherever it runs, so a rook has always 14 targets. What bends are diagonals and leaps:
///
/// * `d4` touches the middle. Its diagonal over the middle has two ways on, to `e9` and to `i5`; `e4` and `d5` share a side with it,
///   and `i9` lies straight across: neither is a diagonal step. The other diagonals go over one side each, into `d5`'s
///   quarter (`c5 b6 a7`) and into `e4`'s (`e3 f2 g1`), where they don't branch. A knight goes two steps and one aside: over the side of `d5` it
///   reaches `c6` and `b5`, and on round the middle `i6` and `j5`; likewise over `e4`.
/// * `c4` lies beside it: two steps along its row are `e4`, and aside from there lie `e3` and, over the side, `e9`; one step over its own side
///   and two aside lead to `i5`.
/// * `d3` is the same in the mirror of the quarter.
/// * `c3` lies behind it, two diagonal steps from the middle: its leaps just reach the neighbours' quarters and bend nowhere twice.
#[test]
fn the_tiles_round_the_middle() {
    // Tile; rook: its file, its row; bishop: along the diagonals; knight.
    let near = [
        (
            "d4",
            "d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4",
            "c3 b2 a1 e9 f10 g11 h12 i5 j6 k7 l8 c5 b6 a7 e3 f2 g1",
            "b3 b5 c2 c6 e2 e10 f3 f9 i6 j5",
        ),
        (
            "c4",
            "c1 c2 c3 c5 c6 c7 c8 a4 b4 d4 e4 f4 g4 h4",
            "b3 a2 d5 i6 j7 k8 b5 a6 d3 e2 f1",
            "a3 a5 b2 b6 d2 d6 e3 e9 i5",
        ),
        (
            "d3",
            "d1 d2 d4 d5 d6 d7 d8 a3 b3 c3 e3 f3 g3 h3",
            "c2 b1 e4 f9 g10 h11 c4 b5 a6 e2 f1",
            "b2 b4 c1 c5 e1 e9 f2 f4 i5",
        ),
        (
            "c3",
            "c1 c2 c4 c5 c6 c7 c8 a3 b3 d3 e3 f3 g3 h3",
            "b2 a1 d4 e9 f10 g11 h12 i5 j6 k7 l8 b4 a5 d2 e1",
            "a2 a4 b1 b5 d1 d5 e2 e4",
        ),
    ];
    let game = compile("three.tg", RULES);
    let mut seen = BTreeSet::new();
    for map in (0..3).flat_map(|thirds| [symmetry(thirds, false), symmetry(thirds, true)]) {
        for (tile, rook, bishop, knight) in near {
            let image = |words: &str| set(words).iter().map(|t| map[t].clone()).collect::<BTreeSet<_>>();
            let (tile, rook, bishop) = (&map[tile], image(rook), image(bishop));
            let queen: BTreeSet<String> = rook.union(&bishop).cloned().collect();
            assert_eq!(targets(&game, 'R', tile, &[]), rook, "a rook on {tile}");
            assert_eq!(targets(&game, 'B', tile, &[]), bishop, "a bishop on {tile}");
            assert_eq!(targets(&game, 'Q', tile, &[]), queen, "a queen on {tile}");
            assert_eq!(targets(&game, 'N', tile, &[]), image(knight), "a knight on {tile}");
            seen.insert(tile.clone());
        }
    }
    assert_eq!(seen.len(), 24);
}

/// Behind the middle the diagonal has two ways on: a piece before it blocks both, a piece on one of them that one.
#[test]
fn a_diagonal_branches_in_the_middle() {
    let game = compile("three.tg", RULES);
    assert_eq!(targets(&game, 'B', "a1", &["d4"]), set("b2 c3 d4"));
    assert_eq!(targets(&game, 'B', "a1", &["e9"]), set("b2 c3 d4 e9 i5 j6 k7 l8"));
}

/// A rook leaves its part over the side and turns with the board: it goes on along the same line.
#[test]
fn a_line_goes_on_in_the_next_part() {
    let game = compile("three.tg", RULES);
    assert_eq!(targets(&game, 'R', "e1", &["e11"]), set("a1 b1 c1 d1 f1 g1 h1 e2 e3 e4 e9 e10 e11"));
    assert_eq!(targets(&game, 'R', "d4", &["d6", "d2", "c4"]), set("d5 d6 d3 d2 c4 e4 f4 g4 h4"));
}

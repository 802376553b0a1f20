//! Boards of levels: what turns there are, and how players may sit.

use tilegame_runtime::Game;
use tilegame_runtime::ir::{DirId, Path};
use tilegame_tests::compile;

fn space(move_line: &str, seat: &str) -> Game {
    let rules = format!(
        r#"
game "Space"
board
    grid 5 x 5 x 5
players
    White "w"
    Black "b" {seat}
region corner = Aa1 each
region side = Aa1..Ae1 each
piece Piece "P"
    move {move_line}
    quiet n if on corner or on side
setup "4p/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/P4 w"
"#
    );
    compile("space.tg", &rules)
}

/// The offsets of the ways of the first rules, which are single steps or sums.
fn ways(move_line: &str) -> Vec<[i16; 3]> {
    let game = space(move_line, "mirrored");
    let board = &game.rules().board;
    let offset = |direction: &DirId| board.directions[direction.index()].offset;
    let rules = game.rules().kinds[0].rules.iter();
    let mut ways: Vec<[i16; 3]> = rules
        .filter(|rule| rule.text.starts_with("move"))
        .flat_map(|rule| match &rule.path {
            Path::Any(ways) => ways.clone(),
            way => vec![way.clone()],
        })
        .map(|way| match way {
            Path::Step(direction) => offset(&direction),
            Path::Leap(all) => {
                all.iter().map(offset).fold([0; 3], |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]])
            }
            other => panic!("{other:?}"),
        })
        .collect();
    ways.sort_unstable();
    ways
}

/// Every offset whose numbers are these but for order and sign.
fn like(lengths: [i16; 3]) -> Vec<[i16; 3]> {
    let one = || -2..=2;
    let all = one().flat_map(|x| one().flat_map(move |y| one().map(move |z| [x, y, z])));
    let sorted = |way: [i16; 3]| {
        let mut way = way.map(i16::abs);
        way.sort_unstable();
        way
    };
    all.filter(|way| sorted(*way) == lengths).collect()
}

#[test]
fn tumbling_brings_a_way_to_everything_like_it() {
    assert_eq!(ways("tumble(n)"), like([0, 0, 1]));
    assert_eq!(ways("tumble(ne)"), like([0, 1, 1]));
    assert_eq!(ways("tumble(une)"), like([1, 1, 1]));
    assert_eq!(ways("tumble(n+n+e)"), like([0, 1, 2]));
    assert_eq!(ways("tumble(n, ne, une)").len(), 26);
}

/// A way of three different lengths is not its own mirror image.
#[test]
fn tumbling_has_no_mirror() {
    let (one, both) = (ways("tumble(n+n+n+e+e+u)"), ways("tumble(mirror(n+n+n+e+e+u))"));
    assert_eq!((one.len(), both.len()), (24, 48));
}

#[test]
fn other_turns_stay_on_their_level() {
    assert_eq!(ways("rot(n)"), [[-1, 0, 0], [0, -1, 0], [0, 1, 0], [1, 0, 0]]);
    assert_eq!(ways("rot(u)"), [[0, 0, 1]]);
    assert_eq!(ways("mirror(ue)"), [[-1, 0, 1], [1, 0, 1]]);
}

#[test]
fn seats() {
    let tiles = |seat: &str, region: usize| {
        let game = space("n", seat);
        let mut names: Vec<String> = game.rules().regions[region].tiles[1]
            .iter()
            .map(|tile| game.rules().board.name(*tile).into_owned())
            .collect();
        names.sort();
        names
    };
    for (seat, corner, side) in [
        ("mirrored", "Aa5", ["Aa5", "Ae5"]),
        ("facing s", "Ae5", ["Aa5", "Ae5"]),
        ("facing e", "Aa5", ["Aa1", "Aa5"]),
        ("facing ds", "Ee5", ["Ea5", "Ee5"]),
        ("facing dn", "Ea1", ["Ea1", "Ee1"]),
    ] {
        assert_eq!(tiles(seat, 0), [corner], "{seat}");
        let side_of = tiles(seat, 1);
        assert_eq!([&side_of[0], &side_of[4]], [side[0], side[1]], "{seat}");
    }
}

//! Hexagons: their neighbours, their sets of tiles, and how players see them.

use tilegame_runtime::Game;
use tilegame_tests::compile;

/// Files a to e of three, four, five, four and three tiles.
fn small(seat: &str) -> Game {
    let rules = format!(
        r#"
game "Small hexagon"
board
    hex 3
players
    White "w"
    Black "b" {seat}
region home = rank 1 each
region upper = rank 4..5
region left = file a..b
region corner = a1..b2
piece Rook "R"
    quiet rot(n)*inf
    move n if on home
    move e if on upper or on left or on corner
setup "r/3/5/5/R4 w"
"#
    );
    compile("small.tg", &rules)
}

fn names(game: &Game, region: &str, player: usize) -> Vec<String> {
    let rules = game.rules();
    let region = rules.regions.iter().find(|r| r.name == region).expect("a region");
    let mut names: Vec<String> =
        region.tiles[player].iter().map(|t| rules.board.name(*t).into_owned()).collect();
    names.sort();
    names
}

/// Drawn by hand: the middle tile of the middle file, a tile left of it, and a corner of the board.
#[test]
fn steps() {
    let game = small("mirrored");
    let board = &game.rules().board;
    let steps = |from: &str| {
        let edges = board.graph.edges().filter(|e| board.name(e.from) == from);
        let way = |e: tilegame_runtime::ir::Edge| {
            format!("{} {}", board.directions[e.direction.index()].name, board.name(e.to))
        };
        edges.map(way).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        steps("c3"),
        "n c4, ne d3, se d2, s c2, sw b2, nw b3, nne d4, e e2, sse d1, ssw b1, w a2, nnw b4"
    );
    assert_eq!(steps("b2"), "n b3, ne c3, se c2, s b1, sw a1, nw a2, nne c4, e d2, sse c1, nnw a3");
    assert_eq!(steps("e1"), "n e2, sw d1, nw d2, w c2, nnw d3");
}

#[test]
fn seats() {
    let far = ["a3", "b4", "c5", "d4", "e3"];
    for seat in ["mirrored", "facing s"] {
        let game = small(seat);
        assert_eq!(names(&game, "home", 0), ["a1", "b1", "c1", "d1", "e1"]);
        assert_eq!(names(&game, "home", 1), far, "{seat}");
    }
    // A third of a turn: the near side is that from c5 by a3 to a1.
    let turned = small("facing se");
    assert_eq!(names(&turned, "home", 1), ["a1", "a2", "a3", "b4", "c5"]);
}

#[test]
fn sets_of_tiles() {
    let game = small("mirrored");
    assert_eq!(names(&game, "upper", 0), ["b4", "c4", "c5", "d4"]);
    assert_eq!(names(&game, "left", 0), ["a1", "a2", "a3", "b1", "b2", "b3", "b4"]);
    assert_eq!(names(&game, "corner", 0), ["a1", "a2", "b1", "b2"]);
}

#[test]
fn rows_have_the_tiles_that_there_are() {
    let game = small("mirrored");
    assert_eq!(game.specification().fen(&game.specification().start()), "r/3/5/5/R4 w");
    let wrong = game.specification().read_fen("r/4/5/5/R4 w").expect_err("rank 4 has three tiles");
    assert!(wrong.to_string().contains("rank 4 has 4 tiles, the board has 3"), "{wrong}");
}

/// Files of three, four and three tiles.
fn longer(ranks: &str, seat: &str) -> Game {
    let rules = format!(
        r#"
game "Longer hexagon"
board
    hex 2 x 3 {ranks}
players
    White "w"
    Black "b" {seat}
region home = rank 1 each
region upper = rank 3..4
piece Rook "R"
    quiet rot(n)*inf
    move n if on home
    move e if on upper
setup "r1/3/3/1R w"
"#
    );
    compile("longer.tg", &rules)
}

/// Drawn by hand: files a and c begin half a tile above b.
#[test]
fn ranks_that_slant() {
    let steps = |game: &Game, from: &str| {
        let board = &game.rules().board;
        let edges = board.graph.edges().filter(|e| board.name(e.from) == from);
        let way = |e: tilegame_runtime::ir::Edge| {
            format!("{} {}", board.directions[e.direction.index()].name, board.name(e.to))
        };
        edges.map(way).take(6).collect::<Vec<_>>().join(", ")
    };
    let falling = longer("rank se", "facing s");
    assert_eq!(steps(&falling, "b2"), "n b3, ne c3, se c2, s b1, sw a1, nw a2");
    assert_eq!(names(&falling, "home", 0), ["a1", "b1"]);
    assert_eq!(names(&falling, "home", 1), ["b4", "c4"]);
    assert_eq!(names(&falling, "upper", 0), ["a3", "b3", "b4", "c3", "c4"]);
    let rising = longer("rank ne", "facing s");
    assert_eq!(steps(&rising, "b2"), "n b3, ne c2, se c1, s b1, sw a2, nw a3");
    assert_eq!(names(&rising, "home", 0), ["b1", "c1"]);
    assert_eq!(names(&rising, "home", 1), ["a4", "b4"]);
}

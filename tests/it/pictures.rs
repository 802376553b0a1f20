//! Pictures: where tiles lie, what is drawn, and how the command answers. That pictures look right is seen in the gallery;
//! here is what can be said without looking.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tilegame::{Exit, Io};
use tilegame_pictures::layout::Layout;
use tilegame_pictures::{Mark, diagram, seen_by};
use tilegame_runtime::ir::{Board, Colour, Form, KindId, PlayerId};
use tilegame_runtime::{Game, Piece};
use tilegame_tests::{compile, game, names};

use crate::three_patches;

/// What a command wrote, and how it ended.
struct Answer {
    exit: Exit,
    out: Vec<u8>,
    err: String,
}

fn show_in(folder: &Path, args: &[&str]) -> Answer {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut io = Io::new(io::empty(), &mut out, &mut err).in_folder(folder);
    let exit = tilegame::run([&["tilegame", "show"], args].concat(), &mut io);
    drop(io);
    Answer { exit, out, err: String::from_utf8(err).expect("text") }
}

fn show(args: &[&str]) -> Answer {
    show_in(Path::new(""), args)
}

fn scratch(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

const RIVER: &str = r#"
use moves, shapes
game "A river and a palace"
board
    grid 9 x 10
    drawn as lines but a5..i6
    drawn with d1 to f3
players
    Red "r"
    Black "b" mirrored
piece Horse "H"
    drawn as knight
    move mao
piece Cannon "C"
    quiet rook
    capture cannon
setup "9/9/9/9/9/9/9/9/9/1H7 r"
"#;

fn boards() -> Vec<(String, Game)> {
    let own = [("three parts", three_patches::RULES), ("river", RIVER)]
        .map(|(n, t)| (n.to_string(), compile(n, t)));
    // What is said of boards here does not hold of planes, which have no steps of their own.
    let games = names().map(|name| (name.to_string(), game(name)));
    games.filter(|(_, game)| game.board().plane().is_none()).chain(own).collect()
}

/// A step over a side of a tile leads to the tile that lies there, or leaves the paper: then the side is on the rim.
#[test]
fn neighbours_lie_beside_each_other() {
    for (name, game) in boards() {
        let board = &game.rules().board;
        if board.drawing.form == Form::Points {
            continue;
        }
        let layout = Layout::new(board, 0.0);
        let near = layout.neighbours();
        let mut joined = 0;
        for (number, cell) in layout.cells.iter().enumerate() {
            for (side, s) in cell.sides.iter().enumerate() {
                let Some((other, _)) = near.get(&(number, side)) else { continue };
                let to = layout.cells[*other].tile;
                let mut steps = board.graph.from(cell.tile);
                let leads = steps.any(|e| Some(e.direction) == s.over && e.to == to);
                assert!(leads, "{name}: {} {side}", board.name(cell.tile));
                joined += 1;
            }
        }
        assert!(joined > board.tiles.len() * 2, "{name}: {joined} sides are shared");
    }
}

#[test]
fn pieces_stand_inside_their_tiles_and_tiles_do_not_overlap() {
    for (name, game) in boards() {
        let board = &game.rules().board;
        for turned in [0.0, 90.0, 180.0] {
            let layout = Layout::new(board, turned);
            for (number, cell) in layout.cells.iter().enumerate() {
                assert!(cell.room > 0.2, "{name}: no room on {}", board.name(cell.tile));
                let others = layout.cells[..number].iter();
                let near = others.map(|o| (o.centre - cell.centre).hypot()).fold(f64::INFINITY, f64::min);
                assert!(near > cell.room, "{name}: {} is too near to another", board.name(cell.tile));
            }
        }
    }
}

/// Six tiles meet in the middle of a hexagon with sides of eight, each a third of a turn from two others.
#[test]
fn three_half_boards_are_a_hexagon() {
    let game = compile("three", three_patches::RULES);
    let board = &game.rules().board;
    let layout = Layout::new(board, 0.0);
    assert!(layout.joined);
    let sheet = &layout.sheets[0];
    let middle = sheet.bounds.center();
    let meeting: BTreeSet<String> = layout
        .cells
        .iter()
        .filter(|c| c.sides.iter().any(|s| (s.to - middle).hypot() < 1e-6))
        .map(|c| board.name(c.tile).into_owned())
        .collect();
    assert_eq!(meeting, BTreeSet::from(["d4", "e4", "e9", "i9", "i5", "d5"].map(str::to_owned)));
    let ratio = sheet.bounds.width() / sheet.bounds.height();
    assert!((ratio - 2.0 / 3.0_f64.sqrt()).abs() < 1e-6, "{ratio}");
    // a1, l8 and h12 are corners of the array, and d1, i8 and e12 stand where each player's queen may.
    let angle = |name: &str| {
        let tile = board.tile(name).expect("a tile");
        (layout.cell(tile).expect("a cell").centre - middle).atan2().to_degrees()
    };
    for (a, b) in [("a1", "l8"), ("l8", "h12"), ("d1", "i8"), ("i8", "e12"), ("c3", "j6")] {
        let apart = (angle(b) - angle(a)).rem_euclid(360.0);
        assert!((apart - 120.0).abs() < 1e-6, "{a} and {b}: {apart}");
    }
    // White's tiles are at the bottom, Black's up on the left: a third of a turn to the left brings them down.
    assert!(layout.cell(board.tile("d1").expect("a tile")).expect("a cell").centre.y > middle.y + 4.0);
    assert_eq!(seen_by(&game, PlayerId(0)), 0.0);
    assert_eq!(seen_by(&game, PlayerId(1)).rem_euclid(360.0), 120.0);
}

#[test]
fn lines_are_left_out_inside_a_river_only() {
    let game = compile("river", RIVER);
    let board: &Board = &game.rules().board;
    let lines: BTreeSet<String> =
        board.drawing.lines.iter().map(|[a, b]| format!("{}-{}", board.name(*a), board.name(*b))).collect();
    assert_eq!(board.drawing.form, Form::Lines);
    // Ten ranks of eight pieces, nine files of nine less the seven that end at the river, and one more line.
    assert_eq!(lines.len(), 10 * 8 + 9 * 9 - 7 + 1);
    for (line, there) in [
        ("a5-a6", true),
        ("b5-b6", false),
        ("h5-h6", false),
        ("i5-i6", true),
        ("b5-c5", true),
        ("d1-f3", true),
    ] {
        assert_eq!(lines.contains(line), there, "{line}");
    }
}

/// Which tiles have a colour of their own.
fn tinted(board: &Board, colour: Colour) -> BTreeSet<String> {
    let tiles = board.drawing.tinted.iter().filter(|(_, c)| *c == colour);
    tiles.map(|(tile, _)| board.name(*tile).to_string()).collect()
}

/// Which sides have a colour.
fn banks(board: &Board, colour: Colour) -> BTreeSet<String> {
    let sides = board.drawing.sides.iter().filter(|(_, c)| *c == colour);
    sides.map(|([a, b], _)| format!("{}-{}", board.name(*a), board.name(*b))).collect()
}

fn set(names: &str) -> BTreeSet<String> {
    names.split(' ').map(str::to_owned).collect()
}

/// Open sea, the tiles that ships share with others, the river, and the bridges over it.
#[test]
fn land_and_sea_are_told_apart() {
    let game = game("cotulenh");
    let board = &game.rules().board;
    let files = |files: &str| -> BTreeSet<String> {
        files.chars().flat_map(|f| (1..=12).map(move |rank| format!("{f}{rank}"))).collect()
    };
    assert_eq!(tinted(board, Colour::Blue), files("ab"));
    assert_eq!(tinted(board, Colour::Teal), &files("c") | &set("d6 d7 e6 e7"));
    assert_eq!(banks(board, Colour::Blue), set("g6-g7 i6-i7 j6-j7 k6-k7"));
    assert_eq!(banks(board, Colour::Brown), set("f6-f7 h6-h7"));
    let drawn = String::from_utf8(show(&["cotulenh", "--svg", "-"]).out).expect("text");
    let plain = String::from_utf8(show(&["chess", "--svg", "-"]).out).expect("text");
    // All of a colour are drawn at once, and the joints of banks for themselves.
    for (colour, times) in [("fill=\"#3f7fb5\"", 1), ("fill=\"#7fbcb4\"", 1), ("stroke=\"#3f7fb5\"", 2)] {
        assert_eq!((drawn.matches(colour).count(), plain.matches(colour).count()), (times, 0), "{colour}");
    }
}

#[test]
fn the_later_of_two_colours_is_seen() {
    let lake = "variant \"Lake\" of chess\nboard\n    grid 8 x 8\n    drawn a1..d4 in green\n    drawn c4..e5 in blue\n    \
                drawn between all and all in red\n    drawn between rank 2 and a3, b3, c1 in grey\n";
    let game = compile("lake", lake);
    let board = &game.rules().board;
    assert_eq!(tinted(board, Colour::Blue), set("c4 d4 e4 c5 d5 e5"));
    assert_eq!(tinted(board, Colour::Green).len(), 14);
    assert_eq!(banks(board, Colour::Grey), set("a2-a3 b2-b3 c1-c2"));
    assert_eq!(banks(board, Colour::Red).len(), 2 * 7 * 8 - 3);
    // Of a honeycomb the six sides, not what lies behind the corners.
    let honeycomb = "variant \"Well\" of glinski\nboard\n    hex 6\n    drawn between f6 and all in blue\n";
    assert_eq!(banks(&compile("well", honeycomb).rules().board, Colour::Blue).len(), 6);
}

/// The marks of a diagram by name.
fn marks(game: &Game, position: &tilegame_runtime::Position, at: &str) -> BTreeMap<String, Mark> {
    let board = &game.rules().board;
    let all = diagram::moves(&game.state(position), board.tile(at).expect("a tile"));
    all.into_iter().map(|(tile, mark)| (board.name(tile).to_string(), mark)).collect()
}

fn alone(game: &Game, kind: &str, at: &str) -> BTreeMap<String, Mark> {
    let rules = game.rules();
    let tile = rules.board.tile(at).expect("a tile");
    let piece = Piece { kind: rules.kind(kind).expect("a kind"), owner: Some(PlayerId(0)) };
    marks(game, &game.specification().place([(tile, piece)], PlayerId(0)), at)
}

fn expected(marks: &[(&str, Mark)]) -> BTreeMap<String, Mark> {
    let each = |(tiles, mark): &(&str, Mark)| -> Vec<(String, Mark)> {
        tiles.split(' ').map(|t| (t.to_string(), *mark)).collect()
    };
    marks.iter().flat_map(each).collect()
}

#[test]
fn diagrams_show_what_rule_books_show() {
    let chess = game("chess");
    assert_eq!(alone(&chess, "Knight", "b1"), expected(&[("a3 c3 d2", Mark::Both)]));
    assert_eq!(alone(&chess, "Pawn", "e2"), expected(&[("e3 e4", Mark::Quiet), ("d3 f3", Mark::Capture)]));
    // From where pawns start it would be two tiles.
    let wanted = [("e4", Mark::Quiet), ("d4 f4", Mark::Capture), ("e5", Mark::FromStart)];
    assert_eq!(alone(&chess, "Pawn", "e3"), expected(&wanted));
    // A general of xiangqi leaves its palace nowhere, which is where it starts.
    let xiangqi = game("xiangqi");
    assert_eq!(alone(&xiangqi, "General", "e5"), expected(&[("d5 e6 f5", Mark::FromStart)]));
    assert_eq!(alone(&xiangqi, "Soldier", "e5"), expected(&[("e6", Mark::Both)]));
    // Boards whose tiles are not alike have no same way from another tile.
    let rings = alone(&game("circular"), "Pawn", "a2");
    assert!(!rings.values().any(|mark| *mark == Mark::FromStart), "{rings:?}");
    assert_eq!(alone(&chess, "Rook", "a1").len(), 14);
    // The horse is lame: whatever stands beside it is in its way.
    let river = compile("river", RIVER);
    assert_eq!(alone(&river, "Horse", "b1"), expected(&[("a3 c3 d2", Mark::Both), ("b2 c1", Mark::Leg)]));
    // A cannon takes over a hurdle, which a diagram puts there.
    let cannon = alone(&river, "Cannon", "a1");
    let wanted = [
        ("a2 b1", Mark::Quiet),
        ("a3 c1", Mark::Hurdle),
        ("a4 a5 a6 a7 a8 a9 a10 d1 e1 f1 g1 h1 i1", Mark::Capture),
    ];
    assert_eq!(cannon, expected(&wanted));
    // A grasshopper goes nowhere else.
    let hopper = alone(&game("grasshopper"), "Grasshopper", "d4");
    let wanted = [
        ("b2 b4 b6 d2 d6 f2 f4 f6", Mark::Hurdle),
        ("a1 a4 a7 d1 d7 g1 g4 g7", Mark::Both),
        ("c3 c4 c5 d3 d5 e3 e4 e5", Mark::Leg),
    ];
    assert_eq!(hopper, expected(&wanted));
    let (board, kind) = (&river.rules().board, river.rules().kind("Cannon").expect("a kind"));
    let pieces =
        ["a1", "a3"].map(|t| (board.tile(t).expect("a tile"), Piece { kind, owner: Some(PlayerId(0)) }));
    let over = marks(&river, &river.specification().place(pieces, PlayerId(0)), "a1");
    let takes: Vec<&str> =
        over.iter().filter(|(_, m)| **m == Mark::Capture).map(|(t, _)| t.as_str()).collect();
    assert_eq!(takes, ["a10", "a4", "a5", "a6", "a7", "a8", "a9"]);
}

#[test]
fn every_game_is_drawn_without_fonts_and_the_same_each_time() {
    for name in names() {
        let first = show(&[name, "--svg", "-"]);
        assert_eq!((first.exit, first.err.as_str()), (Exit::Fine, ""), "{name}");
        let text = String::from_utf8(first.out.clone()).expect("SVG is text");
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{name}");
        assert!(!text.contains("<text") && !text.contains("NaN") && !text.contains("inf"), "{name}");
        assert!(text.len() < 40_000, "{name}: {} bytes", text.len());
        let named = text.matches("<use href=\"#p").count();
        let (game, start) = (game(name), game(name).specification().start());
        let kinds = (0..game.rules().kinds.len()).map(KindId::new);
        let players = (0..game.rules().players.len()).map(PlayerId::new);
        let held = kinds.flat_map(|kind| players.clone().map(move |player| (player, kind)));
        let held =
            held.filter(|(player, kind)| game.specification().hand(&start, *player, *kind) > 0).count();
        assert_eq!(
            named,
            start.pieces().count() + held,
            "{name}: every piece is drawn once, those in hand by kind"
        );
        assert_eq!(show(&[name, "--svg", "-"]).out, first.out, "{name}");
    }
}

/// Width and height of a PNG, from its header.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn pixels_are_as_many_as_asked_for() {
    for name in names() {
        let drawn = show(&[name, "--png", "-", "--size", "64"]);
        assert_eq!((drawn.exit, drawn.err.as_str()), (Exit::Fine, ""), "{name}");
        let (width, height) = size(&drawn.out);
        assert_eq!(width.max(height), 64, "{name}");
    }
    let folder = scratch("pixels");
    let both = show_in(&folder, &["chess", "--png", "a.png", "--svg", "a.svg"]);
    assert_eq!(String::from_utf8(both.out).expect("text"), "wrote a.svg\nwrote a.png\n");
    assert_eq!(size(&fs::read(folder.join("a.png")).expect("the file")).0, 800);
    let there = fs::read(folder.join("a.svg")).expect("the file");
    assert_eq!(there, show(&["chess", "--svg", "-"]).out);
}

#[test]
fn what_can_not_be_drawn_is_refused() {
    let folder = scratch("refused");
    fs::create_dir(folder.join("there")).expect("a folder");
    for (args, exit, said) in [
        ("chess --svg there", Exit::Failed, "`there` is a folder, not a file"),
        ("chess --svg nowhere/a.svg", Exit::Failed, "`nowhere/a.svg` can't be written"),
        ("chess --svg - --from z9", Exit::Failed, "the board has no tile `z9`; they are named from a1 to h8"),
        ("chess --svg - --after e2e5", Exit::Failed, "the move `e2e5` is not legal: no rule of the Pawn"),
        ("chess --moves Camel", Exit::Failed, "no piece is called `Camel`; there are King, Queen,"),
        ("chess --moves Rook --at j1", Exit::Failed, "the board has no tile `j1`"),
        ("chess --svg - --seen-by Red", Exit::Failed, "no player is called `Red`; there are White, Black"),
        ("chess --svg - --png -", Exit::Usage, "only one picture can go to the standard output"),
        ("chess --png a.png --size 100000", Exit::Usage, "100000 is not in 16..=4096"),
        ("chess --size 100", Exit::Usage, "--png <FILE>"),
        ("chess --flip", Exit::Usage, "--svg <FILE>|--png <FILE>"),
        ("chess --at e4", Exit::Usage, "--moves <PIECE>"),
        ("chess --moves Rook --from a1", Exit::Usage, "cannot be used with"),
    ] {
        let words: Vec<&str> = args.split(' ').collect();
        let answer = show_in(&folder, &words);
        assert_eq!((answer.exit, answer.out.len()), (exit, 0), "{args}: {}", answer.err);
        assert!(answer.err.contains(said), "{args}: {}", answer.err);
    }
    let taken = show(&["chess", "--moves", "Rook", "--at", "e8", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
    assert!(taken.err.contains("on e8 of this position stands a King"), "{}", taken.err);
}

/// What goes wrong when nobody reads any more is nobody's mistake.
#[test]
fn a_closed_pipe_is_no_error() {
    struct Gone;
    impl io::Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    for format in ["--svg", "--png"] {
        let mut err = Vec::new();
        let mut io = Io::new(io::empty(), Gone, &mut err);
        let exit = tilegame::run(["tilegame", "show", "chess", format, "-"], &mut io);
        drop(io);
        assert_eq!((exit, err.len()), (Exit::Fine, 0));
    }
}

/// Of a plane the tiles are drawn, and of other places only those of which there is something to show.
#[test]
fn a_plane_is_drawn_where_its_tiles_are() {
    let (game, fen) = (game("selection"), "K1/(1)1 zz999 w 0 1");
    let position = game.specification().read_fen(fen).expect("a position");
    let named = |cells: &[tilegame_pictures::layout::Cell]| -> BTreeMap<String, (i32, i32)> {
        let place =
            |c: &tilegame_pictures::layout::Cell| (c.centre.x.floor() as i32, c.centre.y.floor() as i32);
        cells.iter().map(|c| (game.rules().board.name(c.tile).to_string(), place(c))).collect()
    };
    let places = |all: &[(&str, i32, i32)]| -> BTreeMap<String, (i32, i32)> {
        all.iter().map(|(name, x, y)| (name.to_string(), (*x, *y))).collect()
    };
    let layout = Layout::of(&game.state(&position), &[], 0.0);
    assert_eq!(named(&layout.cells), places(&[("zz0", 0, 0), ("a0", 1, 0), ("a999", 1, 1)]));
    assert!(layout.beside.is_empty());
    // One of these is a tile, one lies beside the box, and one is far away.
    let others = ["a0", "zz1", "k7"].map(|name| game.rules().board.tile(name).expect("a place"));
    let layout = Layout::of(&game.state(&position), &others, 0.0);
    assert_eq!(named(&layout.cells), places(&[("zz0", 0, 1), ("a0", 1, 1), ("a999", 1, 2)]));
    assert_eq!(named(&layout.beside), places(&[("zz1", 0, 0)]));

    let empty = show(&["selection", "--fen", "(1) a0 w 0 1", "--svg", "-"]);
    assert_eq!((empty.exit, empty.err.as_str()), (Exit::Fine, ""));
}

/// The published ways of beams from the untouched setups, as lines; and a ring where one hits.
#[test]
fn beams_are_drawn() {
    let drawn = |args: &str| {
        let args: Vec<String> = args.split(' ').map(|a| a.replace(',', " ")).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).chain(["--svg", "-"]).collect();
        String::from_utf8(show(&args).out).expect("text")
    };
    // The corners of a line on paper: files from a and ranks from 1, 48 to a tile.
    let corners = |svg: &str| -> Vec<String> {
        let line = svg.lines().find(|l| l.contains("stroke-width=\"3\"")).expect("a line");
        let data = line.split("d=\"M").nth(1).and_then(|d| d.strip_suffix("\"/>")).expect("its data");
        let mut at = (0.0, 0.0);
        let mut corners: Vec<(f64, f64)> = Vec::new();
        for part in data.replace('H', "|H").replace('V', "|V").split('|') {
            let number = |text: &str| text.parse::<f64>().expect("a number");
            at = match part.split_at(1) {
                ("H", x) => (number(x), at.1),
                ("V", y) => (at.0, number(y)),
                _ => part.split_once(' ').map(|(x, y)| (number(x), number(y))).expect("a start"),
            };
            let turns = |a: (f64, f64), b: (f64, f64)| (a.0 == b.0) != (b.0 == at.0);
            if let [.., a, b] = corners[..]
                && !turns(a, b)
            {
                corners.pop();
            }
            corners.push(at);
        }
        let file = |x: f64| char::from(b'a' + ((x / 48.0 - 0.55) as u8));
        let rank = |y: f64| 8 - (y / 48.0 - 0.55) as u8;
        corners.into_iter().map(|(x, y)| format!("{}{}", file(x), rank(y))).collect()
    };
    let classic = drawn("khet --after d1d2 --walks");
    assert_eq!(corners(&classic), ["j1", "j4", "h4", "h5", "j5", "j8"]);
    assert!(!classic.contains("stroke-width=\"4\">\n<circle"));
    let red = drawn("khet --after d1d2,e8e7 --walks");
    assert_eq!(corners(&red), ["a8", "a5", "c5", "c4", "a4", "a1"]);
    let hit = drawn("khet2 --after j1j1l4 --walks");
    assert_eq!(corners(&hit), ["j1", "f1"]);
    assert!(hit.contains("stroke-width=\"4\">\n<circle"));
    assert!(!drawn("khet --after d1d2").contains("stroke-width=\"3\""));
}

#[test]
fn a_board_can_be_turned() {
    let first = |args: &[&str]| String::from_utf8(show(args).out).expect("text");
    let (plain, flipped) = (first(&["chess", "--svg", "-"]), first(&["chess", "--svg", "-", "--flip"]));
    assert_ne!(plain, flipped);
    assert_eq!(flipped, first(&["chess", "--svg", "-", "--seen-by", "Black"]));
    assert_eq!(plain, first(&["chess", "--svg", "-", "--seen-by", "w"]));
}

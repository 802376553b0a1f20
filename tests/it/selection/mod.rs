//! Selection Chess against a counter that shares nothing with the engine: plain coordinates, its own reader and writer.
//!
//! Published numbers (of the authors' program and its unit tests) are marked so; what else is compared here is worked out
//! twice, by the engine and by this file. `TILEGAME_DEEP` (any number) counts and plays much more of everything.

mod plain;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use plain::{Action, FILES, Place, RANKS, Selection, State, connected, name, round};
use tilegame_dsl::ir::board::file_name;
use tilegame_runtime::moves::Move;
use tilegame_runtime::{Game, Position};
use tilegame_tests::perft;
use tilegame_tests::{Dice, game, on_all_processors};

fn deep() -> bool {
    std::env::var_os("TILEGAME_DEEP").is_some()
}

fn read(game: &Game, text: &str) -> Position {
    game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A move and the position after it; no position, if there is no such move.
fn leads_to(game: &Game, from: &str, text: &str, wanted: &str) {
    let mut position = read(game, from);
    match game.specification().read_uci(&position, text) {
        Ok(m) => {
            assert_eq!(game.specification().uci(&position, &m), text);
            game.specification().play(&mut position, &m).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(game.specification().fen(&position), wanted, "{text}");
        }
        Err(error) => assert_eq!(wanted, "", "{text}: {error}"),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8(4)4/8(6)2/18/PPPPPPPP/RNBQKBNR a0 w 0 1";

/// Positions that touch every rule: voids inside and outside, tiles that hang by a thread, places where files and ranks come
/// round, pieces that leap over gaps, kings that can be taken, tiles that may or may not be taken away.
const POSITIONS: [&str; 12] = [
    START,
    "K2/3/2k a0 w 0 1",
    "(2)3/(2)1(1)1/(2)3/1k1(1)1/pQ1(1)1/1(3)1/(1)K3 c7 b 4 9",
    "K1n/1P1/2b zz999 b 3 9",
    "Qk1/1(1)p/RK1 zy998 w 0 1",
    "r2K/1(2)1/N(2)p/2bk m500 b 49 30",
    "1R2k1n z0 w 0 1",
    "4/4/3 zz0 b 0 7",
    "N(1)n/1(1)p/3/(1)1/1B1 dz50 w 7 20",
    "(3)q/2(1)1/(1)R2/(1)k a999 w 0 1",
    "pP/Pp/1 aa0 b 0 1",
    "kK/1 a0 w 0 1",
];

/// Several tiles at once: the results are those of the authors' unit tests, and the line of tiles from `a0` to `a3` is the protocol's example.
#[test]
fn many_tiles_are_taken_away_at_once() {
    let game = game("selection-many");
    let without = |row: &str| format!("rnbqkbnr/pppppppp/8/{row}/PPPPPPPP/RNBQKBNR a0 b 0 1");
    leads_to(&game, START, "Dp2q2r2", &without("8(4)4/8(6)2/15"));
    leads_to(&game, START, "Dm4n4o4", &without("8(7)1/8(6)2/18"));
    leads_to(&game, "1K/1p/1k/1P a0 w 9 3", "Da0a1a2a3", "K/p/k/P b0 b 0 3");
    // In any order, and each tile once.
    let position = read(&game, START);
    for text in ["Do4m4n4", "Dn4o4m4"] {
        assert_eq!(
            game.specification().read_uci(&position, text),
            game.specification().read_uci(&position, "Dm4n4o4")
        );
    }
    for text in ["Dm4m4", "Dk2", "Da1b1", "D", "Dm4n"] {
        assert!(game.specification().read_uci(&position, text).is_err(), "{text}");
    }
}

/// A row of pieces with an empty tile above each: any of the thirty may go, by itself or with any others. So there are 2^30 - 1 ways, more
/// than a thousand million, to take tiles away; they are played without being listed.
#[test]
fn moves_beyond_counting_are_played() {
    let game = game("selection-many");
    let teeth = 30;
    let start = format!("{teeth}/K{}k a0 w 0 1", "P".repeat(teeth - 2));
    let mut position = read(&game, &start);
    let is_deletion = |m: &&Move| game.specification().uci(&position, m).starts_with('D');
    assert_eq!(tilegame_tests::listed(&game, &position).iter().filter(is_deletion).count(), teeth);
    // Every other tile, then all that are left but one.
    let names = |step: &dyn Fn(usize) -> bool| -> String {
        let tiles: Vec<String> =
            (0..teeth).filter(|n| step(*n)).map(|n| format!("{}1", file_name(n))).collect();
        format!("D{}", tiles.concat())
    };
    for text in [names(&|n| n % 2 == 0), names(&|n| n % 2 == 1 && n != 1)] {
        let m = game.specification().read_uci(&position, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(game.specification().uci(&position, &m), text);
        assert_eq!(game.specification().read_san(&position, &text).as_ref(), Ok(&m));
        game.specification().play(&mut position, &m).expect("it is legal");
    }
    assert_eq!(game.specification().fen(&position), format!("(1)1/K{}k a0 w 0 2", "P".repeat(teeth - 2)));
}

/// Every move by its text and by what it leads to.
#[test]
fn moves_are_those_of_the_brute_force() {
    let game = game("selection");
    for text in POSITIONS {
        let state = State::read(text);
        assert_eq!(state.write(), text);
        let position = read(&game, text);
        assert_eq!(game.specification().fen(&position), text);
        let wanted: BTreeMap<String, String> =
            state.actions().into_iter().map(|a| (a.text(), state.after(a).write())).collect();
        let mut found = BTreeMap::new();
        for m in tilegame_tests::listed(&game, &position) {
            let mut after = position.clone();
            let undo = game.specification().make(&mut after, &m);
            found.insert(game.specification().uci(&position, &m), game.specification().fen(&after));
            game.specification().undo(&mut after, undo);
            assert_eq!(after, position);
        }
        assert_eq!(found, wanted, "{text}");
    }
}

/// To 200,000 nodes each with `TILEGAME_DEEP`, else to some thousands.
#[test]
fn counts_are_those_of_the_brute_force() {
    let enough = if deep() { 200_000 } else { 5_000 };
    for (name, ends) in [("selection", false), ("selection-king", true), ("selection-many", false)] {
        let game = game(name);
        on_all_processors(POSITIONS.len(), |number| {
            let text = POSITIONS[number];
            let (state, position) = (State::read(text), read(&game, text));
            let (mut before, mut nodes) = (1, 1);
            for depth in 1.. {
                // Where there are thousands of moves one more is far too much.
                if nodes * (nodes / before) > 10 * enough {
                    counts_agree_in_part(&game, &state, &position, ends, (depth, nodes, enough));
                    break;
                }
                before = nodes;
                nodes = state.perft(depth, ends);
                let found = perft(&game, &position, depth);
                assert_eq!(found, nodes, "{name}: {text} depth {depth}");
                if nodes >= enough || nodes == 0 {
                    break;
                }
            }
        });
    }
}

/// Of the first moves as many, evenly spread, as make enough nodes at a depth; with one ply less there are `fewer`.
fn counts_agree_in_part(
    game: &Game,
    state: &State,
    position: &Position,
    ends: bool,
    (depth, fewer, enough): (u32, u64, u64),
) {
    let moves = tilegame_tests::listed(game, position);
    let named: BTreeMap<String, &Move> =
        game.specification().all_uci(&moves).into_iter().zip(&moves).collect();
    let actions = state.actions();
    assert_eq!(named.len(), actions.len());
    let apart = (actions.len() as u64 * fewer / (enough * 2)).clamp(1, actions.len() as u64) as usize;
    let mut nodes = 0;
    for action in (0..apart).flat_map(|first| actions.iter().skip(first).step_by(apart)) {
        if nodes >= enough {
            break;
        }
        let text = action.text();
        let mut after = position.clone();
        game.specification().make(&mut after, named[&text]);
        let counted = state.after(*action).perft(depth - 1, ends);
        assert_eq!(perft(game, &after, depth - 1), counted, "after {text}");
        nodes += counted;
    }
    assert!(nodes >= enough, "{}: only {nodes} nodes", state.write());
}

/// Published: the number of each sort of moves of White.
#[test]
fn counts_of_one_move() {
    let game = game("selection");
    let cases = [
        ("1P a0 w 0 1", [1, 6, 1]),
        ("P1n a0 w 0 1", [1, 10, 0]),
        ("2/2 a0 w 0 1", [0, 24, 4]),
        ("K2/3/2k a0 w 0 1", [3, 96, 7]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR a0 w 0 1", [12, 2016, 32]),
        (START, [12, 3645, 36]),
    ];
    for (text, wanted) in cases {
        let position = read(&game, text);
        let texts = game.specification().all_uci(&tilegame_tests::listed(&game, &position));
        let of = |sign: char| texts.iter().filter(|t| t.starts_with(sign)).count();
        let (tiles, deletions) = (of('S'), of('D'));
        assert_eq!([texts.len() - tiles - deletions, tiles, deletions], wanted, "{text}");
        let actions = State::read(text).actions();
        assert_eq!(actions.len(), texts.len(), "{text}");
    }
}

/// Published: the moves of pieces in a position with voids.
#[test]
fn moves_of_pieces() {
    let wanted = "a3b3 a3a2 a3b2 d3c3 d3b3 d3d2 d3d1 d3d0 g2g3 f2d1 f2e0 a1b2 b1c1 b1b2 b1c2 b1a2";
    let mut wanted: Vec<&str> = wanted.split(' ').collect();
    wanted.sort();
    let state = State::read("P2R(2)p/1p3NR/BQp1/(3)1p a0 w 0 1");
    let mut found = Vec::new();
    state.pieces(&mut found);
    let mut texts: Vec<String> = found.into_iter().map(Action::text).collect();
    texts.sort();
    assert_eq!(texts, wanted);
    let game = game("selection");
    let position = read(&game, "P2R(2)p/1p3NR/BQp1/(3)1p a0 w 0 1");
    let moves: Vec<_> =
        tilegame_tests::listed(&game, &position).into_iter().filter(|m| m.kind().is_some()).collect();
    let mut texts = game.specification().all_uci(&moves);
    texts.sort();
    assert_eq!(texts, wanted);
}

/// The document's own examples, in its order: coordinates, a move of a piece, moves of tiles, tiles that vanish, positions.
#[test]
fn the_examples_of_the_document() {
    let names = |places: &[(i32, i32)]| places.iter().map(|p| name(round(*p))).collect::<Vec<_>>().join(" ");
    let ranks = [0, 1, 9, 10, 11, 99, 100, 101, 999, 1000].map(|rank| (0, rank));
    assert_eq!(names(&ranks), "a0 a1 a9 a10 a11 a99 a100 a101 a999 a0");
    let files = [0, 1, 25, 26, 27, 28, 700, 701, 702].map(|file| (file, 0));
    assert_eq!(names(&files), "a0 b0 z0 aa0 ab0 ac0 zy0 zz0 a0");
    let plane = game("selection").rules().board.plane.expect("a plane");
    for (file, rank) in ranks.into_iter().chain(files) {
        let place = plane.at(file, rank);
        assert_eq!(plane.name(place), name(round((file, rank))));
        assert_eq!(plane.tile(&plane.name(place)), Some(place));
    }

    let four = "variant \"Four\" of \"selection-turning\"\nturn\n    remove deletion\n    tiles vanish 4 [empty] \"D\" as deletion\n";
    let game = tilegame_tests::compile("four.tg", four);
    for (from, text, wanted) in [
        // From one end of the files to the other.
        ("(1)1/(1)1/N1 zz0 w 0 1", "zz0a2", "(1)N/(1)1/2 zz0 b 1 1"),
        ("1P a0 w 0 1", "Sa0a0c0", "P1 b0 b 1 1"),
        ("rnb/ppp a0 b 0 1", "Sa0c1zy0", "rnb/ppp zy0 w 1 2"),
        ("rnb/ppp/3 a0 w 0 1", "Sa0c2a0R2", "3/ppp/bnr a0 b 1 1"),
        // As the document has it, without the letter.
        ("rnb/ppp/3 a0 w 0 1", "a0c2a0R2", ""),
        ("1P a0 w 3 1", "Da0", "P b0 b 0 1"),
        ("1p/1p/1p/1p a0 b 7 9", "Da0a1a2a3", "p/p/p/p b0 w 0 10"),
        (START, "Sp2r2g999", "rnbqkbnr/pppppppp/8/8(4)4/8(6)2/15/PPPPPPPP/RNBQKBNR/(6)3 a999 b 1 1"),
    ] {
        leads_to(&game, from, text, wanted);
    }
    // The first place of the last row is no tile.
    for text in [START, "2/(1)1 a0 w 0 1", "(1)1/2 b7 b 12 30"] {
        assert_eq!(game.specification().fen(&read(&game, text)), text);
    }
}

/// Published: what moves of tiles from the start lead to, and which are refused.
#[test]
fn rectangles_of_tiles() {
    let game = game("selection-any");
    let cases = [
        (START, "Sp2r4g997", "rnbqkbnr/pppppppp/8/8(4)3/8(6)1/15/PPPPPPPP/RNBQKBNR/(6)1/(6)1/(6)3 a997"),
        (
            START,
            "Sp2r4zx2",
            "(3)rnbqkbnr/(3)pppppppp/(3)8/1(2)8(4)3/1(2)8(6)1/18/(3)PPPPPPPP/(3)RNBQKBNR zx0",
        ),
        (
            START,
            "Sa0a7s0",
            "nbqkbnr(10)r/ppppppp(10)p/7(10)1/7(4)4(2)1/7(6)2(2)1/18/PPPPPPP(10)P/NBQKBNR(10)R b0",
        ),
        (
            START,
            "Sa0a7a994",
            "(1)nbqkbnr/(1)ppppppp/(1)7/(1)7(4)4/(1)7(6)2/(1)17/rPPPPPPP/pNBQKBNR/1/1/1/1/P/R a994",
        ),
        (
            START,
            "Se1f3c8",
            "(2)2/(2)2/(2)PP/rnbqkbnr/pppppppp/8/8(4)4/4(2)2(6)2/4(2)12/PPPP(2)PP/RNBQKBNR a0",
        ),
        (START, "Sp2r4c8", "(2)1/(2)1/(2)3/rnbqkbnr/pppppppp/8/8(4)3/8(6)1/15/PPPPPPPP/RNBQKBNR a0"),
        (
            START,
            "Sp2r4zy8",
            "1/1/3/(2)rnbqkbnr/(2)pppppppp/(2)8/(2)8(4)3/(2)8(6)1/(2)15/(2)PPPPPPPP/(2)RNBQKBNR zy0",
        ),
        (START, "Sa7h7i1", "pppppppp/8/8(4)4/8(6)2/18/PPPPPPPPrnbqkbnr/RNBQKBNR a0"),
    ];
    for (from, text, wanted) in cases {
        let mut position = read(&game, from);
        let m = game.specification().read_uci(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(game.specification().uci(&position, &m), text);
        assert_eq!(game.specification().san(&position, &m), text);
        assert_eq!(game.specification().read_san(&position, text).as_ref(), Ok(&m));
        let before = position.clone();
        let undo = game.specification().play(&mut position, &m).unwrap_or_else(|e| panic!("{text}: {e}"));
        let written = game.specification().fen(&position);
        assert_eq!(written, format!("{wanted} b 1 1"), "{text}");
        assert_eq!(read(&game, &written), position, "{text}");
        game.specification().undo(&mut position, undo);
        assert_eq!(position, before, "{text}");
    }
    for (from, text) in [
        (START, "Sp2r4zy2"),
        ("P1n5/P1n a0 w 0 1", "Sa0a0zz999"),
        ("1P a0 w 0 1", "Sa0a0a1"),
        ("nkP/(1)Q a0 w 0 1", "Sb1b1b2"),
    ] {
        game.specification().read_uci(&read(&game, from), text).expect_err(text);
    }
}

/// Published: tiles that vanish, up to three at once in any order.
#[test]
fn tiles_that_vanish() {
    let three = "variant \"Three\" of selection\nturn\n    remove deletion\n    tiles vanish 3 [empty] \"D\" as deletion\n";
    let game = tilegame_tests::compile("three.tg", three);
    let start = game.specification().start();
    let after = |text: &str| {
        let m = game.specification().read_uci(&start, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut position = start.clone();
        game.specification().play(&mut position, &m).unwrap_or_else(|e| panic!("{text}: {e}"));
        game.specification().fen(&position)
    };
    let wanted = "rnbqkbnr/pppppppp/8/8(7)1/8(6)2/18/PPPPPPPP/RNBQKBNR a0 b 0 1";
    for text in ["Dm4n4o4", "Dm4o4n4", "Dn4m4o4", "Dn4o4m4", "Do4m4n4", "Do4n4m4"] {
        assert_eq!(after(text), wanted);
    }
    assert_eq!(after("Dp2q2r2"), "rnbqkbnr/pppppppp/8/8(4)4/8(6)2/15/PPPPPPPP/RNBQKBNR a0 b 0 1");
    for text in ["Dn4", "Da1", "Dm4m4", "Di4", "Dm4n4o4p4", "D", "Dm"] {
        game.specification().read_uci(&start, text).expect_err(text);
    }
}

/// Published: which tiles hang together; and that each text of a position that does is written as it was read.
#[test]
fn what_hangs_together() {
    let game = game("selection");
    for (placement, together) in [
        ("2", true),
        ("1/(1)1", false),
        ("(2)3/(2)1(1)1/(2)3/1k1(1)1/pQ1(1)1/1(3)1/(1)K3", true),
        ("(2)3/(2)1(1)1/(3)2/1k1(1)1/pQ1(1)1/1(3)1/(1)K3", false),
    ] {
        let text = format!("{placement} a0 w 0 1");
        match game.specification().read_fen(&text) {
            Ok(position) if together => assert_eq!(game.specification().fen(&position), text),
            Err(error) if !together => assert!(error.to_string().contains("are connected"), "{error}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// Texts of positions that are read although they are written otherwise, and such as are not read.
#[test]
fn texts_of_positions() {
    let game = game("selection");
    for (text, canonical) in [
        ("(2)1(3) a0 w 0 1", "1 c0 w 0 1"),
        ("(1)/1P/(5) zz999 w 0 1", "1P zz0 w 0 1"),
        ("(1)1(0)1 a0 w 0 1", ""),
        ("(1) b7 w 0 1", "(1) a0 w 0 1"),
        ("1(1)1/3 zz999 w 0 1", "1(1)1/3 zz999 w 0 1"),
        ("702 c5 w 0 1", "702 a5 w 0 1"),
        ("703 c5 w 0 1", ""),
        ("(702)1 c5 w 0 1", ""),
        ("1 c05 w 0 1", ""),
        ("1 aaa5 w 0 1", ""),
        ("1 c1000 w 0 1", ""),
        ("(x)1 c1 w 0 1", ""),
        ("(3 c1 w 0 1", ""),
        ("1* c1 w 0 1", ""),
    ] {
        match game.specification().read_fen(text) {
            Ok(position) => assert_eq!(game.specification().fen(&position), canonical, "{text}"),
            Err(error) => assert_eq!(canonical, "", "{text}: {error}"),
        }
    }
    let rows = vec!["1"; 1001].join("/");
    game.specification().read_fen(&format!("{rows} a0 w 0 1")).expect_err("too many ranks");
    let rows = vec!["1"; 1000].join("/");
    let ring = read(&game, &format!("{rows} a7 w 0 1"));
    assert_eq!(game.specification().fen(&ring), format!("{rows} a0 w 0 1"));
}

/// Published: texts that the authors' program reads and writes again. Here they are moves: of a piece that turns a corner, and of
/// tiles that vanish in any order.
#[test]
fn published_texts() {
    let hook = "variant \"Hook\" of selection\nextend piece Rook\n    quiet e*1.. n*1..\n";
    let column = "(126)1/".repeat(44);
    let from = format!("(126)1/{column}R126 d5 w 0 1");
    let to = format!("(126)R/{column}127 d5 b 1 1");
    leads_to(&tilegame_tests::compile("hook.tg", hook), &from, "d5dz50", &to);

    let three = "variant \"Three\" of selection\nturn\n    remove deletion\n    tiles vanish 3 [empty] \"D\" as deletion\n";
    let game = tilegame_tests::compile("three.tg", three);
    let from = read(&game, "rnbqkbnr/pppppppp/8/8(4)4/8(6)3/18/PPPPPPPP/RNBQKBNR a0 w 0 1");
    let m = game.specification().read_uci(&from, "Dp2r2b5").expect("nothing is cut off");
    let mut after = from.clone();
    game.specification().play(&mut after, &m).expect("a legal move");
    let wanted = "rnbqkbnr/pppppppp/1(1)6/8(4)4/8(6)3/15(1)1/PPPPPPPP/RNBQKBNR a0 b 0 1";
    assert_eq!(game.specification().fen(&after), wanted);
    // All orders are the same move, which is written in one of them.
    let written = game.specification().uci(&from, &m);
    assert_eq!(game.specification().read_uci(&from, &written).as_ref(), Ok(&m), "{written}");
}

/// Selections that are turned and turned over: drawn by hand.
#[test]
fn turned_and_flipped() {
    let game = game("selection-turning");
    for (from, text, wanted) in [
        // The document's example of a selection turned where it is, with the letter that it leaves out.
        ("rnb/ppp/3 a0 w 0 1", "Sa0c2a0R2", "3/ppp/bnr a0 b 1 1"),
        ("rnb/ppp/3 a0 w 0 1", "Sa0c2a0R1", "1pr/1pn/1pb a0 b 1 1"),
        ("rnb/ppp/3 a0 w 0 1", "Sa0c2a0R3", "bp1/np1/rp1 a0 b 1 1"),
        ("rnb/ppp/3 a0 w 0 1", "Sa0c2a0F", "bnr/ppp/3 a0 b 1 1"),
        ("rnb/ppp/3 a0 w 0 1", "Sa0c2a0R1F", "rp1/np1/bp1 a0 b 1 1"),
        // Two files and one rank become one file and two ranks; the left tile comes to lie above.
        ("Qk1 a0 w 0 1", "Sa0b0c1R1", "Q/k/1 c0 b 1 1"),
        ("Qk1 a0 w 0 1", "Sa0b0c1R3", "k/Q/1 c0 b 1 1"),
        ("Qk1 a0 w 0 1", "Sb0b0b1R2F", ""),
        ("Qk1 a0 w 0 1", "Sa0b0d0F", "1kQ c0 b 1 1"),
        // Nothing would be changed.
        ("3 a0 w 0 1", "Sa0c0a0F", ""),
        ("3 a0 w 0 1", "Sa0c0a0R2", ""),
    ] {
        leads_to(&game, from, text, wanted);
    }
    let any = tilegame_tests::game("selection-any");
    let position = read(&any, "rnb/ppp/3 a0 w 0 1");
    any.specification().read_uci(&position, "Sa0c2a0R2").expect_err("nothing is turned in this game");
}

/// All rectangles of small positions, listed: every rectangle with a tile on each side, to every place in or at the box.
#[test]
fn all_rectangles() {
    let all = "variant \"All\" of \"selection-any\"\nturn\n    remove tile_move\n    tiles move \"S\" as tile_move\n";
    let game = tilegame_tests::compile("all.tg", all);
    for text in ["P1n/1(1)1 a0 w 0 1", "2/k a0 w 0 1", "K1(1)p/(1)3 zz999 b 0 1"] {
        let (state, position) = (State::read(text), read(&game, text));
        let ((x, y), (w, h)) = state.frame();
        let mut wanted = BTreeSet::new();
        let spans = |n: i32| (0..n).flat_map(move |a| (a..n).map(move |b| (a, b)));
        for ((x1, x2), (y1, y2)) in spans(w).flat_map(|xs| spans(h).map(move |ys| (xs, ys))) {
            let offset = |p: &Place| ((p.0 - x).rem_euclid(FILES), (p.1 - y).rem_euclid(RANKS));
            let inside = |(px, py): Place| (x1..=x2).contains(&px) && (y1..=y2).contains(&py);
            let (cut, left): (Vec<Place>, Vec<Place>) =
                state.tiles.keys().map(offset).partition(|p| inside(*p));
            let (fx, fy): (Vec<i32>, Vec<i32>) = cut.iter().copied().unzip();
            let ends = |n: &[i32]| (n.iter().min().copied(), n.iter().max().copied());
            if (ends(&fx), ends(&fy)) != ((Some(x1), Some(x2)), (Some(y1), Some(y2))) {
                continue;
            }
            let (width, height) = (x2 - x1 + 1, y2 - y1 + 1);
            for (tx, ty) in (-width..=w).flat_map(|tx| (-height..=h).map(move |ty| (tx, ty))) {
                let covered =
                    |p: &&Place| (tx..tx + width).contains(&p.0) && (ty..ty + height).contains(&p.1);
                if (tx, ty) == (x1, y1) || left.iter().any(|p| covered(&p)) {
                    continue;
                }
                let moved =
                    cut.iter().map(|(px, py)| (px - x1 + tx, py - y1 + ty)).chain(left.iter().copied());
                let side = 3 * (w + h) as usize + 4;
                let mut window = vec![false; side * side];
                moved.for_each(|(px, py)| {
                    window[(py + h + 1) as usize * side + (px + w + 1) as usize] = true;
                });
                if connected(&window, side) {
                    let at = |dx: i32, dy: i32| name(round((x + dx, y + dy)));
                    wanted.insert(format!("S{}{}{}", at(x1, y1), at(x2, y2), at(tx, ty)));
                }
            }
        }
        let moves = tilegame_tests::listed(&game, &position);
        let found: BTreeSet<String> =
            game.specification().all_uci(&moves).into_iter().filter(|t| t.starts_with('S')).collect();
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn random_games_of_the_game() {
    random_games("selection");
}

#[test]
fn random_games_of_any_selection() {
    random_games("selection-any");
}

#[test]
fn random_games_of_turning() {
    random_games("selection-turning");
}

/// Texts at random are legal for both or for neither, and lead to the same; positions and moves survive being written and read,
/// and undoing restores. A thousand games of at most 500 plies with `TILEGAME_DEEP`.
fn random_games(name: &str) {
    let (games, plies) = if deep() { (1000, 500) } else { (30, 60) };
    let game = game(name);
    let (played, larger) = (AtomicUsize::new(0), AtomicUsize::new(0));
    on_all_processors(games, |number| {
        // Of small positions, tiles and pieces are soon gone.
        let from = if number % 2 == 0 { START } else { POSITIONS[2 + number % 8] };
        let sizes = random_game(&game, name, from, number as u64, plies);
        played.fetch_add(sizes.len(), Ordering::Relaxed);
        larger.fetch_add(sizes.iter().filter(|size| **size > 1).count(), Ordering::Relaxed);
    });
    let (played, larger) = (played.into_inner(), larger.into_inner());
    assert!(played > 10 * games, "{played} moves");
    assert_eq!(larger > 0, name != "selection", "{larger} moves of more than a tile");
}

/// One of them: of how many places the selection of each move was (one, where a piece moves).
fn random_game(game: &Game, name: &str, from: &str, seed: u64, plies: usize) -> Vec<i32> {
    let (any, turning) = (name != "selection", name == "selection-turning");
    let mut dice = Dice::new(seed);
    let mut random = |n: i32| dice.below(n as usize) as i32;
    let mut sizes = Vec::new();
    let (mut position, mut plain) = (read(game, from), State::read(from));
    for ply in 0..plies {
        let mut pieces = Vec::new();
        plain.pieces(&mut pieces);
        let tiles: Vec<Place> = plain.tiles.keys().copied().collect();
        let (corner, size) = plain.frame();
        let within = |x: i32, y: i32| round((corner.0 + x, corner.1 + y));
        let mut attempt = || match random(8) {
            0..3 if !pieces.is_empty() => {
                let action = pieces[random(pieces.len() as i32) as usize];
                (action.text(), Some(plain.after(action)), 1)
            }
            3 if !tiles.is_empty() => {
                let tile = tiles[random(tiles.len() as i32) as usize];
                (Action::Delete(tile).text(), plain.deleted(tile), 1)
            }
            sort => {
                let (x, y) = (random(size.0), random(size.1));
                let (w, h) = if sort < 6 { (1, 1) } else { (1 + random(size.0 - x), 1 + random(size.1 - y)) };
                let (turns, flipped) = if sort == 7 { (random(4), random(2) == 1) } else { (0, false) };
                let to = within(random(size.0 + 2 * w) - w, random(size.1 + 2 * h) - h);
                let selection = Selection { least: within(x, y), size: (w, h), to, turns, flipped };
                let may = (any || (w, h) == (1, 1)) && (turning || (turns, flipped) == (0, false));
                (selection.text(), if may { plain.carried(selection) } else { None }, w * h)
            }
        };
        let found = (0..200).find_map(|_| {
            let (text, wanted, places) = attempt();
            let m = game.specification().read_uci(&position, &text);
            assert_eq!(m.is_ok(), wanted.is_some(), "{text} in {}: {m:?}", plain.write());
            Some((text, m.ok()?, wanted?, places))
        });
        let Some((text, m, wanted, places)) = found else { break };
        sizes.push(places);
        assert_eq!(game.specification().uci(&position, &m), text);
        // To read a text every move of a piece is written, so it is now one notation and now both.
        if ply % 4 == 0 {
            let in_san = game.specification().san(&position, &m);
            assert_eq!(game.specification().read_san(&position, &in_san).as_ref(), Ok(&m), "{in_san}");
        }
        let before = position.clone();
        let undo = game.specification().make(&mut position, &m);
        let written = game.specification().fen(&position);
        assert_eq!(written, wanted.write(), "after {text}");
        assert_eq!(read(game, &written), position, "{written}");
        let mut again = position.clone();
        game.specification().undo(&mut again, undo);
        assert_eq!(again, before, "{written}");
        plain = wanted;
    }
    sizes
}

/// Each of some thousand moves is asked for a reply, and all leave one: the first one found is enough.
#[test]
fn a_reply_is_found_without_listing_all() {
    let text = "variant \"Selection with replies\" of \"selection-turning\"\n\nturn\n    legal if connected (empty or piece) with wazir and not stuck\n";
    let (game, base) = (tilegame_tests::compile("replies.tg", text), game("selection-turning"));
    assert!(
        tilegame_tests::listed(&game, &game.specification().start())
            == tilegame_tests::listed(&base, &base.specification().start())
    );
}

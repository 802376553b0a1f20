//! Pieces that face, walkers that bend, and what they do on boards that are no squares and for players who sit elsewhere.

use std::collections::BTreeSet;

use tilegame_runtime::Game;
use tilegame_tests::compile;
use tilegame_tests::perft;

fn moves(game: &Game, position: &str, from: &str) -> BTreeSet<String> {
    let position = game.specification().read_fen(position).unwrap_or_else(|e| panic!("{position}: {e}"));
    let tile = game.rules().board.tile(from).expect("a tile");
    let moves = tilegame_tests::listed(game, &position);
    let texts = game.specification().all_uci(&moves);
    moves.iter().zip(texts).filter(|(m, _)| m.from == Some(tile)).map(|(_, text)| text).collect()
}

fn texts(all: &str) -> BTreeSet<String> {
    all.split_whitespace().map(str::to_owned).collect()
}

fn lancers(board: &str, seat: &str, setup: &str) -> Game {
    compile(
        "lancers.tg",
        &format!(
            "game \"Lancers\"\nboard\n    {board}\nplayers\n    White \"w\"\n    Black \"b\" {seat}\n\
             piece Lancer \"L\"\n    faces n \"^\", e \">\", s \"v\", w \"<\"\n    \
             quiet (here[faces n], here[faces e] bend right, here[faces s] bend back, here[faces w] bend left) n\n    \
             do here{{rotate right}}\nsetup \"{setup}\"\n"
        ),
    )
}

#[test]
fn who_turns_to_the_right_does_so_as_the_owner_sees_it() {
    let opposite = lancers("grid 3 x 3", "facing s", "l^2/3/L^2 w");
    let mirrored = lancers("grid 3 x 3", "mirrored", "l^2/3/L^2 w");
    // White's lancer on b2 looks up, goes up, and turns to look right.
    assert_eq!(moves(&opposite, "3/1L^1/3 w", "b2"), texts("b2b3 b2b2l>"));
    // From the other side of the board, looking up is looking back, and right of it is still the board's right.
    assert_eq!(moves(&opposite, "3/1l^1/3 b", "b2"), texts("b2b3 b2b2l>"));
    // In a mirror, right is left.
    assert_eq!(moves(&mirrored, "3/1l^1/3 b", "b2"), texts("b2b3 b2b2l<"));
    assert_eq!(moves(&mirrored, "3/1l>1/3 b", "b2"), texts("b2c2 b2b2l^"));
}

#[test]
fn a_board_looks_the_same_from_both_sides() {
    let pairs = [
        ("facing s", "L>1l</2L^/lv2 w", "2L^/lv2/L>1l< b"),
        ("mirrored", "L>1l</2L^/lv2 w", "L^2/2lv/l>1L< b"),
    ];
    for (seat, white, black) in pairs {
        let game = lancers("grid 3 x 3", seat, "l^2/3/L^2 w");
        let count = |text: &str| {
            let position = game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            (1..=5).map(|depth| perft(&game, &position, depth)).collect::<Vec<_>>()
        };
        assert_eq!(count(white), count(black), "{seat}");
    }
}

#[test]
fn on_hexagons_one_turns_by_a_sixth() {
    let game = compile(
        "hexes.tg",
        "game \"Hexes\"\nboard\n    hex 2\nplayers\n    White \"w\"\n    Black \"b\" facing s\n\
         piece Arrow \"A\"\n    faces n \"1\", ne \"2\", se \"3\", s \"4\", sw \"5\", nw \"6\"\n    \
         quiet (n bend right n)\n    do here{rotate right}\n    do here{rotate back}\n\
         setup \"./.3/.A2. w\"\nnotation\n    fen placement empty \".\", turn\n",
    );
    // Up to the middle, and aslant to the right from there; from looking aslant up to aslant down, and to the other side.
    assert_eq!(moves(&game, "./.3/.A2. w", "b1"), texts("b1c2 b1b1a3 b1b1a5"));
}

/// What is said of pieces that join, part and change places, each in one position.
#[test]
fn pieces_join_part_and_change_places() {
    let game = compile(
        "stacks.tg",
        "game \"Stacks\"\nboard\n    grid 3 x 3\nplayers\n    White \"w\"\n    Black \"b\" facing s\n\
         piece Man \"M\"\n    quiet n\n    do n[friend Man]{merge Tower}\n    do rot(ne)[piece]{swap}\n\
         piece Tower \"T\"\n    do here{put Man} rot(n)[empty]{become Man}\n    do n[enemy]{take, become Man}\n\
         setup \"m2/3/M2 w\"\n",
    );
    // b1: up is a man of its own, aslant an enemy's and a tower of its own.
    assert_eq!(moves(&game, "3/mMT/1M1 w", "b1"), texts("b1b2t b1a2 b1c2"));
    // The tower sends one of its men to an empty tile, or takes with both and is one man then.
    assert_eq!(moves(&game, "1m1/1T1/M2 w", "b2"), texts("b2a2m b2c2m b2b1m b2b3m"));
    let play = |from: &str, text: &str| {
        let mut position = game.specification().read_fen(from).expect("a position");
        let before = position.clone();
        let m = game.specification().read_uci(&position, text).expect("a move");
        let undo = game.specification().make(&mut position, &m);
        let after = game.specification().fen(&position);
        game.specification().undo(&mut position, undo);
        assert_eq!(position, before, "{text} taken back");
        after
    };
    assert_eq!(play("3/mMT/1M1 w", "b1b2t"), "3/mTT/3 b");
    assert_eq!(play("3/mMT/1M1 w", "b1a2"), "3/MMT/1m1 b");
    assert_eq!(play("3/mMT/1M1 w", "b1c2"), "3/mMM/1T1 b");
    assert_eq!(play("1m1/1T1/M2 w", "b2c2m"), "1m1/1MM/M2 b");
    assert_eq!(play("1m1/1T1/M2 w", "b2b3m"), "1M1/3/M2 b");
}

//! What the public engine printed, asked of the rules file: lists of moves, turns of several steps, positions after moves.

use tilegame_runtime::{Game, Position};

use super::START;

fn read(game: &Game, text: &str) -> Position {
    game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The texts of all moves, sorted; without the one that ends a turn of several steps.
fn texts(game: &Game, position: &Position) -> Vec<String> {
    let all = game.specification().all_san(position);
    let mut texts: Vec<String> =
        all.into_iter().filter(|(m, _)| !m.is_pass()).map(|(_, text)| text).collect();
    texts.sort();
    texts
}

/// Plays moves by their texts.
fn play(game: &Game, from: &str, moves: &[&str]) -> Position {
    let mut position = read(game, from);
    for text in moves {
        let m = game
            .specification()
            .read_san(&position, text)
            .unwrap_or_else(|e| panic!("{text} on {from}: {e}"));
        game.specification().play(&mut position, &m).expect("a legal move");
    }
    position
}

/// The tile that a move's text ends with.
fn target(text: &str) -> &str {
    &text[text.rfind(|c: char| c.is_ascii_lowercase()).expect("a tile")..]
}

/// As [`super::lists_of_moves`], by their tiles: the lists were printed without telling like pieces apart.
#[test]
fn lists_of_moves() {
    let game = super::rules();
    for line in include_str!("positions.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [what, position, from, _, moves, whole] = fields[..] else { panic!("{line}") };
        let position = read(&game, &format!("{position} r - - 0 1"));
        let all = game.specification().all_san(&position);
        let tiles = &game.rules().board.tiles;
        let here = |tile: tilegame_dsl::ir::Tile| from == "all" || tiles[tile.index()].name == from;
        let mut found: Vec<&str> =
            all.iter().filter(|(m, _)| m.from.is_some_and(here)).map(|(_, text)| target(text)).collect();
        found.sort_unstable();
        let mut wanted: Vec<&str> = moves.split_whitespace().map(target).collect();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{what}");
        assert!(whole.is_empty() || whole == all.len().to_string(), "{what}: {} moves in all", all.len());
    }
}

#[test]
fn positions_after_moves() {
    let game = super::rules();
    for (from, m, to) in super::AFTER {
        assert_eq!(game.specification().fen(&play(&game, from, &[m])), *to, "{m}");
    }
    let to =
        "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2e1/10I/11/2IE2M2E1/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 0 2";
    assert_eq!(game.specification().fen(&play(&game, START, &["Ik6", "Ik7", "Ixk7"])), to);
}

#[test]
fn turns_of_several_steps() {
    let game = super::rules();
    let (two, three) = (
        "6c4/11/11/11/11/11/11/11/11/11/2(TI)8/3C7 r - - 0 1",
        "6c4/11/11/11/11/11/11/11/11/2(NFT)8/11/4C6 r - - 0 1",
    );
    let open = play(&game, two, &["I>c3"]);
    assert_eq!(game.specification().fen(&open), format!("{two} c2:T:I>c3..."));
    assert_eq!(read(&game, &format!("{two} c2:T:I>c3...")), open);
    assert_eq!(texts(&game, &open), ["T>&c3", "T>c1", "T>d2", "T>e2"]);
    let done = play(&game, two, &["I>c3", "pass"]);
    assert_eq!(game.specification().fen(&done), "6c4/11/11/11/11/11/11/11/11/2I8/2T8/3C7 b - - 1 1");

    let open = play(&game, three, &["N>c5"]);
    assert_eq!(game.specification().fen(&open), format!("{three} c3:(FT):N>c5..."));
    let wanted = "F>&c5 F>&e1 F>c1 F>c2 F>c4 F>c6 F>c7 F>d2 F>d3 F>d4 F>e3 F>e5 F>f3 F>f6 F>g3 F>g7 \
                  T>&c5 T>c1 T>c2 T>c4 T>d3 T>e3";
    assert_eq!(texts(&game, &open), wanted.split_whitespace().collect::<Vec<_>>());
    let open = play(&game, three, &["N>c5", "F>f6"]);
    assert_eq!(texts(&game, &open), ["T>&c5", "T>&f6", "T>c1", "T>c2", "T>c4", "T>d3", "T>e3"]);
    let done = play(&game, three, &["N>c5", "F>f6", "T>e3"]);
    assert_eq!(game.specification().fen(&done), "6c4/11/11/11/11/11/5F5/2N8/11/4T6/11/4C6 b - - 1 1");

    // Everybody has gone, but the turn can't end yet: nobody is left at the origin.
    let checked = "6c4/11/11/11/11/11/11/11/4t6/11/4(TC)6/11 r - - 0 1";
    let open = play(&game, checked, &["T>d2"]);
    assert!(tilegame_tests::listed(&game, &open).iter().all(|m| !m.is_pass()));
    let done = play(&game, checked, &["T>d2", "C>f2"]);
    assert_eq!(game.specification().fen(&done), "6c4/11/11/11/11/11/11/11/4+t6/11/3+T1C5/11 b - - 1 1");
    // What is left behind can't swim.
    let open = play(&game, "6c4/11/11/11/11/11/11/11/11/(NFT)10/11/4C6 r - - 0 1", &["N>a5"]);
    assert_eq!(
        texts(&game, &open),
        ["F>&a5", "F>c1", "F>c3", "F>c5", "F>d3", "F>d6", "F>e3", "F>e7", "T>&a5"]
    );
    assert!(tilegame_tests::listed(&game, &open).iter().all(|m| !m.is_pass()));
    // A first step that takes sets the clock back.
    let from = "6c4/11/11/11/11/4i6/11/11/4(FTI)6/11/11/3C7 r - - 5 1";
    let done = play(&game, from, &["F>xe7", "pass"]);
    assert_eq!(game.specification().fen(&done), "6c4/11/11/11/11/4F6/11/11/4(TI)6/11/11/3C7 b - - 0 1");
}

/// A stack is no last guard, though it is all that a side has.
#[test]
fn stacks_are_no_last_guards() {
    let game = super::rules();
    let from = "6c4/11/11/11/11/11/11/11/11/2I1T6/11/3C7 r - - 0 1";
    let to = "6c4/11/11/11/11/11/11/11/11/2(TI)8/11/3C7 b - - 1 1";
    assert_eq!(game.specification().fen(&play(&game, from, &["T&c3"])), to);
}

/// The options change what they say.
#[test]
fn options() {
    let count = |name: &str, on: bool, text: &str| {
        let mut sources = tilegame_dsl::source::Sources::new();
        let switched = [(name.to_owned(), on)];
        let loaded = tilegame_dsl::load_switched(&mut sources, "games/cotulenh.tg", &mut |_| None, &switched);
        let game = Game::compile(&loaded.rules.expect("no errors")).expect("a game");
        tilegame_tests::listed(&game, &read(&game, text)).len()
    };
    // A move that makes the enemy's last piece a hero lets it attack our commander: published as illegal for the ship.
    let lone = "6c4/11/11/11/11/11/11/11/11/2N3i4/11/4C6 r - - 0 1";
    assert_eq!(count("last_guard", true, lone), 14);
    assert!(count("their_guard", false, lone) > 14);
    // A missile aslant attacks the commander, so that the infantry may not move.
    let aslant = "2c8/11/11/11/11/11/11/10I/4s6/11/6C4/10i r - - 0 1";
    assert!(count("missile_aslant", false, aslant) > count("missile_aslant", true, aslant));
}

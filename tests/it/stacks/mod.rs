//! Pieces in states, pieces that carry others, stacks that come together and split.

mod convoy;

use tilegame_runtime::{Game, Position};
use tilegame_tests::compile;
use tilegame_tests::perft;

/// A game on five by five tiles with these lines.
fn with(lines: &str, setup: &str) -> Game {
    let head = "use moves\ngame \"Stacks\"\nboard\n    grid 5 x 5\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n";
    compile("stacks.tg", &format!("{head}{lines}\nsetup \"{setup}\"\nnotation\n    fen placement, turn\n"))
}

fn read(game: &Game, text: &str) -> Position {
    game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// All moves as texts, sorted.
fn moves(game: &Game, text: &str) -> String {
    let position = read(game, text);
    let mut texts = game.specification().all_uci(&tilegame_tests::listed(game, &position));
    texts.sort();
    texts.join(" ")
}

/// The position after a move.
fn after(game: &Game, text: &str, m: &str) -> String {
    let mut position = read(game, text);
    let m = game.specification().read_uci(&position, m).unwrap_or_else(|e| panic!("{text}: {e}"));
    game.specification().play(&mut position, &m).expect("a legal move");
    game.specification().fen(&position)
}

const WAGONS: &str = "
piece Man \"M\"
    state brave \"+\"
    quiet n
    quiet s if brave
    capture n
    do rot(n)[friend]{merge}
piece Gun \"G\"
    act n*1..[enemy]{take}
    do rot(n)[friend]{merge}
piece Wagon \"W\"
    carry Man
    carry Man, Gun
    quiet e
    do rot(n)[friend]{merge}
";

#[test]
fn stacks_are_written_in_the_order_of_their_places() {
    let game = with(WAGONS, "5/5/5/5/WM3 w");
    for text in ["5/5/5/5/(WMG)4 w", "(wm+m)4/5/5/5/5 b", "5/5/2+M2/5/(W+M)(wg)3 w"] {
        assert_eq!(game.specification().fen(&read(&game, text)), text);
    }
    // They may be given in another order.
    assert_eq!(game.specification().fen(&read(&game, "5/5/5/5/(GMW)4 w")), "5/5/5/5/(WMG)4 w");
}

#[test]
fn a_text_that_is_no_stack_is_refused() {
    let game = with(WAGONS, "5/5/5/5/WM3 w");
    let error = |text: &str| game.specification().read_fen(text).expect_err(text).to_string();
    for (text, words) in [
        ("5/5/5/5/(WGG)4 w", "can't stand on one tile"),
        ("5/5/5/5/(MG)4 w", "can't stand on one tile"),
        ("5/5/5/5/(Wm)4 w", "one player's"),
        ("5/5/5/5/(WX)4 w", "`X` is no piece's letter"),
        ("5/5/5/5/(M)4 w", "without brackets"),
        ("5/5/5/5/()4 w", "this stack is empty"),
        ("5/5/5/5/(WM w", "`)`"),
        ("5/5/5/5/W+4 w", "`+`"),
    ] {
        assert!(error(text).contains(words), "{text}: {}", error(text));
    }
}

#[test]
fn either_may_go_to_the_other() {
    let game = with(WAGONS, "5/5/5/5/WM3 w");
    let text = "5/5/5/5/W+M3 w";
    assert_eq!(moves(&game, text), "a1b1 b1a1 b1b2");
    assert_eq!(after(&game, text, "a1b1"), "5/5/5/5/1(W+M)3 b");
    assert_eq!(after(&game, text, "b1a1"), "5/5/5/5/(W+M)4 b");
    // Three go together if the places are enough for them.
    assert_eq!(after(&game, "5/5/5/5/(WM)G3 w", "a1b1"), "5/5/5/5/1(WMG)3 b");
    assert_eq!(moves(&game, "5/5/5/5/(WMM)G3 w"), "");
}

#[test]
fn a_part_leaves_only_with_a_line_split() {
    let whole = with(WAGONS, "5/5/5/5/(WM)4 w");
    assert_eq!(moves(&whole, "5/5/5/5/(WM)4 w"), "a1b1");
    let split = with(&format!("{WAGONS}turn\n    split if not on (b1)"), "5/5/5/5/(WM)4 w");
    assert_eq!(moves(&split, "5/5/5/5/(WM)4 w"), "a1a2/M a1b1 a1b1/W");
    assert_eq!(moves(&split, "5/5/5/5/1(WM)3 w"), "b1c1");
    assert_eq!(after(&split, "5/5/5/5/(W+M)4 w", "a1a2/M"), "5/5/5/+M4/W4 b");
    assert_eq!(after(&split, "5/5/5/5/(W+M)4 w", "a1b1/W"), "5/5/5/5/+MW3 b");
    // The wagon can't leave two who can't stand together.
    assert_eq!(moves(&split, "5/5/5/5/(WMG)4 w"), "a1a2/M a1b1");
    // Two of one sort are one move if they are alike, and are told apart if not.
    assert_eq!(moves(&split, "5/5/5/5/(WMM)4 w"), "a1a2/M a1b1");
    assert_eq!(moves(&split, "5/5/5/5/(WM+M)4 w"), "a1a2/+M a1a2/M a1b1");
}

#[test]
fn who_acts_as_a_part_does_something_else_than_the_whole() {
    let lines = "
piece Gun \"G\"
    carry Man
    act n*1..[enemy]{take}
    act here{take} e[enemy]{take} if parting
piece Man \"M\"
    quiet n
turn
    split as apart_from_others
    after apart_from_others: every part Man: become Man
";
    let game = with(lines, "5/5/m4/5/(GM)4 w");
    assert_eq!(moves(&game, "5/5/m4/5/(GM)4 w"), "a1a2/M a1a3 a1a3/G");
    assert_eq!(after(&game, "5/5/m4/5/(GM)4 w", "a1a3/G"), "5/5/5/5/(GM)4 b");
    // Who is lost alone leaves the other there.
    assert_eq!(after(&game, "5/5/5/5/(GM)m3 w", "a1b1/G"), "5/5/5/5/M4 b");
    let whole = lines.replace(" if parting", "");
    let game = with(&whole, "5/5/m4/5/(GM)4 w");
    assert_eq!(after(&game, "5/5/5/5/(GM)m3 w", "a1b1"), "5/5/5/5/5 b");
}

#[test]
fn a_stack_that_may_split_attacks_as_all_its_pieces() {
    let lines = |split: &str| {
        format!(
            "piece King \"K\"\n    quiet rot(n)\npiece Cart \"C\"\n    carry Man\n    move e\n\
             piece Man \"M\"\n    capture n n\n    capture e e if not parting\nturn\n    legal if no friend King attacked\n{split}"
        )
    };
    let attacked = "5/5/k4/5/(CM)4 b";
    let without = with(&lines(""), attacked);
    assert_eq!(moves(&without, attacked), "a3a2 a3a4 a3b3");
    // The man takes two tiles ahead.
    let split = with(&lines("    split\n"), attacked);
    assert_eq!(moves(&split, "5/5/1k3/5/(CM)4 b"), "b3b2 b3b4 b3c3");
    assert!(!moves(&split, "5/5/1k3/5/(CM)4 b").contains("b3a3"));
    // What only a whole piece does is nothing that a part does.
    assert_eq!(moves(&split, "5/5/5/2k2/(CM)4 b"), "c2b2 c2c1 c2c3 c2d2");
}

#[test]
fn states_come_and_go() {
    let lines = "
region far = rank 5 each
piece Man \"M\"
    state brave \"+\"
    quiet n
    quiet n n if brave
    do here{become brave}
    do here{become not brave}
    promote to brave on far
piece Cart \"C\"
    carry Man
    quiet e
turn
    after Cart: every part friend Man: become brave
";
    let game = with(lines, "5/5/5/5/M4 w");
    // What it is already is no change.
    assert_eq!(after(&game, "5/5/5/5/M4 w", "a1a1+m"), "5/5/5/5/+M4 b");
    assert_eq!(after(&game, "5/5/5/5/+M4 w", "a1a1m"), "5/5/5/5/M4 b");
    assert_eq!(after(&game, "5/M4/5/5/5 w", "a4a5+m"), "+M4/5/5/5/5 b");
    assert_eq!(after(&game, "5/+M4/5/5/5 w", "a4a5"), "+M4/5/5/5/5 b");
    assert_eq!(after(&game, "5/5/m4/4M/(CM)4 w", "a1b1"), "5/5/m4/4+M/1(C+M)3 b");
}

#[test]
fn a_taken_stack_comes_into_the_hand_piece_by_piece() {
    let lines = "
piece Man \"M\"
    state brave \"+\"
    move n
piece Cart \"C\"
    carry Man
    carry Man
    move e
turn
    keep captured
    choose empty: drop Man
    choose empty: drop Cart
";
    let game = with(lines, "5/5/5/(c+mm)4/M4[] w");
    assert_eq!(after(&game, "5/5/5/(c+mm)4/M4[] w", "a1a2"), "5/5/5/M4/5[MMC] b");
}

#[test]
fn who_carries_promotes_with_the_load() {
    let lines = "
region far = rank 5 each
piece Man \"M\"
    quiet n
piece Cart \"C\"
    carry Man
    state swift \"+\"
    quiet n
    promote to swift on far
turn
    split
";
    let game = with(lines, "5/(CM)4/5/5/5 w");
    assert_eq!(after(&game, "5/(CM)4/5/5/5 w", "a4a5+c"), "(+CM)4/5/5/5/5 b");
    assert_eq!(after(&game, "5/(CM)4/5/5/5 w", "a4a5+c/C"), "+C4/M4/5/5/5 b");
    assert_eq!(perft(&game, &read(&game, "5/(CM)4/5/5/5 w"), 1), 3);
}

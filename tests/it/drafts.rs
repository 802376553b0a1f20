//! A board whose setup is still being written, and what the command says to whoever writes a game.

use std::fs;

use tilegame::Exit;

use crate::command::{run_in, scratch};

/// A game on hexagons with this line as its setup.
fn on_hexagons(setup: &str) -> String {
    format!(
        "game \"Draft\"\n\nboard\n    hex 3\n\nplayers\n    White \"w\"\n    Black \"b\" facing s\n\npiece Man \"M\"\n    move rot(n)\n\n{setup}\n\n\
         notation\n    fen placement, turn\n"
    )
}

#[test]
fn the_board_is_shown_while_its_setup_is_written() {
    let folder = scratch("draft");
    for (setup, err, men) in [
        ("", "this game has no setup", 0),
        ("setup \"\"", "E0601", 0),
        ("setup \"M/1mm\"", "E0601", 3),
        ("setup \"M/1m1/1m?M/5/5 w\"", "E0601", 3),
    ] {
        fs::write(folder.join("draft.tg"), on_hexagons(setup)).expect("a file");
        let answer = run_in(&folder, &["show", "draft.tg", "--ascii"], "");
        assert!(answer.exit == Exit::Failed && answer.err.contains(err), "{setup}: {}", answer.err);
        assert_eq!(answer.out.matches(['M', 'm']).count(), men, "{}", answer.out);
        assert!(answer.out.contains(" c"), "{}", answer.out);
        let picture = run_in(&folder, &["show", "draft.tg", "--svg", "draft.svg"], "");
        assert!(picture.exit == Exit::Failed && folder.join("draft.svg").exists(), "{}", picture.err);
    }
    // A FEN on the command line is shown as far as it can be read, too.
    fs::write(folder.join("draft.tg"), on_hexagons("setup \"1/3/5/5/5 w\"")).expect("a file");
    let answer = run_in(&folder, &["show", "draft.tg", "--ascii", "--fen", "M/mMm/?"], "");
    assert!(answer.exit == Exit::Failed && answer.err.contains("E0602"), "{}", answer.err);
    assert_eq!(answer.out.matches(['M', 'm']).count(), 4, "{}", answer.out);
    // As long as the board is empty, tiles have names.
    let answer = run_in(&folder, &["show", "draft.tg", "--ascii"], "");
    assert!(answer.exit == Exit::Fine && answer.out.contains(" a1 "), "{}", answer.out);
    // Nothing is shown of a game in which something else is wrong.
    fs::write(folder.join("draft.tg"), on_hexagons("setup \"\"\nlater")).expect("a file");
    assert_eq!(run_in(&folder, &["show", "draft.tg"], "").out, "");
}

#[test]
fn a_new_game_has_the_fen_of_its_empty_board() {
    let folder = scratch("new_board");
    for (name, board, fen) in [
        ("six", "hex 4", "\"1/3/5/7/7/7/7 w\""),
        ("wide", "grid 12 x 3", "\"12/12/12 w\""),
        ("ring", "rings 2 x 12", "w\""),
    ] {
        let answer = run_in(&folder, &["new", name, "--board", board], "");
        if name == "ring" && answer.exit != Exit::Fine {
            continue;
        }
        assert!(answer.exit == Exit::Fine, "{}", answer.err);
        let text = fs::read_to_string(folder.join(format!("{name}.tg"))).expect("a file");
        assert!(text.contains(&format!("setup {}", fen)) || text.contains(fen), "{text}");
        let file = format!("{name}.tg");
        for command in ["check", "show"] {
            let answer = run_in(&folder, &[command, &file], "");
            assert!(answer.exit == Exit::Fine, "{command}: {}", answer.err);
        }
        assert!(run_in(&folder, &["fmt", "--check", &file], "").exit == Exit::Fine);
    }
    let answer = run_in(&folder, &["new", "wrong", "--board", "hexx 4"], "");
    assert!(answer.exit == Exit::Failed && answer.err.contains("hexx"), "{}", answer.err);
    assert!(!folder.join("wrong.tg").exists());
}

#[test]
fn a_game_can_be_piped_in() {
    let folder = scratch("check_pipe");
    let answer = run_in(&folder, &["check", "-"], "variant \"Mine\" of chess\ntests\n    perft 1 = 20\n");
    assert!(
        answer.exit == Exit::Fine && answer.out.starts_with("-: 6 kinds, 64 tiles, 1 test passed"),
        "{}{}",
        answer.out,
        answer.err
    );
    let answer = run_in(&folder, &["check", "-"], "variant \"Mine\" of ches\n");
    assert!(answer.exit == Exit::Failed && answer.err.contains("`ches` can't be imported"), "{}", answer.err);
    let long = "#".repeat(tilegame_dsl::limits::SOURCE_BYTES + 1);
    let answer = run_in(&folder, &["check", "-"], &long);
    assert!(
        answer.exit == Exit::Failed && answer.err.contains("the input has more than 2 MiB"),
        "{}",
        answer.err
    );
}

/// A count that is wrong is told, unless it is very large.
#[test]
fn the_right_count_is_told() {
    let folder = scratch("wrong_count");
    let check = |test: &str| {
        run_in(&folder, &["check", "-"], &format!("variant \"Mine\" of chess\ntests\n    {test}\n")).err
    };
    let err = check("perft 1 = 18");
    assert!(err.contains("perft 1 is 20, not 18"), "{err}");
    let err = check("perft 3 = 400");
    assert!(err.contains("perft 3 is 8902, not 400"), "{err}");
    let err = check("perft 6 = 400");
    assert!(err.contains("perft 6 is more than 400"), "{err}");
}

/// The suggested fix is what was meant.
#[test]
fn fixes_are_what_was_meant() {
    let folder = scratch("meant");
    let check =
        |lines: &str| run_in(&folder, &["check", "-"], &format!("variant \"Mine\" of chess\n{lines}\n")).err;
    for (lines, fixed) in [
        ("end\n    bare: draw if only King or Knight", "draw if only (King or Knight)"),
        ("end\n    bare: draw if no Queen or Rook or Pawn", "draw if no (Queen or Rook or Pawn)"),
        ("end\n    bare: draw if stuck and only King or Knight", "draw if stuck and only (King or Knight)"),
        ("end\n    held: loss if hand(piece of enemy) = 0", "loss if hand(piece) of enemy = 0"),
        (
            "end\n    held: loss if hand(Pawn or Knight of enemy) = 0",
            "loss if hand(Pawn or Knight) of enemy = 0",
        ),
    ] {
        let err = check(lines);
        assert!(
            err.contains(&format!("+     {}", &lines[8..lines.find(": ").expect("a name") + 2]))
                && err.contains(fixed),
            "{err}"
        );
    }
    let hexes = on_hexagons("setup \"M/MMM/5/mmmmm/m3m w\"");
    fs::write(folder.join("men.tg"), hexes).expect("a file");
    let answer = run_in(&folder, &["explain", "men.tg", "foo"], "");
    assert!(answer.exit == Exit::Failed, "{}", answer.out);
}

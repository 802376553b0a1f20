//! The command `import`.

use std::fs;

use tilegame::Exit;

use crate::command::{run_in, scratch};

#[test]
fn sections_become_files_in_a_new_folder() {
    let folder = scratch("import_folder");
    let ini = "[one:chess]\nimmobile = s\npromotionPieceTypes = qs\n\n[two:one]\nmustCapture = true\n";
    fs::write(folder.join("mine.ini"), ini).expect("a file");
    let args = ["import", "mine.ini", "-o", "new/games"];
    let answer = run_in(&folder, &args, "");
    assert!(answer.exit == Exit::Fine, "{}", answer.err);
    assert_eq!(answer.out, "new/games/one.tg\nnew/games/two.tg\n");
    // The compiler has nothing to say about them.
    let answer = run_in(&folder, &["check", "new/games/one.tg", "new/games/two.tg"], "");
    assert!(answer.exit == Exit::Fine && answer.err.is_empty(), "{}", answer.err);
    // What is there stays.
    let again = run_in(&folder, &args, "");
    assert!(
        again.exit == Exit::Failed && again.err.contains("`new/games/one.tg` is there already"),
        "{}",
        again.err
    );
    let wrong = run_in(&folder, &["import", "mine.ini", "-o", "mine.ini"], "");
    assert!(wrong.exit == Exit::Failed && wrong.err.contains("`mine.ini` is not a folder"), "{}", wrong.err);
}

/// A section that says something beyond a game of the library becomes a variant of that game, of which it has only what differs; but not where the
/// game in the library, with that, would not be the same: nobody loses the last piece by the own move in giveaway, and flipello has no stones in hand.
#[test]
fn the_parent_is_the_nearest_game() {
    let folder = scratch("import_nearest");
    let ini = "[zh:crazyhouse]\narchbishop = a\n\n[small:gardner]\nmaxFile = d\nstartFen = rnbk/pppp/4/PPPP/RNBK w - - 0 1\n\n\
        [zh3:zh]\ncheckCounting = true\nstartFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR[] w KQkq - 3+3 0 1\n\n\
        [bang:giveaway]\nblastOnCapture = true\n\n\
        [stones:flipello]\nstartFen = 8/8/8/3pP3/3Pp3/8/8/8[PPpp] w 0 1\n\n\
        [drawn:makruk]\nstalemateValue = loss\n\n[five:breakthrough]\nmaxFile = 5\nmaxRank = 5\nflagRegionWhite = *5\nstartFen = ppppp/ppppp/5/PPPPP/PPPPP w 0 1\n";
    fs::write(folder.join("mine.ini"), ini).expect("a file");
    let answer = run_in(&folder, &["import", "mine.ini"], "");
    assert!(answer.exit == Exit::Fine, "{}", answer.err);
    insta::assert_snapshot!("nearest", answer.out);
}

/// Mates in which somewhere a rook, a knight or a bers has given check win; by a knight alone they lose, and else they are draws. The positions are
/// those of the library's Shatar.
#[test]
fn mates_need_a_strong_check() {
    let folder = scratch("import_strong");
    fs::write(folder.join("mine.ini"), "[strict:shatar]\nnMoveRule = 50\n").expect("a file");
    let answer = run_in(&folder, &["check", "mine.ini:strict"], "");
    assert!(answer.exit == Exit::Fine && answer.err.is_empty(), "{}", answer.err);
    for (fen, moves, result) in [
        ("3B2k1/7p/8/8/8/8/8/K4R2 w - - 0 1", "f1g1 g8h8 d8f6", "checkmate: White wins"),
        ("6k1/5ppp/8/8/8/8/R7/K7 w - - 0 1", "a2a8", "checkmate: White wins"),
        ("3B2bk/7p/8/8/8/8/8/K7 w - - 0 1", "d8f6", "weak_mate: draw"),
        ("6rk/6pp/8/4N3/8/8/8/K7 w - - 0 1", "e5f7", "knight_mate: Black wins"),
    ] {
        let answer = run_in(&folder, &["fen", "mine.ini:strict", fen, "--after", moves, "--json"], "");
        assert!(answer.out.contains(&format!("\"result\": \"{result}\"")), "{moves}: {}", answer.out);
    }
}

/// Messages are cut to a readable number and length, and control no terminal.
#[test]
fn messages_are_readable() {
    let folder = scratch("import_messages");
    let long = "y".repeat(10_000);
    let ini =
        format!("[a:chess]\n{long}\u{1b}[31m\n\u{1b}]0;title\u{7} = 1\n{}", "maxRank = x\n".repeat(500));
    fs::write(folder.join("bad.ini"), ini).expect("a file");
    let answer = run_in(&folder, &["import", "bad.ini"], "");
    assert_eq!((answer.exit, answer.out.as_str()), (Exit::Failed, ""));
    assert!(!answer.err.contains(['\u{1b}', '\u{7}']), "{}", answer.err);
    assert!(answer.err.contains("there is no key `\\u{1b}]0;title\\u{7}`"), "{}", answer.err);
    assert_eq!(answer.err.matches("error: ").count(), 198);
    assert_eq!(answer.err.matches("warning: ").count(), 2);
    assert!(answer.err.ends_with("and 302 more messages; correct these first\n"), "{}", answer.err);
    assert!(answer.err.lines().all(|line| line.chars().count() < 250));
    // The same where a game is asked for.
    let answer = run_in(&folder, &["show", "bad.ini:a"], "");
    assert!(answer.exit == Exit::Failed && !answer.err.contains('\u{1b}'), "{}", answer.err);
}

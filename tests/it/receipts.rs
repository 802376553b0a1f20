//! What comes from outside between moves: into a hand, or as a number; in matches, in PGN files and on the command line.

use tilegame_record::matches::{Match, MatchError, What};
use tilegame_record::pgn;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::notation::receipt;
use tilegame_runtime::prospects::Prospect;
use tilegame_runtime::receipt::{Receipt, ReceiptError};
use tilegame_tests::{compile, game};

use crate::command::{run, run_in};

/// A man goes as many steps as the die says, which somebody else throws; and there is a bid for each player.
const RACE: &str = r#"game "Race"
board
    grid 8 x 2
players
    White "w"
    Black "b"
counter die = 0 ignored
counter bid = 0 each
piece Man "M"
    quiet e         if die = 1
    quiet e+e       if die = 2
    quiet w         if bid > 4
setup "m7/M7 w 0 0+0"
turn
    receive die, bid
match
    again: draw if repeated >= 3
notation
    fen placement, turn, count die, count bid "+"
"#;

fn received(played: &mut Match, text: &str) {
    let receipt = receipt::read(played.game(), text).expect("the form of a receipt");
    let receipt = receipt.unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(receipt::write(played.game(), &receipt), text);
    assert_eq!(played.receive(&receipt), Ok(None), "{text}");
}

fn moved(played: &mut Match, text: &str) {
    let moves = played.state().read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    moves.into_iter().for_each(|m| drop(played.play(m).expect("legal")));
}

#[test]
fn a_piece_comes_into_the_hand() {
    let mut played = Match::new(&game("bughouse"));
    received(&mut played, "w+N");
    // Twenty moves, and a knight on each of the 32 empty tiles.
    assert_eq!(played.legal_moves().len(), 52);
    moved(&mut played, "N@f3");
    received(&mut played, "b+P");
    received(&mut played, "w+Q");
    moved(&mut played, "P@e3");
    let position = played.state().fen();
    assert_eq!(position, "rnbqkbnr/pppppppp/8/8/8/4pN2/PPPPPPPP/RNBQKBNR[Q] w KQkq - 0 2");
    assert_eq!(played.moves().count(), 2);
    assert_eq!(played.happened().filter(|(_, what)| matches!(what, What::Received(_))).count(), 3);

    let text = pgn::write(played.game(), &pgn::from_match(&played));
    assert!(text.contains("{[%receive w+N]} 1. N@f3 {[%receive b+P]} {[%receive w+Q]} 1... @e3 *"), "{text}");
    let (games, remarks) = pgn::parse(&text);
    assert_eq!(remarks, []);
    let replayed = pgn::replay(played.game(), &games[0]).expect("it was written");
    assert_eq!(replayed.end.fen(), position);
    assert_eq!(pgn::write(played.game(), &games[0]), text);

    // What has come after a move goes with it.
    played.undo();
    assert_eq!(played.happened().len(), 4);
    played.undo();
    assert_eq!(played.state().fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1");
}

#[test]
fn a_piece_may_come_that_wins() {
    let bughouse = game("bughouse");
    let bare = bughouse.specification().read_fen("4k3/8/8/8/8/8/8/4K3[] w - - 0 1").expect("a position");
    assert_eq!(bughouse.state(&bare).is_dead(10_000), Prospect::Unknown);
}

#[test]
fn a_number_comes() {
    let race = compile("race.tg", RACE);
    let mut played = Match::new(&race);
    assert_eq!(played.legal_moves().len(), 0);
    received(&mut played, "die=2");
    moved(&mut played, "a1c1");
    assert_eq!(played.legal_moves().len(), 1);
    received(&mut played, "w:bid=5");
    received(&mut played, "b:bid=7");
    received(&mut played, "die=1");
    moved(&mut played, "a2b2");
    assert_eq!(played.state().fen(), "1m6/2M5 w 1 5+7");
    assert_eq!(played.legal_moves().len(), 2);

    // A counter that is ignored is no part of what comes again: the position has occurred once, whatever is thrown.
    for text in ["die=2", "die=1", "die=2", "die=0"] {
        received(&mut played, text);
        assert_eq!(played.repeated(), 1);
    }
    assert_eq!(played.ending(), None);
    played.undo();
    assert_eq!(played.state().fen(), "m7/2M5 b 1 5+7");
    assert_eq!(played.repeated(), 1);
}

#[test]
fn nothing_else_comes() {
    let bughouse = game("bughouse");
    assert!(receipt::read(&game("chess"), "w+N").is_none());
    assert!(receipt::read(&bughouse, "e2e4").is_none());
    for (text, why) in [
        (
            "w+K",
            "`w+K` is nothing that comes from outside in this game: that is written `w+Q`, `w+R`, `w+B`, `w+N` or `w+P`",
        ),
        (
            "b+",
            "`b+` is nothing that comes from outside in this game: that is written `w+Q`, `w+R`, `w+B`, `w+N` or `w+P`",
        ),
    ] {
        let error = receipt::read(&bughouse, text).expect("the form").expect_err(text);
        assert_eq!(error.to_string(), why);
    }
    let race = compile("race.tg", RACE);
    for text in ["die=-1", "die=", "die=x", "bid=2", "w:die=2", "w+M"] {
        let error = receipt::read(&race, text).expect("the form").expect_err(text);
        assert!(matches!(error, ReceiptError::NotReceived { .. }), "{text}");
    }
    assert!(receipt::read(&race, "dice=2").is_none());
    let error = receipt::read(&race, "die=99999999999999999999").expect("the form").expect_err("too big");
    assert_eq!(error.to_string(), "`die=99999999999999999999` has too big a number");

    // A match that is over receives nothing, and nobody gets what the rules don't name.
    let mut played = Match::new(&bughouse);
    let king = played.game().rules().kinds.iter().position(|k| k.letter == "K").expect("a king");
    let king = Receipt::Piece { player: PlayerId(0), kind: tilegame_runtime::ir::KindId::new(king) };
    assert!(matches!(played.receive(&king), Err(MatchError::Receipt(ReceiptError::NotReceived { .. }))));
    let knight = receipt::read(played.game(), "b+N").expect("the form").expect("a knight");
    for _ in 0..1000 {
        assert_eq!(played.receive(&knight), Ok(None));
    }
    assert_eq!(played.receive(&knight), Err(MatchError::Receipt(ReceiptError::HandFull)));
    played.resign(PlayerId(0)).expect("it goes on");
    assert_eq!(played.receive(&knight), Err(MatchError::Over));

    let (games, _) = pgn::parse("1. e4 {[%receive b+K]} e5 *");
    let error = pgn::replay(&game("bughouse"), &games[0]).expect_err("nobody gets a king");
    assert_eq!((error.text.as_str(), error.ply), ("b+K", 1));
}

#[test]
fn on_the_command_line() {
    let answer =
        run(&["moves", "bughouse", "--after", "e2e4 b+N", "--fen", "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1"]);
    assert!(answer.out.contains("N@e5"), "{}{}", answer.out, answer.err);
    let answer = run(&["fen", "bughouse", "--after", "w+N e2e4 b+K"]);
    assert!(answer.err.contains("`b+K` is nothing that comes from outside"), "{}", answer.err);
    let answer =
        run_in(std::path::Path::new(""), &["play", "bughouse"], "w+N\nN@e5\nw+K\nundo\nfen\npgn\nquit\n");
    assert!(answer.out.contains("White, in hand: Knight."), "{}", answer.out);
    assert!(answer.out.contains("White plays N@e5"), "{}", answer.out);
    assert!(answer.out.contains("`w+K` is nothing that comes from outside in this game"), "{}", answer.out);
    assert!(answer.out.contains("RNBQKBNR[N] w KQkq - 0 1"), "{}", answer.out);
    assert!(answer.out.contains("{[%receive w+N]} *"), "{}", answer.out);
}

//! Explanations: for every sort of reason a move that has it, and the sentence.

use tilegame_runtime::explain::{Explanation, Reason};
use tilegame_runtime::{Game, Position};
use tilegame_tests::game;

fn refused(name: &str, position: &str, text: &str) -> (Reason, String) {
    let game = game(name);
    let position = if position.is_empty() {
        game.specification().start()
    } else {
        game.specification().read_fen(position).expect(position)
    };
    match game.state(&position).explain(text) {
        Explanation::Illegal(illegal) => (illegal.reason, illegal.sentence),
        Explanation::Legal(legal) => panic!("{text} is legal: {}", legal.san),
    }
}

#[test]
fn reasons() {
    let cases = [
        (
            "chess",
            "",
            "hello",
            Reason::NotAMove,
            "`hello` is not a move; here moves are written like `Na3` or `a3`",
        ),
        ("morris", "", "S@a1", Reason::NotAMove, "`S@a1` is not a move; here moves are written like `@a1`"),
        ("chess", "", "e2", Reason::NotAMove, "`e2` does not say where White's Pawn on e2 goes"),
        ("chess", "", "e5", Reason::NoWay, "no Pawn of White's can go to e5"),
        ("chess", "", "e2e9", Reason::NoSuchTile, "the board has no tile `e9`"),
        ("chess", "", "e4e5", Reason::NothingThere, "nothing stands on e4"),
        ("chess", "", "e7e5", Reason::NotYours, "Black's Pawn on e7 may not move: it is White's turn"),
        ("chess", "", "a1a3", Reason::InTheWay, "White's Pawn on a2 is in the way (rule: move rook)"),
        (
            "chess",
            "",
            "a1a2",
            Reason::InTheWay,
            "White's Pawn on a2 is no enemy to be taken (rule: move rook)",
        ),
        ("chess", "", "e2d3", Reason::InTheWay, "there is nothing to take on d3 (rule: capture mirror(ne))"),
        ("chess", "", "e2e5", Reason::NoWay, "no rule of the Pawn leads from e2 to e5"),
        ("chess", "", "Ra3", Reason::InTheWay, "White's Pawn on a2 is in the way (rule: move rook)"),
        ("chess", "", "O-O", Reason::Castling, "White's Bishop on f1 is in the way"),
        ("chess", "", "e1g1", Reason::Castling, "White's Bishop on f1 is in the way"),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "O-O",
            Reason::Castling,
            "White's King on e1 has lost the right to castle",
        ),
        (
            "chess",
            "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            Reason::Castling,
            "the King would pass f1, which is attacked by Black's Rook on f8",
        ),
        (
            "chess",
            "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
            "O-O",
            Reason::LeavesForbidden,
            "after it, Black's Rook on g8 attacks White's King on g1",
        ),
        (
            "chess",
            "4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1",
            "O-O-O",
            Reason::Castling,
            "the King stands on e1, which is attacked by Black's Rook on e7",
        ),
        (
            "chess",
            "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1",
            "e2c3",
            Reason::LeavesForbidden,
            "after it, Black's Rook on e7 attacks White's King on e1",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/4r3/K7 w - - 0 1",
            "Kb2",
            Reason::LeavesForbidden,
            "after it, Black's Rook on e2 attacks White's King on b2",
        ),
        (
            "chess",
            "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "e7d8",
            Reason::Promotion,
            "it is unclear which move is meant: e7d8q, e7d8r, e7d8b or e7d8n",
        ),
        (
            "chess",
            "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "e7d8k",
            Reason::Promotion,
            "White's Pawn on e7 does not become a King there: it is one of e7d8q, e7d8r, e7d8b or e7d8n",
        ),
        (
            "chess",
            "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1",
            "Nd2",
            Reason::Ambiguous,
            "`Nd2` can be any of Nbd2, Nfd2",
        ),
        (
            "chess",
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 3",
            "a2a3",
            Reason::Over,
            "the game is over: Black won (checkmate)",
        ),
        (
            "antichess",
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2",
            "a2a3",
            Reason::NotPreferred,
            "other moves go before it: e4d5",
        ),
        ("berolina", "", "e2e3", Reason::InTheWay, "there is nothing to take on e3 (rule: capture n)"),
    ];
    for (name, position, text, reason, sentence) in cases {
        assert_eq!(refused(name, position, text), (reason, sentence.to_owned()), "{name} {position} {text}");
    }
}

#[test]
fn what_a_legal_move_does() {
    let explained = |name: &str, position: &str, text: &str| {
        let game = game(name);
        let position = game.specification().read_fen(position).expect(position);
        game.state(&position).explain(text).to_string()
    };
    insta::assert_snapshot!(
        "double",
        explained("chess", "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 5 3", "e2e4")
    );
    insta::assert_snapshot!("mate", explained("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8"));
    insta::assert_snapshot!("castling", explained("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0"));
    insta::assert_snapshot!(
        "explosion",
        explained("atomic", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "exd5")
    );
    insta::assert_snapshot!(
        "third_check",
        explained("3check", "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39", "a5a6")
    );
    // A quarter turn sends a beam round two corners to a stack, of which one half is left.
    insta::assert_snapshot!("beam", explained("khet", ".4P.5/.2s.7//.2Y2.6Y4////.5p.4/ s 0 1", "j4j4y3"));
    insta::assert_snapshot!("swap", explained("khet", ".4P.5//.4d1.5/.3Y4D1.5////.5p.4/ s 3 8", "e4d4"));
    insta::assert_snapshot!("unstack", explained("khet", ".4P.5//.3O.6/.3S.6////.5p.4/ s 3 8", "Sd3s"));
}

/// A line whose condition does not hold is not set off.
#[test]
fn lines_are_set_off_if_their_condition_holds() {
    let text = "variant \"Storm\" of chess\ncounter storm = 0 ignored\nturn\n    after move: storm + 1\n    \
                after move if storm = 2: every on (rank 4): take\nnotation\n    \
                fen placement, turn, castling, mark passant, count storm, count clock, count moves\n";
    let game = Game::from_source("storm.tg", text, |_| None).expect("a game");
    let set_off = |position: &Position, text: &str| match game.state(position).explain(text) {
        Explanation::Legal(legal) => legal.set_off,
        other => panic!("{other}"),
    };
    let mut position = game.specification().start();
    let storm = "after move if storm = 2: every on (rank 4): take";
    let first = set_off(&position, "e2e4");
    assert!(
        first.contains(&"after move: storm + 1".to_owned()) && !first.iter().any(|line| line == storm),
        "{first:?}"
    );
    let m = game.specification().read_uci(&position, "e2e4").expect("a move");
    game.specification().make(&mut position, &m);
    assert!(set_off(&position, "e7e5").iter().any(|line| line == storm));
}

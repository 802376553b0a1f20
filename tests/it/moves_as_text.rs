//! Moves as text: what is written where others would be ambiguous, and what is read besides what is written.

use tilegame_runtime::notation::uci::UciError;
use tilegame_tests::game;

/// SAN of a move given as UCI text.
#[test]
fn san_says_as_little_as_it_can() {
    let cases = [
        ("chess", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "g1f3", "Nf3"),
        ("chess", "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "b3d2", "Nbd2"),
        ("chess", "4k3/8/8/5N2/8/8/8/4KN2 w - - 0 1", "f5g3", "N5g3"),
        ("chess", "4k3/8/8/1N3N2/8/8/8/1N2K3 w - - 0 1", "b5d4", "Nbd4"),
        ("chess", "8/8/8/7k/1Q1Q4/8/1Q6/K7 w - - 0 1", "b4d2", "Qb4d2"),
        ("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
        ("chess", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O"),
        ("chess", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"),
        // One of the two knights is pinned, so nothing needs telling apart.
        ("chess", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        // Nameless pieces that go aslant without taking.
        ("berolina", "4k3/8/8/8/8/2P1P3/8/4K3 w - - 0 1", "c3d4", "cd4"),
        ("atomic", "8/8/8/8/8/4kp2/4P3/7K w - - 0 1", "e2f3", "exf3#"),
    ];
    for (name, position, u, s) in cases {
        let game = game(name);
        let position = game.specification().read_fen(position).unwrap_or_else(|e| panic!("{position}: {e}"));
        let m = game.specification().read_uci(&position, u).unwrap_or_else(|e| panic!("{u}: {e}"));
        assert_eq!(game.specification().san(&position, &m), s);
        assert_eq!(game.specification().read_san(&position, s).as_ref(), Ok(&m));
    }
}

/// Other ways to write a move, and what they are read as.
#[test]
fn san_is_read_with_tolerance() {
    let cases = [
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ng1f3", "g1f3"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ng1-f3", "g1f3"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "nf3", "g1f3"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2-e4!?", "e2e4"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Pe4", "e2e4"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4+", "e2e4"),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "dxe3 e.p.", "d4e3"),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "de3", "d4e3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o-o", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O+", "e1g1"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8Q", "e7d8q"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8(N)", "e7d8n"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "ed8=r", "e7d8r"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7xd8=Q", "e7d8q"),
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4", "d8h4"),
    ];
    let game = game("chess");
    for (position, s, u) in cases {
        let position = game.specification().read_fen(position).expect("a position");
        let m = game.specification().read_san(&position, s).unwrap_or_else(|e| panic!("{s}: {e}"));
        assert_eq!(game.specification().uci(&position, &m), u, "{s}");
    }
}

#[test]
fn san_refusals() {
    let cases = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "hello",
            "`hello` is not a move; here moves are written like `Na3` or `a3`",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "Nf4",
            "`Nf4` is not a legal move: no Knight of White's can go to f4",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "O-O",
            "`O-O` is not a legal move: castling is not possible on that side",
        ),
        ("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "Nd2", "`Nd2` can be any of Nbd2, Nfd2"),
        (
            "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "exd8",
            "`exd8` promotes: it is one of exd8=Q, exd8=R, exd8=B, exd8=N",
        ),
        (
            "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "exd8=K",
            "`exd8=K` promotes: it is one of exd8=Q, exd8=R, exd8=B, exd8=N",
        ),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 3",
            "a3",
            "the game is over: Black won (checkmate)",
        ),
    ];
    let game = game("chess");
    for (position, text, message) in cases {
        let position = game.specification().read_fen(position).expect("a position");
        assert_eq!(game.specification().read_san(&position, text).expect_err(text).to_string(), message);
    }
}

#[test]
fn uci_refusals() {
    let game = game("chess");
    let start = game.specification().start();
    let told = |text: &str| game.specification().read_uci(&start, text).expect_err(text).to_string();
    assert_eq!(told("hello"), "`hello` is not a move; here moves are written like `b1a3`");
    assert_eq!(told("e2e9"), "the board has no tile `e9`");
    assert_eq!(told("e3e4"), "nothing stands on e3");
    assert_eq!(told("e7e5"), "Black's Pawn on e7 may not move: it is White's turn");
    assert_eq!(told("e2e5"), "`e2e5` is not a legal move of White's Pawn on e2");
    let promoting = game.specification().read_fen("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1").expect("a position");
    assert!(
        matches!(game.specification().read_uci(&promoting, "e7d8"), Err(UciError::Promotion { choices }) if choices.len() == 4)
    );
    assert!(matches!(game.specification().read_uci(&promoting, "e7d8k"), Err(UciError::Promotion { .. })));
}

/// Castling in both manners, and a king that can go to its castling target in two ways.
#[test]
fn castling_in_either_manner() {
    let chess = game("chess");
    let position =
        chess.specification().read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a position");
    let short = chess.specification().read_uci(&position, "e1g1").expect("legal");
    assert_eq!(chess.specification().read_uci(&position, "e1h1"), Ok(short));

    let chess960 = game("chess960");
    let position = chess960.specification().read_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1").expect("a position");
    let castles = chess960.specification().read_uci(&position, "f1h1").expect("legal");
    assert_eq!(castles.castling_side(), Some(0));
    let steps = chess960.specification().read_uci(&position, "f1g1").expect("legal");
    assert_eq!(steps.castling_side(), None);
    assert_eq!(chess960.specification().san(&position, &castles), "O-O");
    assert_eq!(chess960.specification().san(&position, &steps), "Kg1");
}

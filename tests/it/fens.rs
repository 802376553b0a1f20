//! FENs: what is read besides what is written, and what is refused with which words.

use tilegame_tests::game;

/// Read and written again, a text may change into the canonical one.
#[test]
fn texts_become_canonical() {
    let cases = [
        // As it is written.
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", None),
        // Counters and spaces left out or too many.
        ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", Some("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")),
        ("chess", " 7k/8/8/8/8/8/8/K7  b -  - 12", Some("7k/8/8/8/8/8/8/K7 b - - 12 1")),
        // Shredder letters, and a right that needs one.
        (
            "chess960",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            Some("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9"),
        ),
        ("chess960", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", None),
        ("chess960", "4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", Some("4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1")),
        // A mark that can be used, and one that can't.
        ("chess", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", None),
        (
            "chess",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ),
        ("horde", "rnbqkbnr/6p1/2p1Pp1P/P1PPPP2/Pp4PP/1p2PPPP/1P2PPPP/PP1nPPPP b kq a3 0 18", None),
        // Mark and maker in either order.
        (
            "berolina",
            "rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PP1PPPPP/RNBQKBNR w KQkq d6c5 0 1",
            Some("rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PP1PPPPP/RNBQKBNR w KQkq c5d6 0 1"),
        ),
        // Players' numbers in their own form, in another place, or left out.
        ("3check", "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39", None),
        (
            "3check",
            "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1 39 +2+0",
            Some("7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39"),
        ),
        (
            "3check",
            "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1 39",
            Some("7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 3+3 1 39"),
        ),
        ("3check", "4k3/8/8/8/8/8/8/4K3 w - - +1+0", Some("4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1")),
        // The start, and EPD.
        ("chess", " startpos ", Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")),
        (
            "chess",
            "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01; one\";",
            Some("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1"),
        ),
        ("chess", "4k3/8/8/8/8/8/8/4K3 b - - hmvc 3; fmvn 20;", Some("4k3/8/8/8/8/8/8/4K3 b - - 3 20")),
        ("chess", "4k3/8/8/8/8/8/8/4K3 b - - 3 20 bm Kd7;", Some("4k3/8/8/8/8/8/8/4K3 b - - 3 20")),
        // Whose turn it is, in other words.
        ("chess", "4k3/8/8/8/8/8/8/4K3 B - - 3 20", Some("4k3/8/8/8/8/8/8/4K3 b - - 3 20")),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 r - - 0 1", Some("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1")),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 b 0 1", Some("4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1")),
        // As other programs write them.
        (
            "shogi",
            "lns1kg1n1/r3gs1bl/p1pp1pp1p/1p2p2p1/4B4/2P3P2/PP1PPP1PP/2S2G2R/LN2KGSNL[] w - - 14 8",
            Some("lns1kg1n1/r3gs1bl/p1pp1pp1p/1p2p2p1/4B4/2P3P2/PP1PPP1PP/2S2G2R/LN2KGSNL[] w"),
        ),
        ("shogi", "4k4/9/9/9/9/9/9/4+P4/4K4 b 2Pr3l 7", Some("4k4/9/9/9/9/9/9/4+P4/4K4[PPrlll] w")),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 w -", Some("4k4/9/9/9/9/9/9/9/4K4[] b")),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 w", Some("4k4/9/9/9/9/9/9/9/4K4[] w")),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR[-] w 0 1", Some("rbsgk/4p/5/P4/KGSBR[] w")),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b - 1", Some("rbsgk/4p/5/P4/KGSBR[] w")),
        (
            "amazons",
            "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1",
            Some("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"),
        ),
        // Ten files.
        ("capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", None),
        // A game that is over may lack what it was lost by.
        ("atomic", "rnbq1bnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKB1R b KQ - 0 4", None),
    ];
    for (name, text, canonical) in cases {
        let game = game(name);
        let position = game.specification().read_fen(text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
        assert_eq!(game.specification().fen(&position), canonical.unwrap_or(text), "{name}: {text}");
    }
}

/// Each text, the part of it that is to blame, and the words.
#[test]
fn refusals_say_where_and_why() {
    let cases = [
        ("chess", "", "", "the FEN ends before the field for the placement of the pieces"),
        (
            "chess",
            "7k/8/8/8/8/8/8/K7",
            "",
            "the FEN ends before the field for the player to move (`w` or `b`)",
        ),
        (
            "chess",
            " hello ",
            "hello",
            "`hello` is not a FEN; the start of this game is `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`",
        ),
        ("chess", "4k3/8/8/8/8/8/8/4K3 b - - bm", "bm", "`bm` is not a number (clock)"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 b - - hmvc x;", "x", "`x` is not a number (clock)"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w x - 0 1", "x", "in this game `-` stands here, always"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b P2 1", "2", "a number of pieces in hand, but not of which"),
        ("chess", "7k/8/8/8/8/9/8/K7 w - -", "9", "rank 3 has 9 tiles, the board has 8"),
        ("chess", "7k/8/8/8/8/3p3/8/K7 w - -", "3p3", "rank 3 has 7 tiles, the board has 8"),
        ("chess", "7k/8/8/8/8/8/K7 w - -", "7k/8/8/8/8/8/K7", "there are 7 rows, the board has 8"),
        ("chess", "7k/8/8/8/8/8/8/K7/8/8 w - -", "8/8", "there are 10 rows, the board has 8"),
        (
            "chess",
            "7k/8/8/2x5/8/8/8/K7 w - -",
            "x",
            "`x` is no piece's letter; they are K Q R B N P for White and k q r b n p for Black",
        ),
        ("chess", "7k/8/8/999/8/8/8/K7 w - -", "999", "999 empty tiles are more than the whole board has"),
        (
            "chess",
            "7k/8/8/8/8/8/8/K7 x - -",
            "x",
            "`x` is not a player's letter; the player to move is written `w` for White or `b` for Black",
        ),
        (
            "chess",
            "7k/8/8/8/8/8/8/K7 w X -",
            "X",
            "`X` is no castling letter; the letters are `K`, `Q`, `k` and `q`, or the file of a Rook; `-` for no castling rights",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/R3K3 w QK -",
            "K",
            "`K`: there is no Rook with which White's King on e1 could castle so",
        ),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w QQ -", "Q", "the right `Q` is written twice"),
        (
            "racingkings",
            "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w K - 0 1",
            "K",
            "there is no castling in this game: write `-`",
        ),
        ("chess", "4k3/8/8/8/8/8/8/4K3 b - e9", "e9", "`e9` is no tile of the board"),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 b - e3",
            "e3",
            "no move of White can have left the mark passant on e3",
        ),
        (
            "chess",
            "4k3/8/8/8/4P3/8/4P3/4K3 b - e3",
            "e3",
            "no move of White can have left the mark passant on e3",
        ),
        ("chess", "4k3/8/8/8/8/8/8/4K3 b - - x 1", "x", "`x` is not a number (clock)"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 b - - -1 1", "-1", "clock is never negative"),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 b - - 0 99999999999999999999",
            "99999999999999999999",
            "`99999999999999999999` is too big a number (moves)",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1 7 8",
            "7 8",
            "there are too many fields: a FEN of this game has 6",
        ),
        ("3check", "4k3/8/8/8/8/8/8/4K3 b - - 3 0 1", "3", "`3` is not how checks is written: 3+3"),
        (
            "chess",
            "8/8/8/8/8/8/8/4K3 b - - 0 1",
            "8/8/8/8/8/8/8/4K3",
            "Black has no King, which `legal` protects; where such positions are right, the rules say what is `valid` instead",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
            "4k3/8/8/8/8/8/8/K3R3",
            "it is White's turn, but Black can't have left it so: White's Rook on e1 attacks Black's King on e8",
        ),
    ];
    for (name, text, blamed, message) in cases {
        let error = game(name).specification().read_fen(text).expect_err(text);
        assert_eq!(error.message, message, "{text}");
        assert_eq!(&text[error.range], blamed, "{text}");
    }
}

/// A dialect of another program is a notation of the game: in it the game writes as that program does.
#[test]
fn dialects_are_written() {
    let cases = [
        ("shogi", "sfen", "4k4/9/9/9/9/9/9/9/4K4[PPrlll] b", "4k4/9/9/9/9/9/9/9/4K4 w 2Pr3l 1"),
        (
            "shogi",
            "sfen",
            "4k4/9/9/9/9/9/9/9/4K4[PNSRBGLrbgsnlp] w",
            "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1",
        ),
        ("shogi", "sfen", "startpos", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
        ("shogi", "as_in_chess", "4k4/9/9/9/9/9/9/9/4K4[P] b", "4k4/9/9/9/9/9/9/9/4K4[P] b - - 0 1"),
        ("minishogi", "sfen", "startpos", "rbsgk/4p/5/P4/KGSBR b - 1"),
    ];
    for (name, notation, text, written) in cases {
        let game = game(name).in_notation(notation).expect("a notation");
        let position = game.specification().read_fen(text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
        assert_eq!(game.specification().fen(&position), written, "{name} {notation}");
        assert_eq!(game.specification().read_fen(written).as_ref(), Ok(&position));
    }
}

/// A rule about legal positions may speak of pieces that need not be there.
#[test]
fn who_may_be_missing_may_be_missing() {
    let text = "variant \"Two kings\" of chess\n\npiece Prince \"D\"\n    move king\n\n\
                setup \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBND w Qkq - 0 1\"\n\n\
                turn\n    legal if no friend (King or Prince) attacked or count(friend (King or Prince)) > 1\n";
    let game = tilegame_tests::compile("two_kings.tg", text);
    assert!(game.specification().read_fen("4k3/8/8/8/8/8/8/3D4 w - - 0 1").is_ok());
    assert!(game.specification().read_fen("4k3/8/8/8/8/8/8/3K4 w - - 0 1").is_ok());
}

/// Numbers of players that fall below zero are read, also where a `-` stands between them.
#[test]
fn negative_numbers_are_read() {
    for between in ["+", "-", ","] {
        let text = format!(
            "variant \"Debts\" of chess\ncounter coins = 1 each\nturn\n    after move: coins - 2\n\
             notation\n    fen placement, turn, castling, mark passant, count coins \"{between}\", count clock, count moves\n"
        );
        let game = tilegame_tests::compile("debts.tg", &text);
        tilegame_tests::random_walk(&game, 1, 8, |position, _, _| {
            let text = game.specification().fen(position);
            assert_eq!(game.specification().read_fen(&text).as_ref(), Ok(position), "{text}");
        });
    }
}

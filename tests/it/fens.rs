//! Position texts: what is read besides what is written, and what is refused with which words.

use tilegame_runtime::notation::fen;
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
        // Ten files.
        ("capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", None),
        // A game that is over may lack what it was lost by.
        ("atomic", "rnbq1bnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKB1R b KQ - 0 4", None),
    ];
    for (name, text, canonical) in cases {
        let game = game(name);
        let position = fen::read(&game, text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
        assert_eq!(fen::write(&game, &position), canonical.unwrap_or(text), "{name}: {text}");
    }
}

/// Each text, the part of it that is to blame, and the words.
#[test]
fn refusals_say_where_and_why() {
    let cases = [
        ("chess", "", "", "the text ends before the field that says where the pieces stand"),
        ("chess", "7k/8/8/8/8/8/8/K7", "", "the text ends before the field that says whose turn it is"),
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
            "`x` is no player's letter; whose turn it is, is written `w` for White or `b` for Black",
        ),
        (
            "chess",
            "7k/8/8/8/8/8/8/K7 w X -",
            "X",
            "`X` is no castling letter; the letters are `K`, `Q`, `k` and `q`, or the file of a Rook; `-` if nobody may castle",
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
            "there are too many fields: this game's texts have 6",
        ),
        ("3check", "4k3/8/8/8/8/8/8/4K3 b - - 3 0 1", "3", "`3` is not how checks is written: 3+3"),
        ("chess", "8/8/8/8/8/8/8/4K3 b - - 0 1", "8/8/8/8/8/8/8/4K3", "Black has no King"),
        (
            "chess",
            "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
            "4k3/8/8/8/8/8/8/K3R3",
            "it is White's turn, but Black can't have left it so: White's Rook on e1 attacks Black's King on e8",
        ),
    ];
    for (name, text, blamed, message) in cases {
        let error = fen::read(&game(name), text).expect_err(text);
        assert_eq!(error.message, message, "{text}");
        assert_eq!(&text[error.range], blamed, "{text}");
    }
}

//! The 960 arrangements by their standard numbers, and the sums of their counts.
//!
//! The sums were counted with python-chess; the arrangements are those of the standard numbering.

use tilegame_tests::game;
use tilegame_tests::perft;

#[test]
fn numbers_are_the_standard_ones() {
    let game = game("chess960");
    assert_eq!(game.arrangements(), 960);
    let known = [
        (518, "rnbqkbnr"),
        (105, "qnrbbnkr"),
        (601, "rqnbbkrn"),
        (617, "rnqbbkrn"),
        (0, "bbqnnrkr"),
        (1, "bqnbnrkr"),
        (2, "bqnnrbkr"),
        (3, "bqnnrkrb"),
        (4, "qbbnnrkr"),
        (692, "rbbqknnr"),
        (959, "rkrnnqbb"),
    ];
    for (number, rank) in known {
        let position = game.arrangement(number).expect("it is in range").position();
        let text = game.specification().fen(&position);
        let upper = rank.to_uppercase();
        assert_eq!(text, format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{upper} w KQkq - 0 1"), "{number}");
    }
    assert!(game.arrangement(960).is_none());
}

#[test]
fn sums_over_all_arrangements() {
    let game = game("chess960");
    let sum = |depth| -> u64 {
        (0..960).map(|n| perft(&game, &game.arrangement(n).expect("it is in range").position(), depth)).sum()
    };
    assert_eq!(sum(1), 18_882);
    assert_eq!(sum(2), 371_766);
}

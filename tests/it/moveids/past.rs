//! What pieces have done.

use tilegame_dsl::ir;
use tilegame_tests::{compile, game};

use super::moves_after;

/// Plays moves on a board of its own and gives the moves of the first piece then.
fn targets_after(piece: &str, moves: &str) -> Vec<String> {
    let game = compile(
        "done.tg",
        &format!(
            "game \"Done\"\nboard\n    grid 6 x 6\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
             piece Mover \"X\"\n{piece}\npiece Walker \"P\"\n    quiet n  as walk\n    quiet n n  as leap\n\
             setup \"p4p/6/6/6/6/X4P w\"\n"
        ),
    );
    moves_after(&game, moves)
}

#[test]
fn once_is_once_for_each_piece() {
    let piece = "    id \"0110000m0000lM0r000000sr000000t00000er000000M0!\"\n    id \"1010000m000olM0r000000sr000000t00000er000000M0!\"";
    assert_eq!(targets_after(piece, ""), ["a1a2", "a1b1"]);
    assert_eq!(targets_after(piece, "a1b1 a6a5"), ["b1b2"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5"), ["a2a3", "a2b2"]);
}

#[test]
fn an_earlier_move_is_asked_for() {
    // To the right only if the last move of the piece was one forward.
    let piece = "    id \"0110000m0000lM0r000000sr000000t00000er000000M0!\"\n    id \"1010000m0000lM0110000m0000lM0r000000sr000000t00000er000000M0!r000000sr000000t00000er000000M0!\"";
    assert_eq!(targets_after(piece, ""), ["a1a2"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5"), ["a2a3", "a2b2"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5 f1f2 a5a4"), ["a2a3", "a2b2"], "another piece's move between");
    assert_eq!(targets_after(piece, "a1a2 a6a5 a2b2 a5a4"), ["b2b3"]);
}

#[test]
fn words_about_the_past_are_the_languages_own() {
    let piece = "    quiet n  as up\n    quiet e if last did up  as side\n    quiet w if did side and not last did side";
    assert_eq!(targets_after(piece, ""), ["a1a2"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5"), ["a2a3", "a2b2"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5 a2b2 a5a4"), ["b2b3"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5 a2b2 a5a4 b2b3 f6f5"), ["b3a3", "b3b4", "b3c3"]);
    let piece = "    quiet n if some enemy just did leap\n    quiet e";
    assert_eq!(targets_after(piece, "f1f2 a6a5"), ["a1b1"]);
    assert_eq!(targets_after(piece, "f1f2 a6a4"), ["a1a2", "a1b1"]);
    assert_eq!(targets_after(piece, "f1f2 a6a4 f2f3 f6f5"), ["a1b1"], "it is no longer the last move");
}

#[test]
fn a_partner_moves_at_once() {
    let piece = "    quiet n\n    id \"2010000m0000lM0r000000srFP0005t0040per000000M0!\"";
    assert_eq!(targets_after(piece, ""), ["a1a2", "a1c1"]);
    assert_eq!(targets_after(piece, "f1f2 a6a5"), ["a1a2"], "the partner has gone");
    let piece = "    quiet n\n    do e+e+e+e+e[friend Walker]{shift w+w} w+w+w  as pull";
    assert_eq!(targets_after(piece, ""), ["a1a2", "a1c1"]);
}

#[test]
fn labels_of_nested_ids_are_watched_once() {
    let rules: ir::Rules = game("chess-by-id").rules().clone();
    assert_eq!(rules.watches.len(), 1);
    assert_eq!(
        rules.labels[rules.watches[0].label.index()],
        "0210000m00f0lM0r000000sr000000t00000er000000M0!"
    );
}

//! Castling-like and en-passant-like moves as the scheme's document has them.

use tilegame_dsl::ir::Test;
use tilegame_runtime::{Game, compare};
use tilegame_tests::{compile, random_walk};

use super::{moves_after, placement};

/// A game on 8 x 8 with kings that must not be left attacked.
fn game_with(pieces: &str, standing: &str, turn: &str, more: &str) -> Game {
    let text = format!(
        "game \"Conditions\"\n\nboard\n    grid 8 x 8\n\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\n{pieces}\n\
         piece King \"K\" royal\n    move rot(n, ne)\n\npiece Rook \"R\"\n    move rot(n)*inf\n\n{more}\n\
         setup \"{} {turn}\"\n\nturn\n    legal if no friend royal attacked\n",
        placement(standing)
    );
    compile("conditions.tg", &text)
}

/// `X` goes two to the left, and a rook in front of it one to the right.
const ASIDE: &str = "piece Mover \"X\"\n    id \"2002000m0000lM0r000000srFR1000t0001per000000M0!\"\n";

/// White's king on f1 is attacked along its file by the rook on f8; the document's castling "cannot be performed in check". The move would
/// even put a rook into the way, so that nothing but this condition forbids it.
#[test]
fn no_castling_in_check_whoever_castles() {
    let game = game_with(ASIDE, "Xe4 Re5 Kf1 rf8 ka8", "w", "");
    assert_eq!(moves_after(&game, ""), [""; 0]);
    // The same position without the check: now the rook may step in front of nothing.
    let game = game_with(ASIDE, "Xe4 Re5 Kf1 rg8 ka8", "w", "");
    assert_eq!(moves_after(&game, ""), ["e4c4"]);
}

/// The one who castles is attacked by the rook on h4, and so are the tiles that it crosses and reaches; but check is about kings, and White's is
/// safe on f1. The document forbids castling in check only.
#[test]
fn castling_while_attacked_is_no_castling_in_check() {
    let game = game_with(ASIDE, "Xe4 Re5 Kf1 rh4 ka8", "w", "");
    assert_eq!(moves_after(&game, ""), ["e4c4"]);
    // A king that castles so may not be attacked, nor cross or reach an attacked tile.
    let king = "    id \"2010000m0000lM0r000000srFR0003t0020per000000M0!\"\n";
    let royal = |standing: &str| {
        let text = format!(
            "game \"Royal\"\nboard\n    grid 8 x 8\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
             piece King \"K\" royal\n{king}piece Rook \"R\"\n    move rot(n)*inf\nsetup \"{} w\"\n\
             turn\n    legal if no friend royal attacked\n",
            placement(standing)
        );
        moves_after(&compile("royal.tg", &text), "")
    };
    assert_eq!(royal("Ke1 Rh1 ka8 ra7"), ["e1g1"]);
    for attacker in ["re8", "rf8", "rg8"] {
        assert_eq!(royal(&format!("Ke1 Rh1 ka8 {attacker}")), [""; 0], "{attacker}");
    }
    // The rook may be attacked, and cross an attacked tile.
    assert_eq!(royal("Ke1 Rh1 ka8 rh8"), ["e1g1"]);
}

/// What check is, the line of the notation says where there is one: here a player is in check who has lost the guard.
#[test]
fn check_is_what_the_game_calls_check() {
    let more = "piece Guard \"G\"\n    move rot(n)\n\ntest bare = no friend Guard\n\nnotation\n    check \"+\" if bare\n";
    let pieces = ASIDE;
    assert_eq!(moves_after(&game_with(pieces, "Xe4 Re5 Kf1 rg8 ka8 Gh1", "w", more), ""), ["e4c4"]);
    assert_eq!(moves_after(&game_with(pieces, "Xe4 Re5 Kf1 rg8 ka8", "w", more), ""), [""; 0]);
    // The rook on f8 would forbid it where check is what `legal` forbids.
    assert_eq!(moves_after(&game_with(pieces, "Xe4 Re5 Kf1 rf8 ka8 Gh1", "w", more), ""), ["e4c4"]);
}

/// "Not if another castling-like move has been performed": X on a1 castles with the rook on d1, and then Y on a5 may not castle with the
/// rook on d5, nor may X castle again. Black may.
#[test]
fn castling_is_once_for_each_player() {
    let aside = "    id \"2010000m0000lM0r000000srFR0003t0020per000000M0!\"\n";
    let pieces = format!("piece First \"X\"\n{aside}\npiece Second \"Y\"\n{aside}");
    let standing = "Kh1 kh8 Xa1 Rd1 Ya5 Rd5 xa4 rd4";
    let game = game_with(&pieces, standing, "w", "");
    let all = |moves: &str| {
        let mut position = game.specification().start();
        for text in moves.split_whitespace() {
            let m = game.specification().read_uci(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            game.specification().make(&mut position, &m);
        }
        let mut found: Vec<String> = tilegame_tests::listed(&game, &position)
            .iter()
            .map(|m| game.specification().uci(&position, m))
            .collect();
        found.retain(|m| ["a1c1", "a5c5", "a4c4"].contains(&m.as_str()));
        found.sort();
        (found, position)
    };
    assert_eq!(all("").0, ["a1c1", "a5c5"]);
    assert_eq!(all("a1c1 h8g8").0, [""; 0]);
    assert_eq!(all("a5c5 h8g8").0, [""; 0]);
    assert_eq!(all("h1g1 h8g8").0, ["a1c1", "a5c5"]);
    assert_eq!(all("a1c1").0, ["a4c4"]);
    // It stays so when the piece that has castled is captured: the player has castled, not the piece.
    let taken = "Kh1 kh8 Xa1 Rd1 Ya5 Rd5 rc8";
    let game = game_with(&pieces, taken, "w", "");
    assert_eq!(moves_after(&game, "a1c1 c8c1 h1h2 c1c2"), [""; 0]);
    let seconds: Vec<String> = {
        let mut position = game.specification().start();
        for text in ["a1c1", "c8c1", "h1h2", "c1c2"] {
            let m = game.specification().read_uci(&position, text).expect("a move");
            game.specification().make(&mut position, &m);
        }
        tilegame_tests::listed(&game, &position)
            .iter()
            .map(|m| game.specification().uci(&position, m))
            .filter(|m| m == "a5c5")
            .collect()
    };
    assert_eq!(seconds, [""; 0]);
}

/// What nobody can use is not remembered: once no piece may castle any more, it does not matter who has castled, and the position is the one that
/// its text says.
#[test]
fn who_has_castled_is_forgotten_when_it_is_of_no_use() {
    let aside = "    id \"2010000m0000lM0r000000srFR0003t0020per000000M0!\"\n";
    let pieces = format!("piece First \"X\"\n{aside}");
    let game = game_with(&pieces, "Kh1 kh8 Xa1 Rd1", "w", "");
    let mut position = game.specification().start();
    let m = game.specification().read_uci(&position, "a1c1").expect("a move");
    game.specification().make(&mut position, &m);
    assert!(position.castled().is_empty());
    assert_eq!(game.specification().read_fen(&game.specification().fen(&position)), Ok(position));
    // A second one that has not moved might still castle.
    let two = format!("{pieces}\npiece Second \"Y\"\n{aside}");
    let game = game_with(&two, "Kh1 kh8 Xa1 Rd1 Ya5 Rd5", "w", "");
    let mut position = game.specification().start();
    let m = game.specification().read_uci(&position, "a1c1").expect("a move");
    game.specification().make(&mut position, &m);
    assert_eq!(position.castled().len(), 1);
    // Or where some other line asks.
    let asks = "end\n    safe_home: draw if castled and count(piece) = 2\n";
    let game = game_with(&pieces, "Kh1 kh8 Xa1 Rd1", "w", asks);
    let mut position = game.specification().start();
    let m = game.specification().read_uci(&position, "a1c1").expect("a move");
    game.specification().make(&mut position, &m);
    assert_eq!(position.castled().len(), 1);
}

/// `castled` is a word of the language; it is about the castling clause and about castling-like IDs alike.
#[test]
fn castled_is_said_of_every_castling() {
    let game = compile(
        "castled.tg",
        "variant \"Castled\" of chess\n\nextend piece Knight\n    quiet rot(n) if castled\n\nturn\n    after castling: clock = 0\n",
    );
    let steps = |moves: &str| {
        let mut position = game.specification().start();
        for text in moves.split_whitespace() {
            let m = game.specification().read_uci(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            game.specification().make(&mut position, &m);
        }
        tilegame_tests::listed(&game, &position)
            .iter()
            .any(|m| game.specification().uci(&position, m) == "f3g3")
    };
    let opening = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7";
    assert!(!steps(&format!("{opening} g3g4 g6g5")));
    assert!(steps(&format!("{opening} e1g1 e8g8 g3g4 g6g5")));
    assert!(!steps(&format!("{opening} g3g4 e8g8")), "the other player has");
}

/// "En passant requires a certain target piece and for said target piece to have just made a particular move." With `c`, as with any
/// move, an enemy may stand on the target, and is captured as well.
#[test]
fn capture_is_honoured_beside_a_victim() {
    let piece = "piece Mover \"X\"\n    id \"111000cmj000lM0r000000sr000000t00000erfR0001M0!\"\n";
    let game = game_with(piece, "Xd4 rd5 re4 re5 Kh1 kh8", "w", "");
    let start = game.specification().start();
    let found = tilegame_tests::listed(&game, &start);
    let m = found.iter().find(|m| game.specification().uci(&start, m) == "d4e5").expect("it is a move");
    let mut after = start.clone();
    game.specification().make(&mut after, m);
    // Both are gone: the one beside it and the one on the target; the third rook stays.
    assert_eq!(game.specification().fen(&after), "7k/8/8/3rX3/8/8/8/7K b");
    // Without `c` the target must be empty, without `m` it must not.
    let quiet = piece.replace("111000cmj", "1110000mj");
    assert_eq!(moves_after(&game_with(&quiet, "Xd4 re4 re5 Kh1 kh8", "w", ""), ""), [""; 0]);
    assert_eq!(moves_after(&game_with(&quiet, "Xd4 re4 Kh1 kh8", "w", ""), ""), ["d4e5"]);
    let capture = piece.replace("111000cmj", "111000c0j");
    assert_eq!(moves_after(&game_with(&capture, "Xd4 re4 re5 Kh1 kh8", "w", ""), ""), ["d4e5"]);
    assert_eq!(moves_after(&game_with(&capture, "Xd4 re4 Kh1 kh8", "w", ""), ""), [""; 0]);
}

/// A castling-like move with `c` captures on its target, and attacks nothing all the same: nobody is in check by castling.
#[test]
fn castling_that_captures_attacks_nothing() {
    let piece = "piece Mover \"X\"\n    id \"201000cmj000lM0r000000srFR1000t0001per000000M0!\"\n";
    let game = game_with(piece, "Xe4 Re5 Kf1 kg4 rf8", "w", "");
    // In check by the rook: no.
    assert_eq!(moves_after(&game, ""), [""; 0]);
    let game = game_with(piece, "Xe4 Re5 Kf1 rg4 ka8", "w", "");
    assert_eq!(moves_after(&game, ""), ["e4g4"]);
    // A king on the target is not attacked by it, so it checks nobody.
    let game = game_with(piece, "Xe4 Re5 Kf1 kg4", "b", "");
    let start = game.specification().start();
    assert!(game.state(&start).checked().is_empty());
    assert_eq!(compare::differ(&game, &start), Ok(None));
}

/// A victim on the way of a rider is in the way until the move is over, and on the target it is captured once.
#[test]
fn a_victim_stops_a_rider() {
    let piece = "piece Mover \"X\"\n    id \"011000cm0n00lM0r000000sr000000t00000erfR2000M0!\"\n";
    let game = game_with(piece, "Xd1 rd3 Kh1 kh8", "w", "");
    let start = game.specification().start();
    assert_eq!(moves_after(&game, ""), ["d1d2", "d1d3"]);
    for (text, wanted) in [("d1d2", "7k/8/8/8/8/8/3X4/7K b"), ("d1d3", "7k/8/8/8/8/3X4/8/7K b")] {
        let mut after = start.clone();
        let m = game.specification().read_uci(&start, text).expect("a move");
        game.specification().make(&mut after, &m);
        assert_eq!(game.specification().fen(&after), wanted, "{text}");
    }
    // Without the victim there is no move; with one beside the way there are all.
    assert_eq!(moves_after(&game_with(piece, "Xd1 rd4 Kh1 kh8", "w", ""), ""), [""; 0]);
    let beside = piece.replace("erfR2000", "erfR2001");
    let game = game_with(&beside, "Xd6 re8 Kh1 kh7", "w", "");
    assert_eq!(moves_after(&game, ""), ["d6d7", "d6d8"]);
}

/// Both engines play these games alike.
#[test]
fn engines_agree_on_castling_like_moves() {
    let aside = "    id \"2010000m0000lM0r000000srFR0003t0020per000000M0!\"\n    move rot(n)\n";
    let two = format!("piece First \"X\"\n{aside}\npiece Second \"Y\"\n{aside}");
    let counted = "counter castlings = 0 each\n\nturn\n    after castling: castlings + 1\n\nend\n    enough: win if castlings of enemy >= 1 and castled\n";
    let games = [
        game_with(ASIDE, "Xe4 Re5 Kf1 rf8 ka8", "w", ""),
        game_with(&two, "Kh1 kh8 Xa1 Rd1 Ya5 Rd5 xa8 rd8 ya4 rd4", "w", ""),
        game_with(&two, "Kh1 kh8 Xa1 Rd1 Ya5 Rd5 xa8 rd8 ya4 rd4", "w", counted),
        compile(
            "castled.tg",
            "variant \"Castled\" of chess\n\nextend piece Knight\n    quiet rot(n) if castled\n",
        ),
    ];
    for game in &games {
        assert!(game.why_slow().is_none(), "{:?}", game.specification().bitset().err());
        for seed in 0..20 {
            random_walk(game, seed, 30, |position, _, _| {
                let difference = compare::differ(game, position).expect("it is taken");
                assert_eq!(difference, None, "{}", game.specification().fen(position));
            });
        }
    }
}

/// The guard of the castling-like moves of chess asks for no more than the castling clause does.
#[test]
fn castling_by_id_asks_for_the_games_check() {
    let game = tilegame_tests::game("chess-by-id");
    let king = game.rules().kind("King").expect("a king");
    let castling: Vec<_> =
        game.rules().kinds[king.index()].rules.iter().filter(|rule| rule.castles).collect();
    assert_eq!(castling.len(), 2);
    for rule in castling {
        let Test::And(parts) = &rule.guard else { panic!("{:?}", rule.guard) };
        assert_eq!(parts[0], Test::MayCastle);
        assert!(parts.contains(&Test::Not(Box::new(Test::Castled))));
        assert!(parts.iter().any(|t| matches!(t, Test::Not(inner) if matches!(**inner, Test::Before(_)))));
    }
}

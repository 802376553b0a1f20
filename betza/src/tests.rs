//! Readings that have been tried with Fairy-Stockfish, and properties of all texts.

use proptest::prelude::*;

use crate::{Betza, Dialect, Leg, Mode, On, encode};

fn rules(text: &str, dialect: Dialect) -> Vec<String> {
    let betza = Betza::read(text, dialect).unwrap_or_else(|e| panic!("{text}: {e}"));
    betza.rules().unwrap_or_else(|e| panic!("{text}: {e}")).iter().map(ToString::to_string).collect()
}

#[test]
fn texts_have_the_rules_that_say_the_same() {
    use Dialect::{FairyStockfish as Fsf, XBoard};
    let table: &[(&str, Dialect, &[&str])] = &[
        ("N", Fsf, &["move sym(n+n+e)"]),
        ("fmWfcF", Fsf, &["quiet n", "capture mirror(ne)"]),
        ("ffN", Fsf, &["move mirror(n+n+e)"]),
        ("fsN", Fsf, &["move mirror(e+e+n)"]),
        ("hrN", Fsf, &["move rot(n+n+e)"]),
        ("NN", Fsf, &["move sym(n+n+e)*inf"]),
        ("N2", Fsf, &["move sym(n+n+e)*1..2"]),
        ("nN", Fsf, &["move sym(n ne)"]),
        ("nZ", Fsf, &["move sym(n ne ne)"]),
        ("nA", Fsf, &["move rot(ne ne)"]),
        ("nD", Fsf, &["move rot(n n)"]),
        ("R4", Fsf, &["move rot(n)*1..4"]),
        ("pR", Fsf, &["move rot(n*0.. n[piece] n*0.. n)"]),
        ("gR", Fsf, &["move rot(n*0.. n[piece] n)"]),
        ("pR2", Fsf, &["move rot(n[piece] n)"]),
        ("pR3", Fsf, &["move rot(n[piece] n*1..2, n n[piece] n)"]),
        ("fRrbBlbF", Fsf, &["move ((n, se)*inf, sw)"]),
        ("mQ2cK", Fsf, &["quiet rot(n, ne)*1..2", "capture rot(n, ne)"]),
        ("imD", Fsf, &["quiet rot(n+n) if on second_rank"]),
        ("fK", Fsf, &["move (n, mirror(ne))"]),
        ("fK", XBoard, &["move n"]),
        ("fceF", Fsf, &["capture mirror(ne)", "capture mirror(ne) onto passant"]),
        (
            "fmWfceFifmnD",
            XBoard,
            &[
                "quiet n",
                "capture mirror(ne)",
                "capture mirror(ne) onto passant",
                "quiet n{mark passant} n if first",
            ],
        ),
        ("afsW", XBoard, &["move sym(n ne)"]),
        ("afsF", XBoard, &["move sym(ne n)"]),
        ("FyafsF", XBoard, &["move (rot(ne), sym(ne n*0.. n))"]),
        ("cabK", XBoard, &["act rot(n[enemy]{take}, ne[enemy]{take})"]),
        ("jD", XBoard, &["move rot(n[piece] n)"]),
        ("jR", XBoard, &["move rot(n[empty or piece] n*0.. n)"]),
        ("zB", XBoard, &["move sym((ne nw)*inf, (ne nw)*0.. ne)"]),
        ("[F?R]", XBoard, &["move (rot(ne), sym(ne n*0.. n))"]),
        ("[W-F]", XBoard, &["move sym(n ne)"]),
        ("(4,1)", XBoard, &["move sym(n+n+n+n+e)"]),
        ("FX", XBoard, &["move sym(n+n+n+n+e)"]),
        ("dfW", XBoard, &["do n[friend]{take}"]),
        ("cafmW", XBoard, &["do rot(n[enemy]{take} n[empty])"]),
        ("mpafW", XBoard, &["move rot(n[empty or piece] n)"]),
    ];
    let mut wrong = Vec::new();
    for (text, dialect, expected) in table {
        let mut found = rules(text, *dialect);
        let mut expected: Vec<String> = expected.iter().map(|s| (*s).to_owned()).collect();
        found.sort();
        expected.sort();
        if found != expected {
            wrong.push(format!("{text}: {found:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_means_nothing_is_an_error_at_its_place() {
    use Dialect::{FairyStockfish as Fsf, XBoard};
    let table = [
        ("", Fsf, 0..0),
        ("jR", Fsf, 0..1),
        ("WyF", Fsf, 1..2),
        ("DD", Fsf, 0..2),
        ("A2", Fsf, 0..2),
        ("R10", Fsf, 0..3),
        ("nC", Fsf, 0..2),
        ("pN", Fsf, 0..2),
        ("icR", Fsf, 0..3),
        ("mf", Fsf, 0..2),
        ("X", Fsf, 0..1),
        ("WoB", XBoard, 1..2),
        ("uW", XBoard, 0..1),
        ("(4", XBoard, 0..2),
        ("[F]", XBoard, 0..3),
        ("mmW", XBoard, 1..2),
        ("hhN", XBoard, 0..2),
        ("sfN", Fsf, 0..3),
    ];
    for (text, dialect, at) in table {
        let wrong = Betza::read(text, dialect).expect_err(text);
        assert_eq!(wrong.at, at, "{text}: {wrong}");
    }
}

#[test]
fn the_shortest_text_is_found() {
    for text in [
        "N", "K", "Q", "R", "B", "NN", "mRcpR", "gQ", "mfWcfF", "nN", "nA", "afsW", "cabK", "C", "R4", "hrN",
        "KNAD",
    ] {
        let moves = Betza::read(text, Dialect::XBoard).unwrap().moves().unwrap();
        let found = encode(&moves, Dialect::XBoard).unwrap();
        let again = Betza::read(&found, Dialect::XBoard).unwrap().moves().unwrap();
        assert_eq!(again, moves, "{text} {found}");
        assert!(found.len() <= text.len(), "{text} {found}");
    }
}

#[test]
fn directions_select_what_fairy_stockfish_selects() {
    // Each row: letters, and the moves that pyffish 0.0.90 lists for a piece with them in the middle of an empty board.
    for row in include_str!("directions.txt").lines().filter(|l| !l.starts_with('#')) {
        let (text, expected) = row.split_once(':').unwrap();
        let found = match Betza::read(&format!("m{text}"), Dialect::FairyStockfish) {
            Ok(betza) => betza.moves().unwrap(),
            Err(_) => Vec::new(),
        };
        let mut found: Vec<String> = found
            .iter()
            .map(|m| format!("{},{}", m.legs[0].steps[0].right, m.legs[0].steps[0].forward))
            .collect();
        found.sort();
        let mut expected: Vec<String> = expected.split_whitespace().map(str::to_owned).collect();
        expected.sort();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn what_stays_is_known() {
    let back = Betza::read("mabW", Dialect::XBoard).unwrap().moves().unwrap();
    assert!(back.iter().all(crate::Move::stays));
    assert!(
        back.iter().all(|m| m.mode == Mode::Quiet && m.legs[0] == Leg { on: On::Empty, ..m.legs[0].clone() })
    );
}

/// A term in one of the dialects.
fn term() -> impl Strategy<Value = String> {
    let modality = prop_oneof!["", "m", "c", "n", "p", "g", "i", "in", "j", "z", "q"];
    let leg = prop_oneof!["", "a", "ca", "pa", "mpa", "ya", "ga"];
    let directions = "[fblrsvh]{0,3}";
    let atom = prop_oneof!["[WFDNAHCZGKRBQ]", "[WFNKRBQ][2-9]", "NN", "AA"];
    (leg, modality, directions, atom).prop_map(|(leg, m, d, a)| format!("{leg}{m}{d}{a}"))
}

proptest! {
    #[test]
    fn encoding_and_reading_are_inverse(terms in prop::collection::vec(term(), 1..4), fsf: bool) {
        let dialect = if fsf { Dialect::FairyStockfish } else { Dialect::XBoard };
        let Ok(betza) = Betza::read(&terms.concat(), dialect) else { return Ok(()) };
        let moves = betza.moves().unwrap();
        if let Ok(text) = encode(&moves, dialect) {
            prop_assert_eq!(Betza::read(&text, dialect).unwrap().moves().unwrap(), moves, "{}", text);
        }
    }

    #[test]
    fn no_text_makes_reading_panic(text in "[a-zA-Z0-9(),?\\[\\]-]{0,12}", fsf: bool) {
        let dialect = if fsf { Dialect::FairyStockfish } else { Dialect::XBoard };
        if let Ok(betza) = Betza::read(&text, dialect) {
            _ = betza.rules();
            prop_assert_eq!(betza.to_string(), text);
            prop_assert!(!crate::explain::explain(&betza).is_empty());
        }
    }
}

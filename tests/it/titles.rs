//! What games are called: in tags of PGN, on the command line, by other programs.

use std::collections::BTreeMap;

use tilegame_dsl::library;
use tilegame_record::pgn;
use tilegame_runtime::ir::plain_name;
use tilegame_tests::{game, names};

/// What sites and programs write, and which game it is.
const WRITTEN: [(&str, &str); 43] = [
    ("Standard", "chess"),
    ("Chess", "chess"),
    ("normal", "chess"),
    ("Chess960", "chess960"),
    ("Chess 960", "chess960"),
    ("chess-960", "chess960"),
    ("Fischerandom", "chess960"),
    ("FischeRandom", "chess960"),
    ("Fischer Random Chess", "chess960"),
    ("Fisherandom", "chess960"),
    ("Crazyhouse", "crazyhouse"),
    ("CRAZYHOUSE", "crazyhouse"),
    ("Crazy House", "crazyhouse"),
    ("Three-check", "3check"),
    ("Three-Check", "3check"),
    ("threecheck", "3check"),
    ("3check", "3check"),
    ("3-check", "3check"),
    ("3 Check", "3check"),
    ("King of the Hill", "kingofthehill"),
    ("kingOfTheHill", "kingofthehill"),
    ("KOTH", "kingofthehill"),
    ("Racing Kings", "racingkings"),
    ("racingKings", "racingkings"),
    ("Antichess", "antichess"),
    ("Atomic", "atomic"),
    ("Horde", "horde"),
    ("Capablanca", "capablanca"),
    ("knightmate", "knightmate"),
    ("Los Alamos", "losalamos"),
    ("berolina", "berolina"),
    ("nocastle", "nocastle"),
    ("Chinese chess", "xiangqi"),
    ("Xiangqi", "xiangqi"),
    ("Mini Xiangqi", "minixiangqi"),
    ("shogi", "shogi"),
    ("Mini-shogi", "minishogi"),
    ("Korean Chess", "janggi"),
    ("flipello", "flipello"),
    ("Placement", "prechess"),
    ("Nightrider", "nightrider"),
    ("5check", "5check"),
    ("Tic-Tac-Toe", "tictactoe"),
];

#[test]
fn games_are_known_by_many_names() {
    for (written, name) in WRITTEN {
        assert_eq!(library::called(written), Some(name), "{written}");
        let game = game(name);
        assert!(game.rules().is_called(written), "{written}");
        let (games, _) = pgn::parse(&format!("[Variant \"{written}\"]\n\n*"));
        assert!(pgn::replay(&game, &games[0]).is_ok(), "{written}");
    }
    for nobody in ["", " ", "-", "chess!?x", "Jetan", "games/chess.tg"] {
        assert_eq!(library::called(nobody), None, "{nobody}");
    }
}

/// No name is that of two games, and what a game is called by its file, it is called by.
#[test]
fn every_name_is_of_one_game() {
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    for name in names() {
        let game = game(name);
        let rules = game.rules();
        for called in rules.notation.variant.iter().chain([&rules.title, &rules.name]) {
            let other = known.insert(plain_name(called), name).unwrap_or(name);
            assert_eq!(other, name, "{called}");
            assert_eq!(library::called(called), Some(name), "{called}");
        }
    }
}

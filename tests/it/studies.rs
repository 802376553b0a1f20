//! The command `study`.

use std::path::Path;

use serde_json::Value;
use tilegame::Exit;

use crate::command::run_in;

fn study(args: &[&str]) -> String {
    let answer = run_in(Path::new(""), &[&["study"], args].concat(), "");
    assert!(answer.exit == Exit::Fine, "{}", answer.err);
    answer.out
}

fn data(args: &[&str]) -> Value {
    serde_json::from_str(&study(&[args, &["--json"]].concat())).expect("JSON")
}

/// In random games of tic-tac-toe the first player wins 58.49 %, the second 28.81 %, and 12.70 % are drawn: by counting all games with
/// their probabilities. So the first player gets 64.84 % of the points.
#[test]
fn random_games_of_tictactoe_go_as_they_must() {
    let study = data(&["tictactoe", "--games", "4000"]);
    let player = &study["players"][0];
    let (points, error) =
        (player["points"].as_f64().expect("points"), player["error"].as_f64().expect("an error"));
    assert!((points - 0.6484).abs() < 2.0 * error && error < 0.02, "{points} ± {error}");
    assert!((study["undecided"].as_f64().expect("a share") - 0.127).abs() < 0.025);
    assert!(study["length"]["shortest"] == 5 && study["length"]["longest"] == 9);
    assert_eq!(study["tiles_chosen"], 1.0);
    let remarks = study["remarks"].to_string();
    assert!(remarks.contains("gets clearly more than a fair share"), "{remarks}");
}

/// The same seed brings the same games, however many are played at the same time.
#[test]
fn studies_can_be_repeated() {
    let once = study(&["losalamos", "--games", "12", "--most-plies", "60"]);
    assert_eq!(study(&["losalamos", "--games", "12", "--most-plies", "60", "--concurrency", "3"]), once);
    assert_ne!(study(&["losalamos", "--games", "12", "--most-plies", "60", "--seed", "2"]), once);
}

#[test]
fn levels_are_studied_too() {
    let study = data(&["minishogi", "--games", "6", "--level", "2", "--most-plies", "100"]);
    assert_eq!((&study["games"], &study["played_by"]), (&6.into(), &"level 2".into()));
    let pieces = study["pieces"].as_array().expect("pieces");
    let worth =
        |name: &str| pieces.iter().find(|piece| piece["name"] == name).expect("a piece")["worth"].as_i64();
    assert!(worth("Rook") > worth("Pawn"));
    // Games of more than two players, and of pieces that carry others.
    for game in ["three-player", "convoy"] {
        assert!(
            self::study(&[game, "--games", "2", "--most-plies", "40"])
                .contains("2 games played by random moves")
        );
    }
}

/// All captures count: by the move itself, by what follows from it, and those of both players; who comes over is not captured.
#[test]
fn captures_by_consequences_are_captures() {
    let number = |args: &[&str], what: &str| -> u64 {
        let study = data(args);
        study["pieces"]
            .as_array()
            .expect("pieces")
            .iter()
            .map(|piece| piece[what].as_u64().expect("a number"))
            .sum()
    };
    assert!(number(&["tablut", "--games", "5"], "captured") > 0);
    assert!(number(&["go9", "--games", "2"], "captured") > 0);
    assert!(number(&["chess", "--games", "2"], "captured") > 0);
    assert_eq!(number(&["othello", "--games", "3"], "captured"), 0);
}

/// Every column of the table has its value.
#[test]
fn pieces_that_are_placed_are_counted() {
    let args = ["go9", "--games", "2"];
    let placed = data(&args)["pieces"][0]["placed"].as_u64().expect("a number");
    let text = study(&args);
    let row = text.lines().find(|line| line.starts_with("Stone ")).expect("a row");
    assert!(placed > 0 && row.ends_with(&format!(" {placed}")), "{row}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for args in [["chess", "--level", "21"], ["chess", "--games", "0"], ["nothing", "--games", "1"]] {
        let answer = run_in(Path::new(""), &[&["study"], args.as_slice()].concat(), "");
        assert!(answer.exit != Exit::Fine && answer.out.is_empty() && !answer.err.is_empty());
    }
}

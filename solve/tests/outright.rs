//! Games solved outright, against a plain recursion that remembers FENs.

use std::collections::HashMap;

use tilegame_runtime::{Game, State, library};
use tilegame_solve::certificate::{Certificate, Flaw};
use tilegame_solve::outright::Outright;
use tilegame_solve::{Unsolvable, Unsolved, Value};

fn solved(start: &State) -> Outright {
    Outright::solve(start, 1_000_000, &mut |_| true).expect("a solution")
}

/// What a position is worth in a game in which none comes again, and how many positions there are.
fn recursive(state: &State, known: &mut HashMap<String, Value>) -> Value {
    let name = state.fen();
    if let Some(value) = known.get(&name) {
        return *value;
    }
    let value = match state.outcome() {
        Some(outcome) => match outcome.winner() {
            None => Value::Draw,
            Some(winner) if winner == state.to_move() => Value::Win(0),
            Some(_) => Value::Loss(0),
        },
        None => {
            let behind: Vec<Value> =
                state.legal_moves().iter().map(|m| recursive(&state.after(*m), known)).collect();
            let losses = behind.iter().filter_map(|v| if let Value::Loss(n) = v { Some(*n) } else { None });
            let wins = behind.iter().filter_map(|v| if let Value::Win(n) = v { Some(*n) } else { None });
            match (losses.min(), wins.clone().count() == behind.len()) {
                (Some(plies), _) => Value::Win(plies + 1),
                (None, true) => Value::Loss(wins.max().expect("a move") + 1),
                (None, false) => Value::Draw,
            }
        }
    };
    known.insert(name, value);
    value
}

/// A game of the library on another board.
fn on_board(file: &str, changes: &[(&str, &str)]) -> Game {
    let mut text = library::text(&format!("games/{file}.tg")).expect(file).to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{file}: {old}");
        text = text.replacen(old, new, 1);
    }
    // What is tested in the file is about the board as it was.
    let rules = text.split("\ntests\n").next().expect("a text");
    Game::from_source(&format!("{file}.tg"), rules, |_| None)
        .unwrap_or_else(|e| panic!("{}", e.render(false)))
}

fn small_games() -> Vec<(&'static str, Game, Value, u64)> {
    let four_in_a_row = |grid: &str, setup: &str| {
        let old = "\"7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w\"";
        on_board("cfour", &[("grid 7 x 6", grid), (old, setup)])
    };
    vec![
        ("noughts and crosses", Game::from_library("tictactoe").expect("a game"), Value::Draw, 5_478),
        ("hexapawn", Game::from_library("hexapawn").expect("a game"), Value::Loss(6), 135),
        (
            "hexapawn on four files",
            on_board("hexapawn", &[("grid 3 x 3", "grid 4 x 3"), ("ppp/3/PPP", "pppp/4/PPPP")]),
            Value::Win(5),
            1_128,
        ),
        // 161,029 positions are what John Tromp has counted for this board; nobody wins.
        (
            "four in a row on four files",
            four_in_a_row("grid 4 x 4", "\"4/4/4/4[PPPPPPPPpppppppp] w\""),
            Value::Draw,
            161_029,
        ),
    ]
}

#[test]
fn small_games_are_worth_what_is_known() {
    for (name, game, value, positions) in small_games() {
        let solved = solved(&game.start());
        let mut known = HashMap::new();
        assert_eq!(recursive(&game.start(), &mut known), solved.value(), "{name}");
        assert_eq!(known.len() as u64, solved.counts().positions, "{name}");
        assert_eq!((solved.value(), solved.counts().positions), (value, positions), "{name}");
        assert_eq!(
            solved.line().len(),
            if let Value::Loss(n) | Value::Win(n) = value { n as usize } else { 0 }
        );
    }
}

#[test]
fn certificates_are_checked() {
    for (name, game, ..) in small_games() {
        let solved = solved(&game.start());
        let certificates = solved.certificates(&mut |_| true).expect("certificates");
        assert_eq!(certificates.len(), if solved.winner().is_some() { 1 } else { 2 }, "{name}");
        for certificate in certificates {
            let read = Certificate::read(&certificate.write()).expect("a certificate");
            let checked = read[0].check(&game).unwrap_or_else(|flaw| panic!("{name}: {flaw}"));
            assert_eq!(checked.own, certificate.len(), "{name}");
        }
    }
}

#[test]
fn a_changed_certificate_is_refused() {
    let game = Game::from_library("hexapawn").expect("a game");
    let [certificate] = <[_; 1]>::try_from(solved(&game.start()).certificates(&mut |_| true).expect("one"))
        .expect("one certificate");
    let text = certificate.write();
    let lines: Vec<&str> = text.lines().collect();
    let refused = |text: &str| Certificate::read(text).expect("a certificate")[0].check(&game).err();
    assert_eq!(refused(&text), None);
    for left_out in 5..lines.len() {
        let fewer: Vec<&str> =
            lines.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, l)| *l).collect();
        let flaw = refused(&fewer.join("\n"));
        assert!(matches!(flaw, Some(Flaw::Position { .. })), "{flaw:?}");
    }
    let sooner = refused(&text.replace("wins in 6", "wins in 4")).expect("a flaw").to_string();
    assert!(sooner.starts_with("the win would take longer than claimed from here: "), "{sooner}");
    let other = refused(&text.replace("claim Black", "claim White")).expect("a flaw").to_string();
    assert!(other.starts_with("the certificate does not say what to do here: "), "{other}");
    let nobody = refused(&text.replace("claim Black", "claim Green")).expect("a flaw").to_string();
    assert_eq!(nobody, "this game knows no claim `Green wins in 6 plies`");
    let error = Certificate::read(&text.replace("claim", "says")).expect_err("no certificate");
    assert_eq!(error.to_string(), "line 5: here should be `claim`");
}

#[test]
fn other_games_are_refused_with_the_reason() {
    let why = |name: &str| {
        let start = Game::from_library(name).expect(name).start();
        Outright::solve(&start, 1_000, &mut |_| true).err().expect("an error")
    };
    assert_eq!(why("four-player"), Unsolvable::Players(4).into());
    assert_eq!(why("selection"), Unsolvable::Plane.into());
    assert_eq!(why("go9"), Unsolvable::Past.into());
    assert_eq!(why("bughouse"), Unsolvable::Receives.into());
    assert_eq!(why("chess"), Unsolved::TooMany(1_000));
}

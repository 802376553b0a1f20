//! Forced wins in many games, against a search of full width.

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, State};
use tilegame_solve::Unsolved;
use tilegame_solve::mates::{Limits, Verdict, prove};

/// Whether a player can win in so many plies, found by looking at everything.
fn wins(state: &State, player: PlayerId, plies: u32) -> bool {
    if let Some(outcome) = state.outcome() {
        return outcome.winner() == Some(player);
    }
    let moves = state.legal_moves();
    if plies == 0 || moves.is_empty() {
        return false;
    }
    let mut after = moves.iter().map(|m| wins(&state.after(*m), player, plies - 1));
    if state.to_move() == player { after.any(|won| won) } else { after.all(|won| won) }
}

fn problems() -> impl Iterator<Item = (String, u32, State)> {
    let lines = include_str!("mates.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let [game, plies, fen] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let state = Game::from_library(game).expect(game).read_fen(fen).expect(fen);
        (line.to_owned(), plies.parse().expect("a number"), state)
    })
}

#[test]
fn wins_are_found_shown_and_checked() {
    for (problem, plies, state) in problems() {
        let limits = Limits { plies: 9, positions: 200_000 };
        let verdict = prove(&state, &limits, &mut |_| true).expect(&problem);
        let Verdict::Wins(win) = verdict else { panic!("{problem}: no win") };
        assert_eq!((win.plies, win.line.len() as u32), (plies, plies), "{problem}");
        assert!(wins(&state, state.to_move(), plies), "{problem}");
        assert!(!wins(&state, state.to_move(), plies - 1), "{problem}");
        let checked = win.certificate.check(state.game());
        assert_eq!(checked.expect(&problem).own, win.certificate.len(), "{problem}");
    }
}

#[test]
fn where_there_is_no_win_that_is_said() {
    for (problem, plies, state) in problems().filter(|(_, plies, _)| *plies > 1) {
        let limits = Limits { plies: plies - 1, positions: 200_000 };
        let verdict = prove(&state, &limits, &mut |_| true).expect(&problem);
        assert!(matches!(verdict, Verdict::NoWin { .. }), "{problem}");
    }
    let over = Game::from_library("chess")
        .expect("a game")
        .read_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        .expect("a FEN");
    let verdict = prove(&over, &Limits { plies: 400, positions: 10 }, &mut |_| true);
    assert_eq!(verdict, Ok(Verdict::NoWin { positions: 1 }));
}

#[test]
fn a_search_has_limits_and_can_be_stopped() {
    let start = Game::from_library("chess").expect("a game").start();
    let limits = Limits { plies: 9, positions: 5_000 };
    assert_eq!(prove(&start, &limits, &mut |_| true), Err(Unsolved::TooMany(5_000)));
    assert_eq!(
        prove(&start, &Limits { positions: 100_000, ..limits }, &mut |_| false),
        Err(Unsolved::Stopped)
    );
}

//! Positions of games of all families in which the player to move can force a win, and in how many plies: `tests/mates`.
//!
//! The positions are those of random games (of two in `racingkings`, the clock was set back). The numbers were found by going through all moves of
//! both players, which is done here apart from the solver. In the twelve games that Fairy-Stockfish knows on boards of up to 64 tiles, its search
//! found the same.

use std::fs;
use std::path::{Path, PathBuf};

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, Move, State};
use tilegame_solve::mates::{Limits, Verdict, prove};

/// The games, and in how many plies a win is looked for at most.
const GAMES: [(&str, u32); 19] = [
    ("3check", 3),
    ("breakthrough", 5),
    ("capablanca", 3),
    ("chess", 3),
    ("crazyhouse", 3),
    ("extinction", 3),
    ("glinski", 3),
    ("horde", 3),
    ("khet", 3),
    ("kingofthehill", 3),
    ("knightmate", 3),
    ("losalamos", 5),
    ("minishogi", 3),
    ("morris", 3),
    ("racingkings", 3),
    ("shogi", 3),
    ("tablut", 3),
    ("torishogi", 3),
    ("xiangqi", 3),
];

/// So many positions of each game.
const POSITIONS: usize = 12;

fn path(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("mates").join(format!("{game}.tsv"))
}

#[test]
fn shortest_wins_are_found() {
    for (name, _) in GAMES {
        let game = Game::from_library(name).expect(name);
        let text = fs::read_to_string(path(name)).expect(name);
        let mut lines = text.lines().skip_while(|line| line.starts_with('#'));
        assert_eq!(lines.next(), Some("plies\tfen"), "{name}");
        let mut seen = 0;
        for line in lines {
            let (plies, fen) = line.split_once('\t').expect(line);
            let plies: u32 = plies.parse().expect(line);
            let state = game.read_fen(fen).expect(line);
            let limits = Limits { plies, positions: 1_000_000 };
            let Ok(Verdict::Wins(win)) = prove(&state, &limits, &mut |_| true) else {
                panic!("{name}: {line}: no win");
            };
            assert_eq!(win.plies, plies, "{name}: {line}");
            assert!(win.certificate.check(&game).is_ok(), "{name}: {line}");
            let sooner = Limits { plies: plies - 1, ..limits };
            let none = prove(&state, &sooner, &mut |_| true);
            assert!(matches!(none, Ok(Verdict::NoWin { .. })), "{name}: {line}");
            seen += 1;
        }
        assert_eq!(seen, POSITIONS, "{name}");
    }
}

/// Whether the player to move can win in so many plies, by going through all moves; nothing if this would take more than the rest.
fn wins_in(state: &State, plies: u32, rest: &mut u64) -> Option<bool> {
    *rest = rest.checked_sub(1)?;
    let me = state.to_move();
    for m in state.legal_moves().iter() {
        let next = state.after(*m);
        let won = match next.outcome() {
            Some(outcome) => outcome.winner() == Some(me),
            None if plies > 1 => loses_in(&next, plies - 1, rest)?,
            None => false,
        };
        if won {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether every move of the player to move loses in so many plies.
fn loses_in(state: &State, plies: u32, rest: &mut u64) -> Option<bool> {
    let me = state.to_move();
    for m in state.legal_moves().iter() {
        let next = state.after(*m);
        let lost = match next.outcome() {
            Some(outcome) => outcome.winner().is_some_and(|winner| winner != me),
            None => plies > 1 && wins_in(&next, plies - 1, rest)?,
        };
        if !lost {
            return Some(false);
        }
    }
    Some(true)
}

/// Writes the files anew: `cargo test -p tilegame-tests --test it -- --ignored mates::write`.
#[test]
#[ignore = "it writes the files"]
fn write() {
    fs::create_dir_all(path("chess").parent().expect("a folder")).expect("a folder");
    for (name, most) in GAMES {
        let game = Game::from_library(name).expect(name);
        let mut rng = fastrand::Rng::with_seed(38);
        let mut found: Vec<(u32, String)> = Vec::new();
        for _ in 0..100_000 {
            if found.len() == POSITIONS {
                break;
            }
            let mut state = game.start();
            while state.outcome().is_none() {
                // One player captures where that is possible, so that the other is soon weak enough.
                let moves = state.legal_moves();
                let captures: Vec<Move> = moves.iter().copied().filter(|m| state.is_capture(*m)).collect();
                let captures = Some(captures).filter(|all| !all.is_empty() && state.to_move() == PlayerId(0));
                let Some(m) = rng.choice(captures.unwrap_or_else(|| moves.to_vec())) else { break };
                state = state.after(m);
                if state.to_move() != PlayerId(0) || rng.u8(..4) > 0 || state.outcome().is_some() {
                    continue;
                }
                let plies = (1..=most).find(|plies| {
                    let mut rest = 200_000;
                    wins_in(&state, *plies, &mut rest).unwrap_or(false)
                });
                let Some(plies @ 2..) = plies else { continue };
                found.push((plies, state.fen()));
                break;
            }
        }
        let mut text = format!(
            "# {}: the player to move wins in so many plies, and not sooner.\nplies\tfen\n",
            game.rules().title
        );
        for (plies, fen) in found {
            text += &format!("{plies}\t{fen}\n");
        }
        fs::write(path(name), text).expect(name);
    }
}

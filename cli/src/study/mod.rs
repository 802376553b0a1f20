//! `study`: plays many quick games and says what the game is like.
//!
//! | module | contents |
//! | --- | --- |
//! | `tally` | what is counted while games are played |
//! | `report` | what that says, as text and as data |

mod report;
mod tally;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use tilegame_record::Match;
use tilegame_runtime::Game;
use tilegame_search::Limits;

use crate::args::Study as Args;
use crate::exit::{Exit, Failure};
use crate::io::{Flag, Io};
use crate::load;
use crate::player::{Computer, Patience};
use crate::values::Player;
use report::Report;
use tally::Tally;

/// What it is called in the report.
fn name(player: Player) -> String {
    match player {
        Player::Random => "random moves".to_owned(),
        Player::Level(level) => format!("level {}", level.number()),
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::chosen(io, &args.game)?;
    let worth = Computer::new(&game);
    let stop = io.watch_interrupt();
    let next = AtomicU64::new(0);
    let threads = args.concurrency.clamp(1, args.games as usize);
    let tallies = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let (game, next, stop) = (&game, &next, &stop);
                scope.spawn(move || played(game, args, next, stop))
            })
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect::<Vec<_>>()
    });
    let mut tally = Tally::new(&game);
    tallies.into_iter().for_each(|other| tally.add(other));
    io.uses(&game);
    let report = Report::new(&game, &tally, name(args.level), worth.values());
    if args.json {
        crate::report::print_json(io, &report)?;
    } else {
        report.print(io)?;
    }
    Ok(if stop.is_up() { stop.exit() } else { Exit::Fine })
}

/// Plays games until so many have been begun by all threads.
fn played(game: &Game, args: &Args, next: &AtomicU64, stop: &Flag) -> Tally {
    let mut tally = Tally::new(game);
    let mut computer = match args.level {
        Player::Random => None,
        Player::Level(level) => Some((Computer::new(game), level)),
    };
    while !stop.is_up() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= args.games {
            break;
        }
        let mut random =
            fastrand::Rng::with_seed(args.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number));
        // A game that is cut off by Ctrl-C does not count.
        let mut seen = Tally::new(game);
        let mut played = Match::new(game);
        let mut plies = 0;
        if let Some((computer, _)) = &mut computer {
            computer.forget();
        }
        while played.ending().is_none() && plies < args.most_plies && !stop.is_up() {
            let state = played.state();
            let moves = state.legal_moves();
            // The first moves are random, or all games would be the same.
            let level = computer.as_mut().filter(|_| plies >= args.random_plies);
            let chosen = match level {
                Some((computer, level)) => {
                    let (strength, mut now) = ((Some(*level), &Limits::default()), || Duration::ZERO);
                    let mut patience = Patience::new(&mut now, None, Some(stop));
                    computer.choose(&played, strength, random.u64(..), &mut patience).map(|(m, _)| m)
                }
                None => random.choice(&moves).copied(),
            };
            let Some(m) = chosen else { break };
            seen.see(state, moves.len(), m);
            if played.play(m).is_err() {
                break;
            }
            plies += 1;
        }
        if stop.is_up() {
            break;
        }
        seen.end(&played, plies);
        tally.add(seen);
    }
    tally
}

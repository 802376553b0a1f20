//! Whether a net is better than what was there before: a sequential test on pairs of games.

use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use tilegame_learn::play_pair;
use tilegame_runtime::Game;
use tilegame_search::Search;
use tilegame_search::net::Net;

use super::player::{LOOK, MEMORY, Until};
use crate::args::Learn as Args;
use crate::contest::score::{Tally, Verdict as Tested};
use crate::exit::Failure;
use crate::io::{Flag, Io};
use crate::values::Bounds;

/// The test: better by this, or not better.
const TEST: Bounds = Bounds { low: 0.0, high: 25.0 };

/// What comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Kept,
    Worse,
    Stopped,
}

/// Lets two nets, or none, play against each other. The first is kept if the test says that it is better, or if it has more points after all games.
pub(super) fn pass(
    args: &Args,
    io: &mut Io<'_>,
    game: &Game,
    sides: [Option<&Net>; 2],
    stop: &Flag,
) -> Result<Verdict, Failure> {
    let (next, done) = (AtomicU64::new(0), Flag::default());
    let most = args.gate.div_ceil(2);
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let (sender, news) = mpsc::channel::<Option<[u8; 2]>>();
        for _ in 0..args.threads {
            let (sender, next, done) = (sender.clone(), &next, &done);
            scope.spawn(move || {
                let mut sides = sides.map(|net| {
                    let mut search = Search::with_net(game, net.cloned());
                    search.set_memory(MEMORY);
                    search
                });
                // Of other openings than those of the games that were learned from.
                let seed = args.seed.wrapping_mul(1 << 32) ^ (1 << 63);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= most || stop.is_up() || done.is_up() {
                        break;
                    }
                    let seed = seed.wrapping_add(number);
                    if sender.send(play_pair(&mut sides, args.nodes, seed, &mut Until(stop, done))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match news.recv_timeout(LOOK) {
                Ok(Some([first, second])) => {
                    tally.count(first);
                    tally.count(second);
                    tally.count_pair(first, second);
                    if TEST.verdict(&tally) != Tested::Undecided {
                        done.raise();
                    }
                }
                Ok(None) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    if stop.is_up() {
        return Ok(Verdict::Stopped);
    }
    let Tally { won, drawn, lost, .. } = tally;
    write!(io.out, "against what was there before: {won} won, {drawn} drawn, {lost} lost")?;
    match tally.elo() {
        Some(elo) => writeln!(io.out, " (rating {:+.0} ± {:.0})", elo.value, elo.error)?,
        None => writeln!(io.out)?,
    }
    Ok(match TEST.verdict(&tally) {
        Tested::High => Verdict::Kept,
        Tested::Low => Verdict::Worse,
        Tested::Undecided if won > lost => Verdict::Kept,
        Tested::Undecided => Verdict::Worse,
    })
}

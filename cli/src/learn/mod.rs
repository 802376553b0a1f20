//! `learn`: a game is played against itself, and a net learns from that to judge its positions.
//!
//! | module | contents |
//! | --- | --- |
//! | `journal` | the games that have been played, so that learning can go on |
//! | `player` | what those keep to who play in threads of their own |
//! | `gate` | whether a net is better than what was there before |

mod gate;
mod journal;
mod player;

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tilegame_learn::{Course, Played, Samples, Trainer, play};
use tilegame_runtime::Game;
use tilegame_runtime::ir::plain_name;
use tilegame_search::Search;
use tilegame_search::net::{self, Base, Net};

use crate::args::Learn as Args;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::io::{Flag, Io};
use crate::load;
use journal::Journal;
use player::{LOOK, MEMORY, Until};

/// How often something is said about how far it is.
const SAID: Duration = Duration::from_secs(10);

/// No net comes from fewer positions.
const FEWEST: usize = 200;

/// So many openings in a row that end the game, or are too uneven, and there is nothing to play.
const FUTILE: u64 = 2_000;

/// Runs the command.
pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::chosen(io, &args.game)?;
    let mut samples =
        Samples::new(&game).ok_or_else(|| Failure::Message(net::NotANet::NoNets.to_string()))?;
    let before = match &args.net {
        Some(path) => Some(files::net(path, &io.path(path), &game).map_err(Failure::Message)?),
        None => net::of_library(&game),
    };
    let like = args.like.as_deref().map(|name| net_like(name, &game)).transpose()?;
    let course = course(args, like.as_ref());
    if args.go_on && before.as_ref().is_some_and(|net| !course.is_form_of(net)) {
        return Err(Failure::Message(
            "the net in `--net` has another form, so nothing can go on from it: `--hidden` and `--alone` must be as they were for it".to_owned(),
        ));
    }
    let output = args.output.clone().unwrap_or_else(|| {
        let name = plain_name(&game.rules().name);
        PathBuf::from(if name.is_empty() { "game".to_owned() } else { name }).with_extension("net")
    });
    let kept = args.journal.clone().unwrap_or_else(|| output.with_extension("games"));
    // What can't be written in the end is said at once.
    files::target(&io.path(&output))
        .map_err(|why| Failure::Message(format!("{}: {why}", files::typed(&output))))?;
    let stop = io.watch_interrupt();
    let (mut journal, played) = Journal::open(&kept, &io.path(&kept), &game)?;
    for (number, game_played) in played.iter().enumerate() {
        let wrong = |why| Failure::Message(format!("{}: game {}: {why}", files::typed(&kept), number + 1));
        samples.add(&game, game_played).map_err(wrong)?;
    }
    play_games(args, io, (&game, before.as_ref()), (&mut samples, &mut journal), &stop)?;
    io.uses(&game);
    if stop.is_up() {
        writeln!(io.err, "{} games are kept in {}", samples.games(), files::typed(&kept))?;
        return Ok(stop.exit());
    }
    let learned = match like {
        // Nothing is learned from no games.
        Some(like) if samples.games() == 0 => Some(like),
        like => {
            let start = like.as_ref().or(before.as_ref().filter(|_| args.go_on));
            learned(args, course, io, (&samples, start), &stop)?
        }
    };
    let Some(learned) = learned else { return Ok(stop.exit()) };
    if args.gate > 0 {
        let verdict = gate::pass(args, io, &game, [Some(&learned), before.as_ref()], &stop)?;
        match verdict {
            gate::Verdict::Stopped => return Ok(stop.exit()),
            gate::Verdict::Worse => {
                writeln!(
                    io.out,
                    "it is not better than what was there before, and is not written: more games may help"
                )?;
                return Ok(Exit::Failed);
            }
            gate::Verdict::Kept => {}
        }
    }
    let bytes = learned.to_bytes(&game);
    files::replace(&io.path(&output), &bytes)
        .map_err(|why| Failure::Message(format!("{}: {why}", files::typed(&output))))?;
    writeln!(io.out, "written to {} ({} bytes)", files::typed(&output), bytes.len())?;
    Ok(Exit::Fine)
}

/// Plays what is missing.
fn play_games(
    args: &Args,
    io: &mut Io<'_>,
    (game, before): (&Game, Option<&Net>),
    (samples, journal): (&mut Samples, &mut Journal),
    stop: &Flag,
) -> Result<(), Failure> {
    let first = u64::from(samples.games());
    if first >= args.games {
        return Ok(());
    }
    // What is played now is not what was played before.
    let base = (args.seed ^ first.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(1 << 32);
    let (next, done) = (AtomicU64::new(0), Flag::default());
    let (started, mut said) = (Instant::now(), Instant::now());
    thread::scope(|scope| {
        let (sender, news) = mpsc::channel::<Option<Played>>();
        for _ in 0..args.threads {
            let (sender, next, done) = (sender.clone(), &next, &done);
            scope.spawn(move || {
                let mut search = Search::with_net(game, before.cloned());
                search.set_memory(MEMORY);
                while !stop.is_up() && !done.is_up() {
                    let seed = base.wrapping_add(next.fetch_add(1, Ordering::Relaxed));
                    if sender.send(play(&mut search, args.nodes, seed, &mut Until(stop, done))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut futile = 0;
        let result = loop {
            let played = match news.recv_timeout(LOOK) {
                Ok(Some(played)) => played,
                Ok(None) if futile < FUTILE => {
                    futile += 1;
                    continue;
                }
                Ok(None) => {
                    break Err(Failure::Message(
                        "every random opening of this game ends it or is too uneven to learn from".to_owned(),
                    ));
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            };
            futile = 0;
            if let Err(why) = journal.write(&played) {
                break Err(Failure::Message(why));
            }
            if let Err(why) = samples.add(game, &played) {
                break Err(Failure::Message(why.to_string()));
            }
            let count = u64::from(samples.games());
            if said.elapsed() > SAID {
                said = Instant::now();
                let left =
                    started.elapsed().mul_f64((args.games - count) as f64 / (count - first).max(1) as f64);
                writeln!(
                    io.err,
                    "{count} of {} games, {} positions, about {} s left",
                    args.games,
                    samples.len(),
                    left.as_secs()
                )?;
            }
            if count >= args.games {
                break Ok(());
            }
        };
        done.raise();
        result
    })
}

/// The net of a game of the library, as one for another game.
fn net_like(name: &str, game: &Game) -> Result<Net, Failure> {
    let other = Game::from_library(name).map_err(|unknown| Failure::Message(unknown.to_string()))?;
    let net = net::of_library(&other).ok_or_else(|| {
        Failure::Message(format!("no net comes with the program for {}", other.rules().title))
    })?;
    net.for_another(&other, game).ok_or_else(|| Failure::Message(net::NotANet::NoNets.to_string()))
}

/// How to learn: in the form of a net where learning goes on from one.
fn course(args: &Args, like: Option<&Net>) -> Course {
    let asked = (if args.alone { Base::Nothing } else { Base::Rules }, args.hidden);
    let (base, hidden) = like.map_or(asked, |net| (net.base(), net.weights().hidden));
    Course {
        base,
        hidden,
        epochs: args.epochs as usize,
        result: f64::from(args.result) / 100.0,
        threads: args.threads,
        seed: args.seed,
        ..Course::default()
    }
}

/// Learns from the positions, perhaps from the weights of a net on; nothing, if somebody stops it.
fn learned(
    args: &Args,
    course: Course,
    io: &mut Io<'_>,
    (samples, start): (&Samples, Option<&Net>),
    stop: &Flag,
) -> Result<Option<Net>, Failure> {
    if samples.len() < FEWEST {
        return Err(Failure::Message(format!(
            "{} games gave {} quiet positions, and at least {FEWEST} are needed to learn from; `--games` asks for more games",
            samples.games(),
            samples.len()
        )));
    }
    let too_few = || Failure::Message("there are too few games to hold some back".to_owned());
    let mut trainer = Trainer::new(samples, course).ok_or_else(too_few)?;
    if let Some(start) = start {
        trainer.go_on_from(start);
    }
    writeln!(io.out, "{} positions of {} games", samples.len(), samples.games())?;
    writeln!(io.out, "epoch  learned  held back")?;
    while let Some(epoch) = trainer.epoch(samples) {
        writeln!(io.out, "{:>5}  {:.5}  {:.5}", epoch.number, epoch.learned, epoch.held_back)?;
        io.out.flush()?;
        if stop.is_up() {
            return Ok(None);
        }
    }
    let (games, nodes, seed) = (samples.games(), args.nodes, args.seed);
    let mut provenance = format!(
        "{} positions of {games} games against itself at {nodes} positions a move, seed {seed}",
        samples.len()
    );
    if let Some(start) = start {
        provenance = format!("{provenance}; begun with: {}", start.provenance());
    }
    Ok(Some(trainer.net(&provenance)))
}

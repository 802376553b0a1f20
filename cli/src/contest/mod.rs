//! `match`: two sides play many games against each other, and what comes of it.
//!
//! | module | contents |
//! | --- | --- |
//! | `plan` | a match as it was asked for |
//! | `opening` | the positions that games begin with |
//! | `table` | one game from its opening to its end |
//! | `score` | what the results say: shares, rating points, the sequential test |
//! | `journal` | the games that have ended, so that a match can go on |
//! | `games` | the file of PGN in which they are written |

mod games;
mod journal;
mod opening;
mod plan;
pub(crate) mod score;
mod table;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use tilegame_record::pgn;

use crate::args::Contest as Args;
use crate::exit::{Exit, Failure};
use crate::io::{Flag, Io};
use crate::load;
use crate::player::{Named, Pace, Side};
use crate::report::visible;
use crate::values::Bounds;
use games::Games;
use journal::{Ended, Header, Journal};
use opening::Openings;
use plan::Plan;
use score::{Tally, Verdict};
use table::Table;

/// How often it is looked whether somebody stops the match.
const LOOK: Duration = Duration::from_millis(100);

/// Runs the command.
pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::chosen(io, &args.game)?;
    if game.rules().players.len() < 2 {
        let name = &game.rules().name;
        return Err(Failure::Message(format!("a match is played by two sides, and `{name}` has one player")));
    }
    let path = |file: &str| io.path(file);
    let [first, second] =
        [&args.first, &args.second].map(|text| Named::read(text, &path).map_err(Failure::Usage));
    let pace = match (args.nodes, args.time, &args.clock) {
        (_, Some(time), _) => Pace::Each(Duration::from_millis(time)),
        (_, _, Some(clock)) => Pace::Clock(*clock),
        (nodes, _, _) => Pace::Nodes(nodes.unwrap_or(5_000)),
    };
    let openings = match &args.openings {
        Some(path) => Openings::read(&game, path, &io.path(path))?,
        None => Openings::Random(args.random_plies),
    };
    let plan = Plan {
        game,
        sides: [first?, second?],
        pace,
        openings,
        games: args.games.div_ceil(2) * 2,
        most_plies: args.most_plies,
        seed: args.seed,
    };
    let sprt = args.sprt;
    let mut record = Record::open(io, args, &plan)?;
    let stop = io.watch_interrupt();
    let failed = record.play(io, &plan, sprt, args.concurrency, &stop)?;
    io.uses(&plan.game);
    match &failed {
        Some(why) if record.ended.is_empty() => return Err(Failure::Message(why.clone())),
        _ => record.sum_up(io, &plan, sprt)?,
    }
    match failed {
        Some(why) => Err(Failure::Message(why)),
        None if stop.is_up() => Ok(stop.exit()),
        None => Ok(Exit::Fine),
    }
}

/// What has been played.
struct Record {
    ended: BTreeMap<u64, Ended>,
    journal: Option<Journal>,
    pgn: Option<Games>,
}

/// What comes from a thread that plays.
enum News {
    Ended(Box<(Ended, pgn::PgnGame)>),
    Failed(String),
}

impl Record {
    fn open(io: &Io<'_>, args: &Args, plan: &Plan) -> Result<Record, Failure> {
        let mut record = Record { ended: BTreeMap::new(), journal: None, pgn: None };
        if let Some(path) = &args.journal {
            let header = Header {
                game: plan.game.rules().name.clone(),
                sides: [&plan.sides[0], &plan.sides[1]].map(Named::name),
                pace: format!("{:?}", plan.pace),
                openings: plan.openings.name(),
                seed: plan.seed,
                most_plies: plan.most_plies,
            };
            let (journal, ended) = Journal::open(path, &io.path(path), &header)?;
            record.ended = ended.into_iter().map(|game| (game.number, game)).collect();
            record.journal = Some(journal);
        }
        if let Some(path) = &args.pgn {
            record.pgn = Some(Games::open(path, &io.path(path))?);
        }
        Ok(record)
    }

    /// Plays what has not been played yet; why it could not go on, if so.
    fn play(
        &mut self,
        io: &mut Io<'_>,
        plan: &Plan,
        sprt: Option<Bounds>,
        threads: usize,
        stop: &Flag,
    ) -> Result<Option<String>, Failure> {
        // A pair belongs together: both games are played by one thread, and sides learn nothing from one pair to the next.
        let missing: Vec<u64> = (0..plan.games / 2)
            .filter(|pair| [2 * pair, 2 * pair + 1].iter().any(|number| !self.ended.contains_key(number)))
            .collect();
        let (next, done) = (AtomicU64::new(0), Flag::default());
        let known: Vec<u64> = self.ended.keys().copied().collect();
        thread::scope(|scope| {
            let (sender, news) = mpsc::channel();
            for _ in 0..threads.clamp(1, missing.len().max(1)) {
                let (sender, work) =
                    (sender.clone(), Work { plan, missing: &missing, next: &next, known: &known });
                let done = &done;
                scope.spawn(move || work.play(&sender, done));
            }
            drop(sender);
            let mut failed = None;
            loop {
                let news = match news.recv_timeout(LOOK) {
                    Ok(news) => news,
                    Err(RecvTimeoutError::Timeout) => {
                        if stop.is_up() {
                            done.raise();
                        }
                        continue;
                    }
                    // All threads have ended.
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                match news {
                    News::Failed(why) => {
                        failed.get_or_insert(why);
                        done.raise();
                    }
                    News::Ended(game) => {
                        let (ended, pgn) = *game;
                        if let Err(why) = self.note(io, plan, ended, &pgn) {
                            done.raise();
                            return Err(why);
                        }
                        let tally = self.tally();
                        if sprt.is_some_and(|sprt| sprt.verdict(&tally) != Verdict::Undecided) {
                            done.raise();
                        }
                    }
                }
            }
            Ok(failed)
        })
    }

    /// Keeps a game that has ended.
    fn note(&mut self, io: &mut Io<'_>, plan: &Plan, game: Ended, pgn: &pgn::PgnGame) -> Result<(), Failure> {
        // Both files have the game, or neither: otherwise it would be missing in the one when the match goes on by the other.
        let before = self.pgn.as_ref().map(Games::len).transpose().map_err(Failure::Message)?;
        if let Some(file) = &mut self.pgn {
            file.add(&pgn::write(&plan.game, pgn)).map_err(Failure::Message)?;
        }
        if let Some(journal) = &mut self.journal
            && let Err(why) = journal.write(&game)
        {
            if let (Some(file), Some(before)) = (&mut self.pgn, before) {
                file.cut(before);
            }
            return Err(Failure::Message(why));
        }
        self.ended.insert(game.number, game.clone());
        if io.err.is_terminal {
            let tally = self.tally();
            writeln!(
                io.err,
                "game {}: {} ({}+{}={}−)",
                game.number + 1,
                visible(&game.told),
                tally.won,
                tally.drawn,
                tally.lost
            )?;
        }
        Ok(())
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for (number, game) in &self.ended {
            let Some(halves) = game.halves else { continue };
            tally.count(halves);
            let first = self.ended.get(&(number ^ 1)).filter(|_| number % 2 == 1);
            if let Some(first) = first.and_then(|game| game.halves) {
                tally.count_pair(first, halves);
            }
        }
        tally
    }

    fn sum_up(&self, io: &mut Io<'_>, plan: &Plan, sprt: Option<Bounds>) -> Result<(), Failure> {
        let tally = self.tally();
        let [first, second] = [&plan.sides[0], &plan.sides[1]].map(Named::name);
        let out = &mut io.out;
        writeln!(out, "{}: {first} against {second}", plan.game.rules().name)?;
        let of = |count: u64, what: &str| format!("{count} {what}");
        let parts = [of(tally.won, "won"), of(tally.drawn, "drawn"), of(tally.lost, "lost")];
        writeln!(out, "games   {}: {}", tally.games(), parts.join(", "))?;
        if let Some(share) = tally.share() {
            writeln!(out, "points  {:.1} % ± {:.1}", 100.0 * share.value, 100.0 * share.error)?;
        }
        if let Some(elo) = tally.elo() {
            writeln!(out, "rating  {:+.0} ± {:.0}", elo.value, elo.error)?;
        }
        let pairs: Vec<String> = tally.pairs.iter().map(u64::to_string).collect();
        writeln!(out, "pairs   {} with 0, ½, 1, 1½, 2 points", pairs.join(", "))?;
        if let Some(sprt) = sprt {
            let verdict = match sprt.verdict(&tally) {
                Verdict::Low => format!("not better by {}", sprt.high),
                Verdict::High => format!("better by more than {}", sprt.low),
                Verdict::Undecided => "undecided".to_owned(),
            };
            let bound = Bounds::BOUND;
            writeln!(out, "test    {:+.2} of ±{bound:.2}: {verdict}", sprt.ratio(&tally))?;
        }
        let mut endings: BTreeMap<&str, u64> = BTreeMap::new();
        self.ended.values().for_each(|game| *endings.entry(&game.told).or_default() += 1);
        let mut endings: Vec<_> = endings.into_iter().collect();
        endings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (told, count) in endings {
            writeln!(out, "{count:>7} {}", visible(told))?;
        }
        Ok(())
    }
}

/// The pairs that a thread takes its own from.
struct Work<'w> {
    plan: &'w Plan,
    missing: &'w [u64],
    next: &'w AtomicU64,
    /// The games that need not be played.
    known: &'w [u64],
}

impl Work<'_> {
    fn play(&self, sender: &Sender<News>, stop: &Flag) {
        let ready = |named: &Named| named.ready(&self.plan.game, stop);
        let [first, second] = [&self.plan.sides[0], &self.plan.sides[1]].map(ready);
        let mut sides: [Side; 2] = match (first, second) {
            (Ok(first), Ok(second)) => [first, second],
            (Err(why), _) | (_, Err(why)) => {
                // If nobody listens any more, it does not matter.
                let _ = sender.send(News::Failed(why));
                return;
            }
        };
        let start = Instant::now();
        let now = move || start.elapsed();
        while let Some(pair) = self.missing.get(self.next.fetch_add(1, Ordering::Relaxed) as usize) {
            for number in [2 * pair, 2 * pair + 1] {
                if self.known.binary_search(&number).is_ok() {
                    continue;
                }
                let table = Table { plan: self.plan, number, now: &now, stop };
                let Some(ended) = table.play(&mut sides) else { return };
                if sender.send(News::Ended(Box::new(ended))).is_err() {
                    return;
                }
            }
        }
    }
}

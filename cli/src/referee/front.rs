//! The front: it reads requests, has them answered by workers, and minds the time.
//!
//! All requests about the same rules that wait are with the same worker, so that answers keep their order. A worker that takes longer than
//! most requests do keeps only those about the rules that make it slow; others go to another worker. One that takes longer than it may is ended.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::{Kind, Wrong};
use super::crew::{Job, Worker};
use super::desk::{self, Ask, Desk, Heard};
use super::event::Event;
use super::input::{Gate, Line, Lines, Weight};
use super::rules::Hash;
use super::worker;
use crate::args::Referee;
use crate::exit::{Exit, Failure};
use crate::io::Io;

/// So often it is looked whether somebody wants the end.
const TICK: Duration = Duration::from_millis(50);

/// A process may take so long to start.
const START: Duration = Duration::from_secs(20);

/// A worker that is one too many ends after so long.
const IDLE: Duration = Duration::from_secs(5);

/// So many events are handled before what comes of them is written.
const AT_ONCE: usize = 64;

/// As good as so many requests that wait is it if a worker knows the rules already.
const LOADING: usize = 4;

/// Who sees to it that all are answered.
struct Front<'a> {
    args: &'a Referee,
    /// So many workers there are if none is slow.
    workers: usize,
    desk: Desk,
    crew: Vec<Worker>,
    started: u64,
    events: Sender<Event>,
    /// Which worker is asked about rules, and how many requests wait there.
    with: HashMap<Hash, (u64, usize)>,
    /// Answers that have not been written yet, and what they make room for.
    out: Vec<u8>,
    done: Weight,
}

/// Answers all requests.
pub(super) fn run(args: &Referee, workers: usize, desk: Desk, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let flag = io.watch_interrupt();
    let (events, happens) = mpsc::channel();
    let gate = Gate::default();
    let most = usize::try_from(args.line_bytes).unwrap_or(usize::MAX);
    let (heard, entry) = (events.clone(), gate.clone());
    thread::spawn(move || read(most, &entry, &heard));
    let mut front = Front {
        args,
        workers,
        desk,
        crew: Vec::new(),
        started: 0,
        events,
        with: HashMap::new(),
        out: Vec::new(),
        done: Weight::default(),
    };
    let mut ended = None;
    let mut out = io::stdout().lock();
    loop {
        let is_all_known = front.handle(&happens, &mut ended);
        if is_all_known {
            front.mind_the_time();
        }
        front.crew.iter_mut().for_each(Worker::send);
        if !front.out.is_empty() {
            out.write_all(&front.out)?;
            out.flush()?;
            front.out.clear();
        }
        gate.leave(std::mem::take(&mut front.done));
        if flag.is_up() {
            return Ok(flag.exit());
        }
        match &ended {
            Some(why) if front.with.is_empty() && is_all_known => match why {
                Some(why) => return Err(Failure::Message(format!("the input can't be read: {why}"))),
                None => return Ok(Exit::Fine),
            },
            _ => {}
        }
    }
}

/// Reads lines until there are no more: reading can't be given up.
fn read(most: usize, gate: &Gate, heard: &Sender<Event>) {
    let mut input = io::BufReader::with_capacity(64 << 10, io::stdin().lock());
    let mut lines = Lines::new(most);
    loop {
        let event = match lines.read(&mut input) {
            Ok(Some(lines)) => {
                let mut all = Weight::default();
                lines.iter().for_each(|line| all += line.weight());
                gate.enter(all);
                Event::Heard(lines)
            }
            Ok(None) => Event::Ended(None),
            Err(error) => Event::Ended(Some(error.to_string())),
        };
        let is_last = matches!(event, Event::Ended(_));
        if heard.send(event).is_err() || is_last {
            return;
        }
    }
}

impl Front<'_> {
    /// Handles what happens, for which it waits a moment. Whether that was all that has happened.
    fn handle(&mut self, happens: &Receiver<Event>, ended: &mut Option<Option<String>>) -> bool {
        let mut next = happens.recv_timeout(self.patience_left()).ok();
        let mut handled = 0;
        while let Some(event) = next {
            match event {
                Event::Heard(lines) => lines.iter().for_each(|line| self.hear(line)),
                Event::Ended(why) => *ended = Some(why),
                Event::Said { worker, lines, at } => self.listen(worker, &lines, at),
                Event::Gone { worker, said } => self.miss(worker, &said),
            }
            handled += 1;
            if handled == AT_ONCE {
                return false;
            }
            next = happens.try_recv().ok();
        }
        true
    }

    /// A line has come.
    fn hear(&mut self, line: &Line) {
        match self.desk.hear(line) {
            Heard::Ask(ask) => self.assign(Job::new(ask), false),
            other => {
                match other {
                    Heard::Answer(answer) => self.say(&answer),
                    Heard::Forget(hash, answer) => {
                        self.crew.iter_mut().for_each(|worker| worker.forget(&hash));
                        self.say(&answer);
                    }
                    Heard::Nothing | Heard::Ask(_) => {}
                }
                self.done += line.weight();
            }
        }
    }

    fn say(&mut self, answer: &str) {
        self.out.extend_from_slice(answer.as_bytes());
        self.out.push(b'\n');
    }

    /// Gives a request to a worker; to a new one, if it has killed one already.
    fn assign(&mut self, job: Job, wants_new: bool) {
        let hash = job.ask.hash.clone();
        let Some(index) = self.chosen(&hash, wants_new) else {
            let wrong = Wrong::new(Kind::Crashed, "no process that judges can be started");
            self.fail(&job.ask, &wrong);
            return;
        };
        let load = self.desk.loads(&hash);
        let worker = &mut self.crew[index];
        let (_, waiting) = self.with.entry(hash).or_insert((worker.number, 0));
        *waiting += 1;
        worker.ask(job, load.as_deref());
    }

    /// The worker that is to be asked about rules.
    fn chosen(&mut self, hash: &str, wants_new: bool) -> Option<usize> {
        if let Some((number, _)) = self.with.get(hash) {
            return self.index(*number);
        }
        let cost = |worker: &Worker| {
            let loading = if worker.knows(hash) { 0 } else { LOADING };
            (worker.is_slow, worker.queue.len() + loading)
        };
        let best = self.crew.iter().enumerate().min_by_key(|(_, worker)| cost(worker));
        let is_good = best.is_some_and(|(_, worker)| worker.queue.is_empty() && !worker.is_slow);
        let best = best.map(|(index, _)| index);
        if (wants_new || !is_good) && self.has_room() && self.start() {
            return Some(self.crew.len() - 1);
        }
        best
    }

    /// Whether another worker can be started.
    fn has_room(&self) -> bool {
        let quick = self.crew.iter().filter(|worker| !worker.is_slow).count();
        quick < self.workers && self.crew.len() < 2 * self.workers
    }

    /// Starts a worker; whether that was possible.
    fn start(&mut self) -> bool {
        self.started += 1;
        match Worker::start(self.started, self.args, &self.events) {
            Ok(worker) => {
                self.crew.push(worker);
                true
            }
            Err(_) => false,
        }
    }

    fn index(&self, number: u64) -> Option<usize> {
        self.crew.iter().position(|worker| worker.number == number)
    }

    /// A worker says something.
    fn listen(&mut self, number: u64, lines: &[u8], at: Instant) {
        for line in lines.split(|byte| *byte == b'\n') {
            // What was said by a worker that has been ended has been asked of another one.
            let Some(index) = self.index(number) else { return };
            let worker = &mut self.crew[index];
            worker.since = at;
            worker.is_slow = false;
            let Some((sign, answer)) = line.split_first() else { continue };
            match *sign {
                worker::READY => worker.is_ready = true,
                worker::LOADED | worker::NOT_LOADED => {
                    if let Some(job) = worker.queue.front_mut() {
                        job.loads_first = false;
                        if *sign == worker::NOT_LOADED {
                            let hash = job.ask.hash.clone();
                            worker.has_not(&hash);
                        }
                    }
                }
                sign => {
                    let Some(job) = worker.queue.pop_front() else { continue };
                    let is_fine = sign == worker::FINE;
                    if job.ask.loads && !is_fine {
                        worker.has_not(&job.ask.hash);
                    }
                    if !job.is_moved {
                        self.out.extend_from_slice(answer);
                        self.out.push(b'\n');
                        self.uncount(&job.ask.hash);
                        self.finish(&job.ask, is_fine);
                    }
                }
            }
        }
    }

    /// One request less waits with a worker.
    fn uncount(&mut self, hash: &str) {
        if let Some((_, waiting)) = self.with.get_mut(hash) {
            *waiting -= 1;
            if *waiting == 0 {
                self.with.remove(hash);
            }
        }
    }

    /// A request that no longer waits with a worker has been answered.
    fn finish(&mut self, ask: &Ask, is_fine: bool) {
        self.done += Line::weight_of(&ask.line);
        let forgets = self.desk.answered(ask, is_fine);
        if !forgets.is_empty() {
            self.crew.iter_mut().for_each(|worker| worker.forget(&ask.hash));
        }
        for answer in forgets {
            self.say(&answer);
        }
    }

    /// Answers what is wrong.
    fn fail(&mut self, ask: &Ask, wrong: &Wrong) {
        let answer = desk::failed(&ask.line, wrong);
        self.say(&answer);
        self.finish(ask, false);
    }

    /// A worker has ended by itself.
    fn miss(&mut self, number: u64, said: &str) {
        let Some(index) = self.index(number) else { return };
        let is_memory = said.contains("memory allocation of");
        let wrong = if is_memory {
            let message = format!("it takes more than {} megabytes of memory", self.args.memory);
            Wrong::new(Kind::Memory, message)
        } else {
            Wrong::new(Kind::Crashed, "the process that judged has ended")
        };
        self.replace(index, wrong);
    }

    /// Ends a worker because of what it does, and has others do the rest.
    fn replace(&mut self, index: usize, wrong: Wrong) {
        let worker = self.crew.swap_remove(index);
        let knew_others = worker.knows_several();
        let mut jobs = worker.end();
        jobs.iter().filter(|job| !job.is_moved).for_each(|job| self.uncount(&job.ask.hash));
        if let Some(mut job) = jobs.pop_front().filter(|job| !job.is_moved) {
            // It need not have been this request that took all the memory.
            if wrong.kind != Kind::Timeout && knew_others && job.deaths == 0 {
                job.deaths += 1;
                self.assign(job, true);
            } else {
                self.desk.strike(&job.ask.hash);
                let wrong = wrong.about_rules(&job.ask.hash);
                self.fail(&job.ask, &wrong);
            }
        }
        for job in jobs.into_iter().filter(|job| !job.is_moved) {
            if self.desk.refuses(&job.ask.hash) {
                self.fail(&job.ask, &desk::refused(&job.ask.hash));
            } else {
                self.assign(job, false);
            }
        }
    }

    /// How long to wait for what happens.
    fn patience_left(&self) -> Duration {
        let busy = self.crew.iter().filter(|worker| !worker.queue.is_empty());
        let left = busy.map(|worker| {
            let limit = if worker.is_slow || !worker.is_ready { self.time() } else { self.patience() };
            limit.saturating_sub(worker.since.elapsed()).max(Duration::from_millis(1))
        });
        left.min().map_or(TICK, |left| left.min(TICK))
    }

    fn time(&self) -> Duration {
        Duration::from_millis(self.args.time)
    }

    /// Who takes longer than this is slow.
    fn patience(&self) -> Duration {
        (self.time() / 10).max(Duration::from_millis(20))
    }

    /// Looks who takes too long.
    fn mind_the_time(&mut self) {
        let now = Instant::now();
        let mut index = 0;
        while index < self.crew.len() {
            let worker = &self.crew[index];
            let spent = now.saturating_duration_since(worker.since);
            let limit = if worker.is_ready { self.time() } else { START };
            if worker.queue.is_empty() {
                if self.crew.len() > self.workers && spent > IDLE {
                    let worker = self.crew.swap_remove(index);
                    worker.end();
                    continue;
                }
            } else if spent >= limit {
                let message = format!("it takes longer than {} ms", self.args.time);
                self.replace(index, Wrong::new(Kind::Timeout, message));
                continue;
            } else if worker.is_ready && spent >= self.patience() {
                self.relieve(index);
            }
            index += 1;
        }
    }

    /// Takes from a worker that is slow what others can do.
    fn relieve(&mut self, index: usize) {
        let worker = &mut self.crew[index];
        worker.is_slow = true;
        let Some(first) = worker.queue.front().map(|job| job.ask.hash.clone()) else { return };
        if !worker.queue.iter().any(|job| job.ask.hash != first && !job.is_moved) {
            return;
        }
        let others_can = self.has_room() || self.crew.iter().any(|worker| !worker.is_slow);
        if !others_can {
            return;
        }
        let waiting = self.crew[index].queue.iter_mut().filter(|job| job.ask.hash != first && !job.is_moved);
        let moved: Vec<Job> = waiting
            .map(|job| {
                job.is_moved = true;
                Job { deaths: job.deaths, ..Job::new(job.ask.clone()) }
            })
            .collect();
        moved.iter().for_each(|job| self.uncount(&job.ask.hash));
        moved.into_iter().for_each(|job| self.assign(job, false));
    }
}

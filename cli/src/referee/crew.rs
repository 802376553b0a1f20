//! The processes that judge: how they are started, spoken to, and ended.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Read, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Instant;

use super::desk::Ask;
use super::event::Event;
use super::rules::Hash;
use super::worker;
use crate::args::Referee;

/// A worker knows the rules of at most so many games.
const MOST_LOADED: usize = 250;

/// A request that a worker is to answer.
pub(super) struct Job {
    pub(super) ask: Ask,
    /// How often a worker has died of it.
    pub(super) deaths: u8,
    /// The worker says first whether the rules could be loaded.
    pub(super) loads_first: bool,
    /// Another worker answers it now: what this one says is of no interest.
    pub(super) is_moved: bool,
}

impl Job {
    pub(super) fn new(ask: Ask) -> Job {
        Job { ask, deaths: 0, loads_first: false, is_moved: false }
    }
}

/// A process that judges.
pub(super) struct Worker {
    pub(super) number: u64,
    process: Process,
    send: Sender<Vec<u8>>,
    /// What is to be sent next.
    outgoing: Vec<u8>,
    /// What it has been asked and has not answered yet.
    pub(super) queue: VecDeque<Job>,
    /// When it has begun with the first of them, or has been done with all.
    pub(super) since: Instant,
    pub(super) is_ready: bool,
    /// It takes long: what others wait for should not be asked of it.
    pub(super) is_slow: bool,
    /// The rules that it knows, and when they were needed last.
    loaded: HashMap<Hash, u64>,
    now: u64,
}

/// A process, which ends when nobody needs it any more.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // If it has ended by itself, that is as well.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Worker {
    /// Starts a process that tells of itself by events.
    pub(super) fn start(number: u64, args: &Referee, events: &Sender<Event>) -> io::Result<Worker> {
        let mut command = command();
        command.args(["referee", "--worker"]);
        command.args(["--time", &args.time.to_string(), "--memory", &args.memory.to_string()]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for the front alone, which ends its workers.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = Process(command.spawn()?);
        let child = &mut process.0;
        let (Some(mut input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("it has no input and output"));
        };
        let (send, sent) = mpsc::channel::<Vec<u8>>();
        thread::Builder::new().spawn(move || {
            // If the worker has ended, that is noticed by who reads.
            sent.into_iter().try_for_each(|bytes| input.write_all(&bytes))
        })?;
        let events = events.clone();
        thread::Builder::new().spawn(move || hear(number, output, errors, &events))?;
        Ok(Worker {
            number,
            process,
            send,
            outgoing: Vec::new(),
            queue: VecDeque::new(),
            since: Instant::now(),
            is_ready: false,
            is_slow: false,
            loaded: HashMap::new(),
            now: 0,
        })
    }

    /// Whether it knows rules.
    pub(super) fn knows(&self, hash: &str) -> bool {
        self.loaded.contains_key(hash)
    }

    /// Whether it knows the rules of several games.
    pub(super) fn knows_several(&self) -> bool {
        self.loaded.len() > 1
    }

    /// Asks it something; `load` is the line that loads the rules.
    pub(super) fn ask(&mut self, mut job: Job, load: Option<&[u8]>) {
        let hash = &job.ask.hash;
        job.loads_first = false;
        if let Some(load) = load.filter(|_| !job.ask.loads && !self.loaded.contains_key(hash)) {
            job.loads_first = true;
            self.outgoing.extend_from_slice(&worker::line(worker::LOAD, hash, load));
        }
        self.now += 1;
        self.loaded.insert(hash.clone(), self.now);
        self.outgoing.extend_from_slice(&worker::line(worker::ASK, hash, &job.ask.line));
        if self.queue.is_empty() {
            self.since = Instant::now();
        }
        self.queue.push_back(job);
        if self.loaded.len() > MOST_LOADED {
            self.forget_one();
        }
    }

    /// Lets it forget the rules that were not needed for longest.
    fn forget_one(&mut self) {
        let is_idle = |hash: &Hash| !self.queue.iter().any(|job| job.ask.hash == *hash);
        let oldest = self.loaded.iter().filter(|(hash, _)| is_idle(hash)).min_by_key(|(_, used)| **used);
        if let Some(hash) = oldest.map(|(hash, _)| hash.clone()) {
            self.forget(&hash);
        }
    }

    /// Lets it forget rules.
    pub(super) fn forget(&mut self, hash: &str) {
        if self.loaded.remove(hash).is_some() {
            self.outgoing.extend_from_slice(&worker::line(worker::FORGET, hash, b""));
        }
    }

    /// It could not load rules.
    pub(super) fn has_not(&mut self, hash: &str) {
        self.loaded.remove(hash);
    }

    /// Sends what is to be sent.
    pub(super) fn send(&mut self) {
        if !self.outgoing.is_empty() {
            // If nobody is there to write it, the worker is about to be missed.
            let _ = self.send.send(std::mem::take(&mut self.outgoing));
        }
    }

    /// Ends it, without waiting for that. What it says are the requests that it has not answered.
    pub(super) fn end(self) -> VecDeque<Job> {
        let process = self.process;
        // If there is no thread for it, it is waited for here.
        let _ = thread::Builder::new().spawn(move || drop(process));
        self.queue
    }
}

/// This program, also if its file has been replaced meanwhile.
fn command() -> Command {
    let own = PathBuf::from("/proc/self/exe");
    let program = match std::env::current_exe() {
        _ if cfg!(target_os = "linux") && own.exists() => own,
        Ok(path) => path,
        Err(_) => PathBuf::from("tilegame"),
    };
    let mut command = Command::new(program);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, "tilegame");
    command
}

/// As much is read at once of what a worker says.
const CHUNK: usize = 64 << 10;

/// As much is read of what it says when it dies.
const LAST_WORDS: u64 = 4 << 10;

/// Passes on what a worker says, and that it has ended.
fn hear(worker: u64, mut output: ChildStdout, errors: ChildStderr, events: &Sender<Event>) {
    let mut begun: Vec<u8> = Vec::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let length = match output.read(&mut chunk) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        let heard = &chunk[..length];
        let Some(end) = heard.iter().rposition(|byte| *byte == b'\n') else {
            begun.extend_from_slice(heard);
            continue;
        };
        let mut lines = std::mem::replace(&mut begun, heard[end + 1..].to_vec());
        lines.extend_from_slice(&heard[..end]);
        if events.send(Event::Said { worker, lines, at }).is_err() {
            return;
        }
    }
    let mut said = Vec::new();
    // What can't be read is not told.
    let _ = errors.take(LAST_WORDS).read_to_end(&mut said);
    let _ = events.send(Event::Gone { worker, said: String::from_utf8_lossy(&said).into_owned() });
}

//! A process that judges: what the front says to it, and what it says.
//!
//! Each line from the front begins with a sign and the hash of rules. Each but the last sort is answered by one line, in order.
//!
//! | line | | answer |
//! | --- | --- | --- |
//! | `+HASH LINE` | load these rules | `+`, or `-` if that is not possible |
//! | `?HASH LINE` | answer this request | `=` and the answer, or `!` and what is wrong |
//! | `-HASH` | unload these rules | |
//!
//! When it is ready, a worker says `*`.

use std::io::{self, BufRead as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::judge::Judge;
use super::rules::{DIGITS, Hash};
use crate::args::Referee;
use crate::exit::{Exit, Failure};
use crate::io::Io;

/// The signs of lines.
pub(super) const LOAD: u8 = b'+';
pub(super) const ASK: u8 = b'?';
pub(super) const FORGET: u8 = b'-';
pub(super) const LOADED: u8 = b'+';
pub(super) const NOT_LOADED: u8 = b'-';
pub(super) const FINE: u8 = b'=';
pub(super) const WRONG: u8 = b'!';
pub(super) const READY: u8 = b'*';

/// A line for a worker.
pub(super) fn line(sign: u8, hash: &str, text: &[u8]) -> Vec<u8> {
    let mut line = Vec::with_capacity(text.len() + DIGITS + 3);
    line.push(sign);
    line.extend_from_slice(hash.as_bytes());
    line.push(b' ');
    line.extend_from_slice(text);
    line.push(b'\n');
    line
}

/// Answers lines until there are no more.
pub(super) fn run(args: &Referee, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let time = Duration::from_millis(args.time);
    let mut judge = Judge::new(time);
    let busy = Busy::default();
    if io.is_own() {
        confine(args.memory);
        // What goes wrong is told in the answer.
        std::panic::set_hook(Box::new(|_| {}));
        busy.watch(time * 2 + Duration::from_secs(2));
    }
    let mut out: Box<dyn Write + '_> =
        if io.is_own() { Box::new(io::stdout().lock()) } else { Box::new(&mut io.out) };
    let mut said = Vec::new();
    out.write_all(&[READY, b'\n'])?;
    out.flush()?;
    loop {
        said.clear();
        let read = io.input.read_until(b'\n', &mut said);
        // Whose front is gone is of no use.
        if !read.is_ok_and(|length| length > 0) {
            return Ok(Exit::Fine);
        }
        busy.begin();
        let answer = answer(&mut judge, said.strip_suffix(b"\n").unwrap_or(&said));
        if let Some(answer) = answer {
            out.write_all(&answer)?;
            out.flush()?;
        }
        busy.end();
    }
}

/// What is answered to a line.
fn answer(judge: &mut Judge, said: &[u8]) -> Option<Vec<u8>> {
    let (sign, rest) = said.split_first()?;
    let hash: Hash = std::str::from_utf8(rest.get(..DIGITS)?).ok()?.into();
    let text = rest.get(DIGITS + 1..).unwrap_or_default();
    let mut answer = match *sign {
        LOAD => {
            let reply = judge.answer(&hash, text);
            vec![if reply.is_fine { LOADED } else { NOT_LOADED }]
        }
        ASK => {
            let reply = judge.answer(&hash, text);
            let mut answer = vec![if reply.is_fine { FINE } else { WRONG }];
            answer.extend_from_slice(reply.line.as_bytes());
            answer
        }
        _ => {
            judge.forget(&hash);
            return None;
        }
    };
    answer.push(b'\n');
    Some(answer)
}

/// Takes no more memory than this from now on, where the system knows of such a thing, and ends with the front, however that ends.
fn confine(megabytes: u64) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let most = megabytes << 20;
        let now = getrlimit(Resource::As);
        let most = now.maximum.map_or(most, |maximum| maximum.min(most));
        // Where it can't be limited, it isn't: the book says so.
        let _ = setrlimit(Resource::As, Rlimit { current: Some(most), maximum: Some(most) });
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
    #[cfg(not(unix))]
    let _ = megabytes;
}

/// Since when the worker has been busy, in milliseconds since it began and 1; 0 if it is not.
#[derive(Clone)]
struct Busy {
    began: Instant,
    since: Arc<AtomicU64>,
}

impl Default for Busy {
    fn default() -> Busy {
        Busy { began: Instant::now(), since: Arc::default() }
    }
}

impl Busy {
    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX - 1) + 1
    }

    fn begin(&self) {
        self.since.store(self.now(), Ordering::Relaxed);
    }

    fn end(&self) {
        self.since.store(0, Ordering::Relaxed);
    }

    /// Ends the process if something takes longer than this: then the front is no longer there to do it.
    fn watch(&self, longest: Duration) {
        let busy = self.clone();
        let longest = u64::try_from(longest.as_millis()).unwrap_or(u64::MAX);
        let watcher = thread::Builder::new().stack_size(64 << 10).spawn(move || {
            loop {
                thread::sleep(Duration::from_millis(500));
                let since = busy.since.load(Ordering::Relaxed);
                if since > 0 && busy.now().saturating_sub(since) > longest {
                    std::process::exit(1);
                }
            }
        });
        // Without a watcher only a front that is killed can leave a process behind, where the system does not end it.
        drop(watcher);
    }
}

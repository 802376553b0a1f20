//! `referee`: judges many games of many rules for a server, which says in lines of JSON what it wants to know.
//!
//! The authors of rules are not trusted. So the front process only sorts requests, and worker processes, which it can end, answer them. In tests, and
//! with `--workers 0`, one process does everything.
//!
//! | module | contents |
//! | --- | --- |
//! | `request` | lines of JSON as requests |
//! | `answer` | answers, and what can be wrong, as lines of JSON |
//! | `rules` | where rules come from, their hashes, compiling them |
//! | `desk` | which request is about which rules; rules that are remembered, or refused |
//! | `judge` | games that are loaded, and who answers about them |
//! | `positions` | matches by their moves; those that were asked about lately |
//! | `listings` | lists of legal moves that were asked for lately |
//! | `questions` | what can be asked about a position |
//! | `input` | lines out of bytes, and how many may wait |
//! | `front` | the process that is spoken to: who answers what, and for how long |
//! | `event` | what can happen to it |
//! | `crew` | the processes that judge, as the front sees them |
//! | `worker` | such a process |

mod answer;
mod crew;
mod desk;
mod event;
mod front;
mod input;
mod judge;
mod listings;
mod positions;
mod questions;
mod request;
mod rules;
mod worker;

use std::io::Write as _;
use std::time::Duration;

use crate::args::Referee;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use desk::{Ask, Desk, Heard, Setting};
use input::Lines;
use judge::Judge;

/// Runs the command.
pub(crate) fn run(args: &Referee, io: &mut Io<'_>) -> Result<Exit, Failure> {
    if args.worker {
        return worker::run(args, io);
    }
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let workers = args.workers.map_or_else(processors, usize::from);
    // What a test says is heard in this process.
    let workers = if io.is_own() { workers } else { 0 };
    let has_workers = workers > 0;
    let desk = Desk::new(Setting {
        workers,
        time_ms: has_workers.then_some(args.time),
        memory_mb: (has_workers && cfg!(unix)).then_some(args.memory),
        line_bytes: args.line_bytes,
    });
    if has_workers { front::run(args, workers, desk, io) } else { alone(args, desk, io) }
}

/// Answers all requests in this process.
fn alone(args: &Referee, mut desk: Desk, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let mut judge = Judge::new(Duration::from_millis(args.time));
    let mut lines = Lines::new(usize::try_from(args.line_bytes).unwrap_or(usize::MAX));
    loop {
        let read = lines.read(&mut io.input);
        let read = read.map_err(|error| Failure::Message(format!("the input can't be read: {error}")))?;
        let Some(read) = read else { return Ok(Exit::Fine) };
        for line in &read {
            let mut answers = Vec::new();
            match desk.hear(line) {
                Heard::Nothing => {}
                Heard::Answer(answer) => answers.push(answer),
                Heard::Forget(hash, answer) => {
                    judge.forget(&hash);
                    answers.push(answer);
                }
                Heard::Ask(ask) => {
                    answers.push(asked(&desk, &mut judge, &ask));
                    // Nothing waits here, so nothing is forgotten later.
                    desk.answered(&ask, judge.knows(&ask.hash));
                }
            }
            for answer in answers {
                // A terminal, or what stands for one, would be told otherwise to do something by this character.
                writeln!(io.out, "{}", answer.replace('\u{7f}', "\\u007f"))?;
            }
        }
        io.out.flush()?;
    }
}

/// The answer of this process.
fn asked(desk: &Desk, judge: &mut Judge, ask: &Ask) -> String {
    if let Some(load) = desk.loads(&ask.hash).filter(|_| !ask.loads && !judge.knows(&ask.hash)) {
        judge.answer(&ask.hash, &load);
    }
    judge.answer(&ask.hash, &ask.line).line
}

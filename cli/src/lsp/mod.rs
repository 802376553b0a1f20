//! `lsp`: a language server. Editors start it and ask it about the files that they show.
//!
//! What is asked is answered by `tilegame-ide`; here are the protocol, the open documents and the files that they import. Messages are handled one
//! after the other, in the order in which they come, by one thread, so that an answer is always about the text as it was when the question was asked.
//! Documents are checked when nothing waits: of ten thousand edits, only the last one is. Tests of a file run in a thread of their own.
//!
//! | module | contents |
//! | --- | --- |
//! | `wire` | messages as bytes |
//! | `event` | what can happen |
//! | `session` | the life of a server: what may be asked when, and who answers |
//! | `workspace` | what can be asked about, and why a question is not answered |
//! | `documents` | the texts that are open, and what they import |
//! | `addresses` | URIs |
//! | `questions` | what can be asked about a document |
//! | `changes` | edits of several documents at once |
//! | `forms` | answers in the forms of the protocol |
//! | `trials` | running the tests of a file |

mod addresses;
mod changes;
mod documents;
mod event;
mod forms;
mod questions;
mod session;
mod trials;
mod wire;
mod workspace;

use std::collections::VecDeque;
use std::io::{self, Write as _};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;

use crate::args::Lsp;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use event::Event;
use session::{Session, Step};
use wire::Read;

/// So many messages may wait before the editor has to.
const WAITING: usize = 256;

/// Where messages come from.
enum Input {
    /// A thread that reads.
    Thread(Receiver<Event>),
    /// What a test gives.
    Given(Receiver<Event>),
}

/// Runs the command.
pub(crate) fn run(_: &Lsp, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let (input, trials) = input(io);
    let mut session = Session::new(trials);
    let mut queue = VecDeque::new();
    loop {
        while queue.len() < WAITING
            && let Some(event) = came(&input)
        {
            session.foresee(&event);
            queue.push_back(event);
        }
        let step = match queue.pop_front() {
            Some(event) => session.handle(event),
            None => {
                let is_done = !session.check_one();
                say(io, &mut session)?;
                if is_done {
                    let event = wait(&input, io);
                    session.foresee(&event);
                    queue.push_back(event);
                }
                continue;
            }
        };
        say(io, &mut session)?;
        match step {
            Step::GoOn => {}
            Step::End(exit) => return Ok(exit),
            Step::Fail(why) => return Err(Failure::Message(why)),
        }
    }
}

/// Begins to read, and gives what runs of tests are told by.
fn input(io: &Io<'_>) -> (Input, Sender<Event>) {
    if !io.is_own() {
        let (send, receive) = mpsc::channel();
        return (Input::Given(receive), send);
    }
    let (send, receive) = mpsc::sync_channel(WAITING);
    // What has been tried comes among what is heard, without waiting for room.
    let (tried, trials) = mpsc::channel();
    let forward = send.clone();
    thread::spawn(move || trials.iter().try_for_each(|event| forward.send(event)));
    thread::spawn(move || read_all(&send));
    (Input::Thread(receive), tried)
}

/// Reads messages until there are no more: reading can't be given up.
fn read_all(send: &SyncSender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let read = wire::read(&mut input);
        let is_last = read.is_last();
        if send.send(Event::Heard(read)).is_err() || is_last {
            return;
        }
    }
}

/// What has come already.
fn came(input: &Input) -> Option<Event> {
    match input {
        Input::Thread(events) | Input::Given(events) => events.try_recv().ok(),
    }
}

/// Waits for what comes next.
fn wait(input: &Input, io: &mut Io<'_>) -> Event {
    match input {
        Input::Thread(events) => events.recv().unwrap_or(Event::Heard(Read::End)),
        Input::Given(_) => Event::Heard(wire::read(&mut io.input)),
    }
}

/// Says what is to be said.
fn say(io: &mut Io<'_>, session: &mut Session) -> Result<(), Failure> {
    for message in session.take_said() {
        io.out.write_all(&wire::written(&message))?;
    }
    io.out.flush()?;
    Ok(())
}

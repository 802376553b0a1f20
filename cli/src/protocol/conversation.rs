//! A conversation with another program, which goes on while this one thinks: what has been said, what is being done, and what waits for it.

use std::collections::VecDeque;
use std::io::Write as _;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use tilegame_search::clock::Budget;

use super::event::Event;
use super::states::{Does, State, Table};
use super::work::{Finished, Telling, Work};
use crate::exit::{Exit, Failure};
use crate::io::{Io, Line};

/// Nobody can stop a search when the input has ended: it ends by itself, at the latest after this.
const ALONE: Duration = Duration::from_secs(60);

/// In a script, a line is no reason to stop what an earlier line has asked for. It is one if the input ends so soon.
const SCRIPT: Duration = Duration::from_millis(50);

/// So long a search may take to say what it has found when the program is told to end.
const QUITTING: Duration = Duration::from_millis(50);

/// How work is ended from outside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stopped {
    /// What it has found is wanted.
    Answers,
    Drops,
}

/// What is being done.
struct Doing {
    work: Work,
    /// How long, from when the clock runs.
    budget: Option<Budget>,
    stopped: Option<Stopped>,
    /// A line would stop it, unless the input ends before this.
    waits_until: Option<Instant>,
    is_done: bool,
}

/// The state of a conversation.
pub(super) struct Conversation<'e, 'io> {
    pub(super) io: &'e mut Io<'io>,
    table: Table,
    events: (Sender<Event>, Receiver<Event>),
    /// Lines come by themselves, and need not be asked for.
    hears: bool,
    /// Lines that are not yet done, in their order.
    waiting: VecDeque<String>,
    has_ended: bool,
    state: State,
    doing: Option<Doing>,
}

/// One who speaks a protocol.
pub(super) trait Speaker<'e, 'io> {
    fn conversation(&mut self) -> &mut Conversation<'e, 'io>;

    /// Does what a line says. It may begin work only if nothing is being done.
    fn obey(&mut self, line: &str) -> Result<(), Failure>;

    /// Nothing waits: if it is its turn, it begins work.
    fn take_turn(&mut self) -> Result<(), Failure>;

    /// Tells of something that work has found.
    fn tell(&mut self, event: Event) -> Result<(), Failure>;

    /// Work is done; its answer may be unwanted.
    fn answer(&mut self, finished: Finished, is_wanted: bool) -> Result<(), Failure>;

    /// Says that something is wrong with a line.
    fn complain(&mut self, why: &str) -> Result<(), Failure>;

    /// The program ends; with the answer of a search that was stopped by this.
    fn leave(&mut self, finished: Option<Finished>) -> Result<(), Failure>;
}

/// Answers until the other program says that it should end, or says nothing more.
pub(super) fn converse<'e, 'io: 'e>(speaker: &mut dyn Speaker<'e, 'io>) -> Result<Exit, Failure> {
    loop {
        do_what_waits(speaker)?;
        if let Some((finished, is_wanted)) = speaker.conversation().take_finished() {
            speaker.answer(finished, is_wanted)?;
            continue;
        }
        if speaker.conversation().state == State::Idle {
            speaker.take_turn()?;
        }
        let conversation = speaker.conversation();
        if conversation.is_over() {
            speaker.leave(None)?;
            break;
        }
        match conversation.next()? {
            Some(Event::Line(line)) if conversation.does(&line) == Does::Quits => {
                let finished = conversation.finish_soon();
                speaker.leave(finished)?;
                break;
            }
            Some(Event::Line(line)) => hear(speaker, line)?,
            Some(Event::TooLong) => {
                let limit = crate::limits::size(crate::limits::LINE_BYTES);
                speaker.complain(&format!("a line has more than {limit}"))?;
            }
            Some(Event::End) => conversation.end_input(),
            Some(Event::Failed(failure)) => return Err(failure),
            Some(Event::Done) => conversation.note_done(),
            Some(found) if conversation.wants_to_know() => speaker.tell(found)?,
            Some(_) => {}
            // The input has not ended, so it is no script.
            None => conversation.stop(Stopped::Answers),
        }
    }
    speaker.conversation().io.out.flush()?;
    Ok(Exit::Fine)
}

/// A line comes: it is done after those that wait, but for what is urgent.
fn hear<'e, 'io: 'e>(speaker: &mut dyn Speaker<'e, 'io>, line: String) -> Result<(), Failure> {
    let conversation = speaker.conversation();
    if conversation.waiting.is_empty() {
        conversation.waiting.push_back(line);
        return Ok(());
    }
    match conversation.does(&line) {
        Does::AtOnce => return speaker.obey(&line),
        Does::GoesOn if !conversation.is_stopped() => {
            conversation.go_on();
            return Ok(());
        }
        // What waits may begin something that this line is to stop.
        Does::Answers => conversation.stop(Stopped::Answers),
        Does::Ends => conversation.interrupt(),
        Does::Drops => conversation.stop(Stopped::Drops),
        Does::Nothing | Does::Later | Does::GoesOn | Does::Quits => {}
    }
    conversation.waiting.push_back(line);
    Ok(())
}

/// Does the lines that wait, up to one that must wait longer.
fn do_what_waits<'e, 'io: 'e>(speaker: &mut dyn Speaker<'e, 'io>) -> Result<(), Failure> {
    while let Some(line) = speaker.conversation().waiting.pop_front() {
        let conversation = speaker.conversation();
        match conversation.does(&line) {
            Does::Nothing | Does::Quits => continue,
            Does::AtOnce => {
                speaker.obey(&line)?;
                continue;
            }
            Does::Answers => {
                conversation.stop(Stopped::Answers);
                continue;
            }
            Does::GoesOn => {
                conversation.go_on();
                continue;
            }
            Does::Ends => conversation.interrupt(),
            Does::Drops => conversation.stop(Stopped::Drops),
            Does::Later => {}
        }
        conversation.waiting.push_front(line);
        break;
    }
    Ok(())
}

impl<'e, 'io> Conversation<'e, 'io> {
    pub(super) fn new(io: &'e mut Io<'io>, table: Table) -> Conversation<'e, 'io> {
        let (sender, events) = mpsc::channel();
        let heard = sender.clone();
        let hears = io.read_in_thread(move |line| {
            let event = match line {
                Ok(Line::Typed(bytes)) => Event::Line(String::from_utf8_lossy(&bytes).into_owned()),
                Ok(Line::TooLong { .. }) => Event::TooLong,
                Ok(Line::TimeUp | Line::End) => Event::End,
                Err(failure) => Event::Failed(failure),
            };
            let is_last = matches!(event, Event::End | Event::Failed(_));
            heard.send(event).is_ok() && !is_last
        });
        Conversation {
            io,
            table,
            events: (sender, events),
            hears,
            waiting: VecDeque::new(),
            has_ended: false,
            state: State::Idle,
            doing: None,
        }
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.io.out, "{line}")?)
    }

    /// Whether nobody can say anything any more.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Begins work in a state other than idle. The clock runs at once, unless the answer waits for something.
    pub(super) fn begin(
        &mut self,
        state: State,
        budget: Option<Budget>,
        work: impl FnOnce(&mut Telling) -> Finished + Send + 'static,
    ) {
        let work = Work::begin(self.events.0.clone(), work);
        self.state = state;
        self.doing = Some(Doing { work, budget, stopped: None, waits_until: None, is_done: false });
        if state == State::Thinking {
            self.go_on();
        }
    }

    fn does(&self, line: &str) -> Does {
        self.table.does(self.state, line.split_whitespace().next().unwrap_or_default())
    }

    /// Whether no work is being done, so that nothing is lent to it.
    pub(super) fn is_idle(&self) -> bool {
        self.doing.is_none()
    }

    fn is_over(&self) -> bool {
        self.state == State::Idle && self.has_ended
    }

    fn is_stopped(&self) -> bool {
        self.doing.as_ref().is_some_and(|doing| doing.stopped.is_some())
    }

    fn wants_to_know(&self) -> bool {
        self.doing.as_ref().is_some_and(|doing| doing.stopped != Some(Stopped::Drops))
    }

    fn note_done(&mut self) {
        if let Some(doing) = &mut self.doing {
            doing.is_done = true;
        }
    }

    fn stop(&mut self, how: Stopped) {
        if let Some(doing) = &mut self.doing {
            doing.work.control.stop();
            doing.waits_until = None;
            doing.stopped = doing.stopped.or(Some(how));
        }
    }

    /// The answer is wanted, and the clock runs.
    fn go_on(&mut self) {
        self.state = State::Thinking;
        if let Some(doing) = &self.doing {
            let alone = Budget { wanted: ALONE, most: ALONE };
            let budgets = [doing.budget, self.has_ended.then_some(alone)];
            budgets.into_iter().flatten().for_each(|budget| doing.work.control.start_clock(budget));
        }
    }

    /// A line comes that ends what is being done. In a script it only follows it.
    fn interrupt(&mut self) {
        if self.state != State::Thinking {
            return self.stop(Stopped::Answers);
        }
        if let Some(doing) = self.doing.as_mut().filter(|doing| doing.stopped.is_none() && !self.has_ended) {
            doing.waits_until.get_or_insert_with(|| Instant::now() + SCRIPT);
        }
    }

    fn end_input(&mut self) {
        self.has_ended = true;
        if let Some(doing) = &mut self.doing {
            doing.waits_until = None;
        }
        if self.state == State::Thinking {
            self.go_on();
        }
    }

    /// Waits for what happens next; nothing, if a line has waited for long enough.
    fn next(&mut self) -> Result<Option<Event>, Failure> {
        self.io.out.flush()?;
        // Nobody can say any more what would be waited for.
        if self.has_ended && matches!(self.state, State::Pondering | State::Waiting) {
            self.stop(Stopped::Answers);
        }
        if !self.hears && !self.has_ended && self.state != State::Thinking && !self.is_stopped() {
            return self.ask().map(Some);
        }
        let events = &self.events.1;
        let until = self.doing.as_ref().and_then(|doing| doing.waits_until);
        let next = match until {
            Some(until) => events.recv_timeout(until.saturating_duration_since(Instant::now())),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        Ok(next.ok())
    }

    /// The next line, where lines do not come by themselves.
    fn ask(&mut self) -> Result<Event, Failure> {
        if let Ok(event) = self.events.1.try_recv() {
            return Ok(event);
        }
        Ok(match self.io.next_line(None)? {
            Line::Typed(bytes) => Event::Line(String::from_utf8_lossy(&bytes).into_owned()),
            Line::TooLong { .. } => Event::TooLong,
            Line::TimeUp | Line::End => Event::End,
        })
    }

    /// What work has come to, once it is done and that is to be said; and whether it is wanted.
    fn take_finished(&mut self) -> Option<(Finished, bool)> {
        let is_to_be_said =
            |doing: &Doing| doing.is_done && (self.state == State::Thinking || doing.stopped.is_some());
        self.doing.as_ref().filter(|doing| is_to_be_said(doing))?;
        let doing = self.doing.take()?;
        self.state = State::Idle;
        Some((doing.work.finished(), doing.stopped != Some(Stopped::Drops)))
    }

    /// Stops what is being done, and waits for it as long as the program may take to end.
    fn finish_soon(&mut self) -> Option<Finished> {
        self.stop(Stopped::Answers);
        let until = Instant::now() + QUITTING;
        while self.doing.as_ref().is_some_and(|doing| !doing.is_done) {
            match self.events.1.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Event::Done) => self.note_done(),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
        self.take_finished().filter(|(_, is_wanted)| *is_wanted).map(|(finished, _)| finished)
    }
}

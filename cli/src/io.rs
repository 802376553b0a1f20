//! Where the program reads and writes: the terminal, or what a test gives instead.

use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use tilegame_runtime::Game;

use crate::exit::{Exit, Failure};
use crate::limits::LINE_BYTES;
use crate::signals;

/// The program's surroundings.
pub struct Io<'a> {
    /// What the user types, or what is piped in.
    pub input: Box<dyn BufRead + 'a>,
    /// Whether somebody types it.
    pub input_is_terminal: bool,
    /// Results.
    pub out: Output<'a>,
    /// Messages.
    pub err: Output<'a>,
    /// Paths are relative to this folder.
    pub folder: PathBuf,
    watch: Watch,
    time: Time<'a>,
    /// Lines that somebody types, once they are waited for with a limit.
    typed: Option<Receiver<Result<Line, Failure>>>,
    /// The games that have been played with.
    games: Vec<Game>,
}

/// Where the time is from.
enum Time<'a> {
    /// Since the program began.
    System(Instant),
    /// A test says it.
    Given(Box<dyn FnMut() -> Duration + 'a>),
}

/// What comes of waiting for a line.
pub(crate) enum Line {
    /// What was typed, with its end.
    Typed(Vec<u8>),
    /// More than a line may have, perhaps without its end.
    TooLong { has_end: bool },
    /// Nothing, for as long as was to be waited.
    TimeUp,
    /// Nothing more will come.
    End,
}

/// A flag that can be raised from anywhere, and stays up.
#[derive(Clone, Debug, Default)]
pub struct Flag(Arc<OnceLock<Exit>>);

impl Flag {
    /// Raises it, as Ctrl-C does.
    pub fn raise(&self) {
        self.raise_for(Exit::Interrupted);
    }

    /// Raises it, with what the program is to end with. Only the first time counts.
    pub(crate) fn raise_for(&self, exit: Exit) {
        self.0.get_or_init(|| exit);
    }

    /// Whether it has been raised.
    pub fn is_up(&self) -> bool {
        self.0.get().is_some()
    }

    /// What a command ends with that has been stopped.
    pub(crate) fn exit(&self) -> Exit {
        self.0.get().copied().unwrap_or(Exit::Interrupted)
    }
}

/// Who presses Ctrl-C again wants the end at once. What comes sooner than this is one interrupt that has been sent to the program and
/// to its group.
const AGAIN: Duration = Duration::from_millis(500);

/// The longest end of a line, which does not count.
const LINE_END: &[u8] = b"\r\n";

/// How Ctrl-C is noticed.
enum Watch {
    /// By the operating system's signals.
    Signal,
    /// A test raises the flag.
    Flag(Flag),
}

/// Something to write to.
pub struct Output<'a> {
    writer: Box<dyn Write + 'a>,
    /// Colours are welcome.
    pub color: bool,
    /// Somebody is watching, so that progress can be shown.
    pub is_terminal: bool,
}

impl<'a> Io<'a> {
    /// Reads and writes what is given; no colours, nobody watching.
    pub fn new(input: impl Read + 'a, out: impl Write + 'a, err: impl Write + 'a) -> Io<'a> {
        let output = |writer| Output { writer, color: false, is_terminal: false };
        Io {
            input: Box::new(BufReader::new(input)),
            input_is_terminal: false,
            out: output(Box::new(out)),
            err: output(Box::new(err)),
            folder: PathBuf::new(),
            watch: Watch::Flag(Flag::default()),
            time: Time::System(Instant::now()),
            typed: None,
            games: Vec::new(),
        }
    }

    /// The process's own input, outputs and folder. Colours follow the terminal and `NO_COLOR`.
    pub fn terminal() -> Io<'static> {
        signals::outlive_file_limit();
        let (out, err) = (io::stdout(), io::stderr());
        let out_choice = AutoStream::choice(&out);
        let err_choice = AutoStream::choice(&err);
        let out_is_terminal = out.is_terminal();
        let err_is_terminal = err.is_terminal();
        Io {
            input: Box::new(BufReader::new(io::stdin())),
            input_is_terminal: io::stdin().is_terminal(),
            out: Output {
                writer: Box::new(BufWriter::new(AutoStream::new(out, out_choice))),
                color: out_choice != ColorChoice::Never,
                is_terminal: out_is_terminal,
            },
            err: Output {
                writer: Box::new(AutoStream::new(err, err_choice)),
                color: err_choice != ColorChoice::Never,
                is_terminal: err_is_terminal,
            },
            folder: PathBuf::new(),
            watch: Watch::Signal,
            time: Time::System(Instant::now()),
            typed: None,
            games: Vec::new(),
        }
    }

    /// Paths are relative to `folder`.
    #[must_use]
    pub fn in_folder(mut self, folder: impl Into<PathBuf>) -> Io<'a> {
        self.folder = folder.into();
        self
    }

    /// The flag stands for Ctrl-C.
    #[must_use]
    pub fn interrupted_by(mut self, flag: Flag) -> Io<'a> {
        self.watch = Watch::Flag(flag);
        self
    }

    /// The time is what this says each time it is asked for.
    #[must_use]
    pub fn with_time(mut self, time: impl FnMut() -> Duration + 'a) -> Io<'a> {
        self.time = Time::Given(Box::new(time));
        self
    }

    /// The time since the program began.
    pub(crate) fn now(&mut self) -> Duration {
        match &mut self.time {
            Time::System(start) => start.elapsed(),
            Time::Given(time) => time(),
        }
    }

    /// Waits for a line; with a limit no longer than that, if somebody types.
    pub(crate) fn next_line(&mut self, limit: Option<Duration>) -> Result<Line, Failure> {
        if !self.input_is_terminal || limit.is_none() && self.typed.is_none() {
            return line(&mut self.input);
        }
        let lines = self.typed.get_or_insert_with(|| {
            let (send, receive) = mpsc::channel();
            read_all(move |line| send.send(line).is_ok());
            receive
        });
        let received = match limit {
            Some(limit) => lines.recv_timeout(limit),
            None => lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Ok(Line::TimeUp),
            Err(RecvTimeoutError::Disconnected) => Ok(Line::End),
        }
    }

    /// From now on calls `hear` with each line as soon as it comes, and with the end of the input, in a thread of its own; until `hear` says no.
    /// What a test gives is not read so: then nothing is called, and the answer is no.
    pub(crate) fn read_in_thread(
        &self,
        hear: impl FnMut(Result<Line, Failure>) -> bool + Send + 'static,
    ) -> bool {
        if self.is_own() {
            read_all(hear);
        }
        self.is_own()
    }

    /// Whether the input is the process's own, and not what a test gives.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.watch, Watch::Signal)
    }

    /// From now on Ctrl-C, SIGTERM and SIGHUP raise this flag; only a second one ends the program at once.
    pub(crate) fn watch_interrupt(&self) -> Flag {
        match &self.watch {
            Watch::Flag(flag) => flag.clone(),
            Watch::Signal => {
                let flag = Flag::default();
                let raised = flag.clone();
                let mut first = None;
                // Without a handler the signals still end the program, only less politely.
                let _ = signals::on_stop(move |exit| {
                    raised.raise_for(exit);
                    if first.get_or_insert_with(Instant::now).elapsed() > AGAIN {
                        std::process::exit(exit.code().into());
                    }
                });
                flag
            }
        }
    }

    /// Something is going to be done with a game.
    pub(crate) fn uses(&mut self, game: &Game) {
        self.games.push(game.clone());
    }

    /// The games of which some moves have been left out because there were too many.
    pub(crate) fn overrun(&self) -> Vec<Game> {
        self.games.iter().filter(|game| game.has_left_out()).cloned().collect()
    }

    /// The file of a path as the user wrote it.
    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.join(path)
    }
}

/// Calls `hear` with all lines of the process's input, and with its end, in a thread of its own: reading can't be given up.
fn read_all(mut hear: impl FnMut(Result<Line, Failure>) -> bool + Send + 'static) {
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let line = line(&mut input);
            let is_last = matches!(line, Ok(Line::End) | Err(_));
            if matches!(line, Ok(Line::TooLong { has_end: false })) {
                // If that fails, so does reading the next line, which says why.
                let _ = input.skip_until(b'\n');
            }
            if !hear(line) || is_last {
                return;
            }
        }
    });
}

/// The next line; of one that is too long, nothing is kept.
fn line(input: &mut dyn BufRead) -> Result<Line, Failure> {
    let mut bytes = Vec::new();
    let read = input.take((LINE_BYTES + LINE_END.len()) as u64 + 1).read_until(b'\n', &mut bytes);
    read.map_err(|error| Failure::Message(format!("the input can't be read: {error}")))?;
    let text =
        bytes.strip_suffix(b"\n").map_or(bytes.as_slice(), |text| text.strip_suffix(b"\r").unwrap_or(text));
    Ok(match text.len() {
        _ if bytes.is_empty() => Line::End,
        0..=LINE_BYTES => Line::Typed(bytes),
        _ => Line::TooLong { has_end: bytes.ends_with(b"\n") },
    })
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

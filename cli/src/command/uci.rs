//! `uci`: plays for a program that shows boards, in lines of the Universal Chess Interface.

use std::collections::VecDeque;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use tilegame_dsl::library::GAMES;
use tilegame_runtime::notation::{fen, uci};
use tilegame_runtime::perft::{self, By, Unfinished};
use tilegame_runtime::{Game, Position};
use tilegame_search::clock::{Budget, Time};
use tilegame_search::level::Level;
use tilegame_search::{Limits, Line as Found, Score, Search, Watch};

use crate::args::Uci;
use crate::exit::{Exit, Failure};
use crate::io::{Io, Line};
use crate::load;

/// Megabytes for what is remembered, if nobody says otherwise, and at most.
const MEMORY: usize = 32;
const MOST_MEMORY: usize = 65_536;

/// What passes between a decision and its arrival.
const OVERHEAD: Duration = Duration::from_millis(30);

/// What is counted at once, before somebody can say `stop`.
const PART: u64 = 10_000_000;

/// The end of the name of a game with shuffled setups, in which castling is written as the king that takes the rook.
const SHUFFLED: &str = "960";

/// Runs the command.
pub(crate) fn run(args: &Uci, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::game(io, &args.game, &args.allowed.folders)?;
    let mut engine = Engine {
        position: game.start(),
        before: Vec::new(),
        game,
        search: None,
        memory: MEMORY,
        level: None,
        folders: args.allowed.folders.clone(),
        waiting: VecDeque::new(),
        ended: false,
        io,
    };
    loop {
        let line = match engine.waiting.pop_front() {
            Some(line) => line,
            None if engine.ended => return Ok(Exit::Fine),
            None => match engine.io.line_of_program()? {
                Line::Typed(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Line::TimeUp | Line::End => return Ok(Exit::Fine),
            },
        };
        if !engine.answer(&line)? {
            return Ok(Exit::Fine);
        }
        engine.io.out.flush()?;
    }
}

struct Engine<'e, 'io> {
    io: &'e mut Io<'io>,
    game: Game,
    /// Made when it is first needed.
    search: Option<Search>,
    position: Position,
    /// The positions of the game before this one.
    before: Vec<Position>,
    memory: usize,
    /// As strong as the time allows, if there is none.
    level: Option<Level>,
    folders: Vec<PathBuf>,
    /// Lines that came during a search.
    waiting: VecDeque<String>,
    /// Nothing more will come.
    ended: bool,
}

impl<'io> Engine<'_, 'io> {
    /// Does what a line says; whether to go on.
    fn answer(&mut self, line: &str) -> Result<bool, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            // `ponderhit` and `stop` come too late, when there is nothing to stop.
            [] | ["stop" | "ponderhit" | "debug" | "register", ..] => {}
            ["quit", ..] => return Ok(false),
            ["uci", ..] => self.introduce()?,
            ["isready", ..] => writeln!(self.io.out, "readyok")?,
            ["ucinewgame", ..] => {
                if let Some(search) = &mut self.search {
                    search.forget();
                }
            }
            ["setoption", rest @ ..] => self.set(rest)?,
            ["position", rest @ ..] => self.set_up(rest)?,
            ["go", "perft", depth] => self.count(depth)?,
            ["go", rest @ ..] => self.go(rest)?,
            ["d", ..] => writeln!(self.io.out, "info string {}", fen::write(&self.game, &self.position))?,
            ["eval", ..] => self.go(&["depth", "1"])?,
            [word, ..] => self.tell(&format!("unknown command: {word}"))?,
        }
        Ok(true)
    }

    fn tell(&mut self, text: &str) -> Result<(), Failure> {
        for line in text.lines() {
            writeln!(self.io.out, "info string {line}")?;
        }
        Ok(())
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let out = &mut self.io.out;
        writeln!(out, "id name TileGame {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "id author the TileGame developers")?;
        let own = self.game.rules().name.as_str();
        write!(out, "option name UCI_Variant type combo default {own}")?;
        let names = GAMES.iter().map(|(name, _)| *name);
        for name in names.chain(Some(own).filter(|own| !GAMES.iter().any(|(name, _)| name == own))) {
            write!(out, " var {name}")?;
        }
        writeln!(out)?;
        writeln!(out, "option name VariantPath type string default <empty>")?;
        writeln!(out, "option name UCI_Chess960 type check default false")?;
        writeln!(out, "option name Hash type spin default {MEMORY} min 1 max {MOST_MEMORY}")?;
        writeln!(out, "option name Level type spin default 0 min 0 max {}", Level::MOST.number())?;
        writeln!(out, "option name Ponder type check default false")?;
        writeln!(out, "uciok")?;
        Ok(())
    }

    /// `name N value V`.
    fn set(&mut self, words: &[&str]) -> Result<(), Failure> {
        let split = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let name =
            words[..split].iter().skip_while(|word| **word == "name").copied().collect::<Vec<_>>().join(" ");
        let value = words[(split + 1).min(words.len())..].join(" ");
        match name.to_lowercase().as_str() {
            "uci_variant" if GAMES.iter().any(|(known, _)| *known == value) => self.change_game(&value)?,
            "uci_variant" if value == self.game.rules().name => {}
            "uci_variant" => self.tell(&format!("no game is called `{value}`"))?,
            "variantpath" if value.is_empty() || value == "<empty>" => {}
            "variantpath" => self.change_game(&value)?,
            "uci_chess960" => {
                let name = &self.game.rules().name;
                let usual = name.strip_suffix(SHUFFLED);
                let wanted = match usual {
                    Some(usual) if value != "true" => Some(usual.to_owned()),
                    None if value == "true" => Some(format!("{name}{SHUFFLED}")),
                    _ => None,
                };
                if let Some(name) = wanted.filter(|name| GAMES.iter().any(|(known, _)| known == name)) {
                    self.change_game(&name)?;
                }
            }
            "hash" => match value.parse().ok().filter(|megabytes| (1..=MOST_MEMORY).contains(megabytes)) {
                Some(megabytes) => {
                    self.memory = megabytes;
                    if let Some(search) = &mut self.search {
                        search.set_memory(megabytes);
                    }
                }
                None => self.tell(&format!("Hash is a number from 1 to {MOST_MEMORY}"))?,
            },
            "level" => match value.parse() {
                Ok(0) => self.level = None,
                Ok(number) if Level::new(number).is_some() => self.level = Level::new(number),
                _ => self.tell(&format!("Level is a number from 0 to {}", Level::MOST.number()))?,
            },
            "ponder" => {}
            _ => self.tell(&format!("there is no option `{name}`"))?,
        }
        Ok(())
    }

    fn change_game(&mut self, name: &str) -> Result<(), Failure> {
        match load::game(self.io, name, &self.folders) {
            Ok(game) => {
                (self.position, self.before) = (game.start(), Vec::new());
                (self.game, self.search) = (game, None);
                Ok(())
            }
            Err(Failure::Message(why)) => self.tell(&why),
            Err(_) => self.tell(&format!("`{name}` can't be played: its errors are on standard error")),
        }
    }

    /// `startpos` or `fen F`, and `moves M`.
    fn set_up(&mut self, words: &[&str]) -> Result<(), Failure> {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let start = match &words[..split] {
            ["startpos"] => Ok(self.game.start()),
            ["fen", text @ ..] if !text.is_empty() => fen::read(&self.game, &text.join(" ")),
            _ => return self.tell("a position is `startpos` or `fen` and a FEN, and `moves` can follow"),
        };
        match start {
            Ok(position) => (self.position, self.before) = (position, Vec::new()),
            Err(error) => return self.tell(&format!("the FEN can't be read: {error}")),
        }
        for text in words.iter().skip(split + 1) {
            let read = uci::read(&self.game, &self.position, text);
            let before = self.position.clone();
            match read.map(|m| self.game.play(&mut self.position, &m)) {
                Ok(Ok(_)) => self.before.push(before),
                Ok(Err(error)) => return self.tell(&format!("{text}: {error}")),
                Err(error) => return self.tell(&error.to_string()),
            }
        }
        Ok(())
    }

    fn count(&mut self, depth: &str) -> Result<(), Failure> {
        let Some(depth) =
            depth.parse().ok().filter(|depth| (1..=tilegame_dsl::limits::PERFT_DEPTH).contains(depth))
        else {
            return self.tell("a depth is a number of plies, from 1");
        };
        let (game, start) = (self.game.clone(), self.position.clone());
        let mut all = 0_u64;
        for m in game.moves(&start) {
            let mut next = start.clone();
            game.play_unchecked(&mut next, &m);
            let mut listener = self.listener(None, false);
            let counted = perft::perft_in_parts(&game, By::Auto, None, &next, depth - 1, PART, &mut |_| {
                listener.goes_on(0)
            });
            if let Some(failure) = listener.failed {
                return Err(failure);
            }
            let sum =
                counted.and_then(|nodes| Ok((nodes, all.checked_add(nodes).ok_or(Unfinished::TooMany)?)));
            match sum {
                Ok((nodes, sum)) => {
                    all = sum;
                    writeln!(self.io.out, "{}: {nodes}", uci::write(&game, &start, &m))?;
                }
                Err(why) => return self.tell(&format!("not counted to the end: {why}")),
            }
        }
        writeln!(self.io.out, "\nNodes searched: {all}")?;
        Ok(())
    }

    /// Watches what is done, until that takes longer than a budget, if there is one.
    fn listener(&mut self, budget: Option<Budget>, waits: bool) -> Listener<'_, 'io> {
        let start = self.io.now();
        let until = |budget: Budget| Budget { wanted: start + budget.wanted, most: start + budget.most };
        Listener {
            budget: budget.filter(|_| !waits).map(until),
            hit: budget,
            waits,
            stopped: false,
            failed: None,
            start,
            is_silent: self.level.is_some(),
            game: &self.game,
            position: &self.position,
            waiting: &mut self.waiting,
            ended: &mut self.ended,
            io: self.io,
        }
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        let asked = match Asked::of(&self.game, &self.position, words) {
            Ok(asked) => asked,
            Err(why) => return self.tell(&why),
        };
        let mut search = match self.search.take().map_or_else(|| Search::new(&self.game), Ok) {
            Ok(search) => search,
            Err(why) => {
                self.tell(&format!("this game can't be searched: {why}"))?;
                writeln!(self.io.out, "bestmove (none)")?;
                return Ok(());
            }
        };
        if self.memory != MEMORY {
            search.set_memory(self.memory);
        }
        let (position, before) = (self.position.clone(), std::mem::take(&mut self.before));
        let level = self.level;
        let mut listener = self.listener(asked.budget, asked.waits);
        let thought = match level {
            Some(level) => {
                let seed = before.len() as u64;
                let chosen = level.choose(&mut search, (&position, &before), seed, &mut listener);
                chosen.map(|chosen| chosen.map(|(m, _)| (m, None)))
            }
            None => {
                let found = search.think(&position, &before, &asked.limits, &mut listener);
                found.map(|thought| thought.map(|thought| (thought.best, thought.line.into_iter().nth(1))))
            }
        };
        listener.wait_for_stop()?;
        if let Some(failure) = listener.failed {
            return Err(failure);
        }
        (self.search, self.before) = (Some(search), before);
        match thought {
            Ok(Some((best, reply))) => {
                write!(self.io.out, "bestmove {}", uci::write(&self.game, &self.position, &best))?;
                if let Some(reply) = reply {
                    let mut next = self.position.clone();
                    self.game.play_unchecked(&mut next, &best);
                    write!(self.io.out, " ponder {}", uci::write(&self.game, &next, &reply))?;
                }
                writeln!(self.io.out)?;
            }
            Ok(None) => writeln!(self.io.out, "bestmove (none)")?,
            Err(why) => {
                self.tell(&format!("this position can't be searched: {why}"))?;
                writeln!(self.io.out, "bestmove (none)")?;
            }
        }
        Ok(())
    }
}

/// What `go` asks for.
struct Asked {
    limits: Limits,
    budget: Option<Budget>,
    /// The answer is to come after `stop` or `ponderhit` only.
    waits: bool,
}

impl Asked {
    fn of(game: &Game, position: &Position, words: &[&str]) -> Result<Asked, String> {
        let mut limits = Limits::default();
        let mut time = Time { overhead: OVERHEAD, ..Time::default() };
        let (mut has_time, mut movetime, mut waits) = (false, None, false);
        let first = game.to_move(position).index() == 0;
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let mut number = || -> Result<u64, String> {
                let text = rest.next().ok_or_else(|| format!("a number must follow `{word}`"))?;
                // A clock can be behind.
                text.strip_prefix('-')
                    .map_or(*text, |_| "0")
                    .parse()
                    .map_err(|_| format!("`{text}` is no number"))
            };
            match *word {
                "infinite" | "ponder" => waits = true,
                "depth" => limits.depth = number()?.clamp(1, u64::from(Limits::DEEPEST)) as u32,
                "mate" => limits.depth = (2 * number()?.clamp(1, 50) - 1) as u32,
                "nodes" => limits.nodes = number()?.max(1),
                "movetime" => movetime = Some(Duration::from_millis(number()?)),
                "movestogo" => time.moves = Some(number()?.clamp(1, 1000) as u32),
                "wtime" | "btime" => {
                    let left = Duration::from_millis(number()?);
                    if (*word == "wtime") == first {
                        (time.left, has_time) = (left, true);
                    }
                }
                "winc" | "binc" => {
                    let added = Duration::from_millis(number()?);
                    if (*word == "winc") == first {
                        time.added = added;
                    }
                }
                "searchmoves" => {
                    for text in rest.by_ref() {
                        limits.only.push(uci::read(game, position, text).map_err(|error| error.to_string())?);
                    }
                }
                _ => return Err(format!("`go` does not know `{word}`")),
            }
        }
        let fixed = movetime.map(|time| {
            let most = time.saturating_sub(OVERHEAD.min(time / 2));
            Budget { wanted: most, most }
        });
        Ok(Asked { limits, budget: fixed.or(has_time.then(|| time.budget())), waits })
    }
}

/// Watches a search: the time, and what the other program says meanwhile.
struct Listener<'l, 'io> {
    io: &'l mut Io<'io>,
    game: &'l Game,
    position: &'l Position,
    waiting: &'l mut VecDeque<String>,
    ended: &'l mut bool,
    start: Duration,
    /// Until when; once the clock runs.
    budget: Option<Budget>,
    /// How long to think from a `ponderhit` on.
    hit: Option<Budget>,
    waits: bool,
    stopped: bool,
    failed: Option<Failure>,
    /// Says nothing of what is found.
    is_silent: bool,
}

impl Listener<'_, '_> {
    /// Hears a line that comes during a search.
    fn hear(&mut self, line: Line) -> Result<(), Failure> {
        match line {
            Line::Typed(bytes) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                match text.trim() {
                    "stop" => (self.stopped, self.waits) = (true, false),
                    // In a script, what comes before is done first.
                    "quit" if self.waiting.is_empty() => {
                        (self.stopped, self.waits) = (true, false);
                        self.waiting.push_back(text);
                    }
                    "ponderhit" => {
                        self.waits = false;
                        let now = self.io.now();
                        self.budget =
                            self.hit.map(|hit| Budget { wanted: now + hit.wanted, most: now + hit.most });
                    }
                    "isready" => {
                        writeln!(self.io.out, "readyok")?;
                        self.io.out.flush()?;
                    }
                    _ => self.waiting.push_back(text),
                }
            }
            // What was asked for is still answered, but nobody can say `stop` any more.
            Line::End => {
                *self.ended = true;
                self.stopped |= self.waits;
                self.waits = false;
            }
            Line::TimeUp => {}
        }
        Ok(())
    }

    /// An answer that is to be waited for comes only then.
    fn wait_for_stop(&mut self) -> Result<(), Failure> {
        while self.waits && self.failed.is_none() {
            let line = self.io.line_of_program()?;
            self.hear(line)?;
        }
        Ok(())
    }

    fn show(&mut self, line: &Found) -> Result<(), Failure> {
        let spent = self.io.now().saturating_sub(self.start);
        let score = match line.score {
            Score::Worth(worth) => format!("cp {worth}"),
            Score::Wins(moves) => format!("mate {moves}"),
            Score::Loses(moves) => format!("mate -{moves}"),
        };
        let speed = (line.nodes as f64 / spent.as_secs_f64().max(0.001)) as u64;
        write!(
            self.io.out,
            "info depth {} seldepth {} score {score} nodes {} nps {speed} hashfull {} time {} pv",
            line.depth,
            line.deepest.max(line.depth),
            line.nodes,
            line.full,
            spent.as_millis()
        )?;
        let mut position = self.position.clone();
        for m in &line.moves {
            write!(self.io.out, " {}", uci::write(self.game, &position, m))?;
            self.game.play_unchecked(&mut position, m);
        }
        writeln!(self.io.out)?;
        self.io.out.flush()?;
        Ok(())
    }

    /// What has failed is told when the search is over.
    fn keep<T>(&mut self, done: Result<T, Failure>) -> bool {
        done.map_err(|failure| self.failed = Some(failure)).is_ok()
    }
}

impl Watch for Listener<'_, '_> {
    fn goes_on(&mut self, _: u64) -> bool {
        if !*self.ended {
            let heard = self.io.line_meanwhile().and_then(|line| self.hear(line));
            self.keep(heard);
        }
        let now = self.io.now();
        !self.stopped && self.failed.is_none() && self.budget.is_none_or(|budget| now < budget.most)
    }

    fn sees(&mut self, line: &Found) -> bool {
        if !self.is_silent {
            let shown = self.show(line);
            self.keep(shown);
        }
        let now = self.io.now();
        self.goes_on(line.nodes) && self.budget.is_none_or(|budget| now < budget.wanted)
    }
}

//! UCI, as programs for chess talk; USI, as those for shogi do, and UCCI, as those for xiangqi do, which differ from it in some words.
//!
//! Any of them plays any game.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use tilegame_runtime::notation::fen;
use tilegame_runtime::perft::{self, By, Unfinished};
use tilegame_runtime::{Game, Move};
use tilegame_search::level::Level;
use tilegame_search::{Line as Found, Score, Watch as _};

use super::coordinates::Coordinates;
use super::ears::{Ears, Heard, Listener};
use super::go::{Asked, Reading};
use super::session::{MEMORY, MOST_LINES, MOST_MEMORY, MOST_THREADS, Session};
use crate::board::{self, Drawing};
use crate::exit::{Exit, Failure};
use crate::io::Io;

/// What passes between a decision and its arrival, if nobody says otherwise, in thousandths of a second.
const OVERHEAD: u64 = 30;

/// What is counted at once, before somebody can say `stop`.
const PART: u64 = 10_000_000;

/// What other programs call the strongest level, and what they call it in rating points.
const SKILL: u64 = 20;
const ELO: std::ops::RangeInclusive<u64> = 500..=2850;

/// In which words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    Uci,
    Usi,
    Ucci,
}

/// The sort of an option, and its values.
enum Sort {
    Check(bool),
    Spin(u64, std::ops::RangeInclusive<u64>),
    Text,
}

impl Dialect {
    /// The greeting.
    fn word(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Usi => "usi",
            Dialect::Ucci => "ucci",
        }
    }

    /// The options besides the game. Names are compared without spaces and underscores.
    fn options(self) -> Vec<(&'static str, Sort)> {
        let mut options = vec![
            ("VariantPath", Sort::Text),
            (
                if self == Dialect::Usi { "USI_Hash" } else { "Hash" },
                Sort::Spin(MEMORY as u64, 1..=MOST_MEMORY as u64),
            ),
            ("Threads", Sort::Spin(1, 1..=MOST_THREADS as u64)),
            ("MultiPV", Sort::Spin(1, 1..=MOST_LINES as u64)),
            (if self == Dialect::Usi { "USI_Ponder" } else { "Ponder" }, Sort::Check(false)),
            ("Move Overhead", Sort::Spin(OVERHEAD, 0..=10_000)),
            ("Level", Sort::Spin(0, 0..=Level::MOST.number().into())),
            ("Skill Level", Sort::Spin(SKILL, 0..=SKILL)),
            ("UCI_LimitStrength", Sort::Check(false)),
            ("UCI_Elo", Sort::Spin(*ELO.end(), ELO)),
            ("UCI_AnalyseMode", Sort::Check(false)),
        ];
        match self {
            Dialect::Uci => options.push(("UCI_Chess960", Sort::Check(false))),
            Dialect::Usi => {}
            Dialect::Ucci => options.push(("usemillisec", Sort::Check(false))),
        }
        options
    }

    /// What a line means that comes while the computer thinks.
    fn hear(line: &str) -> Heard {
        match line {
            "stop" => Heard::Stop,
            "quit" => Heard::Quit,
            "ponderhit" | "ponderhit draw" => Heard::Hit,
            "isready" => Heard::Answer("readyok".to_owned()),
            _ => Heard::Later,
        }
    }
}

/// A level that is asked for in the numbers of other programs; none for the full strength.
fn level_of_skill(skill: u64) -> Option<Level> {
    (skill < SKILL).then(|| Level::new(1 + (skill * 9 / SKILL) as u8)).flatten()
}

fn level_of_elo(elo: u64) -> Option<Level> {
    let (low, high) = (*ELO.start(), *ELO.end());
    (elo < high).then(|| Level::new(1 + (elo.saturating_sub(low) * 10 / (high - low)) as u8)).flatten()
}

/// A conversation.
pub(super) struct Uci<'e, 'io> {
    dialect: Dialect,
    session: Session,
    ears: Ears<'e, 'io>,
    overhead: Duration,
    in_seconds: bool,
    /// The strength in rating points, and whether it counts.
    elo: (u64, bool),
}

impl<'e, 'io> Uci<'e, 'io> {
    pub(super) fn new(dialect: Dialect, session: Session, ears: Ears<'e, 'io>) -> Uci<'e, 'io> {
        let (overhead, in_seconds) = (Duration::from_millis(OVERHEAD), dialect == Dialect::Ucci);
        Uci { dialect, session, ears, overhead, in_seconds, elo: (*ELO.end(), false) }
    }

    pub(super) fn run(mut self) -> Result<Exit, Failure> {
        while let Some(line) = self.ears.line()? {
            if !self.answer(&line)? {
                break;
            }
        }
        self.ears.io.out.flush()?;
        Ok(Exit::Fine)
    }

    /// Does what a line says; whether to go on.
    fn answer(&mut self, line: &str) -> Result<bool, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            // `ponderhit` and `stop` come too late, when there is nothing to stop.
            [] | ["stop" | "ponderhit" | "debug" | "register" | "gameover", ..] => {}
            ["quit", ..] => {
                if self.dialect == Dialect::Ucci {
                    self.say("bye")?;
                }
                return Ok(false);
            }
            [word, ..] if *word == self.dialect.word() => self.introduce()?,
            ["isready", ..] => self.say("readyok")?,
            ["ucinewgame" | "usinewgame", ..] => self.session.forget(),
            ["setoption", rest @ ..] => self.set(rest)?,
            ["position", rest @ ..] => {
                if let Err(why) = self.set_up(rest) {
                    self.tell(&why)?;
                }
            }
            ["go", "perft", depth] => self.count(depth)?,
            ["go", rest @ ..] => self.go(rest)?,
            ["d", ..] => self.draw()?,
            ["eval", ..] => self.go(&["depth", "1"])?,
            [word, ..] => self.tell(&format!("unknown command: {word}"))?,
        }
        Ok(true)
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.ears.io.out, "{line}")?)
    }

    fn tell(&mut self, text: &str) -> Result<(), Failure> {
        for line in text.lines() {
            writeln!(self.ears.io.out, "info string {line}")?;
        }
        Ok(())
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let (mut text, word) = (String::new(), self.dialect.word());
        // What is written into a string can't fail.
        let _ = writeln!(text, "id name TileGame {}", env!("CARGO_PKG_VERSION"));
        let _ = writeln!(text, "id author the TileGame developers");
        // In UCI names of options can have spaces, so a word says where they begin.
        let named = |name: &str| match self.dialect {
            Dialect::Uci => format!("option name {name}"),
            Dialect::Usi => format!("option name {}", name.replace(' ', "_")),
            Dialect::Ucci => format!("option {}", name.replace(' ', "_")),
        };
        let variant = if self.dialect == Dialect::Usi { "USI_Variant" } else { "UCI_Variant" };
        let _ = write!(text, "{} type combo default {}", named(variant), self.session.game.rules().name);
        for name in self.session.names() {
            let _ = write!(text, " var {name}");
        }
        text.push('\n');
        for (name, sort) in self.dialect.options() {
            let _ = match sort {
                Sort::Check(usual) => writeln!(text, "{} type check default {usual}", named(name)),
                Sort::Text => writeln!(text, "{} type string default <empty>", named(name)),
                Sort::Spin(usual, range) => {
                    let (low, high) = range.into_inner();
                    writeln!(text, "{} type spin default {usual} min {low} max {high}", named(name))
                }
            };
        }
        let _ = writeln!(text, "{word}ok");
        Ok(write!(self.ears.io.out, "{text}")?)
    }

    /// `name N value V`; in UCCI `N V`.
    fn set(&mut self, words: &[&str]) -> Result<(), Failure> {
        let (name, value) = match words {
            ["name", rest @ ..] => {
                let split = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
                (rest[..split].join(" "), rest[(split + 1).min(rest.len())..].join(" "))
            }
            [name, value @ ..] => ((*name).to_owned(), value.join(" ")),
            [] => (String::new(), String::new()),
        };
        if let Err(why) = self.choose(&name, &value) {
            self.tell(&why)?;
        }
        Ok(())
    }

    /// Sets an option, or says why not.
    fn choose(&mut self, name: &str, value: &str) -> Result<(), String> {
        let plain = |name: &str| name.to_lowercase().replace([' ', '_'], "");
        let (session, io) = (&mut self.session, &mut *self.ears.io);
        if matches!(plain(name).as_str(), "ucivariant" | "usivariant") {
            return session.choose_game(io, value);
        }
        let known = self.dialect.options().into_iter().find(|(known, _)| plain(known) == plain(name));
        let (name, sort) = known.ok_or_else(|| format!("there is no option `{name}`"))?;
        let number = match sort {
            Sort::Spin(_, range) => {
                let number = value.parse().ok().filter(|number| range.contains(number));
                number
                    .ok_or_else(|| format!("{name} is a number from {} to {}", range.start(), range.end()))?
            }
            Sort::Check(_) => match value {
                "true" | "false" => u64::from(value == "true"),
                _ => return Err(format!("{name} is `true` or `false`")),
            },
            Sort::Text => 0,
        };
        match name {
            "VariantPath" if value.is_empty() || value == "<empty>" => {}
            "VariantPath" => session.load(io, value)?,
            "UCI_Chess960" => session.shuffle(io, number == 1)?,
            "Hash" | "USI_Hash" => session.set_memory(number as usize),
            "Threads" => session.options.threads = number as usize,
            "MultiPV" => session.options.lines = number as usize,
            "Move Overhead" => self.overhead = Duration::from_millis(number),
            "Level" => session.options.level = Level::new(number as u8),
            "Skill Level" => session.options.level = level_of_skill(number),
            "UCI_LimitStrength" => self.elo.1 = number == 1,
            "UCI_Elo" => self.elo.0 = number,
            "usemillisec" => self.in_seconds = number == 0,
            // Pondering is asked for with each move; analysing is nothing else than searching.
            _ => {}
        }
        if name.starts_with("UCI_L") || name == "UCI_Elo" {
            self.session.options.level = level_of_elo(self.elo.0).filter(|_| self.elo.1);
        }
        Ok(())
    }

    fn coordinates(&self) -> Coordinates {
        match self.dialect {
            Dialect::Uci => Coordinates::Own,
            Dialect::Usi => Coordinates::from_top_right(&self.session.game),
            Dialect::Ucci => Coordinates::FromZero,
        }
    }

    /// The game with its positions written as this protocol wants them.
    fn spoken(&self) -> Game {
        let game = &self.session.game;
        let other = if self.dialect == Dialect::Usi { game.in_notation("sfen") } else { None };
        other.unwrap_or_else(|| game.clone())
    }

    /// `startpos`, or `fen F` or `sfen F`, and `moves M`.
    fn set_up(&mut self, words: &[&str]) -> Result<(), String> {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let start = match &words[..split] {
            ["startpos"] => Ok(self.session.game.start()),
            ["fen" | "sfen", text @ ..] if !text.is_empty() => fen::read(&self.spoken(), &text.join(" ")),
            _ => {
                let word = if self.dialect == Dialect::Usi { "sfen" } else { "fen" };
                return Err(format!(
                    "a position is `startpos` or `{word}` and a FEN, and `moves` can follow"
                ));
            }
        };
        self.session.set_up(start.map_err(|error| format!("the FEN can't be read: {error}"))?);
        let coordinates = self.coordinates();
        for text in words.iter().skip(split + 1) {
            let (game, position) = (&self.session.game, &self.session.position);
            let m = coordinates.read(game, position, text).map_err(|error| error.to_string())?;
            self.session.play(&m).map_err(|why| format!("{text}: {why}"))?;
        }
        Ok(())
    }

    /// Draws the position.
    fn draw(&mut self) -> Result<(), Failure> {
        let (game, position) = (&self.session.game, &self.session.position);
        let drawing = Drawing { ascii: true, ..Drawing::default() };
        let board = board::draw(game, position, drawing);
        writeln!(self.ears.io.out, "{board}\nFen: {}", fen::write(&self.spoken(), position))?;
        let check = if game.in_check(position) { "yes" } else { "no" };
        writeln!(self.ears.io.out, "Check: {check}")?;
        Ok(())
    }

    fn count(&mut self, depth: &str) -> Result<(), Failure> {
        let Some(depth) =
            depth.parse().ok().filter(|depth| (1..=tilegame_dsl::limits::PERFT_DEPTH).contains(depth))
        else {
            return self.tell("a depth is a number of plies, from 1");
        };
        let (game, start, coordinates) =
            (self.session.game.clone(), self.session.position.clone(), self.coordinates());
        let mut all = 0_u64;
        for m in game.moves(&start) {
            let mut next = start.clone();
            game.play_unchecked(&mut next, &m);
            let mut tell = |_: &mut Io<'io>, _: &Found, _: Duration| Ok(());
            let mut listener = Listener::new(&mut self.ears, (None, false), Dialect::hear, &mut tell);
            let counted = perft::perft_in_parts(&game, By::Auto, None, &next, depth - 1, PART, &mut |_| {
                listener.goes_on(0)
            });
            listener.finish()?;
            let sum =
                counted.and_then(|nodes| Ok((nodes, all.checked_add(nodes).ok_or(Unfinished::TooMany)?)));
            match sum {
                Ok((nodes, sum)) => {
                    all = sum;
                    let text = coordinates.write(&game, &start, &m);
                    writeln!(self.ears.io.out, "{text}: {nodes}")?;
                }
                Err(why) => return self.tell(&format!("not counted to the end: {why}")),
            }
        }
        writeln!(self.ears.io.out, "\nNodes searched: {all}")?;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        let (dialect, coordinates) = (self.dialect, self.coordinates());
        let reading = Reading { dialect, coordinates, overhead: self.overhead, in_seconds: self.in_seconds };
        let asked = match Asked::read((&self.session.game, &self.session.position), reading, words) {
            Ok(asked) => asked,
            Err(why) => return self.tell(&why),
        };
        let (game, position) = (self.session.game.clone(), self.session.position.clone());
        let (is_silent, lines) = (self.session.options.level.is_some(), self.session.options.lines);
        let mut tell = |io: &mut Io<'io>, line: &Found, spent: Duration| {
            if is_silent {
                return Ok(());
            }
            let info = info(line, lines, spent);
            writeln!(io.out, "{info} pv{}", texts(&game, &position, coordinates, &line.moves))?;
            io.out.flush()?;
            Ok(())
        };
        let mut listener =
            Listener::new(&mut self.ears, (asked.budget, asked.waits), Dialect::hear, &mut tell);
        let chosen = self.session.think(&asked.limits, &mut listener);
        listener.finish()?;
        let answer = match chosen {
            Ok(Some(chosen)) if asked.mate => match chosen.score {
                Score::Wins(_) => format!("checkmate{}", texts(&game, &position, coordinates, &chosen.line)),
                _ => "checkmate timeout".to_owned(),
            },
            Ok(Some(chosen)) => {
                let mut answer = format!("bestmove {}", coordinates.write(&game, &position, &chosen.best));
                if let Some(reply) = chosen.reply {
                    let mut next = position.clone();
                    game.play_unchecked(&mut next, &chosen.best);
                    let _ = write!(answer, " ponder {}", coordinates.write(&game, &next, &reply));
                }
                answer
            }
            other => {
                if let Err(why) = other {
                    self.tell(&format!("this can't be searched: {why}"))?;
                }
                match dialect {
                    Dialect::Uci => "bestmove (none)",
                    Dialect::Usi if asked.mate => "checkmate nomate",
                    Dialect::Usi => "bestmove resign",
                    Dialect::Ucci => "nobestmove",
                }
                .to_owned()
            }
        };
        self.say(&answer)
    }
}

/// What has been found, without the moves.
fn info(line: &Found, lines: usize, spent: Duration) -> String {
    let score = match line.score {
        Score::Worth(worth) => format!("cp {worth}"),
        Score::Wins(moves) => format!("mate {moves}"),
        Score::Loses(moves) => format!("mate -{moves}"),
    };
    let speed = (line.nodes as f64 / spent.as_secs_f64().max(0.001)) as u64;
    let number = if lines > 1 { format!(" multipv {}", line.number) } else { String::new() };
    format!(
        "info depth {} seldepth {}{number} score {score} nodes {} nps {speed} hashfull {} time {}",
        line.depth,
        line.deepest.max(line.depth),
        line.nodes,
        line.full,
        spent.as_millis()
    )
}

/// Moves one after another, each behind a space.
fn texts(
    game: &Game,
    start: &tilegame_runtime::Position,
    coordinates: Coordinates,
    moves: &[Move],
) -> String {
    let (mut position, mut texts) = (start.clone(), String::new());
    for m in moves {
        texts.push(' ');
        texts.push_str(&coordinates.write(game, &position, m));
        game.play_unchecked(&mut position, m);
    }
    texts
}

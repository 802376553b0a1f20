//! UCI, as programs for chess talk; USI, as those for shogi do, and UCCI, as those for xiangqi do, which differ from it in some words.
//!
//! Any of them plays any game.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use tilegame_fairy::{dialect, position};
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::perft::{self, By, Unfinished};
use tilegame_runtime::{Game, Move, MoveList, State as Position};
use tilegame_search::clock::Budget;
use tilegame_search::level::Level;
use tilegame_search::{Limits, Line as Found, Score, Watch as _};

use super::conversation::{Conversation, Speaker};
use super::dialect::Dialect;
use super::event::Event;
use super::go::{self, Asked, Reading};
use super::session::{MEMORY, MOST_LINES, MOST_MEMORY, MOST_THREADS, Session, Told};
use super::states::{State, Table};
use super::work::{Chosen, Finished, Telling};
use crate::board::{self, Drawing};
use crate::exit::Failure;
use crate::io::Io;
use crate::spelling::{Coordinates, Spelling};

/// What passes between a decision and its arrival, if nobody says otherwise, in thousandths of a second.
const OVERHEAD: u64 = 10;

/// What is counted at once, before `stop` is obeyed.
const PART: u64 = 1_000_000;

/// So many positions are looked at to find out how quick the search is.
const BENCH: u64 = 500_000;

/// What other programs call the strongest level, and what they call it in rating points.
const SKILL: u64 = 20;
const ELO: std::ops::RangeInclusive<u64> = 500..=2850;

/// How turns are written: move by move, as this program does, or in the dialect of Fairy-Stockfish.
const NOTATIONS: &[&str] = &["own", "fsf"];

/// The sort of an option, and its values.
enum Sort {
    Check(bool),
    Spin(u64, std::ops::RangeInclusive<u64>),
    /// One of these words, of which the first is usual.
    Choice(&'static [&'static str]),
    Text,
}

impl Dialect {
    /// The options besides the game. Names are compared without spaces and underscores.
    fn options(self) -> Vec<(&'static str, Sort)> {
        let mut options = vec![
            ("VariantPath", Sort::Text),
            ("EvalFile", Sort::Text),
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
            Dialect::Uci => {
                options.extend([("UCI_Chess960", Sort::Check(false)), ("Notation", Sort::Choice(NOTATIONS))])
            }
            Dialect::Usi => {}
            Dialect::Ucci => options.push(("usemillisec", Sort::Check(false))),
        }
        options
    }
}

/// A level that is asked for in the numbers of other programs; none for the full strength.
fn level_of_skill(skill: u64) -> Option<Level> {
    let levels = u64::from(Level::MOST.number());
    (skill < SKILL).then(|| Level::new(1 + (skill * levels / SKILL) as u8)).flatten()
}

fn level_of_elo(elo: u64) -> Option<Level> {
    let (low, high) = (*ELO.start(), *ELO.end());
    let levels = u64::from(Level::MOST.number());
    (elo < high).then(|| Level::new(1 + (elo.saturating_sub(low) * levels / (high - low)) as u8)).flatten()
}

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Which move is best.
    Move,
    /// Whether there is a mate.
    Mate,
    /// How quick the search is.
    Bench,
}

/// A conversation.
pub(super) struct Uci<'e, 'io> {
    dialect: Dialect,
    session: Session,
    conversation: Conversation<'e, 'io>,
    overhead: Duration,
    in_seconds: bool,
    /// Whether turns are written in the dialect of Fairy-Stockfish; nothing until that or a game has been chosen.
    is_fairy: Option<bool>,
    /// The strength in rating points, and whether it counts.
    elo: (u64, bool),
    /// Moves that the next search may not choose.
    banned: Vec<Move>,
    task: Task,
    /// The positions that have been looked at in this search, and in what time.
    looked_at: (u64, Duration),
}

impl<'e, 'io> Speaker<'e, 'io> for Uci<'e, 'io> {
    fn conversation(&mut self) -> &mut Conversation<'e, 'io> {
        &mut self.conversation
    }

    fn obey(&mut self, line: &str) -> Result<(), Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            [word, ..] if *word == self.dialect.word() => self.introduce()?,
            ["isready", ..] => {
                if self.conversation.is_idle() {
                    self.session.get_ready();
                }
                self.conversation.say("readyok")?;
            }
            ["ucinewgame" | "usinewgame", ..] => self.session.forget(),
            ["setoption", rest @ ..] => self.set(rest)?,
            ["position", rest @ ..] => {
                self.banned.clear();
                if let Err(why) = self.set_up(rest) {
                    self.complain(&why)?;
                }
            }
            ["banmoves", rest @ ..] if self.dialect == Dialect::Ucci => self.ban(rest)?,
            ["bench", rest @ ..] => self.measure(rest)?,
            ["go" | "eval" | "flip" | "d", ..] if self.session.refused().is_some() => {
                let why = format!("the position was refused: {}", self.session.refused().unwrap_or_default());
                self.complain(&why)?;
                if matches!(words[0], "go" | "eval") {
                    let is_mate = words.get(1) == Some(&"mate");
                    self.say_no_move(if is_mate { Task::Mate } else { Task::Move })?;
                }
            }
            ["flip", ..] => self.flip()?,
            ["d", ..] => self.draw()?,
            ["go", "perft", depth] => self.count(depth)?,
            ["go", rest @ ..] => self.go(rest)?,
            ["eval", ..] => self.go(&["depth", "1"])?,
            [word, ..] => self.complain(&format!("unknown command: {word}"))?,
        }
        Ok(())
    }

    fn take_turn(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn tell(&mut self, event: Event) -> Result<(), Failure> {
        let (position, spelling) = (&self.session.state, self.spelling());
        match event {
            Event::Found(line, spent) => {
                self.looked_at = (line.nodes, spent);
                if self.session.options.level.is_none() || self.task == Task::Bench {
                    let info = info(&line, self.session.options.lines, spent);
                    let moves = match self.task {
                        Task::Bench => String::new(),
                        _ => format!(" pv{}", texts(position, spelling, &line.moves)),
                    };
                    self.conversation.say(&format!("{info}{moves}"))?;
                }
            }
            Event::Counted(text, nodes) => self.conversation.say(&format!("{text}: {nodes}"))?,
            _ => {}
        }
        Ok(())
    }

    fn answer(&mut self, finished: Finished, _: bool) -> Result<(), Failure> {
        let chosen = match finished {
            Finished::Counted(Ok(nodes)) => {
                return self.conversation.say(&format!("\nNodes searched: {nodes}"));
            }
            Finished::Counted(Err(why)) => {
                return self.complain(&format!("not counted to the end: {why}"));
            }
            Finished::Thought { computer, chosen } => {
                self.session.take_back_computer(computer);
                chosen
            }
        };
        match chosen {
            _ if self.task == Task::Bench => {
                let (nodes, spent) = self.looked_at;
                let speed = nodes as f64 / spent.as_secs_f64().max(0.001);
                self.conversation.say(&format!("Nodes searched: {nodes}\nNodes/second: {speed:.0}"))
            }
            None => {
                self.say_score_of_ending()?;
                self.say_no_move(self.task)
            }
            Some(chosen) => self.say_move(&chosen),
        }
    }

    fn complain(&mut self, why: &str) -> Result<(), Failure> {
        why.lines().try_for_each(|line| self.conversation.say(&format!("info string {line}")))
    }

    fn leave(&mut self, finished: Option<Finished>) -> Result<(), Failure> {
        let is_told = finished.is_some();
        finished.map_or(Ok(()), |finished| self.answer(finished, is_told))?;
        if self.dialect == Dialect::Ucci && !self.conversation.has_ended() {
            self.conversation.say("bye")?;
        }
        Ok(())
    }
}

impl<'e, 'io> Uci<'e, 'io> {
    pub(super) fn new(dialect: Dialect, session: Session, io: &'e mut Io<'io>) -> Uci<'e, 'io> {
        Uci {
            dialect,
            session,
            conversation: Conversation::new(io, Table::of_uci()),
            overhead: Duration::from_millis(OVERHEAD),
            in_seconds: dialect == Dialect::Ucci,
            is_fairy: None,
            elo: (*ELO.end(), false),
            banned: Vec::new(),
            task: Task::Move,
            looked_at: (0, Duration::ZERO),
        }
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
                Sort::Choice(words) => {
                    let all: String = words.iter().map(|word| format!(" var {word}")).collect();
                    writeln!(text, "{} type combo default {}{all}", named(name), words[0])
                }
                Sort::Spin(usual, range) => {
                    let (low, high) = range.into_inner();
                    writeln!(text, "{} type spin default {usual} min {low} max {high}", named(name))
                }
            };
        }
        let _ = writeln!(text, "{word}ok");
        Ok(write!(self.conversation.io.out, "{text}")?)
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
            self.complain(&why)?;
        }
        Ok(())
    }

    /// Sets an option, or says why not; also where a number has been taken that is nearest to the one that was wanted.
    fn choose(&mut self, name: &str, value: &str) -> Result<(), String> {
        let plain = |name: &str| name.to_lowercase().replace([' ', '_'], "");
        let (session, io) = (&mut self.session, &mut *self.conversation.io);
        if matches!(plain(name).as_str(), "ucivariant" | "usivariant") {
            session.choose_game(io, value)?;
            // Who chooses a game by its name is a program for variants, and these write turns so.
            self.is_fairy.get_or_insert(true);
            return Ok(());
        }
        let known = self.dialect.options().into_iter().find(|(known, _)| plain(known) == plain(name));
        let (name, sort) = known.ok_or_else(|| format!("there is no option `{name}`"))?;
        let mut remark = Ok(());
        let number = match sort {
            Sort::Spin(_, range) => {
                let about = format!("{name} is a number from {} to {}", range.start(), range.end());
                let number = go::number(value).ok_or_else(|| about.clone())?;
                let taken = number.clamp(*range.start(), *range.end());
                if value.parse() != Ok(taken) {
                    remark = Err(format!("{about}; it is {taken} now"));
                }
                taken
            }
            Sort::Check(_) => match value {
                "true" | "false" => u64::from(value == "true"),
                _ => return Err(format!("{name} is `true` or `false`")),
            },
            Sort::Choice(words) if !words.contains(&value) => {
                return Err(format!("{name} is {}", words.join(" or ")));
            }
            Sort::Choice(_) | Sort::Text => 0,
        };
        match name {
            "Notation" => self.is_fairy = Some(value == "fsf"),
            "VariantPath" if value.is_empty() || value == "<empty>" => {}
            "VariantPath" => session.load_path(io, value)?,
            "EvalFile" => session.judge_by(io, value)?,
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
        remark
    }

    fn spelling(&self) -> Spelling {
        let coordinates = match self.dialect {
            Dialect::Uci => Coordinates::Own,
            Dialect::Usi => Coordinates::from_top_right(&self.session.game),
            Dialect::Ucci => Coordinates::FromZero,
        };
        Spelling { is_fairy: self.dialect == Dialect::Uci && self.is_fairy == Some(true), coordinates }
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
            ["startpos"] => "startpos".to_owned(),
            ["fen" | "sfen", text @ ..] if !text.is_empty() => text.join(" "),
            _ => {
                let word = if self.dialect == Dialect::Usi { "sfen" } else { "fen" };
                return Err(format!(
                    "a position is `startpos` or `{word}` and a FEN, and `moves` can follow"
                ));
            }
        };
        let moves = words.iter().skip(split + 1).copied().map(str::to_owned).collect();
        let (spoken, told) = (self.spoken(), Told { spelling: self.spelling(), start, moves });
        self.session.set_up_as_told(&spoken, told)
    }

    /// Moves that the next search may not choose.
    fn ban(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.banned.clear();
        for text in words {
            match self.spelling().read(&self.session.state, text) {
                Ok(turn) => self.banned.extend(turn.first()),
                Err(why) => self.complain(&why)?,
            }
        }
        Ok(())
    }

    /// Gives the turn to the next player.
    fn flip(&mut self) -> Result<(), Failure> {
        let position = &self.session.state;
        let next = (position.to_move().index() + 1) % self.session.game.rules().players.len();
        match position.edit().to_move(PlayerId::new(next)).finish() {
            Ok(position) => self.session.set_up(position),
            Err(error) => self.complain(&error.to_string())?,
        }
        Ok(())
    }

    /// Draws the position.
    fn draw(&mut self) -> Result<(), Failure> {
        let position = &self.session.state;
        let drawing = Drawing { ascii: true, ..Drawing::default() };
        let board = board::draw(position, drawing);
        let fen = match self.spelling().is_fairy {
            true => position::write(position),
            false => position.written_as_in(&self.spoken()).fen(),
        };
        let check = if position.in_check() == Some(true) { "yes" } else { "no" };
        self.conversation.say(&format!("{board}\nFen: {fen}\nCheck: {check}"))
    }

    fn count(&mut self, depth: &str) -> Result<(), Failure> {
        let Some(depth) =
            depth.parse().ok().filter(|depth| (1..=tilegame_dsl::limits::PERFT_DEPTH).contains(depth))
        else {
            return self.complain("a depth is a number of plies, from 1");
        };
        let (start, spelling) = (self.session.state.clone(), self.spelling());
        self.conversation.begin(State::Thinking, None, move |telling| {
            Finished::Counted(match spelling.is_fairy && dialect::has_steps(start.game()) {
                true => count_turns(&start, depth, telling),
                false => count(&start, spelling, depth, telling),
            })
        });
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        let (dialect, spelling) = (self.dialect, self.spelling());
        let reading = Reading { dialect, spelling, overhead: self.overhead, in_seconds: self.in_seconds };
        let mut asked = match Asked::read(&self.session.state, reading, words) {
            Ok(asked) => asked,
            Err(why) => {
                self.complain(&why)?;
                return self.say_no_move(Task::Move);
            }
        };
        asked.remarks.iter().try_for_each(|remark| self.complain(remark))?;
        self.task = if asked.mate { Task::Mate } else { Task::Move };
        let banned = std::mem::take(&mut self.banned);
        if !banned.is_empty() && asked.limits.only.is_empty() {
            let mut moves = MoveList::new();
            self.session.state.moves(&mut moves);
            asked.limits.only = moves.into_iter().filter(|m| !banned.contains(m)).collect();
            if asked.limits.only.is_empty() {
                return self.say_no_move(self.task);
            }
        }
        self.think(asked.state, asked.budget, asked.limits);
        Ok(())
    }

    fn think(&mut self, state: State, budget: Option<Budget>, limits: Limits) {
        self.looked_at = (0, Duration::ZERO);
        let thinker = self.session.thinker(limits);
        self.conversation.begin(state, budget, move |telling| thinker.think(telling));
    }

    /// Measures how quick the search is at the start of the game: to a depth, or for some time.
    fn measure(&mut self, words: &[&str]) -> Result<(), Failure> {
        let depth = words.first().and_then(|word| go::number(word));
        let limits = match depth {
            Some(depth) => Limits::to_depth(depth.clamp(1, u64::from(Limits::DEEPEST)) as u32),
            None => Limits::to_nodes(BENCH),
        };
        self.session.forget();
        (self.task, self.looked_at) = (Task::Bench, (0, Duration::ZERO));
        let thinker = self.session.thinker(limits).at_the_start();
        self.conversation.begin(State::Thinking, None, move |telling| thinker.think(telling));
        Ok(())
    }

    fn say_move(&mut self, chosen: &Chosen) -> Result<(), Failure> {
        let (position, spelling) = (&self.session.state, self.spelling());
        let answer = match (self.task, chosen.score) {
            (Task::Mate, Score::Wins(_)) => {
                format!("checkmate{}", texts(position, spelling, &chosen.line))
            }
            (Task::Mate, _) => "checkmate timeout".to_owned(),
            _ => {
                let own: Vec<Move> = std::iter::once(chosen.best).chain(chosen.reply).collect();
                let line = if spelling.is_fairy { &chosen.line } else { &own };
                let words = words(position, spelling, line);
                let mut answer = format!("bestmove {}", words.first().map_or("", String::as_str));
                // Of a turn with several steps, a line can end in the middle.
                let is_whole = !dialect::has_steps(position.game()) || !spelling.is_fairy || words.len() > 2;
                if let Some(reply) = words.get(1).filter(|_| is_whole) {
                    let _ = write!(answer, " ponder {reply}");
                }
                answer
            }
        };
        self.conversation.say(&answer)
    }

    /// What a position is worth in which nobody can move any more.
    fn say_score_of_ending(&mut self) -> Result<(), Failure> {
        let position = &self.session.state;
        let winner = position.outcome().and_then(|outcome| outcome.winner());
        self.conversation.say(match winner {
            None => "info depth 0 score cp 0",
            Some(winner) if winner == position.to_move() => "info depth 0 score mate 1",
            Some(_) => "info depth 0 score mate 0",
        })
    }

    fn say_no_move(&mut self, task: Task) -> Result<(), Failure> {
        self.conversation.say(match self.dialect {
            Dialect::Uci => "bestmove (none)",
            Dialect::Usi if task == Task::Mate => "checkmate nomate",
            Dialect::Usi => "bestmove resign",
            Dialect::Ucci => "nobestmove",
        })
    }
}

/// Counts the sequences that begin with each move.
fn count(start: &Position, spelling: Spelling, depth: u32, telling: &mut Telling) -> Result<u64, Unfinished> {
    let (mut all, mut moves) = (0_u64, MoveList::new());
    start.moves(&mut moves);
    for m in moves {
        let next = start.after(m);
        let mut goes_on = |_| telling.goes_on(0);
        let nodes = perft::perft_in_parts(By::Auto, None, &next, depth - 1, PART, &mut goes_on)?;
        all = all.checked_add(nodes).ok_or(Unfinished::TooMany)?;
        let text = spelling.words(std::iter::once((start.clone(), m))).concat();
        telling.tell(Event::Counted(text, nodes));
    }
    Ok(all)
}

/// Counts the sequences of turns that begin with each turn.
fn count_turns(start: &Position, depth: u32, telling: &mut Telling) -> Result<u64, Unfinished> {
    let mut all = 0_u64;
    for turn in dialect::turns(start).map_err(|_| Unfinished::TooMany)? {
        let next = turn.moves.iter().fold(start.clone(), |state, m| state.after(*m));
        let counted = dialect::perft_while(&next, depth - 1, &mut || telling.goes_on(0));
        let nodes = counted.ok_or(Unfinished::Stopped)?;
        all = all.checked_add(nodes).ok_or(Unfinished::TooMany)?;
        telling.tell(Event::Counted(turn.text, nodes));
    }
    Ok(all)
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
fn texts(start: &Position, spelling: Spelling, moves: &[Move]) -> String {
    words(start, spelling, moves).iter().map(|word| format!(" {word}")).collect()
}

/// Moves one after another, as turns if these are written whole.
fn words(start: &Position, spelling: Spelling, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    spelling.words(moves.iter().map(|m| {
        let next = position.after(*m);
        (std::mem::replace(&mut position, next), *m)
    }))
}

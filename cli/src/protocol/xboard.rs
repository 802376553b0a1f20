//! The Chess Engine Communication Protocol, version 2, which XBoard and WinBoard speak. They learn from it which games there are, and where
//! pieces may go.

use std::fmt::Write as _;
use std::time::Duration;

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, Move, MoveList, State as Position};
use tilegame_search::clock::{Budget, Time};
use tilegame_search::level::Level;
use tilegame_search::{Limits, Line as Found, Score};

use super::conversation::{Conversation, Speaker};
use super::event::Event;
use super::go;
use super::session::{MOST_LINES, MOST_MEMORY, MOST_THREADS, Session, Told};
use super::states::{State, Table};
use super::work::{Chosen, Finished};
use crate::exit::Failure;
use crate::io::Io;
use crate::situation;
use crate::spelling::{self, Coordinates, Parent, Spelling};

/// What passes between a decision and its arrival.
const OVERHEAD: Duration = Duration::from_millis(30);

/// The letters of XBoard's pictures of pieces, in its order; the king is the last. Promoted pieces are eleven places behind what they were.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSUK";
const PROMOTED: usize = 11;

/// A value that says that the game is won; the moves are added.
const MATE: i64 = 100_000;

/// A draw is accepted where the computer sees itself behind by this much, in hundredths of a cheap piece.
const BEHIND: i32 = -50;

/// What the computer does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// It watches.
    Force,
    /// It plays for a player.
    Plays(PlayerId),
    /// It says what it thinks of every position.
    Analyzes,
}

/// How long it may think.
#[derive(Clone, Copy)]
enum Control {
    /// So many moves in a time, or all of them; and what is added for each.
    Clock { moves: Option<u32>, added: Duration },
    /// This much for each move.
    Each(Duration),
}

/// What is being thought about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// The computer's move.
    Move,
    /// What it would play.
    Hint,
    Analysis,
}

/// A hint is thought about so long.
const MOMENT: Duration = Duration::from_millis(200);

/// No time is longer: some years.
const LONGEST: Duration = Duration::from_secs(100_000_000);

/// A conversation.
pub(super) struct Xboard<'e, 'io> {
    session: Session,
    conversation: Conversation<'e, 'io>,
    mode: Mode,
    control: Control,
    /// What its clock shows.
    left: Duration,
    depth: u32,
    /// It says what it thinks while it does.
    posts: bool,
    /// What it thought of the last position in which it moved.
    last: Option<Score>,
    task: Task,
}

impl<'e, 'io> Speaker<'e, 'io> for Xboard<'e, 'io> {
    fn conversation(&mut self) -> &mut Conversation<'e, 'io> {
        &mut self.conversation
    }

    fn obey(&mut self, line: &str) -> Result<(), Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [word, rest @ ..] = words.as_slice() else { return Ok(()) };
        match (*word, rest) {
            ("protover", _) => self.introduce()?,
            ("xboard", _) => self.conversation.say("")?,
            ("new", _) => {
                self.session.set_up(self.session.game.start());
                self.session.forget();
                let second = PlayerId::new(1.min(self.session.game.rules().players.len() - 1));
                (self.mode, self.depth, self.last) = (Mode::Plays(second), Limits::DEEPEST, None);
            }
            ("variant", [name]) => self.choose_game(name)?,
            ("setboard", [_, ..]) => {
                let game = self.session.game.clone();
                let spelling = Spelling { is_fairy: false, coordinates: Coordinates::Own };
                let told = Told { spelling, start: rest.join(" "), moves: Vec::new() };
                if let Err(why) = self.session.set_up_as_told(&game, told) {
                    self.conversation.say(&format!("tellusererror Illegal position: {}", one_line(&why)))?;
                }
            }
            ("force", _) => self.mode = Mode::Force,
            ("go", _) => self.mode = Mode::Plays(self.to_move()),
            ("playother", _) => {
                let (players, mover) = (self.session.game.rules().players.len(), self.to_move().index());
                self.mode = Mode::Plays(PlayerId::new((mover + 1) % players));
            }
            ("analyze", _) => self.mode = Mode::Analyzes,
            ("exit", _) => self.mode = Mode::Force,
            ("usermove", [text]) => self.play(text)?,
            ("ping", [number]) => self.conversation.say(&format!("pong {number}"))?,
            ("undo", _) => {
                self.session.take_back();
            }
            ("remove", _) => {
                self.session.take_back();
                self.session.take_back();
            }
            ("draw", _)
                if self.last.is_some_and(|score| matches!(score, Score::Worth(worth) if worth < BEHIND)) =>
            {
                self.conversation.say("offer draw")?;
            }
            ("result", _) => self.mode = Mode::Force,
            ("post", _) => self.posts = true,
            ("nopost", _) => self.posts = false,
            ("hint", _) if self.session.refused().is_none() => {
                self.think(Task::Hint, State::Thinking, Some(Budget { wanted: MOMENT, most: MOMENT }));
            }
            ("hint", _) => {}
            ("lift", [tile]) => self.highlight(tile)?,
            ("level", [moves, base, added]) => match level(moves, base, added) {
                Some((control, left)) => (self.control, self.left) = (control, left),
                None => self.wrong("bad numbers", line)?,
            },
            ("option", [_, ..]) => {
                let text = rest.join(" ");
                let (name, value) = text.split_once('=').unwrap_or((&text, ""));
                if !self.set(name, value) {
                    self.wrong("unknown option", line)?;
                }
            }
            ("st", [text]) => match seconds(text) {
                Some(time) => self.control = Control::Each(time),
                None => self.wrong("no number", line)?,
            },
            ("sd" | "time" | "memory" | "cores", [text]) => match go::number(text) {
                Some(number) => self.set_number(word, number),
                None => self.wrong("no number", line)?,
            },
            ("draw", _) => {}
            _ => self.wrong("unknown command", line)?,
        }
        Ok(())
    }

    fn take_turn(&mut self) -> Result<(), Failure> {
        match self.mode {
            Mode::Plays(_) if self.session.refused().is_some() => {
                self.mode = Mode::Force;
                self.conversation.say("tellusererror There is no position to play from: it was refused")?;
            }
            Mode::Plays(player) if self.is_to_move(player) => {
                let budget = self.budget();
                self.think(Task::Move, State::Thinking, Some(budget));
            }
            Mode::Analyzes if !self.conversation.has_ended() && self.session.refused().is_none() => {
                self.think(Task::Analysis, State::Waiting, None);
            }
            _ => {}
        }
        Ok(())
    }

    fn tell(&mut self, event: Event) -> Result<(), Failure> {
        match event {
            Event::Found(line, spent)
                if self.task == Task::Analysis || self.posts && self.task == Task::Move =>
            {
                let text = posted(&self.session.state, &line, spent);
                self.conversation.say(&text)
            }
            _ => Ok(()),
        }
    }

    fn answer(&mut self, finished: Finished, is_wanted: bool) -> Result<(), Failure> {
        let Finished::Thought { computer, chosen } = finished else { return Ok(()) };
        self.session.take_back_computer(computer);
        match chosen {
            _ if !is_wanted => Ok(()),
            // It would be asked again and again.
            None if self.task == Task::Move => {
                self.mode = Mode::Force;
                Ok(())
            }
            None => Ok(()),
            Some(chosen) => match self.task {
                Task::Move => self.move_on(&chosen),
                Task::Hint => {
                    let text = self.written(chosen.best);
                    self.conversation.say(&format!("Hint: {text}"))
                }
                Task::Analysis => Ok(()),
            },
        }
    }

    fn complain(&mut self, why: &str) -> Result<(), Failure> {
        self.conversation.say(&format!("Error ({why})"))
    }

    fn leave(&mut self, _: Option<Finished>) -> Result<(), Failure> {
        Ok(())
    }
}

impl<'e, 'io> Xboard<'e, 'io> {
    pub(super) fn new(session: Session, io: &'e mut Io<'io>) -> Xboard<'e, 'io> {
        Xboard {
            session,
            conversation: Conversation::new(io, Table::of_xboard()),
            mode: Mode::Force,
            control: Control::Clock { moves: Some(40), added: Duration::ZERO },
            left: Duration::from_secs(300),
            depth: Limits::DEEPEST,
            posts: false,
            last: None,
            task: Task::Move,
        }
    }

    fn is_to_move(&self, player: PlayerId) -> bool {
        self.to_move() == player && self.session.ending().is_none()
    }

    fn wrong(&mut self, why: &str, line: &str) -> Result<(), Failure> {
        self.conversation.say(&format!("Error ({why}): {}", line.trim()))
    }

    fn to_move(&self) -> PlayerId {
        self.session.state.to_move()
    }

    fn coordinates(&self) -> Coordinates {
        Coordinates::of_xboard(&self.session.game)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let names: Vec<&str> = self.session.names().map(spelling::their_name).collect();
        let level = Level::MOST.number();
        let text = format!(
            "feature done=0\n\
             feature setboard=1 usermove=1 ping=1 time=1 draw=1 memory=1 smp=1 analyze=1 playother=1 highlight=1\n\
             feature colors=0 sigint=0 sigterm=0 reuse=1 nps=0 debug=1 myname=\"TileGame {}\"\n\
             feature variants=\"{}\"\n\
             feature option=\"Level -spin 0 0 {level}\"\n\
             feature option=\"MultiPV -spin 1 1 {MOST_LINES}\"\n\
             feature option=\"VariantPath -file \"\n\
             feature done=1",
            env!("CARGO_PKG_VERSION"),
            names.join(",")
        );
        self.conversation.say(&text)
    }

    fn choose_game(&mut self, name: &str) -> Result<(), Failure> {
        match self.session.choose_game(self.conversation.io, name) {
            Ok(()) => self.describe(),
            Err(why) => self.conversation.say(&format!("tellusererror {}", one_line(&why))),
        }
    }

    /// Sets an option; whether there is such an option with such a value.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let most = |most: usize| go::number(value).map(|number| number.min(most as u64) as usize);
        match name {
            "Level" => match most(Level::MOST.number().into()) {
                // There is no level 0.
                Some(number) => self.session.options.level = Level::new(number as u8),
                None => return false,
            },
            "MultiPV" => match most(MOST_LINES) {
                Some(lines) => self.session.options.lines = lines.max(1),
                None => return false,
            },
            "VariantPath" => return self.session.load_path(self.conversation.io, value).is_ok(),
            _ => return false,
        }
        true
    }

    fn set_number(&mut self, word: &str, number: u64) {
        match word {
            "sd" => self.depth = number.clamp(1, u64::from(Limits::DEEPEST)) as u32,
            "time" => self.left = Duration::from_millis(number.saturating_mul(10)).min(LONGEST),
            "memory" => self.session.set_memory(number.clamp(1, MOST_MEMORY as u64) as usize),
            _ => self.session.options.threads = number.clamp(1, MOST_THREADS as u64) as usize,
        }
    }

    /// Says what XBoard must know of a game that it may never have heard of.
    fn describe(&mut self) -> Result<(), Failure> {
        let game = &self.session.game;
        if game.rules().players.len() != 2 {
            return self.conversation.say("tellusererror XBoard has boards for two players only");
        }
        let Some(setup) = setup(game) else {
            return self
                .conversation
                .say("tellusererror XBoard can't show this board: it is no rectangle of squares");
        };
        self.conversation.say(&setup)
    }

    /// Plays the other side's move.
    fn play(&mut self, text: &str) -> Result<(), Failure> {
        let read = self.coordinates().read(&self.session.state, text);
        match read.and_then(|m| self.session.play(m)) {
            Ok(()) => self.tell_ending(),
            Err(why) => self.conversation.say(&format!("Illegal move ({}): {text}", one_line(&why))),
        }
    }

    /// Says how the match has ended, if it has.
    fn tell_ending(&mut self) -> Result<(), Failure> {
        let Some(ending) = self.session.ending() else { return Ok(()) };
        let score = match ending.winner {
            Some(winner) if winner.index() == 0 => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        self.conversation.say(&format!("{score} {{{}}}", ending.told))
    }

    fn budget(&self) -> Budget {
        match self.control {
            Control::Each(time) => {
                let most = time.saturating_sub(OVERHEAD.min(time / 2));
                Budget { wanted: most, most }
            }
            Control::Clock { moves, added } => {
                Time { left: self.left, added, moves, overhead: OVERHEAD }.budget()
            }
        }
    }

    /// Begins to think; without a budget until it is dropped.
    fn think(&mut self, task: Task, state: State, budget: Option<Budget>) {
        self.task = task;
        let thinker = self.session.thinker(Limits::to_depth(self.depth));
        self.conversation.begin(state, budget, move |telling| thinker.think(telling));
    }

    fn written(&self, m: Move) -> String {
        self.coordinates().write(&self.session.state, m)
    }

    /// Makes the computer's move.
    fn move_on(&mut self, chosen: &Chosen) -> Result<(), Failure> {
        let text = if chosen.best.is_pass() { "@@@@".to_owned() } else { self.written(chosen.best) };
        self.conversation.say(&format!("move {text}"))?;
        if self.session.play(chosen.best).is_err() {
            self.mode = Mode::Force;
        }
        self.last = Some(chosen.score);
        self.tell_ending()
    }

    /// Where a piece may go, as rows of colours.
    fn highlight(&mut self, name: &str) -> Result<(), Failure> {
        let (game, position) = (&self.session.game, &self.session.state);
        let named = |tile| situation::tile(game, tile).into_owned();
        let from = position.tiles().find(|tile| self.coordinates().name(&named(*tile)) == name);
        let mut moves = MoveList::new();
        if let Some(from) = from {
            position.moves_from(from, &mut moves);
        }
        let mut rows: Vec<String> = Vec::new();
        for row in position.picture() {
            let (mut text, mut empty) = (String::new(), 0);
            for tile in row {
                let to = moves.iter().filter(|m| Some(position.target(**m)) == tile);
                let colour = to
                    .map(|m| if position.is_capture(*m) { 'R' } else { 'Y' })
                    .max_by_key(|colour| *colour == 'R');
                match colour {
                    Some(colour) => {
                        if empty > 0 {
                            let _ = write!(text, "{empty}");
                            empty = 0;
                        }
                        text.push(colour);
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            rows.push(text);
        }
        self.conversation.say(&format!("highlight {}", rows.join("/")))
    }
}

fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("; ")
}

/// A time in seconds, perhaps a fraction; a negative one is none at all, and one that is too long is as long as can be.
fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok().filter(|number: &f64| number.is_finite())?;
    Some(Duration::from_secs_f64(number.clamp(0.0, LONGEST.as_secs_f64())))
}

/// `MOVES BASE ADDED`: moves until more time is given, 0 for all of them; minutes, or minutes and seconds; seconds.
fn level(moves: &str, base: &str, added: &str) -> Option<(Control, Duration)> {
    let moves: u32 = moves.parse().ok()?;
    let left = match base.split_once(':') {
        Some((minutes, rest)) => seconds(minutes)? * 60 + seconds(rest)?,
        None => seconds(base)? * 60,
    };
    let added = seconds(added)?;
    Some((Control::Clock { moves: (moves > 0).then_some(moves), added }, left.min(LONGEST)))
}

/// `PLY SCORE TIME NODES PV`, the time in hundredths of a second.
fn posted(start: &Position, line: &Found, spent: Duration) -> String {
    let score = match line.score {
        Score::Worth(worth) => worth.into(),
        Score::Wins(moves) => MATE + i64::from(moves),
        Score::Loses(moves) => -MATE - i64::from(moves),
    };
    let mut text = format!("{} {score} {} {}", line.depth, spent.as_millis() / 10, line.nodes);
    let mut position = start.clone();
    for m in line.moves.iter().copied() {
        let _ = write!(text, " {}", position.uci(m));
        position.make(m);
    }
    text
}

/// The line `setup` of a game on a rectangle of squares whose pieces have letters that XBoard can show.
pub(crate) fn setup(game: &Game) -> Option<String> {
    let rules = game.rules();
    let (files, ranks) = spelling::size(game);
    if files * ranks == 0 || files * ranks != game.board().len() {
        return None;
    }
    let letters: Vec<&str> = rules
        .kinds
        .iter()
        .filter(|kind| !kind.neutral && kind.parts.len() <= 1)
        .map(|kind| kind.letters.first().map_or("", String::as_str))
        .collect();
    let is_one_letter = |text: &str| text.len() == 1 && text.chars().all(|c| c.is_ascii_uppercase());
    let (promoted, plain): (Vec<&str>, Vec<&str>) =
        letters.into_iter().partition(|text| text.starts_with('+'));
    if !plain.iter().all(|text| is_one_letter(text)) || !promoted.iter().all(|text| is_one_letter(&text[1..]))
    {
        return None;
    }
    let mut pictures = ['.'; PICTURES.len()];
    let of_letter = |letter: &str| PICTURES.chars().position(|picture| letter.chars().eq([picture]));
    let letter = |text: &str| text.chars().next().unwrap_or('.');
    // Where pieces are promoted by a sign, there must be room for it behind each of them.
    let king = PICTURES.len() - 1;
    let room = if promoted.is_empty() { king } else { PROMOTED };
    let has_place = |text: &str| of_letter(text).is_some_and(|place| place < room || place == king);
    let (known, late): (Vec<&str>, Vec<&str>) = plain.iter().partition(|text| has_place(text));
    for text in known {
        pictures[of_letter(text)?] = letter(text);
    }
    for text in late {
        // The first five are the pieces of chess, which others should not look like.
        let free = (5..room).chain(0..5).find(|place| pictures[*place] == '.')?;
        pictures[free] = letter(text);
    }
    for text in &promoted {
        let base = pictures.iter().position(|picture| *picture == letter(&text[1..]))?;
        *pictures.get_mut(base + PROMOTED).filter(|picture| **picture == '.')? = '+';
    }
    let white: String = pictures.iter().collect();
    let hand = if rules.turn.hands { plain.len().saturating_sub(1) } else { 0 };
    let parent = spelling::parent(match (rules.turn.hands, promoted.is_empty()) {
        (true, false) => Parent::Signs,
        (true, true) => Parent::Hand,
        (false, _) => Parent::Other,
    });
    let start = game.start().fen();
    Some(format!("setup ({white}{}) {files}x{ranks}+{hand}_{parent} {start}", white.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_described() {
        let said = |name: &str| setup(&Game::from_library(name).expect("a game"));
        assert_eq!(
            said("capablanca").as_deref(),
            Some(
                "setup (PNBRQ..AC............Kpnbrq..ac............k) 10x8+0_fairy \
                 rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"
            )
        );
        let minishogi = said("minishogi").expect("a rectangle");
        assert!(minishogi.starts_with("setup (P.BR.GS....+.++..+...Kp.br.gs"), "{minishogi}");
        assert!(minishogi.contains(") 5x5+5_shogi "), "{minishogi}");
        assert_eq!(said("glinski"), None);
    }

    #[test]
    fn times_are_read() {
        let seconds = |base| level("40", base, "0").map(|(_, left)| left.as_secs());
        assert_eq!([seconds("5"), seconds("0:30"), seconds("x")], [Some(300), Some(30), None]);
        assert_eq!([seconds("99999999999999999999"), seconds("0.5")], [Some(LONGEST.as_secs()), Some(30)]);
        assert!(level("0", "1", "x").is_none() && level("x", "1", "0").is_none());
        assert_eq!(super::seconds("0.05"), Some(Duration::from_millis(50)));
        assert_eq!(super::seconds("-1"), Some(Duration::ZERO));
    }
}

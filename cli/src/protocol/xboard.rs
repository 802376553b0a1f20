//! The Chess Engine Communication Protocol, version 2, which XBoard and WinBoard speak. They learn from it which games there are, and where
//! pieces may go.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::notation::{fen, uci};
use tilegame_runtime::{Game, Position};
use tilegame_search::clock::{Budget, Time};
use tilegame_search::level::Level;
use tilegame_search::{Limits, Line as Found, Score};

use super::coordinates::{self, Coordinates};
use super::ears::{Ears, Heard, Listener};
use super::session::{Chosen, MOST_LINES, MOST_MEMORY, MOST_THREADS, Session};
use super::words::{self, Parent};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::situation;

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

/// A conversation.
pub(super) struct Xboard<'e, 'io> {
    session: Session,
    ears: Ears<'e, 'io>,
    mode: Mode,
    control: Control,
    /// What its clock shows.
    left: Duration,
    depth: u32,
    /// It says what it thinks while it does.
    posts: bool,
    /// What it thought of the last position in which it moved.
    last: Option<Score>,
}

impl<'e, 'io> Xboard<'e, 'io> {
    pub(super) fn new(session: Session, ears: Ears<'e, 'io>) -> Xboard<'e, 'io> {
        let control = Control::Clock { moves: Some(40), added: Duration::ZERO };
        let (mode, left, depth) = (Mode::Force, Duration::from_secs(300), Limits::DEEPEST);
        Xboard { session, ears, mode, control, left, depth, posts: false, last: None }
    }

    pub(super) fn run(mut self) -> Result<Exit, Failure> {
        loop {
            let is_idle = !self.ears.has_waiting();
            match self.mode {
                Mode::Plays(player) if is_idle && self.is_to_move(player) => self.move_on()?,
                Mode::Analyzes if is_idle => self.analyze()?,
                _ => {}
            }
            match self.ears.line()? {
                Some(line) if self.answer(&line)? => {}
                _ => break,
            }
        }
        self.ears.io.out.flush()?;
        Ok(Exit::Fine)
    }

    fn is_to_move(&self, player: PlayerId) -> bool {
        let (game, position) = (&self.session.game, &self.session.position);
        game.to_move(position) == player && self.session.ending().is_none()
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.ears.io.out, "{line}")?)
    }

    /// Does what a line says; whether to go on.
    fn answer(&mut self, line: &str) -> Result<bool, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [word, rest @ ..] = words.as_slice() else { return Ok(true) };
        match (*word, rest) {
            ("quit", _) => return Ok(false),
            ("protover", _) => self.introduce()?,
            ("xboard", _) => self.say("")?,
            ("new", _) => {
                self.session.set_up(self.session.game.start());
                self.session.forget();
                let second = PlayerId::new(1.min(self.session.game.rules().players.len() - 1));
                (self.mode, self.depth, self.last) = (Mode::Plays(second), Limits::DEEPEST, None);
            }
            ("variant", [name]) => self.choose_game(name)?,
            ("setboard", [_, ..]) => match fen::read(&self.session.game, &rest.join(" ")) {
                Ok(position) => self.session.set_up(position),
                Err(error) => self.say(&format!("tellusererror Illegal position: {error}"))?,
            },
            ("force", _) => self.mode = Mode::Force,
            ("go", _) => self.mode = Mode::Plays(self.to_move()),
            ("playother", _) => {
                let (players, mover) = (self.session.game.rules().players.len(), self.to_move().index());
                self.mode = Mode::Plays(PlayerId::new((mover + 1) % players));
            }
            ("analyze", _) => self.mode = Mode::Analyzes,
            ("exit", _) => self.mode = Mode::Force,
            ("usermove", [text]) => self.play(text)?,
            ("ping", [number]) => self.say(&format!("pong {number}"))?,
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
                self.say("offer draw")?;
            }
            ("result", _) => self.mode = Mode::Force,
            ("post", _) => self.posts = true,
            ("nopost", _) => self.posts = false,
            ("hint", _) => self.hint()?,
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
            ("st" | "sd" | "time" | "memory" | "cores", [text]) => match text.parse() {
                Ok(number) => self.set_number(word, number),
                Err(_) => self.wrong("no number", line)?,
            },
            // What changes nothing for a program that does not think while others do.
            (
                "accepted" | "rejected" | "random" | "hard" | "easy" | "computer" | "name" | "rating" | "ics"
                | "otim" | "?" | "." | "draw" | "bk" | "put" | "hover" | "white" | "black" | "pause"
                | "resume" | "egtpath",
                _,
            ) => {}
            _ => self.wrong("unknown command", line)?,
        }
        Ok(true)
    }

    fn wrong(&mut self, why: &str, line: &str) -> Result<(), Failure> {
        self.say(&format!("Error ({why}): {}", line.trim()))
    }

    fn to_move(&self) -> PlayerId {
        self.session.game.to_move(&self.session.position)
    }

    fn coordinates(&self) -> Coordinates {
        Coordinates::of_xboard(&self.session.game)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let names: Vec<&str> = self.session.names().map(words::their_name).collect();
        let level = Level::MOST.number();
        write!(
            self.ears.io.out,
            "feature done=0\n\
             feature setboard=1 usermove=1 ping=1 time=1 draw=1 memory=1 smp=1 analyze=1 playother=1 highlight=1\n\
             feature colors=0 sigint=0 sigterm=0 reuse=1 nps=0 debug=1 myname=\"TileGame {}\"\n\
             feature variants=\"{}\"\n\
             feature option=\"Level -spin 0 0 {level}\"\n\
             feature option=\"MultiPV -spin 1 1 {MOST_LINES}\"\n\
             feature option=\"VariantPath -file \"\n\
             feature done=1\n",
            env!("CARGO_PKG_VERSION"),
            names.join(",")
        )?;
        Ok(())
    }

    fn choose_game(&mut self, name: &str) -> Result<(), Failure> {
        match self.session.choose_game(self.ears.io, words::our_name(name)) {
            Ok(()) => self.describe(),
            Err(why) => self.say(&format!("tellusererror {}", one_line(&why))),
        }
    }

    /// Sets an option; whether there is such an option with such a value.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let number: Option<usize> = value.parse().ok();
        match (name, number) {
            ("Level", Some(0)) => self.session.options.level = None,
            ("Level", Some(number)) => {
                let level = u8::try_from(number).ok().and_then(Level::new);
                self.session.options.level = level;
                return level.is_some();
            }
            ("MultiPV", Some(lines @ 1..=MOST_LINES)) => self.session.options.lines = lines,
            ("VariantPath", _) => return self.session.load(self.ears.io, value).is_ok(),
            _ => return false,
        }
        true
    }

    fn set_number(&mut self, word: &str, number: u64) {
        match word {
            "st" => self.control = Control::Each(Duration::from_secs(number)),
            "sd" => self.depth = number.clamp(1, u64::from(Limits::DEEPEST)) as u32,
            "time" => self.left = Duration::from_millis(number.saturating_mul(10)),
            "memory" => self.session.set_memory((number as usize).clamp(1, MOST_MEMORY)),
            _ => self.session.options.threads = (number as usize).clamp(1, MOST_THREADS),
        }
    }

    /// Says what XBoard must know of a game that it may never have heard of.
    fn describe(&mut self) -> Result<(), Failure> {
        let game = &self.session.game;
        if game.rules().players.len() != 2 {
            return self.say("tellusererror XBoard has boards for two players only");
        }
        let Some(setup) = setup(game) else {
            return self.say("tellusererror XBoard can't show this board: it is no rectangle of squares");
        };
        self.say(&setup)
    }

    /// Plays the other side's move.
    fn play(&mut self, text: &str) -> Result<(), Failure> {
        let (game, position) = (&self.session.game, &self.session.position);
        let read = self.coordinates().read(game, position, text).map_err(|error| error.to_string());
        match read.and_then(|m| self.session.play(&m)) {
            Ok(()) => self.tell_ending(),
            Err(why) => self.say(&format!("Illegal move ({}): {text}", one_line(&why))),
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
        self.say(&format!("{score} {{{}}}", ending.told))
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

    /// Thinks, with what it finds said if that is wanted; nothing, if the answer is no longer wanted.
    fn think(
        &mut self,
        budget: Option<Budget>,
        posts: bool,
        hear: fn(&str) -> Heard,
    ) -> Result<Option<Chosen>, Failure> {
        let (game, position) = (self.session.game.clone(), self.session.position.clone());
        let mut tell = |io: &mut Io<'io>, line: &Found, spent: Duration| {
            if posts {
                writeln!(io.out, "{}", posted(&game, &position, line, spent))?;
                io.out.flush()?;
            }
            Ok(())
        };
        let mut listener = Listener::new(&mut self.ears, (budget, budget.is_none()), hear, &mut tell);
        let chosen = self.session.think(&Limits::to_depth(self.depth), &mut listener);
        let is_wanted = listener.finish()?;
        match chosen {
            Ok(chosen) => Ok(chosen.filter(|_| is_wanted)),
            Err(why) => {
                self.say(&format!("tellusererror this can't be searched: {why}"))?;
                self.mode = Mode::Force;
                Ok(None)
            }
        }
    }

    /// Makes the computer's moves, until another player is to move.
    fn move_on(&mut self) -> Result<(), Failure> {
        let budget = self.budget();
        let Some(chosen) = self.think(Some(budget), self.posts, hear_in_play)? else { return Ok(()) };
        let text = self.coordinates().write(&self.session.game, &self.session.position, &chosen.best);
        let text = if chosen.best.is_pass() { "@@@@" } else { text.as_str() };
        self.say(&format!("move {text}"))?;
        if self.session.play(&chosen.best).is_err() {
            self.mode = Mode::Force;
        }
        self.last = Some(chosen.score);
        self.tell_ending()
    }

    fn analyze(&mut self) -> Result<(), Failure> {
        self.think(None, true, hear_in_analysis).map(|_| ())
    }

    /// What the computer would play.
    fn hint(&mut self) -> Result<(), Failure> {
        let moment = Duration::from_millis(200);
        let budget = Budget { wanted: moment, most: moment };
        let Some(chosen) = self.think(Some(budget), false, hear_in_play)? else { return Ok(()) };
        let text = self.coordinates().write(&self.session.game, &self.session.position, &chosen.best);
        self.say(&format!("Hint: {text}"))
    }

    /// Where a piece may go, as rows of colours.
    fn highlight(&mut self, name: &str) -> Result<(), Failure> {
        let (game, position) = (&self.session.game, &self.session.position);
        let named = |tile| situation::tile(game, tile).into_owned();
        let from = game.tiles(position).find(|tile| self.coordinates().name(&named(*tile)) == name);
        let moves: Vec<_> =
            game.moves(position).into_iter().filter(|m| from.is_some() && m.from == from).collect();
        let mut rows: Vec<String> = Vec::new();
        for row in game.picture(position) {
            let (mut text, mut empty) = (String::new(), 0);
            for tile in row {
                let to = moves.iter().filter(|m| Some(m.to) == tile);
                let colour =
                    to.map(|m| if m.captures { 'R' } else { 'Y' }).max_by_key(|colour| *colour == 'R');
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
        self.say(&format!("highlight {}", rows.join("/")))
    }
}

fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("; ")
}

/// `MOVES BASE ADDED`: moves until more time is given, 0 for all of them; minutes, or minutes and seconds; seconds.
fn level(moves: &str, base: &str, added: &str) -> Option<(Control, Duration)> {
    let moves: u32 = moves.parse().ok()?;
    let seconds = match base.split_once(':') {
        Some((minutes, seconds)) => {
            minutes.parse::<u64>().ok()?.checked_mul(60)?.checked_add(seconds.parse().ok()?)?
        }
        None => base.parse::<u64>().ok()?.checked_mul(60)?,
    };
    let added = Duration::try_from_secs_f64(added.parse().ok()?).ok()?;
    Some((Control::Clock { moves: (moves > 0).then_some(moves), added }, Duration::from_secs(seconds)))
}

/// While the computer thinks about its move.
fn hear_in_play(line: &str) -> Heard {
    match line.split_whitespace().next().unwrap_or_default() {
        "?" => Heard::Stop,
        "quit" => Heard::Quit,
        "force" | "new" | "setboard" | "result" | "undo" | "remove" | "variant" | "analyze" => Heard::Drop,
        _ => Heard::Later,
    }
}

/// While it analyses: whatever is said, it goes on afterwards.
fn hear_in_analysis(line: &str) -> Heard {
    match line.split_whitespace().next().unwrap_or_default() {
        "." | "?" => Heard::Later,
        "quit" => Heard::Quit,
        _ => Heard::Drop,
    }
}

/// `PLY SCORE TIME NODES PV`, the time in hundredths of a second.
fn posted(game: &Game, start: &Position, line: &Found, spent: Duration) -> String {
    let score = match line.score {
        Score::Worth(worth) => worth.into(),
        Score::Wins(moves) => MATE + i64::from(moves),
        Score::Loses(moves) => -MATE - i64::from(moves),
    };
    let mut text = format!("{} {score} {} {}", line.depth, spent.as_millis() / 10, line.nodes);
    let mut position = start.clone();
    for m in &line.moves {
        let _ = write!(text, " {}", uci::write(game, &position, m));
        game.play_unchecked(&mut position, m);
    }
    text
}

/// The line `setup` of a game on a rectangle of squares whose pieces have letters that XBoard can show.
fn setup(game: &Game) -> Option<String> {
    let rules = game.rules();
    let (files, ranks) = coordinates::size(game);
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
    let parent = words::parent(match (rules.turn.hands, promoted.is_empty()) {
        (true, false) => Parent::Signs,
        (true, true) => Parent::Hand,
        (false, _) => Parent::Other,
    });
    let start = fen::write(game, &game.start());
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
        assert!(level("0", "1", "-1").is_none() && level("0", "99999999999999999999", "0").is_none());
    }
}

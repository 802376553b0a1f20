//! `play`: a match in the terminal, or with moves piped in.

mod opponent;
mod time;

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use tilegame_pictures::Scene;
use tilegame_record::matches::{Match, MatchError, What};
use tilegame_record::pgn;
use tilegame_runtime::explain::Explanation;
use tilegame_runtime::ir::{PlayerId, Tile};
use tilegame_runtime::notation::receipt;
use tilegame_runtime::receipt::{Receipt, ReceiptError};
use tilegame_runtime::{Game, Move};
use tilegame_search::level::Level;

use super::solve;
use crate::args::Play;
use crate::board::{self, Drawing};
use crate::exit::{Exit, Failure};
use crate::io::{Io, Line};
use crate::limits::{LINE_BYTES, size};
use crate::paint::{FAINT, GOOD, STRONG, paint};
use crate::report::visible;
use crate::situation::Step;
use crate::{load, picture, situation};
use opponent::{Opponent, Seat, is_content_with_a_draw};

/// What can be typed.
const HELP: &str = include_str!("../../help/in_play.txt");
/// What can be typed that is no move.
const WORDS: [&str; 16] = [
    "quit", "exit", "help", "?", "board", "fen", "pgn", "undo", "pieces", "explain", "moves", "hint",
    "resign", "forfeit", "claim", "draw",
];
/// No more moves than these are listed at once.
const MOST_SHOWN: usize = 200;
/// No more characters than these stand in a line of the list.
const WIDTH: usize = 80;
/// Games without draws by rule could go on for ever if nobody looks.
const UNATTENDED: usize = 2000;
/// So many turns of random players that come to nothing are tried again.
const MOST_DEAD_ENDS: u32 = 1000;

/// Runs the command.
pub(crate) fn run(args: &Play, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::written(io, &args.game, args.written.notation.as_deref())?;
    let start = situation::start(io, &game, &args.from)?;
    let first = situation::steps(&mut start.clone(), &args.from.played)?;
    let seats = seats(&game, args)?;
    let clock = time::clock(&game, &args.clock)?;
    let known = args.table.as_ref().map(|file| solve::table(io, &game, file)).transpose()?;
    let opponent = Opponent::new(args.seed, known);
    if args.svg.as_ref().is_some_and(|file| file.as_os_str() == "-") {
        return Err(Failure::Usage(
            "the picture needs a file: the game is printed to standard output".to_string(),
        ));
    }
    let mut played = Match::from_state(start);
    for step in &first {
        let done = match step {
            Step::Move(m) => played.play(*m),
            Step::Receipt(receipt) => played.receive(receipt),
        };
        done.map_err(|error| {
            Failure::Message(format!("before the last of the moves to play first, {error}"))
        })?;
    }
    let mut table = Table {
        attended: seats.contains(&Seat::Person),
        seats,
        opponent,
        ascii: args.ascii,
        picture: args.svg.clone(),
        captured: args.captured,
        played: match clock {
            Some(clock) => played.with_clock(clock),
            None => played,
        },
        since: io.now(),
        dead_ends: 0,
        io,
    };
    table.greet()?;
    table.play()?;
    Ok(Exit::Fine)
}

/// Who plays for each player.
fn seats(game: &Game, args: &Play) -> Result<Vec<Seat>, Failure> {
    let players = &game.rules().players;
    let mut seats = vec![Seat::Person; players.len()];
    let level = Level::new(args.level).expect("the argument is within its limits");
    let wanted = [(&args.random, Seat::Random), (&args.computer, Seat::Computer(level))];
    for (name, seat) in
        wanted.into_iter().flat_map(|(names, seat)| names.iter().map(move |name| (name, seat)))
    {
        let called: Vec<PlayerId> = if name.eq_ignore_ascii_case("all") {
            (0..players.len()).map(PlayerId::new).collect()
        } else {
            let player = situation::called(game, name).map_err(|_| {
                let known: Vec<&str> = players.iter().map(|p| p.name.as_str()).collect();
                let known = known.join(", ");
                Failure::Usage(format!("no player is named `{name}`; say one of {known}, or all"))
            })?;
            vec![player]
        };
        for player in called {
            let taken = std::mem::replace(&mut seats[player.index()], seat);
            if taken != Seat::Person && taken != seat {
                let name = &players[player.index()].name;
                return Err(Failure::Usage(format!(
                    "{name} can't play at random and by the computer at once"
                )));
            }
        }
    }
    Ok(seats)
}

/// What comes of a typed line.
#[derive(PartialEq, Eq)]
enum Turn {
    /// The same player is asked again.
    Ask,
    /// Something has changed; the board is drawn.
    Changed,
    /// The user leaves.
    Leave,
}

/// A match with its players.
struct Table<'t, 'io> {
    io: &'t mut Io<'io>,
    played: Match,
    seats: Vec<Seat>,
    /// Somebody types moves.
    attended: bool,
    opponent: Opponent,
    ascii: bool,
    /// The file with a picture of the board.
    picture: Option<PathBuf>,
    /// It shows what has been captured.
    captured: bool,
    /// Since when the player to move has been thinking, as far as that has not been counted.
    since: Duration,
    /// How often a turn of a random player has come to where it could neither go on nor end.
    dead_ends: u32,
}

impl Table<'_, '_> {
    fn greet(&mut self) -> Result<(), Failure> {
        let title = &self.played.game().rules().title;
        writeln!(self.io.out, "{}", paint(title, STRONG, self.io.out.color))?;
        if self.attended {
            writeln!(self.io.out, "Type a move, or `help`.")?;
        }
        self.draw()
    }

    fn play(&mut self) -> Result<(), Failure> {
        loop {
            let seat = self.seats[self.played.to_move().index()];
            if self.played.ending().is_none() && seat != Seat::Person {
                if !self.attended && self.played.moves().count() >= UNATTENDED {
                    writeln!(self.io.out, "Nobody has won after {UNATTENDED} moves; that is enough.")?;
                    return Ok(());
                }
                self.seated_move(seat)?;
                continue;
            }
            // How it has ended stands below the last board.
            if self.played.ending().is_some() && !self.attended {
                return Ok(());
            }
            let Some(line) = self.ask()? else {
                if self.played.ending().is_none() {
                    writeln!(self.io.out, "The game is left unfinished.")?;
                }
                return Ok(());
            };
            match self.answer(line.trim())? {
                Turn::Ask => {}
                Turn::Changed => self.draw()?,
                Turn::Leave => return Ok(()),
            }
        }
    }

    /// The next line that somebody types; nothing at the end of the input.
    fn ask(&mut self) -> Result<Option<String>, Failure> {
        if self.io.input_is_terminal {
            let to_move = self.played.to_move();
            let who = match (self.played.ending(), self.played.clock()) {
                // Nobody is asked for a move any more.
                (Some(_), _) => String::new(),
                (None, None) => situation::player(self.played.game(), to_move).to_string(),
                (None, Some(clock)) => {
                    let left = time::told(clock.remaining(to_move));
                    format!("{} {left}", situation::player(self.played.game(), to_move))
                }
            };
            write!(self.io.out, "{} ", paint(format!("{who}>"), STRONG, self.io.out.color))?;
        }
        self.read_line()
    }

    /// A line; an empty one if the time of the player to move has run out meanwhile.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        self.io.out.flush()?;
        let to_move = self.played.to_move();
        let clock = self.played.clock().filter(|_| self.played.ending().is_none());
        let left = clock.map(|clock| clock.remaining(to_move));
        let limit = left.map(|left| left.saturating_sub(self.io.now().saturating_sub(self.since)));
        match self.io.next_line(limit)? {
            Line::Typed(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Line::TooLong { .. } => Err(Failure::Message(format!(
                "a line of the input has more than {}, the limit of a line",
                size(LINE_BYTES)
            ))),
            Line::TimeUp => {
                writeln!(self.io.out)?;
                Ok(Some(String::new()))
            }
            Line::End => {
                if self.io.input_is_terminal {
                    writeln!(self.io.out)?;
                }
                Ok(None)
            }
        }
    }

    /// How long the player to move has been thinking since this was last asked.
    fn thought(&mut self) -> Duration {
        let now = self.io.now();
        now.saturating_sub(std::mem::replace(&mut self.since, now))
    }

    /// Lets the clock run for what has been thought; whether something has come of it.
    fn run_clock(&mut self) -> Result<bool, Failure> {
        let thought = self.thought();
        if self.played.clock().is_none() || self.played.ending().is_some() {
            return Ok(false);
        }
        let happened = self.played.happened().len();
        let ended = self.played.elapse(thought).map_err(|e| Failure::Message(e.to_string()))?;
        Ok(ended.is_some() || self.played.happened().len() > happened)
    }

    /// Does what a typed line says.
    fn answer(&mut self, line: &str) -> Result<Turn, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let is_move = !WORDS.contains(&word);
        // What is no move takes time, too.
        if (!is_move || line.is_empty()) && self.run_clock()? {
            return Ok(Turn::Changed);
        }
        match (word, rest.trim()) {
            ("", _) => Ok(Turn::Ask),
            ("quit" | "exit", "") => Ok(Turn::Leave),
            ("help" | "?", "") => self.say(HELP.trim_end()),
            ("board", "") => Ok(Turn::Changed),
            ("fen", "") => self.say(&self.played.state().fen()),
            ("pgn", "") => {
                let mut written = pgn::from_match(&self.played);
                let names: Vec<String> = self.seats.iter().map(|seat| seat.name()).collect();
                situation::set_players(self.played.game(), &mut written, &names);
                let text = pgn::write(self.played.game(), &written);
                self.say(text.trim_end())
            }
            ("undo", "") => self.undo(),
            ("pieces", "") => self.pieces(),
            ("explain", movement) if !movement.is_empty() => {
                let text = self.played.state().explain(movement).to_string();
                self.say(text.trim_end())
            }
            _ if self.played.ending().is_some() => {
                self.say("The game is over; `undo` takes a move back, `pgn` prints the game, `quit` leaves.")
            }
            ("moves", begin) => self.moves(begin),
            ("hint", "") => self.hint(),
            ("resign", "") => {
                let player = self.played.to_move();
                let done = self.played.resign(player).map(drop);
                self.told(done)
            }
            ("forfeit", "") => {
                let player = self.played.to_move();
                let done = self.played.forfeit(player).map(drop);
                self.told(done)
            }
            ("claim", "") => {
                let done = self.played.claim().map(drop);
                self.told(done)
            }
            ("draw", "") => self.offer_draw(),
            _ => match receipt::read(self.played.game(), line) {
                Some(read) => self.receive(read),
                None => self.typed_move(line),
            },
        }
    }

    /// Something comes from outside.
    fn receive(&mut self, read: Result<Receipt, ReceiptError>) -> Result<Turn, Failure> {
        if self.run_clock()? {
            return Ok(Turn::Changed);
        }
        let done = read.map_err(MatchError::from).and_then(|receipt| self.played.receive(&receipt));
        match done {
            Ok(_) => Ok(Turn::Changed),
            Err(why) => self.say(&format!("{}.", capital(&why.to_string()))),
        }
    }

    fn say(&mut self, text: &str) -> Result<Turn, Failure> {
        writeln!(self.io.out, "{}", visible(text))?;
        Ok(Turn::Ask)
    }

    /// Says why something can't be done, or how the match ended by it.
    fn told(&mut self, done: Result<(), impl std::fmt::Display>) -> Result<Turn, Failure> {
        match done {
            Ok(()) => self.draw_small().map(|()| Turn::Ask),
            Err(why) => self.say(&format!("That can't be done: {why}.")),
        }
    }

    fn typed_move(&mut self, text: &str) -> Result<Turn, Failure> {
        match self.played.state().read(text) {
            Ok(moves) => {
                for m in moves {
                    if !self.make(m)? {
                        break;
                    }
                }
                Ok(Turn::Changed)
            }
            Err(why) => {
                if self.run_clock()? {
                    return Ok(Turn::Changed);
                }
                let unread = why.to_string();
                let explained = self.played.state().explain(text);
                match &explained {
                    Explanation::Illegal(illegal) if illegal.sentence != unread => {
                        self.say(explained.to_string().trim_end())
                    }
                    _ => self.say(&format!("{}.", capital(&unread))),
                }
            }
        }
    }

    /// A move of a player whom nobody plays by hand.
    fn seated_move(&mut self, seat: Seat) -> Result<(), Failure> {
        let m = match seat {
            Seat::Computer(level) => {
                let chosen = self.opponent.choose(&self.played, level, self.io);
                chosen.map(|(m, _)| m)
            }
            Seat::Person | Seat::Random => self.opponent.any(self.played.state()),
        };
        let Some(m) = m else {
            if self.dead_ends < MOST_DEAD_ENDS && self.take_turn_back() {
                self.dead_ends += 1;
                writeln!(self.io.out, "The turn can't go on: its steps are taken back.")?;
                return self.draw();
            }
            // No ending says so, yet nobody can move.
            self.seats.fill(Seat::Person);
            return self.say("There is no legal move.").map(drop);
        };
        self.make(m)?;
        self.draw()
    }

    /// Takes back the steps of a turn that has begun; whether there were any.
    fn take_turn_back(&mut self) -> bool {
        let (me, mut found) = (self.played.to_move(), false);
        while let Some(last) = self.played.undo() {
            if self.played.to_move() != me {
                self.played.play(last).expect("it was played before");
                break;
            }
            found = true;
        }
        found
    }

    /// Plays a legal move and says which; whether the time was enough.
    fn make(&mut self, m: Move) -> Result<bool, Failure> {
        let thought = self.thought();
        let player = situation::player(self.played.game(), self.played.to_move()).to_string();
        let text = self.played.state().san(m);
        match self.played.play_after(m, thought) {
            Ok(_) => {
                writeln!(
                    self.io.out,
                    "{}",
                    paint(format!("{player} plays {text}"), GOOD, self.io.out.color)
                )?;
                Ok(true)
            }
            Err(MatchError::TimeUp) => {
                writeln!(self.io.out, "{player}'s time was up before {text} was played.")?;
                Ok(false)
            }
            Err(error) => Err(Failure::Message(error.to_string())),
        }
    }

    /// What has been captured, lost and converted.
    fn pieces(&mut self) -> Result<Turn, Failure> {
        let lines = situation::accounts(self.played.game(), &self.played.accounts(), true);
        if lines.is_empty() {
            return self.say("Nothing has been captured, lost or converted.");
        }
        self.say(&lines.iter().map(|line| format!("{line}.")).collect::<Vec<_>>().join("\n"))
    }

    fn undo(&mut self) -> Result<Turn, Failure> {
        if self.played.undo().is_none() {
            return self.say("There is no move to take back.");
        }
        // What nobody has played by hand is taken back, too, so that a person is to move.
        while self.seats[self.played.to_move().index()] != Seat::Person && self.played.undo().is_some() {}
        self.since = self.io.now();
        Ok(Turn::Changed)
    }

    /// The legal moves whose text begins so, as many as somebody reads.
    fn moves(&mut self, begin: &str) -> Result<Turn, Failure> {
        let state = self.played.state();
        let mut texts: Vec<String> = state.legal_moves().into_iter().map(|m| state.san(m)).collect();
        texts.retain(|text| text.starts_with(begin));
        texts.sort();
        if texts.is_empty() {
            return self.say(&match begin {
                "" => "There is no legal move.".to_string(),
                _ => format!("No legal move begins with `{begin}`."),
            });
        }
        let more = texts.split_off(texts.len().min(MOST_SHOWN));
        let mut told = lines_of(&texts);
        if let Some(next) = more.first() {
            let begin: String = next.chars().take(begin.chars().count() + 1).collect();
            told +=
                &format!("\nand {} more; `moves {begin}` lists those that begin with `{begin}`.", more.len());
        }
        self.say(&told)
    }

    fn hint(&mut self) -> Result<Turn, Failure> {
        let text = match self.opponent.choose(&self.played, Level::USUAL, self.io) {
            Some((m, _)) => format!("You could play {}.", self.played.state().san(m)),
            None => "There is no legal move.".to_owned(),
        };
        self.say(&text)
    }

    /// The player to move offers a draw, and all others answer.
    fn offer_draw(&mut self) -> Result<Turn, Failure> {
        let by = self.played.to_move();
        if let Err(why) = self.played.offer_draw(by) {
            return self.say(&format!("That can't be done: {why}."));
        }
        let players = self.seats.len();
        for other in (0..players)
            .map(PlayerId::new)
            .filter(|p| *p != by && self.played.state().in_play(*p))
            .collect::<Vec<_>>()
        {
            let name = situation::player(self.played.game(), other).to_string();
            let accepts = match self.seats[other.index()] {
                Seat::Random => {
                    let moves = self.played.moves().count() / players;
                    Opponent::accepts_draw(self.played.state(), other, by, moves)
                }
                Seat::Computer(level) => {
                    // What is good for the player to move is bad for the computer.
                    let chosen = self.opponent.choose(&self.played, level, self.io);
                    chosen.is_some_and(|(_, score)| is_content_with_a_draw(score.of_the_others()))
                }
                Seat::Person => {
                    let offerer = situation::player(self.played.game(), by).to_string();
                    writeln!(self.io.out, "{name}, {offerer} offers a draw. Do you accept? (yes or no)")?;
                    let answer = self.read_line()?.unwrap_or_default();
                    matches!(answer.trim().to_lowercase().as_str(), "yes" | "y" | "accept")
                }
            };
            let done = if accepts {
                self.played.accept_draw(other).map(drop)
            } else {
                self.played.decline_draw(other)
            };
            if let Err(why) = done {
                return self.say(&format!("That can't be done: {why}."));
            }
            if !accepts {
                return self.say(&format!("{name} declines the draw."));
            }
        }
        self.draw_small().map(|()| Turn::Ask)
    }

    /// The board, and what there is to say about the position.
    fn draw(&mut self) -> Result<(), Failure> {
        let state = self.played.state();
        let last = self.last();
        let drawing =
            Drawing { ascii: self.ascii, color: self.io.out.color, last: &last, ..Drawing::default() };
        let drawn = board::draw(state, drawing);
        writeln!(self.io.out, "\n{drawn}")?;
        if let Some(file) = &self.picture {
            let scene = Scene {
                last,
                check: state.checked(),
                captured: if self.captured { picture::captured(&self.played.accounts()) } else { Vec::new() },
                ..Scene::default()
            };
            picture::save(self.io, file, tilegame_pictures::draw(state, &scene).as_bytes())?;
        }
        self.draw_small()
    }

    /// The tiles that the last move has left and reached.
    fn last(&self) -> Vec<Tile> {
        match self.played.happened().next_back() {
            Some((before, What::Move(m))) if !m.is_pass() => {
                before.origin(*m).into_iter().chain([before.target(*m)]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What the players have left of their time: "Time: White 4:57, Black 5:00".
    fn times(&self) -> Option<String> {
        let clock = self.played.clock()?;
        let players = self.played.game().rules().players.iter().enumerate();
        let each = players
            .map(|(p, owner)| format!("{} {}", owner.name, time::told(clock.remaining(PlayerId::new(p)))));
        Some(format!("Time: {}", each.collect::<Vec<_>>().join(", ")))
    }

    /// What there is to say about the position.
    fn draw_small(&mut self) -> Result<(), Failure> {
        let game = self.played.game();
        let color = self.io.out.color;
        if let Some(told) = self.played.told() {
            let line = format!("{}. ({})", capital(&told), self.played.score());
            writeln!(self.io.out, "{}", paint(line, STRONG, color))?;
            if self.attended && self.io.input_is_terminal {
                let line = "`undo` takes back, `pgn` prints the game, `quit` leaves.";
                writeln!(self.io.out, "{}", paint(line, FAINT, color))?;
            }
            return Ok(());
        }
        let player = situation::player(game, self.played.to_move());
        let check = if self.played.state().in_check() == Some(true) { ", in check" } else { "" };
        for line in situation::hands(self.played.state())
            .into_iter()
            .chain(situation::accounts(game, &self.played.accounts(), false))
            .chain(situation::score(self.played.state()).map(|score| format!("Score: {score}")))
            .chain(self.times())
        {
            writeln!(self.io.out, "{line}.")?;
        }
        writeln!(self.io.out, "{}{check}.", situation::whose_turn(self.played.state()))?;
        let claims = self.played.claims();
        if let Some(first) =
            claims.first().filter(|_| self.seats[self.played.to_move().index()] == Seat::Person)
        {
            let name = game.rules().adjudications[*first].name.replace('_', " ");
            let line = format!("{player} can claim: {name}. Type `claim`.");
            writeln!(self.io.out, "{}", paint(line, FAINT, color))?;
        }
        Ok(())
    }
}

/// Words in lines that a terminal does not break.
fn lines_of(words: &[String]) -> String {
    let mut told = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        let gap = match width {
            0 => "",
            _ if width + 1 + length > WIDTH => "\n",
            _ => " ",
        };
        width = if gap == " " { width + 1 + length } else { length };
        told.push_str(gap);
        told.push_str(word);
    }
    told
}

/// The sentence with a capital at its start, unless a quote stands there.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

//! `play`: a match in the terminal, or with moves piped in.

mod opponent;

use std::io::Write as _;

use tilegame_runtime::ir::{PlayerId, Rules};
use tilegame_runtime::matches::Match;
use tilegame_runtime::notation::{fen, pgn, san, turns, uci};
use tilegame_runtime::{Game, Move, explain};

use crate::args::Play;
use crate::board::{self, Drawing};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::paint::{FAINT, GOOD, STRONG, paint};
use crate::{load, situation};
use opponent::Opponent;

/// What can be typed.
const HELP: &str = include_str!("../../help/in_play.txt");
/// Games without draws by rule could go on for ever if nobody looks.
const UNATTENDED: usize = 2000;

/// Runs the command.
pub(crate) fn run(args: &Play, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::written(io, &args.game, args.written.notation.as_deref())?;
    let start = situation::start(io, &game, &args.from)?;
    let random = random_players(game.rules(), &args.random)?;
    let mut table = Table {
        attended: random.contains(&false),
        random,
        opponent: Opponent::new(args.seed),
        ascii: args.ascii,
        played: Match::from_position(game, start),
        io,
    };
    table.greet()?;
    table.play()?;
    Ok(Exit::Fine)
}

/// Which players move at random.
fn random_players(rules: &Rules, wanted: &[String]) -> Result<Vec<bool>, Failure> {
    let mut random = vec![false; rules.players.len()];
    for name in wanted {
        if name.eq_ignore_ascii_case("all") {
            random.fill(true);
            continue;
        }
        let found = rules.players.iter().position(|p| {
            p.name.eq_ignore_ascii_case(name) || p.letter.to_string().eq_ignore_ascii_case(name)
        });
        let Some(player) = found else {
            let known: Vec<&str> = rules.players.iter().map(|p| p.name.as_str()).collect();
            let known = known.join(", ");
            return Err(Failure::Usage(format!("no player is named `{name}`; say one of {known}, or all")));
        };
        random[player] = true;
    }
    Ok(random)
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
    /// Who moves at random.
    random: Vec<bool>,
    /// Somebody types moves.
    attended: bool,
    opponent: Opponent,
    ascii: bool,
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
            if self.played.ending().is_none() && self.random[self.played.to_move().index()] {
                if !self.attended && self.played.moves().count() >= UNATTENDED {
                    writeln!(self.io.out, "Nobody has won after {UNATTENDED} moves; that is enough.")?;
                    return Ok(());
                }
                self.random_move()?;
                continue;
            }
            if self.played.ending().is_some() && !self.attended {
                return self.draw_small();
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
            let who = match self.played.ending() {
                Some(_) => "over",
                None => situation::player(self.played.game(), self.played.to_move()),
            };
            write!(self.io.out, "{} ", paint(format!("{who}>"), STRONG, self.io.out.color))?;
        }
        self.read_line()
    }

    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        self.io.out.flush()?;
        let line = self.io.line()?;
        if line.is_none() && self.io.input_is_terminal {
            writeln!(self.io.out)?;
        }
        Ok(line)
    }

    /// Does what a typed line says.
    fn answer(&mut self, line: &str) -> Result<Turn, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => Ok(Turn::Ask),
            ("quit" | "exit", "") => Ok(Turn::Leave),
            ("help" | "?", "") => self.say(HELP.trim_end()),
            ("board", "") => Ok(Turn::Changed),
            ("fen", "") => self.say(&fen::write(self.played.game(), self.played.position())),
            ("pgn", "") => {
                let text = pgn::write(self.played.game(), &pgn::from_match(&self.played));
                self.say(text.trim_end())
            }
            ("undo", "") => self.undo(),
            ("explain", movement) if !movement.is_empty() => {
                let text = explain::explain(self.played.game(), self.played.position(), movement).to_string();
                self.say(text.trim_end())
            }
            _ if self.played.ending().is_some() => {
                self.say("The game is over; `undo` takes back, `quit` leaves, `pgn` prints it.")
            }
            ("moves", "") => self.moves(),
            ("hint", "") => self.hint(),
            ("resign", "") => {
                let player = self.played.to_move();
                let done = self.played.resign(player).map(drop);
                self.told(done)
            }
            ("claim", "") => {
                let done = self.played.claim().map(drop);
                self.told(done)
            }
            ("draw", "") => self.offer_draw(),
            _ => self.typed_move(line),
        }
    }

    fn say(&mut self, text: &str) -> Result<Turn, Failure> {
        writeln!(self.io.out, "{text}")?;
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
        match read_moves(self.played.game(), &self.played, text) {
            Ok(moves) => {
                moves.iter().try_for_each(|m| self.make(m))?;
                Ok(Turn::Changed)
            }
            Err(why) => self.say(&format!("{}.", capital(&why))),
        }
    }

    fn random_move(&mut self) -> Result<(), Failure> {
        let moves = self.played.legal_moves();
        let Some(m) = self.opponent.choose(&moves).cloned() else {
            // No ending says so, yet nobody can move.
            self.random.fill(false);
            return self.say("There is no legal move.").map(drop);
        };
        self.make(&m)?;
        self.draw()
    }

    /// Plays a legal move and says which.
    fn make(&mut self, m: &Move) -> Result<(), Failure> {
        let (game, position) = (self.played.game(), self.played.position());
        let player = situation::player(game, self.played.to_move());
        let text = san::write(game, position, m);
        writeln!(self.io.out, "{}", paint(format!("{player} plays {text}"), GOOD, self.io.out.color))?;
        self.played.play(m).map(drop).map_err(|e| Failure::Message(e.to_string()))
    }

    fn undo(&mut self) -> Result<Turn, Failure> {
        if self.played.undo().is_none() {
            return self.say("There is no move to take back.");
        }
        // What was played at random is taken back, too, so that a person is to move.
        while self.random[self.played.to_move().index()] && self.played.undo().is_some() {}
        Ok(Turn::Changed)
    }

    fn moves(&mut self) -> Result<Turn, Failure> {
        let all = san::write_all(self.played.game(), self.played.position());
        let mut texts: Vec<String> = all.into_iter().map(|(_, text)| text).collect();
        texts.sort();
        self.say(&texts.join(" "))
    }

    fn hint(&mut self) -> Result<Turn, Failure> {
        let (game, position) = (self.played.game(), self.played.position());
        match self.opponent.advise(game, position) {
            Some(m) => {
                let text = san::write(game, position, &m);
                self.say(&format!("You could play {text}."))
            }
            None => self.say("There is no legal move."),
        }
    }

    /// The player to move offers a draw, and all others answer.
    fn offer_draw(&mut self) -> Result<Turn, Failure> {
        let by = self.played.to_move();
        if let Err(why) = self.played.offer_draw(by) {
            return self.say(&format!("That can't be done: {why}."));
        }
        let players = self.random.len();
        for other in (0..players)
            .map(PlayerId::new)
            .filter(|p| *p != by && self.played.position().in_play(*p))
            .collect::<Vec<_>>()
        {
            let name = situation::player(self.played.game(), other).to_string();
            let accepts = if self.random[other.index()] {
                Opponent::accepts_draw(self.played.position(), other, by)
            } else {
                let offering = situation::player(self.played.game(), by).to_string();
                writeln!(self.io.out, "{name}, {offering} offers a draw. Do you accept? (yes or no)")?;
                let answer = self.read_line()?.unwrap_or_default();
                matches!(answer.trim().to_lowercase().as_str(), "yes" | "y" | "accept")
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
        let (game, position) = (self.played.game(), self.played.position());
        let drawing = Drawing { ascii: self.ascii, color: self.io.out.color, marked: None };
        let drawn = board::draw(game, position, drawing);
        writeln!(self.io.out, "\n{drawn}")?;
        self.draw_small()
    }

    /// What there is to say about the position.
    fn draw_small(&mut self) -> Result<(), Failure> {
        let game = self.played.game();
        let color = self.io.out.color;
        if let Some(told) = self.played.told() {
            let line = format!("{}. ({})", capital(&told), self.played.score());
            writeln!(self.io.out, "{}", paint(line, STRONG, color))?;
            return Ok(());
        }
        let player = situation::player(game, self.played.to_move());
        let check = if game.in_check(self.played.position()) { ", in check" } else { "" };
        for line in situation::hands(game, self.played.position()) {
            writeln!(self.io.out, "{line}.")?;
        }
        writeln!(self.io.out, "{}{check}.", situation::whose_turn(game, self.played.position()))?;
        let claims = self.played.claims();
        if let Some(first) = claims.first().filter(|_| !self.random[self.played.to_move().index()]) {
            let name = game.rules().adjudications[*first].name.replace('_', " ");
            let line = format!("{player} can claim: {name}. Type `claim`.");
            writeln!(self.io.out, "{}", paint(line, FAINT, color))?;
        }
        Ok(())
    }
}

/// The legal move that a text means, in any notation; or all the steps of a turn.
fn read_moves(game: &Game, played: &Match, text: &str) -> Result<Vec<Move>, String> {
    let position = played.position();
    let as_uci = match uci::read(game, position, text) {
        Ok(m) => return Ok(vec![m]),
        Err(error) => error,
    };
    turns::read(game, position, text).map_err(|as_san| match as_uci {
        uci::UciError::NotAMove { .. } | uci::UciError::NoSuchTile { .. } => as_san.to_string(),
        better => better.to_string(),
    })
}

/// The sentence with a capital at its start, unless a quote stands there.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

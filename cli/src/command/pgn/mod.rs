//! `pgn`: replays every game of a file and reports the first illegal move of each.

mod lines;

use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;

use tilegame_record::Score;
use tilegame_record::pgn::{self, Games, Level, PgnGame, Place, Remark, Replayed};
use tilegame_runtime::Game;

use crate::args::Pgn;
use crate::exit::{Exit, Failure};
use crate::files::{self, Refusal};
use crate::io::Io;
use crate::limits::{PGN_GAME_BYTES, SHOWN_MESSAGES, size};
use crate::paint::{BAD, FAINT, GOOD, paint};
use crate::report::{and_more, visible};
use crate::{load, situation};
use lines::{Lines, Trouble};

/// How many games and moves there were.
#[derive(Default)]
struct Count {
    games: usize,
    broken: usize,
    moves: usize,
}

/// Runs the command.
pub(crate) fn run(args: &Pgn, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::chosen(io, &args.game)?;
    let input = open(io, &args.file)?;
    let name =
        if args.file.as_os_str() == "-" { "input".to_string() } else { args.file.display().to_string() };
    let mut games = Games::of_lines(Lines::new(input, PGN_GAME_BYTES));
    let most = if args.all { usize::MAX } else { SHOWN_MESSAGES };
    let mut messages = Messages { io, name: &name, most, number: 0 };
    let mut count = Count::default();
    loop {
        games.lines_mut().begin_game();
        let Some((written, stumbled)) = games.next() else { break };
        if matches!(games.lines_mut().trouble(), Some(Trouble::TooLong { .. })) {
            // What has been read of the game is not all of it.
            break;
        }
        count.games += 1;
        replay(&game, &written, &stumbled, &mut count, &mut messages)?;
    }
    messages.finish()?;
    let lines = games.lines_mut();
    if let Some((line, more)) = lines.latin_1() {
        let head = paint(format!("{name}:{line}:"), FAINT, io.out.color);
        let more = if more > 0 { format!(", and {more} more lines") } else { String::new() };
        writeln!(io.out, "{head} note: this line is not UTF-8 and was read as Latin-1{more}")?;
    }
    let is_whole = lines.trouble().is_none();
    let read_on = match lines.trouble() {
        None if count.games == 0 => return Err(Failure::Message(format!("{name} holds no games"))),
        None => Ok(()),
        Some(Trouble::TooLong { line }) => Err(Failure::Message(format!(
            "{name}: the game that begins in line {line} has more than {} ({PGN_GAME_BYTES} bytes), the limit of one \
             game; it and what follows was not read",
            size(PGN_GAME_BYTES)
        ))),
        Some(Trouble::Utf16) => {
            Err(Failure::Message(format!("{name} is UTF-16; games are read as UTF-8 or Latin-1")))
        }
        Some(Trouble::Failed(error)) => Err(Failure::Message(format!("{name} can't be read on: {error}"))),
    };
    let number = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    let verdict = match count.broken {
        0 if is_whole => paint("all fine", GOOD, io.out.color),
        0 => paint("not read to the end", BAD, io.out.color),
        n => paint(format!("{n} with mistakes"), BAD, io.out.color),
    };
    writeln!(io.out, "{}, {}: {verdict}", number(count.games, "game"), number(count.moves, "move"))?;
    read_on.map(|()| if count.broken == 0 { Exit::Fine } else { Exit::Failed })
}

/// The file, to be read line by line; `-` is what is piped in.
fn open<'a>(io: &mut Io<'a>, path: &Path) -> Result<Box<dyn BufRead + 'a>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(std::mem::replace(&mut io.input, Box::new(std::io::empty())));
    }
    let (file, _) = files::open(&io.path(path)).map_err(|refusal| {
        let is_pipe = matches!(refusal, Refusal::Odd("a pipe"));
        let fix = if is_pipe { "; give `-` for what is piped in" } else { "" };
        Failure::Message(refusal.about(path) + fix)
    })?;
    Ok(Box::new(BufReader::new(file)))
}

/// Replays a game and says what is wrong with it.
fn replay(
    game: &Game,
    written: &PgnGame,
    stumbled: &[Remark],
    count: &mut Count,
    messages: &mut Messages<'_, '_>,
) -> Result<(), Failure> {
    let who = players(written, count.games);
    let mut broken = false;
    for remark in stumbled {
        broken |= remark.level == Level::Error;
        messages.remark(remark, &who)?;
    }
    match pgn::replay(game, written) {
        Ok(replayed) => {
            count.moves += replayed.moves.len();
            for remark in &replayed.remarks {
                messages.remark(remark, &who)?;
            }
            if let Some(message) = contradiction(game, written, &replayed) {
                broken = true;
                let place = written.line.moves.last().map(|last| last.place.clone());
                messages.say(&place.unwrap_or_default(), &who, &message, None)?;
            }
        }
        Err(error) => {
            broken = true;
            count.moves += error.ply;
            let position = Some(error.position.as_str()).filter(|text| !text.is_empty());
            messages.say(&error.place, &who, &error.to_string(), position)?;
        }
    }
    count.broken += usize::from(broken);
    Ok(())
}

/// What there is to say about a file, up to some number of messages.
struct Messages<'m, 'io> {
    io: &'m mut Io<'io>,
    name: &'m str,
    most: usize,
    number: usize,
}

impl Messages<'_, '_> {
    fn remark(&mut self, remark: &Remark, who: &str) -> Result<(), Failure> {
        match remark.level {
            Level::Error => self.say(&remark.place, who, &remark.message, None),
            Level::Note => self.say(&remark.place, who, &format!("note: {}", remark.message), None),
        }
    }

    fn say(
        &mut self,
        place: &Place,
        who: &str,
        message: &str,
        position: Option<&str>,
    ) -> Result<(), Failure> {
        self.number += 1;
        if self.number > self.most {
            return Ok(());
        }
        let color = self.io.out.color;
        let style = if message.starts_with("note: ") { FAINT } else { BAD };
        let head = format!("{}:{}:{}:", self.name, place.line, place.column);
        writeln!(self.io.out, "{} {}: {}", paint(head, style, color), visible(who), visible(message))?;
        if let Some(position) = position {
            writeln!(self.io.out, "{}", paint(format!("    in the position {position}"), FAINT, color))?;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Failure> {
        if self.number > self.most {
            let more = self.number - self.most;
            writeln!(self.io.out, "{}", and_more(more, "mistake", "`--all` prints all"))?;
        }
        Ok(())
    }
}

/// "game 3 (Anna – Boris)".
fn players(written: &PgnGame, number: usize) -> String {
    const LONGEST: usize = 40;
    let known = |tag| written.tags.get(tag).filter(|name| !name.is_empty() && *name != "?");
    let short = |name: Option<&str>| match name {
        Some(name) if name.chars().count() > LONGEST => name.chars().take(LONGEST).chain(['…']).collect(),
        Some(name) => name.to_string(),
        None => "?".to_string(),
    };
    match (known("White"), known("Black")) {
        (None, None) => format!("game {number}"),
        (first, second) => format!("game {number} ({} – {})", short(first), short(second)),
    }
}

/// What there is to say if the last position shows another result than the text says.
fn contradiction(game: &Game, written: &PgnGame, replayed: &Replayed) -> Option<String> {
    let outcome = replayed.outcome.as_ref()?;
    let shown = Score::of(&outcome.scores);
    let agrees = written.score == shown || written.score == Score::Open;
    let end = situation::outcome(game, outcome);
    (!agrees).then(|| format!("the last position is {end} ({shown}), not {}", written.score))
}

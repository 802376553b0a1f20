//! `pgn`: replays every game of a file and reports the first illegal move of each.

mod stream;

use std::io::Write as _;

use tilegame_runtime::Game;
use tilegame_runtime::notation::pgn::{self, PgnGame, Replayed, Score};

use crate::args::Pgn;
use crate::exit::{Exit, Failure};
use crate::files::{self, Refusal};
use crate::io::Io;
use crate::limits::{PGN_GAME_BYTES, SHOWN_MESSAGES, size};
use crate::paint::{BAD, FAINT, GOOD, paint};
use crate::report::{and_more, visible};
use crate::{load, situation};
use stream::{Found, Stream, Trouble};

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
    let (name, mut stream) = if args.file.as_os_str() == "-" {
        let input = std::mem::replace(&mut io.input, Box::new(std::io::empty()));
        ("input".to_string(), Stream::new(input, PGN_GAME_BYTES))
    } else {
        let name = args.file.display().to_string();
        let opened = files::open(&io.path(&args.file));
        let (file, _) = opened.map_err(|refusal| {
            let pipe = if matches!(refusal, Refusal::Odd("a pipe")) {
                "; give `-` for what is piped in"
            } else {
                ""
            };
            Failure::Message(refusal.about(&args.file) + pipe)
        })?;
        (name, Stream::new(file, PGN_GAME_BYTES))
    };

    let mut count = Count::default();
    let mut mistakes = Mistakes { file: name, shown: 0, left_out: 0, all: args.all };
    let ended = loop {
        match stream.next() {
            Ok(Some(found)) => replay(io, &game, found, &mut stream, &mut count, &mut mistakes)?,
            Ok(None) => break None,
            Err(trouble) => break Some(trouble),
        }
    };
    let name = &mistakes.file;
    if mistakes.left_out > 0 {
        writeln!(io.out, "{}", and_more(mistakes.left_out, "mistake", "`--all` prints all"))?;
    }
    let is_whole = ended.is_none();
    let read_on = match ended {
        None if count.games == 0 => return Err(Failure::Message(format!("{name} holds no games"))),
        None => Ok(()),
        Some(Trouble::TooLong(start)) => {
            let (line, _) = stream.line_column(start);
            Err(Failure::Message(format!(
                "{name}: the game that begins in line {line} has more than {} ({PGN_GAME_BYTES} bytes), the limit of one \
                 game; it and what follows was not read",
                size(PGN_GAME_BYTES)
            )))
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

/// Replays a game and says what is wrong with it.
fn replay(
    io: &mut Io<'_>,
    game: &Game,
    found: Found,
    stream: &mut Stream<'_>,
    count: &mut Count,
    mistakes: &mut Mistakes,
) -> Result<(), Failure> {
    let Found { game: written, start, stumbled } = found;
    count.games += 1;
    let who = players(&written, count.games);
    let mut broken = !stumbled.is_empty();
    for error in stumbled {
        mistakes.complain(io, stream, error.range.start, &who, &error.message)?;
    }
    match pgn::replay(game, &written) {
        Ok(replayed) => {
            count.moves += replayed.moves.len();
            if let Some(sentence) = contradiction(game, &written, &replayed) {
                broken = true;
                let at = written.line.moves.last().map_or(start, |last| last.range.start);
                mistakes.complain(io, stream, at, &who, &sentence)?;
            }
        }
        Err(error) => {
            broken = true;
            count.moves += error.ply;
            // Tags have no place of their own: they are looked for.
            let at = match error.position.is_empty() {
                true => start + stream.from(start).find(&error.text).unwrap_or(0),
                false => error.range.start,
            };
            let shown = mistakes.complain(io, stream, at, &who, &error.to_string())?;
            if shown && !error.position.is_empty() {
                let position = format!("    in the position {}", error.position);
                writeln!(io.out, "{}", paint(position, FAINT, io.out.color))?;
            }
        }
    }
    count.broken += usize::from(broken);
    Ok(())
}

/// Prints mistakes, up to a limit.
struct Mistakes {
    file: String,
    shown: usize,
    left_out: usize,
    /// Without a limit.
    all: bool,
}

impl Mistakes {
    /// Prints one, unless there were too many before it; whether it did.
    fn complain(
        &mut self,
        io: &mut Io<'_>,
        stream: &mut Stream<'_>,
        at: usize,
        who: &str,
        message: &str,
    ) -> Result<bool, Failure> {
        if self.shown == SHOWN_MESSAGES && !self.all {
            self.left_out += 1;
            return Ok(false);
        }
        self.shown += 1;
        let (line, column) = stream.line_column(at);
        let head = paint(format!("{}:{line}:{column}:", self.file), BAD, io.out.color);
        writeln!(io.out, "{head} {}: {}", visible(who), visible(message))?;
        Ok(true)
    }
}

/// "game 3 (Anna – Boris)".
fn players(written: &PgnGame, number: usize) -> String {
    let known = |tag| written.tags.get(tag).filter(|name| !name.is_empty() && *name != "?");
    match (known("White"), known("Black")) {
        (None, None) => format!("game {number}"),
        (first, second) => format!("game {number} ({} – {})", first.unwrap_or("?"), second.unwrap_or("?")),
    }
}

/// What the last position shows, if the text says otherwise.
fn contradiction(game: &Game, written: &PgnGame, replayed: &Replayed) -> Option<String> {
    let outcome = replayed.outcome.as_ref()?;
    let shown = Score::of(&outcome.scores);
    if written.score == shown || written.score == Score::Open {
        return None;
    }
    let end = situation::outcome(game, outcome);
    Some(format!("the last position is {end} ({shown}), not {}", written.score))
}

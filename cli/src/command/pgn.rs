//! `pgn`: replays every game of a file and reports the first illegal move of each.

use std::io::Write as _;

use tilegame_dsl::source::{FileId, Sources};
use tilegame_runtime::Game;
use tilegame_runtime::notation::pgn::{self, Games, PgnGame, Replayed, Score};

use crate::args::Pgn;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::paint::{BAD, FAINT, GOOD, paint};
use crate::{load, situation};

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
    let text = load::read_or_input(io, &args.file)?;
    let name =
        if args.file.as_os_str() == "-" { "input".to_string() } else { args.file.display().to_string() };
    let mut sources = Sources::new();
    let file = sources.add(name.clone(), text);
    let place = Place { sources: &sources, file };

    let mut count = Count::default();
    // Tags have no place of their own; they are looked for behind the game before.
    let mut behind = 0;
    for (written, stumbled) in Games::new(sources.text(file)) {
        count.games += 1;
        let who = players(&written, count.games);
        let mut broken = !stumbled.is_empty();
        for error in stumbled {
            complain(io, &place.of(error.range.start), &who, &error.message)?;
        }
        match pgn::replay(&game, &written) {
            Ok(replayed) => {
                count.moves += replayed.moves.len();
                broken |= contradicts(io, &game, &written, &replayed, &place, &who)?;
            }
            Err(error) => {
                broken = true;
                count.moves += error.ply;
                if error.position.is_empty() {
                    let rest = &sources.text(file)[behind..];
                    let at = behind + rest.find(&error.text).unwrap_or(0);
                    complain(io, &place.of(at), &who, &error.to_string())?;
                } else {
                    complain(io, &place.of(error.range.start), &who, &error.to_string())?;
                    let position = format!("    in the position {}", error.position);
                    writeln!(io.out, "{}", paint(position, FAINT, io.out.color))?;
                }
            }
        }
        behind = written.line.moves.last().map_or(behind, |last| last.range.end.max(behind));
        count.broken += usize::from(broken);
    }
    if count.games == 0 {
        return Err(Failure::Message(format!("{name} holds no games")));
    }
    let number = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    let verdict = match count.broken {
        0 => paint("all fine", GOOD, io.out.color),
        n => paint(format!("{n} with mistakes"), BAD, io.out.color),
    };
    writeln!(io.out, "{}, {}: {verdict}", number(count.games, "game"), number(count.moves, "move"))?;
    Ok(if count.broken == 0 { Exit::Fine } else { Exit::Failed })
}

/// Where bytes of the file stand.
struct Place<'s> {
    sources: &'s Sources,
    file: FileId,
}

impl Place<'_> {
    /// "games.pgn:3:14".
    fn of(&self, offset: usize) -> String {
        let (line, column) = self.sources.line_column(self.file, offset as u32);
        format!("{}:{line}:{column}", self.sources.name(self.file))
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

fn complain(io: &mut Io<'_>, place: &str, who: &str, message: &str) -> Result<(), Failure> {
    let head = paint(format!("{place}:"), BAD, io.out.color);
    writeln!(io.out, "{head} {who}: {message}")?;
    Ok(())
}

/// The last position shows another result than the text says.
fn contradicts(
    io: &mut Io<'_>,
    game: &Game,
    written: &PgnGame,
    replayed: &Replayed,
    place: &Place<'_>,
    who: &str,
) -> Result<bool, Failure> {
    let Some(outcome) = &replayed.outcome else { return Ok(false) };
    let shown = Score::of(&outcome.scores);
    if written.score == shown || written.score == Score::Open {
        return Ok(false);
    }
    let at = written.line.moves.last().map_or(0, |last| last.range.start);
    let end = situation::outcome(game, outcome);
    complain(
        io,
        &place.of(at),
        who,
        &format!("the last position is {end} ({shown}), not {}", written.score),
    )?;
    Ok(true)
}

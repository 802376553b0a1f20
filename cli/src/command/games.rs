//! `games`: what comes with the program.

use std::io::Write as _;

use serde::Serialize;
use tilegame_dsl::library;

use crate::args::Games;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load;
use crate::paint::{FAINT, STRONG, paint};
use crate::report::print_json;

/// A game in the list.
#[derive(Serialize)]
struct Listed {
    name: String,
    title: String,
    players: Vec<String>,
    tiles: usize,
    about: String,
}

/// Runs the command.
pub(crate) fn run(args: &Games, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let mut games = Vec::new();
    for (name, _) in library::GAMES {
        let game = load::game(io, name, &[])?;
        let rules = game.rules();
        games.push(Listed {
            name: name.to_string(),
            title: rules.title.clone(),
            players: rules.players.iter().map(|p| p.name.clone()).collect(),
            tiles: game.start().tiles().count(),
            about: rules.about.first().cloned().unwrap_or_default(),
        });
    }
    if args.json {
        print_json(io, &games)?;
        return Ok(Exit::Fine);
    }
    let width = |part: fn(&Listed) -> &str| games.iter().map(|g| part(g).chars().count()).max().unwrap_or(0);
    let (names, titles) = (width(|g| &g.name), width(|g| &g.title));
    let color = io.out.color;
    for game in &games {
        let name = paint(format!("{:<names$}", game.name), STRONG, color);
        let size = format!("{} players, {:>3} tiles", game.players.len(), game.tiles);
        let size = paint(size, FAINT, color);
        let line = format!("{name}  {:<titles$}  {size}  {}", game.title, game.about);
        writeln!(io.out, "{}", line.trim_end())?;
    }
    Ok(Exit::Fine)
}

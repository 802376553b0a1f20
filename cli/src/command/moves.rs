//! `moves`: the legal moves, sorted by their text.

use std::io::Write as _;

use serde::Serialize;

use super::print_json;
use crate::args::{Moves, Notation};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::{load, notation, situation};

/// All of it, as JSON.
#[derive(Serialize)]
struct Listed {
    game: String,
    fen: String,
    to_move: String,
    check: bool,
    /// How the game ended, if it has.
    result: Option<String>,
    moves: Vec<ListedMove>,
}

/// A move, as JSON.
#[derive(Serialize)]
struct ListedMove {
    uci: String,
    san: String,
    from: String,
    to: String,
    piece: String,
    captures: bool,
    promotion: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Moves, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::game(io, &args.game.name)?;
    let position = situation::start(io, &game, &args.from)?;
    let moves = game.moves(&position);
    if args.json {
        let mut listed: Vec<ListedMove> = moves
            .iter()
            .map(|m| ListedMove {
                uci: notation::uci(&game, &position, m),
                san: notation::san(&game, &position, m),
                from: situation::tile(&game, m.from).to_string(),
                to: situation::tile(&game, m.to).to_string(),
                piece: situation::kind(&game, m.kind()).to_string(),
                captures: m.captures,
                promotion: m.promotion.map(|k| situation::kind(&game, k).to_string()),
            })
            .collect();
        listed.sort_by(|a, b| a.uci.cmp(&b.uci));
        let all = Listed {
            game: game.rules().name.clone(),
            fen: notation::write_fen(&game, &position),
            to_move: situation::player(&game, game.to_move(&position)).to_string(),
            check: game.in_check(&position),
            result: game.outcome(&position).map(|over| situation::outcome(&game, over)),
            moves: listed,
        };
        print_json(io, &all)?;
        return Ok(Exit::Fine);
    }
    let write = match args.notation {
        Notation::Uci => notation::uci,
        Notation::San => notation::san,
    };
    let mut texts: Vec<String> = moves.iter().map(|m| write(&game, &position, m)).collect();
    texts.sort();
    for text in texts {
        writeln!(io.out, "{text}")?;
    }
    Ok(Exit::Fine)
}

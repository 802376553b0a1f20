//! `moves`: the legal moves, sorted by their text.

use std::io::Write as _;

use serde::Serialize;
use tilegame_runtime::notation::{fen, san, uci};

use super::print_json;
use crate::args::{Moves, UCI};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::{load, situation};

/// All of it, as JSON.
#[derive(Serialize)]
struct Listed {
    game: String,
    fen: String,
    to_move: String,
    /// Whose moves are listed.
    player: String,
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
    /// Missing for a pass, as are `to` and `piece`, and where a tile is chosen and no piece moves.
    from: Option<String>,
    to: Option<String>,
    piece: Option<String>,
    captures: bool,
    promotion: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Moves, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let notation = Some(args.notation.as_str()).filter(|name| *name != UCI);
    let game = load::written(io, &args.game, notation)?;
    let given = situation::asked(io, &game, &args.from)?;
    let to_move = game.to_move(&given);
    let player = match &args.player {
        Some(name) => situation::called(&game, name)?,
        None => to_move,
    };
    let is_over = game.outcome(&given).is_some();
    // Whose turn it is not has the moves that the player would have if it were.
    let turned = game.as_turn_of(&given, player).filter(|_| player == to_move || !is_over);
    let position = match turned {
        Some(turned) => turned,
        None => {
            let why = if is_over { "the game is over" } else { "the player is out" };
            let name = situation::player(&game, player);
            return Err(Failure::Message(format!("{name} has no moves: {why}")));
        }
    };
    let uci = uci::write_all(&game, &game.moves(&position));
    let san = san::write_all(&game, &position);
    if args.json {
        let mut listed: Vec<ListedMove> = uci
            .into_iter()
            .zip(san)
            .map(|(uci, (m, san))| ListedMove {
                uci,
                san,
                from: m.from.filter(|_| !m.is_pass()).map(|from| situation::tile(&game, from).to_string()),
                to: (!m.is_pass()).then(|| situation::tile(&game, m.to).to_string()),
                piece: m.kind().map(|kind| situation::kind(&game, kind).to_string()),
                captures: m.captures,
                promotion: m.promotion.map(|k| situation::kind(&game, k).to_string()),
            })
            .collect();
        listed.sort_by(|a, b| a.uci.cmp(&b.uci));
        let all = Listed {
            game: game.rules().name.clone(),
            fen: fen::write(&game, &given),
            to_move: situation::player(&game, to_move).to_string(),
            player: situation::player(&game, player).to_string(),
            check: game.in_check(&given),
            result: game.outcome(&given).map(|over| situation::outcome(&game, &over)),
            moves: listed,
        };
        print_json(io, &all)?;
        return Ok(Exit::Fine);
    }
    let mut texts: Vec<String> = match notation {
        None => uci,
        Some(_) => san.into_iter().map(|(_, text)| text).collect(),
    };
    texts.sort();
    for text in texts {
        writeln!(io.out, "{text}")?;
    }
    Ok(Exit::Fine)
}

//! `moves`: the legal moves, sorted by their text.

use std::io::Write as _;

use serde::Serialize;
use tilegame_fairy::dialect;

use crate::args::{FSF, Moves, UCI};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load;
use crate::report::print_json;
use crate::situation::{self, Texts};

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
    let texts = if notation == Some(FSF) { Texts::FairyStockfish } else { Texts::Own };
    let given = situation::asked_in(texts, io, &game, &args.from)?;
    let to_move = given.to_move();
    let player = match &args.player {
        Some(name) => situation::called(&game, name)?,
        None => to_move,
    };
    let is_over = given.outcome().is_some();
    // Whose turn it is not has the moves that the player would have if it were.
    let turned = given.as_turn_of(player).filter(|_| player == to_move || !is_over);
    let state = match turned {
        Some(turned) => turned,
        None => {
            let why = if is_over { "the game is over" } else { "the player is out" };
            let name = situation::player(&game, player);
            return Err(Failure::Message(format!("{name} has no moves: {why}")));
        }
    };
    let moves = state.legal_moves();
    if args.json {
        let listed = moves.iter().map(|m| ListedMove {
            uci: state.uci(*m),
            san: state.san(*m),
            from: state.origin(*m).map(|from| situation::tile(&game, from).to_string()),
            to: (!m.is_pass()).then(|| situation::tile(&game, state.target(*m)).to_string()),
            piece: state.details(*m).kind().map(|kind| situation::kind(&game, kind).to_string()),
            captures: state.is_capture(*m),
            promotion: m.promotion().map(|k| situation::kind(&game, k).to_string()),
        });
        let mut listed: Vec<ListedMove> = listed.collect();
        listed.sort_by(|a, b| a.uci.cmp(&b.uci));
        let all = Listed {
            game: game.rules().name.clone(),
            fen: given.fen(),
            to_move: situation::player(&game, to_move).to_string(),
            player: situation::player(&game, player).to_string(),
            check: given.in_check() == Some(true),
            result: given.outcome().map(|over| situation::outcome(&game, &over)),
            moves: listed,
        };
        print_json(io, &all)?;
        return Ok(Exit::Fine);
    }
    let mut texts: Vec<String> = match notation {
        Some(FSF) => {
            let turns = dialect::turns(&state).map_err(|error| Failure::Message(error.to_string()))?;
            turns.into_iter().map(|turn| turn.text).collect()
        }
        None => moves.iter().map(|m| state.uci(*m)).collect(),
        Some(_) => moves.iter().map(|m| state.san(*m)).collect(),
    };
    texts.sort();
    for text in texts {
        writeln!(io.out, "{text}")?;
    }
    Ok(Exit::Fine)
}

//! `fen`: reads a FEN and writes it back as it should be; or writes that of a setup.

use std::io::Write as _;

use serde::Serialize;
use tilegame_fairy::numbers::Numbers;
use tilegame_fairy::position;
use tilegame_runtime::notation::fen::{self, FenStyle};

use crate::args::{FSF, Fen};
use crate::check::findings;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::report::print_json;
use crate::situation::{Step, Texts};
use crate::{load, report, situation};

/// What was read, as JSON.
#[derive(Serialize)]
struct Read {
    game: String,
    /// Nothing where a setup was asked for.
    input: Option<String>,
    valid: bool,
    fen: Option<String>,
    to_move: Option<String>,
    check: Option<bool>,
    moves: Option<usize>,
    /// How the game ended, if it has.
    result: Option<String>,
    /// What EPD says about the position behind the other fields.
    operations: Vec<Operation>,
    error: Option<Refused>,
}

/// Something that EPD says about a position, as JSON.
#[derive(Serialize)]
struct Operation {
    code: String,
    operands: Vec<String>,
}

/// What is wrong and in which bytes, as JSON.
#[derive(Serialize)]
struct Refused {
    message: String,
    start: usize,
    end: usize,
}

/// Runs the command.
pub(crate) fn run(args: &Fen, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::written(io, &args.game, args.written.notation.as_deref())?;
    let name = game.rules().name.clone();
    let is_fairy = args.written.notation.as_deref() == Some(FSF);
    let texts = if is_fairy { Texts::FairyStockfish } else { Texts::Own };
    let input = args.fen.clone();
    let state = match &args.fen {
        None => situation::set_up(&game, args.setup.as_deref())?,
        Some(text) => match if is_fairy { position::read(&game, text) } else { game.read_fen(text) } {
            Ok(state) => state,
            Err(error) if args.json => {
                let refused =
                    Refused { message: error.message, start: error.range.start, end: error.range.end };
                let read = Read {
                    game: name,
                    input,
                    valid: false,
                    fen: None,
                    to_move: None,
                    check: None,
                    moves: None,
                    result: None,
                    operations: Vec::new(),
                    error: Some(refused),
                };
                print_json(io, &read)?;
                return Ok(Exit::Failed);
            }
            Err(error) => {
                let (sources, diagnostic) = findings::bad_fen(text, &error);
                report::draw(io, &sources, &[diagnostic], None);
                return Ok(Exit::Failed);
            }
        },
    };
    let (start, mut state) = (state.clone(), state);
    let steps = situation::steps_in(texts, &mut state, &args.played)?;
    let fen = match is_fairy {
        true => {
            let numbers = args.fen.as_deref().map_or_else(|| Numbers::at(&start), Numbers::of);
            // What comes from outside is no turn, and cannot be counted as one: then the numbers stay.
            let move_of = |step: &Step| if let Step::Move(m) = step { Some(*m) } else { None };
            let moves: Option<Vec<_>> = steps.iter().map(move_of).collect();
            position::write_with(&state, numbers.along(&start, moves.unwrap_or_default().into_iter()))
        }
        false => state.fen_as(if args.shredder { FenStyle::Shredder } else { FenStyle::X }),
    };
    if args.json {
        let operations = args.fen.iter().flat_map(|text| fen::operations(&game, text));
        let operations = operations.map(|o| Operation { code: o.code, operands: o.operands });
        let read = Read {
            game: name,
            input,
            valid: true,
            fen: Some(fen),
            to_move: Some(situation::player(&game, state.to_move()).to_string()),
            check: Some(state.in_check() == Some(true)),
            moves: Some(state.legal_moves().len()),
            result: state.outcome().map(|over| situation::outcome(&game, &over)),
            operations: operations.collect(),
            error: None,
        };
        print_json(io, &read)?;
    } else {
        writeln!(io.out, "{fen}")?;
    }
    Ok(Exit::Fine)
}

//! `export`: a game as other programs describe it.

use std::io::Write as _;

use tilegame_betza::Dialect;
use tilegame_fairy::export;

use crate::args::{DialectName, Export, ExportFormat};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load;
use crate::protocol;
use crate::report::visible;

/// Runs the command.
pub(crate) fn run(args: &Export, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::chosen(io, &args.game)?;
    let name = &game.rules().name;
    match args.format {
        ExportFormat::Ini => {
            let section = args.section.clone().unwrap_or_else(|| format!("{}{name}", export::PREFIX));
            match export::ini(&game, &section) {
                Ok(section) => write!(io.out, "{}", section.text)?,
                Err(refused) => {
                    for reason in &refused.reasons {
                        writeln!(io.err, "error: {}", visible(reason))?;
                    }
                    return Ok(Exit::Failed);
                }
            }
        }
        ExportFormat::Betza => {
            let dialect = match args.dialect {
                DialectName::Xboard => Dialect::XBoard,
                DialectName::Fsf => Dialect::FairyStockfish,
            };
            write!(io.out, "{}", export::betza(&game, dialect))?;
        }
        ExportFormat::Xboard => {
            let Some(setup) = protocol::xboard_setup(&game).filter(|_| game.rules().players.len() == 2)
            else {
                let why = format!(
                    "XBoard can't show `{name}`: it has rectangles of squares, two players, and pieces with one letter"
                );
                return Err(Failure::Message(why));
            };
            let (pieces, notes) = export::pieces(&game);
            writeln!(io.out, "{setup}")?;
            write!(io.out, "{pieces}")?;
            for note in notes {
                writeln!(io.err, "warning: no line `piece` for {}", visible(&note))?;
            }
        }
    }
    Ok(Exit::Fine)
}

//! `explain`: why a move is illegal, or which rule makes it and what it does.

use std::io::Write as _;

use tilegame_runtime::explain;

use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::{load, situation};

/// Runs the command. The exit code says whether the move is legal.
pub(crate) fn run(args: &Explain, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::chosen(io, &args.game)?;
    let position = situation::start(io, &game, &args.from)?;
    let explained = explain::explain(&game, &position, &args.movement);
    writeln!(io.out, "{}", explained.to_string().trim_end())?;
    Ok(if explained.is_legal() { Exit::Fine } else { Exit::Failed })
}

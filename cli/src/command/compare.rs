//! `compare`: both engines side by side, for whoever works on them or does not trust them.

use std::io::Write as _;

use tilegame_runtime::compare;

use crate::args::Compare;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::paint::{BAD, GOOD, paint};
use crate::{load, situation};

/// Runs the command.
pub(crate) fn run(args: &Compare, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::chosen(io, &args.game)?;
    let start = situation::asked(io, &game, &args.from)?.position();
    let stop = io.watch_interrupt();
    let refused =
        |why| Failure::Message(format!("the bitset engine can't play {}: {why}", game.rules().title));
    let (found, compared) = compare::search(&game, &start, args.depth, |_| !stop.is_up()).map_err(refused)?;
    let color = io.out.color;
    let Some(found) = found else {
        if stop.is_up() {
            writeln!(io.out, "{}: the same in {compared} positions", paint("stopped", BAD, color))?;
            return Ok(stop.exit());
        }
        writeln!(io.out, "{} in {compared} positions", paint("the same", GOOD, color))?;
        return Ok(Exit::Fine);
    };
    let way = game.specification().all_uci(&found.moves).join(" ");
    let after = if way.is_empty() { String::new() } else { format!(" after {way}") };
    writeln!(io.out, "{}{after}: {}", paint("different", BAD, color), found.what)?;
    writeln!(io.out, "  {}", game.specification().fen(&found.position))?;
    let smallest = compare::shrunk(&game, &found);
    if smallest.position != found.position {
        writeln!(io.out, "with fewer pieces: {}", smallest.what)?;
        writeln!(io.out, "  {}", game.specification().fen(&smallest.position))?;
    }
    Ok(Exit::Failed)
}

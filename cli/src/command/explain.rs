//! `explain`: why a move is illegal, or which rule makes it and what it does.

use std::io::Write as _;

use tilegame_runtime::State;
use tilegame_runtime::explain::Explanation;

use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::report::visible;
use crate::{load, movement, situation};

/// Runs the command, for each step of a whole turn. The exit code says whether the move is legal.
pub(crate) fn run(args: &Explain, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::written(io, &args.game, args.written.notation.as_deref())?;
    let mut state = situation::asked(io, &game, &args.from)?;
    let explained = state.explain(&args.movement);
    if !explained.is_legal()
        && let Ok(steps) = state.read(&args.movement)
    {
        for step in steps {
            print(io, &state, &state.explain(&state.uci(step)))?;
            state.make(step);
        }
        return Ok(Exit::Fine);
    }
    print(io, &state, &explained)?;
    Ok(if explained.is_legal() { Exit::Fine } else { Exit::Failed })
}

/// An explanation, and the move-ID of the move.
fn print(io: &mut Io<'_>, state: &State, explained: &Explanation) -> Result<(), Failure> {
    writeln!(io.out, "{}", visible(explained.to_string().trim_end()))?;
    if let Explanation::Legal(legal) = explained {
        for id in movement::ids_of_move(state, &legal.m) {
            writeln!(io.out, "Move-ID: {}", id.short())?;
        }
    }
    Ok(())
}

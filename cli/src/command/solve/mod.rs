//! `solve`: what a position is worth if both play as well as can be.
//!
//! | module | contents |
//! | --- | --- |
//! | `told` | what was found, as text and as data |
//! | `keep` | tables and certificates as files, and what they are checked for |
//! | `progress` | how far it is, if somebody watches |

mod keep;
mod progress;
mod told;

use tilegame_dsl::diagnostic::{Code, Diagnostic};
use tilegame_dsl::source::{Sources, Span};
use tilegame_runtime::Game;
use tilegame_solve::Unsolved;
use tilegame_solve::certificate::Certificate;
use tilegame_solve::mates::{self, DEEPEST, Limits, Verdict};
use tilegame_solve::outright::Outright;
use tilegame_solve::tables::{BadMaterial, Material, Table};

use crate::args::Solve;
use crate::exit::{Exit, Failure};
use crate::io::{Flag, Io};
use crate::{load, report, situation};
pub(crate) use keep::table;
use progress::Progress;
use told::Told;

/// The code of the message that a set of pieces can't be read.
const PIECES: Code = Code("E0607");

/// Runs the command.
pub(crate) fn run(args: &Solve, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::chosen(io, &args.game)?;
    let stop = io.watch_interrupt();
    if let Some(file) = &args.check {
        return keep::check(args, io, &game, file, &stop);
    }
    if let Some(pieces) = &args.pieces {
        return pieces_solved(args, io, &game, pieces, &stop);
    }
    let state = situation::asked(io, &game, &args.from)?;
    let told = match (&args.table, args.mate) {
        (Some(file), _) => Told::of_table(&state, &keep::table(io, &game, file)?),
        (None, Some(moves)) => {
            let plies = if moves == 0 { DEEPEST } else { moves.saturating_mul(2).min(DEEPEST) };
            let limits = Limits { plies, positions: args.positions };
            let found = watched(io, &stop, |go_on| mates::prove(&state, &limits, go_on))?;
            let told = Told::of_mate(&state, &found, limits.plies);
            if let Verdict::Wins(win) = found {
                keep::certificates(args, io, &game, vec![win.certificate])?;
            }
            told
        }
        (None, None) => {
            let solved = watched(io, &stop, |go_on| Outright::solve(&state, args.positions, go_on))?;
            let certificates = match &args.output {
                Some(_) => watched(io, &stop, |go_on| solved.certificates(go_on))?,
                None => Vec::<Certificate>::new(),
            };
            keep::certificates(args, io, &game, certificates)?;
            Told::of_outright(&state, &solved)
        }
    };
    told.print(args, io)?;
    Ok(Exit::Fine)
}

/// All positions with some pieces.
fn pieces_solved(
    args: &Solve,
    io: &mut Io<'_>,
    game: &Game,
    pieces: &str,
    stop: &Flag,
) -> Result<Exit, Failure> {
    let material = Material::read(game, pieces).map_err(|error| {
        draw(io, pieces, &error);
        Failure::Reported
    })?;
    let solved = watched(io, stop, |go_on| Table::solve(game, &material, args.positions, go_on))?;
    keep::keep_table(args, io, &solved)?;
    told::print_counts(args, io, game, &solved)?;
    Ok(Exit::Fine)
}

/// Shows which word of a set of pieces is wrong.
fn draw(io: &mut Io<'_>, pieces: &str, error: &BadMaterial) {
    let mut sources = Sources::new();
    let file = sources.add("PIECES", pieces);
    let place = Span::new(file, error.range.start, error.range.end);
    let diagnostic = Diagnostic::error(PIECES, "these are no pieces of the game", place, error.to_string());
    report::draw(io, &sources, &[diagnostic], None);
}

/// Does something that takes long, with its progress shown if somebody watches, until the program is to stop.
fn watched<T>(
    io: &Io<'_>,
    stop: &Flag,
    work: impl FnOnce(&mut tilegame_solve::GoOn<'_>) -> Result<T, Unsolved>,
) -> Result<T, Failure> {
    let mut progress = Progress::new(io.err.is_terminal);
    let done = work(&mut |now| {
        progress.show(now);
        !stop.is_up()
    });
    progress.finish();
    done.map_err(|why| match why {
        Unsolved::Stopped => Failure::Stopped(stop.exit()),
        Unsolved::TooMany(_) => Failure::Message(format!("{why}; --positions raises it")),
        other => Failure::Message(other.to_string()),
    })
}

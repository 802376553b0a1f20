//! The commands, one module each: a function from its arguments to an exit code.

mod betza;
mod check;
mod compare;
mod dump;
mod explain;
mod export;
mod fen;
mod fmt;
mod games;
pub(crate) mod import;
mod moveid;
mod moves;
mod new;
mod perft;
mod pgn;
mod play;
mod ruling;
mod show;
pub(crate) mod solve;

use tilegame_runtime::{MOST_MOVES, MOST_WAYS};

use crate::args::Command;
use crate::contest;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::learn;
use crate::lsp;
use crate::protocol::Protocol;
use crate::referee;
use crate::study;

/// Runs a command.
pub(crate) fn run(command: Command, io: &mut Io<'_>) -> Result<Exit, Failure> {
    match command {
        Command::Games(args) => games::run(&args, io),
        Command::Check(args) => check::run(&args, io),
        Command::Show(args) => show::run(&args, io),
        Command::Moves(args) => moves::run(&args, io),
        Command::Perft(args) => perft::run(&args, io),
        Command::Compare(args) => compare::run(&args, io),
        Command::Play(args) => play::run(&args, io),
        Command::Uci(args) => Protocol::UCI.run(&args, io),
        Command::Usi(args) => Protocol::USI.run(&args, io),
        Command::Ucci(args) => Protocol::UCCI.run(&args, io),
        Command::Xboard(args) => Protocol::Xboard.run(&args, io),
        Command::Match(args) => contest::run(&args, io),
        Command::Study(args) => study::run(&args, io),
        Command::Learn(args) => learn::run(&args, io),
        Command::Solve(args) => solve::run(&args, io),
        Command::Fen(args) => fen::run(&args, io),
        Command::Pgn(args) => pgn::run(&args, io),
        Command::Explain(args) => explain::run(&args, io),
        Command::Fmt(args) => fmt::run(&args, io),
        Command::New(args) => new::run(&args, io),
        Command::Moveid(args) => moveid::run(&args, io),
        Command::Betza(args) => betza::run(&args, io),
        Command::Import(args) => import::run(&args, io),
        Command::Export(args) => export::run(&args, io),
        Command::Referee(args) => referee::run(&args, io),
        Command::Lsp(args) => lsp::run(&args, io),
        Command::Dump(args) => dump::run(&args, io),
    }
}

/// What a command ends with, unless it has played with a game of which some moves were left out.
pub(crate) fn complete(exit: Exit, io: &Io<'_>) -> Result<Exit, Failure> {
    match io.overrun().as_slice() {
        [] => Ok(exit),
        [game, ..] => Err(Failure::Message(format!(
            "a position of `{}` has more moves than are tried (at most {MOST_WAYS} ways of one rule of a piece, and \
             {MOST_MOVES} moves): what was listed or counted is not complete",
            game.rules().name
        ))),
    }
}

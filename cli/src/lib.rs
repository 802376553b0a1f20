//! The command `tilegame`: check, count, show, explain and play games that are declared as text.
//!
//! This is the only crate that knows files, the terminal, the clock and exit codes; what rules mean is the business of
//! `tilegame-dsl`, how they are played that of `tilegame-runtime`. The whole program is one function, [`run`], which
//! reads and writes through an [`Io`], so that tests can run it without a process.
//!
//! ```
//! let mut out = Vec::new();
//! let mut io = tilegame::Io::new(std::io::empty(), &mut out, std::io::sink());
//! let exit = tilegame::run(["tilegame", "--version"], &mut io);
//! drop(io);
//! assert_eq!(exit, tilegame::Exit::Fine);
//! assert!(String::from_utf8(out).unwrap().starts_with("tilegame "));
//! ```

mod args;
mod board;
pub mod check;
mod command;
mod contest;
mod exit;
mod files;
mod io;
mod learn;
pub mod limits;
mod load;
mod lsp;
mod movement;
mod paint;
mod picture;
mod player;
mod protocol;
mod referee;
mod report;
mod signals;
mod situation;
mod spelling;
mod study;
mod values;

use std::ffi::OsString;
use std::io::Write as _;

use clap::Parser as _;
use clap::error::{ContextKind, ContextValue};

pub use exit::Exit;
use exit::Failure;
pub use io::{Flag, Io, Output};

/// Runs the program on its arguments, the first of which is its own name.
pub fn run(args: impl IntoIterator<Item = impl Into<OsString> + Clone>, io: &mut Io<'_>) -> Exit {
    let done = match args::Args::try_parse_from(args) {
        Ok(args) => command::run(args.command, io),
        Err(error) => refused(&error, io),
    };
    let done = done.and_then(|exit| command::complete(exit, io));
    let flushed = io.out.flush().map_err(Failure::from);
    let exit = match done.and_then(|exit| flushed.map(|()| exit)) {
        Ok(exit) => exit,
        Err(failure) => report::failure(io, failure),
    };
    // Nobody is left to be told if this fails.
    let _ = io.err.flush();
    exit
}

/// Help, the version, or a complaint about the arguments.
fn refused(error: &clap::Error, io: &mut Io<'_>) -> Result<Exit, Failure> {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && (load::is_path(word) || tilegame_dsl::library::called(word).is_some())
    {
        return Err(Failure::Usage(format!(
            "`{word}` is a game, and a command comes first, such as `tilegame show {word}`, `tilegame play {word}` or \
             `tilegame check {word}`; `tilegame --help` lists them"
        )));
    }
    let (output, exit) =
        if error.use_stderr() { (&mut io.err, Exit::Usage) } else { (&mut io.out, Exit::Fine) };
    let text = error.render();
    if output.color {
        write!(output, "{}", text.ansi())?;
    } else {
        write!(output, "{text}")?;
    }
    Ok(exit)
}

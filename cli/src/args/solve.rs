//! Arguments of `solve`.

use std::path::PathBuf;

use clap::ArgGroup;

use super::game::{From, WhichGame};
use crate::limits::SOLVE_POSITIONS;

/// Arguments of `solve`.
#[derive(clap::Args, Debug)]
#[command(group(ArgGroup::new("what").args(["mate", "pieces", "table", "check"])))]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    #[command(flatten)]
    pub(crate) from: From,
    /// Look for a forced win of the player to move, in so many moves of each side; without a number, in any
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "0", value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(crate) mate: Option<u32>,
    /// Solve all positions with these pieces, by letter or name: those of the first player, a /, those of the second
    #[arg(long, value_name = "PIECES", conflicts_with_all = ["fen", "setup", "after"])]
    pub(crate) pieces: Option<String>,
    /// Say what the table in this file knows of the position
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// See whether the table or the certificate in this file is right
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "setup", "after"])]
    pub(crate) check: Option<PathBuf>,
    /// Write what was found to this file: a table of pieces, otherwise a certificate
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["table", "check"])]
    pub(crate) output: Option<PathBuf>,
    /// Give up if there are more positions than this
    #[arg(long, value_name = "N", default_value_t = SOLVE_POSITIONS, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) positions: u64,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

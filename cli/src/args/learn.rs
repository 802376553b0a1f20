//! Arguments of `learn`.

use std::path::PathBuf;

use super::game::WhichGame;
use crate::limits::LEARNED_GAMES;
use crate::values;

/// Arguments of `learn`.
#[derive(clap::Args, Debug)]
pub(crate) struct Learn {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    /// Write the net to this file (the game's name with the ending .net)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Keep the games in this file, and go on with those in it (the net's name with the ending .games)
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Games to learn from, those that have been played before included
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(0..=LEARNED_GAMES))]
    pub(crate) games: u64,
    /// Positions that are looked at for each of their moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) nodes: u64,
    /// Play with the net in this file instead of the one that comes with the program
    #[arg(long, value_name = "FILE")]
    pub(crate) net: Option<PathBuf>,
    /// Begin with the weights of the net in --net, which must have the form that is asked for: fewer epochs are enough then
    #[arg(long, requires = "net")]
    pub(crate) go_on: bool,
    /// Begin with the weights of the net of this game of the library, as far as pieces, tiles and counters have the same names; the net gets its form. With --games 0 it is the net
    #[arg(long, value_name = "GAME", conflicts_with_all = ["go_on", "hidden", "alone"])]
    pub(crate) like: Option<String>,
    /// Hidden sums of the net: 8, 16, 32 or 64
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = values::hidden)]
    pub(crate) hidden: usize,
    /// The net judges alone, and does not only correct what is found in the rules: quicker, but it needs some hundred thousand positions
    #[arg(long)]
    pub(crate) alone: bool,
    /// How often each position is looked at
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) epochs: u64,
    /// How much the end of a game counts, in percent; the rest is what the search found
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) result: u8,
    /// Games against what was there before, at most, by which it is decided whether the net is kept; with 0 it always is
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub(crate) gate: u64,
    /// Play and learn with so many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads::<256>)]
    pub(crate) threads: usize,
    /// Makes the games and the net repeatable, with one thread
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

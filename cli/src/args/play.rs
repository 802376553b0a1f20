//! Arguments of the commands that play, and of those that serve other programs.

use std::path::PathBuf;

use tilegame_search::level::Level;

use super::game::{Allowed, From, WhichGame, Written};
use crate::limits::{MATCH_GAMES, REFEREE_LINE_BYTES, REFEREE_MEGABYTES, REFEREE_MILLISECONDS};
use crate::values;

/// Arguments of `play`.
#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    #[command(flatten)]
    pub(crate) from: From,
    #[command(flatten)]
    pub(crate) written: Written,
    /// Let this player (its name or letter, or `all`) move at random; can be repeated
    #[arg(long, value_name = "PLAYER")]
    pub(crate) random: Vec<String>,
    /// Let the computer play for this player (its name or letter, or `all`); can be repeated
    #[arg(long, value_name = "PLAYER")]
    pub(crate) computer: Vec<String>,
    /// How strong the computer is, from 1 to 10
    #[arg(long, value_name = "LEVEL", requires = "computer", default_value_t = Level::USUAL.number(), value_parser = clap::value_parser!(u8).range(1..=i64::from(Level::MOST.number())))]
    pub(crate) level: u8,
    /// Let the computer take its moves from this table where it knows the position; `solve --pieces` makes such tables
    #[arg(long, value_name = "FILE", requires = "computer")]
    pub(crate) table: Option<PathBuf>,
    /// Make the random moves, and the choices of a weak computer, repeatable
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Play with a clock: minutes, and seconds added for each turn (5+3), or 300s, 1h, 2:30; for one player, White=5+3
    #[arg(long, value_name = "[PLAYER=]TIME[+MORE]")]
    pub(crate) clock: Vec<String>,
    /// Draw with letters and plain signs only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Write a picture of the board to this SVG file after each move
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Also draw what each player has captured
    #[arg(long, requires = "svg")]
    pub(crate) captured: bool,
}

/// The game where none is named.
pub(crate) const USUAL: &str = include_str!("../template/parent.txt").trim_ascii_end();

/// Arguments of `uci`, `usi`, `ucci` and `xboard`.
#[derive(clap::Args, Debug)]
pub(crate) struct Protocol {
    /// The game at first: the name of a game that comes with the program, or the path of a .tg file; otherwise the one that the protocol is
    /// mostly used for
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) allowed: Allowed,
}

/// Arguments of `match`.
#[derive(clap::Args, Debug)]
pub(crate) struct Contest {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    /// One side: computer, level:N, rules, net:FILE, random, or another program as uci:COMMAND, usi:COMMAND, ucci:COMMAND or xboard:COMMAND
    #[arg(value_name = "A")]
    pub(crate) first: String,
    /// The other side
    #[arg(value_name = "B")]
    pub(crate) second: String,
    /// Games; each opening is played twice, with the sides exchanged
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MATCH_GAMES))]
    pub(crate) games: u64,
    /// Positions that a side may look at for each move (5000, if nothing else is said); a level looks at as many as it does
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(crate) time: Option<u64>,
    /// Minutes for each side and game, and seconds that each move adds
    #[arg(long, value_name = "MIN+SEC", conflicts_with_all = ["nodes", "time"], value_parser = values::clock)]
    pub(crate) clock: Option<values::Clock>,
    /// Begin with the positions of this file, one FEN a line
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Begin after so many random plies
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) random_plies: u32,
    /// Stop as soon as it is clear whether A is better by the lower or by the higher difference in rating points
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = values::bounds)]
    pub(crate) sprt: Option<values::Bounds>,
    /// Play so many games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads::<256>)]
    pub(crate) concurrency: usize,
    /// A game that is not over after so many plies has no result
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) most_plies: u32,
    /// Makes openings and careless levels repeatable
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write the games behind what is in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Keep what has been played in this file, and go on with what is in it
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
}

/// Arguments of `study`.
#[derive(clap::Args, Debug)]
pub(crate) struct Study {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    /// Games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: u64,
    /// Who plays: random, or a level from 1 to 10
    #[arg(long, value_name = "WHO", default_value = "random", value_parser = values::player)]
    pub(crate) level: values::Player,
    /// Begin with so many random plies, if a level plays
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) random_plies: u32,
    /// Play so many games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads::<256>)]
    pub(crate) concurrency: usize,
    /// A game that is not over after so many plies has no result
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) most_plies: u32,
    /// Makes the games repeatable
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `referee`.
#[derive(clap::Args, Debug)]
pub(crate) struct Referee {
    /// Processes that judge; 0 judges in this one, without limits of time and memory. Otherwise as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) workers: Option<u16>,
    /// Milliseconds for each request
    #[arg(long, value_name = "MS", default_value_t = REFEREE_MILLISECONDS, value_parser = clap::value_parser!(u64).range(10..=3_600_000))]
    pub(crate) time: u64,
    /// Megabytes for each process that judges
    #[arg(long, value_name = "MB", default_value_t = REFEREE_MEGABYTES, value_parser = clap::value_parser!(u64).range(64..=1_048_576))]
    pub(crate) memory: u64,
    /// Bytes of a line
    #[arg(long, value_name = "BYTES", default_value_t = REFEREE_LINE_BYTES, value_parser = clap::value_parser!(u64).range(1024..=268_435_456))]
    pub(crate) line_bytes: u64,
    /// Be one of these processes
    #[arg(long, hide = true)]
    pub(crate) worker: bool,
}

/// Arguments of `lsp`.
#[derive(clap::Args, Debug)]
pub(crate) struct Lsp {
    /// Speak on standard input and output, which is the only way there is
    #[arg(long)]
    pub(crate) stdio: bool,
}

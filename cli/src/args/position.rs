//! Arguments of the commands that look at a game: its positions, its moves, its records.

use std::path::PathBuf;

use clap::ArgGroup;
use tilegame_pictures::{Look, Theme};

use super::game::{From, Played, UCI, WhichGame, Written};
use crate::values;

/// Arguments of `show`.
#[derive(clap::Args, Debug)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    #[command(flatten)]
    pub(crate) from: From,
    /// Mark the moves of the piece on this tile
    #[arg(long = "from", value_name = "TILE")]
    pub(crate) tile: Option<String>,
    /// Show how a piece moves, given by its name or letter: alone on the board, or in the position of --fen
    #[arg(long, value_name = "PIECE", conflicts_with_all = ["setup", "after", "tile"])]
    pub(crate) moves: Option<String>,
    /// Where that piece stands; without it, in the middle of the board
    #[arg(long, value_name = "TILE", requires = "moves")]
    pub(crate) at: Option<String>,
    #[command(flatten)]
    pub(crate) written: Written,
    /// Also draw the ways over the board that what follows from the last move has walked, such as a beam
    #[arg(long, requires_all = ["picture", "after"])]
    pub(crate) walks: bool,
    /// Draw with letters and plain signs only
    #[arg(long, conflicts_with = "picture")]
    pub(crate) ascii: bool,
    /// Also draw what each player has captured by the moves of --after
    #[arg(long, requires_all = ["picture", "after"])]
    pub(crate) captured: bool,
    /// Print a JSON object instead of a drawing
    #[arg(long, conflicts_with_all = ["picture", "moves", "ascii", "tile"])]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// Pictures as files.
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(group(ArgGroup::new("picture").args(["svg", "png"]).multiple(true)))]
pub(crate) struct Picture {
    /// Write a picture in SVG to this file; - for the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a picture in PNG to this file; - for the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// The longer side of the PNG picture in pixels
    #[arg(long, value_name = "PIXELS", requires = "png", default_value_t = 800)]
    #[arg(value_parser = clap::value_parser!(u32).range(16..=4096))]
    pub(crate) size: u32,
    /// Turn the picture by half
    #[arg(long, requires = "picture", conflicts_with = "seen_by")]
    pub(crate) flip: bool,
    /// Turn the picture so that this player, by name or letter, is at the bottom
    #[arg(long, value_name = "PLAYER", requires = "picture")]
    pub(crate) seen_by: Option<String>,
    /// What pieces look like: by the first of the shapes that the game has for them, by the second and so on, or as letters on discs
    #[arg(long, value_name = "1|2|…|letters", requires = "picture", value_parser = values::look)]
    pub(crate) look: Option<Look>,
    /// The colours of the board
    #[arg(long, value_name = "wood|green|blue|print|night", requires = "picture", value_parser = values::theme)]
    pub(crate) theme: Option<Theme>,
    /// Draw an arrow between two tiles, such as e2-e4; several are possible
    #[arg(long, value_name = "FROM-TO", requires = "picture")]
    pub(crate) arrow: Vec<String>,
    /// Draw the board without the names of files and ranks
    #[arg(long, requires = "picture")]
    pub(crate) no_coordinates: bool,
    /// Write below the board whose turn it is or who has won, and the scores
    #[arg(long, requires = "picture")]
    pub(crate) caption: bool,
    /// Write below the board what the marks on it mean
    #[arg(long, requires = "picture")]
    pub(crate) legend: bool,
}

/// Arguments of `moves`.
#[derive(clap::Args, Debug)]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    #[command(flatten)]
    pub(crate) from: From,
    /// How the moves are written: `uci`, from tile to tile; `san`, as in books; `fsf`, whole turns in the dialect of Fairy-Stockfish; or as in another notation of the game, by its name
    #[arg(long, value_name = "uci|san|fsf|NAME", default_value = UCI)]
    pub(crate) notation: String,
    /// List the moves of this player, by name or letter, as if it were that player's turn
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `perft`.
#[derive(clap::Args, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    /// The number of moves
    #[arg(value_name = "DEPTH", value_parser = values::depth, allow_negative_numbers = true)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) from: From,
    /// Also print the count after each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count whole turns, written in the dialect of Fairy-Stockfish, where a turn has several steps
    #[arg(long, conflicts_with_all = ["engine", "hash", "threads", "checkpoint"])]
    pub(crate) turns: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The engine that counts; by default the bitset engine, or the slower reference engine if a rule is not supported
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub(crate) engine: Engine,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads::<1024>)]
    pub(crate) threads: usize,
    /// Size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = values::megabytes)]
    pub(crate) hash: usize,
    /// Save the progress of the count to this file, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
}

/// Arguments of `compare`.
#[derive(clap::Args, Debug)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    /// The number of moves
    #[arg(value_name = "DEPTH", value_parser = values::depth, allow_negative_numbers = true)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) from: From,
}

/// Which engine counts.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Engine {
    Auto,
    Bitset,
    Reference,
}

/// Arguments of `fen`.
#[derive(clap::Args, Debug)]
pub(crate) struct Fen {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    /// The FEN; without one, the game's start is written
    #[arg(value_name = "FEN")]
    pub(crate) fen: Option<String>,
    /// Write this setup, by its name, or by its number where a game has numbered arrangements
    #[arg(long, value_name = "NAME|N", conflicts_with = "fen")]
    pub(crate) setup: Option<String>,
    #[command(flatten)]
    pub(crate) played: Played,
    #[command(flatten)]
    pub(crate) written: Written,
    /// Name castling rights by the tiles of the partners (Shredder-FEN)
    #[arg(long)]
    pub(crate) shredder: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `pgn`.
#[derive(clap::Args, Debug)]
pub(crate) struct Pgn {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    /// The file with the games; - for what is piped in
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print all mistakes, however many there are
    #[arg(long)]
    pub(crate) all: bool,
}

/// Arguments of `explain`.
#[derive(clap::Args, Debug)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    /// The move
    #[arg(value_name = "MOVE")]
    pub(crate) movement: String,
    #[command(flatten)]
    pub(crate) written: Written,
    #[command(flatten)]
    pub(crate) from: From,
}

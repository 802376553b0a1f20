//! What almost every command takes: a game, a position, and how they are written.

use std::path::PathBuf;

use crate::values;

/// A game, as almost every command wants one.
#[derive(clap::Args, Debug)]
pub(crate) struct WhichGame {
    /// The name of a game that comes with the program, or the path of a .tg file
    #[arg(value_name = "GAME")]
    pub(crate) name: String,
    /// Switch an option of the game, such as "last_guard=off"; can be repeated
    #[arg(long = "option", value_name = "NAME=on|off", value_parser = values::switched)]
    pub(crate) options: Vec<(String, bool)>,
    #[command(flatten)]
    pub(crate) allowed: Allowed,
}

/// Folders from which games may import files, beside their own.
#[derive(clap::Args, Debug)]
pub(crate) struct Allowed {
    /// Let the game import files from this folder, too, and from those below it; can be repeated
    #[arg(long = "allow-dir", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
}

/// How positions and moves are written.
#[derive(clap::Args, Debug)]
pub(crate) struct Written {
    /// Write positions and moves in another notation of the game, by its name, or in the dialect of Fairy-Stockfish, `fsf`; all of them are read
    #[arg(long, value_name = "NAME")]
    pub(crate) notation: Option<String>,
}

/// A position to start from; without it, the start of the game.
#[derive(clap::Args, Debug)]
pub(crate) struct From {
    /// Start from this position
    #[arg(long, value_name = "FEN", conflicts_with = "setup")]
    pub(crate) fen: Option<String>,
    /// Start from this setup, by its name, or by its number if the game has numbered arrangements
    #[arg(long, value_name = "NAME|N")]
    pub(crate) setup: Option<String>,
    #[command(flatten)]
    pub(crate) played: Played,
}

/// Moves to play before anything else is done.
#[derive(clap::Args, Debug)]
pub(crate) struct Played {
    /// Play these moves first, such as "e2e4 e7e5 Nf3"
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
}

/// The notation of moves by their tiles.
pub(crate) const UCI: &str = "uci";
/// The usual notation of a game.
pub(crate) const SAN: &str = "san";
/// The dialect of Fairy-Stockfish.
pub(crate) const FSF: &str = "fsf";

//! Arguments of the commands that check, write and turn into each other the files that declare games.

use std::path::PathBuf;

use clap::ArgGroup;

use super::game::{Allowed, WhichGame};
use super::movement::DialectName;
use crate::limits::{TEST_NODES, TEST_SECONDS};
use crate::values;

/// Arguments of `games`.
#[derive(clap::Args, Debug)]
pub(crate) struct Games {
    /// Print a JSON array
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `check`.
#[derive(clap::Args, Debug)]
pub(crate) struct Check {
    /// Names of games that come with the program, paths of .tg files, or - for what is piped in
    #[arg(value_name = "GAME", required_unless_present = "explain")]
    pub(crate) games: Vec<String>,
    /// Explain a message's code, such as E0101
    #[arg(long, value_name = "CODE", conflicts_with_all = ["games", "json"])]
    pub(crate) explain: Option<String>,
    /// Print the messages as a JSON array, and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// Print all messages, however many there are
    #[arg(long)]
    pub(crate) all: bool,
    /// Let the tests in each file use this many nodes
    #[arg(long, value_name = "NODES", default_value_t = TEST_NODES, value_parser = values::budget)]
    pub(crate) budget: u64,
    /// Let the tests in each file use this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = TEST_SECONDS, value_parser = values::budget)]
    pub(crate) budget_seconds: u64,
    #[command(flatten)]
    pub(crate) allowed: Allowed,
    /// Also show how each movement rule was compiled in the bitset engine
    #[arg(long, conflicts_with = "json")]
    pub(crate) engine: bool,
}

/// Arguments of `fmt`.
#[derive(clap::Args, Debug)]
pub(crate) struct Fmt {
    /// Files to rewrite; - reads what is piped in and prints the result
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; name the files that are not in their usual form, and fail if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Also rewrite what files of an earlier edition of the language say; 2 is the current edition
    #[arg(long, value_name = "EDITION", value_parser = clap::value_parser!(u8).range(2..=2))]
    pub(crate) edition: Option<u8>,
}

/// Arguments of `new`.
#[derive(clap::Args, Debug)]
pub(crate) struct New {
    /// The name of the new game; the file is NAME.tg
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The game it is a variant of
    #[arg(long, value_name = "GAME", default_value = include_str!("../template/parent.txt").trim_ascii_end())]
    pub(crate) of: String,
    /// Begin a game of its own on this board instead: a line of a `board` block, such as "hex 4"
    #[arg(long, value_name = "LINE", conflicts_with = "of")]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    pub(crate) allowed: Allowed,
}

/// Arguments of `import`.
#[derive(clap::Args, Debug)]
pub(crate) struct Import {
    /// The file, or - for what is piped in
    #[arg(value_name = "FILE.ini")]
    pub(crate) file: PathBuf,
    /// Only these sections
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Write a file for each section into this folder, which is created if need be, instead of printing all
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
    /// Write sections even where a key has no counterpart
    #[arg(long)]
    pub(crate) partial: bool,
    /// Say in comments which keys lines come from
    #[arg(long)]
    pub(crate) keys: bool,
}

/// Arguments of `export`.
#[derive(clap::Args, Debug)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    /// As what
    #[arg(long = "as", value_enum, value_name = "FORMAT")]
    pub(crate) format: ExportFormat,
    /// What the section of the INI file is called; otherwise tg- and the game's name, since a section with the name of a variant that is built in is ignored
    #[arg(long = "name", value_name = "NAME")]
    pub(crate) section: Option<String>,
    /// Whose reading of Betza notation
    #[arg(long, value_enum, default_value = "xboard")]
    pub(crate) dialect: DialectName,
}

/// How other programs describe games.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExportFormat {
    /// A section of an INI file, as Fairy-Stockfish reads it
    Ini,
    /// Each piece in Betza notation
    Betza,
    /// The lines by which XBoard learns of a board and its pieces
    Xboard,
}

/// Arguments of `dump`.
#[derive(clap::Args, Debug)]
#[command(group(ArgGroup::new("form").required(true)))]
pub(crate) struct Dump {
    #[command(flatten)]
    pub(crate) game: WhichGame,
    /// The words of the file
    #[arg(long, group = "form")]
    pub(crate) tokens: bool,
    /// Its syntax tree
    #[arg(long, group = "form")]
    pub(crate) ast: bool,
    /// The rules, with everything it imports
    #[arg(long, group = "form")]
    pub(crate) ir: bool,
}

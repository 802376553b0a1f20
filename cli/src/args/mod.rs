//! The arguments. The examples shown by `--help` are text files in `help/`.

mod learn;
mod solve;

use std::path::PathBuf;

use clap::{ArgGroup, Parser, Subcommand};
use tilegame_pictures::{Look, Theme};
use tilegame_search::level::Level;

use crate::limits::{
    MATCH_GAMES, REFEREE_LINE_BYTES, REFEREE_MEGABYTES, REFEREE_MILLISECONDS, TEST_NODES, TEST_SECONDS,
};
use crate::values;
pub(crate) use learn::Learn;
pub(crate) use solve::Solve;

/// Check, count, show, explain and play board games declared as text.
#[derive(Parser, Debug)]
#[command(name = "tilegame", version, after_help = include_str!("help/tilegame.txt"))]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands, one module of `command` each.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games that come with the program
    Games(Games),
    /// Find every mistake in games and run the tests in their files
    #[command(after_help = include_str!("help/check.txt"))]
    Check(Check),
    /// Draw a position
    #[command(after_help = include_str!("help/show.txt"))]
    Show(Show),
    /// List the legal moves
    #[command(after_help = include_str!("help/moves.txt"))]
    Moves(Moves),
    /// Count the sequences of DEPTH legal moves
    #[command(after_help = include_str!("help/perft.txt"))]
    Perft(Perft),
    /// Look for a position in which the two engines differ
    #[command(after_help = include_str!("help/compare.txt"))]
    Compare(Compare),
    /// Play in the terminal, against the computer, yourself or random moves
    #[command(after_help = include_str!("help/play.txt"))]
    Play(Play),
    /// Play for another program that speaks UCI
    #[command(after_help = include_str!("help/uci.txt"))]
    Uci(Protocol),
    /// Play for a program that shows boards, by the protocol USI, as programs for shogi do
    #[command(after_help = include_str!("help/uci.txt"))]
    Usi(Protocol),
    /// Play for a program that shows boards, by the protocol UCCI, as programs for xiangqi do
    #[command(after_help = include_str!("help/uci.txt"))]
    Ucci(Protocol),
    /// Play for XBoard or WinBoard, by the Chess Engine Communication Protocol
    #[command(after_help = include_str!("help/xboard.txt"))]
    Xboard(Protocol),
    /// Let two sides play many games against each other, and say which is stronger
    #[command(after_help = include_str!("help/match.txt"))]
    Match(Contest),
    /// Play many quick games, and say what the game is like
    #[command(after_help = include_str!("help/study.txt"))]
    Study(Study),
    /// Let a game be played against itself, and learn from that to judge its positions
    #[command(after_help = include_str!("help/learn.txt"))]
    Learn(Learn),
    /// Say what a position is worth if both play as well as can be: small games, endings, forced wins
    #[command(after_help = include_str!("help/solve.txt"))]
    Solve(Solve),
    /// Read a FEN, check it, and print its canonical form; or write that of a setup
    #[command(after_help = include_str!("help/fen.txt"))]
    Fen(Fen),
    /// Replay every game of a PGN file
    #[command(after_help = include_str!("help/pgn.txt"))]
    Pgn(Pgn),
    /// Say why a move is illegal, or which rule makes it and what it does
    #[command(after_help = include_str!("help/explain.txt"))]
    Explain(Explain),
    /// Format files of the language
    #[command(after_help = include_str!("help/fmt.txt"))]
    Fmt(Fmt),
    /// Write a small variant to start from
    #[command(after_help = include_str!("help/new.txt"))]
    New(New),
    /// Read, explain, check and write move-IDs
    #[command(after_help = include_str!("help/moveid.txt"))]
    Moveid(Moveid),
    /// Read, explain, draw and write moves in Betza notation
    #[command(after_help = include_str!("help/betza.txt"))]
    Betza(BetzaCommand),
    /// Read chess variants from an INI file of Fairy-Stockfish
    #[command(after_help = include_str!("help/import.txt"))]
    Import(Import),
    /// Write a game as other programs describe it: Fairy-Stockfish, Betza notation, XBoard
    #[command(after_help = include_str!("help/export.txt"))]
    Export(Export),
    /// Judge many games of many rules for a server, in lines of JSON
    #[command(after_help = include_str!("help/referee.txt"))]
    Referee(Referee),
    /// Answer an editor, by the Language Server Protocol
    #[command(after_help = include_str!("help/lsp.txt"))]
    Lsp(Lsp),
    /// Print what the compiler makes of a game
    Dump(Dump),
}

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

/// Arguments of `games`.
#[derive(clap::Args, Debug)]
pub(crate) struct Games {
    /// Print a JSON array
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `lsp`.
#[derive(clap::Args, Debug)]
pub(crate) struct Lsp {
    /// Speak on standard input and output, which is the only way there is
    #[arg(long)]
    pub(crate) stdio: bool,
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

/// The notation of moves by their tiles.
pub(crate) const UCI: &str = "uci";
/// The usual notation of a game.
pub(crate) const SAN: &str = "san";
/// The dialect of Fairy-Stockfish.
pub(crate) const FSF: &str = "fsf";

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
pub(crate) const USUAL: &str = include_str!("template/parent.txt").trim_ascii_end();

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
    #[arg(long, value_name = "GAME", default_value = include_str!("template/parent.txt").trim_ascii_end())]
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

/// Arguments of `betza`.
#[derive(clap::Args, Debug)]
pub(crate) struct BetzaCommand {
    /// What to do.
    #[command(subcommand)]
    pub(crate) action: BetzaAction,
}

/// Whose reading of Betza notation.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DialectName {
    /// Of XBoard
    Xboard,
    /// Of Fairy-Stockfish
    Fsf,
}

/// The parts of `betza`.
#[derive(Subcommand, Debug)]
pub(crate) enum BetzaAction {
    /// Say in plain English what a text means
    Explain {
        /// The text
        #[arg(value_name = "BETZA")]
        text: String,
        /// Whose reading of it
        #[arg(long, value_enum, default_value = "xboard")]
        dialect: DialectName,
    },
    /// Write a text as rules
    Decode {
        /// The text
        #[arg(value_name = "BETZA")]
        text: String,
        /// Whose reading of it
        #[arg(long, value_enum, default_value = "xboard")]
        dialect: DialectName,
    },
    /// Draw where a piece with such moves can go on an empty board
    Draw {
        /// The text
        #[arg(value_name = "BETZA")]
        text: String,
        /// Whose reading of it
        #[arg(long, value_enum, default_value = "xboard")]
        dialect: DialectName,
    },
    /// Write the moves of a game's pieces, or of one rule such as 'sym(n+n+e)', in Betza notation
    Encode {
        /// The name of a game that comes with the program, the path of a .tg file, or a rule
        #[arg(value_name = "GAME|RULE")]
        what: String,
        /// Only this piece of the game, by name or letter
        #[arg(value_name = "PIECE")]
        piece: Option<String>,
        #[command(flatten)]
        place: InGame,
        /// For whose reading
        #[arg(long, value_enum, default_value = "xboard")]
        dialect: DialectName,
    },
}

/// Arguments of `moveid`.
#[derive(clap::Args, Debug)]
pub(crate) struct Moveid {
    /// What to do.
    #[command(subcommand)]
    pub(crate) action: MoveidAction,
}

/// The parts of `moveid`.
#[derive(Subcommand, Debug)]
pub(crate) enum MoveidAction {
    /// Print the fields of an ID, and the rule that it is
    Decode {
        #[command(flatten)]
        id: OneId,
        #[command(flatten)]
        place: InGame,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write the movements of a game's pieces as IDs, or one rule such as 'sym(n+n+e)' or 'capture mirror(ne)'
    Encode {
        /// The name of a game that comes with the program, the path of a .tg file, or a rule
        #[arg(value_name = "GAME|RULE")]
        what: String,
        /// Only this piece of the game, by name or letter
        #[arg(value_name = "PIECE")]
        piece: Option<String>,
        #[command(flatten)]
        place: InGame,
        /// Leave out the parts at the end that are off
        #[arg(long)]
        short: bool,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Say in plain English what an ID means, and draw it
    Explain {
        #[command(flatten)]
        id: OneId,
        /// Draw it on hexagons
        #[arg(long)]
        hex: bool,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Say of each ID whether it is one: a verdict a line
    Check {
        #[command(flatten)]
        ids: ManyIds,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Write IDs in their normal form, without redundant parts
    Normal {
        #[command(flatten)]
        ids: ManyIds,
        /// Leave out the parts at the end that are off
        #[arg(long)]
        short: bool,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Say whether two IDs mean the same moves, and if not, in what they differ
    Same {
        /// The one
        #[arg(value_name = "ID")]
        one: String,
        /// The other
        #[arg(value_name = "OTHER")]
        other: String,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// List the pieces of the library, or of these games, that move so
    Find {
        #[command(flatten)]
        id: OneId,
        /// Only in these games
        #[arg(value_name = "GAME")]
        games: Vec<String>,
        #[command(flatten)]
        allowed: Allowed,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Count the movement rules of the library, or of these games, that have IDs
    Coverage {
        /// Only of these games
        #[arg(value_name = "GAME")]
        games: Vec<String>,
        /// Not of this game; can be repeated
        #[arg(long, value_name = "GAME")]
        except: Vec<String>,
        #[command(flatten)]
        allowed: Allowed,
        /// List the rules without an ID, and why
        #[arg(long)]
        without: bool,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
}

/// An ID to read.
#[derive(clap::Args, Debug)]
pub(crate) struct OneId {
    /// The move-ID
    #[arg(value_name = "ID")]
    pub(crate) id: String,
}

/// IDs to read.
#[derive(clap::Args, Debug)]
pub(crate) struct ManyIds {
    /// The IDs
    #[arg(value_name = "ID", required_unless_present = "file")]
    pub(crate) ids: Vec<String>,
    /// Read IDs from this file, one a line; - for what is piped in
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// The game of which a rule or an ID is to be.
#[derive(clap::Args, Debug)]
pub(crate) struct InGame {
    /// A game whose pieces, regions and other names it may use
    #[arg(long = "in", value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) allowed: Allowed,
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

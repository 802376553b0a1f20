//! The arguments. The examples shown by `--help` are text files in `help/`.

mod files;
mod game;
mod learn;
mod movement;
mod play;
mod position;
mod solve;

use clap::{Parser, Subcommand};

pub(crate) use files::{Check, Dump, Export, ExportFormat, Fmt, Games, Import, New};
pub(crate) use game::{FSF, From, Played, SAN, UCI, WhichGame};
pub(crate) use learn::Learn;
pub(crate) use movement::{BetzaAction, BetzaCommand, DialectName, InGame, ManyIds, Moveid, MoveidAction};
pub(crate) use play::{Contest, Lsp, Play, Protocol, Referee, Study, USUAL};
pub(crate) use position::{Compare, Engine, Explain, Fen, Moves, Perft, Pgn, Picture, Show};
pub(crate) use solve::Solve;

/// Check, count, show, explain and play board games declared as text.
#[derive(Parser, Debug)]
#[command(name = "tilegame", version, after_help = include_str!("../help/tilegame.txt"))]
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
    #[command(after_help = include_str!("../help/check.txt"))]
    Check(Check),
    /// Draw a position
    #[command(after_help = include_str!("../help/show.txt"))]
    Show(Show),
    /// List the legal moves
    #[command(after_help = include_str!("../help/moves.txt"))]
    Moves(Moves),
    /// Count the sequences of DEPTH legal moves
    #[command(after_help = include_str!("../help/perft.txt"))]
    Perft(Perft),
    /// Look for a position in which the two engines differ
    #[command(after_help = include_str!("../help/compare.txt"))]
    Compare(Compare),
    /// Play in the terminal, against the computer, yourself or random moves
    #[command(after_help = include_str!("../help/play.txt"))]
    Play(Play),
    /// Play for another program that speaks UCI
    #[command(after_help = include_str!("../help/uci.txt"))]
    Uci(Protocol),
    /// Play for a program that shows boards, by the protocol USI, as programs for shogi do
    #[command(after_help = include_str!("../help/uci.txt"))]
    Usi(Protocol),
    /// Play for a program that shows boards, by the protocol UCCI, as programs for xiangqi do
    #[command(after_help = include_str!("../help/uci.txt"))]
    Ucci(Protocol),
    /// Play for XBoard or WinBoard, by the Chess Engine Communication Protocol
    #[command(after_help = include_str!("../help/xboard.txt"))]
    Xboard(Protocol),
    /// Let two sides play many games against each other, and say which is stronger
    #[command(after_help = include_str!("../help/match.txt"))]
    Match(Contest),
    /// Play many quick games, and say what the game is like
    #[command(after_help = include_str!("../help/study.txt"))]
    Study(Study),
    /// Let a game be played against itself, and learn from that to judge its positions
    #[command(after_help = include_str!("../help/learn.txt"))]
    Learn(Learn),
    /// Say what a position is worth if both play as well as can be: small games, endings, forced wins
    #[command(after_help = include_str!("../help/solve.txt"))]
    Solve(Solve),
    /// Read a FEN, check it, and print its canonical form; or write that of a setup
    #[command(after_help = include_str!("../help/fen.txt"))]
    Fen(Fen),
    /// Replay every game of a PGN file
    #[command(after_help = include_str!("../help/pgn.txt"))]
    Pgn(Pgn),
    /// Say why a move is illegal, or which rule makes it and what it does
    #[command(after_help = include_str!("../help/explain.txt"))]
    Explain(Explain),
    /// Format files of the language
    #[command(after_help = include_str!("../help/fmt.txt"))]
    Fmt(Fmt),
    /// Write a small variant to start from
    #[command(after_help = include_str!("../help/new.txt"))]
    New(New),
    /// Read, explain, check and write move-IDs
    #[command(after_help = include_str!("../help/moveid.txt"))]
    Moveid(Moveid),
    /// Read, explain, draw and write moves in Betza notation
    #[command(after_help = include_str!("../help/betza.txt"))]
    Betza(BetzaCommand),
    /// Read chess variants from an INI file of Fairy-Stockfish
    #[command(after_help = include_str!("../help/import.txt"))]
    Import(Import),
    /// Write a game as other programs describe it: Fairy-Stockfish, Betza notation, XBoard
    #[command(after_help = include_str!("../help/export.txt"))]
    Export(Export),
    /// Judge many games of many rules for a server, in lines of JSON
    #[command(after_help = include_str!("../help/referee.txt"))]
    Referee(Referee),
    /// Answer an editor, by the Language Server Protocol
    #[command(after_help = include_str!("../help/lsp.txt"))]
    Lsp(Lsp),
    /// Print what the compiler makes of a game
    Dump(Dump),
}

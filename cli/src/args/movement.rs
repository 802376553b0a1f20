//! Arguments of the commands about codes for movements: Betza notation and move-IDs.

use std::path::PathBuf;

use clap::Subcommand;

use super::game::Allowed;

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

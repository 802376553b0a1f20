//! How much the compiler reads. A file that asks for more gets an error that names the limit, so that any file costs bounded
//! time and memory.
//!
//! The language reference lists all limits in one table; a test holds it to these numbers.

/// Bytes of one source. Twenty times as much as the largest game in the library has in all its sources together.
pub const SOURCE_BYTES: usize = 2 << 20;
/// Bytes of all sources of one game together, those of the library among them.
pub const ALL_SOURCES_BYTES: usize = 4 << 20;
/// Sources of one game, the file itself and those of the library among them.
pub const SOURCES: usize = 256;
/// Imports in a chain that leads from one source to the next.
pub const IMPORT_DEPTH: usize = 32;
/// Messages about one game; after so many no more are looked for.
pub const MESSAGES: usize = 10_000;
/// The depth of a `perft` in a file.
pub const PERFT_DEPTH: u32 = 1000;

/// Tiles of a board: as many as an id can number, less one so that counts fit, too.
pub const TILES: usize = 65_535;
/// Tiles in one row of a board.
pub const TILES_IN_A_ROW: u32 = 32_000;
/// Players.
pub const PLAYERS: usize = 255;
/// Kinds of pieces, each facing, state and load counted: as many as an id can number.
pub const KINDS: usize = 255;
/// Rules of all kinds together.
pub const RULES: usize = 20_000;
/// Alternatives of one path.
pub const WAYS: usize = 4096;
/// How often a path is repeated, if it has a number.
pub const REPETITIONS: u32 = 255;
/// Steps that one rule or test takes at worst: see the language reference.
pub const STEPS: u64 = 10_000_000;
/// Expressions of a game, with names written out and turned.
pub const EXPRESSIONS: usize = 500_000;
/// Expressions in the rules of all kinds together.
pub const RULE_EXPRESSIONS: usize = 4_000_000;
/// A number in a source, the counts of `perft` apart. No counter of a game goes beyond it, up or down.
pub const NUMBER: u32 = 1_000_000_000;
/// Brackets, and words such as `not`, inside one another in a line.
pub const NESTING: usize = 200;
/// Names of paths and tests inside one another.
pub const NAMES_NESTING: usize = 32;
/// Blocks inside one another.
pub const BLOCKS: usize = 64;
/// Words of a line.
pub const WORDS: usize = 50_000;
/// Tiles that vanish in one move.
pub const VANISHING: u32 = 1000;
/// Moves that a line about the board lists in one position of a board whose tiles are known.
pub const LISTED: u64 = 1_000_000;

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
/// Sources in a chain in which each imports the next.
pub const IMPORT_DEPTH: usize = 32;
/// Messages about one game; after so many no more are looked for.
pub const MESSAGES: usize = 10_000;
/// The depth of a `perft` in a file.
pub const PERFT_DEPTH: u32 = 1000;

//! How much is read of a file. What exceeds a limit gets an error that names it.
//!
//! The language reference lists all limits in one table; a test holds it to these numbers.

/// Bytes of a file. Fairy-Stockfish's own has a tenth of them.
pub const BYTES: usize = 1 << 20;
/// Sections of a file.
pub const SECTIONS: usize = 1000;
/// Messages about a file; more are counted, but not kept.
pub const MESSAGES: usize = 200;

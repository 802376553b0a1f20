//! How much the command reads, prints and counts. What asks for more gets a message that names the limit.
//!
//! The limits of the language itself are in `tilegame_dsl::limits`. The language reference lists all of them in one table; a
//! test holds it to these numbers.

/// Messages about one game, or one file of games, that are printed; `--all` prints all.
pub const SHOWN_MESSAGES: usize = 200;
/// Nodes that the tests in a game's file may count together; `check --budget` raises it.
pub const TEST_NODES: u64 = 20_000_000;
/// Seconds that the tests in a game's file may take together; `check --budget-seconds` raises it.
pub const TEST_SECONDS: u64 = 10;
/// Bytes of one game in a PGN file. The file itself may have any length.
pub const PGN_GAME_BYTES: usize = 4 << 20;
/// Bytes of a list of move-IDs.
pub const LIST_BYTES: usize = 16 << 20;
/// Bytes of the file that says how far a count is.
pub const CHECKPOINT_BYTES: usize = 64 << 20;
/// Games of a match.
pub const MATCH_GAMES: u64 = 100_000;
/// Bytes of the journal of a match: a few hundred for each game.
pub const JOURNAL_BYTES: usize = 64 << 20;
/// Games that a net learns from.
pub const LEARNED_GAMES: u64 = 1_000_000;
/// Bytes of their file: about a thousand for each.
pub const LEARNED_BYTES: usize = 1 << 30;
/// Bytes of a net.
pub const NET_BYTES: usize = tilegame_search::net::MOST_BYTES;
/// Positions that `solve` finds; `--positions` changes it.
pub const SOLVE_POSITIONS: u64 = 5_000_000;
/// Bytes of a table or a certificate.
pub const TABLE_BYTES: usize = 1 << 30;
/// Bytes of one line that is typed in `play`, or said by another program, without its end.
pub const LINE_BYTES: usize = 64 << 10;
/// Bytes of one message of an editor: that of the longest source, however it is written.
pub const LSP_BYTES: usize = 16 << 20;
/// Bytes of one line that `referee` reads, without its end; `--line-bytes` changes it.
pub const REFEREE_LINE_BYTES: u64 = 4 << 20;
/// Milliseconds for one request to `referee`; `--time` changes it.
pub const REFEREE_MILLISECONDS: u64 = 1000;
/// Megabytes for each process of `referee` that judges; `--memory` changes it.
pub const REFEREE_MEGABYTES: u64 = 1024;
/// Rules that `referee` remembers.
pub const REFEREE_RULES: usize = 10_000;
/// Bytes of the texts of all rules that `referee` remembers.
pub const REFEREE_RULES_BYTES: usize = 256 << 20;

/// A number of bytes in words: "2 MiB".
pub(crate) fn size(bytes: usize) -> String {
    match bytes {
        n if n > 0 && n.is_multiple_of(1 << 20) => format!("{} MiB", n >> 20),
        n if n > 0 && n.is_multiple_of(1 << 10) => format!("{} KiB", n >> 10),
        n => format!("{n} bytes"),
    }
}

//! The tests in a file.

use super::ids::EndId;

/// A test in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleTest {
    /// The position it starts from; the setup where none is given.
    pub from: Option<String>,
    /// Moves made first, as UCI text.
    pub after: Vec<String>,
    /// What must hold then.
    pub expect: Expect,
}

/// What a test in the file asserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expect {
    /// The number of move sequences of that length.
    Perft {
        /// Length.
        depth: u32,
        /// Number.
        nodes: u64,
    },
    /// These moves (UCI text) are legal.
    Legal(Vec<String>),
    /// These moves (UCI text) are not.
    Illegal(Vec<String>),
    /// The game has ended so, or the match has or can, or it goes on.
    Result(Option<Ended>),
    /// The numbered arrangement is this position.
    Arrangement {
        /// Its number.
        number: u32,
        /// The position.
        position: String,
    },
}

/// The line by which a game or a match has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ended {
    /// A line of `end`.
    Game(EndId),
    /// The line of `match` with this number.
    Match(usize),
}

//! What move-IDs have no words for.

use std::fmt;

/// Something in a rule for which move-IDs have no words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inexpressible {
    /// What it is: `a test of a tile on the way`.
    pub construct: String,
}

impl fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move-IDs can't say this: {}", self.construct)
    }
}

impl std::error::Error for Inexpressible {}

/// The IDs of something, or why there are none.
pub type Encoded<T> = Result<T, Inexpressible>;

pub(super) fn no<T>(construct: impl Into<String>) -> Encoded<T> {
    Err(Inexpressible { construct: construct.into() })
}

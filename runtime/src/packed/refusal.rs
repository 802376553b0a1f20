//! Why a game or a position has no packed form.

use thiserror::Error;

/// Why a game is left to the reference engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WhyNot {
    /// More tiles, kinds, players or counters than there is room for.
    #[error("it has more tiles, kinds, players or numbers than there is room for")]
    TooLarge,
    /// Unrolled over the board, its paths are too long.
    #[error("its rules have too many paths")]
    TooManyWays,
    /// Something out of the ordinary.
    #[error("it has {0}")]
    Unusual(&'static str),
}

/// Why a position is refused.
pub(crate) const TOO_FAR_APART: WhyNot = WhyNot::Unusual("tiles that lie too far apart");

//! Small typed numbers for everything that has a name.
//!
//! An id is the position in the matching list of [`Rules`](super::Rules). Each prints as it does in the text dump.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($repr:ty), $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub $repr);

        impl $name {
            /// The position in its list.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of a position in its list; the verifier keeps lists short enough.
            pub fn new(index: usize) -> $name {
                $name(index as $repr)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

id!(
    /// A tile of the board.
    Tile(u32), "tile"
);
id!(
    /// A direction of the board.
    DirId(u8), "dir"
);
id!(
    /// A symmetry of the board's directions; 0 is the identity.
    SymId(u8), "sym"
);
id!(
    /// A player.
    PlayerId(u8), "player"
);
id!(
    /// A piece kind.
    KindId(u8), "kind"
);
id!(
    /// A state of pieces.
    StateId(u8), "state"
);
id!(
    /// A region.
    RegionId(u16), "region"
);
id!(
    /// A mark.
    MarkId(u8), "mark"
);
id!(
    /// A counter.
    CounterId(u8), "counter"
);
id!(
    /// A label of movement rules.
    LabelId(u16), "label"
);
id!(
    /// A phase of a turn; 0 is the first one.
    PhaseId(u8), "phase"
);
id!(
    /// An ending.
    EndId(u16), "end"
);

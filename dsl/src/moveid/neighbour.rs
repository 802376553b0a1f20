//! Pieces beside the one that moves: whose they are, and how far away.

/// Whose piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Side {
    /// Anybody's: `0`.
    #[default]
    Any,
    /// The mover's own: `F`.
    Friend,
    /// An enemy's: `f`.
    Enemy,
}

/// Four numbers that say how far away something is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Offset {
    /// Forward for the owner.
    pub up: u16,
    /// Back.
    pub down: u16,
    /// To the left, as the board's files run.
    pub left: u16,
    /// To the right.
    pub right: u16,
}

impl Offset {
    /// What is left of opposite parts: how far to the right and how far forward.
    ///
    /// ```
    /// use tilegame_dsl::moveid::Offset;
    /// assert_eq!(Offset { up: 3, down: 1, left: 2, right: 0 }.net(), (-2, 2));
    /// ```
    pub fn net(&self) -> (i32, i32) {
        (i32::from(self.right) - i32::from(self.left), i32::from(self.up) - i32::from(self.down))
    }

    /// The offset with so much to the right and forward.
    pub fn of((right, up): (i32, i32)) -> Offset {
        let part = |n: i32| u16::try_from(n.max(0)).unwrap_or(u16::MAX);
        Offset { up: part(up), down: part(-up), left: part(-right), right: part(right) }
    }
}

/// A piece at an offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Neighbour {
    /// Whose.
    pub side: Side,
    /// Its letter; any piece where there is none.
    pub letter: Option<char>,
    /// Where, seen from the mover before it moves.
    pub at: Offset,
}

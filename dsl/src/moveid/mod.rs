//! Move-IDs: a movement as one string, such as `121234cmj000lM0r000000sr000000t00000er000000M0!`.
//!
//! This module is text and type only: [`MoveId`] is read with [`FromStr`](std::str::FromStr) and written with
//! [`Display`](std::fmt::Display), exact inverses. What an ID means as a rule of a game is worked out where rules are;
//! what it means in words is in [`explain`](mod@explain); which IDs a rule has is in [`encode`](mod@encode).
//!
//! # The form
//!
//! ```text
//! H V q1 q2 q3 q4 c m j n f o  l M prev  r F I up down left right
//!     s r F I up down left right  t up down left right  p  e r F I up down left right  M prev  !
//! ```
//!
//! Without spaces. An ID in which no other is nested has 47 characters, unless a number is above 9.
//!
//! | part | means | off |
//! | --- | --- | --- |
//! | `H`, `V` | how far to the side and forward; a digit, or a number above 9 in parentheses: `(12)` | `0` |
//! | `1` `2` `3` `4` | quadrants: right and forward, left and forward, left and back, right and back | `0` |
//! | `c` | may take an enemy on the target | `0` |
//! | `m` | may go to an empty target | `0` |
//! | `j` | jumps: what stands on the way is no matter | `0` |
//! | `n` | any multiple of the step, at least one | `0` |
//! | `f` | only while the piece has not moved in this game | `0` |
//! | `o` | only once in the game of this piece | `0` |
//! | `l` `M` prev | this piece's last move must have been one that the nested ID gives; `0`: no matter | `0` |
//! | `r` F I offset | a piece must stand there, seen from the mover before it moves | `000000` |
//! | `sr` F I offset | castling-like: this partner moves at once with the mover | `000000` |
//! | `t` offset | how far the partner goes | `0000` |
//! | `p` | the partner must not have moved before | `0` |
//! | `er` F I offset `M` prev | en-passant-like: this victim is taken, if it has just made a move that the nested ID gives | `000000M0` |
//! | `!` | the end | |
//!
//! `F` is `F` for a piece of one's own, `f` for an enemy, `0` for either. `I` is a piece's letter, large or small; `0` is any
//! piece. An offset is four numbers: up, down, left, right. A nested ID is a whole one, with its own `!`.
//!
//! # Readings
//!
//! * Up is forward for the owner; left and right are absolute, as the files of the board run.
//! * With `n`, the tiles at multiples of the step must be empty up to the target. Without `n` and `j`, both ways around the
//!   rectangle (to the side first, forward first) must be free, corners included, the two ends not.
//! * Quadrants that coincide because `H` or `V` is 0 give one move.
//! * A castling-like move: the mover has not moved, is not attacked, crosses no attacked tile and ends on none; the partner's
//!   own way is free, its end included. So `f` says nothing more there, and there is one such move at most.
//! * An en-passant-like move goes to an empty tile, so it needs `m`; the victim's move was the very last one.
//! * Up together with down (or left with right) is what is left of the two.
//! * An ID that gives no move (no quadrant, neither `c` nor `m`, `H` and `V` both 0) is *dead*; it can be read, and
//!   [`MoveId::remarks`] says so.
//!
//! # Strict and lenient
//!
//! [`FromStr`](std::str::FromStr) reads exactly what is written. [`MoveId::parse_lenient`] also reads `lm` for `lM`, `m` for
//! the last `M`, letters of flags in either case, small numbers in parentheses and white space around the ID. IDs may be nested
//! [`DEEPEST`] deep, and no deeper.

pub mod encode;
pub mod explain;
mod normal;
mod parse;
mod print;
#[cfg(test)]
mod tests;

use std::ops::{Deref, DerefMut};

pub use normal::Remark;
pub use parse::{ParseError, Problem};

/// How deep IDs may be nested in each other.
pub const DEEPEST: usize = 64;

/// A movement, as a move-ID says it.
///
/// ```
/// use tilegame_dsl::moveid::MoveId;
/// let text = "121234cmj000lM0r000000sr000000t00000er000000M0!";
/// let id: MoveId = text.parse()?;
/// assert_eq!((id.horizontal, id.vertical, id.jumps), (1, 2, true));
/// assert_eq!(id.to_string(), text);
/// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveId {
    /// How far to the side.
    pub horizontal: u16,
    /// How far forward or back.
    pub vertical: u16,
    /// Right and forward, left and forward, left and back, right and back.
    pub quadrants: [bool; 4],
    /// It may take an enemy on the target.
    pub captures: bool,
    /// It may go to an empty target.
    pub moves: bool,
    /// What stands on the way is no matter.
    pub jumps: bool,
    /// Any multiple of the step.
    pub multiple: bool,
    /// Only while the piece has not moved.
    pub first: bool,
    /// Only once.
    pub once: bool,
    /// The piece's last move must have been one of these.
    pub previous: Option<Nested>,
    /// A piece that must stand somewhere.
    pub condition: Option<Neighbour>,
    /// A partner that moves at once.
    pub castling: Option<Castling>,
    /// A victim that is taken for the move it has just made.
    pub en_passant: Option<EnPassant>,
}

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

/// A partner that moves at once with the mover.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Castling {
    /// Who and where.
    pub partner: Neighbour,
    /// How far it goes.
    pub goes: Offset,
    /// It must not have moved before.
    pub unmoved: bool,
}

/// A victim that is taken for the move it has just made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EnPassant {
    /// Who and where.
    pub victim: Neighbour,
    /// The move it must have made; any where there is none.
    pub previous: Option<Nested>,
}

/// An ID inside another one. However deep IDs are nested, dropping them needs no deep stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nested(Box<MoveId>);

impl Nested {
    /// An ID to be put into another one.
    pub fn new(id: MoveId) -> Nested {
        Nested(Box::new(id))
    }
}

impl From<MoveId> for Nested {
    fn from(id: MoveId) -> Nested {
        Nested::new(id)
    }
}

impl Deref for Nested {
    type Target = MoveId;

    fn deref(&self) -> &MoveId {
        &self.0
    }
}

impl DerefMut for Nested {
    fn deref_mut(&mut self) -> &mut MoveId {
        &mut self.0
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        let mut open: Vec<Nested> = self.0.take_nested().into_iter().flatten().collect();
        while let Some(mut nested) = open.pop() {
            open.extend(nested.0.take_nested().into_iter().flatten());
        }
    }
}

impl MoveId {
    fn take_nested(&mut self) -> [Option<Nested>; 2] {
        [self.previous.take(), self.en_passant.as_mut().and_then(|e| e.previous.take())]
    }

    /// The IDs directly inside this one.
    pub fn nested(&self) -> impl Iterator<Item = &MoveId> {
        let victims = self.en_passant.as_ref().and_then(|e| e.previous.as_ref());
        [self.previous.as_ref(), victims].into_iter().flatten().map(|n| &**n)
    }

    /// How deep IDs are nested in it: 0 if there is none.
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut open = vec![(self, 0)];
        while let Some((id, depth)) = open.pop() {
            deepest = deepest.max(depth);
            open.extend(id.nested().map(|n| (n, depth + 1)));
        }
        deepest
    }

    /// The different steps that the quadrants give, as (right, forward).
    ///
    /// ```
    /// use tilegame_dsl::moveid::MoveId;
    /// let both: MoveId = "011234cm0000lM0r000000sr000000t00000er000000M0!".parse()?;
    /// assert_eq!(both.steps(), [(0, 1), (0, -1)]);
    /// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
    /// ```
    pub fn steps(&self) -> Vec<(i32, i32)> {
        let (h, v) = (i32::from(self.horizontal), i32::from(self.vertical));
        let mut steps = Vec::new();
        for (on, step) in self.quadrants.iter().zip([(h, v), (-h, v), (-h, -v), (h, -v)]) {
            if *on && step != (0, 0) && !steps.contains(&step) {
                steps.push(step);
            }
        }
        steps
    }

    /// Whether it gives no move at all.
    pub fn is_dead(&self) -> bool {
        let quiet = self.castling.is_some() || self.en_passant.is_some();
        self.steps().is_empty() || !(self.moves || self.captures && !quiet)
    }
}

//! The type of an ID, and those inside it.

use std::ops::{Deref, DerefMut};

use super::extended::Extension;
use super::neighbour::{Neighbour, Offset};

/// How deep IDs may be nested in each other.
pub const DEEPEST: usize = 64;

/// How many IDs may be nested in one, however deep.
pub const MOST_NESTED: usize = 256;

/// How many legs, looks, terms, effects and names the extensions of an ID and of those in it may have.
pub const MOST_PARTS: usize = 1024;

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
    /// It may capture an enemy on the target.
    pub captures: bool,
    /// It may go to an empty target.
    pub moves: bool,
    /// What stands in between does not matter.
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
    /// A victim that is captured for the move it has just made.
    pub en_passant: Option<EnPassant>,
    /// What the scheme has no words for.
    pub extension: Extension,
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

/// A victim that is captured for the move it has just made.
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

    /// How many IDs are in it, itself included.
    pub fn count(&self) -> usize {
        let (mut all, mut open) = (0, vec![self]);
        while let Some(id) = open.pop() {
            all += 1;
            open.extend(id.nested());
        }
        all
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
}

//! The small automaton: paths unrolled over the tiles, as flat lists of questions with what they lead to.
//!
//! Whatever depends on the board alone has been answered when a game is loaded; what is left are questions about pieces.
//! A program is a tree in the order in which it is walked: a question that is answered the wrong way skips the branch behind it.

use tilegame_dsl::ir::{KindId, MarkId};

use crate::moves::Change;

/// A question about a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ask {
    /// Nothing stands there, and it is there.
    Empty,
    /// A piece of the asking player stands there.
    Friend,
    /// A piece of another player stands there.
    Enemy,
    /// The tile is there; asked only where no other question tells, since a tile that is not is neither empty nor anybody's.
    There,
    /// The test of this number holds there.
    Holds(u32),
}

/// A step of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    /// Goes on if the answer is the wanted one, else to `or`.
    If { ask: Ask, tile: u16, wanted: bool, or: u32 },
    /// The leaf of this number.
    Leaf(u32),
}

/// What must stand where a way ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lands {
    /// Anything: it has been dealt with.
    Anyhow,
    /// Nothing.
    Free,
    /// An enemy, who is taken.
    Foe,
    /// Nothing, or an enemy, who is taken.
    Either,
    /// Nothing but an enemy's mark, whose maker is taken.
    Onto(MarkId),
}

/// The end of a way.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Leaf {
    /// Where the way ends.
    pub(crate) to: u16,
    /// The rule it belongs to.
    pub(crate) rule: u16,
    pub(crate) lands: Lands,
    /// The piece acts there from where it stands.
    pub(crate) stays: bool,
    /// What the piece that moves becomes before it goes.
    pub(crate) becomes: Option<KindId>,
    /// What it turns into by promotion, where that depends on more than where it arrives.
    pub(crate) promotes: Option<KindId>,
    /// What happens on the way, in order.
    pub(crate) changes: Box<[Change]>,
    /// The branches taken: ways that differ only in how often something was repeated have the same.
    pub(crate) tag: u32,
}

impl Leaf {
    /// Whether the piece turns into another by the way itself, or by a promotion that asks for more than where it arrives.
    pub(crate) fn is_another(&self) -> bool {
        self.becomes.is_some() || self.promotes.is_some()
    }

    /// Whether the piece goes to a tile and takes what stands there, and leaves marks at most.
    pub(crate) fn only_leaves_marks(&self) -> bool {
        let lands_plainly = matches!(self.lands, Lands::Free | Lands::Foe | Lands::Either);
        let only_marks = self.changes.iter().all(|change| matches!(change, Change::Mark { .. }));
        lands_plainly && !self.stays && only_marks
    }
}

/// Where the program of something stands among all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Range {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// All programs of a game.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    pub(crate) leaves: Vec<Leaf>,
    /// Which leaves do nothing but go and take.
    pub(crate) plain: Vec<bool>,
    /// Which go to an empty tile, leave marks at most, and do nothing else.
    pub(crate) marking: Vec<bool>,
}

impl Code {
    /// Calls `then` with every leaf that is reached, until it says `true`. Whether it did.
    #[inline]
    pub(crate) fn run(
        &self,
        range: Range,
        mut answer: impl FnMut(Ask, usize) -> bool,
        mut then: impl FnMut(u32, &Leaf) -> bool,
    ) -> bool {
        let mut at = range.start;
        while at < range.end {
            match self.ops[at as usize] {
                Op::If { ask, tile, wanted, or } => {
                    at = if answer(ask, tile as usize) == wanted { at + 1 } else { or };
                }
                Op::Leaf(number) => {
                    if then(number, &self.leaves[number as usize]) {
                        return true;
                    }
                    at += 1;
                }
            }
        }
        false
    }

    /// Calls `then` with every leaf of a program and the questions that lead to it.
    pub(crate) fn ways(&self, range: Range, mut then: impl FnMut(&[(Ask, u16, bool)], u32)) {
        let mut asked: Vec<(Ask, u16, bool)> = Vec::new();
        let mut ends: Vec<u32> = Vec::new();
        for at in range.start..range.end {
            while ends.last() == Some(&at) {
                ends.pop();
                asked.pop();
            }
            match self.ops[at as usize] {
                Op::If { ask, tile, wanted, or } => {
                    asked.push((ask, tile, wanted));
                    ends.push(or);
                }
                Op::Leaf(number) => then(&asked, number),
            }
        }
    }
}

//! Turns: who moves, what is legal, what players do besides moving a piece, and what follows from a move.

use super::expr::{Effect, Path, Quantity, Test, Trigger};
use super::ids::{CounterId, KindId, LabelId, PhaseId, PlayerId};

/// The largest or the smallest of several numbers.
pub use crate::ast::Extreme;

/// What a turn is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Whose turn it is, over and over.
    pub order: Vec<PlayerId>,
    /// The names of the phases of a turn; every turn begins in the first one. Without phases a turn is one move, unless an
    /// `again` makes it go on.
    pub phases: Vec<String>,
    /// What must hold after a move, asked for the player who moved.
    pub legal: Test,
    /// What a player may do without moving a piece.
    pub choices: Vec<Choice>,
    /// What becomes of a piece that is taken.
    pub taken: Taken,
    /// What can come from outside between two moves.
    pub receive: Vec<Receivable>,
    /// Pieces can be in a player's hand.
    pub hands: bool,
    /// When a part of a stack may move alone.
    pub split: Option<Split>,
    /// When what has stayed of a stack may still go along with what has left it in this turn.
    pub rejoin: Option<Split>,
    /// When the player to move need not move.
    pub pass: Option<Pass>,
    /// In some phases, only some sorts of moves can be made.
    pub only: Vec<Only>,
    /// Which of the moves go before the others: each line leaves over some of those that the lines before it have left.
    pub prefer: Vec<Preference>,
    /// What happens after a move, in order, asked for the player who moved, at the tile moved to; and what happens when a
    /// player has gone out, asked for that player.
    pub after: Vec<After>,
    /// What a player may do with tiles instead of moving a piece.
    pub board: Vec<BoardMove>,
}

/// What can come from outside between two moves, without being a move of anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receivable {
    /// Such a piece comes into a player's hand.
    Piece(KindId),
    /// A number gets another value.
    Counter(CounterId),
}

/// What a player may do with tiles instead of moving a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardMove {
    /// What the text of such a move begins with.
    pub prefix: String,
    /// What each of the tiles must pass.
    pub each: Test,
    /// What is done with them.
    pub work: BoardWork,
    /// Its label.
    pub label: Option<LabelId>,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// What is done with tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardWork {
    /// The tiles of a rectangle go elsewhere, with what stands on them. Once they are lifted, no place of the rectangle that
    /// they go to may be a tile.
    Carry {
        /// The largest size of the rectangle, in files and ranks.
        most: [u16; 2],
        /// It may be turned, by quarters.
        turned: bool,
        /// It may be turned over, so that its files are exchanged.
        flipped: bool,
        /// Only rectangles of at most so many files and ranks are listed among the moves, and only where they touch the box
        /// around all tiles; others are legal all the same.
        listed: [u16; 2],
    },
    /// Tiles are taken away, with what stands on them.
    Vanish {
        /// At most so many.
        most: u16,
        /// Only so many at once, or fewer, are listed among the moves; others are legal all the same.
        listed: u16,
    },
}

/// What a player may do without moving a piece: a tile is chosen, and something happens there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What the tile must pass.
    pub target: Test,
    /// What must hold besides.
    pub guard: Test,
    /// What is done. All of it reads the position before.
    pub actions: Vec<Action>,
    /// Its label.
    pub label: Option<LabelId>,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// That one may pass: a turn in which nothing moves. [`Turn::legal`] is asked of it as of any move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pass {
    /// When; asked for the player to move.
    pub guard: Test,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// That in some phases only some sorts of moves can be made; a pass is not asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Only {
    /// Moves that any of these fits.
    pub triggers: Vec<Trigger>,
    /// In these phases; a phase is in one such line at most.
    pub phases: Vec<PhaseId>,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// That a part of a stack may move alone and leave the rest, or that it may follow another that has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// When; asked for the player to move, at the tile of the stack.
    pub guard: Test,
    /// A label that all such moves have.
    pub label: Option<LabelId>,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// What becomes of an enemy's piece that a player takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It is out of the game.
    Gone,
    /// It goes into the taker's hand.
    Kept,
    /// It goes into the taker's hand as what it was before it was promoted.
    KeptUnpromoted,
    /// It is out of the game, and comes into another one as what it was before it was promoted.
    Given,
}

impl Taken {
    /// Whether it goes into the taker's hand.
    pub fn is_kept(self) -> bool {
        matches!(self, Taken::Kept | Taken::KeptUnpromoted)
    }

    /// Whether it is remembered of a piece that it was promoted.
    pub fn asks_for_promoted(self) -> bool {
        matches!(self, Taken::KeptUnpromoted | Taken::Given)
    }
}

/// Something that happens after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct After {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Any of these sets it off.
    pub triggers: Vec<Trigger>,
    /// And only if this holds, after what has been done so far.
    pub guard: Test,
    /// What is done.
    pub actions: Vec<Action>,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// One thing done after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// An effect on the tile moved to.
    Here(Effect),
    /// The effects of every way to walk a path.
    Each {
        /// The path.
        path: Path,
        /// From every tile that passes; without it, from the tile moved to.
        from: Option<Test>,
    },
    /// The same player goes on (only after a move).
    Again {
        /// In this phase, or else in the same.
        phase: Option<PhaseId>,
        /// If there is nothing left to be done but to pass, the player passes at once.
        or_pass: bool,
    },
    /// The move is not legal.
    Illegal,
    /// An effect on every tile where a test holds.
    Every(Test, Effect),
    /// An effect on every single piece for which a test holds when it is asked as though it stood on its tile alone.
    EveryPart(Test, Effect),
}

impl Action {
    /// Whether some effect of it is like that.
    pub fn any_effect(&self, holds: &dyn Fn(&Effect) -> bool) -> bool {
        match self {
            Action::Here(effect) | Action::Every(_, effect) | Action::EveryPart(_, effect) => holds(effect),
            Action::Each { path, .. } => path.any_effect(holds),
            Action::Again { .. } | Action::Illegal => false,
        }
    }
}

impl After {
    /// Whether it does nothing but change counters.
    pub fn only_counts(&self) -> bool {
        self.actions.iter().all(|action| matches!(action, Action::Here(Effect::Count { .. })))
    }

    /// Whether it is about the tile moved to; a pass, which reaches none, can't set it off.
    pub fn is_about_a_tile(&self) -> bool {
        let bound = |action: &Action| match action {
            Action::Here(Effect::Count { .. })
            | Action::Illegal
            | Action::Again { .. }
            | Action::Each { from: Some(_), .. } => false,
            Action::Here(_) | Action::Every(..) | Action::EveryPart(..) | Action::Each { from: None, .. } => {
                true
            }
        };
        self.guard.is_about_a_tile() || self.actions.iter().any(bound)
    }
}

/// Which moves go before others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Preference {
    /// If there is any move of the first sort, such moves; else of the second, and so on; else all.
    Sorts(Vec<Trigger>),
    /// The moves behind which the number is largest or smallest: in the position to which the turn leads, asked for the player
    /// whose turn it is. Of a turn that goes on, the best that can still come of it counts.
    Number(Extreme, Quantity),
}

impl Preference {
    /// The number that it compares, if it does.
    pub fn quantity(&self) -> Option<&Quantity> {
        match self {
            Preference::Number(_, quantity) => Some(quantity),
            Preference::Sorts(_) => None,
        }
    }

    /// The sorts of moves that it tells apart.
    pub fn sorts(&self) -> &[Trigger] {
        match self {
            Preference::Sorts(sorts) => sorts,
            Preference::Number(..) => &[],
        }
    }
}

/// The largest or the smallest of several numbers.
impl Extreme {
    /// How it places a number among others: the least goes first.
    pub fn rank(self, number: i64) -> i64 {
        match self {
            Extreme::Least => number,
            Extreme::Most => number.saturating_neg(),
        }
    }
}

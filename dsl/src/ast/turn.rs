//! The lines of the `turn` clause.

use super::expressions::{Effect, Path, Quantity, Test};
use super::words::{Name, Number, Text};
use crate::source::Span;

/// A line of `turn`.
#[derive(Clone, PartialEq, Debug)]
pub enum TurnLine {
    /// `order White, Black`
    Order(Vec<Name>),
    /// `phases walk, shoot`: the phases of a turn, which begins in the first one.
    Phases(Vec<Name>),
    /// `legal if TEST`: what must hold after a move, asked for the player who moved.
    Legal(Test),
    /// `choose TEST if TEST: put Stone, along PATH as LABEL`: what a player may do without moving a piece.
    Choose {
        /// About the tile that is chosen.
        target: Test,
        /// `if TEST`
        guard: Option<Test>,
        /// What is done on the tile.
        actions: Vec<Action>,
        /// `as LABEL`
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `keep captured`, `keep captured unpromoted`: what is taken goes into a hand.
    Keep {
        /// Where it says `unpromoted`.
        unpromoted: Option<Span>,
        /// The line.
        span: Span,
    },
    /// `give captured unpromoted`: what is taken leaves for another board.
    Give(Span),
    /// `receive Pawn, bid`: what can come from outside between two moves.
    Receive(Vec<Name>),
    /// `may pass if TEST`: the player to move need not move.
    Pass {
        /// `if TEST`
        guard: Option<Test>,
        /// The line.
        span: Span,
    },
    /// `rejoin if TEST as LABEL`: what has stayed of a stack may still go along with what has left it in this turn.
    Rejoin {
        /// `if TEST`, asked at the tile where the turn began.
        guard: Option<Test>,
        /// `as LABEL`
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `only LABEL, … in PHASE, …`: in these phases only such moves can be made.
    Only {
        /// Kinds of moves.
        triggers: Vec<Name>,
        /// The phases.
        phases: Vec<Name>,
        /// The line.
        span: Span,
    },
    /// `split if TEST as LABEL`: a part of a stack may move alone.
    Split {
        /// `if TEST`, asked at the tile of the stack.
        guard: Option<Test>,
        /// `as LABEL`
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `prefer capture`, `prefer least count(enemy piece)`: which of the legal moves go before the others.
    Prefer(Preference),
    /// `after capture, Pawn if TEST: clock = 0, along PATH as NAME`
    After {
        /// `move` (any move), `capture`, `pass`, a piece kind, a label, a player.
        triggers: Vec<Name>,
        /// `if TEST`
        guard: Option<Test>,
        /// What is done.
        actions: Vec<Action>,
        /// `as NAME`, so that variants can remove it.
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `tiles move 1 x 1 [TEST] "S" turned flipped listed 1 x 1 as NAME`, `tiles vanish 1 [TEST] "D" as NAME`
    Tiles {
        /// What is done with them.
        verb: TilesVerb,
        /// What each of them passes.
        each: Option<Test>,
        /// What the text of such a move begins with.
        text: Text,
        /// `as NAME`
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `remove legal`, `remove prefer`, `remove pass`, `remove NAME` of an `after` or `tiles` line
    Remove(Name),
}

/// Which moves go before others.
#[derive(Clone, PartialEq, Debug)]
pub struct Preference {
    /// What tells them from the others.
    pub kind: PreferenceKind,
    /// The line.
    pub span: Span,
}

/// What tells preferred moves from others.
#[derive(Clone, PartialEq, Debug)]
pub enum PreferenceKind {
    /// `capture, Pawn`: moves of the first of these sorts of which there are any.
    Sorts(Vec<Name>),
    /// `most worth(friend piece)`: moves behind which a number is largest, or smallest.
    Number(Extreme, Quantity),
}

/// The largest or the smallest of several numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// The largest.
    Most,
    /// The smallest.
    Least,
}

impl Extreme {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Extreme::Most => "most",
            Extreme::Least => "least",
        }
    }
}

/// What a player may do with tiles instead of moving a piece.
#[derive(Clone, PartialEq, Debug)]
pub enum TilesVerb {
    /// `move 1 x 1 turned flipped listed 1 x 1`: a rectangle of tiles goes elsewhere, with what stands on it.
    Move {
        /// The largest size of the rectangle, in files and ranks; any size, if it is left out.
        most: Option<(Number, Number)>,
        /// It may be turned.
        turned: bool,
        /// It may be turned over.
        flipped: bool,
        /// Only rectangles up to this size are listed among the moves.
        listed: Option<(Number, Number)>,
    },
    /// `vanish 1`: tiles are taken away.
    Vanish {
        /// At most so many.
        most: Number,
        /// Of such moves only those of so many are listed.
        listed: Option<Number>,
    },
}

/// One thing done after a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// An effect on the tile the move went to.
    Here(Effect),
    /// `along PATH`: the path's effects, for every way it can be walked from the tile the move went to.
    Along {
        /// The path.
        path: Path,
        /// `every TEST: along PATH`: from every tile that passes the test instead.
        from: Option<Test>,
    },
    /// `again`, `again PHASE`: the same player goes on, in this phase or in that one.
    Again {
        /// The phase.
        phase: Option<Name>,
        /// `or pass`: where nothing else can be done, the player passes at once.
        or_pass: bool,
        /// The action.
        span: Span,
    },
    /// `illegal`: the move is not legal.
    Illegal,
    /// `every TEST: EFFECT`: the effect on every tile where the test holds.
    Every(Test, Effect),
    /// `every part TEST: EFFECT`: the same for each piece of a stack, as though it stood there alone.
    EveryPart(Test, Effect),
}

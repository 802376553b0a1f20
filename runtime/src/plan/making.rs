//! How moves are made: the cheapest way that the rules allow.

use tilegame_dsl::ir::{Rules, Trigger};

use crate::plan::layout::Layout;
use crate::plan::turn::Turn;
use crate::plan::turn::after::After;
use crate::reference::engine::Reference;

/// How moves are made.
#[derive(Debug)]
pub(crate) struct Making {
    pub(crate) make: Make,
    pub(crate) books: Books,
    /// Something happens after moves besides bookkeeping.
    pub(crate) acts_after: bool,
    /// It matters whether a move takes something.
    pub(crate) minds_captures: bool,
    /// The turn goes on to the next in the order, and nothing is remembered of it.
    pub(crate) passes_on_simply: bool,
    /// The moves before the last ply are made in one call into the code for the processor at hand.
    pub(crate) counts_in_bulk: bool,
}

/// Which moves are made without looking at all that could happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Make {
    /// Those that go, take, and leave marks at most: nothing happens after them but bookkeeping.
    Plain,
    /// The same; and pieces are put on the board.
    PlainOrPut,
    /// Those that go and take: what they take may come into the hand. And pieces are put on the board.
    Keeping,
    /// Those that go, take, and leave marks at most: after them some numbers change; `alike` after all that only go.
    Counting { alike: bool },
    /// None.
    AtLength,
}

/// Numbers that change after moves and that no test asks for, where nothing else happens after moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Books {
    None,
    /// How they change depends on nothing but the move.
    Blind,
    Looking,
}

impl Making {
    /// How the moves of a game are made.
    pub(crate) fn new<const W: usize>(
        reference: &Reference,
        rules: &Rules,
        layout: &Layout,
        turn: &Turn<W>,
    ) -> Making {
        let acting = || turn.after.iter().filter(|line| !line.is_bookkeeping);
        let acts_after = acting().next().is_some();
        let of_some = |trigger: &Trigger| matches!(trigger, Trigger::Kind(_) | Trigger::Label(_));
        let is_alike = |line: &After| line.counts_blindly() && !line.triggers.iter().any(of_some);
        // Nothing is remembered of pieces, and a turn is one move.
        let is_simple = layout.all == layout.deeds.first && !reference.goes_on;
        let puts = rules.turn.hands || !turn.choices.is_empty();
        let keeps = !acts_after && puts && layout.owners == layout.players;
        let make = match (acts_after, rules.turn.hands) {
            _ if !is_simple => Make::AtLength,
            (true, false) if acting().all(After::only_counts) => {
                Make::Counting { alike: acting().all(is_alike) }
            }
            (false, false) if keeps => Make::PlainOrPut,
            (false, false) => Make::Plain,
            (false, true) if keeps => Make::Keeping,
            _ => Make::AtLength,
        };
        let books = match turn.after.iter().any(|line| line.is_bookkeeping) && !acts_after {
            false => Books::None,
            true if turn.after.iter().all(After::counts_blindly) => Books::Blind,
            true => Books::Looking,
        };
        let of_lines = turn.after.iter().flat_map(|line| &line.triggers);
        let of_preferences = rules.turn.prefer.iter().flat_map(|line| line.sorts());
        let of_phases = rules.turn.only.iter().flat_map(|only| &only.triggers);
        let ends_alone = |line: &After| line.again.is_some_and(|again| again.or_pass);
        Making {
            make,
            books,
            acts_after,
            minds_captures: of_lines.chain(of_preferences).chain(of_phases).any(|t| *t == Trigger::Capture),
            passes_on_simply: layout.phases == 1 && layout.out.is_none() && layout.beginning.on.is_none(),
            counts_in_bulk: !turn.merges && rules.turn.only.is_empty() && !turn.after.iter().any(ends_alone),
        }
    }
}

//! How moves are made: the cheapest way that the rules allow.

use tilegame_dsl::ir::{KindId, PlayerId, Rules, Trigger, Who};

use crate::moves::Operation;
use crate::plan::cond::{Number, Tally};
use crate::plan::layout::Layout;
use crate::plan::turn::Turn;
use crate::plan::turn::after::{Action, After};
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Books {
    None,
    /// How they change depends on nothing but the move.
    Blind(Vec<Entry>),
    Looking,
}

/// How a number changes after some moves, whatever is on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Whether it changes after a move, by whether that captures; then by its kind, or none, and by who makes it.
    pub(crate) after: [Vec<bool>; 2],
    /// After moves of these sorts, too.
    pub(crate) others: Vec<Trigger>,
    /// Where the number stands among the counters, by who has moved.
    pub(crate) places: Vec<usize>,
    pub(crate) operation: Operation,
    pub(crate) amount: i64,
}

impl Entry {
    /// A number that changes after moves that set off a line; nothing if how depends on more than the move.
    fn new(layout: &Layout, line: &After, action: &Action) -> Option<Entry> {
        let Action::Count(Tally { counter, of, op, amount: Number::Itself(amount) }) = action else {
            return None;
        };
        let (players, (first, is_each)) = (layout.players, layout.counters.places[counter.index()]);
        let place = |me: usize| match of {
            _ if !is_each => Some(first),
            Who::Friend | Who::Mover => Some(first + me),
            Who::Player(player) => Some(first + player.index()),
            Who::Enemy | Who::Next => (players == 2).then_some(first + 1 - me.min(1)),
        };
        let set_off = |trigger: Trigger| line.triggers.contains(&trigger);
        let after = |captures: bool| {
            let always = set_off(Trigger::Move) || captures && set_off(Trigger::Capture);
            let by_kind = |n: usize| n < layout.kinds && set_off(Trigger::Kind(KindId::new(n)));
            let by_player = |n: usize| set_off(Trigger::Player(PlayerId::new(n)));
            (0..(layout.kinds + 1) * players)
                .map(|n| always || by_kind(n / players) || by_player(n % players))
                .collect()
        };
        let is_other = |trigger: &&Trigger| matches!(trigger, Trigger::Label(_) | Trigger::Castling);
        Some(Entry {
            after: [after(false), after(true)],
            others: line.triggers.iter().filter(is_other).copied().collect(),
            places: (0..players).map(place).collect::<Option<_>>()?,
            operation: (*op).into(),
            amount: *amount,
        })
    }
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
        let all = turn.after.iter().flat_map(|line| line.actions.iter().map(move |action| (line, action)));
        let entries = || all.map(|(line, action)| Entry::new(layout, line, action)).collect::<Option<_>>();
        let are_blind = turn.after.iter().all(After::counts_blindly);
        let books = match turn.after.iter().any(|line| line.is_bookkeeping) && !acts_after {
            false => Books::None,
            true if !are_blind => Books::Looking,
            true => entries().map_or(Books::Looking, Books::Blind),
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

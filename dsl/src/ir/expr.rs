//! Paths, tests and effects: the expressions that rules are made of.
//!
//! Names are gone, player-relative directions are not: a [`Path`] is written as the first player sees the board, and
//! whoever walks it turns it by the owner's [frame](super::Frame).

use super::ids::{
    CounterId, DirId, EndId, KindId, LabelId, MarkId, PhaseId, PlayerId, RegionId, StateId, SymId, Tile,
};

/// A movement. Walking it is a search over states (tile, turn, settled): `settled` says that the tile's occupancy has been
/// dealt with. It is true at the start and false after a step; a step from a tile that is not settled needs it empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Path {
    /// One step along an edge.
    Step(DirId),
    /// One step by the sum of directions (two or more), without looking at what lies between.
    Leap(Vec<DirId>),
    /// One after the other; empty is "stay".
    Seq(Vec<Path>),
    /// Any one of them.
    Any(Vec<Path>),
    /// `min` to `max` times (`None`: without end). The body always makes a step.
    Repeat {
        /// What is repeated.
        path: Box<Path>,
        /// At least.
        min: u16,
        /// At most.
        max: Option<u16>,
    },
    /// As often as a number says; not at all if that is below 0 or beyond [what is repeated](crate::limits::REPETITIONS). It is asked
    /// where the first round sets out, with the piece that walks in its place.
    Times {
        /// What is repeated.
        path: Box<Path>,
        /// How often.
        times: Quantity,
    },
    /// The tile reached passes a test.
    Check {
        /// The test, about the tile reached.
        test: Test,
        /// It says something about what stands there, so that the tile is settled.
        settles: bool,
    },
    /// The walker turns; the symmetry is as the walker sees it.
    Bend(SymId),
    /// Something happens to the tile reached when the move is made.
    Do(Effect),
}

impl Path {
    /// Whether some effect on the way is like that.
    pub fn any_effect(&self, holds: &dyn Fn(&Effect) -> bool) -> bool {
        match self {
            Path::Do(effect) => holds(effect),
            Path::Seq(parts) | Path::Any(parts) => parts.iter().any(|part| part.any_effect(holds)),
            Path::Repeat { path, .. } | Path::Times { path, .. } => path.any_effect(holds),
            Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Check { .. } => false,
        }
    }

    /// Whether something is done on the way.
    pub fn acts(&self) -> bool {
        self.any_effect(&|_| true)
    }

    /// Whether the walker turns by itself.
    pub fn bends(&self) -> bool {
        match self {
            Path::Bend(_) => true,
            Path::Seq(parts) | Path::Any(parts) => parts.iter().any(Path::bends),
            Path::Repeat { path, .. } | Path::Times { path, .. } => path.bends(),
            Path::Step(_) | Path::Leap(_) | Path::Check { .. } | Path::Do(_) => false,
        }
    }

    /// All tests on the way, with those that are asked to find how often something is repeated.
    pub fn tests(&self) -> Vec<&Test> {
        match self {
            Path::Seq(parts) | Path::Any(parts) => parts.iter().flat_map(Path::tests).collect(),
            Path::Repeat { path, .. } => path.tests(),
            Path::Times { path, times } => [path.tests(), times.tests()].concat(),
            Path::Check { test, .. } => vec![test],
            Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Do(_) => Vec::new(),
        }
    }
}

/// Whose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// The player from whose side the test is asked.
    Friend,
    /// Any other player.
    Enemy,
    /// This player.
    Player(PlayerId),
    /// The player in play whose turn comes after that of the player who asks.
    Next,
    /// The player who has moved last.
    Mover,
}

/// Which of a piece's moves a question is about.
pub use crate::ast::When;

/// A set of piece kinds, sorted, without duplicates.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kinds(pub Vec<KindId>);

impl Kinds {
    /// Whether the kind is in the set.
    pub fn contains(&self, kind: KindId) -> bool {
        self.0.binary_search(&kind).is_ok()
    }
}

/// A condition: on a position, a player who asks, and (where it is about a tile) a tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// Holds.
    True,
    /// Does not hold.
    False,
    /// The opposite.
    Not(Box<Test>),
    /// All of them; asked in order.
    And(Vec<Test>),
    /// Any of them; asked in order.
    Or(Vec<Test>),

    /// Nothing stands here.
    Empty,
    /// Something stands here.
    Occupied,
    /// A piece of that side stands here.
    Owner(Who),
    /// A piece of one of these kinds stands here.
    Kind(Kinds),
    /// What stands here, or has stood here until it was lifted to move, is of one of these kinds.
    Is(Kinds),
    /// A part of a stack moves, not all of it.
    Parting,
    /// The tile is in the region (as the asking player sees it).
    On(RegionId),
    /// The tile is on the line through the one where a [length](Path::Times) is asked, along this sum of directions and back.
    OnLine(Vec<DirId>),
    /// An enemy could take what stands here: an enemy of its owner, or, on an empty tile, an enemy of the asking player
    /// whose piece is supposed to stand there.
    Attacked,
    /// A piece of that player could take what stands here, or, on an empty tile, a piece of the asking player.
    AttackedBy(Who),
    /// An enemy of its owner could legally take what stands here, if it were its turn.
    Capturable(Box<Capture>),
    /// The piece here could take a piece on some tile where the test holds.
    Attacks(Box<Test>),
    /// A piece of that side covers the tile with the zone of this label.
    Under {
        /// The label of its `cover` rules.
        zone: LabelId,
        /// Whose pieces.
        of: Who,
        /// Exactly one piece does, and it is the one that did wherever this was asked on the same way.
        by_one: bool,
    },
    /// A piece of a player who is out stands here.
    Out,
    /// The piece here has not moved since the setup.
    First,
    /// The first step of this turn set out from here.
    Begun,
    /// The piece here has made a step of this turn; of a stack, all its pieces have, or the one that is looked at apart.
    Acted,
    /// What stands on the board is not what stood there when this turn began; after a move, when the turn of that move began.
    Changed,
    /// The piece here may still castle.
    MayCastle,
    /// The piece here faces that direction, as the walker of the path sees it, or else as the asking player does.
    Faces(DirId),
    /// The piece here has made a move by a rule with this label, or one that a [watch](super::Watch) of this label knows.
    Did(When, LabelId),
    /// The mark is on the tile, left by an enemy.
    Marked(MarkId),
    /// The path can be walked from here (turned as the asking player sees the board).
    Sees(Box<Path>),

    /// The tiles on which `test` holds hang together: from one of them one gets to all others by the path, walked from each
    /// to the next.
    Connected {
        /// About each tile.
        test: Box<Test>,
        /// From a tile to its neighbours.
        path: Box<Path>,
    },
    /// The tile is in the group of the tile where the innermost `some` or number around is asked: from there one gets to it by the
    /// path, walked from tile to tile, and on all of these the test holds and stands a piece of the same owner, or nothing.
    Group {
        /// About each tile.
        test: Box<Test>,
        /// From a tile to its neighbours.
        path: Box<Path>,
    },
    /// On some tile the test holds.
    Some(Box<Test>),
    /// The player to move has no legal move.
    Stuck,
    /// Whoever moves next has no legal move, if the turn ends as it is now. Whether a reply itself leaves no reply is not asked.
    NoReply {
        /// The turn has been passed on already.
        passed: bool,
    },
    /// It is that player's turn.
    ToMove(PlayerId),
    /// The turn is in this phase.
    In(PhaseId),
    /// It is that player who asks.
    Asker(PlayerId),
    /// The player who asks has castled in this game: by a side of the castling clause, or by a rule that
    /// [castles](super::MoveRule::castles).
    Castled,
    /// The player to move has a legal move of a piece like `mover` to a tile like `target`.
    Can {
        /// About the tile the piece stands on.
        mover: Box<Test>,
        /// About the tile it goes to, before the move.
        target: Box<Test>,
    },
    /// The test holds in every position of the match since this one occurred first, this one included.
    Always(Box<Test>),
    /// The test holds in the position before the move, with every piece in its place. In `legal` that is the position before
    /// the move that is judged (where there was none, it does not hold); in a rule of a piece it is the position itself.
    Before(Box<Test>),
    /// Two numbers compare so.
    Compare(Quantity, Comparison, Quantity),
}

impl Quantity {
    /// The tests that are asked to find the number.
    pub fn tests(&self) -> Vec<&Test> {
        match self {
            Quantity::Count(test) | Quantity::Worth(test) => vec![test],
            Quantity::Sum(parts) => parts.iter().flat_map(|(_, part)| part.tests()).collect(),
            Quantity::Number(_)
            | Quantity::Counter(..)
            | Quantity::Hand(..)
            | Quantity::Repeated
            | Quantity::RepeatedBoard
            | Quantity::Players => Vec::new(),
        }
    }

    /// Whether some of it is counted in a hand, tests aside.
    pub fn asks_for_hands(&self) -> bool {
        match self {
            Quantity::Hand(..) => true,
            Quantity::Sum(parts) => parts.iter().any(|(_, part)| part.asks_for_hands()),
            _ => false,
        }
    }
}

impl Quantity {
    /// Whether it is such a number, or one of its parts is.
    pub fn any(&self, is: &dyn Fn(&Quantity) -> bool) -> bool {
        is(self)
            || match self {
                Quantity::Sum(parts) => parts.iter().any(|(_, part)| part.any(is)),
                _ => false,
            }
    }
}

impl Test {
    /// Whether it says something about what stands on its own tile.
    pub(crate) fn settles(&self) -> bool {
        match self {
            Test::Empty
            | Test::Occupied
            | Test::Owner(_)
            | Test::Kind(_)
            | Test::Is(_)
            | Test::First
            | Test::MayCastle
            | Test::Faces(_)
            | Test::Out
            | Test::Attacks(_)
            | Test::Did(..) => true,
            Test::Not(t) | Test::Group { test: t, .. } => t.settles(),
            Test::And(all) | Test::Or(all) => all.iter().any(Test::settles),
            _ => false,
        }
    }

    /// Whether it asks about the tile it stands at, and so makes no sense without one.
    pub fn is_about_a_tile(&self) -> bool {
        match self {
            Test::Empty
            | Test::Occupied
            | Test::Owner(_)
            | Test::Kind(_)
            | Test::Is(_)
            | Test::On(_)
            | Test::OnLine(_)
            | Test::Attacked
            | Test::AttackedBy(_)
            | Test::Capturable(_)
            | Test::Attacks(_)
            | Test::Under { .. }
            | Test::Out
            | Test::First
            | Test::Begun
            | Test::Acted
            | Test::MayCastle
            | Test::Faces(_)
            | Test::Did(..)
            | Test::Marked(_)
            | Test::Group { .. }
            | Test::Sees(_) => true,
            // The tile is the one of whose group they speak.
            Test::Some(test) => test.asks_for_group(),
            Test::Compare(left, _, right) => {
                [left, right].iter().any(|q| q.tests().into_iter().any(Test::asks_for_group))
            }
            Test::Not(test) | Test::Before(test) | Test::Always(test) => test.is_about_a_tile(),
            Test::And(tests) | Test::Or(tests) => tests.iter().any(Test::is_about_a_tile),
            Test::True
            | Test::False
            | Test::Parting
            | Test::Connected { .. }
            | Test::Stuck
            | Test::NoReply { .. }
            | Test::ToMove(_)
            | Test::In(_)
            | Test::Asker(_)
            | Test::Castled
            | Test::Changed
            | Test::Can { .. } => false,
        }
    }

    /// Whether it asks for the group of a tile that is not its own: of the one where a `some` or a number around it is asked.
    pub fn asks_for_group(&self) -> bool {
        match self {
            Test::Group { .. } => true,
            Test::Not(test) | Test::Before(test) | Test::Always(test) => test.asks_for_group(),
            Test::And(tests) | Test::Or(tests) => tests.iter().any(Test::asks_for_group),
            Test::Sees(path) => {
                let mut asks = false;
                path.each_check(&mut |test| asks |= test.asks_for_group());
                asks
            }
            _ => false,
        }
    }

    /// A group or a line in which all tiles are on which the test holds, and what else they have to pass.
    pub fn narrowed(&self) -> Option<(&Test, Vec<&Test>)> {
        let narrows = |test: &Test| matches!(test, Test::Group { .. } | Test::OnLine(_));
        match self {
            Test::Group { .. } | Test::OnLine(_) => Some((self, Vec::new())),
            Test::And(all) => {
                let at = all.iter().position(narrows)?;
                let rest = all[..at].iter().chain(&all[at + 1..]);
                Some((&all[at], rest.collect()))
            }
            _ => None,
        }
    }

    /// Whether it asks whose turn it is or what may be moved, so that only the player to move can be asked it.
    pub fn asks_for_moves(&self) -> bool {
        self.any(&|test| matches!(test, Test::Stuck | Test::Can { .. } | Test::ToMove(_)))
    }
}

/// A legal capture that is asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Capture {
    /// The same piece could not have made it before the last move.
    pub newly: bool,
    /// What is true of the piece that captures, on its tile.
    pub by: Test,
    /// What is true of the tile of the capture afterwards, for the player who has captured.
    pub then: Test,
}

/// How two numbers compare.
pub use crate::ast::Comparison;

/// A number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Quantity {
    /// Itself.
    Number(i64),
    /// A counter; `Who` is ignored by counters of which there is only one.
    Counter(CounterId, Who),
    /// The number of tiles on which the test holds.
    Count(Box<Test>),
    /// The number of pieces of these kinds in somebody's hand.
    Hand(Kinds, Who),
    /// What the pieces are worth together on whose tiles the test holds.
    Worth(Box<Test>),
    /// Two or more numbers, added or taken away.
    Sum(Vec<(Sign, Quantity)>),
    /// How often this position has occurred in the match, this time included.
    Repeated,
    /// How often a move has left the board so, whoever's turn it was, this time included. The board at the start counts, too, and what
    /// a pass has left does not.
    RepeatedBoard,
    /// How many players are in play.
    Players,
}

/// Whether a part of a sum is added or taken away.
pub use crate::ast::Sign;

/// Something a move does to the tile where it is collected, or to a counter of the player who moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// What stands here is taken off, and for the rest of the way it is gone.
    Take,
    /// What stands here is taken off when the way is over: until then it stands where it is, and can't be taken once more.
    TakeLast,
    /// The tile is there no more, nor what stands on it when all else is done.
    Vanish,
    /// The tile is marked until the same player's next move.
    Mark(MarkId),
    /// What stands here turns into another kind.
    Become(KindId),
    /// What stands here is in this state from now on, or no more; nothing happens if it is so already or can't be so.
    State {
        /// Which state.
        state: StateId,
        /// It is in it.
        on: bool,
    },
    /// What stands here counts from now on as a piece that has not moved, or as one that has; to castle it needs, besides, a
    /// partner to castle with.
    First(bool),
    /// A piece of this kind is put here, where nothing stands: the mover's, or nobody's if the kind is neutral.
    Put(KindId),
    /// The same, out of the mover's hand.
    Drop(KindId),
    /// What stands here turns, as the walker sees it; there must be a kind that it is then.
    Turn(SymId),
    /// What stands here goes to the tile where the path began, at once with the piece that moves.
    Swap,
    /// The piece that moves is of this kind when it arrives.
    Arrive(KindId),
    /// What stands here is taken off without being captured, and the piece that moves is of this kind when it arrives.
    Merge(KindId),
    /// What stands here and the piece that moves, of one owner, arrive as one stack.
    Unite,
    /// What stands here goes by this sum of directions, at once with the piece that moves; the tile it goes to must be empty.
    Shift(Vec<DirId>),
    /// What stands here goes to the tile that this list has for it, at once with all that goes so: the board in a mirror.
    Reflect(Vec<Tile>),
    /// What stands here is that player's from now on.
    Join(Who),
    /// A counter changes.
    Count {
        /// Which.
        counter: CounterId,
        /// Whose; ignored by counters of which there is only one.
        of: Who,
        /// How.
        op: CountOp,
        /// By or to how much.
        amount: Quantity,
    },
}

impl Effect {
    /// Whether it takes what stands there.
    pub fn takes(&self) -> bool {
        matches!(self, Effect::Take | Effect::TakeLast)
    }

    /// The number by which a counter changes, or to which it is set.
    pub fn amount(&self) -> Option<&Quantity> {
        if let Effect::Count { amount, .. } = self { Some(amount) } else { None }
    }

    pub(super) fn amount_mut(&mut self) -> Option<&mut Quantity> {
        if let Effect::Count { amount, .. } = self { Some(amount) } else { None }
    }
}

/// What is done to a counter.
pub use crate::ast::CountOp;

/// What sets off an [`After`](super::After), and what a [preference](super::Turn::prefer) is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trigger {
    /// Any move; a pass is none.
    Move,
    /// A pass, which is no move.
    Pass,
    /// A move that takes something.
    Capture,
    /// A move of this kind of piece (as it was before the move), or one that puts such a piece on the board.
    Kind(KindId),
    /// A move by a rule with this label.
    Label(LabelId),
    /// A castling move.
    Castling,
    /// A move of this player.
    Player(PlayerId),
    /// Not a move: somebody has gone out, in whatever way.
    Out,
    /// Somebody has gone out so.
    End(EndId),
}

//! Tests made ready to be asked about sets of tiles: the same tests as in the rules, with paths and counters looked up.

use tilegame_dsl::ir::{
    Comparison, CountOp, CounterId, DirId, Effect, Kinds, LabelId, MarkId, Path, PhaseId, PlayerId, Quantity,
    Sign, Test, When, Who,
};

use crate::packed::refusal::WhyNot;

/// A test. What is asked about a tile is answered for many tiles at once; see [`ask`](super::ask).
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cond {
    True,
    False,
    Not(Box<Cond>),
    And(Vec<Cond>),
    Or(Vec<Cond>),
    Empty,
    Occupied,
    Owner(Who),
    /// One of these kinds.
    Kind(Vec<u8>),
    /// The same of what stands there though it may be lifted.
    Is(Vec<u8>),
    On(u16),
    Attacked,
    /// Some friend in this set of a state is attacked, where that is what [pins](crate::plan::legality::Method::Pins) guard against.
    Struck(u8),
    /// By that player.
    AttackedBy(Who),
    /// It belongs to a player who is out.
    Out,
    First,
    MayCastle,
    Did(When, LabelId),
    Marked(MarkId),
    /// The path of this number can be walked.
    Sees(u32),
    Some(Box<Cond>),
    Stuck,
    /// The player who moves next has no move; asked where the turn has been passed on, or else (`false`) is still to be.
    NoReply(bool),
    ToMove(PlayerId),
    Asker(PlayerId),
    /// The evaluating player has castled.
    Castled,
    /// It is the tile where the turn has begun.
    Begun,
    /// The board is not as it was when the turn began.
    Changed,
    /// The turn is in this phase.
    In(PhaseId),
    /// It holds in the position before the move that is judged.
    Before(Box<Cond>),
    Can(Box<(Cond, Cond)>),
    Compare(Number, Comparison, Number),
    /// It is asked of each tile apart: some part of it asks for that tile's group.
    From(Box<Cond>),
    /// The tile is in the group of the tile from which it is asked: the test holds on all of these, and the path of this number leads
    /// from each to the next.
    Group(Box<Cond>, u32),
    /// The group of the tile, which is as of [`Group`](Cond::Group), has a tile where the other test holds.
    GroupMeets(Box<Cond>, u32, Box<Cond>),
    /// The tiles on which the test holds hang together by the path of this number.
    Connected(Box<Cond>, u32),
    /// The tile is on the line of the path whose length is being computed, along the sum of directions of this number.
    OnLine(u16),
    /// What stands there, lifted or not, faces this direction.
    Faces(DirId),
    /// The piece that stands there, lifted or not, could take something where the test holds.
    Attacks(Box<Cond>),
    /// Somebody's pieces cover the tile with a zone; or just one does, and the same all along the way.
    Under(LabelId, Who, bool),
}

impl Cond {
    /// Says a part of a test in another way.
    pub(crate) fn replace(&mut self, part: &Cond, by: &Cond) {
        match self {
            _ if self == part => *self = by.clone(),
            Cond::Not(inner) => inner.replace(part, by),
            Cond::And(all) | Cond::Or(all) => all.iter_mut().for_each(|cond| cond.replace(part, by)),
            _ => {}
        }
    }
}

/// A number that a test speaks of.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Number {
    Itself(i64),
    Counter(CounterId, Who),
    Count(Box<Cond>),
    Worth(Box<Cond>),
    /// The number of pieces of these kinds in somebody's hand.
    Hand(Vec<u8>, Who),
    /// How many players are in play.
    Players,
    /// How often the position has occurred, this time included.
    Repeated,
    /// How often a move has left the board so.
    RepeatedBoard,
    Sum(Vec<(Sign, Number)>),
}

/// The tests that programs ask by number, and the paths that tests ask by number.
#[derive(Debug, Default)]
pub(crate) struct Conds {
    known: Vec<(Test, Cond)>,
    pub(crate) paths: Vec<Path>,
    /// The numbers of those of which tests ask whether they can be walked though they take something.
    pub(crate) asked_to_take: Vec<u32>,
    /// The sums of directions along which lines are asked for.
    pub(crate) sums: Vec<Vec<DirId>>,
}

impl Conds {
    pub(crate) fn get(&self, number: u32) -> &Cond {
        &self.known[number as usize].1
    }

    /// The number of a test that a program asks.
    pub(crate) fn number(&mut self, test: &Test) -> Result<u32, WhyNot> {
        if let Some(at) = self.known.iter().position(|(t, _)| t == test) {
            return Ok(at as u32);
        }
        let cond = self.make(test)?;
        self.known.push((test.clone(), cond));
        Ok(self.known.len() as u32 - 1)
    }

    pub(crate) fn make(&mut self, test: &Test) -> Result<Cond, WhyNot> {
        Ok(match test {
            Test::True => Cond::True,
            Test::False => Cond::False,
            Test::Not(inner) => Cond::Not(Box::new(self.make(inner)?)),
            Test::And(all) => {
                let mut all: Vec<Cond> =
                    merged(all).iter().map(|t| self.make(t)).collect::<Result<_, _>>()?;
                // What takes all moves is asked only where everything else holds.
                all.sort_by_key(asks_for_moves);
                Cond::And(all)
            }
            Test::Or(all) => Cond::Or(all.iter().map(|t| self.make(t)).collect::<Result<_, _>>()?),
            Test::Empty => Cond::Empty,
            Test::Occupied => Cond::Occupied,
            Test::Owner(who) => Cond::Owner(*who),
            Test::Kind(kinds) => Cond::Kind(kinds.0.iter().map(|k| k.0).collect()),
            Test::On(region) => Cond::On(region.0),
            Test::Attacked => Cond::Attacked,
            Test::First => Cond::First,
            Test::MayCastle => Cond::MayCastle,
            Test::Did(when, label) => Cond::Did(*when, *label),
            Test::Marked(mark) => Cond::Marked(*mark),
            Test::Sees(path) => {
                let number = self.path(path);
                if path.any_effect(&Effect::takes) {
                    self.asked_to_take.push(number);
                }
                Cond::Sees(number)
            }
            Test::Connected { test, path } => Cond::Connected(Box::new(self.make(test)?), self.path(path)),
            Test::Group { test, path } => Cond::Group(Box::new(self.make(test)?), self.path(path)),
            Test::Some(inner) => match self.group_meets(inner)? {
                Some(meets) => meets,
                None => apart(test, Cond::Some(Box::new(self.make(inner)?))),
            },
            Test::Stuck => Cond::Stuck,
            Test::NoReply { passed } => Cond::NoReply(*passed),
            Test::ToMove(player) => Cond::ToMove(*player),
            Test::Asker(player) => Cond::Asker(*player),
            Test::Castled => Cond::Castled,
            Test::Can { mover, target } => Cond::Can(Box::new((self.make(mover)?, self.make(target)?))),
            Test::AttackedBy(who) => Cond::AttackedBy(*who),
            Test::Capturable(_) => {
                return Err(WhyNot::Unusual("tests of what could be captured out of turn"));
            }
            Test::Attacks(target) => Cond::Attacks(Box::new(self.make(target)?)),
            Test::Under { zone, of, by_one } => Cond::Under(*zone, *of, *by_one),
            Test::OnLine(sum) => Cond::OnLine(self.sum(sum)),
            Test::Faces(direction) => Cond::Faces(*direction),
            Test::Is(kinds) => Cond::Is(kinds.0.iter().map(|k| k.0).collect()),
            // Nothing stands on anything else.
            Test::Parting => Cond::False,
            Test::Out => Cond::Out,
            Test::Begun => Cond::Begun,
            Test::Changed => Cond::Changed,
            Test::Acted => return Err(WhyNot::Unusual("turns that remember who has acted")),
            Test::In(phase) => Cond::In(*phase),
            Test::Before(inner) => Cond::Before(Box::new(self.make(inner)?)),
            Test::Always(_) => return Err(WhyNot::Unusual("tests of what has always been so")),
            Test::Compare(left, how, right) => {
                apart(test, Cond::Compare(self.quantity(left)?, *how, self.quantity(right)?))
            }
        })
    }

    /// The number of a sum of directions.
    fn sum(&mut self, sum: &[DirId]) -> u16 {
        let known = self.sums.iter().position(|known| known == sum);
        known.unwrap_or_else(|| {
            self.sums.push(sum.to_vec());
            self.sums.len() - 1
        }) as u16
    }

    /// A test of some tile of the group of the tile where it is asked, if nothing else in it asks for that group.
    fn group_meets(&mut self, inner: &Test) -> Result<Option<Cond>, WhyNot> {
        let Test::And(parts) = inner else { return Ok(None) };
        let is_group = |part: &&Test| matches!(part, Test::Group { .. });
        let (groups, rest): (Vec<&Test>, Vec<&Test>) = parts.iter().partition(is_group);
        let [Test::Group { test, path }] = groups.as_slice() else { return Ok(None) };
        if asks_for_group(test) || rest.iter().any(|part| asks_for_group(part)) {
            return Ok(None);
        }
        let rest = Test::And(rest.into_iter().cloned().collect());
        let (test, path) = (Box::new(self.make(test)?), self.path(path));
        Ok(Some(Cond::GroupMeets(test, path, Box::new(self.make(&rest)?))))
    }

    pub(crate) fn quantity(&mut self, quantity: &Quantity) -> Result<Number, WhyNot> {
        Ok(match quantity {
            Quantity::Number(n) => Number::Itself(*n),
            Quantity::Counter(counter, who) => Number::Counter(*counter, *who),
            Quantity::Count(test) => Number::Count(Box::new(self.make(test)?)),
            Quantity::Worth(test) => Number::Worth(Box::new(self.make(test)?)),
            Quantity::Sum(parts) => {
                let part = |(sign, part): &(Sign, Quantity)| Ok((*sign, self.quantity(part)?));
                Number::Sum(parts.iter().map(part).collect::<Result<_, WhyNot>>()?)
            }
            Quantity::Hand(kinds, who) => Number::Hand(kinds.0.iter().map(|k| k.0).collect(), *who),
            Quantity::Players => Number::Players,
            Quantity::Repeated => Number::Repeated,
            Quantity::RepeatedBoard => Number::RepeatedBoard,
        })
    }

    pub(crate) fn path(&mut self, path: &Path) -> u32 {
        let known = self.paths.iter().position(|p| p == path);
        known.unwrap_or_else(|| {
            self.paths.push(path.clone());
            self.paths.len() - 1
        }) as u32
    }
}

/// A test about other tiles, asked of each tile apart if that is one of those that it looks for.
fn apart(test: &Test, cond: Cond) -> Cond {
    if test.is_about_a_tile() { Cond::From(Box::new(cond)) } else { cond }
}

/// Whether a test asks for a group anywhere, also on a path or in a number.
fn asks_for_group(test: &Test) -> bool {
    let of_path = |path: &Path| path.any_test(&asks_for_group);
    test.any(&|part| match part {
        Test::Group { .. } => true,
        Test::Sees(path) => of_path(path),
        Test::Connected { test, path } => asks_for_group(test) || of_path(path),
        Test::Compare(left, _, right) => {
            [left, right].iter().any(|number| number.tests().into_iter().any(asks_for_group))
        }
        _ => false,
    })
}

fn asks_for_moves(cond: &Cond) -> bool {
    match cond {
        Cond::Stuck | Cond::NoReply(_) | Cond::Can(_) => true,
        Cond::Not(inner) => asks_for_moves(inner),
        _ => false,
    }
}

/// The same tests, of which all must hold. Where a piece of some kinds must stand, and not lifted, its states are a matter of its
/// kind, too.
pub(crate) fn merged(all: &[Test]) -> Vec<Test> {
    let mut flat: Vec<Test> = Vec::new();
    for test in all {
        match test {
            Test::And(inner) if inner.iter().any(|t| matches!(t, Test::Kind(_))) => {
                flat.extend(inner.iter().cloned());
            }
            _ => flat.push(test.clone()),
        }
    }
    if !flat.iter().any(|t| matches!(t, Test::Kind(_))) {
        return all.to_vec();
    }
    let mut of_states: Vec<(Kinds, bool)> = Vec::new();
    let mut is_other = |test: &Test| match test {
        Test::Is(kinds) => {
            of_states.push((kinds.clone(), true));
            false
        }
        Test::Not(inner) => match &**inner {
            Test::Is(kinds) => {
                of_states.push((kinds.clone(), false));
                false
            }
            _ => true,
        },
        _ => true,
    };
    let mut rest = flat;
    rest.retain(|test| is_other(test));
    if of_states.is_empty() {
        return all.to_vec();
    }
    if let Some(Test::Kind(kinds)) = rest.iter_mut().find(|t| matches!(t, Test::Kind(_))) {
        kinds.0.retain(|k| of_states.iter().all(|(of, wanted)| of.contains(*k) == *wanted));
    }
    rest
}

/// How a counter changes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tally {
    pub(crate) counter: CounterId,
    pub(crate) of: Who,
    pub(crate) op: CountOp,
    pub(crate) amount: Number,
}

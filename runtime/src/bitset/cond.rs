//! Tests made ready to be asked about sets of tiles: the same tests as in the rules, with paths and counters looked up.

use tilegame_dsl::ir::{
    Comparison, CounterId, Kinds, LabelId, MarkId, Path, PhaseId, PlayerId, Quantity, Sign, Test, When, Who,
};

use super::WhyNot;

/// A test. What is asked about a tile is answered for many tiles at once; see [`ask`](super::ask).
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cond {
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
    /// Whoever moves next has no move; asked where the turn has been passed on.
    NoReply,
    ToMove(PlayerId),
    Asker(PlayerId),
    /// Who asks has castled.
    Castled,
    /// The turn is in this phase.
    In(PhaseId),
    /// It holds in the position before the move that is judged.
    Before(Box<Cond>),
    Can(Box<(Cond, Cond)>),
    Compare(Number, Comparison, Number),
}

/// A number that a test speaks of.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Number {
    Itself(i64),
    Counter(CounterId, Who),
    Count(Box<Cond>),
    Worth(Box<Cond>),
    /// The number of pieces of these kinds in somebody's hand.
    Hand(Vec<u8>, Who),
    /// How many players are in play.
    Players,
    Sum(Vec<(Sign, Number)>),
}

/// The tests that programs ask by number, and the paths that tests ask by number.
#[derive(Debug, Default)]
pub(super) struct Conds {
    known: Vec<(Test, Cond)>,
    pub(super) paths: Vec<Path>,
}

impl Conds {
    pub(super) fn get(&self, number: u32) -> &Cond {
        &self.known[number as usize].1
    }

    /// The number of a test that a program asks.
    pub(super) fn number(&mut self, test: &Test) -> Result<u32, WhyNot> {
        if let Some(at) = self.known.iter().position(|(t, _)| t == test) {
            return Ok(at as u32);
        }
        let cond = self.make(test)?;
        self.known.push((test.clone(), cond));
        Ok(self.known.len() as u32 - 1)
    }

    pub(super) fn make(&mut self, test: &Test) -> Result<Cond, WhyNot> {
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
            Test::Sees(path) => Cond::Sees(self.path(path)),
            Test::Connected { .. } => return Err(WhyNot::Unusual("tests of connected tiles")),
            Test::Group { .. } => return Err(WhyNot::Unusual("groups")),
            Test::Some(inner) => Cond::Some(Box::new(self.make(inner)?)),
            Test::Stuck => Cond::Stuck,
            Test::NoReply { .. } => Cond::NoReply,
            Test::ToMove(player) => Cond::ToMove(*player),
            Test::Asker(player) => Cond::Asker(*player),
            Test::Castled => Cond::Castled,
            Test::Can { mover, target } => Cond::Can(Box::new((self.make(mover)?, self.make(target)?))),
            Test::AttackedBy(who) => Cond::AttackedBy(*who),
            Test::Capturable(_) => {
                return Err(WhyNot::Unusual("tests of what could be captured out of turn"));
            }
            Test::Attacks(_) => return Err(WhyNot::Unusual("a test of what a piece attacks")),
            Test::Under { .. } => return Err(WhyNot::Unusual("zones")),
            Test::OnLine(_) => return Err(WhyNot::Unusual("paths as long as a number says")),
            Test::Faces(_) => return Err(WhyNot::Unusual("pieces that face a direction")),
            Test::Is(kinds) => Cond::Is(kinds.0.iter().map(|k| k.0).collect()),
            // Nothing stands on anything else.
            Test::Parting => Cond::False,
            Test::Out => Cond::Out,
            Test::Begun => return Err(WhyNot::Unusual("turns that remember where they began")),
            Test::Changed => return Err(WhyNot::Unusual("turns that remember how they began")),
            Test::Acted => return Err(WhyNot::Unusual("turns that remember who has acted")),
            Test::In(phase) => Cond::In(*phase),
            Test::Before(inner) => Cond::Before(Box::new(self.make(inner)?)),
            Test::Always(_) => return Err(WhyNot::History),
            Test::Compare(left, how, right) => {
                Cond::Compare(self.quantity(left)?, *how, self.quantity(right)?)
            }
        })
    }

    pub(super) fn quantity(&mut self, quantity: &Quantity) -> Result<Number, WhyNot> {
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
            Quantity::Repeated | Quantity::RepeatedBoard => return Err(WhyNot::History),
        })
    }

    pub(super) fn path(&mut self, path: &Path) -> u32 {
        let known = self.paths.iter().position(|p| p == path);
        known.unwrap_or_else(|| {
            self.paths.push(path.clone());
            self.paths.len() - 1
        }) as u32
    }
}

fn asks_for_moves(cond: &Cond) -> bool {
    match cond {
        Cond::Stuck | Cond::Can(_) => true,
        Cond::Not(inner) => asks_for_moves(inner),
        _ => false,
    }
}

/// The same tests, of which all must hold. Where a piece of some kinds must stand, and not lifted, its states are a matter of its
/// kind, too.
pub(super) fn merged(all: &[Test]) -> Vec<Test> {
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

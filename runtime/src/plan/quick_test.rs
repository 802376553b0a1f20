//! Quick tests: as much of a test as a look at which pieces stand where decides.
//!
//! Endings are asked of every position and hold in few. Most ask first of all whether some piece of a player is there, or in some
//! region, or compare a counter with a number: that is a few words put together, and decides most of them.

use tilegame_dsl::ir::{Comparison, CounterId, Who};

use crate::packed::set::Set;
use crate::plan::cond::{Cond, Number};

/// A test, as far as a quick test tells.
#[derive(Clone, Debug)]
pub(crate) enum QuickTest {
    Find(Find),
    Complete(Complete),
    /// Somebody's counter, and the number with which it is compared.
    Counter(CounterId, Who, Comparison, i32),
    Not(Box<QuickTest>),
    And(Vec<QuickTest>),
    Or(Vec<QuickTest>),
    /// It takes more.
    Unknown,
}

/// Some piece is there.
#[derive(Clone, Debug)]
pub(crate) struct Find {
    pub(crate) of: Of,
    /// Of one of these kinds, if of any in particular.
    pub(crate) kinds: Option<Vec<u8>>,
    /// Of none of these.
    pub(crate) but: Option<Vec<u8>>,
    pub(crate) region: Option<u16>,
}

/// Whose piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Of {
    Friend,
    Enemy,
    Anybody,
}

/// There is a piece of each of these kinds.
#[derive(Clone, Debug)]
pub(crate) struct Complete {
    pub(crate) of: Of,
    pub(crate) kinds: Vec<u8>,
}

impl QuickTest {
    /// The quick test for a test.
    pub(crate) fn new(test: &Cond) -> QuickTest {
        match test {
            Cond::Not(inner) => QuickTest::Not(Box::new(QuickTest::new(inner))),
            Cond::And(all) => QuickTest::all(all.iter().map(QuickTest::new).collect()),
            Cond::Or(all) => {
                let parts: Vec<QuickTest> = all.iter().map(QuickTest::new).collect();
                if parts.iter().all(|part| matches!(part, QuickTest::Not(_))) {
                    QuickTest::Not(Box::new(QuickTest::all(
                        parts.into_iter().map(QuickTest::negated).collect(),
                    )))
                } else {
                    QuickTest::Or(parts)
                }
            }
            Cond::Some(piece) => Find::new(piece).map_or(QuickTest::Unknown, QuickTest::Find),
            Cond::Compare(Number::Counter(counter, who), how, Number::Itself(number)) => {
                i32::try_from(*number)
                    .map_or(QuickTest::Unknown, |n| QuickTest::Counter(*counter, *who, *how, n))
            }
            _ => QuickTest::Unknown,
        }
    }

    /// Whether a quick test always tells.
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            QuickTest::Find(_) | QuickTest::Complete(_) | QuickTest::Counter(..) => true,
            QuickTest::Not(inner) => inner.is_whole(),
            QuickTest::And(all) | QuickTest::Or(all) => all.iter().all(QuickTest::is_whole),
            QuickTest::Unknown => false,
        }
    }

    /// Puts the regions in which pieces are asked for into a list.
    fn regions(&self, list: &mut Vec<u16>) {
        match self {
            QuickTest::Find(find) => list.extend(find.region),
            QuickTest::Not(inner) => inner.regions(list),
            QuickTest::And(all) | QuickTest::Or(all) => all.iter().for_each(|part| part.regions(list)),
            QuickTest::Complete(_) | QuickTest::Counter(..) | QuickTest::Unknown => {}
        }
    }

    fn negated(self) -> QuickTest {
        match self {
            QuickTest::Not(inner) => *inner,
            other => QuickTest::Not(Box::new(other)),
        }
    }

    fn all(parts: Vec<QuickTest>) -> QuickTest {
        Complete::new(&parts).map_or(QuickTest::And(parts), QuickTest::Complete)
    }
}

impl Complete {
    fn new(parts: &[QuickTest]) -> Option<Complete> {
        let one = |part: &QuickTest| match part {
            QuickTest::Find(Find { of, kinds: Some(kinds), but: None, region: None }) => {
                match kinds.as_slice() {
                    [kind] => Some((*of, *kind)),
                    _ => None,
                }
            }
            _ => None,
        };
        let (of, _) = one(parts.first()?)?;
        let kinds = parts.iter().map(|part| one(part).filter(|(whose, _)| *whose == of));
        let kinds = kinds.map(|found| found.map(|(_, kind)| kind)).collect::<Option<_>>()?;
        Some(Complete { of, kinds })
    }
}

impl Find {
    fn new(piece: &Cond) -> Option<Find> {
        let parts = match piece {
            Cond::And(all) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        let mut find = Find { of: Of::Anybody, kinds: None, but: None, region: None };
        for part in parts {
            match part {
                Cond::Owner(Who::Friend) if find.of == Of::Anybody => find.of = Of::Friend,
                Cond::Owner(Who::Enemy) if find.of == Of::Anybody => find.of = Of::Enemy,
                Cond::Kind(kinds) if find.kinds.is_none() => find.kinds = Some(kinds.clone()),
                Cond::On(region) if find.region.is_none() => find.region = Some(*region),
                Cond::Not(inner) if find.but.is_none() => match inner.as_ref() {
                    Cond::Kind(kinds) => find.but = Some(kinds.clone()),
                    _ => return None,
                },
                Cond::Occupied => {}
                _ => return None,
            }
        }
        let is_a_piece = |part: &Cond| matches!(part, Cond::Owner(_) | Cond::Kind(_) | Cond::Occupied);
        parts.iter().any(is_a_piece).then_some(find)
    }
}

/// The tiles of all regions that quick tests may ask about.
pub(crate) fn telling<'g, const W: usize>(
    quick_tests: impl Iterator<Item = &'g QuickTest>,
    regions: &[Vec<Set<W>>],
) -> Set<W> {
    let mut asked = Vec::new();
    quick_tests.for_each(|quick_test| quick_test.regions(&mut asked));
    let all = asked.iter().flat_map(|region| &regions[*region as usize]);
    all.fold(Set::EMPTY, |tiles, of_player| tiles | *of_player)
}

/// Of several parts one decides if it has this value; else all are the other, unless something is not known.
pub(crate) fn all_or_some(parts: impl Iterator<Item = Option<bool>>, decides: bool) -> Option<bool> {
    let mut sum = Some(!decides);
    for part in parts {
        match part {
            Some(value) if value == decides => return Some(decides),
            Some(_) => {}
            None => sum = None,
        }
    }
    sum
}

/// Whether two numbers compare so.
pub(crate) fn compares(left: i64, how: Comparison, right: i64) -> bool {
    match how {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
        Comparison::More => left > right,
        Comparison::AtLeast => left >= right,
    }
}

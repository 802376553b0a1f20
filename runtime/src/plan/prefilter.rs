//! Prefilters: as much of a test as a look at which pieces stand where decides.
//!
//! Endings are asked of every position and hold in few. Most ask first of all whether some piece of a player is there, or in some
//! region, or compare a counter with a number: that is a few words put together, and decides most of them.

use tilegame_dsl::ir::{Comparison, CounterId, Who};

use crate::packed::set::Set;
use crate::plan::cond::{Cond, Number};

/// A test, as far as it can be seen at a glance.
#[derive(Clone, Debug)]
pub(crate) enum Glance {
    Find(Find),
    Complete(Complete),
    /// Somebody's counter, and the number with which it is compared.
    Counter(CounterId, Who, Comparison, i32),
    Not(Box<Glance>),
    And(Vec<Glance>),
    Or(Vec<Glance>),
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

impl Glance {
    /// What can be seen of a test at a glance.
    pub(crate) fn new(test: &Cond) -> Glance {
        match test {
            Cond::Not(inner) => Glance::Not(Box::new(Glance::new(inner))),
            Cond::And(all) => Glance::all(all.iter().map(Glance::new).collect()),
            Cond::Or(all) => {
                let parts: Vec<Glance> = all.iter().map(Glance::new).collect();
                if parts.iter().all(|part| matches!(part, Glance::Not(_))) {
                    Glance::Not(Box::new(Glance::all(parts.into_iter().map(Glance::negated).collect())))
                } else {
                    Glance::Or(parts)
                }
            }
            Cond::Some(piece) => Find::new(piece).map_or(Glance::Unknown, Glance::Find),
            Cond::Compare(Number::Counter(counter, who), how, Number::Itself(number)) => {
                i32::try_from(*number).map_or(Glance::Unknown, |n| Glance::Counter(*counter, *who, *how, n))
            }
            _ => Glance::Unknown,
        }
    }

    /// Whether a glance always tells.
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            Glance::Find(_) | Glance::Complete(_) | Glance::Counter(..) => true,
            Glance::Not(inner) => inner.is_whole(),
            Glance::And(all) | Glance::Or(all) => all.iter().all(Glance::is_whole),
            Glance::Unknown => false,
        }
    }

    /// Puts the regions in which pieces are asked for into a list.
    fn regions(&self, list: &mut Vec<u16>) {
        match self {
            Glance::Find(find) => list.extend(find.region),
            Glance::Not(inner) => inner.regions(list),
            Glance::And(all) | Glance::Or(all) => all.iter().for_each(|part| part.regions(list)),
            Glance::Complete(_) | Glance::Counter(..) | Glance::Unknown => {}
        }
    }

    fn negated(self) -> Glance {
        match self {
            Glance::Not(inner) => *inner,
            other => Glance::Not(Box::new(other)),
        }
    }

    fn all(parts: Vec<Glance>) -> Glance {
        Complete::new(&parts).map_or(Glance::And(parts), Glance::Complete)
    }
}

impl Complete {
    fn new(parts: &[Glance]) -> Option<Complete> {
        let one = |part: &Glance| match part {
            Glance::Find(Find { of, kinds: Some(kinds), but: None, region: None }) => {
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

/// The tiles of all regions that glances at some tests may ask about.
pub(crate) fn telling<'g, const W: usize>(
    glances: impl Iterator<Item = &'g Glance>,
    regions: &[Vec<Set<W>>],
) -> Set<W> {
    let mut asked = Vec::new();
    glances.for_each(|glance| glance.regions(&mut asked));
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

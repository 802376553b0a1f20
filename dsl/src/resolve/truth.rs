//! What can be said of a test before any game is played: always, never, or it depends.
//!
//! A tile is empty or bears a piece of some kind and owner. Asking the test for each of these cases finds contradictions
//! such as an empty tile with an enemy on it, without a theory of tests.

use std::collections::{HashMap, HashSet};

use crate::ir::{Comparison, KindId, Kinds, PlayerId, Quantity, Region, Test, Tile, Who};

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    Always,
    Never,
    Depends,
}

impl Truth {
    fn of(known: Option<bool>) -> Truth {
        match known {
            Some(true) => Truth::Always,
            Some(false) => Truth::Never,
            None => Truth::Depends,
        }
    }
}

/// What stands on a tile.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Occupant {
    Unknown,
    Nobody,
    /// Whose it is, or nobody's.
    Piece(Option<PlayerId>, KindId),
}

/// The case in which a test is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'r> {
    pub(crate) regions: &'r [Region],
    pub(crate) tiles: usize,
    /// How many players there are; alone, nobody has an enemy.
    pub(crate) players: usize,
    pub(crate) kinds: usize,
    /// The kinds that belong to nobody.
    pub(crate) neutral: &'r Kinds,
    pub(crate) asker: PlayerId,
    pub(crate) occupant: Occupant,
    pub(crate) tile: Option<Tile>,
}

impl Case<'_> {
    /// What is known of the test in this case.
    pub(crate) fn truth(&self, test: &Test) -> Truth {
        match test {
            Test::True => Truth::Always,
            Test::False => Truth::Never,
            Test::Not(t) => match self.truth(t) {
                Truth::Always => Truth::Never,
                Truth::Never => Truth::Always,
                Truth::Depends => Truth::Depends,
            },
            Test::And(all) if contradict(all) => Truth::Never,
            Test::And(all) => self.combine(all, Truth::Never, Truth::Always),
            Test::Or(any) => self.combine(any, Truth::Always, Truth::Never),
            Test::Empty => {
                Truth::of(self.stands(|_, _| false).map(|_| matches!(self.occupant, Occupant::Nobody)))
            }
            Test::Occupied => Truth::of(self.stands(|_, _| true)),
            // Who is next or has moved depends on who is in play.
            Test::Owner(Who::Next | Who::Mover) => Truth::Depends,
            Test::Owner(who) => Truth::of(self.stands(|owner, _| match who {
                Who::Enemy => owner.is_some_and(|owner| owner != self.asker),
                Who::Player(player) => owner == Some(*player),
                _ => owner == Some(self.asker),
            })),
            Test::Kind(kinds) | Test::Is(kinds) => Truth::of(self.stands(|_, kind| kinds.contains(kind))),
            Test::Asker(player) => Truth::of(Some(*player == self.asker)),
            Test::First | Test::MayCastle | Test::Out | Test::Faces(_) | Test::Did(..) | Test::Attacks(_) => {
                match self.occupant {
                    Occupant::Nobody => Truth::Never,
                    _ => Truth::Depends,
                }
            }
            Test::On(region) => {
                let tiles = &self.regions[region.index()].tiles[self.asker.index()];
                match self.tile {
                    Some(tile) => Truth::of(Some(tiles.binary_search(&tile).is_ok())),
                    None if tiles.len() == self.tiles => Truth::Always,
                    None => Truth::Depends,
                }
            }
            Test::Group { test, .. } if self.truth(test) == Truth::Never => Truth::Never,
            Test::Some(t) if !self.possible_anywhere(t) => Truth::Never,
            _ => Truth::Depends,
        }
    }

    /// Whether the test can hold on some tile for some player, whatever stands there.
    pub(crate) fn possible_anywhere(&self, test: &Test) -> bool {
        self.cases_for(test).any(|case| case.truth(test) != Truth::Never)
    }

    /// Whether the test holds on every tile for every player, whatever stands there.
    pub(crate) fn always(&self, test: &Test) -> bool {
        self.cases_for(test).all(|case| case.truth(test) == Truth::Always)
    }

    /// Whether the test can hold where a piece stands.
    pub(crate) fn possible_on_piece(&self, test: &Test) -> bool {
        self.cases_for(test)
            .filter(|case| !matches!(case.occupant, Occupant::Nobody))
            .any(|case| case.truth(test) != Truth::Never)
    }

    /// Whether the test can hold where nothing stands.
    pub(crate) fn possible_on_nothing(&self, test: &Test) -> bool {
        self.askers().any(|asker| {
            let case = Case { asker, occupant: Occupant::Nobody, tile: None, ..*self };
            case.truth(test) != Truth::Never
        })
    }

    /// The kinds for which the test neither always nor never holds.
    pub(crate) fn undecided_kinds(&self, test: &Test) -> Vec<KindId> {
        let mut kinds: Vec<KindId> = self
            .cases()
            .filter(|case| case.truth(test) == Truth::Depends)
            .filter_map(|case| match case.occupant {
                Occupant::Piece(_, kind) => Some(kind),
                _ => None,
            })
            .collect();
        kinds.sort();
        kinds.dedup();
        kinds
    }

    fn askers(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.players.max(1)).map(PlayerId::new)
    }

    /// Every asker with everything that can stand on a tile.
    pub(super) fn cases(&self) -> impl Iterator<Item = Case<'_>> {
        self.cases_of(self.kinds)
    }

    /// Those that a test may tell apart: to one that names no kind, all kinds are the same.
    fn cases_for(&self, test: &Test) -> impl Iterator<Item = Case<'_>> {
        let names_kinds = test.any(&|part| matches!(part, Test::Kind(_) | Test::Is(_)));
        self.cases_of(if names_kinds { self.kinds } else { 1 })
    }

    /// With so many kinds of each sort.
    fn cases_of(&self, kinds: usize) -> impl Iterator<Item = Case<'_>> {
        let pieces = move || {
            let neutral = self.neutral.0.iter().take(kinds).map(|k| Occupant::Piece(None, *k));
            let owned = (0..self.kinds).map(KindId::new).filter(|k| !self.neutral.contains(*k)).take(kinds);
            owned.flat_map(move |k| self.askers().map(move |p| Occupant::Piece(Some(p), k))).chain(neutral)
        };
        self.askers().flat_map(move |asker| {
            std::iter::once(Occupant::Nobody).chain(pieces()).map(move |occupant| Case {
                asker,
                occupant,
                tile: None,
                ..*self
            })
        })
    }

    fn stands(&self, piece: impl Fn(Option<PlayerId>, KindId) -> bool) -> Option<bool> {
        match self.occupant {
            Occupant::Unknown => None,
            Occupant::Nobody => Some(false),
            Occupant::Piece(owner, kind) => Some(piece(owner, kind)),
        }
    }

    /// `decisive` decides at once; else `neutral` if all are.
    fn combine(&self, tests: &[Test], decisive: Truth, neutral: Truth) -> Truth {
        let mut result = neutral;
        for test in tests {
            match self.truth(test) {
                t if t == decisive => return decisive,
                Truth::Depends => result = Truth::Depends,
                _ => {}
            }
        }
        result
    }
}

/// Whether some of these tests can't hold at once, whatever stands where. Time: linear in the size of the tests.
fn contradict(all: &[Test]) -> bool {
    /// So few tests are compared one by one: most differ in their first word, and to look them up each would be read to its end.
    const FEW: usize = 8;
    let denied: Vec<&Test> = all.iter().filter_map(|test| test.denied()).collect();
    let many: HashSet<&Test> = denied.iter().copied().filter(|_| denied.len() > FEW).collect();
    let mut numbers: HashMap<&Quantity, Numbers> = HashMap::new();
    let (mut phase, mut to_move, mut asker) = (None, None, None);
    all.iter().any(|test| {
        many.contains(test)
            || denied.len() <= FEW && denied.contains(&test)
            || match test {
                Test::In(one) => *phase.get_or_insert(one) != one,
                Test::ToMove(one) => *to_move.get_or_insert(one) != one,
                Test::Asker(one) => *asker.get_or_insert(one) != one,
                Test::Compare(left, how, Quantity::Number(n)) => {
                    let numbers = numbers.entry(left).or_default();
                    numbers.keep(*how, *n);
                    numbers.are_none()
                }
                _ => false,
            }
    })
}

impl Test {
    /// What it says is not so.
    fn denied(&self) -> Option<&Test> {
        match self {
            Test::Not(inner) => Some(inner),
            _ => None,
        }
    }
}

/// The numbers that some comparisons leave possible.
struct Numbers {
    least: i64,
    most: i64,
    /// These are not among them.
    others: HashSet<i64>,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { least: i64::MIN, most: i64::MAX, others: HashSet::new() }
    }
}

impl Numbers {
    fn keep(&mut self, how: Comparison, than: i64) {
        let (least, most) = match how {
            Comparison::Equal => (than, than),
            Comparison::NotEqual => {
                self.others.insert(than);
                return;
            }
            Comparison::Less => (i64::MIN, than.saturating_sub(1)),
            Comparison::AtMost => (i64::MIN, than),
            Comparison::More => (than.saturating_add(1), i64::MAX),
            Comparison::AtLeast => (than, i64::MAX),
        };
        (self.least, self.most) = (self.least.max(least), self.most.min(most));
    }

    /// Of several numbers some are said to be possible, even if each is left out one by one.
    fn are_none(&self) -> bool {
        self.least > self.most || self.least == self.most && self.others.contains(&self.least)
    }
}

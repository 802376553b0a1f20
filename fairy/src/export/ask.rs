//! What a test asks about a tile, taken apart: whose piece, which kinds, where, attacked or not.

use std::collections::BTreeSet;

use tilegame_runtime::ir::{
    Comparison, KindId, Path, PlayerId, Quantity, RegionId, Rules, Sign, Test, Who, print,
};

use super::squares::{Places, Squares};

/// Kinds of pieces.
pub(crate) type Set = BTreeSet<KindId>;

/// Reads tests of a game.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) squares: &'r Squares,
}

/// What must be true of a tile.
#[derive(Default)]
pub(crate) struct About<'t> {
    pub(crate) whose: Option<Who>,
    /// Of which kinds the piece is; none if that is not asked.
    pub(crate) kinds: Option<Set>,
    /// Where the tile is, for either player who asks.
    pub(crate) on: Option<[Places; 2]>,
    pub(crate) attacked: Option<bool>,
    pub(crate) empty: bool,
    /// What else is asked.
    pub(crate) rest: Vec<&'t Test>,
}

impl About<'_> {
    /// Whether nothing is asked but whose and which piece it is.
    pub(crate) fn only_pieces(&self) -> bool {
        self.on.is_none() && self.attacked.is_none() && !self.empty && self.rest.is_empty()
    }
}

/// That a player has few pieces of some kinds.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Few {
    /// Whose.
    pub(crate) whose: Who,
    /// All of these kinds are counted together.
    pub(crate) kinds: Set,
    /// At most so many.
    pub(crate) most: i64,
}

/// The parts of a conjunction.
pub(crate) fn all_of(test: &Test) -> Vec<&Test> {
    match test {
        Test::True => Vec::new(),
        Test::And(parts) => parts.iter().flat_map(all_of).collect(),
        other => vec![other],
    }
}

/// The parts of a disjunction.
pub(crate) fn any_of(test: &Test) -> Vec<&Test> {
    match test {
        Test::Or(parts) => parts.iter().flat_map(any_of).collect(),
        other => vec![other],
    }
}

impl<'r> Reader<'r> {
    /// A test as people write it.
    pub(crate) fn text(&self, test: &Test) -> String {
        print::test(self.rules, test)
    }

    pub(crate) fn every_kind(&self) -> Set {
        (0..self.rules.kinds.len()).map(KindId::new).collect()
    }

    pub(crate) fn region(&self, region: RegionId) -> [Places; 2] {
        let tiles = &self.rules.regions[region.index()].tiles;
        [self.squares.places(&tiles[0]), self.squares.places(&tiles[1])]
    }

    /// The kinds of a test that asks for nothing else.
    pub(crate) fn kinds(&self, test: &Test) -> Option<Set> {
        match test {
            Test::Kind(kinds) | Test::Is(kinds) => Some(kinds.0.iter().copied().collect()),
            Test::Occupied => Some(self.every_kind()),
            Test::Not(test) => self.kinds(test).map(|set| &self.every_kind() - &set),
            Test::And(parts) => parts
                .iter()
                .map(|part| self.kinds(part))
                .try_fold(self.every_kind(), |all, set| Some(&all & &set?)),
            Test::Or(parts) => {
                parts.iter().map(|part| self.kinds(part)).try_fold(Set::new(), |all, set| Some(&all | &set?))
            }
            _ => None,
        }
    }

    /// The tiles of a test that asks for nothing else, for either player.
    pub(crate) fn tiles(&self, test: &Test) -> Option<[Places; 2]> {
        let every = || [self.squares.all(), self.squares.all()];
        let both = |a: [Places; 2], b: [Places; 2], join: fn(&Places, &Places) -> Places| {
            [join(&a[0], &b[0]), join(&a[1], &b[1])]
        };
        match test {
            Test::On(region) => Some(self.region(*region)),
            Test::Not(test) => self.tiles(test).map(|tiles| both(every(), tiles, |all, some| all - some)),
            Test::And(parts) => parts
                .iter()
                .map(|part| self.tiles(part))
                .try_fold(every(), |all, some| Some(both(all, some?, |a, b| a & b))),
            Test::Or(parts) => parts
                .iter()
                .map(|part| self.tiles(part))
                .try_fold([Places::new(), Places::new()], |all, some| Some(both(all, some?, |a, b| a | b))),
            _ => None,
        }
    }

    /// What a test asks about its tile.
    pub(crate) fn about<'t>(&self, test: &'t Test) -> About<'t> {
        let mut about = About::default();
        for part in all_of(test) {
            match part {
                Test::Owner(who) if about.whose.is_none() => about.whose = Some(*who),
                Test::Attacked => about.attacked = Some(true),
                Test::Not(inner) if **inner == Test::Attacked => about.attacked = Some(false),
                Test::Empty => about.empty = true,
                part => {
                    if let Some(tiles) = self.tiles(part) {
                        let narrowed = match about.on.take() {
                            Some(before) => [&before[0] & &tiles[0], &before[1] & &tiles[1]],
                            None => tiles,
                        };
                        about.on = Some(narrowed);
                    } else if let Some(kinds) = self.kinds(part) {
                        about.kinds = Some(about.kinds.map_or(kinds.clone(), |before| &before & &kinds));
                    } else {
                        about.rest.push(part);
                    }
                }
            }
        }
        about
    }

    /// That somebody has few pieces, if a test asks for nothing else.
    pub(crate) fn few(&self, test: &Test) -> Option<Few> {
        let of = |about: About<'_>, most: i64| -> Option<Few> {
            let kinds = about.kinds.clone().unwrap_or_else(|| self.every_kind());
            (about.only_pieces() && most >= 0).then_some(Few { whose: about.whose?, kinds, most })
        };
        match test {
            Test::Not(inner) => match &**inner {
                Test::Some(inner) => of(self.about(inner), 0),
                _ => None,
            },
            Test::Compare(counted, how, Quantity::Number(number)) => {
                let most = match how {
                    Comparison::Less => number - 1,
                    Comparison::AtMost => *number,
                    Comparison::Equal if *number == 0 => 0,
                    _ => return None,
                };
                of(self.about(self.counted(counted)?), most)
            }
            _ => None,
        }
    }

    /// What a number counts on the board; pieces of these kinds in the hand may be counted with it.
    pub(crate) fn counted<'t>(&self, quantity: &'t Quantity) -> Option<&'t Test> {
        match quantity {
            Quantity::Count(test) => Some(test),
            Quantity::Sum(parts) => match parts.as_slice() {
                [(Sign::Plus, Quantity::Count(test)), (Sign::Plus, Quantity::Hand(..))] => Some(test),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a test asks for walls and nothing else.
    pub(crate) fn asks_for_walls(&self, test: &Test) -> bool {
        self.kinds(test).is_some_and(|kinds| kinds.iter().all(|kind| is_wall(self.rules, *kind)))
    }

    /// For which players a guard can hold, and what else it asks.
    pub(crate) fn whose<'t>(&self, guard: &'t Test) -> ([bool; 2], Vec<&'t Test>) {
        let (mut whose, mut rest) = ([true; 2], Vec::new());
        for part in all_of(guard) {
            match self.players(part) {
                Some(players) => whose = [whose[0] && players[0], whose[1] && players[1]],
                None => rest.push(part),
            }
        }
        (whose, rest)
    }

    /// For which players a test lets something be done that it asks nothing else about.
    pub(crate) fn players(&self, test: &Test) -> Option<[bool; 2]> {
        match test {
            Test::True => Some([true, true]),
            Test::Asker(player) | Test::ToMove(player) => Some([0, 1].map(|p| PlayerId::new(p) == *player)),
            _ => None,
        }
    }
}

/// Whether pieces of a kind are walls: nobody's, and without moves.
pub(crate) fn is_wall(rules: &Rules, kind: KindId) -> bool {
    let kind = &rules.kinds[kind.index()];
    kind.neutral && kind.rules.is_empty()
}

/// The alternatives of a path.
pub(crate) fn alternatives(path: &Path) -> Vec<&Path> {
    match path {
        Path::Any(parts) => parts.iter().flat_map(alternatives).collect(),
        other => vec![other],
    }
}

/// The parts of a path, one after the other.
pub(crate) fn sequence(path: &Path) -> Vec<&Path> {
    match path {
        Path::Seq(parts) => parts.iter().flat_map(sequence).collect(),
        other => vec![other],
    }
}

/// Calls `see` with every test on the way of a path.
pub(crate) fn each_check<'p>(path: &'p Path, see: &mut dyn FnMut(&'p Test)) {
    match path {
        Path::Check { test, .. } => see(test),
        Path::Seq(parts) | Path::Any(parts) => parts.iter().for_each(|part| each_check(part, see)),
        Path::Repeat { path, .. } | Path::Times { path, .. } => each_check(path, see),
        _ => {}
    }
}

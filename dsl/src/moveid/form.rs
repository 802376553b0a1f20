//! What a rule means, in one form: however a path is written and put together, what can be walked is the same.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Board, DirId, Effect, Kinds, Mode, MoveRule, Path, Rules, SymId, Test, Tile};

/// A repetition of at most so many rounds is written out.
const MOST_ROUNDS: u16 = 8;

/// No rule is written out as more ways than this.
const MOST_WAYS: usize = 512;

/// The alternatives of rules, each with all that is asked and done. Two sets of rules with equal forms give the same moves.
pub type Form = BTreeSet<String>;

/// The form of some rules of a piece together.
pub fn form<'m>(rules: &Rules, all: impl IntoIterator<Item = &'m MoveRule>) -> Form {
    of_board(&rules.board, all)
}

/// The form of some rules on a board.
pub(crate) fn of_board<'m>(board: &Board, all: impl IntoIterator<Item = &'m MoveRule>) -> Form {
    let shaper = Shaper::new(board);
    all.into_iter().flat_map(|rule| shaper.rule(rule)).collect()
}

/// Tests of one tile that must all hold, each as a text, without what follows from another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Tests(BTreeSet<String>);

impl Tests {
    fn join(&mut self, more: Tests) {
        self.0.extend(more.0);
        let tells_more = |test: &String| test.starts_with("Owner(") || test.starts_with("Kind(");
        if self.0.iter().any(tells_more) {
            self.0.remove(&format!("{:?}", Test::Occupied));
        }
    }
}

/// A part of a way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Atom {
    Hop(String),
    Check(Tests),
    Do(String),
    Bend(u16),
    Any(BTreeSet<Vec<Atom>>),
    Repeat(Vec<Atom>, u16, Option<u16>),
    Times(Vec<Atom>, String),
}

impl Atom {
    /// Whether the tile is empty behind it.
    fn takes(&self) -> bool {
        matches!(self, Atom::Do(effect) if *effect == format!("{:?}", Effect::Take))
    }
}

struct Shaper<'b> {
    board: &'b Board,
    /// Some step does not lead where its offset says.
    bent: bool,
}

impl<'b> Shaper<'b> {
    fn new(board: &'b Board) -> Shaper<'b> {
        Shaper { board, bent: board.plane.is_none() && board.graph.edges().any(|edge| board.bends(&edge)) }
    }

    fn rule(&self, rule: &MoveRule) -> Vec<String> {
        let guard = self.conjuncts(&rule.guard);
        let mode = match rule.mode {
            Mode::Quiet => "quiet",
            Mode::Capture => "capture",
            Mode::Move => "move",
            Mode::Do => "do",
            Mode::Act => "act",
            Mode::Threat => "threat",
            Mode::Cover => "cover",
        };
        let one = |mut atoms: Vec<Atom>| {
            let mut guard = guard.clone();
            // What is asked before the first step is asked where the piece stands.
            let mut effects = Vec::new();
            while let Some(Atom::Check(_) | Atom::Do(_)) = atoms.first() {
                if effects.iter().any(Atom::takes) && matches!(atoms[0], Atom::Check(_)) {
                    break;
                }
                match atoms.remove(0) {
                    Atom::Check(tests) => guard.join(tests),
                    other => effects.push(other),
                }
            }
            format!("{mode} {:?} {} if {:?}: {effects:?} {atoms:?}", rule.onto, rule.castles, guard.0)
        };
        self.ways(&rule.path).into_iter().map(one).collect()
    }

    /// The alternatives of a path; repetitions that are short are written out.
    fn ways(&self, path: &Path) -> Vec<Vec<Atom>> {
        match path {
            Path::Any(parts) => parts.iter().flat_map(|part| self.ways(part)).collect(),
            Path::Seq(parts) => {
                let mut all = vec![Vec::new()];
                for part in parts {
                    let next = self.ways(part);
                    if all.len() * next.len() > MOST_WAYS {
                        return vec![self.atoms(path)];
                    }
                    let longer = |start: &Vec<Atom>| {
                        let start = start.clone();
                        next.iter().map(move |way| joined(start.clone(), way.clone())).collect::<Vec<_>>()
                    };
                    all = all.iter().flat_map(longer).collect();
                }
                all
            }
            Path::Repeat { path, min, max: Some(max) } if *max <= MOST_ROUNDS => {
                let once = self.ways(path);
                let mut round = vec![Vec::new()];
                let mut all = Vec::new();
                for done in 0..=*max {
                    if done >= *min {
                        all.extend(round.iter().cloned());
                    }
                    if done < *max {
                        if round.len() * once.len() > MOST_WAYS {
                            return vec![self.atoms(path)];
                        }
                        let longer = |start: &Vec<Atom>| {
                            let start = start.clone();
                            once.iter().map(move |way| joined(start.clone(), way.clone())).collect::<Vec<_>>()
                        };
                        round = round.iter().flat_map(longer).collect();
                    }
                }
                all
            }
            other => vec![self.atoms(other)],
        }
    }

    fn atoms(&self, path: &Path) -> Vec<Atom> {
        match path {
            Path::Step(direction) => vec![Atom::Hop(self.hop(&[*direction], true))],
            Path::Leap(sum) => vec![Atom::Hop(self.hop(sum, false))],
            Path::Seq(parts) => parts.iter().fold(Vec::new(), |all, part| joined(all, self.atoms(part))),
            Path::Any(parts) => vec![Atom::Any(parts.iter().map(|part| self.atoms(part)).collect())],
            Path::Repeat { path, min: 1, max: Some(1) } => self.atoms(path),
            Path::Repeat { path, min, max } => vec![Atom::Repeat(self.atoms(path), *min, *max)],
            Path::Times { path, times } => vec![Atom::Times(self.atoms(path), format!("{times:?}"))],
            Path::Check { test, .. } => vec![Atom::Check(self.conjuncts(test))],
            Path::Bend(symmetry) => vec![Atom::Bend(symmetry.0.into())],
            Path::Do(effect) => vec![Atom::Do(match effect {
                Effect::Shift(sum) => format!("shift {}", self.hop(sum, false)),
                other => format!("{other:?}"),
            })],
        }
    }

    /// Where a step leads: on a flat board how far, elsewhere to what tile from which.
    fn hop(&self, sum: &[DirId], step: bool) -> String {
        let offset = self.offset(sum);
        if offset == [0; 3] {
            return format!("{sum:?}");
        }
        if !self.bent {
            return format!("{offset:?}");
        }
        let board = self.board;
        let tiles = (0..board.tiles.len()).map(Tile::new);
        let frames = (0..board.symmetries.len()).map(SymId::new);
        let relation: Vec<Vec<(Tile, SymId)>> = tiles
            .flat_map(|tile| frames.clone().map(move |frame| (tile, frame)))
            .map(|at| {
                let mut to = if step { self.step(at, sum[0]) } else { self.leap(at, sum) };
                to.sort_unstable();
                to.dedup();
                to
            })
            .collect();
        format!("{relation:?}")
    }

    fn offset(&self, sum: &[DirId]) -> [i32; 3] {
        sum.iter().fold([0; 3], |all, direction| {
            let offset = self.board.directions[direction.index()].offset;
            [0, 1, 2].map(|axis| all[axis] + i32::from(offset[axis]))
        })
    }

    fn step(&self, (tile, frame): (Tile, SymId), direction: DirId) -> Vec<(Tile, SymId)> {
        let board = self.board;
        let direction = board.symmetries[frame.index()][direction.index()];
        let edges = board.graph.way(tile, direction);
        edges.map(|edge| (edge.to, board.compose(frame, edge.turn))).collect()
    }

    /// A sum leads to the tile at its offset, or, where it leaves the part of the board, to all that its single steps reach.
    fn leap(&self, (tile, frame): (Tile, SymId), sum: &[DirId]) -> Vec<(Tile, SymId)> {
        let board = self.board;
        let turned: Vec<DirId> = sum.iter().map(|d| board.symmetries[frame.index()][d.index()]).collect();
        let offset = self.offset(&turned);
        let here = &board.tiles[tile.index()];
        let place = [0, 1, 2].map(|axis| i32::from(here.place[axis]) + offset[axis]);
        let part = || board.tiles.iter().filter(|t| t.patch == here.patch);
        let size = [0, 1, 2].map(|axis| part().map(|t| i32::from(t.place[axis])).max().unwrap_or(0));
        if (0..3).all(|axis| (0..=size[axis]).contains(&place[axis])) {
            let same = |t: &crate::ir::TileInfo| t.patch == here.patch && t.place.map(i32::from) == place;
            return board.tiles.iter().position(same).map(|t| (Tile::new(t), frame)).into_iter().collect();
        }
        let mut at = BTreeMap::from([((tile, frame), sum.to_vec())]);
        let mut ends = Vec::new();
        let mut open: Vec<((Tile, SymId), Vec<DirId>)> = std::mem::take(&mut at).into_iter().collect();
        while let Some((at, rest)) = open.pop() {
            if rest.is_empty() {
                ends.push(at);
            }
            for i in (0..rest.len()).filter(|i| !rest[..*i].contains(&rest[*i])) {
                let others = [&rest[..i], &rest[i + 1..]].concat();
                open.extend(self.step(at, rest[i]).into_iter().map(|next| (next, others.clone())));
            }
        }
        ends
    }

    /// The parts of a conjunction.
    fn conjuncts(&self, test: &Test) -> Tests {
        let mut found = Tests::default();
        match core(test) {
            Test::True => {}
            Test::And(all) => all.iter().for_each(|part| found.join(self.conjuncts(part))),
            other => match self.only_alternative(other) {
                Some(only) => found.join(only),
                None => _ = found.0.insert(self.test(other)),
            },
        }
        found
    }

    /// What a list of alternatives asks that all ask the same.
    fn only_alternative(&self, test: &Test) -> Option<Tests> {
        let Test::Or(any) = test else { return None };
        let mut all: BTreeSet<Tests> = any.iter().map(|part| self.conjuncts(part)).collect();
        let first = all.pop_first();
        first.filter(|_| all.is_empty())
    }

    fn test(&self, test: &Test) -> String {
        let test = core(test);
        match test {
            Test::Not(inner) => format!("not ({})", self.test(inner)),
            Test::And(_) => {
                let Tests(mut all) = self.conjuncts(test);
                match (all.len(), all.pop_first()) {
                    (1, Some(only)) => only,
                    (_, first) => format!("all {first:?} {all:?}"),
                }
            }
            Test::Or(any) => {
                let mut parts = BTreeSet::new();
                let (mut kinds, mut standing) = (Vec::new(), Vec::new());
                self.disjuncts(any, &mut parts, &mut kinds, &mut standing);
                for (mut of, make) in [(kinds, Test::Kind as fn(Kinds) -> Test), (standing, Test::Is)] {
                    if !of.is_empty() {
                        of.sort();
                        of.dedup();
                        parts.insert(self.test(&make(Kinds(of))));
                    }
                }
                match (parts.len(), parts.pop_first()) {
                    (1, Some(only)) => only,
                    (_, first) => format!("any {first:?} {parts:?}"),
                }
            }
            Test::Sees(path) => format!("sees {:?}", self.ways(path).into_iter().collect::<BTreeSet<_>>()),
            other => format!("{other:?}"),
        }
    }

    fn disjuncts(
        &self,
        any: &[Test],
        parts: &mut BTreeSet<String>,
        kinds: &mut Vec<crate::ir::KindId>,
        standing: &mut Vec<crate::ir::KindId>,
    ) {
        for part in any {
            match part {
                Test::Or(inner) => self.disjuncts(inner, parts, kinds, standing),
                Test::Kind(of) => kinds.extend(&of.0),
                Test::Is(of) => standing.extend(&of.0),
                other => _ = parts.insert(self.test(other)),
            }
        }
    }
}

/// A test without what changes nothing around it: a list of which all parts are the same, and `not` twice.
fn core(test: &Test) -> &Test {
    match test {
        Test::And(all) | Test::Or(all) if all.windows(2).all(|two| two[0] == two[1]) => {
            all.first().map_or(test, core)
        }
        Test::Not(inner) => match core(inner) {
            Test::Not(twice) => core(twice),
            _ => test,
        },
        _ => test,
    }
}

/// One after the other; tests of one tile are one test.
fn joined(mut all: Vec<Atom>, more: Vec<Atom>) -> Vec<Atom> {
    for atom in more {
        match (all.last_mut(), atom) {
            (Some(Atom::Check(known)), Atom::Check(tests)) => known.join(tests),
            // Nothing else that happens changes what is asked behind it, but what is taken is gone.
            (Some(Atom::Do(_)), Atom::Check(tests)) => {
                let at =
                    all.iter().rposition(|a| !matches!(a, Atom::Do(_)) || a.takes()).map_or(0, |at| at + 1);
                match at.checked_sub(1).and_then(|before| all.get_mut(before)) {
                    Some(Atom::Check(known)) => known.join(tests),
                    _ => all.insert(at, Atom::Check(tests)),
                }
            }
            (_, atom) => all.push(atom),
        }
    }
    all
}

//! Attack lines: the ways that lead to a royal piece, and the tiles about which they ask.

use tilegame_dsl::ir::Who;

use crate::moves::Change;
use crate::packed::set::{ByTile, Set};
use crate::plan::cond::Cond;
use crate::plan::layout::Layout;
use crate::plan::legality::material::Material;
use crate::plan::legality::truth::AtomPlan;
use crate::plan::paths::Seen;
use crate::plan::program::{Ask, Lands};
use crate::plan::quick_test::all_or_some;

/// No game may have more attack lines than this.
const MOST_ATTACK_LINES: usize = 1 << 18;

/// Some royal piece is attacked, or sees something.
#[derive(Clone, Debug)]
pub(crate) struct Atom<const W: usize> {
    /// The royal pieces.
    pub(crate) royals: Pieces,
    pub(crate) is_attack: bool,
    pub(crate) sorts: Vec<Sort<W>>,
}

/// A player's pieces of some kinds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pieces {
    pub(crate) owner: usize,
    kinds: Vec<u8>,
    /// The set of these kinds in a state.
    pub(crate) set: u8,
}

/// Pieces of some kinds, of any player.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Bar {
    kinds: Vec<u8>,
    pub(crate) set: u8,
}

impl Pieces {
    pub(crate) fn new(owner: usize, kinds: Vec<u8>, layout: &mut Layout) -> Pieces {
        let set = layout.set_of(&kinds);
        Pieces { owner, kinds, set }
    }

    pub(crate) fn has(&self, owner: usize, kind: u8) -> bool {
        self.owner == owner && self.kinds.contains(&kind)
    }
}

impl Bar {
    pub(crate) fn has(&self, kind: u8) -> bool {
        self.kinds.contains(&kind)
    }
}

/// Ways that lead to a royal piece from pieces of some kinds, or from the royal piece itself.
#[derive(Clone, Debug)]
pub(crate) struct Sort<const W: usize> {
    /// Whose pieces; nobody's for what the royal piece sees itself.
    pub(crate) by: Option<Pieces>,
    /// What may not stand where an attack line is barred.
    pub(crate) bar: Option<Bar>,
    /// From where each tile might be attacked, and from where one to which a royal piece might go from there.
    pub(crate) reach: ByTile<[Set<W>; 2], W>,
    /// For the tile of the royal piece and the other one, which attack lines there are.
    ranges: Vec<(u32, u32)>,
    /// Some attack line asks about the tile of the royal piece.
    pub(crate) minds_target: bool,
    attack_lines: Vec<AttackLine<W>>,
    tiles: usize,
}

/// One way.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AttackLine<const W: usize> {
    pub(crate) empty: Set<W>,
    pub(crate) full: Set<W>,
    pub(crate) barred: Set<W>,
    pub(crate) others: Vec<(Ask, u16, bool)>,
}

/// The attack lines to each tile, with where they begin.
type Found<const W: usize> = Vec<Vec<(usize, AttackLine<W>)>>;

impl<const W: usize> Sort<W> {
    #[inline(always)]
    pub(crate) fn attack_lines(&self, target: usize, from: usize) -> &[AttackLine<W>] {
        let (start, end) = self.ranges[target * self.tiles + from];
        &self.attack_lines[start as usize..end as usize]
    }

    fn is_like(&self, other: &Sort<W>) -> bool {
        let owner = |sort: &Sort<W>| sort.by.as_ref().map(|by| by.owner);
        owner(self) == owner(other)
            && self.bar == other.bar
            && self.ranges == other.ranges
            && self.attack_lines == other.attack_lines
    }
}

impl<const W: usize> AttackLine<W> {
    /// Whether it leads to its end, as far as it asks for emptiness and blockers, where these tiles are occupied and those hold
    /// pieces that bar it.
    #[inline(always)]
    pub(crate) fn is_open(&self, occupied: Set<W>, blockers: Set<W>) -> bool {
        ((self.empty & occupied) | (self.barred & blockers) | self.full.without(occupied)).is_empty()
    }

    fn asks_about(&self, tile: usize) -> bool {
        let others = self.others.iter().map(|(_, tile, _)| *tile as usize);
        (self.empty | self.full | self.barred | others.collect()).has(tile)
    }
}

impl<const W: usize> Material<'_, W> {
    /// The attack lines of an atom for the evaluating player.
    pub(crate) fn atom(&mut self, plan: &AtomPlan, me: usize, goals: &ByTile<Set<W>, W>) -> Option<Atom<W>> {
        let players = self.reference.rules.players.len();
        // Of several enemies each has royal pieces of its own.
        if plan.of_enemy && players != 2 {
            return None;
        }
        let owner = if plan.of_enemy { 1 - me } else { me };
        let mut sorts: Vec<Sort<W>> = Vec::new();
        if let Some(path) = plan.sees {
            sorts.push(self.seen(path, me, goals)?);
        } else {
            for player in (0..players).filter(|p| *p != owner) {
                for kind in 0..self.reference.rules.kinds.len() {
                    let found = self.attacks(player, kind, &plan.kinds)?;
                    if found.iter().all(Vec::is_empty) {
                        continue;
                    }
                    let by = Pieces::new(player, vec![kind as u8], self.layout);
                    let sort = self.sort(Some(by), Some(&plan.kinds), found, goals)?;
                    match sorts.iter_mut().find(|known| known.is_like(&sort)) {
                        Some(known) => known.by.iter_mut().for_each(|by| by.kinds.push(kind as u8)),
                        None => sorts.push(sort),
                    }
                }
            }
        }
        for by in sorts.iter_mut().filter_map(|sort| sort.by.as_mut()) {
            by.set = self.layout.set_of(&by.kinds);
        }
        let royals = Pieces::new(owner, plan.kinds.clone(), self.layout);
        Some(Atom { royals, is_attack: plan.sees.is_none(), sorts })
    }

    /// The ways of a kind to take royal pieces of some kinds; `None` if one of them asks about more than single tiles.
    fn attacks(&self, player: usize, kind: usize, royal: &[u8]) -> Option<Found<W>> {
        let tiles = self.reference.board.len();
        let mut all: Found<W> = vec![Vec::new(); tiles];
        let facts = &self.reference.memory.rules[kind];
        for (rule, _) in self.shapes[player][kind].iter().zip(facts).filter(|(_, f)| f.attacks) {
            for (from, range) in rule.programs.iter().enumerate() {
                let mut is_local = true;
                self.code.ways(*range, |asked, n| {
                    let leaf = &self.code.leaves[n as usize];
                    let mut targets: Vec<usize> = Vec::new();
                    if matches!(leaf.lands, Lands::Foe | Lands::Either) {
                        targets.push(leaf.to as usize);
                    }
                    targets.extend(leaf.changes.iter().filter_map(|c| match c {
                        Change::Take(tile) => Some(tile.index()),
                        _ => None,
                    }));
                    for target in targets.into_iter().filter(|t| *t != from) {
                        let Some(attack_line) = self.attack_line(asked, Some((target, royal))) else {
                            is_local = false;
                            continue;
                        };
                        all[target].extend(attack_line.map(|s| (from, s)));
                    }
                });
                if !is_local {
                    return None;
                }
            }
        }
        Some(all)
    }

    /// What royal pieces see. Where that is an enemy's piece of some kinds at the end of the way, it is as if that piece saw them.
    fn seen(&mut self, path: u32, me: usize, goals: &ByTile<Set<W>, W>) -> Option<Sort<W>> {
        let Seen::Unrolled(programs) = self.sees.get(path as usize)? else { return None };
        let programs = programs.get(me)?;
        let mut all: Found<W> = Vec::new();
        for (from, range) in programs.iter().enumerate() {
            let mut of_tile = Vec::new();
            let mut is_local = true;
            self.code.ways(*range, |asked, _| match self.attack_line(asked, None) {
                Some(attack_line) => of_tile.extend(attack_line.map(|s| (from, s))),
                None => is_local = false,
            });
            if !is_local {
                return None;
            }
            all.push(of_tile);
        }
        let enemies: Option<Vec<_>> = all.iter().flatten().map(|(_, s)| self.enemy_at_end(s)).collect();
        let first = enemies.as_ref().and_then(|all| all.first()).map(|(_, kinds)| kinds.clone());
        if let (Some(enemies), Some(kinds)) = (enemies, first)
            && self.reference.rules.players.len() == 2
            && enemies.iter().all(|(_, k)| *k == kinds)
        {
            let mut ends = enemies.into_iter();
            for (attack_line, (tile, _)) in all.iter_mut().flatten().zip(&mut ends) {
                attack_line.0 = tile;
                attack_line.1.others.clear();
            }
            let by = Pieces::new(1 - me, kinds, self.layout);
            return self.sort(Some(by), None, all, goals);
        }
        self.sort(None, None, all, goals)
    }

    /// The tile and the kinds, if all that a way asks besides emptiness is whether an enemy's piece of some kinds stands on a tile.
    fn enemy_at_end(&self, attack_line: &AttackLine<W>) -> Option<(usize, Vec<u8>)> {
        match attack_line.others.as_slice() {
            [(Ask::Enemy, tile, true), (Ask::Holds(number), same, true)] if tile == same => {
                match self.conds.get(*number) {
                    Cond::Kind(kinds) => Some((*tile as usize, kinds.clone())),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The way that these questions describe; `None` if they are about more than single tiles, `Some(None)` if it can't be walked.
    /// On the tile of the target an enemy of one of these kinds stands.
    fn attack_line(
        &self,
        asked: &[(Ask, u16, bool)],
        target: Option<(usize, &[u8])>,
    ) -> Option<Option<AttackLine<W>>> {
        let (empty, full, barred) = (Set::EMPTY, Set::EMPTY, Set::EMPTY);
        let mut attack_line = AttackLine { empty, full, barred, others: Vec::new() };
        let known = |ask: &Ask, tile: u16| {
            let (_, royal) = target.filter(|(target, _)| *target == tile as usize)?;
            match ask {
                Ask::Empty | Ask::Friend => Some(false),
                Ask::Enemy | Ask::There => Some(true),
                Ask::Holds(number) => of_royal(self.conds.get(*number), royal),
            }
        };
        if asked.iter().any(|(ask, tile, wanted)| known(ask, *tile) == Some(!wanted)) {
            return Some(None);
        }
        for (ask, tile, wanted) in asked {
            if known(ask, *tile).is_some() {
                continue;
            }
            match (ask, wanted) {
                (Ask::Empty, true) => attack_line.empty.insert(*tile as usize),
                (Ask::Empty, false) => attack_line.full.insert(*tile as usize),
                (Ask::Friend | Ask::Enemy, _) => attack_line.others.push((*ask, *tile, *wanted)),
                // Where tiles come and go, nothing is judging.
                (Ask::There, _) => return None,
                (Ask::Holds(number), _) => {
                    if !is_local(self.conds.get(*number)) {
                        return None;
                    }
                    attack_line.others.push((*ask, *tile, *wanted));
                }
            }
        }
        Some(Some(attack_line))
    }

    /// Puts attack lines in order; `None` if there are too many. If they are ways to take royal pieces, it is of these kinds.
    fn sort(
        &mut self,
        by: Option<Pieces>,
        royal: Option<&[u8]>,
        mut all: Found<W>,
        goals: &ByTile<Set<W>, W>,
    ) -> Option<Sort<W>> {
        let bar = royal.and_then(|royal| self.bar(royal, &mut all));
        let bar = bar.map(|kinds| Bar { set: self.layout.set_of(&kinds), kinds });
        let tiles = all.len();
        let mut reach: ByTile<Set<W>, W> = ByTile::from_fn(|_| Set::EMPTY);
        let (mut ranges, mut attack_lines) = (vec![(0, 0); tiles * tiles], Vec::new());
        let mut minds_target = false;
        for (target, of_target) in all.into_iter().enumerate() {
            let mut by_from: Vec<Vec<AttackLine<W>>> = vec![Vec::new(); tiles];
            for (from, attack_line) in of_target {
                reach.at_mut(target).insert(from);
                minds_target |= attack_line.asks_about(target);
                if !by_from[from].contains(&attack_line) {
                    by_from[from].push(attack_line);
                }
            }
            for (from, of_both) in by_from.into_iter().enumerate() {
                let start = attack_lines.len() as u32;
                attack_lines.extend(of_both);
                ranges[target * tiles + from] = (start, attack_lines.len() as u32);
            }
            if attack_lines.len() > MOST_ATTACK_LINES {
                return None;
            }
        }
        let around = |tile| goals.at(tile).iter().fold(Set::EMPTY, |all, goal| all | *reach.at(goal));
        let reach = ByTile::from_fn(|tile| [*reach.at(tile), around(tile)]);
        Some(Sort { by, bar, reach, ranges, minds_target, attack_lines, tiles })
    }

    /// If no attack line asks more of pieces than that they are not of certain kinds, these kinds, and that is noted in all attack lines.
    fn bar(&self, royal: &[u8], all: &mut Found<W>) -> Option<Vec<u8>> {
        let asks =
            || all.iter().enumerate().flat_map(|(target, of)| of.iter().map(move |(_, s)| (target, s)));
        let mut kinds = None;
        for (ask, _, wanted) in asks().flat_map(|(_, attack_line)| &attack_line.others) {
            let (Ask::Holds(number), false) = (ask, wanted) else { return None };
            let Cond::Kind(of) = self.conds.get(*number) else { return None };
            if *kinds.get_or_insert(of) != of || of.iter().any(|k| royal.contains(k)) {
                return None;
            }
        }
        for (target, of_target) in all.iter_mut().enumerate() {
            for (_, attack_line) in of_target {
                let tiles = attack_line.others.drain(..).map(|(_, tile, _)| tile as usize);
                // The royal piece itself is of another kind.
                attack_line.barred = tiles.filter(|tile| *tile != target).collect();
            }
        }
        kinds.cloned()
    }
}

/// Whether a test holds of a piece of one of these kinds; nothing if that depends on more.
fn of_royal(cond: &Cond, royal: &[u8]) -> Option<bool> {
    match cond {
        Cond::True => Some(true),
        Cond::False => Some(false),
        Cond::Kind(kinds) => {
            let is_among = |kind: &u8| kinds.contains(kind);
            let all = royal.iter().all(is_among);
            (all || !royal.iter().any(is_among)).then_some(all)
        }
        Cond::Not(inner) => of_royal(inner, royal).map(|holds| !holds),
        Cond::And(all) => all_or_some(all.iter().map(|part| of_royal(part, royal)), false),
        Cond::Or(all) => all_or_some(all.iter().map(|part| of_royal(part, royal)), true),
        _ => None,
    }
}

/// Whether a test asks only what stands on its tile.
pub(crate) fn is_local(cond: &Cond) -> bool {
    match cond {
        Cond::True
        | Cond::False
        | Cond::Empty
        | Cond::Occupied
        | Cond::Owner(Who::Friend | Who::Enemy | Who::Player(_))
        | Cond::Kind(_)
        | Cond::On(_)
        | Cond::First
        | Cond::Asker(_) => true,
        Cond::Not(inner) => is_local(inner),
        Cond::And(all) | Cond::Or(all) => all.iter().all(is_local),
        _ => false,
    }
}

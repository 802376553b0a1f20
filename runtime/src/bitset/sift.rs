//! Legality by the tiles that matter: only moves that touch them are made and tested.
//!
//! It serves rules about who attacks or sees a royal piece, whatever the ways are: hops, lame leaps, or programs. Each way that leads to a
//! royal piece asks about some tiles. A way that is open is closed only by a move that touches one of these; a way that is closed is
//! opened only by a move that mends all that is wrong with it, and one move empties one tile and fills one. So most moves
//! change nothing about what is asked, and are counted without being made; of most others it is seen from the same ways what they would do.

use smallvec::SmallVec;
use tilegame_dsl::ir::{Action, Effect, Trigger, Who};

use super::ask::View;
use super::attack::of;
use super::cond::{Cond, Conds};
use super::engine::{Engine, Shift};
use super::legality::{is_the_same_in_all_phases, leaves_pieces_alone};
use super::make::{AS_IT_IS, How, Step};
use super::processor::Any;
use super::program::{Ask, Code, Lands, Range};
use super::set::{ByTile, Set};
use super::sink::{Sink, each_choice, each_promotion, each_shifted, each_step};
use super::state::State;
use super::ways::Shapes;
use crate::engine::reference::Reference;
use crate::moves::Change;

/// Nor is it for boards larger than this: there is an entry for every two tiles.
const MOST_TILES: usize = 256;

/// No game may have more strands than this.
const MOST_STRANDS: usize = 1 << 18;

/// What is known before any move is made.
#[derive(Clone, Debug)]
pub(super) struct Sift<const W: usize> {
    formula: Formula,
    /// For each atom and player who asks, what it depends on.
    atoms: Vec<Vec<Atom<W>>>,
    /// Kinds whose moves are always tested.
    royal: Vec<bool>,
    royal_kinds: Vec<u8>,
    /// More happens where something is taken.
    tests_captures: bool,
    /// Some atom is about the enemy's royal pieces.
    minds_enemies: bool,
    /// Every atom has to be false.
    is_strict: bool,
}

/// The rule that must hold after a move, as far as it is understood.
#[derive(Clone, Debug)]
enum Formula {
    /// The atom of this number.
    Atom(usize),
    /// A test that only moves of royal pieces can change.
    Fixed(Cond),
    /// Something else.
    Unknown,
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

/// Some royal piece is attacked, or sees something.
#[derive(Clone, Debug)]
struct Atom<const W: usize> {
    /// The royal pieces: of this player, of these kinds.
    owner: usize,
    kinds: Vec<u8>,
    sorts: Vec<Sort<W>>,
}

/// Ways that lead to a royal piece from pieces of some kinds, or from the royal piece itself.
#[derive(Clone, Debug)]
struct Sort<const W: usize> {
    /// Whose pieces, of which kinds; nobody's for what the royal piece sees itself.
    by: Option<(usize, Vec<u8>)>,
    reach: ByTile<Set<W>, W>,
    /// For the tile of the royal piece and the other one, which strands there are.
    ranges: Vec<(u32, u32)>,
    strands: Vec<Strand<W>>,
    tiles: usize,
}

/// One way.
#[derive(Clone, PartialEq, Debug)]
struct Strand<const W: usize> {
    empty: Set<W>,
    full: Set<W>,
    others: Vec<(Ask, u16, bool)>,
}

/// What a position says of all moves at once.
pub(super) struct Doubt<const W: usize, const N: usize> {
    verdict: Verdict,
    from: Set<W>,
    to: Set<W>,
    /// Tiles to which pieces of a kind bring something new.
    brings: [Set<W>; N],
    /// For each atom its royal pieces, and behind them the pieces of each of its sorts.
    pieces: SmallVec<[Set<W>; 16]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Moves that touch none of the tiles are legal.
    Legal,
    /// They are not.
    Illegal,
    /// Nothing is known.
    Unknown,
}

/// What goes into the making.
pub(super) struct Material<'m, const W: usize> {
    pub(super) reference: &'m Reference,
    pub(super) code: &'m Code,
    pub(super) conds: &'m Conds,
    pub(super) shapes: &'m Shapes<W>,
    pub(super) sees: &'m [Vec<Vec<Range>>],
}

impl<const W: usize> Sift<W> {
    /// What can be known of this rule, if that is worth anything.
    pub(super) fn new(material: &Material<'_, W>, legal: &Cond) -> Option<Sift<W>> {
        let rules = &material.reference.rules;
        if !is_the_same_in_all_phases(rules) {
            return None;
        }
        if material.reference.board.len() > MOST_TILES {
            return None;
        }
        let mut tests_captures = false;
        for after in &rules.turn.after {
            let alone = after.actions.iter().all(|action| match action {
                Action::Here(effect) | Action::Every(_, effect) | Action::EveryPart(_, effect) => {
                    matches!(effect, Effect::Count { .. } | Effect::Mark(_))
                }
                Action::Each { path, .. } => leaves_pieces_alone(path),
                Action::Again { .. } => true,
                Action::Illegal => false,
            });
            if alone {
                continue;
            }
            if !after.triggers.iter().all(|t| matches!(t, Trigger::Capture | Trigger::Out | Trigger::End(_)))
            {
                return None;
            }
            tests_captures = true;
        }
        let mut found = Found { royal: vec![false; rules.kinds.len()], atoms: Vec::new() };
        let formula = found.formula(legal);
        let is_strict = is_strict(&formula);
        let players = rules.players.len();
        let mut atoms = Vec::new();
        let mut minds_enemies = false;
        for atom in &found.atoms {
            let of_players = (0..players).map(|me| material.atom(atom, me)).collect::<Option<Vec<_>>>()?;
            minds_enemies |= of_players.iter().enumerate().any(|(me, a)| a.owner != me);
            atoms.push(of_players);
        }
        if atoms.is_empty() {
            return None;
        }
        // Whoever turns into a royal piece, or another piece that takes, is tested; see `Sifted::promotions`.
        let royal_kinds = (0..rules.kinds.len()).filter(|k| found.royal[*k]).map(|k| k as u8).collect();
        Some(Sift {
            formula,
            atoms,
            royal: found.royal,
            royal_kinds,
            tests_captures,
            minds_enemies,
            is_strict,
        })
    }
}

/// An atom before its strands are known.
struct Plan {
    of_enemy: bool,
    kinds: Vec<u8>,
    sees: Option<u32>,
}

struct Found {
    royal: Vec<bool>,
    atoms: Vec<Plan>,
}

impl Found {
    fn formula(&mut self, cond: &Cond) -> Formula {
        match cond {
            Cond::True | Cond::False => Formula::Fixed(cond.clone()),
            Cond::Not(inner) => Formula::Not(Box::new(self.formula(inner))),
            Cond::And(all) => Formula::And(all.iter().map(|c| self.formula(c)).collect()),
            Cond::Or(all) => Formula::Or(all.iter().map(|c| self.formula(c)).collect()),
            Cond::Some(piece) => {
                let Cond::And(parts) = &**piece else { return Formula::Unknown };
                match parts.as_slice() {
                    [Cond::Kind(kinds), Cond::Attacked] => {
                        Formula::Or(vec![self.atom(false, kinds, None), self.atom(true, kinds, None)])
                    }
                    [Cond::Owner(who @ (Who::Friend | Who::Enemy)), Cond::Kind(kinds), rest @ ..] => {
                        let of_enemy = *who == Who::Enemy;
                        match rest {
                            [] => {
                                self.note(kinds);
                                Formula::Fixed(cond.clone())
                            }
                            [Cond::Attacked] => self.atom(of_enemy, kinds, None),
                            [Cond::Sees(path)] if !of_enemy => self.atom(false, kinds, Some(*path)),
                            _ => Formula::Unknown,
                        }
                    }
                    _ => Formula::Unknown,
                }
            }
            _ => Formula::Unknown,
        }
    }

    fn note(&mut self, kinds: &[u8]) {
        kinds.iter().for_each(|k| self.royal[*k as usize] = true);
    }

    fn atom(&mut self, of_enemy: bool, kinds: &[u8], sees: Option<u32>) -> Formula {
        self.note(kinds);
        let same = |a: &Plan| a.of_enemy == of_enemy && a.kinds == kinds && a.sees == sees;
        let known = self.atoms.iter().position(same);
        Formula::Atom(known.unwrap_or_else(|| {
            self.atoms.push(Plan { of_enemy, kinds: kinds.to_vec(), sees });
            self.atoms.len() - 1
        }))
    }
}

/// Whether every atom has to be false for the formula to hold.
fn is_strict(formula: &Formula) -> bool {
    fn denies(formula: &Formula) -> bool {
        match formula {
            Formula::Atom(_) => true,
            Formula::Or(all) => all.iter().all(denies),
            _ => false,
        }
    }
    match formula {
        Formula::And(all) => all.iter().all(is_strict),
        Formula::Not(inner) => denies(inner),
        _ => false,
    }
}

impl<const W: usize> Material<'_, W> {
    fn atom(&self, plan: &Plan, me: usize) -> Option<Atom<W>> {
        let players = self.reference.rules.players.len();
        // Of several enemies each has royal pieces of its own.
        if plan.of_enemy && players != 2 {
            return None;
        }
        let owner = if plan.of_enemy { 1 - me } else { me };
        let mut sorts: Vec<Sort<W>> = Vec::new();
        if let Some(path) = plan.sees {
            sorts.push(self.seen(path, me)?);
        } else {
            for player in (0..players).filter(|p| *p != owner) {
                for kind in 0..self.reference.rules.kinds.len() {
                    let Some(sort) = self.attacks(player, kind)? else { continue };
                    let same = |s: &&mut Sort<W>| {
                        s.by.as_ref().is_some_and(|(p, _)| *p == player)
                            && s.ranges == sort.ranges
                            && s.strands == sort.strands
                    };
                    match sorts.iter_mut().find(same) {
                        Some(known) => known.by.iter_mut().for_each(|(_, kinds)| kinds.push(kind as u8)),
                        None => sorts.push(sort),
                    }
                }
            }
        }
        Some(Atom { owner, kinds: plan.kinds.clone(), sorts })
    }

    /// The ways of a kind to take; `None` if one of them asks about more than single tiles.
    fn attacks(&self, player: usize, kind: usize) -> Option<Option<Sort<W>>> {
        let tiles = self.reference.board.len();
        let mut all: Vec<Vec<(usize, Strand<W>)>> = vec![Vec::new(); tiles];
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
                        let Some(strand) = self.strand(asked, Some(target)) else {
                            is_local = false;
                            continue;
                        };
                        all[target].extend(strand.map(|s| (from, s)));
                    }
                });
                if !is_local {
                    return None;
                }
            }
        }
        if all.iter().all(Vec::is_empty) {
            return Some(None);
        }
        sort(Some((player, vec![kind as u8])), all).map(Some)
    }

    /// What royal pieces see. Where that is an enemy's piece of some kinds at the end of the way, it is as if that piece saw them.
    fn seen(&self, path: u32, me: usize) -> Option<Sort<W>> {
        let programs = self.sees.get(path as usize)?.get(me)?;
        let mut all: Vec<Vec<(usize, Strand<W>)>> = Vec::new();
        for (from, range) in programs.iter().enumerate() {
            let mut of_tile = Vec::new();
            let mut is_local = true;
            self.code.ways(*range, |asked, _| match self.strand(asked, None) {
                Some(strand) => of_tile.extend(strand.map(|s| (from, s))),
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
            for (strand, (tile, _)) in all.iter_mut().flatten().zip(&mut ends) {
                strand.0 = tile;
                strand.1.others.clear();
            }
            return sort(Some((1 - me, kinds)), all);
        }
        sort(None, all)
    }

    /// The tile and the kinds, if all that a way asks besides emptiness is whether an enemy's piece of some kinds stands on a tile.
    fn enemy_at_end(&self, strand: &Strand<W>) -> Option<(usize, Vec<u8>)> {
        match strand.others.as_slice() {
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
    /// On the tile of the target an enemy stands.
    fn strand(&self, asked: &[(Ask, u16, bool)], target: Option<usize>) -> Option<Option<Strand<W>>> {
        let mut strand = Strand { empty: Set::EMPTY, full: Set::EMPTY, others: Vec::new() };
        for (ask, tile, wanted) in asked {
            let at_target = target == Some(*tile as usize);
            match (ask, wanted) {
                (Ask::Empty, true) | (Ask::Friend, true) | (Ask::Enemy, false) if at_target => {
                    return Some(None);
                }
                (Ask::Empty | Ask::Friend | Ask::Enemy, _) if at_target => {}
                (Ask::Empty, true) => strand.empty.insert(*tile as usize),
                (Ask::Empty, false) => strand.full.insert(*tile as usize),
                (Ask::Friend | Ask::Enemy, _) => strand.others.push((*ask, *tile, *wanted)),
                (Ask::Holds(number), _) => {
                    if !is_local(self.conds.get(*number)) {
                        return None;
                    }
                    strand.others.push((*ask, *tile, *wanted));
                }
            }
        }
        Some(Some(strand))
    }
}

/// Whether a test asks only what stands on its tile.
fn is_local(cond: &Cond) -> bool {
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

/// Puts strands in order; `None` if there are too many.
fn sort<const W: usize>(by: Option<(usize, Vec<u8>)>, all: Vec<Vec<(usize, Strand<W>)>>) -> Option<Sort<W>> {
    let tiles = all.len();
    let mut reach = ByTile::from_fn(|_| Set::EMPTY);
    let (mut ranges, mut strands) = (vec![(0, 0); tiles * tiles], Vec::new());
    for (target, of_target) in all.into_iter().enumerate() {
        let mut by_from: Vec<Vec<Strand<W>>> = vec![Vec::new(); tiles];
        for (from, strand) in of_target {
            reach.at_mut(target).insert(from);
            if !by_from[from].contains(&strand) {
                by_from[from].push(strand);
            }
        }
        for (from, of_both) in by_from.into_iter().enumerate() {
            let start = strands.len() as u32;
            strands.extend(of_both);
            ranges[target * tiles + from] = (start, strands.len() as u32);
        }
        if strands.len() > MOST_STRANDS {
            return None;
        }
    }
    Some(Sort { by, reach, ranges, strands, tiles })
}

impl<const W: usize> Sort<W> {
    #[inline]
    fn strands(&self, target: usize, from: usize) -> &[Strand<W>] {
        let (start, end) = self.ranges[target * self.tiles + from];
        &self.strands[start as usize..end as usize]
    }
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// What a position says of all moves at once.
    fn doubt(&self, sift: &Sift<W>, state: &State<W, N>, me: usize) -> Doubt<W, N> {
        let mut doubt = Doubt {
            verdict: Verdict::Unknown,
            from: Set::EMPTY,
            to: Set::EMPTY,
            brings: [Set::EMPTY; N],
            pieces: SmallVec::new(),
        };
        let own = state.sets[self.layout.owner(me) & (N - 1)];
        let occupied = self.occupied(state);
        let others = occupied.without(own);
        for kind in &sift.royal_kinds {
            doubt.to |= state.sets[*kind as usize & (N - 1)] & others;
        }
        let mut values: u32 = 0;
        // What closes the first open way: in a strict rule no other move helps.
        let mut closing: Option<(Set<W>, Set<W>)> = None;
        for (number, atom) in sift.atoms.iter().enumerate() {
            let atom = &atom[me];
            let royals = of(state, &atom.kinds) & state.sets[self.layout.owner(atom.owner) & (N - 1)];
            doubt.pieces.push(royals);
            let first = doubt.pieces.len();
            for sort in &atom.sorts {
                doubt.pieces.push(match &sort.by {
                    Some((player, kinds)) if self.is_in_play(state, *player) => {
                        of(state, kinds) & state.sets[self.layout.owner(*player) & (N - 1)]
                    }
                    _ => Set::EMPTY,
                });
            }
            for royal in royals.iter() {
                for (i, sort) in atom.sorts.iter().enumerate() {
                    let near = match &sort.by {
                        None => Set::one(royal),
                        Some(_) => *sort.reach.at(royal) & doubt.pieces[first + i],
                    };
                    for from in near.iter() {
                        for strand in sort.strands(royal, from) {
                            if strand.empty.meets(others) {
                                continue;
                            }
                            let (stands, misses) = (strand.empty & own, strand.full.without(occupied));
                            let is_open = stands.is_empty() && misses.is_empty();
                            if !(is_open || stands.is_at_most_one() && misses.is_at_most_one()) {
                                continue;
                            }
                            let mut near = Set::EMPTY;
                            let mut holds = true;
                            if !strand.others.is_empty() {
                                (holds, near) =
                                    self.others(state, me, sort, (royal, atom.owner), from, strand);
                                if !holds && near.is_empty() {
                                    continue;
                                }
                            }
                            if is_open && holds {
                                values |= 1 << number;
                                let mut to = strand.empty | near;
                                let mut starts = (strand.full & own) | near;
                                if atom.owner != me {
                                    to.insert(royal);
                                }
                                if sort.by.is_some() {
                                    to.insert(from);
                                    starts.insert(from);
                                }
                                closing.get_or_insert((starts, to));
                                doubt.from |= starts;
                                doubt.to |= to;
                            } else {
                                let near = if holds { Set::EMPTY } else { near };
                                doubt.from |= stands | near;
                                // A move that empties a tile is known by that already.
                                if stands.is_empty() {
                                    doubt.to |= misses;
                                }
                                doubt.to |= near;
                            }
                        }
                    }
                }
                if atom.owner != me {
                    self.brings(state, me, royal, occupied, &mut doubt.brings);
                }
            }
        }
        doubt.verdict = match self.value(&sift.formula, values, state, me) {
            Some(true) => Verdict::Legal,
            Some(false) => Verdict::Illegal,
            None => Verdict::Unknown,
        };
        if sift.is_strict
            && doubt.verdict == Verdict::Illegal
            && let Some((from, to)) = closing
        {
            (doubt.from, doubt.to) = (from, to);
        }
        doubt
    }

    /// Whether what a strand asks besides emptiness holds, and on which tiles a move could change that; none if it could not help.
    #[inline(never)]
    fn others(
        &self,
        state: &State<W, N>,
        me: usize,
        sort: &Sort<W>,
        (royal, owner): (usize, usize),
        from: usize,
        strand: &Strand<W>,
    ) -> (bool, Set<W>) {
        let view: View<'_, W, N> = match &sort.by {
            Some((player, _)) => self.view_with(state, *player, [Some(from), None], Some((royal, owner))),
            None => self.view(state, me),
        };
        let (mut all, mut wrong) = (Set::EMPTY, Set::EMPTY);
        for (ask, tile, wanted) in &strand.others {
            let tile = *tile as usize;
            all.insert(tile);
            let holds = match ask {
                Ask::Holds(number) => match self.conds.get(*number) {
                    // No piece is lifted or supposed on the tiles between.
                    Cond::Kind(kinds) if tile != from && tile != royal => {
                        kinds.iter().any(|k| state.sets[*k as usize & (N - 1)].has(tile))
                    }
                    _ => self.answer(&view, *ask, tile),
                },
                _ => self.answer(&view, *ask, tile),
            };
            if holds == *wanted {
                continue;
            }
            wrong.insert(tile);
            // Whoever moves puts an own piece on a tile, or leaves one empty.
            let is_hopeless = match &sort.by {
                // What must be the asker's own, and is not the mover's.
                Some((player, _)) if *player != me => *ask == Ask::Friend && *wanted,
                _ => match ask {
                    Ask::Enemy => *wanted,
                    Ask::Holds(number) => *wanted && asks_for_enemy(self.conds.get(*number)),
                    _ => false,
                },
            };
            if is_hopeless {
                return (false, Set::EMPTY);
            }
        }
        let number = wrong.iter().count();
        match number {
            0 => (true, all),
            1 | 2 => (false, wrong),
            _ => (false, Set::EMPTY),
        }
    }

    /// Where pieces of each kind would newly attack a royal piece of the enemy's.
    fn brings(
        &self,
        state: &State<W, N>,
        me: usize,
        royal: usize,
        occupied: Set<W>,
        brings: &mut [Set<W>; N],
    ) {
        let threats = &self.side(state, me).threats;
        for leap in &threats.leaps {
            for kind in &leap.kinds {
                brings[*kind as usize & (N - 1)] |= *leap.from.at(royal);
            }
        }
        for line in &threats.lines {
            // Along a line in which every tile counts, a piece attacks from nearer what it attacks from farther off.
            let there = if line.is_stopped_by_one && line.table.is_of_rays() {
                line.table.look(Any, royal, occupied)
            } else {
                *line.reach.at(royal)
            };
            for kind in &line.kinds {
                brings[*kind as usize & (N - 1)] |= there;
            }
        }
        for odd in &threats.odd {
            brings[odd.kind as usize & (N - 1)] |= *odd.reach.at(royal);
        }
    }

    /// Whether a move that only goes and takes is legal, seen without making it; nothing where that takes more.
    fn holds_after(
        &self,
        sift: &Sift<W>,
        (state, pieces): (&State<W, N>, &[Set<W>]),
        me: usize,
        step: Step,
    ) -> Option<bool> {
        if step.how != How::Plain || step.promotion != AS_IT_IS {
            return None;
        }
        let (leaves, arrives) = (Set::one(step.from as usize), Set::one(step.to as usize));
        let before = self.occupied(state);
        if before.meets(arrives) {
            let royal = sift.royal_kinds.iter();
            let is_royal = { royal }.any(|k| state.sets[*k as usize & (N - 1)].meets(arrives));
            if sift.tests_captures || is_royal {
                return None;
            }
        }
        let occupied = before.without(leaves) | arrives;
        let touched = leaves | arrives;
        // Some pieces of a player after the move.
        let after = |pieces: Set<W>, owner: usize, kinds: &[u8]| {
            let is_mover = owner == me && kinds.contains(&step.kind);
            if is_mover { pieces.without(touched) | arrives } else { pieces.without(touched) }
        };
        let mut values: u32 = 0;
        let mut pieces = pieces.iter();
        for (number, atom) in sift.atoms.iter().enumerate() {
            let atom = &atom[me];
            let royals = after(*pieces.next()?, atom.owner, &atom.kinds);
            let of_sorts = pieces.as_slice().get(..atom.sorts.len())?;
            pieces = pieces.as_slice()[atom.sorts.len()..].iter();
            'atom: for royal in royals.iter() {
                for (sort, of_sort) in atom.sorts.iter().zip(of_sorts) {
                    let near = match &sort.by {
                        None => Set::one(royal),
                        Some((player, kinds)) => *sort.reach.at(royal) & after(*of_sort, *player, kinds),
                    };
                    for from in near.iter() {
                        for strand in sort.strands(royal, from) {
                            if strand.empty.meets(occupied) || !strand.full.without(occupied).is_empty() {
                                continue;
                            }
                            if self.others_after(state, step, strand)? {
                                values |= 1 << number;
                                break 'atom;
                            }
                        }
                    }
                }
            }
        }
        self.value(&sift.formula, values, state, me)
    }

    /// Whether what a strand asks about kinds holds after a move; nothing if it asks about something else.
    #[inline(always)]
    fn others_after(&self, state: &State<W, N>, step: Step, strand: &Strand<W>) -> Option<bool> {
        for (ask, tile, wanted) in &strand.others {
            let (Ask::Holds(number), tile) = (ask, *tile as usize) else { return None };
            let Cond::Kind(kinds) = self.conds.get(*number) else { return None };
            let holds = if tile == step.to as usize {
                kinds.contains(&step.kind)
            } else {
                tile != step.from as usize
                    && kinds.iter().any(|k| state.sets[*k as usize & (N - 1)].has(tile))
            };
            if holds != *wanted {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the formula holds if its atoms do or not; nothing if that can't be said.
    fn value(&self, formula: &Formula, values: u32, state: &State<W, N>, me: usize) -> Option<bool> {
        match formula {
            Formula::Atom(number) => Some(values >> number & 1 != 0),
            Formula::Fixed(cond) => Some(self.holds(&self.view(state, me), 0, cond)),
            Formula::Unknown => None,
            Formula::Not(inner) => self.value(inner, values, state, me).map(|v| !v),
            Formula::And(all) => {
                let mut sum = Some(true);
                for part in all {
                    match self.value(part, values, state, me) {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => sum = None,
                    }
                }
                sum
            }
            Formula::Or(all) => {
                let mut sum = Some(false);
                for part in all {
                    match self.value(part, values, state, me) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => sum = None,
                    }
                }
                sum
            }
        }
    }

    /// A sink that tests the moves that have to be tested, and hands on what is legal.
    pub(super) fn sifted<'e, S: Sink<W>>(
        &'e self,
        sift: &'e Sift<W>,
        state: &'e State<W, N>,
        sink: &'e mut S,
    ) -> Sifted<'e, S, W, N> {
        let me = self.to_move(state);
        let mut doubt = self.doubt(sift, state, me);
        if sift.tests_captures {
            doubt.to |= self.occupied(state);
        }
        Sifted { engine: self, sift, state, me, doubt, sink }
    }
}

/// Whether a test can only hold where an enemy stands.
fn asks_for_enemy(cond: &Cond) -> bool {
    match cond {
        Cond::Owner(Who::Enemy) => true,
        Cond::And(all) => all.iter().any(asks_for_enemy),
        _ => false,
    }
}

/// Tests the moves that have to be tested.
pub(super) struct Sifted<'e, S, const W: usize, const N: usize> {
    engine: &'e Engine<W, N>,
    sift: &'e Sift<W>,
    state: &'e State<W, N>,
    me: usize,
    doubt: Doubt<W, N>,
    sink: &'e mut S,
}

impl<S: Sink<W>, const W: usize, const N: usize> Sifted<'_, S, W, N> {
    /// The moves that are legal without a test, and those to be tested.
    #[inline(always)]
    fn split(&self, kind: u8, from: Set<W>, to: Set<W>) -> (Set<W>, Set<W>) {
        let doubt = &self.doubt;
        if self.sift.royal[kind as usize] || doubt.verdict == Verdict::Unknown {
            return (Set::EMPTY, to);
        }
        let doubtful = to & (doubt.to | from | doubt.brings[kind as usize & (N - 1)]);
        match doubt.verdict {
            Verdict::Legal => (to.without(doubtful), doubtful),
            _ => (Set::EMPTY, doubtful),
        }
    }

    /// The targets of a piece on a tile that would be doubtful because of where it comes from.
    #[inline(always)]
    fn from(&self, tile: usize) -> Set<W> {
        if self.doubt.from.has(tile) { !Set::EMPTY } else { Set::EMPTY }
    }
}

impl<S: Sink<W>, const W: usize, const N: usize> Sink<W> for Sifted<'_, S, W, N> {
    #[inline]
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>) {
        let kind = self.state.kind_among(kinds, from);
        let (free, doubtful) = self.split(kind, self.from(from), to);
        if !free.is_empty() {
            self.sink.targets(&[kind], from, free);
        }
        if !doubtful.is_empty() {
            each_step(kind, from, doubtful, |step| self.step(step));
        }
    }

    fn choices(&mut self, kind: u8, number: u16, to: Set<W>) {
        let (free, doubtful) = self.split(kind, Set::EMPTY, to);
        self.sink.choices(kind, number, free);
        each_choice(kind, number, doubtful, |step| self.step(step));
    }

    fn promotions(&mut self, kind: u8, from: usize, to: Set<W>, into: &[u8]) {
        let (free, doubtful) = self.split(kind, self.from(from), to);
        let is_new = self.sift.minds_enemies || into.iter().any(|k| self.sift.royal[*k as usize]);
        let (free, doubtful) = if is_new { (Set::EMPTY, free | doubtful) } else { (free, doubtful) };
        self.sink.promotions(kind, from, free, into);
        each_promotion(kind, from, doubtful, into, |step| self.step(step));
    }

    #[inline]
    fn shifted(&mut self, kind: u8, shift: &Shift<W>, to: Set<W>) {
        let (free, doubtful) = self.split(kind, self.doubt.from.rolled(shift.by), to);
        if !free.is_empty() {
            self.sink.shifted(kind, shift, free);
        }
        if !doubtful.is_empty() {
            each_shifted(kind, shift, doubtful, |step| self.step(step));
        }
    }

    fn shifted_promotions(&mut self, kind: u8, shift: &Shift<W>, to: Set<W>, into: &[u8]) {
        let (free, doubtful) = self.split(kind, self.doubt.from.rolled(shift.by), to);
        let is_new = self.sift.minds_enemies || into.iter().any(|k| self.sift.royal[*k as usize]);
        let (free, doubtful) = if is_new { (Set::EMPTY, free | doubtful) } else { (free, doubtful) };
        self.sink.shifted_promotions(kind, shift, free, into);
        each_shifted(kind, shift, doubtful, |step| {
            into.iter().for_each(|k| self.step(Step { promotion: *k, ..step }));
        });
    }

    fn step(&mut self, step: Step) {
        let engine = self.engine;
        if step.how == How::Pass && self.doubt.verdict != Verdict::Unknown {
            if self.doubt.verdict == Verdict::Legal {
                self.sink.step(step);
            }
            return;
        }
        let seen = engine.holds_after(self.sift, (self.state, &self.doubt.pieces), self.me, step);
        if seen.unwrap_or_else(|| engine.is_legal_step(self.state, step)) {
            self.sink.step(step);
        }
    }
}

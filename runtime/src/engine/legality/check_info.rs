//! Check info: what a position says of all moves at once, seen from the ways that lead to royal pieces.

use smallvec::SmallVec;
use tilegame_dsl::ir::Who;

use crate::cpu::{Any, Cpu, QUICK_WORDS, Work, best};
use crate::engine::legality::demand::{Demand, Pinned};
use crate::engine::legality::flight::Flight;
use crate::engine::view::View;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::plan::Plan;
use crate::plan::cond::Cond;
use crate::plan::legality::attack_line::{Atom, AttackLine, Pieces, Sort};
use crate::plan::legality::incremental::Incremental;
use crate::plan::program::Ask;

/// What a position says of all moves at once.
pub(crate) struct CheckInfo<const W: usize, const N: usize> {
    pub(crate) verdict: Verdict,
    /// The answers to the tests that only moves of royal pieces can change.
    pub(crate) fixed: usize,
    /// Atoms whose values are known, and those of them that are true.
    pub(crate) seen: u32,
    pub(crate) values: u32,
    pub(crate) demand: Demand<W>,
    /// Pieces of which something special is asked: royal ones, and those from whose tiles moves are judged or that stand in some way.
    pub(crate) special: Set<W>,
    /// Where all others go freely if nothing new comes of it, and where they are judged.
    pub(crate) free: Set<W>,
    pub(crate) judged: Set<W>,
    /// To where pieces of each kind would bring something new, if anything asks: moves that have to be judged, and moves that are
    /// not legal.
    gives_check: Option<[[Set<W>; 2]; N]>,
    /// Pieces that stand in some way.
    pub(crate) stands: SmallVec<[Pinned<W>; 8]>,
    pub(crate) flight: Flight<W>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Moves that touch none of the tiles are legal.
    Legal,
    /// They are not.
    Illegal,
    /// Nothing is known.
    Unknown,
}

/// One attack line with what it leads from and to.
struct Seen<'s, const W: usize> {
    sort: &'s Sort<W>,
    attack_line: &'s AttackLine<W>,
    royal: usize,
    owner: usize,
    from: usize,
    blockers: Set<W>,
}

impl<const W: usize, const N: usize> CheckInfo<W, N> {
    #[inline(always)]
    pub(crate) fn nothing() -> CheckInfo<W, N> {
        let none = Set::EMPTY;
        CheckInfo {
            verdict: Verdict::Unknown,
            fixed: 0,
            seen: 0,
            values: 0,
            demand: Demand { from: none, to: none, never: none, standing: none },
            special: none,
            free: none,
            judged: !none,
            gives_check: None,
            stands: SmallVec::new(),
            flight: Flight::unknown(),
        }
    }

    /// To where pieces of a kind would bring something new: moves that have to be judged, and moves that are not legal.
    #[inline(always)]
    pub(crate) fn gives_check(&self, kind: u8) -> [Set<W>; 2] {
        self.gives_check.as_ref().map_or([Set::EMPTY; 2], |gives_check| gives_check[kind as usize & (N - 1)])
    }

    /// All is known that can be.
    fn finish(&mut self, royals: Set<W>) {
        let demand = &self.demand;
        self.special = demand.from | demand.standing | royals;
        (self.free, self.judged) = match self.verdict {
            Verdict::Legal => (!(demand.to | demand.never), demand.to),
            Verdict::Illegal => (Set::EMPTY, demand.to),
            Verdict::Unknown => (Set::EMPTY, !Set::EMPTY),
        };
    }

    /// Whatever is not certain, or would not be legal, has to be judged.
    fn judge_all(&mut self) {
        self.demand.from |= self.demand.standing;
        self.demand.to |= self.demand.never;
        (self.demand.standing, self.demand.never) = (Set::EMPTY, Set::EMPTY);
        for [judged, never] in self.gives_check.iter_mut().flatten() {
            *judged |= *never;
            *never = Set::EMPTY;
        }
        self.flight = Flight::unknown();
    }
}

/// Finding out what a position says of all moves of a player.
struct FindingCheckInfo<'d, const W: usize, const N: usize> {
    engine: &'d Plan<W, N>,
    incremental: &'d Incremental<W>,
    state: &'d State<W, N>,
    me: usize,
    info: &'d mut CheckInfo<W, N>,
}

impl<const W: usize, const N: usize> Work for FindingCheckInfo<'_, W, N> {
    type Result = ();

    #[inline(always)]
    fn on<P: Cpu>(self, processor: P) {
        self.engine.weigh_all(processor, self.incremental, self.state, self.me, self.info);
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// What a position says of all moves at once.
    pub(crate) fn info(
        &self,
        incremental: &Incremental<W>,
        state: &State<W, N>,
        me: usize,
        info: &mut CheckInfo<W, N>,
    ) {
        let work = FindingCheckInfo { engine: self, incremental, state, me, info };
        if const { W > QUICK_WORDS } { work.on(Any) } else { best(work) }
    }

    #[inline(always)]
    fn weigh_all<P: Cpu>(
        &self,
        processor: P,
        incremental: &Incremental<W>,
        state: &State<W, N>,
        me: usize,
        info: &mut CheckInfo<W, N>,
    ) {
        let own = state.sets[self.layout.owner(me) & (N - 1)];
        let occupied = self.occupied(state);
        let others = occupied.without(own);
        info.demand.to = state.sets[incremental.royals[me].set as usize & (N - 1)] & others;
        if incremental.tests_captures {
            info.demand.to |= others;
        }
        info.fixed = incremental.truth.fixed(
            |test| self.holds(&self.view(state, me), 0, test),
            |atom| self.is_true(state, me, &incremental.atoms[atom][me]),
        );
        let (fatal, deadly) = (incremental.truth.fatal(info.fixed), incremental.truth.deadly(info.fixed));
        let matter = incremental.truth.matter(info.fixed);
        let mut values: u32 = 0;
        // An atom may become true without harm.
        let mut is_soft = false;
        // What closes the first open way: if that must not be open no other move helps.
        let mut closing: Option<(Set<W>, Set<W>)> = None;
        let mut of_enemies = None;
        for (number, atom) in incremental.atoms.iter().enumerate() {
            let atom = &atom[me];
            if number == incremental.of_enemies {
                of_enemies = Some((info.demand, info.stands.len()));
            }
            if matter >> number & 1 == 0 {
                continue;
            }
            let owner = atom.royals.owner;
            for royal in self.of(state, &atom.royals).iter() {
                for sort in &atom.sorts {
                    let near = match &sort.by {
                        None => Set::one(royal),
                        Some(by) => sort.reach.at(royal)[0] & self.pieces_in_play(state, by),
                    };
                    if near.is_empty() {
                        continue;
                    }
                    let blockers = self.blockers_of(state, sort);
                    for from in near.iter() {
                        for attack_line in sort.attack_lines(royal, from) {
                            if attack_line.empty.meets(others) {
                                continue;
                            }
                            let (stands, misses) =
                                (attack_line.empty & own, attack_line.full.without(occupied));
                            if !stands.is_at_most_one() || !misses.is_at_most_one() {
                                continue;
                            }
                            let seen = Seen { sort, attack_line, royal, owner, from, blockers };
                            let is_true = self.weigh(state, me, &seen, (stands, misses), info);
                            match is_true {
                                None => {}
                                Some(true) => {
                                    values |= 1 << number;
                                    let (starts, to) = self.closes(state, me, &seen, own);
                                    info.demand.from |= starts;
                                    info.demand.to |= to;
                                    if deadly >> number & 1 != 0 {
                                        closing.get_or_insert((starts, to));
                                    }
                                }
                                Some(false) => is_soft |= fatal >> number & 1 == 0,
                            }
                        }
                    }
                }
                if owner != me {
                    is_soft |= fatal >> number & 1 == 0;
                    let gives_check = info.gives_check.get_or_insert([[Set::EMPTY; 2]; N]);
                    self.gives_check(processor, state, me, (royal, occupied), gives_check);
                }
            }
        }
        (info.seen, info.values) = (matter, values);
        info.verdict = match incremental.truth.holds(info.fixed, values) {
            Some(true) if values == 0 => Verdict::Legal,
            Some(true) => {
                is_soft = true;
                Verdict::Legal
            }
            Some(false) => Verdict::Illegal,
            None => Verdict::Unknown,
        };
        if info.verdict == Verdict::Legal && !is_soft {
            if let Some((demand, stands)) = of_enemies {
                info.flight.demand = demand;
                info.flight.stands = stands;
                self.flight(processor, incremental, state, me, (fatal, matter), &mut info.flight);
            }
            return info.finish(self.of(state, &incremental.royals[me]));
        }
        info.judge_all();
        if let Some((from, to)) = closing
            && info.verdict == Verdict::Illegal
        {
            // Where something is taken more may happen than that, and the answer to a fixed test may change.
            let captures = match incremental.tests_captures {
                true => others,
                false if incremental.truth.has_fixed() => {
                    state.sets[incremental.royals[me].set as usize & (N - 1)] & others
                }
                false => Set::EMPTY,
            };
            (info.demand.from, info.demand.to) = (from, to | captures);
        }
        info.finish(self.of(state, &incremental.royals[me]));
    }

    /// Whether an atom is true of a position.
    pub(crate) fn is_true(&self, state: &State<W, N>, me: usize, atom: &Atom<W>) -> bool {
        let (occupied, owner) = (self.occupied(state), atom.royals.owner);
        let leads = |sort: &Sort<W>, royal: usize| {
            let near = match &sort.by {
                None => Set::one(royal),
                Some(by) => sort.reach.at(royal)[0] & self.pieces_in_play(state, by),
            };
            let blockers = self.blockers_of(state, sort);
            near.iter().any(|from| {
                let mut open =
                    sort.attack_lines(royal, from).iter().filter(|s| s.is_open(occupied, blockers));
                let seen = |attack_line| Seen { sort, attack_line, royal, owner, from, blockers };
                open.any(|attack_line| {
                    attack_line.others.is_empty() || self.others(state, me, &seen(attack_line)).0
                })
            })
        };
        let royals = self.of(state, &atom.royals);
        royals.iter().any(|royal| atom.sorts.iter().any(|sort| leads(sort, royal)))
    }

    /// A player's pieces of some kinds, as long as the player is in play.
    #[inline(always)]
    pub(crate) fn pieces_in_play(&self, state: &State<W, N>, pieces: &Pieces) -> Set<W> {
        if self.layout.out.is_some() && !self.is_in_play(state, pieces.owner) {
            return Set::EMPTY;
        }
        self.of(state, pieces)
    }

    /// A player's pieces of some kinds.
    #[inline(always)]
    pub(crate) fn of(&self, state: &State<W, N>, pieces: &Pieces) -> Set<W> {
        state.sets[pieces.set as usize & (N - 1)] & state.sets[self.layout.owner(pieces.owner) & (N - 1)]
    }

    /// The pieces that bar attack lines of a sort.
    #[inline(always)]
    pub(crate) fn blockers_of(&self, state: &State<W, N>, sort: &Sort<W>) -> Set<W> {
        sort.bar.as_ref().map_or(Set::EMPTY, |bar| state.sets[bar.set as usize & (N - 1)])
    }

    /// Notes what moves could open a closed attack line, of which at most one tile is wrongly occupied by an own piece and at most one
    /// wrongly empty. Whether it is open; nothing if it is closed and stays so.
    #[inline(always)]
    fn weigh(
        &self,
        state: &State<W, N>,
        me: usize,
        seen: &Seen<'_, W>,
        (stands, misses): (Set<W>, Set<W>),
        info: &mut CheckInfo<W, N>,
    ) -> Option<bool> {
        let attack_line = seen.attack_line;
        if !attack_line.others.is_empty() {
            return self.weigh_others(state, me, seen, (stands, misses), info);
        }
        let barred = attack_line.barred & seen.blockers;
        if !barred.is_empty() {
            return self.weigh_blockers(state, me, seen, (stands, misses, barred), info);
        }
        match (stands.is_empty(), misses.is_empty()) {
            (true, true) => return Some(true),
            (true, false) => {
                // One that comes from a tile that has to be occupied opens nothing, nor does the one at whose end the attack line begins.
                let own = state.sets[self.layout.owner(me) & (N - 1)];
                if seen.owner == me && attack_line.barred.is_empty() && !attack_line.full.meets(own) {
                    info.demand.never |= misses;
                } else {
                    info.demand.to |= misses;
                }
            }
            (false, is_full) => {
                info.demand.standing |= stands;
                let tile = stands.lowest();
                info.stands.push(if is_full {
                    let end = if seen.sort.by.is_some() { Set::one(seen.from) } else { Set::EMPTY };
                    Pinned { tile, allowed: attack_line.empty | end, judged: attack_line.barred }
                } else {
                    Pinned { tile, allowed: !misses, judged: misses }
                });
            }
        }
        Some(false)
    }

    /// The same for an attack line that is barred.
    #[inline(never)]
    fn weigh_blockers(
        &self,
        state: &State<W, N>,
        me: usize,
        seen: &Seen<'_, W>,
        (stands, misses, barred): (Set<W>, Set<W>, Set<W>),
        info: &mut CheckInfo<W, N>,
    ) -> Option<bool> {
        let own = state.sets[self.layout.owner(me) & (N - 1)];
        if !barred.is_at_most_one() {
            return None;
        }
        if !barred.meets(seen.attack_line.full) {
            info.demand.from |= stands | barred;
            info.demand.to |= misses | barred;
        } else if barred.meets(own) || !misses.is_empty() {
            // Something has to stand where it stands, and only what is taken gives way to something else.
            return None;
        } else if stands.is_empty() {
            info.demand.to |= barred;
        } else {
            info.demand.standing |= stands;
            info.stands.push(Pinned { tile: stands.lowest(), allowed: !barred, judged: barred });
        }
        Some(false)
    }

    /// The same for an attack line that asks more than which tiles are empty.
    #[inline(never)]
    fn weigh_others(
        &self,
        state: &State<W, N>,
        me: usize,
        seen: &Seen<'_, W>,
        (stands, misses): (Set<W>, Set<W>),
        info: &mut CheckInfo<W, N>,
    ) -> Option<bool> {
        let (holds, near) = self.others(state, me, seen);
        if !holds && near.is_empty() {
            return None;
        }
        if holds && stands.is_empty() && misses.is_empty() {
            return Some(true);
        }
        let near = if holds { Set::EMPTY } else { near };
        info.demand.from |= stands | near;
        // A move that empties a tile is known by that already.
        if stands.is_empty() {
            info.demand.to |= misses;
        }
        info.demand.to |= near;
        Some(false)
    }

    /// From and to where a move has to go that closes an open attack line.
    #[inline(never)]
    fn closes(&self, state: &State<W, N>, me: usize, seen: &Seen<'_, W>, own: Set<W>) -> (Set<W>, Set<W>) {
        let attack_line = seen.attack_line;
        let near =
            if attack_line.others.is_empty() { attack_line.barred } else { self.others(state, me, seen).1 };
        let mut to = attack_line.empty | near;
        let mut starts = (attack_line.full & own) | near;
        if seen.owner != me {
            to.insert(seen.royal);
        }
        if seen.sort.by.is_some() {
            to.insert(seen.from);
            starts.insert(seen.from);
        }
        (starts, to)
    }

    /// Whether what an attack line asks besides emptiness holds, and on which tiles a move could change that; none if it could not help.
    #[inline(never)]
    fn others(&self, state: &State<W, N>, me: usize, seen: &Seen<'_, W>) -> (bool, Set<W>) {
        let view: View<'_, W, N> = match &seen.sort.by {
            Some(by) => {
                self.view_with(state, by.owner, [Some(seen.from), None], Some((seen.royal, seen.owner)))
            }
            None => self.view(state, me),
        };
        let (mut all, mut wrong) = (Set::EMPTY, Set::EMPTY);
        for (ask, tile, wanted) in &seen.attack_line.others {
            let tile = *tile as usize;
            all.insert(tile);
            let holds = match ask {
                Ask::Holds(number) => match self.tests.conds.get(*number) {
                    // No piece is lifted or supposed on the tiles between.
                    Cond::Kind(kinds) if tile != seen.from && tile != seen.royal => {
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
            // A move puts a friend on a tile, or leaves one empty.
            let is_hopeless = match &seen.sort.by {
                // What must be the asker's own, and is not the mover's.
                Some(by) if by.owner != me => *ask == Ask::Friend && *wanted,
                _ => match ask {
                    Ask::Enemy => *wanted,
                    Ask::Holds(number) => *wanted && asks_for_enemy(self.tests.conds.get(*number)),
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

    /// Where pieces of each kind would newly attack a royal piece of the enemy's: perhaps, and certainly.
    #[inline(always)]
    fn gives_check<P: Cpu>(
        &self,
        processor: P,
        state: &State<W, N>,
        me: usize,
        (royal, occupied): (usize, Set<W>),
        gives_check: &mut [[Set<W>; 2]; N],
    ) {
        let threats = &self.side(state, me).threats;
        for leap in &threats.leaps {
            for kind in &leap.kinds {
                gives_check[*kind as usize & (N - 1)][1] |= *leap.from.at(royal);
            }
        }
        for line in &threats.lines {
            // Along a line in which every tile counts, a piece attacks from nearer what it attacks from farther off.
            let (there, is_certain) = if line.is_stopped_by_one && line.table.is_of_rays() {
                (line.table.look(processor, royal, occupied), true)
            } else {
                (*line.reach.at(royal), false)
            };
            for kind in &line.kinds {
                gives_check[*kind as usize & (N - 1)][usize::from(is_certain)] |= there;
            }
        }
        for odd in &threats.odd {
            gives_check[odd.kind as usize & (N - 1)][0] |= *odd.reach.at(royal);
        }
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

//! Doubt: what a position says of all moves at once, seen from the ways that lead to royal pieces.

use smallvec::SmallVec;
use tilegame_dsl::ir::Who;

use crate::engine::legality::demand::{Demand, Stand};
use crate::engine::legality::flight::Flight;
use crate::engine::view::View;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::plan::Plan;
use crate::plan::cond::Cond;
use crate::plan::legality::incremental::Sift;
use crate::plan::legality::strand::{Atom, Pieces, Sort, Strand};
use crate::plan::program::Ask;
use crate::processor::{Any, Processor, QUICK_WORDS, Work, best};

/// What a position says of all moves at once.
pub(crate) struct Doubt<const W: usize, const N: usize> {
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
    brings: Option<[[Set<W>; 2]; N]>,
    /// Pieces that stand in some way.
    pub(crate) stands: SmallVec<[Stand<W>; 8]>,
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

/// One strand with what it leads from and to.
struct Seen<'s, const W: usize> {
    sort: &'s Sort<W>,
    strand: &'s Strand<W>,
    royal: usize,
    owner: usize,
    from: usize,
    bars: Set<W>,
}

impl<const W: usize, const N: usize> Doubt<W, N> {
    #[inline(always)]
    pub(crate) fn nothing() -> Doubt<W, N> {
        let none = Set::EMPTY;
        Doubt {
            verdict: Verdict::Unknown,
            fixed: 0,
            seen: 0,
            values: 0,
            demand: Demand { from: none, to: none, never: none, standing: none },
            special: none,
            free: none,
            judged: !none,
            brings: None,
            stands: SmallVec::new(),
            flight: Flight::unknown(),
        }
    }

    /// To where pieces of a kind would bring something new: moves that have to be judged, and moves that are not legal.
    #[inline(always)]
    pub(crate) fn brings(&self, kind: u8) -> [Set<W>; 2] {
        self.brings.as_ref().map_or([Set::EMPTY; 2], |brings| brings[kind as usize & (N - 1)])
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
        for [judged, never] in self.brings.iter_mut().flatten() {
            *judged |= *never;
            *never = Set::EMPTY;
        }
        self.flight = Flight::unknown();
    }
}

/// Finding out what a position says of all moves of a player.
struct Doubting<'d, const W: usize, const N: usize> {
    engine: &'d Plan<W, N>,
    sift: &'d Sift<W>,
    state: &'d State<W, N>,
    me: usize,
    doubt: &'d mut Doubt<W, N>,
}

impl<const W: usize, const N: usize> Work for Doubting<'_, W, N> {
    type Result = ();

    #[inline(always)]
    fn on<P: Processor>(self, processor: P) {
        self.engine.weigh_all(processor, self.sift, self.state, self.me, self.doubt);
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// What a position says of all moves at once.
    pub(crate) fn doubt(&self, sift: &Sift<W>, state: &State<W, N>, me: usize, doubt: &mut Doubt<W, N>) {
        let work = Doubting { engine: self, sift, state, me, doubt };
        if const { W > QUICK_WORDS } { work.on(Any) } else { best(work) }
    }

    #[inline(always)]
    fn weigh_all<P: Processor>(
        &self,
        processor: P,
        sift: &Sift<W>,
        state: &State<W, N>,
        me: usize,
        doubt: &mut Doubt<W, N>,
    ) {
        let own = state.sets[self.layout.owner(me) & (N - 1)];
        let occupied = self.occupied(state);
        let others = occupied.without(own);
        doubt.demand.to = state.sets[sift.royals[me].set as usize & (N - 1)] & others;
        if sift.tests_captures {
            doubt.demand.to |= others;
        }
        doubt.fixed = sift.truth.fixed(
            |test| self.holds(&self.view(state, me), 0, test),
            |atom| self.is_true(state, me, &sift.atoms[atom][me]),
        );
        let (fatal, deadly) = (sift.truth.fatal(doubt.fixed), sift.truth.deadly(doubt.fixed));
        let matter = sift.truth.matter(doubt.fixed);
        let mut values: u32 = 0;
        // An atom may become true without harm.
        let mut is_soft = false;
        // What closes the first open way: if that must not be open no other move helps.
        let mut closing: Option<(Set<W>, Set<W>)> = None;
        let mut of_enemies = None;
        for (number, atom) in sift.atoms.iter().enumerate() {
            let atom = &atom[me];
            if number == sift.of_enemies {
                of_enemies = Some((doubt.demand, doubt.stands.len()));
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
                    let bars = self.bars_of(state, sort);
                    for from in near.iter() {
                        for strand in sort.strands(royal, from) {
                            if strand.empty.meets(others) {
                                continue;
                            }
                            let (stands, misses) = (strand.empty & own, strand.full.without(occupied));
                            if !stands.is_at_most_one() || !misses.is_at_most_one() {
                                continue;
                            }
                            let seen = Seen { sort, strand, royal, owner, from, bars };
                            let is_true = self.weigh(state, me, &seen, (stands, misses), doubt);
                            match is_true {
                                None => {}
                                Some(true) => {
                                    values |= 1 << number;
                                    let (starts, to) = self.closes(state, me, &seen, own);
                                    doubt.demand.from |= starts;
                                    doubt.demand.to |= to;
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
                    let brings = doubt.brings.get_or_insert([[Set::EMPTY; 2]; N]);
                    self.brings(processor, state, me, (royal, occupied), brings);
                }
            }
        }
        (doubt.seen, doubt.values) = (matter, values);
        doubt.verdict = match sift.truth.holds(doubt.fixed, values) {
            Some(true) if values == 0 => Verdict::Legal,
            Some(true) => {
                is_soft = true;
                Verdict::Legal
            }
            Some(false) => Verdict::Illegal,
            None => Verdict::Unknown,
        };
        if doubt.verdict == Verdict::Legal && !is_soft {
            if let Some((demand, stands)) = of_enemies {
                doubt.flight.demand = demand;
                doubt.flight.stands = stands;
                self.flight(processor, sift, state, me, (fatal, matter), &mut doubt.flight);
            }
            return doubt.finish(self.of(state, &sift.royals[me]));
        }
        doubt.judge_all();
        if let Some((from, to)) = closing
            && doubt.verdict == Verdict::Illegal
        {
            // Where something is taken more may happen than that, and the answer to a fixed test may change.
            let captures = match sift.tests_captures {
                true => others,
                false if sift.truth.has_fixed() => {
                    state.sets[sift.royals[me].set as usize & (N - 1)] & others
                }
                false => Set::EMPTY,
            };
            (doubt.demand.from, doubt.demand.to) = (from, to | captures);
        }
        doubt.finish(self.of(state, &sift.royals[me]));
    }

    /// Whether an atom is true of a position.
    pub(crate) fn is_true(&self, state: &State<W, N>, me: usize, atom: &Atom<W>) -> bool {
        let (occupied, owner) = (self.occupied(state), atom.royals.owner);
        let leads = |sort: &Sort<W>, royal: usize| {
            let near = match &sort.by {
                None => Set::one(royal),
                Some(by) => sort.reach.at(royal)[0] & self.pieces_in_play(state, by),
            };
            let bars = self.bars_of(state, sort);
            near.iter().any(|from| {
                let mut open = sort.strands(royal, from).iter().filter(|s| s.is_open(occupied, bars));
                let seen = |strand| Seen { sort, strand, royal, owner, from, bars };
                open.any(|strand| strand.others.is_empty() || self.others(state, me, &seen(strand)).0)
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

    /// The pieces that bar strands of a sort.
    #[inline(always)]
    pub(crate) fn bars_of(&self, state: &State<W, N>, sort: &Sort<W>) -> Set<W> {
        sort.bar.as_ref().map_or(Set::EMPTY, |bar| state.sets[bar.set as usize & (N - 1)])
    }

    /// Notes what moves could open a closed strand, of which at most one tile is wrongly occupied by an own piece and at most one
    /// wrongly empty. Whether it is open; nothing if it is closed and stays so.
    #[inline(always)]
    fn weigh(
        &self,
        state: &State<W, N>,
        me: usize,
        seen: &Seen<'_, W>,
        (stands, misses): (Set<W>, Set<W>),
        doubt: &mut Doubt<W, N>,
    ) -> Option<bool> {
        let strand = seen.strand;
        if !strand.others.is_empty() {
            return self.weigh_others(state, me, seen, (stands, misses), doubt);
        }
        let barred = strand.barred & seen.bars;
        if !barred.is_empty() {
            return self.weigh_bars(state, me, seen, (stands, misses, barred), doubt);
        }
        match (stands.is_empty(), misses.is_empty()) {
            (true, true) => return Some(true),
            (true, false) => {
                // One that comes from a tile that has to be occupied opens nothing, nor does the one at whose end the strand begins.
                let own = state.sets[self.layout.owner(me) & (N - 1)];
                if seen.owner == me && strand.barred.is_empty() && !strand.full.meets(own) {
                    doubt.demand.never |= misses;
                } else {
                    doubt.demand.to |= misses;
                }
            }
            (false, is_full) => {
                doubt.demand.standing |= stands;
                let tile = stands.lowest();
                doubt.stands.push(if is_full {
                    let end = if seen.sort.by.is_some() { Set::one(seen.from) } else { Set::EMPTY };
                    Stand { tile, allowed: strand.empty | end, judged: strand.barred }
                } else {
                    Stand { tile, allowed: !misses, judged: misses }
                });
            }
        }
        Some(false)
    }

    /// The same for a strand that is barred.
    #[inline(never)]
    fn weigh_bars(
        &self,
        state: &State<W, N>,
        me: usize,
        seen: &Seen<'_, W>,
        (stands, misses, barred): (Set<W>, Set<W>, Set<W>),
        doubt: &mut Doubt<W, N>,
    ) -> Option<bool> {
        let own = state.sets[self.layout.owner(me) & (N - 1)];
        if !barred.is_at_most_one() {
            return None;
        }
        if !barred.meets(seen.strand.full) {
            doubt.demand.from |= stands | barred;
            doubt.demand.to |= misses | barred;
        } else if barred.meets(own) || !misses.is_empty() {
            // Something has to stand where it stands, and only what is taken gives way to something else.
            return None;
        } else if stands.is_empty() {
            doubt.demand.to |= barred;
        } else {
            doubt.demand.standing |= stands;
            doubt.stands.push(Stand { tile: stands.lowest(), allowed: !barred, judged: barred });
        }
        Some(false)
    }

    /// The same for a strand that asks more than which tiles are empty.
    #[inline(never)]
    fn weigh_others(
        &self,
        state: &State<W, N>,
        me: usize,
        seen: &Seen<'_, W>,
        (stands, misses): (Set<W>, Set<W>),
        doubt: &mut Doubt<W, N>,
    ) -> Option<bool> {
        let (holds, near) = self.others(state, me, seen);
        if !holds && near.is_empty() {
            return None;
        }
        if holds && stands.is_empty() && misses.is_empty() {
            return Some(true);
        }
        let near = if holds { Set::EMPTY } else { near };
        doubt.demand.from |= stands | near;
        // A move that empties a tile is known by that already.
        if stands.is_empty() {
            doubt.demand.to |= misses;
        }
        doubt.demand.to |= near;
        Some(false)
    }

    /// From and to where a move has to go that closes an open strand.
    #[inline(never)]
    fn closes(&self, state: &State<W, N>, me: usize, seen: &Seen<'_, W>, own: Set<W>) -> (Set<W>, Set<W>) {
        let strand = seen.strand;
        let near = if strand.others.is_empty() { strand.barred } else { self.others(state, me, seen).1 };
        let mut to = strand.empty | near;
        let mut starts = (strand.full & own) | near;
        if seen.owner != me {
            to.insert(seen.royal);
        }
        if seen.sort.by.is_some() {
            to.insert(seen.from);
            starts.insert(seen.from);
        }
        (starts, to)
    }

    /// Whether what a strand asks besides emptiness holds, and on which tiles a move could change that; none if it could not help.
    #[inline(never)]
    fn others(&self, state: &State<W, N>, me: usize, seen: &Seen<'_, W>) -> (bool, Set<W>) {
        let view: View<'_, W, N> = match &seen.sort.by {
            Some(by) => {
                self.view_with(state, by.owner, [Some(seen.from), None], Some((seen.royal, seen.owner)))
            }
            None => self.view(state, me),
        };
        let (mut all, mut wrong) = (Set::EMPTY, Set::EMPTY);
        for (ask, tile, wanted) in &seen.strand.others {
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
            // Whoever moves puts an own piece on a tile, or leaves one empty.
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
    fn brings<P: Processor>(
        &self,
        processor: P,
        state: &State<W, N>,
        me: usize,
        (royal, occupied): (usize, Set<W>),
        brings: &mut [[Set<W>; 2]; N],
    ) {
        let threats = &self.side(state, me).threats;
        for leap in &threats.leaps {
            for kind in &leap.kinds {
                brings[*kind as usize & (N - 1)][1] |= *leap.from.at(royal);
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
                brings[*kind as usize & (N - 1)][usize::from(is_certain)] |= there;
            }
        }
        for odd in &threats.odd {
            brings[odd.kind as usize & (N - 1)][0] |= *odd.reach.at(royal);
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

//! Legality without making moves: which tiles stop every check, which pieces stand alone on a line to a royal piece, and where a
//! royal piece would be taken.
//!
//! It serves rules of the form "no friend of these kinds is attacked" where enemies take along ways that ask only for empty tiles:
//! such a way is stopped by whoever goes onto it or takes the piece at its start, and by nobody else.

use std::sync::Arc;

use smallvec::SmallVec;

use super::attack::{Strikes, Threats};
use super::castle::Castle;
use super::engine::{Engine, Mover, Side};
use super::generate::Scene;
use super::make::Step;
use super::processor::{Any, Processor};
use super::program::Code;
use super::set::{ByTile, Set};
use super::sink::{Sink, emit};
use super::state::Layout;
use super::table::Table;
use super::ways::RuleShape;

/// What a position demands of legal moves.
pub(super) struct Guard<const W: usize> {
    /// Moves that do more than go, take and promote have to be made to see whether they are legal: they may change which pieces are
    /// royal, and whose.
    pub(super) is_on: bool,
    /// There is just one.
    pub(super) is_alone: bool,
    /// Castling is out of the question.
    pub(super) is_attacked: bool,
    /// Where other pieces may go.
    pub(super) allowed: Set<W>,
    pub(super) pinned: Set<W>,
    /// Where each pinned piece may go.
    lines: SmallVec<[(u16, Set<W>); 8]>,
    /// Where the only royal piece would be attacked, among the tiles to which it might go.
    pub(super) danger: Set<W>,
}

/// How a player's enemies take.
#[derive(Clone, Debug, Default)]
pub(super) struct Against<const W: usize> {
    leaps: Vec<Leapers<W>>,
    /// Lines of which each enemy and tile have just one way in common, or else each apart.
    lines: Vec<Lines<W>>,
}

/// Enemies in one set of a state.
#[derive(Clone, Copy, Debug)]
struct Foes {
    set: u8,
    owner: u8,
}

/// Enemies who leap.
#[derive(Clone, Debug)]
struct Leapers<const W: usize> {
    foes: Foes,
    /// From where they take on a tile; and from where they take where a royal piece on that tile might go.
    near: ByTile<[Set<W>; 2], W>,
    to: ByTile<Set<W>, W>,
}

/// Enemies who take along lines.
#[derive(Clone, Debug)]
struct Lines<const W: usize> {
    sorts: Vec<Sort<W>>,
    between: Between<W>,
}

#[derive(Clone, Debug)]
struct Sort<const W: usize> {
    foes: Foes,
    /// From where they could take on a tile; and from where they could take where a royal piece on that tile might go.
    near: ByTile<[Set<W>; 2], W>,
    /// The lines as seen from where they take, and as seen from where they stand.
    back: Arc<Table<W>>,
    there: Arc<Table<W>>,
}

/// What must be empty for a piece on one tile to take on another.
#[derive(Clone, Debug)]
enum Between<const W: usize> {
    /// There is one way at most: looked up by the tile where something is taken and the other.
    One(ByTile<ByTile<Set<W>, W>, W>),
    /// There may be several: by the tile where something is taken, with where they begin.
    Several(ByTile<Vec<(u16, Set<W>)>, W>),
}

impl<const W: usize> Between<W> {
    /// Calls `then` with the tiles in between of every way.
    #[inline(always)]
    fn each(&self, target: usize, from: usize, mut then: impl FnMut(Set<W>)) {
        match self {
            Between::One(sets) => then(*sets.at(target).at(from)),
            Between::Several(ways) => {
                ways.at(target).iter().filter(|(f, _)| *f as usize == from).for_each(|(_, way)| then(*way));
            }
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Between::One(_) => (64 * W) * (64 * W) * size_of::<Set<W>>(),
            Between::Several(ways) => (0..64 * W).map(|t| size_of_val(ways.at(t).as_slice())).sum(),
        }
    }
}

/// Looks at every player's enemies.
pub(super) fn look_around<const W: usize>(
    layout: &mut Layout,
    sides: &mut [Side<W>],
    shapes: &[Vec<Vec<RuleShape<W>>>],
    code: &Code,
) {
    let threats: Vec<Threats<W>> = sides.iter().map(|s| s.threats.clone()).collect();
    for (seat, side) in sides.iter_mut().enumerate() {
        let (phase, player) = (seat / layout.players, seat % layout.players);
        let mut against = Against::default();
        let goes = reached(layout.tiles, side, &shapes[seat], code);
        // From where what reaches these tiles comes, for where a royal piece might go.
        let around = |reach: &ByTile<Set<W>, W>| -> ByTile<Set<W>, W> {
            ByTile::from_fn(|tile| goes.at(tile).iter().fold(Set::EMPTY, |all, to| all | *reach.at(to)))
        };
        let threats = &threats[phase * layout.players..][..layout.players];
        for (owner, threats) in threats.iter().enumerate().filter(|(owner, _)| *owner != player) {
            let mut foes =
                |kinds: &[u8]| Foes { set: layout.set_of(kinds), owner: layout.owner(owner) as u8 };
            for leap in &threats.leaps {
                let around = around(&leap.from);
                let near = ByTile::from_fn(|tile| [*leap.from.at(tile), *around.at(tile)]);
                against.leaps.push(Leapers { foes: foes(&leap.kinds), near, to: leap.to.clone() });
            }
            // Seen from both ends, the lines of some kinds are one sort of enemies, or else each end is one.
            let nothing = || ByTile::<_, W>::from_fn(|_| Set::EMPTY);
            let around_those = |strikes: &Strikes<W>| {
                let from = |to: usize| (0..64 * W).filter(|t| strikes.reach.at(*t).has(to)).collect();
                around(&ByTile::from_fn(from))
            };
            let mut strikes: Vec<&Strikes<W>> = threats.strikes.iter().collect();
            for line in &threats.lines {
                let same = strikes.iter().position(|s| s.kinds == line.kinds).map(|at| strikes.remove(at));
                let around = same.map_or_else(nothing, around_those);
                let sort = Sort {
                    foes: foes(&line.kinds),
                    near: ByTile::from_fn(|tile| [*line.reach.at(tile), *around.at(tile)]),
                    back: Arc::clone(&line.table),
                    there: Arc::clone(same.map_or(&line.table, |s| &s.table)),
                };
                against.add(sort, &line.ways);
            }
            for other in strikes {
                let around = around_those(other);
                let sort = Sort {
                    foes: foes(&other.kinds),
                    near: ByTile::from_fn(|tile| [Set::EMPTY, *around.at(tile)]),
                    back: Arc::clone(&other.table),
                    there: Arc::clone(&other.table),
                };
                against.add(sort, &ByTile::from_fn(|_| Vec::new()));
            }
        }
        for castle in &mut side.castlings {
            castle.opens = against.lines.iter().any(|l| l.pass(castle.king.1, castle.partner.0));
        }
        side.against = against;
    }
}

/// Where royal pieces might go from each tile, castling included.
fn reached<const W: usize>(
    tiles: usize,
    side: &Side<W>,
    shapes: &[Vec<RuleShape<W>>],
    code: &Code,
) -> ByTile<Set<W>, W> {
    let mut reached = ByTile::from_fn(|_| Set::EMPTY);
    for rule in side.royals.iter().flat_map(|kind| &shapes[*kind as usize]) {
        for tile in 0..tiles {
            let to = reached.at_mut(tile);
            code.ways(rule.programs[tile], |_, number| to.insert(code.leaves[number as usize].to as usize));
        }
    }
    for castle in &side.castlings {
        *reached.at_mut(castle.king.0) |= castle.safe | Set::one(castle.king.1);
    }
    reached
}

impl<const W: usize> Lines<W> {
    /// Whether some way to take on a tile leads over another.
    fn pass(&self, target: usize, tile: usize) -> bool {
        let mut all = self.sorts.iter().flat_map(|sort| sort.near.at(target)[0].iter());
        all.any(|from| {
            let mut passes = false;
            self.between.each(target, from, |way| passes |= way.has(tile));
            passes
        })
    }
}

impl<const W: usize> Against<W> {
    /// Adds a sort of enemies with their ways.
    fn add(&mut self, sort: Sort<W>, ways: &ByTile<Vec<(u16, Set<W>)>, W>) {
        let is_single = (0..64 * W).all(|t| ways.at(t).len() as u32 == sort.near.at(t)[0].len());
        if !is_single || W > 4 {
            let between = Between::Several(ways.clone());
            return self.lines.push(Lines { sorts: vec![sort], between });
        }
        let fits = |lines: &&mut Lines<W>| match &lines.between {
            Between::Several(_) => false,
            Between::One(sets) => (0..64 * W).all(|tile| {
                let known = lines.sorts.iter().fold(Set::EMPTY, |all, s| all | s.near.at(tile)[0]);
                let same = |(from, way): &(u16, _)| sets.at(tile).at(*from as usize) == way;
                ways.at(tile).iter().filter(|(from, _)| known.has(*from as usize)).all(same)
            }),
        };
        let at = self.lines.iter_mut().position(|l| fits(&l)).unwrap_or_else(|| {
            let none = || ByTile::from_fn(|_| Set::EMPTY);
            self.lines.push(Lines { sorts: Vec::new(), between: Between::One(ByTile::from_fn(|_| none())) });
            self.lines.len() - 1
        });
        let lines = &mut self.lines[at];
        if let Between::One(sets) = &mut lines.between {
            for tile in 0..64 * W {
                ways.at(tile).iter().for_each(|(from, way)| *sets.at_mut(tile).at_mut(*from as usize) = *way);
            }
        }
        lines.sorts.push(sort);
    }

    /// How much memory it takes, apart from the tables.
    pub(super) fn bytes(&self) -> usize {
        let sets = |number: usize| number * 64 * W * size_of::<Set<W>>();
        let lines = self.lines.iter().map(|l| sets(2 * l.sorts.len()) + l.between.bytes());
        sets(3 * self.leaps.len()) + lines.sum::<usize>()
    }
}

impl Foes {
    #[inline(always)]
    fn of<const W: usize, const N: usize>(self, scene: &Scene<'_, W, N>) -> Set<W> {
        let sets = &scene.state.sets;
        (sets[self.set as usize & (N - 1)] & sets[self.owner as usize & (N - 1)]).without(scene.idle)
    }
}

impl<const W: usize> Guard<W> {
    #[inline(always)]
    pub(super) fn none() -> Guard<W> {
        Guard {
            is_on: false,
            is_alone: false,
            is_attacked: false,
            allowed: !Set::EMPTY,
            pinned: Set::EMPTY,
            lines: SmallVec::new(),
            danger: Set::EMPTY,
        }
    }

    /// Where a pinned piece may go.
    #[inline(always)]
    pub(super) fn line(&self, tile: usize) -> Set<W> {
        let lines = self.lines.iter().filter(|(t, _)| *t as usize == tile);
        lines.fold(!Set::EMPTY, |all, (_, line)| all & *line)
    }
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// What a position demands if no friend in this set may be left attacked.
    #[inline(always)]
    pub(super) fn guard<P: Processor>(
        &self,
        processor: P,
        scene: &Scene<'_, W, N>,
        royal: u8,
        guard: &mut Guard<W>,
    ) {
        let royals = scene.own & scene.state.sets[royal as usize & (N - 1)];
        guard.is_on = true;
        if royals.is_empty() {
            return;
        }
        guard.is_alone = royals.is_at_most_one();
        let against = &scene.side.against;
        let lifted = scene.occupied.without(royals);
        let mut attacked = false;
        for royal in royals.iter() {
            let wanted = if guard.is_alone && self.may_go(scene, royal) { !Set::EMPTY } else { Set::EMPTY };
            let (mut danger, mut leapers) = (Set::EMPTY, Set::EMPTY);
            for sort in &against.leaps {
                let foes = sort.foes.of(scene);
                let [near, around] = sort.near.at(royal);
                leapers |= *near & foes;
                for foe in (*around & foes & wanted).iter() {
                    danger |= *sort.to.at(foe);
                }
            }
            if !leapers.is_empty() {
                attacked = true;
                guard.allowed &= if leapers.is_at_most_one() { leapers } else { Set::EMPTY };
            }
            for lines in &against.lines {
                let mut along = Set::EMPTY;
                for sort in &lines.sorts {
                    let foes = sort.foes.of(scene);
                    let [near, around] = sort.near.at(royal);
                    along |= *near & foes;
                    for foe in (*around & foes & wanted).iter() {
                        danger |= sort.there.look(processor, foe, lifted);
                    }
                }
                for foe in along.iter() {
                    lines.between.each(royal, foe, |way| {
                        let blockers = way & scene.occupied;
                        if blockers.is_empty() {
                            attacked = true;
                            guard.allowed &= way | Set::one(foe);
                        } else if blockers.is_at_most_one() && blockers.meets(scene.own) {
                            guard.pinned |= blockers;
                            guard.lines.push((blockers.lowest() as u16, way | Set::one(foe)));
                        }
                    });
                }
            }
            guard.danger = danger;
        }
        guard.is_attacked = attacked && guard.is_alone && self.castles_out_of_check_never;
    }

    /// Whether the only royal piece may have somewhere to go.
    #[inline(always)]
    fn may_go(&self, scene: &Scene<'_, W, N>, royal: usize) -> bool {
        let side = scene.side;
        side.royal_leap.as_ref().is_none_or(|leap| !leap.at(royal).without(scene.own).is_empty())
            || side.castling.is_some() && self.rights(scene.state).has(royal)
    }

    /// Whether an enemy attacks a tile when these are occupied.
    fn is_struck(&self, scene: &Scene<'_, W, N>, tile: usize, occupied: Set<W>) -> bool {
        let against = &scene.side.against;
        against.leaps.iter().any(|sort| sort.near.at(tile)[0].meets(sort.foes.of(scene)))
            || against.lines.iter().flat_map(|lines| &lines.sorts).any(|sort| {
                let foes = sort.foes.of(scene);
                sort.near.at(tile)[0].meets(foes) && sort.back.look(Any, tile, occupied).meets(foes)
            })
    }

    /// The moves of royal pieces.
    #[inline(always)]
    pub(super) fn royal<P: Processor, S: Sink<W> + ?Sized>(
        &self,
        processor: P,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        mover: &Mover<W>,
        pieces: Set<W>,
        sink: &mut S,
    ) {
        for from in pieces.iter() {
            let to = match &mover.only_leap {
                Some(leap) => *leap.at(from),
                None => self.mixed(processor, scene, mover, from),
            };
            let to = to.without(scene.own);
            let legal =
                if guard.is_alone { to.without(guard.danger) } else { self.tested(scene, mover, from, to) };
            emit(mover, from, legal, sink);
        }
        if mover.has_leaves {
            self.leaves(scene, guard, mover, pieces, sink);
        }
    }

    /// The tiles to which a piece may legally go, by making the moves.
    #[cold]
    fn tested(&self, scene: &Scene<'_, W, N>, mover: &Mover<W>, from: usize, to: Set<W>) -> Set<W> {
        to.iter().filter(|to| self.is_legal_step(scene.state, Step::plain(mover.kind, from, *to))).collect()
    }

    /// Whether the royal piece stands safe where castling takes it.
    #[inline(always)]
    pub(super) fn castles_safely(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        way: &Castle<W>,
        number: u16,
    ) -> bool {
        if guard.is_alone && self.royal_castles && !way.opens && !guard.danger.has(way.king.1) {
            return true;
        }
        self.castles_safely_after_all(scene, guard, number)
    }

    #[cold]
    fn castles_safely_after_all(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, number: u16) -> bool {
        let way = &scene.side.castlings[number as usize];
        if !(guard.is_alone && self.royal_castles) {
            return self.is_legal_step(scene.state, way.step(number));
        }
        let gone = Set::one(way.king.0) | Set::one(way.partner.0);
        let put = way.put.map_or(Set::EMPTY, |put| Set::one(put.tile));
        let come = Set::one(way.king.1) | Set::one(way.partner.1) | put;
        !self.is_struck(scene, way.king.1, scene.occupied.without(gone) | come)
    }

    /// Whether the piece that castles crosses only tiles that nobody attacks.
    #[inline(always)]
    pub(super) fn crosses_safely(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        king: usize,
        tiles: Set<W>,
    ) -> bool {
        if guard.is_alone && self.royal_castles {
            return !tiles.meets(guard.danger);
        }
        let lifted = scene.occupied.without(Set::one(king));
        tiles.iter().all(|tile| !self.is_struck(scene, tile, lifted))
    }
}

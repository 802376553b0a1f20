//! Tables for checks and pins: how the enemies of a player take, and what must be empty between.

use std::sync::Arc;

use crate::packed::set::{ByTile, Set};
use crate::plan::attacks::{Strikes, Threats};
use crate::plan::layout::Layout;
use crate::plan::movers::Side;
use crate::plan::program::Code;
use crate::plan::table::Table;
use crate::plan::ways::RuleShape;

/// How a player's enemies take.
#[derive(Clone, Debug, Default)]
pub(crate) struct Against<const W: usize> {
    pub(crate) leaps: Vec<Leapers<W>>,
    /// Lines of which each enemy and tile have just one way in common, or else each apart.
    pub(crate) lines: Vec<Lines<W>>,
}

/// Enemies in one set of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foes {
    pub(crate) set: u8,
    pub(crate) owner: u8,
}

/// Enemies who leap.
#[derive(Clone, Debug)]
pub(crate) struct Leapers<const W: usize> {
    pub(crate) foes: Foes,
    /// From where they take on a tile; and from where they take where a royal piece on that tile might go.
    pub(crate) near: ByTile<[Set<W>; 2], W>,
    pub(crate) to: ByTile<Set<W>, W>,
}

/// Enemies who take along lines.
#[derive(Clone, Debug)]
pub(crate) struct Lines<const W: usize> {
    pub(crate) sorts: Vec<Sort<W>>,
    pub(crate) between: Between<W>,
}

#[derive(Clone, Debug)]
pub(crate) struct Sort<const W: usize> {
    pub(crate) foes: Foes,
    /// From where they could take on a tile; and from where they could take where a royal piece on that tile might go.
    pub(crate) near: ByTile<[Set<W>; 2], W>,
    /// The lines as seen from where they take, and as seen from where they stand.
    pub(crate) back: Arc<Table<W>>,
    pub(crate) there: Arc<Table<W>>,
}

/// What must be empty for a piece on one tile to take on another.
#[derive(Clone, Debug)]
pub(crate) enum Between<const W: usize> {
    /// There is one way at most: looked up by the tile where something is taken and the other.
    One(ByTile<ByTile<Set<W>, W>, W>),
    /// There may be several: by the tile where something is taken, with where they begin.
    Several(ByTile<Vec<(u16, Set<W>)>, W>),
}

impl<const W: usize> Between<W> {
    /// Calls `then` with the tiles in between of every way.
    #[inline(always)]
    pub(crate) fn each(&self, target: usize, from: usize, mut then: impl FnMut(Set<W>)) {
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
pub(crate) fn look_around<const W: usize>(
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
    pub(crate) fn bytes(&self) -> usize {
        let sets = |number: usize| number * 64 * W * size_of::<Set<W>>();
        let lines = self.lines.iter().map(|l| sets(2 * l.sorts.len()) + l.between.bytes());
        sets(3 * self.leaps.len()) + lines.sum::<usize>()
    }
}

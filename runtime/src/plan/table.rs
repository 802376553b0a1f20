//! Look-ups: for each tile, which tiles its ways lead to, by which other tiles are empty.
//!
//! Lines that go on until something is in the way, on whatever graph, are rays: the first tile in the way is found by bit
//! arithmetic. Everything else that asks only for emptiness (lame leaps, hops, several ways to one tile) is gathered: the bits of
//! the tiles that matter make a number, and the number is looked up. Rays are gathered, too, where the processor does that quickly
//! and the tables are small.

use crate::cpu::{Any, Cpu, extracts};
use crate::packed::set::{ByTile, Set};
use crate::plan::blockers::Blockers;
use crate::plan::links::{Line, ray, relevant};

/// A tile's ways are not gathered if more tiles than this matter to them; there is an entry for each set of them.
pub(crate) const MOST_BITS: u32 = 12;

/// Rays are not gathered if their tables would take more memory than this.
const MOST_BYTES: usize = 1 << 20;

/// A look-up for all tiles.
#[derive(Clone, Debug)]
pub(crate) struct Table<const W: usize> {
    /// All rays once more, gathered, or other lines that are gathered only.
    quick: Option<Quick<W>>,
    is_gathered: bool,
    /// Up to four lines from each tile: most pieces of most games have no more.
    first: ByTile<[Pair<W>; 2], W>,
    more: Option<Box<More<W>>>,
    /// What is to be taken away from what has been looked up.
    pub(crate) blockers: Option<Box<Blockers<W>>>,
}

/// What not every table has.
#[derive(Clone, Debug)]
struct More<const W: usize> {
    pairs: Vec<ByTile<[Pair<W>; 2], W>>,
    /// Lines whose tile numbers do not all rise or all fall.
    bent: Option<ByTile<Vec<Bent<W>>, W>>,
}

impl<const W: usize> Table<W> {
    /// Where the ways from a tile lead, as far as that depends on which tiles are empty.
    #[inline(always)]
    pub(crate) fn look<P: Cpu>(&self, processor: P, tile: usize, occupied: Set<W>) -> Set<W> {
        if (P::EXTRACTS || self.is_gathered)
            && let Some(quick) = &self.quick
        {
            return quick.look(processor, tile, occupied);
        }
        let [a, b] = self.first.at(tile);
        let to = a.look(occupied) | b.look(occupied);
        match &self.more {
            None => to,
            Some(more) => to | more.look(tile, occupied),
        }
    }

    /// Whether all its lines are rays.
    pub(crate) fn is_of_rays(&self) -> bool {
        !self.is_gathered
    }

    /// How much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        let pairs = 64 * W * size_of::<[Pair<W>; 2]>();
        let more = |more: &More<W>| more.pairs.len() * pairs;
        let quick = |quick: &Quick<W>| match quick {
            Quick::All(all) => all.bytes(),
            Quick::Parts(parts) => parts.iter().map(Gathered::bytes).sum(),
        };
        let blockers = self.blockers.as_ref().map_or(0, |blockers| blockers.bytes());
        pairs + self.more.as_deref().map_or(0, more) + self.quick.as_ref().map_or(0, quick) + blockers
    }
}

impl<const W: usize> More<W> {
    #[inline(always)]
    fn look(&self, tile: usize, occupied: Set<W>) -> Set<W> {
        let mut to = Set::EMPTY;
        for pairs in &self.pairs {
            let [a, b] = pairs.at(tile);
            to |= a.look(occupied) | b.look(occupied);
        }
        if let Some(bent) = &self.bent {
            to |= look_round(bent.at(tile), occupied);
        }
        to
    }
}

/// A line of tiles above a tile, along which their numbers rise, and one of tiles below, along which they fall.
#[derive(Clone, Copy, Default, Debug)]
struct Pair<const W: usize> {
    up: Set<W>,
    down: Set<W>,
}

/// A line as pieces along each of which tile numbers rise (`true`) or fall.
type Bent<const W: usize> = Vec<(Set<W>, bool)>;

impl<const W: usize> Pair<W> {
    #[inline(always)]
    fn look(&self, occupied: Set<W>) -> Set<W> {
        let (up, down) = (self.up & occupied, self.down & occupied);
        if W == 1 {
            // Taking away the highest tile in the way below turns over all bits from there up to the lowest one in the way above.
            let below = 1 << (63 ^ (down.0[0] | 1).leading_zeros());
            let between = up.0[0] ^ up.0[0].wrapping_sub(below);
            return (self.up | self.down) & Set([between; W]);
        }
        (self.up & up.up_to_lowest()) | (self.down & down.down_to_highest())
    }
}

impl<const W: usize> Table<W> {
    /// The table of several lines together that are all [rays](ray).
    pub(crate) fn of_rays(lines: &[&Line<W>]) -> Table<W> {
        let pairs = |tile: usize| {
            let (mut up, mut down, mut bent) = (Vec::new(), Vec::new(), Vec::new());
            for links in lines.iter().filter_map(|line| line.get(tile)) {
                let pieces = pieces(tile, &ray(links).unwrap_or_default());
                match pieces.as_slice() {
                    [] => {}
                    // On boards that close on themselves a line may begin above its tile and fall, or the other way round.
                    [(tiles, true)] if tiles.iter().all(|t| t > tile) => up.push(*tiles),
                    [(tiles, false)] if tiles.iter().all(|t| t < tile) => down.push(*tiles),
                    _ => bent.push(pieces),
                }
            }
            (up, down, bent)
        };
        let tiles = lines.iter().map(|l| l.len()).max().unwrap_or(0);
        let all: Vec<_> = (0..tiles).map(pairs).collect();
        let double = |number: usize| {
            ByTile::from_fn(|tile| {
                let at = |all: &[Set<W>], i: usize| all.get(number * 2 + i).copied().unwrap_or_default();
                all.get(tile).map_or_else(Default::default, |(up, down, _)| {
                    std::array::from_fn(|i| Pair { up: at(up, i), down: at(down, i) })
                })
            })
        };
        let most = all.iter().map(|(up, down, _)| up.len().max(down.len())).max().unwrap_or(0);
        let is_bent = all.iter().any(|(_, _, bent)| !bent.is_empty());
        let bent =
            |tile| all.get(tile).map(|(_, _, bent): &(_, _, Vec<Bent<W>>)| bent.clone()).unwrap_or_default();
        let more = (most > 2 || is_bent).then(|| {
            Box::new(More {
                pairs: (1..most.div_ceil(2)).map(double).collect(),
                bent: is_bent.then(|| ByTile::from_fn(bent)),
            })
        });
        Table { quick: None, is_gathered: false, first: double(0), more, blockers: None }
    }

    /// The same, made for the processor.
    pub(crate) fn of_rays_for_here(lines: &[&Line<W>]) -> Table<W> {
        Table { quick: if extracts() { Quick::new(lines) } else { None }, ..Table::of_rays(lines) }
    }

    /// The table of several lines together that are gathered.
    pub(crate) fn gathered(lines: &[&Line<W>]) -> Table<W> {
        let quick = Quick::All(Gathered::new(lines));
        let first = ByTile::from_fn(|_| Default::default());
        Table { quick: Some(quick), is_gathered: true, first, more: None, blockers: None }
    }
}

fn look_round<const W: usize>(lines: &[Bent<W>], occupied: Set<W>) -> Set<W> {
    let mut to = Set::EMPTY;
    for line in lines {
        for (tiles, rises) in line {
            let there = *tiles & occupied;
            to |= *tiles & if *rises { there.up_to_lowest() } else { there.down_to_highest() };
            if !there.is_empty() {
                break;
            }
        }
    }
    to
}

fn pieces<const W: usize>(from: usize, ray: &[usize]) -> Bent<W> {
    let mut pieces: Bent<W> = Vec::new();
    let mut last: Option<usize> = None;
    for (i, tile) in ray.iter().enumerate() {
        let rises = match (last, ray.get(i + 1)) {
            (Some(last), _) => *tile > last,
            (None, Some(next)) => next > tile,
            (None, None) => *tile > from,
        };
        match pieces.last_mut() {
            Some((tiles, way)) if *way == rises => tiles.insert(*tile),
            _ => pieces.push((Set::one(*tile), rises)),
        }
        last = Some(*tile);
    }
    pieces
}

/// Entries by the occupancy of the tiles that matter.
#[derive(Clone, Debug)]
struct Gathered<const W: usize> {
    looks: ByTile<Look<W>, W>,
    sets: Vec<Set<W>>,
}

#[derive(Clone, Copy, Debug)]
struct Look<const W: usize> {
    mask: Set<W>,
    offset: u32,
}

impl<const W: usize> Gathered<W> {
    /// The table of several lines together.
    fn new(lines: &[&Line<W>]) -> Gathered<W> {
        let all = |tile| lines.iter().filter_map(move |line| line.get(tile)).flatten();
        Gathered::of(
            |tile| relevant(all(tile)),
            |tile, occupied| all(tile).filter(|l| l.is_open(occupied)).map(|l| l.to).collect(),
        )
    }

    /// The table of what `look` finds from each tile, where only some of the occupied tiles matter.
    fn of(matters: impl Fn(usize) -> Set<W>, look: impl Fn(usize, Set<W>) -> Set<W>) -> Gathered<W> {
        let mut sets = Vec::new();
        let looks = ByTile::from_fn(|tile| {
            let mask = matters(tile);
            let offset = sets.len() as u32;
            let mut occupied = Set::EMPTY;
            loop {
                sets.push(look(tile, occupied));
                // The next larger number made of these bits.
                occupied = occupied.next_within(mask);
                if occupied.is_empty() {
                    break;
                }
            }
            Look { mask, offset }
        });
        Gathered { looks, sets }
    }

    #[inline(always)]
    fn look<P: Cpu>(&self, processor: P, tile: usize, occupied: Set<W>) -> Set<W> {
        let look = self.looks.at(tile);
        let mut index = 0;
        for i in (0..W).rev() {
            let mask = look.mask.0[i];
            index = (index << if W == 1 { 0 } else { mask.count_ones() })
                | processor.extract(occupied.0[i], mask);
        }
        self.sets[look.offset as usize + index as usize]
    }

    fn bytes(&self) -> usize {
        size_of_val(self.sets.as_slice()) + 64 * W * size_of::<Look<W>>()
    }
}

/// Rays, gathered.
#[derive(Clone, Debug)]
enum Quick<const W: usize> {
    All(Gathered<W>),
    /// Where too many tiles would matter to all rays of a tile.
    Parts(Vec<Gathered<W>>),
}

impl<const W: usize> Quick<W> {
    /// The rays of a table gathered, if that takes little memory.
    fn new(lines: &[&Line<W>]) -> Option<Quick<W>> {
        let tiles = lines.iter().map(|l| l.len()).max().unwrap_or(0);
        let mask = |lines: &[&Line<W>], tile: usize| {
            relevant(lines.iter().filter_map(|line| line.get(tile)).flatten())
        };
        let parts = |most: u32| {
            let mut parts: Vec<Vec<&Line<W>>> = Vec::new();
            for line in lines {
                let has_room = |part: &&mut Vec<&Line<W>>| {
                    let with: Vec<_> = part.iter().copied().chain([*line]).collect();
                    (0..tiles).all(|tile| mask(&with, tile).len() <= most)
                };
                match parts.iter_mut().find(has_room) {
                    Some(part) => part.push(line),
                    None => parts.push(vec![line]),
                }
            }
            parts
        };
        let fits = |parts: &Vec<Vec<&Line<W>>>| {
            let sets =
                |part: &Vec<&Line<W>>| (0..tiles).map(|t| 1 << mask(part, t).len().min(20)).sum::<usize>();
            parts.iter().map(sets).sum::<usize>() * size_of::<Set<W>>() <= MOST_BYTES
        };
        let parts = (8..=MOST_BITS).rev().map(parts).find(fits)?;
        let gathered = |part: &Vec<&Line<W>>| {
            let rays = Table::of_rays(part);
            Gathered::of(|tile| mask(part, tile), |tile, occupied| rays.look(Any, tile, occupied))
        };
        match parts.as_slice() {
            [all] => Some(Quick::All(gathered(all))),
            parts => Some(Quick::Parts(parts.iter().map(gathered).collect())),
        }
    }

    #[inline(always)]
    fn look<P: Cpu>(&self, processor: P, tile: usize, occupied: Set<W>) -> Set<W> {
        match self {
            Quick::All(all) => all.look(processor, tile, occupied),
            Quick::Parts(parts) => {
                parts.iter().fold(Set::EMPTY, |to, part| to | part.look(processor, tile, occupied))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::links::Link;

    /// A line through the given tiles from tile 70, on a board of 128 tiles.
    fn line(tiles: &[usize]) -> Line<2> {
        let mut line = vec![Vec::new(); 128];
        let mut empty = Set::EMPTY;
        for to in tiles {
            line[70].push(Link { to: *to, empty, full: Set::EMPTY, barred: Set::EMPTY, bar: None });
            empty.insert(*to);
        }
        line
    }

    #[test]
    fn one_word_finds_the_same_tiles_as_several() {
        let line = |tiles: &[usize]| {
            let mut line: Line<1> = vec![Vec::new(); 64];
            let mut empty = Set::EMPTY;
            for to in tiles {
                line[20].push(Link { to: *to, empty, full: Set::EMPTY, barred: Set::EMPTY, bar: None });
                empty.insert(*to);
            }
            line
        };
        let lines = [line(&[21, 22, 63]), line(&[19, 10, 0]), line(&[41, 40]), line(&[7])];
        let (rays, gathered) = (Table::of_rays(&lines.each_ref()), Table::gathered(&lines.each_ref()));
        for number in 0..1u32 << 9 {
            let tiles = [21, 22, 63, 19, 10, 0, 40, 41, 7];
            let there = tiles.iter().enumerate().filter(|(i, _)| number >> i & 1 != 0).map(|(_, t)| *t);
            let occupied: Set<1> = there.collect();
            assert_eq!(rays.look(Any, 20, occupied), gathered.look(Any, 20, occupied), "{occupied:?}");
        }
    }

    #[test]
    fn a_ray_ends_at_the_first_tile_in_the_way() {
        let lines = [line(&[71, 72, 100]), line(&[69, 10, 3]), line(&[90, 80]), line(&[95, 2]), line(&[])];
        let rays = Table::of_rays(&lines.each_ref());
        let gathered = Table::gathered(&lines.each_ref());
        for number in 0..1u32 << 10 {
            let tiles = [71, 72, 100, 69, 10, 3, 90, 80, 95, 2];
            let there = tiles.iter().enumerate().filter(|(i, _)| number >> i & 1 != 0).map(|(_, t)| *t);
            let occupied: Set<2> = there.collect();
            assert_eq!(rays.look(Any, 70, occupied), gathered.look(Any, 70, occupied), "{occupied:?}");
        }
    }
}

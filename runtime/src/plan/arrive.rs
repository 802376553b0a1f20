//! Arriving as another kind: rules by which a piece becomes something before it goes.
//!
//! `here{become x} path` is the way of `path`, and the piece that arrives is another. Where a kind's rules lead along the same ways
//! whether it becomes something or not, these are looked up once, and where it may arrive as what is one set for each tile where it
//! starts. Promotion that asks where a piece arrives and nothing else goes into the same sets; other promotion is unrolled with the
//! rules.

use crate::moves::Change;
use crate::packed::set::{ByTile, Set};
use crate::plan::lines::{fits, is_leap, is_ray, line, sorts};
use crate::plan::movers::{Arrives, ArrivesAs, BulkStep, Promotes};
use crate::plan::program::{Code, Leaf};
use crate::plan::ways::{Half, RuleShape, Way};

impl<const W: usize> Promotes<W> {
    /// Notes where pieces that go all at once arrive as what.
    pub(crate) fn see_shifts(&mut self, shifts: &mut [BulkStep<W>]) {
        for shift in shifts {
            let start = |to: usize| usize::try_from(to as i32 - shift.by).ok().filter(|from| *from < 64 * W);
            let goals = |on: &ByTile<Set<W>, W>| -> Set<W> {
                (0..64 * W).filter(|to| start(*to).is_some_and(|from| on.at(from).has(*to))).collect()
            };
            let Some(arrives) = &self.arrives else {
                self.near |= self.on.rolled(-shift.by);
                continue;
            };
            let as_it_is = goals(&arrives.as_it_is);
            let others: Vec<_> = arrives.others.iter().map(|o| (o.kind, goals(&o.on))).collect();
            let special = others.iter().fold(Set::EMPTY, |all, (_, on)| all | *on);
            self.near |= special.rolled(-shift.by);
            shift.arrives = Some((as_it_is, others));
        }
    }
}

/// What a way's end makes of the piece: `None` if it does more than to go, take and perhaps become something.
fn outcome(leaf: &Leaf) -> Option<Option<u8>> {
    match (&*leaf.changes, leaf.becomes) {
        ([], None) => Some(None),
        ([Change::Become { .. }], Some(kind)) => Some(Some(kind.0)),
        _ => None,
    }
}

/// A way to go, apart from the rule that it is of, to an empty tile or an enemy's.
type Going<'w, const W: usize> = (&'w Way<W>, Half);

fn goings<const W: usize>(way: &Way<W>) -> impl Iterator<Item = Going<'_, W>> {
    let halves = [Half::Quiet, Half::Capture].into_iter();
    halves.filter(|half| way.half == Half::Both || way.half == *half).map(move |half| (way, half))
}

fn is_same<const W: usize>(a: &Way<W>, b: &Way<W>) -> bool {
    (a.from, a.to, a.empty, a.full, a.barred, a.bar) == (b.from, b.to, b.empty, b.full, b.barred, b.bar)
}

/// A kind's rules as if its pieces arrived as what they are, and as what they may arrive; `None` if no rule makes them become anything,
/// or if what they arrive as depends on more than from where they go to where. `is_apart` are kinds that have to be judged by themselves.
pub(crate) fn arrives<const W: usize>(
    code: &Code,
    rules: &[RuleShape<W>],
    promotes: Option<&Promotes<W>>,
    is_apart: impl Fn(u8) -> bool,
) -> Option<(Vec<RuleShape<W>>, Arrives<W>)> {
    let mut all: Vec<(usize, &Way<W>, Option<u8>)> = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        if rule.is_marked || rule.is_onto {
            return None;
        }
        for way in rule.ways.as_ref()? {
            all.push((number, way, outcome(&code.leaves[way.leaf as usize])?));
        }
    }
    let mut kinds: Vec<u8> = all.iter().filter_map(|(_, _, kind)| *kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.is_empty() || kinds.iter().any(|k| is_apart(*k)) {
        return None;
    }
    let nowhere = || ByTile::from_fn(|_| Set::EMPTY);
    let mut as_it_is: ByTile<Set<W>, W> = nowhere();
    let mut before: Vec<ByTile<Set<W>, W>> = kinds.iter().map(|_| nowhere()).collect();
    for (_, way, becomes) in &all {
        let goes = match becomes {
            None => &mut as_it_is,
            Some(kind) => &mut before[kinds.iter().position(|k| k == kind)?],
        };
        goes.at_mut(way.from).insert(way.to);
    }
    // Every way from one tile to another must lead to the same.
    let has = |(way, half): Going<'_, W>, becomes: Option<u8>| {
        { all.iter() }.any(|(_, other, b)| {
            *b == becomes && is_same(way, other) && (other.half == Half::Both || other.half == half)
        })
    };
    let leads_to_all = |going: Going<'_, W>| {
        let (from, to) = (going.0.from, going.0.to);
        (!as_it_is.at(from).has(to) || has(going, None)) && { kinds.iter().zip(&before) }
            .all(|(k, on)| !on.at(from).has(to) || has(going, Some(*k)))
    };
    if !all.iter().all(|(_, way, _)| goings(way).all(leads_to_all)) {
        return None;
    }
    let merged = without_becoming(rules, &all)?;
    let others = others(&mut as_it_is, &kinds, before, promotes)?;
    Some((merged, Arrives { as_it_is, others }))
}

/// Where a kind's pieces arrive as others, promotion included; `None` where a move would promote and another become the same.
pub(crate) fn others<const W: usize>(
    as_it_is: &mut ByTile<Set<W>, W>,
    kinds: &[u8],
    before: Vec<ByTile<Set<W>, W>>,
    promotes: Option<&Promotes<W>>,
) -> Option<Vec<ArrivesAs<W>>> {
    let mut others: Vec<ArrivesAs<W>> = Vec::new();
    for (kind, before) in kinds.iter().zip(before) {
        others.push(ArrivesAs { kind: *kind, on: before.clone(), before });
    }
    let Some(promotes) = promotes else { return Some(others) };
    for kind in &promotes.into {
        let at = others.iter().position(|o| o.kind == *kind).unwrap_or_else(|| {
            let nowhere = ByTile::from_fn(|_| Set::EMPTY);
            others.push(ArrivesAs { kind: *kind, on: nowhere.clone(), before: nowhere });
            others.len() - 1
        });
        for tile in 0..64 * W {
            let here = *as_it_is.at(tile) & promotes.on;
            if others[at].before.at(tile).meets(here) {
                return None;
            }
            *others[at].on.at_mut(tile) |= here;
        }
    }
    if !promotes.is_optional {
        for tile in 0..64 * W {
            *as_it_is.at_mut(tile) = as_it_is.at(tile).without(promotes.on);
        }
    }
    Some(others)
}

/// The rules with every way once, those that belong to one line together, whatever the piece becomes; `None` if there is no table
/// for some line.
fn without_becoming<const W: usize>(
    rules: &[RuleShape<W>],
    all: &[(usize, &Way<W>, Option<u8>)],
) -> Option<Vec<RuleShape<W>>> {
    let tiles = rules.first().map_or(0, |r| r.programs.len());
    let mut ways: Vec<Vec<Way<W>>> = vec![Vec::new(); rules.len()];
    // First the ways of those that stay what they are.
    for stays in [true, false] {
        for (number, way, _) in all.iter().filter(|(_, _, becomes)| becomes.is_none() == stays) {
            let is_known = |w: &Way<W>| is_same(w, way) && (w.half == way.half || w.half == Half::Both);
            if stays || !ways.iter().flatten().any(is_known) {
                ways[*number].push(Way { leaf: NO_LEAF, ..(*way).clone() });
            }
        }
    }
    for number in 0..rules.len() {
        let of_rule = std::mem::take(&mut ways[number]);
        for ((half, tag), of_tag) in sorts(&of_rule) {
            let belongs = |other: &Vec<Way<W>>| {
                let mut joined: Vec<&Way<W>> =
                    other.iter().filter(|w| (w.half, w.tag) == (half, tag)).collect();
                joined.extend(&of_tag);
                let joined = line(tiles, &joined, false);
                is_ray(&joined) && !is_leap(&joined)
            };
            let into = ways[..number].iter().position(belongs).unwrap_or(number);
            ways[into].extend(of_tag.into_iter().cloned());
        }
    }
    let has_table = |way: &(_, Vec<&Way<W>>)| [false, true].iter().all(|b| fits(&line(tiles, &way.1, *b)));
    if !ways.iter().all(|ways| sorts(ways).iter().all(has_table)) {
        return None;
    }
    let rules = rules.iter().zip(ways);
    let plain = rules.map(|(rule, ways)| RuleShape { ways: Some(ways), is_plain: true, ..rule.clone() });
    Some(plain.collect())
}

/// The leaf of a way that does no more than to go and take.
pub(crate) const NO_LEAF: u32 = u32::MAX;

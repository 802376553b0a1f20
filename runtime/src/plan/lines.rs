//! Lines: the ways of one sort from every tile, each kept once however many kinds use it, and put together in tables.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::packed::set::{ByTile, Set};
use crate::plan::blockers;
use crate::plan::blockers::Blockers;
use crate::plan::links::{Line, Link, ray, relevant};
use crate::plan::table::{MOST_BITS, Table};
use crate::plan::ways::{Half, Way};

/// Who uses a line: a kind of a player that goes along it, one that takes along it, or one that takes along it and is looked for
/// from the other end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum User {
    Goes(usize, usize, Half),
    Strikes(usize, usize),
    Takes(usize, usize),
}

/// All lines of a game, each once, with their users.
#[derive(Default)]
pub(crate) struct Lines<const W: usize> {
    number: FxHashMap<Line<W>, usize>,
    all: Vec<(Line<W>, BTreeSet<User>)>,
}

impl<const W: usize> Lines<W> {
    /// The number of a line.
    pub(crate) fn number(&mut self, line: Line<W>) -> usize {
        if let Some(number) = self.number.get(&line) {
            return *number;
        }
        let number = self.all.len();
        self.number.insert(line.clone(), number);
        self.all.push((line, BTreeSet::new()));
        number
    }

    pub(crate) fn get(&self, number: usize) -> &Line<W> {
        &self.all[number].0
    }

    pub(crate) fn add(&mut self, number: usize, user: User) {
        self.all[number].1.insert(user);
    }
}

/// The ways of a rule by half and branch.
pub(crate) fn sorts<const W: usize>(ways: &[Way<W>]) -> Vec<((Half, u32), Vec<&Way<W>>)> {
    let mut all: Vec<((Half, u32), Vec<&Way<W>>)> = Vec::new();
    for way in ways {
        let key = (way.half, way.tag);
        match all.iter_mut().find(|(k, _)| *k == key) {
            Some((_, of_key)) => of_key.push(way),
            None => all.push((key, vec![way])),
        }
    }
    all
}

/// Ways as a line; `back` from where they end to where they start.
pub(crate) fn line<const W: usize>(tiles: usize, ways: &[&Way<W>], back: bool) -> Line<W> {
    let mut line: Line<W> = vec![Vec::new(); tiles];
    for way in ways {
        let (from, to) = if back { (way.to, way.from) } else { (way.from, way.to) };
        line[from].push(Link { to, empty: way.empty, full: way.full, barred: way.barred, bar: way.bar });
    }
    for links in &mut line {
        links.sort_unstable();
        links.dedup();
    }
    line
}

pub(crate) fn is_leap<const W: usize>(line: &Line<W>) -> bool {
    line.iter().flatten().all(|l| l.empty.is_empty() && l.full.is_empty() && l.bar.is_none())
}

/// Whether there is a table for such a line.
pub(crate) fn fits<const W: usize>(line: &Line<W>) -> bool {
    is_ray(line)
        || line.iter().all(|links| relevant(links.iter()).len() <= MOST_BITS) && blockers::fits(&[line])
}

pub(crate) fn is_ray<const W: usize>(line: &Line<W>) -> bool {
    line.iter().all(|links| ray(links).is_some())
}

pub(crate) fn add_leaps<const W: usize>(leaps: &mut ByTile<Set<W>, W>, line: &Line<W>) {
    for (tile, links) in line.iter().enumerate() {
        links.iter().for_each(|l| leaps.at_mut(tile).insert(l.to));
    }
}

/// The lines of one table.
pub(crate) struct OfTable<'l, const W: usize> {
    pub(crate) users: &'l BTreeSet<User>,
    pub(crate) lines: Vec<&'l Line<W>>,
    is_rays: bool,
    /// The number of the test that says which pieces bar its ways.
    bar: Option<u32>,
}

impl<const W: usize> OfTable<'_, W> {
    /// The ways that begin on a tile.
    pub(crate) fn links(&self, tile: usize) -> impl Iterator<Item = &Link<W>> {
        self.lines.iter().filter_map(move |line| line.get(tile)).flatten()
    }

    /// Where the ways of each tile could lead.
    pub(crate) fn reach(&self) -> ByTile<Set<W>, W> {
        ByTile::from_fn(|tile| self.links(tile).map(|l| l.to).collect())
    }
}

/// Lines with the same users go into one table, as far as they fit.
pub(crate) fn tables<'l, const W: usize>(
    lines: &'l Lines<W>,
    tiles: usize,
    mut set_of: impl FnMut(u32) -> u8,
) -> (Vec<Arc<Table<W>>>, Vec<OfTable<'l, W>>) {
    let mut all: Vec<OfTable<'l, W>> = Vec::new();
    for (line, users) in lines.all.iter().filter(|(_, users)| !users.is_empty()) {
        let is_rays = is_ray(line);
        let bar = line.iter().flatten().find_map(|l| l.bar);
        let has_room = |t: &&mut OfTable<'l, W>| {
            if t.bar != bar {
                return false;
            }
            if t.users != users || t.is_rays != is_rays || is_rays {
                return t.users == users && t.is_rays && is_rays;
            }
            let all: Vec<&Line<W>> = t.lines.iter().copied().chain([line]).collect();
            if !blockers::fits(&all) {
                return false;
            }
            let most = (0..tiles).map(|tile| {
                let links = t.lines.iter().copied().chain([line]).flat_map(|l| &l[tile]);
                relevant(links).len()
            });
            most.max().unwrap_or(0) <= MOST_BITS
        };
        match all.iter_mut().find(has_room) {
            Some(table) => table.lines.push(line),
            None => all.push(OfTable { users, lines: vec![line], is_rays, bar }),
        }
    }
    let mut table = |t: &OfTable<'l, W>| {
        let mut table = if t.is_rays { Table::of_rays_for_here(&t.lines) } else { Table::gathered(&t.lines) };
        table.blockers = t.bar.map(|bar| Box::new(Blockers::new(&t.lines, set_of(bar))));
        Arc::new(table)
    };
    (all.iter().map(&mut table).collect(), all)
}

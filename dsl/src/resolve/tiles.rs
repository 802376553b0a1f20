//! Sets of tiles: from words to lists of tiles for every player.

use std::collections::HashSet;

use crate::ast::{Name, Path, TileTerm, Tiles};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{self, PlayerId, RegionId, Tile};
use crate::limits::NAMES_NESTING;
use crate::source::Span;

use super::reach::TileSet;
use super::resolver::Resolver;
use super::site::Site;
use super::sorts::Sort;
use super::terms::{Steps, Unplaced, place_terms};

impl<'a> Resolver<'a> {
    /// The tiles as `player` sees them, in the order in which they are written.
    pub(crate) fn tiles(&mut self, tiles: &'a Tiles, player: PlayerId) -> Option<Vec<Tile>> {
        let all = self.terms(&tiles.terms, player);
        let but = self.terms(&tiles.but, player);
        let but: HashSet<Tile> = but?.into_iter().collect();
        Some(all?.into_iter().filter(|t| !but.contains(t)).collect())
    }

    fn terms(&mut self, terms: &'a [TileTerm], player: PlayerId) -> Option<Vec<Tile>> {
        let grid = std::rc::Rc::clone(&self.grid);
        let places = place_terms(&grid, terms, &mut |term| match term {
            Unplaced::Name(name) => {
                let region = self.region(name, &[Sort::Region, Sort::Tile])?;
                let tiles = &self.regions.list[region.index()].tiles[player.index()];
                Some(tiles.iter().map(|t| grid.place(*t)).collect())
            }
            Unplaced::Reach(place, path) => {
                let start = grid.tile(place)?;
                Some(self.closure(start, path)?.iter().map(|t| grid.place(t)).collect())
            }
            Unplaced::Distance(steps, from, path) => {
                let start = match grid.parse(&from.node).and_then(|place| grid.tile(place)) {
                    Some(tile) => vec![tile],
                    None => {
                        let region = self.region(from, &[Sort::Region, Sort::Tile])?;
                        self.regions.list[region.index()].tiles[player.index()].clone()
                    }
                };
                Some(self.at_distance(&start, steps, path)?.into_iter().map(|t| grid.place(t)).collect())
            }
            Unplaced::Error(error) => {
                self.report.push(error);
                None
            }
        })?;
        Some(places.into_iter().filter_map(|p| grid.tile(p)).collect())
    }

    /// All tiles to be reached from a tile by any number of such paths on an empty board.
    fn closure(&mut self, start: Tile, path: &'a Path) -> Option<TileSet> {
        let way = self.path(path, Site::plain("`by`"))?;
        let repeated = ir::Path::Repeat { path: Box::new(ir::Path::Any(way)), min: 0, max: None };
        let from = TileSet::one(self.board.tiles.len(), start);
        Some(self.reach().image(&repeated, &from, &|_, _| true))
    }

    /// The tiles that are so many steps from the nearest of some tiles, in their order.
    fn at_distance(&mut self, from: &[Tile], steps: Steps, path: Option<&'a Path>) -> Option<Vec<Tile>> {
        let tiles = self.board.tiles.len();
        let mut nearest: Vec<Option<u32>> = vec![None; tiles];
        match path {
            None => {
                for start in from {
                    for (nearest, distance) in nearest.iter_mut().zip(self.board.graph.distances(*start)) {
                        *nearest = [*nearest, distance].into_iter().flatten().min();
                    }
                }
            }
            Some(path) => {
                let way = ir::Path::Any(self.path(path, Site::plain("`by`"))?);
                let mut frontier = TileSet::none(tiles);
                from.iter().for_each(|tile| frontier.insert(*tile));
                for distance in 0.. {
                    let new: Vec<Tile> = frontier.iter().filter(|t| nearest[t.index()].is_none()).collect();
                    if new.is_empty() {
                        break;
                    }
                    frontier = TileSet::none(tiles);
                    for tile in new {
                        nearest[tile.index()] = Some(distance);
                        frontier.insert(tile);
                    }
                    frontier = self.reach().image(&way, &frontier, &|_, _| true);
                }
            }
        }
        let wanted = steps.min..=steps.max;
        let is_there = |tile: &Tile| nearest[tile.index()].is_some_and(|distance| wanted.contains(&distance));
        Some((0..tiles).map(Tile::new).filter(is_there).collect())
    }

    /// The region of a name; works out its tiles on first use.
    pub(crate) fn region(&mut self, name: &'a Name, wanted: &[Sort]) -> Option<RegionId> {
        let (sort, index) = self.find(wanted, name)?;
        if sort != Sort::Region {
            return None;
        }
        self.region_at(index, Some(name.span))
    }

    /// The region declared at a place of the list of regions.
    pub(crate) fn region_at(&mut self, index: usize, used: Option<Span>) -> Option<RegionId> {
        if let Some(known) = self.regions.known.get(&index) {
            return *known;
        }
        let game = self.game;
        let (name, decl) = game.regions.iter().nth(index)?;
        if let Some(open) = self.regions.open.iter().position(|i| *i == index) {
            let mut chain: Vec<String> = self.regions.open[open..]
                .iter()
                .filter_map(|i| game.regions.iter().nth(*i))
                .map(|(name, _)| name.to_string())
                .collect();
            chain.push(name.to_string());
            self.report.push(errors::recursive("region", &chain, used.unwrap_or(decl.span), decl.span));
            return None;
        }
        if self.regions.open.len() == NAMES_NESTING {
            self.report.push(errors::too_many(
                "names inside names",
                NAMES_NESTING,
                used.unwrap_or(decl.span),
            ));
            return None;
        }
        self.regions.open.push(index);
        // All parts are looked at, so that all errors are found.
        let parts: Vec<_> = decl.node.iter().map(|part| self.for_players(part.tiles, part.each)).collect();
        self.regions.open.pop();
        let parts: Option<Vec<Vec<Vec<Tile>>>> = parts.into_iter().collect();
        let tiles = parts.map(united);
        let id = tiles.and_then(|tiles| {
            if tiles.iter().any(Vec::is_empty) {
                let span = decl.node.first().map_or(decl.span, |part| part.tiles.span);
                self.report.push(errors::no_tiles(&format!("the region `{name}`"), span));
                return None;
            }
            self.regions.list.push(ir::Region { name: name.to_string(), tiles });
            Some(RegionId::new(self.regions.list.len() - 1))
        });
        self.regions.known.insert(index, id);
        id
    }

    /// The region of a set of tiles that may have no name: a word alone is its region, an equal region is used again.
    pub(crate) fn region_of(&mut self, tiles: &'a Tiles) -> Option<RegionId> {
        if let ([TileTerm::Name(name)], []) = (tiles.terms.as_slice(), tiles.but.as_slice())
            && self.grid.parse(&name.node).is_none()
            && self.grid.part(&name.node).is_none()
        {
            return self.region(name, &[Sort::Region, Sort::Tile]);
        }
        let lists = self.for_players(tiles, false)?;
        if lists.iter().any(Vec::is_empty) {
            self.report.push(errors::no_tiles("this set of tiles", tiles.span));
            return None;
        }
        let found = self.regions.list.iter().position(|r| r.tiles == lists);
        let index = found.unwrap_or_else(|| {
            let words: Vec<&str> = self.sources.snippet(tiles.span).split_whitespace().collect();
            self.regions.list.push(ir::Region { name: words.join(" "), tiles: lists });
            self.regions.list.len() - 1
        });
        Some(RegionId::new(index))
    }

    /// The sorted tiles for every player. With `each` they are written for the first player and carried to the seats of
    /// the others; without, they are the same, but that a region inside may itself be `each`.
    fn for_players(&mut self, tiles: &'a Tiles, each: bool) -> Option<Vec<Vec<Tile>>> {
        let mut lists = Vec::new();
        for player in (0..self.players.len()).map(PlayerId::new) {
            let mut list = self.tiles(tiles, if each { PlayerId(0) } else { player })?;
            if each {
                let frame = &self.players[player.index()].frame;
                list.iter_mut().for_each(|t| *t = frame.tiles[t.index()]);
            }
            list.sort();
            lists.push(list);
        }
        Some(lists)
    }
}

/// The tiles of all parts of a region, for every player.
fn united(parts: Vec<Vec<Vec<Tile>>>) -> Vec<Vec<Tile>> {
    let mut parts = parts.into_iter();
    let mut whole = parts.next().unwrap_or_default();
    for part in parts {
        whole.iter_mut().zip(part).for_each(|(tiles, more)| tiles.extend(more));
    }
    for tiles in &mut whole {
        tiles.sort();
        tiles.dedup();
    }
    whole
}

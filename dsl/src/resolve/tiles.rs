//! Sets of tiles: from words to lists of tiles for every player.

use std::collections::HashSet;

use crate::ast::{Line, Name, Number, Path, TileTerm, Tiles};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{self, PlayerId, RegionId, Tile};
use crate::limits::NAMES_NESTING;
use crate::source::{Span, Spanned};

use super::grid::{Grid, Place};
use super::reach::TileSet;
use super::resolver::Resolver;
use super::sorts::Sort;
use super::test::Site;

/// A term that coordinates alone do not answer.
pub(crate) enum Unplaced<'a> {
    /// A word that is no tile of the grid.
    Name(&'a Name),
    /// `TILE by PATH`.
    Reach(Place, &'a Path),
    /// So many steps from a tile or region, by a path or by any step.
    Distance(Steps, &'a Name, Option<&'a Path>),
    /// A term beyond the grid.
    Error(Diagnostic),
}

/// At least and at most so many steps.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    min: u32,
    max: u32,
}

/// The places of terms, in the order in which they are written, each once. `unplaced` answers for the terms that the grid
/// does not know; `None` after an error.
pub(crate) fn place_terms<'a>(
    grid: &Grid,
    terms: &'a [TileTerm],
    unplaced: &mut dyn FnMut(Unplaced<'a>) -> Option<Vec<Place>>,
) -> Option<Vec<Place>> {
    let mut seen = HashSet::new();
    let mut all = Some(Vec::new());
    for term in terms {
        match (place_term(grid, term, unplaced), &mut all) {
            (Some(places), Some(list)) => list.extend(places.into_iter().filter(|p| seen.insert(*p))),
            (Some(_), None) => {}
            (None, _) => all = None,
        }
    }
    all
}

fn place_term<'a>(
    grid: &Grid,
    term: &'a TileTerm,
    unplaced: &mut dyn FnMut(Unplaced<'a>) -> Option<Vec<Place>>,
) -> Option<Vec<Place>> {
    let [files, ranks, levels] = grid.size();
    let mut fail = |error| unplaced(Unplaced::Error(error)).and(None::<Place>);
    let missing = |what: String, span: Span| errors::not_on_board(&what, span, &grid.describe());
    if grid.is_nameless() {
        fail(errors::no_named_tiles(term_span(term), &grid.describe()));
        return None;
    }
    let (low, high) = match term {
        TileTerm::All(_) => ([0; 3], [files - 1, ranks - 1, levels - 1]),
        TileTerm::Name(name) => match grid.parse(&name.node) {
            Some(place) if grid.tile(place).is_some() => (place, place),
            Some(_) => {
                let hole = errors::not_on_board(&format!("`{}`", name.node), name.span, "there is a hole");
                return unplaced(Unplaced::Error(hole));
            }
            None => {
                let part = grid.part(&name.node).map(|part| grid.places_of(part));
                return part.or_else(|| unplaced(Unplaced::Name(name)));
            }
        },
        TileTerm::Rectangle(a, b) => {
            let mut corner = |name: &Name| {
                grid.parse(&name.node).or_else(|| fail(missing(format!("`{}`", name.node), name.span)))
            };
            let (a, b) = (corner(a), corner(b));
            let (a, b) = (a?, b?);
            let each = [0, 1, 2];
            (each.map(|i| a[i].min(b[i])), each.map(|i| a[i].max(b[i])))
        }
        TileTerm::Rank(from, to) => {
            let mut rank = |line: &Line<Number>| match line {
                Line::Named(n) => match i16::try_from(n.node) {
                    Ok(r) if (1..=ranks).contains(&r) => Some(r - 1),
                    _ => fail(missing(format!("rank {}", n.node), n.span)).map(|_| 0),
                },
                Line::Last(before) => match counted_back(before, ranks) {
                    Some(rank) => Some(rank),
                    None => fail(missing(format!("rank last-{}", before.node), before.span)).map(|_| 0),
                },
            };
            let (a, b) = (rank(from), to.as_ref().map_or(Some(None), |n| rank(n).map(Some)));
            let (a, b) = (a?, b?);
            let b = b.unwrap_or(a);
            ([0, a.min(b), 0], [files - 1, a.max(b), levels - 1])
        }
        TileTerm::File(from, to) => {
            let mut file = |line: &Line<Name>| match line {
                Line::Named(n) => match grid.file(&n.node) {
                    Some(f) => Some(f),
                    None => {
                        let error = missing(format!("file {}", n.node), n.span);
                        fail(error.with_note(errors::files_are_letters())).map(|_| 0)
                    }
                },
                Line::Last(before) => match counted_back(before, files) {
                    Some(file) => Some(file),
                    None => fail(missing(format!("file last-{}", before.node), before.span)).map(|_| 0),
                },
            };
            let (a, b) = (file(from), to.as_ref().map_or(Some(None), |n| file(n).map(Some)));
            let (a, b) = (a?, b?);
            let b = b.unwrap_or(a);
            ([a.min(b), 0, 0], [a.max(b), ranks - 1, levels - 1])
        }
        TileTerm::Reach(from, path) => {
            let Some(place) = grid.parse(&from.node).filter(|p| grid.tile(*p).is_some()) else {
                let what = format!("`{}`", from.node);
                fail(match grid.parse(&from.node) {
                    Some(_) => errors::not_on_board(&what, from.span, "there is a hole"),
                    None => missing(what, from.span),
                });
                return None;
            };
            return unplaced(Unplaced::Reach(place, path));
        }
        TileTerm::Distance { min, max, from, path } => {
            let steps = Steps { min: min.node, max: max.as_ref().map_or(min.node, |max| max.node) };
            if steps.max < steps.min {
                let bounds = max.as_ref().map_or(min.span, |max| min.span.to(max.span));
                let turned = format!("{}..{}", steps.max, steps.min);
                fail(errors::empty_bounds(steps.min, steps.max, bounds, turned));
                return None;
            }
            return unplaced(Unplaced::Distance(steps, from, path.as_ref()));
        }
    };
    let places = (low[2]..=high[2])
        .flat_map(move |l| (low[1]..=high[1]).flat_map(move |r| (low[0]..=high[0]).map(move |f| [f, r, l])));
    Some(places.filter(|p| grid.tile(*p).is_some()).collect())
}

/// The rank or file so many before the last of all.
fn counted_back(before: &Number, all: i16) -> Option<i16> {
    i16::try_from(before.node).ok().and_then(|before| (all - 1).checked_sub(before)).filter(|line| *line >= 0)
}

fn line_span<T>(line: &Line<Spanned<T>>) -> Span {
    match line {
        Line::Named(named) => named.span,
        Line::Last(before) => before.span,
    }
}

/// Where a term is written.
fn term_span(term: &TileTerm) -> Span {
    let between = |from: Span, to: Option<Span>| to.map_or(from, |to| from.to(to));
    match term {
        TileTerm::All(span) => *span,
        TileTerm::Name(name) => name.span,
        TileTerm::Rectangle(from, to) => from.span.to(to.span),
        TileTerm::File(from, to) => between(line_span(from), to.as_ref().map(line_span)),
        TileTerm::Rank(from, to) => between(line_span(from), to.as_ref().map(line_span)),
        TileTerm::Reach(from, path) => from.span.to(path.span),
        TileTerm::Distance { min, from, path, .. } => {
            min.span.to(path.as_ref().map_or(from.span, |path| path.span))
        }
    }
}

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

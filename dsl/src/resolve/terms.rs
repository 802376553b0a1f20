//! Terms of sets of tiles whose places follow from the coordinates.

use std::collections::HashSet;

use crate::ast::{Line, Name, Number, Path, TileTerm};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::meaning as errors;
use crate::source::{Span, Spanned};

use super::grid::{Grid, Place};
use super::report::Report;

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
    pub(super) min: u32,
    pub(super) max: u32,
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

/// The places of terms in a line of the board.
pub(super) fn named_places(
    grid: &Grid,
    terms: &[TileTerm],
    line: &str,
    report: &mut Report,
) -> Option<Vec<Place>> {
    let mut unplaced = |term: Unplaced<'_>| {
        match term {
            Unplaced::Name(name) => {
                report.push(errors::not_on_board(&format!("`{}`", name.node), name.span, &grid.describe()))
            }
            Unplaced::Reach(_, path) => {
                report.push(errors::plain_path_only("`by`", line, path.span));
            }
            Unplaced::Distance(_, from, _) => {
                let unknown = "how far tiles are apart is not known before the board is made";
                report.push(errors::not_on_board("a distance", from.span, unknown));
            }
            Unplaced::Error(error) => report.push(error),
        }
        None
    };
    place_terms(grid, terms, &mut unplaced)
}

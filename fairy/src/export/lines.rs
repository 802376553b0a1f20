//! Lines that only some tiles have, and hoppers that leave their like alone.

use std::sync::Arc;

use tilegame_runtime::ir::{Kind, KindId, MoveRule, Path, RegionId, Rules, Test};

use super::ask::{Reader, Set, all_of, alternatives, sequence};
use super::squares::{Places, Squares};

/// What is taken out of the rules.
#[derive(Default)]
pub(crate) struct Lines {
    /// The tiles between which diagonal lines run, if there are some.
    pub(crate) tiles: Option<Places>,
    /// Kinds that go along them.
    pub(crate) on_them: Set,
    /// Kinds that neither leap over pieces of their own kind nor capture them.
    pub(crate) sparing: Set,
}

impl Lines {
    /// Takes out of the rules the moves along lines that only some tiles have, and that hoppers spare their like.
    pub(crate) fn take_out(rules: &mut Rules, squares: &Squares) -> Lines {
        let (tiles, on_them) = diagonals(rules, squares).unzip();
        let mut lines = Lines { tiles, on_them: on_them.unwrap_or_default(), sparing: Set::new() };
        let asked = rules.clone();
        let reader = Reader { rules: &asked, squares };
        for (index, kind) in rules.kinds.iter_mut().enumerate() {
            let id = KindId::new(index);
            let others = &reader.every_kind() - &Set::from([id]);
            let paths: Option<Vec<Path>> =
                kind.rules.iter().map(|rule| plain(&reader, &others, &rule.path)).collect();
            let Some(paths) = paths.filter(|paths| !paths.is_empty()) else { continue };
            for (rule, path) in Arc::make_mut(&mut kind.rules).iter_mut().zip(paths) {
                rule.path = path;
            }
            lines.sparing.insert(id);
        }
        lines
    }
}

/// Takes out the moves along diagonal lines of some tiles, if there are such; the tiles, and the kinds that go along them.
fn diagonals(rules: &mut Rules, squares: &Squares) -> Option<(Places, Set)> {
    let board = &rules.board;
    let found = |rule: &MoveRule| -> Option<RegionId> {
        let Test::On(region) = rule.guard else { return None };
        let ends_there = |way: &Path| {
            let checks = |part: &&Path| matches!(part, Path::Check { test, .. } if all_of(test).contains(&&Test::On(region)));
            let last = sequence(way).into_iter().rev().take_while(|part| matches!(part, Path::Check { .. }));
            last.collect::<Vec<_>>().iter().any(checks)
        };
        let fits = alternatives(&rule.path).into_iter().all(ends_there)
            && is_diagonal(&rule.path, &|step| !board.directions[step].offset[..2].contains(&0));
        fits.then_some(region)
    };
    let mut regions: Vec<RegionId> =
        rules.kinds.iter().flat_map(|kind| kind.rules.iter()).filter_map(found).collect();
    regions.dedup();
    let [region] = regions.as_slice() else { return None };
    let tiles = &rules.regions[region.index()].tiles;
    if tiles[0] != tiles[1] {
        return None;
    }
    let places = squares.places(&tiles[0]);
    let goes = |kind: &Kind| kind.rules.iter().any(|rule| found(rule).is_some());
    let on_them = (0..rules.kinds.len()).filter(|kind| goes(&rules.kinds[*kind])).map(KindId::new).collect();
    let kept: Vec<Kind> = rules
        .kinds
        .iter()
        .map(|kind| Kind {
            rules: Arc::new(kind.rules.iter().filter(|rule| found(rule).is_none()).cloned().collect()),
            ..kind.clone()
        })
        .collect();
    rules.kinds = kept;
    Some((places, on_them))
}

/// Whether all steps of a path are such.
fn is_diagonal(path: &Path, is: &dyn Fn(usize) -> bool) -> bool {
    match path {
        Path::Step(step) => is(step.index()),
        Path::Seq(parts) | Path::Any(parts) => parts.iter().all(|part| is_diagonal(part, is)),
        Path::Repeat { path, .. } => is_diagonal(path, is),
        Path::Check { .. } => true,
        Path::Leap(_) | Path::Times { .. } | Path::Bend(_) | Path::Do(_) => false,
    }
}

/// A path that leaps over pieces of these kinds and ends on no others, as though it did not care which kinds they are.
fn plain(reader: &Reader<'_>, others: &Set, path: &Path) -> Option<Path> {
    if let Path::Any(ways) = path {
        return ways.iter().map(|way| plain(reader, others, way)).collect::<Option<Vec<_>>>().map(Path::Any);
    }
    let is_other =
        |path: &Path| matches!(path, Path::Check { test, .. } if reader.kinds(test).as_ref() == Some(others));
    let mut parts: Vec<Path> = sequence(path).into_iter().cloned().collect();
    parts.pop_if(|last| is_other(last))?;
    let hurdles: usize = parts.iter_mut().map(|part| over_any(part, &is_other)).sum();
    (hurdles > 0).then_some(Path::Seq(parts))
}

/// Lets such hurdles be any pieces; how many there are.
fn over_any(path: &mut Path, is_other: &dyn Fn(&Path) -> bool) -> usize {
    if is_other(path) {
        *path = Path::Check { test: Test::Occupied, settles: true };
        return 1;
    }
    match path {
        Path::Seq(parts) | Path::Any(parts) => parts.iter_mut().map(|part| over_any(part, is_other)).sum(),
        _ => 0,
    }
}

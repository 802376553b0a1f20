//! Paths put together from parts, and what is in them.

use crate::ir::{Path, Test};

/// One path out of alternatives.
pub(super) fn any(mut ways: Vec<Path>) -> Path {
    if ways.len() == 1 { ways.remove(0) } else { Path::Any(ways) }
}

/// One after the other, without nesting.
pub(super) fn then(first: Path, second: Path) -> Path {
    let mut all = Vec::new();
    append(&mut all, first);
    append(&mut all, second);
    sequence(all)
}

pub(super) fn append(parts: &mut Vec<Path>, path: Path) {
    match path {
        Path::Seq(more) => parts.extend(more),
        other => parts.push(other),
    }
}

pub(super) fn sequence(mut parts: Vec<Path>) -> Path {
    if parts.len() == 1 { parts.remove(0) } else { Path::Seq(parts) }
}

/// Each path once, the first stays.
pub(super) fn distinct(paths: impl Iterator<Item = Path>) -> Vec<Path> {
    let mut all: Vec<Path> = Vec::new();
    for path in paths {
        if !all.contains(&path) {
            all.push(path);
        }
    }
    all
}

/// All tests in a path, with those of its parts.
pub(super) fn checks<'p>(path: &'p Path, found: &mut Vec<&'p Test>) {
    match path {
        Path::Seq(parts) | Path::Any(parts) => parts.iter().for_each(|p| checks(p, found)),
        Path::Repeat { path, .. } => checks(path, found),
        Path::Times { path, times } => {
            checks(path, found);
            found.extend(times.tests());
        }
        Path::Check { test, .. } => found.push(test),
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Do(_) => {}
    }
}

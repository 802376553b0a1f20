//! Paths put together from parts, and what is in them.

use crate::ir::Path;

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

//! Tests and paths taken apart.

use crate::ir::{Path, Test};

pub(super) fn conjuncts(test: &Test) -> Vec<&Test> {
    match test {
        Test::And(all) => all.iter().flat_map(conjuncts).collect(),
        other => vec![other],
    }
}

/// The parts of a path, without nesting.
pub(super) fn flat(path: &Path) -> Vec<&Path> {
    match path {
        Path::Seq(parts) => parts.iter().flat_map(flat).collect(),
        other => vec![other],
    }
}

//! Writes out what is extended by an expression or by lines of its own: behind this pass, no test, path, group of rules
//! or board is extended any more.
//!
//! An extension of what is not there stays; the next pass that meets it says so. Regions, pieces and the castling
//! clause are extended there, too, since their parts keep something of the text that has them.

use std::collections::HashMap;

use crate::ast::{ItemKind, Name, Path, PathKind, Test, TestKind, Verb};
use crate::diagnostic::errors::patterns;

use super::imports::Modules;
use super::report::Report;
use super::sorts::Sort;

/// Joins every extension to what it extends, text by text.
pub(crate) fn extend(modules: &mut Modules, report: &mut Report) {
    // Where each thing is declared: in which text, as which of its items.
    let mut declared: HashMap<Key, (usize, usize)> = HashMap::new();
    for layer in 0..modules.layers.len() {
        let items = std::mem::take(&mut modules.layers[layer].ast.items);
        for item in items {
            let key = key(&item.kind);
            let first = key.as_ref().and_then(|key| declared.get(key).copied());
            if let (Verb::Extend, Some((layer, index))) = (item.verb, first) {
                join(&mut modules.layers[layer].ast.items[index].kind, item.kind, report);
                continue;
            }
            let items = &mut modules.layers[layer].ast.items;
            match (item.verb, key) {
                (Verb::Declare | Verb::Replace, Some(key)) => _ = declared.insert(key, (layer, items.len())),
                (Verb::Remove, Some(key)) => _ = declared.remove(&key),
                _ => {}
            }
            items.push(item);
        }
    }
}

/// What is extended here: by its name; the board has none.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Board,
    Named(Sort, String),
}

fn key(kind: &ItemKind) -> Option<Key> {
    Some(match kind {
        ItemKind::Board(_) => Key::Board,
        ItemKind::Test { name, .. } => Key::Named(Sort::Test, name.node.clone()),
        ItemKind::Path { name, .. } => Key::Named(Sort::Path, name.node.clone()),
        ItemKind::Rules { name, .. } => Key::Named(Sort::Rules, name.node.clone()),
        _ => return None,
    })
}

/// Adds an extension to the declaration with the same name: its lines, its test as another case, or its path as another way.
fn join(whole: &mut ItemKind, more: ItemKind, report: &mut Report) {
    use ItemKind as I;
    match (whole, more) {
        (I::Board(lines), I::Board(more)) => lines.extend(more),
        (I::Rules { lines, .. }, I::Rules { lines: more, .. }) => lines.extend(more),
        (
            I::Test { name, parameters, test: Some(test) },
            I::Test { name: other, parameters: others, test: Some(more) },
        ) => {
            same_parameters((name, parameters), (&other, &others), report);
            match &mut test.kind {
                TestKind::Or(all) => all.push(more),
                _ => {
                    let all = vec![test.clone(), more];
                    *test = Test { kind: TestKind::Or(all), span: test.span };
                }
            }
        }
        (
            I::Path { name, parameters, path: Some(path) },
            I::Path { name: other, parameters: others, path: Some(more) },
        ) => {
            same_parameters((name, parameters), (&other, &others), report);
            match &mut path.kind {
                PathKind::Alternatives(all) | PathKind::Choice(all) => all.push(more),
                _ => {
                    let all = vec![path.clone(), more];
                    *path = Path { kind: PathKind::Alternatives(all), span: path.span };
                }
            }
        }
        // Things of one key are of one sort, and only `remove` leaves out the value.
        _ => {}
    }
}

fn same_parameters(first: (&Name, &[Name]), other: (&Name, &[Name]), report: &mut Report) {
    fn words(names: &[Name]) -> Vec<&str> {
        names.iter().map(|name| name.node.as_str()).collect()
    }
    let (declared, given) = (words(first.1), words(other.1));
    if declared != given {
        report.push(patterns::other_parameters(&first.0.node, &declared, other.0.span, first.0.span));
    }
}

//! A file as a variant of another game of the library than chess: what it says beyond that game.

use std::mem::{discriminant, take};

use tilegame_dsl::ast::{Action, Dropped, Effect, Item, ItemKind, Name, TurnLine, Verb};

use crate::draft::Statement;
use crate::syntax;

/// What a file says beyond another one, of the game in the library that has this name: as statements of a variant of that game. Nothing if
/// it takes something back that the other one says, since the game in the library may say this in other words.
pub(super) fn beyond(own: Vec<Statement>, base: &[Statement], name: &str) -> Option<Vec<Statement>> {
    let held = |statement: &Statement| own.iter().any(|one| takes_over(&one.item, &statement.item));
    base.iter().all(held).then_some(())?;
    let mut statements = Vec::new();
    for mut statement in own {
        if base.iter().any(|other| other.item == statement.item) {
            continue;
        }
        let same = base.iter().map(|other| &other.item).find(|other| is_one_thing(other, &statement.item));
        let Item { verb, kind, .. } = &mut statement.item;
        match (kind, same.map(|other| &other.kind)) {
            (ItemKind::Game { title, about } | ItemKind::Variant { title, about, .. }, _) => {
                let (title, about) = (title.clone(), take(about));
                statement.item.kind = ItemKind::Variant { title, parent: syntax::import(name), about };
            }
            (ItemKind::Use(modules), Some(ItemKind::Use(known))) => {
                modules.retain(|module| !known.contains(module));
                if modules.is_empty() {
                    continue;
                }
            }
            (ItemKind::Turn(lines), Some(ItemKind::Turn(known))) => {
                let left = turn_beyond(lines, known)?;
                statement.keep_notes(&left.iter().map(Option::is_some).collect::<Vec<_>>());
                statement.item.kind = ItemKind::Turn(left.into_iter().flatten().collect());
            }
            (ItemKind::End(lines), Some(ItemKind::End(known)))
            | (ItemKind::Match(lines), Some(ItemKind::Match(known))) => {
                let is_new: Vec<bool> = (0..lines.len()).map(|line| line >= known.len()).collect();
                lines.drain(..known.len());
                statement.keep_notes(&is_new);
            }
            (ItemKind::Piece { .. }, Some(_)) if *verb == Verb::Declare => *verb = Verb::Replace,
            _ => {}
        }
        statements.push(statement);
    }
    Some(statements)
}

/// Whether one statement says what another one says and perhaps more, or something else in its place.
fn takes_over(own: &Item, other: &Item) -> bool {
    if own == other {
        return true;
    }
    if !is_one_thing(own, other) {
        return false;
    }
    match (&own.kind, &other.kind) {
        (ItemKind::Use(own), ItemKind::Use(other)) => other.iter().all(|module| own.contains(module)),
        (ItemKind::Turn(own), ItemKind::Turn(other)) => turn_beyond(own, other).is_some(),
        (ItemKind::End(own), ItemKind::End(other)) | (ItemKind::Match(own), ItemKind::Match(other)) => {
            own.starts_with(other)
        }
        (ItemKind::Piece { .. }, _) => [own.verb, other.verb].iter().all(|verb| *verb != Verb::Extend),
        (kind, _) => matches!(
            kind,
            ItemKind::Game { .. }
                | ItemKind::Variant { .. }
                | ItemKind::Setup(_)
                | ItemKind::Board(_)
                | ItemKind::Castling { .. }
        ),
    }
}

/// Whether two statements are about one thing: one piece, or a block of which a file has one.
fn is_one_thing(one: &Item, other: &Item) -> bool {
    match (&one.kind, &other.kind) {
        (ItemKind::Piece { name, .. }, ItemKind::Piece { name: other, .. }) => name.node == other.node,
        (one, other) => discriminant(one) == discriminant(other),
    }
}

/// What the lines of a turn say beyond those of another one, for each line: lines come on, or drop more pieces. Nothing if they take something back.
fn turn_beyond(own: &[TurnLine], known: &[TurnLine]) -> Option<Vec<Option<TurnLine>>> {
    let mut known = known.iter().peekable();
    let mut left = Vec::new();
    // What other drops than the known ones are called.
    let mut labels: Vec<&Name> = Vec::new();
    for line in own {
        let same = known.peek().is_some_and(|next| *next == line);
        let more = known.peek().and_then(|next| more_drops(line, next));
        if same || more.is_some() {
            known.next();
        }
        left.push(match line {
            TurnLine::After { triggers, guard, actions, label, span } if same => {
                let triggers: Vec<Name> = triggers.iter().filter(|t| labels.contains(t)).cloned().collect();
                (!triggers.is_empty()).then(|| TurnLine::After {
                    triggers,
                    guard: guard.clone(),
                    actions: actions.clone(),
                    label: label.clone(),
                    span: *span,
                })
            }
            _ if same => None,
            TurnLine::Choose { label, .. } => {
                labels.extend(label);
                more.or_else(|| Some(line.clone()))
            }
            _ => Some(line.clone()),
        });
    }
    known.peek().is_none().then_some(left)
}

/// A line with the drops that another line does not have, if there are any and all else is the same.
fn more_drops(line: &TurnLine, known: &TurnLine) -> Option<TurnLine> {
    let pieces = dropped(&mut known.clone())?.clone();
    let (mut more, mut same) = (line.clone(), line.clone());
    dropped(&mut same)?.retain(|piece| pieces.contains(piece));
    dropped(&mut more)?.retain(|piece| !pieces.contains(piece));
    (same == *known).then_some(more)
}

/// What a line drops, if it does nothing else.
fn dropped(line: &mut TurnLine) -> Option<&mut Vec<Dropped>> {
    let TurnLine::Choose { actions, .. } = line else { return None };
    match actions.as_mut_slice() {
        [Action::Here(Effect::Drop(pieces))] => Some(pieces),
        _ => None,
    }
}

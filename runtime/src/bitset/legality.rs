//! What the rules of a turn ask for, seen once: how legality is found out, and which labels matter.

use tilegame_dsl::ir::{Action, Effect, Path, PhaseId, Quantity, Rules, Test, Who};

use super::cond::Cond;
use super::engine::{Legality, Side};
use super::make::After;
use super::state::Layout;
use crate::engine::history::Told;
use crate::engine::reference::Reference;

/// Whether it matters by which rule a move was made.
pub(super) fn is_marked(reference: &Reference, kind: usize, rule_number: usize) -> bool {
    let rules = &reference.rules;
    let rule = &rules.kinds[kind].rules[rule_number];
    reference.memory.rules[kind][rule_number].side.is_some()
        || rule.label.is_some_and(|label| reference.told.of_label(label) != Told::Never)
        || rule.castles && reference.told.castling != Told::Never
}

/// For each counter, where its numbers stand and whether each player has one.
pub(super) fn counters(reference: &Reference) -> Vec<(usize, bool)> {
    let mut next = 0;
    let place = |c: &tilegame_dsl::ir::Counter| {
        let first = next;
        next += if c.each { reference.rules.players.len() } else { 1 };
        (first, c.each)
    };
    reference.rules.counters.iter().map(place).collect()
}

/// Where the numbers of some of the counters stand.
pub(super) fn places_of(reference: &Reference, wanted: &[bool]) -> Vec<usize> {
    let players = reference.rules.players.len();
    let all = counters(reference).into_iter().zip(wanted).filter(|(_, wanted)| **wanted);
    all.flat_map(|((first, each), _)| first..first + if each { players } else { 1 }).collect()
}

/// For each counter, whether some test of a position or a move asks for it.
pub(super) fn counters_asked(rules: &Rules) -> Vec<bool> {
    let mut asked = vec![false; rules.counters.len()];
    let mut ask = |test: &Test| in_test(test, &mut |c| asked[c] = true);
    ask(&rules.turn.legal);
    let numbers = rules.turn.prefer.iter().filter_map(|line| line.quantity());
    numbers.flat_map(|number| number.tests()).for_each(&mut ask);
    rules.ends.iter().for_each(|e| ask(&e.when));
    rules.turn.after.iter().for_each(|a| ask(&a.guard));
    rules.castling.iter().for_each(|c| ask(&c.safe));
    let watched = rules.watches.iter().flat_map(|w| &w.rules);
    for rule in rules.kinds.iter().flat_map(|k| &k.rules).chain(watched) {
        ask(&rule.guard);
        in_path(&rule.path, &mut ask);
    }
    rules.turn.pass.iter().for_each(|pass| ask(&pass.guard));
    for choice in &rules.turn.choices {
        ask(&choice.guard);
        ask(&choice.target);
    }
    let choices = rules.turn.choices.iter().flat_map(|c| &c.actions);
    for action in rules.turn.after.iter().flat_map(|a| &a.actions).chain(choices) {
        match action {
            Action::Each { path, from } => {
                in_path(path, &mut ask);
                from.iter().for_each(&mut ask);
            }
            Action::Every(test, _) | Action::EveryPart(test, _) => ask(test),
            Action::Here(_) | Action::Again { .. } | Action::Illegal => {}
        }
    }
    asked
}

fn in_path(path: &Path, ask: &mut dyn FnMut(&Test)) {
    match path {
        Path::Check { test, .. } => ask(test),
        Path::Seq(parts) | Path::Any(parts) => parts.iter().for_each(|p| in_path(p, ask)),
        Path::Repeat { path, .. } => in_path(path, ask),
        Path::Times { path, times } => {
            in_path(path, ask);
            times.tests().into_iter().for_each(ask);
        }
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Do(_) => {}
    }
}

fn in_test(test: &Test, found: &mut dyn FnMut(usize)) {
    match test {
        Test::Not(t) | Test::Some(t) | Test::Before(t) | Test::Always(t) => in_test(t, found),
        Test::And(all) | Test::Or(all) => all.iter().for_each(|t| in_test(t, found)),
        Test::Sees(path) => in_path(path, &mut |t| in_test(t, found)),
        Test::Can { mover, target } => [mover, target].into_iter().for_each(|t| in_test(t, found)),
        Test::Compare(left, _, right) => {
            in_quantity(left, found);
            in_quantity(right, found);
        }
        _ => {}
    }
}

fn in_quantity(quantity: &Quantity, found: &mut dyn FnMut(usize)) {
    match quantity {
        Quantity::Counter(counter, _) => found(counter.index()),
        Quantity::Count(t) | Quantity::Worth(t) => in_test(t, found),
        Quantity::Sum(parts) => parts.iter().for_each(|(_, part)| in_quantity(part, found)),
        Quantity::Number(_)
        | Quantity::Hand(..)
        | Quantity::Repeated
        | Quantity::RepeatedBoard
        | Quantity::Players => {}
    }
}

/// How many moves a turn can have, if it goes on only from one phase to a later one.
pub(super) fn most_steps(after: &[After], layout: &Layout) -> Option<usize> {
    let asks_for_earlier = |guard: &Cond, phase: PhaseId| {
        let is = |c: &Cond| matches!(c, Cond::In(now) if now.0 < phase.0);
        is(guard) || matches!(guard, Cond::And(all) if all.iter().any(is))
    };
    let goes_on = after.iter().filter_map(|a| Some((&a.guard, a.again?)));
    let rises = |(guard, phase): (&Cond, Option<PhaseId>)| phase.is_some_and(|p| asks_for_earlier(guard, p));
    { goes_on }.all(rises).then_some(layout.phases)
}

/// The cheapest manner in which legality can be found out.
pub(super) fn choose<const W: usize>(
    reference: &Reference,
    layout: &mut Layout,
    legal: &Cond,
    sides: &[Side<W>],
) -> Legality {
    let rules = &reference.rules;
    if *legal == Cond::True {
        return if refuses(rules) { Legality::Tested } else { Legality::Free };
    }
    let Some(royal) = royal(legal) else { return Legality::Tested };
    // What happens after a move leaves the pieces alone.
    let after = rules.turn.after.iter().flat_map(|a| &a.actions);
    let mut effects = after.map(|action| match action {
        Action::Here(effect) => matches!(effect, Effect::Count { .. } | Effect::Mark(_)),
        Action::Each { path, .. } => leaves_pieces_alone(path),
        Action::Every(_, effect) | Action::EveryPart(_, effect) => {
            matches!(effect, Effect::Count { .. } | Effect::Mark(_))
        }
        Action::Again { .. } => true,
        Action::Illegal => false,
    });
    let nobody_becomes_royal = rules.kinds.iter().enumerate().all(|(k, kind)| {
        let is_royal = royal.contains(&(k as u8));
        kind.promotions.iter().all(|p| !is_royal && !p.to.iter().any(|k| royal.contains(&k.0)))
    });
    let can_be_guarded = sides.iter().all(|side| {
        side.threats.odd.is_empty() && side.threats.lines.iter().all(|line| line.is_stopped_by_one)
    });
    let nobody_puts_royal = !rules.any_effect(
        &|effect| matches!(effect, Effect::Put(kind) | Effect::Drop(kind) if royal.contains(&kind.0)),
    );
    if effects.all(|e| e)
        && nobody_puts_royal
        && is_the_same_in_all_phases(rules)
        && nobody_becomes_royal
        && can_be_guarded
    {
        Legality::Guarded(layout.set_of(&royal))
    } else {
        Legality::Tested
    }
}

/// Some line of what happens after a move can make it illegal.
pub(super) fn refuses(rules: &Rules) -> bool {
    rules.turn.after.iter().any(|after| after.actions.contains(&Action::Illegal))
}

/// No rule of a piece asks for the phase of the turn.
pub(super) fn is_the_same_in_all_phases(rules: &Rules) -> bool {
    let mut asks = false;
    for rule in rules.kinds.iter().flat_map(|k| &k.rules) {
        asks |= asks_for_phase(&rule.guard);
        in_path(&rule.path, &mut |test| asks |= asks_for_phase(test));
    }
    rules.turn.phases.len() < 2 || !asks
}

fn asks_for_phase(test: &Test) -> bool {
    match test {
        Test::In(_) => true,
        Test::Not(t) | Test::Some(t) | Test::Before(t) | Test::Always(t) => asks_for_phase(t),
        Test::And(all) | Test::Or(all) => all.iter().any(asks_for_phase),
        Test::Sees(path) => {
            let mut asks = false;
            in_path(path, &mut |t| asks |= asks_for_phase(t));
            asks
        }
        Test::Can { mover, target } => asks_for_phase(mover) || asks_for_phase(target),
        Test::Compare(left, _, right) => left.tests().into_iter().chain(right.tests()).any(asks_for_phase),
        _ => false,
    }
}

/// The kinds of a test that says that no friend of these kinds is attacked.
pub(super) fn royal(legal: &Cond) -> Option<Vec<u8>> {
    let Cond::Not(some) = legal else { return None };
    let Cond::Some(piece) = &**some else { return None };
    let Cond::And(all) = &**piece else { return None };
    match all.as_slice() {
        [Cond::Owner(Who::Friend), Cond::Kind(kinds), Cond::Attacked] => Some(kinds.clone()),
        _ => None,
    }
}

pub(super) fn leaves_pieces_alone(path: &Path) -> bool {
    match path {
        Path::Do(effect) => matches!(effect, Effect::Count { .. } | Effect::Mark(_)),
        Path::Seq(parts) | Path::Any(parts) => parts.iter().all(leaves_pieces_alone),
        Path::Repeat { path, .. } | Path::Times { path, .. } => leaves_pieces_alone(path),
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Check { .. } => true,
    }
}

//! Where the numbers of counters stand, and which of them some test asks for.

use tilegame_dsl::ir::{self, Action, CounterId, Effect, Path, PlayerId, Quantity, Rules, Test};

use crate::reference::engine::Reference;

/// For each counter, where its numbers stand and whether each player has one.
pub(crate) fn places(reference: &Reference) -> Vec<(usize, bool)> {
    let mut next = 0;
    let place = |c: &ir::Counter| {
        let first = next;
        next += if c.each { reference.rules.players.len() } else { 1 };
        (first, c.each)
    };
    reference.rules.counters.iter().map(place).collect()
}

/// Where the numbers of some of the counters stand.
pub(crate) fn places_of(reference: &Reference, wanted: &[bool]) -> Vec<usize> {
    let players = reference.rules.players.len();
    let all = places(reference).into_iter().zip(wanted).filter(|(_, wanted)| **wanted);
    all.flat_map(|((first, each), _)| first..first + if each { players } else { 1 }).collect()
}

/// Where the counters stand that make no difference to whether a position has occurred.
pub(crate) fn ignored(reference: &Reference) -> Vec<usize> {
    let all = reference.rules.counters.iter().enumerate().filter(|(_, counter)| counter.ignored);
    let players = reference.rules.players.len();
    let places = |(number, counter): (usize, &ir::Counter)| {
        let of = move |player| reference.counter_index(CounterId::new(number), PlayerId::new(player));
        (0..if counter.each { players } else { 1 }).map(of).collect::<Vec<_>>()
    };
    all.flat_map(places).collect()
}

/// For each counter, whether it can matter: some test of a position or a move asks for it, or another that matters changes by it.
pub(crate) fn counters_asked(rules: &Rules) -> Vec<bool> {
    let mut asked = vec![false; rules.counters.len()];
    let found = &mut |counter: usize| asked[counter] = true;
    in_test(&rules.turn.legal, found);
    rules.ends.iter().for_each(|end| in_test(&end.when, found));
    rules.castling.iter().for_each(|castling| in_test(&castling.safe, found));
    rules.turn.pass.iter().for_each(|pass| in_test(&pass.guard, found));
    rules.turn.board.iter().for_each(|line| in_test(&line.each, found));
    let watched = rules.watches.iter().flat_map(|w| &w.rules);
    for rule in rules.kinds.iter().flat_map(|k| k.rules.iter()).chain(watched) {
        in_test(&rule.guard, found);
        in_path(&rule.path, found);
    }
    rules.turn.prefer.iter().filter_map(|line| line.quantity()).for_each(|number| in_quantity(number, found));
    for choice in &rules.turn.choices {
        in_test(&choice.guard, found);
        in_test(&choice.target, found);
        choice.actions.iter().for_each(|action| in_action(action, found));
    }
    let (mut waiting, acting): (Vec<&ir::After>, Vec<_>) =
        rules.turn.after.iter().partition(|line| line.only_counts());
    acting.into_iter().for_each(|line| in_line(line, found));
    // A line that does nothing but count matters if a counter does that it changes.
    loop {
        let matters = |action: &Action| matches!(action, Action::Here(Effect::Count { counter, .. }) if asked[counter.index()]);
        let (matter, rest): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|line| line.actions.iter().any(matters));
        if matter.is_empty() {
            return asked;
        }
        matter.into_iter().for_each(|line| in_line(line, &mut |counter| asked[counter] = true));
        waiting = rest;
    }
}

fn in_line(line: &ir::After, found: &mut dyn FnMut(usize)) {
    in_test(&line.guard, found);
    line.actions.iter().for_each(|action| in_action(action, found));
}

fn in_action(action: &Action, found: &mut dyn FnMut(usize)) {
    match action {
        Action::Each { path, from } => {
            in_path(path, found);
            from.iter().for_each(|test| in_test(test, found));
        }
        Action::Every(test, effect) | Action::EveryPart(test, effect) => {
            in_test(test, found);
            in_effect(effect, found);
        }
        Action::Here(effect) => in_effect(effect, found),
        Action::Again { .. } | Action::Illegal => {}
    }
}

fn in_effect(effect: &Effect, found: &mut dyn FnMut(usize)) {
    effect.amount().into_iter().for_each(|amount| in_quantity(amount, found));
}

fn in_path(path: &Path, found: &mut dyn FnMut(usize)) {
    match path {
        Path::Check { test, .. } => in_test(test, found),
        Path::Seq(parts) | Path::Any(parts) => parts.iter().for_each(|p| in_path(p, found)),
        Path::Repeat { path, .. } => in_path(path, found),
        Path::Times { path, times } => {
            in_path(path, found);
            in_quantity(times, found);
        }
        Path::Do(effect) => in_effect(effect, found),
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) => {}
    }
}

fn in_test(test: &Test, found: &mut dyn FnMut(usize)) {
    test.each_part(&mut |part| match part {
        Test::Compare(left, _, right) => [left, right].into_iter().for_each(|q| in_quantity(q, found)),
        Test::Sees(path) | Test::Connected { path, .. } | Test::Group { path, .. } => in_path(path, found),
        _ => {}
    });
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

//! What the rules of a turn ask for, seen once: how legality is found out, and which labels matter.

use tilegame_dsl::ir::{self, Action, Effect, LabelId, Path, PhaseId, Quantity, Rules, Test, Trigger, Who};

use super::WhyNot;
use super::after::{After, Again};
use super::cond::{Cond, Conds};
use super::engine::{Legality, Side};
use super::state::Layout;
use crate::reference::engine::Reference;
use crate::reference::history::Told;

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

/// For each counter, whether it can matter: some test of a position or a move asks for it, or another that matters changes by it.
pub(super) fn counters_asked(rules: &Rules) -> Vec<bool> {
    let mut asked = vec![false; rules.counters.len()];
    let found = &mut |counter: usize| asked[counter] = true;
    in_test(&rules.turn.legal, found);
    rules.ends.iter().for_each(|end| in_test(&end.when, found));
    rules.castling.iter().for_each(|castling| in_test(&castling.safe, found));
    rules.turn.pass.iter().for_each(|pass| in_test(&pass.guard, found));
    rules.turn.board.iter().for_each(|line| in_test(&line.each, found));
    let watched = rules.watches.iter().flat_map(|w| &w.rules);
    for rule in rules.kinds.iter().flat_map(|k| &k.rules).chain(watched) {
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

/// How many moves a turn can have, if it goes on only from one phase to a later one.
pub(super) fn most_steps(after: &[After], layout: &Layout) -> Option<usize> {
    let asks_for_earlier = |guard: &Cond, phase: PhaseId| {
        let is = |c: &Cond| matches!(c, Cond::In(now) if now.0 < phase.0);
        is(guard) || matches!(guard, Cond::And(all) if all.iter().any(is))
    };
    let goes_on = after.iter().filter_map(|a| Some((&a.guard, a.again?)));
    let rises = |(guard, again): (&Cond, Again)| again.phase.is_some_and(|p| asks_for_earlier(guard, p));
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
    let Some(royal) = royal(legal).filter(|_| !reference.tiles_change) else { return Legality::Tested };
    // What happens after a move leaves the pieces alone. What refuses choices is asked where these are found.
    let after = rules.turn.after.iter().filter(|line| !is_verdict(rules, line)).flat_map(|a| &a.actions);
    let mut effects = after.map(|action| match action {
        Action::Here(effect) | Action::Every(_, effect) | Action::EveryPart(_, effect) => is_mild(effect),
        Action::Each { path, .. } => leaves_pieces_alone(path),
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
    let refuses = |after: &&ir::After| after.actions.contains(&Action::Illegal);
    rules.turn.after.iter().filter(refuses).any(|after| !is_verdict(rules, after))
}

/// Whether a line does nothing but make choices illegal, by what they leave; it is asked where these are made.
pub(super) fn is_verdict(rules: &Rules, line: &ir::After) -> bool {
    let of_piece = |label: LabelId| {
        let mut all = rules.kinds.iter().flat_map(|kind| &kind.rules);
        all.any(|rule| rule.label == Some(label))
    };
    let chosen = |label: LabelId| rules.turn.choices.iter().any(|choice| choice.label == Some(label));
    let of_choice = |trigger: &Trigger| matches!(trigger, Trigger::Label(l) if chosen(*l) && !of_piece(*l));
    // What a test sees is the same when the turn has been passed on.
    let shown = |number: &Quantity| {
        matches!(number, Quantity::Number(_) | Quantity::Count(_) | Quantity::Worth(_) | Quantity::Sum(_))
    };
    let lasts = |test: &Test| match test {
        Test::Owner(who) => matches!(who, Who::Friend | Who::Enemy | Who::Player(_)),
        Test::Compare(left, _, right) => [left, right].iter().all(|q| !q.any(&|part| !shown(part))),
        Test::True
        | Test::False
        | Test::Not(_)
        | Test::And(_)
        | Test::Or(_)
        | Test::Some(_)
        | Test::Kind(_)
        | Test::Is(_)
        | Test::Attacked
        | Test::Empty
        | Test::Occupied
        | Test::On(_)
        | Test::NoReply { .. } => true,
        _ => false,
    };
    line.actions == [Action::Illegal]
        && line.triggers.iter().all(of_choice)
        && !line.guard.any(&|part| !lasts(part))
        && rules.turn.split.is_none()
        && !rules.turn.after.iter().any(|other| other.actions.iter().any(goes_on))
}

fn goes_on(action: &Action) -> bool {
    matches!(action, Action::Again { .. })
}

/// What must not hold when a choice has been made.
pub(super) fn verdict(rules: &Rules, choice: &ir::Choice, conds: &mut Conds) -> Result<Cond, WhyNot> {
    let about = |line: &&ir::After| {
        let is = |trigger: &Trigger| matches!(trigger, Trigger::Label(l) if choice.label == Some(*l));
        is_verdict(rules, line) && line.triggers.iter().any(is)
    };
    let lines = rules.turn.after.iter().filter(about);
    let conds: Vec<Cond> = lines.map(|line| conds.make(&passed_on(&line.guard))).collect::<Result<_, _>>()?;
    Ok(if conds.is_empty() { Cond::False } else { Cond::Or(conds) })
}

/// A test as it is asked where the turn has been passed on.
fn passed_on(test: &Test) -> Test {
    let mut test = test.clone();
    test.each_part_mut(&mut |part| {
        if let Test::NoReply { passed } = part {
            *passed = true;
        }
    });
    test
}

/// Whether it is asked of more than choices by what they leave whether a move leaves a reply.
pub(super) fn asks_for_replies(rules: &Rules) -> bool {
    let mut others = rules.clone();
    others.turn.after.retain(|line| !is_verdict(rules, line));
    others.any_test(&|test| matches!(test, Test::NoReply { .. }))
}

/// No rule of a piece asks for the phase of the turn.
pub(super) fn is_the_same_in_all_phases(rules: &Rules) -> bool {
    let asks = |test: &Test| matches!(test, Test::In(_));
    let mut all = rules.kinds.iter().flat_map(|k| &k.rules);
    rules.turn.phases.len() < 2 || !all.any(|rule| rule.guard.any(&asks) || rule.path.any_test(&asks))
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

/// Whether an effect leaves all pieces where they are and as they are, whatever is remembered of them.
pub(super) fn is_mild(effect: &Effect) -> bool {
    matches!(effect, Effect::Count { .. } | Effect::Mark(_) | Effect::First(_))
}

pub(super) fn leaves_pieces_alone(path: &Path) -> bool {
    match path {
        Path::Do(effect) => is_mild(effect),
        Path::Seq(parts) | Path::Any(parts) => parts.iter().all(leaves_pieces_alone),
        Path::Repeat { path, .. } | Path::Times { path, .. } => leaves_pieces_alone(path),
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Check { .. } => true,
    }
}

//! Questions to the rules that several passes ask.

use tilegame_dsl::ir::{self, Action, Effect, LabelId, Path, Quantity, Rules, Test, Trigger, Who};

use crate::packed::refusal::WhyNot;
use crate::plan::cond::{Cond, Conds};
use crate::reference::engine::Reference;
use crate::reference::memory::Told;

/// Whether it matters by which rule a move was made.
pub(crate) fn is_marked(reference: &Reference, kind: usize, rule_number: usize) -> bool {
    let rules = &reference.rules;
    let rule = &rules.kinds[kind].rules[rule_number];
    reference.memory.rules[kind][rule_number].side.is_some()
        || rule.label.is_some_and(|label| reference.told.of_label(label) != Told::Never)
        || rule.castles && reference.told.castling != Told::Never
}

/// Some line of what happens after a move can make it illegal.
pub(crate) fn refuses(rules: &Rules) -> bool {
    let refuses = |after: &&ir::After| after.actions.contains(&Action::Illegal);
    rules.turn.after.iter().filter(refuses).any(|after| !is_verdict(rules, after))
}

/// Whether a line does nothing but make choices illegal, by what they leave; it is asked where these are made.
pub(crate) fn is_verdict(rules: &Rules, line: &ir::After) -> bool {
    let of_piece = |label: LabelId| {
        let mut all = rules.kinds.iter().flat_map(|kind| kind.rules.iter());
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

pub(crate) fn goes_on(action: &Action) -> bool {
    matches!(action, Action::Again { .. })
}

/// What must not hold when a choice has been made.
pub(crate) fn verdict(rules: &Rules, choice: &ir::Choice, conds: &mut Conds) -> Result<Cond, WhyNot> {
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
pub(crate) fn asks_for_replies(rules: &Rules) -> bool {
    let mut others = rules.clone();
    others.turn.after.retain(|line| !is_verdict(rules, line));
    others.any_test(&|test| matches!(test, Test::NoReply { .. }))
}

/// No rule of a piece asks for the phase of the turn.
pub(crate) fn is_the_same_in_all_phases(rules: &Rules) -> bool {
    let asks = |test: &Test| matches!(test, Test::In(_));
    let mut all = rules.kinds.iter().flat_map(|k| k.rules.iter());
    rules.turn.phases.len() < 2 || !all.any(|rule| rule.guard.any(&asks) || rule.path.any_test(&asks))
}

/// Whether an effect leaves all pieces where they are and as they are, whatever is remembered of them.
pub(crate) fn is_mild(effect: &Effect) -> bool {
    matches!(effect, Effect::Count { .. } | Effect::Mark(_) | Effect::First(_))
}

pub(crate) fn leaves_pieces_alone(path: &Path) -> bool {
    match path {
        Path::Do(effect) => is_mild(effect),
        Path::Seq(parts) | Path::Any(parts) => parts.iter().all(leaves_pieces_alone),
        Path::Repeat { path, .. } | Path::Times { path, .. } => leaves_pieces_alone(path),
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Check { .. } => true,
    }
}

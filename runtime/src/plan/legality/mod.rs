//! How it is found out whether a move is legal, chosen by what the rules ask.

pub(crate) mod checking;
pub(crate) mod connected;
pub(crate) mod flyer;
pub(crate) mod incremental;
pub(crate) mod pins;
pub(crate) mod strand;
pub(crate) mod truth;
pub(crate) mod wake;

use tilegame_dsl::ir;
use tilegame_dsl::ir::{Action, Effect, LabelId, Path, PhaseId, Quantity, Rules, Test, Trigger, Who};

use crate::packed::refusal::WhyNot;
use crate::plan::cond::{Cond, Conds};
use crate::plan::layout::Layout;
use crate::plan::movers::Side;
use crate::plan::turn::after::{After, Again};
use crate::reference::engine::Reference;
use crate::reference::history::Told;

/// How it is found out whether a move is legal.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Legality {
    /// Every move is.
    Free,
    /// No friend in this set of a state may be left attacked, and the ways to attack them can be guarded.
    Guarded(u8),
    /// Most moves leave all tiles alone that the test depends on; the others are made, and the test asked.
    Sifted,
    /// All tiles must hang together, and that is seen without making moves.
    Grounded,
    /// The move is made, and the test asked.
    Tested,
}

/// Whether it matters by which rule a move was made.
pub(crate) fn is_marked(reference: &Reference, kind: usize, rule_number: usize) -> bool {
    let rules = &reference.rules;
    let rule = &rules.kinds[kind].rules[rule_number];
    reference.memory.rules[kind][rule_number].side.is_some()
        || rule.label.is_some_and(|label| reference.told.of_label(label) != Told::Never)
        || rule.castles && reference.told.castling != Told::Never
}

/// How many moves a turn can have, if it goes on only from one phase to a later one.
pub(crate) fn most_steps(after: &[After], layout: &Layout) -> Option<usize> {
    let asks_for_earlier = |guard: &Cond, phase: PhaseId| {
        let is = |c: &Cond| matches!(c, Cond::In(now) if now.0 < phase.0);
        is(guard) || matches!(guard, Cond::And(all) if all.iter().any(is))
    };
    let goes_on = after.iter().filter_map(|a| Some((&a.guard, a.again?)));
    let rises = |(guard, again): (&Cond, Again)| again.phase.is_some_and(|p| asks_for_earlier(guard, p));
    { goes_on }.all(rises).then_some(layout.phases)
}

/// The cheapest manner in which legality can be found out.
pub(crate) fn choose<const W: usize>(
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
pub(crate) fn refuses(rules: &Rules) -> bool {
    let refuses = |after: &&ir::After| after.actions.contains(&Action::Illegal);
    rules.turn.after.iter().filter(refuses).any(|after| !is_verdict(rules, after))
}

/// Whether a line does nothing but make choices illegal, by what they leave; it is asked where these are made.
pub(crate) fn is_verdict(rules: &Rules, line: &ir::After) -> bool {
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
    let mut all = rules.kinds.iter().flat_map(|k| &k.rules);
    rules.turn.phases.len() < 2 || !all.any(|rule| rule.guard.any(&asks) || rule.path.any_test(&asks))
}

/// The kinds of a test that says that no friend of these kinds is attacked.
pub(crate) fn royal(legal: &Cond) -> Option<Vec<u8>> {
    let Cond::Not(some) = legal else { return None };
    let Cond::Some(piece) = &**some else { return None };
    let Cond::And(all) = &**piece else { return None };
    match all.as_slice() {
        [Cond::Owner(Who::Friend), Cond::Kind(kinds), Cond::Attacked] => Some(kinds.clone()),
        _ => None,
    }
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

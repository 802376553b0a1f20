//! Which paths are walked, although they could be unrolled: what is asked on the way would be another matter.

use tilegame_dsl::ir::{self, Effect, Mode, MoveRule, Path, Quantity, Test};

use crate::packed::refusal::WhyNot;
use crate::plan::cond::Conds;
use crate::plan::route::{Route, Walked};
use crate::plan::ways::Shapes;

/// The rules that are walked.
pub(crate) fn walked<const W: usize>(
    rules: &ir::Rules,
    shapes: &Shapes<W>,
    conds: &mut Conds,
) -> Result<Vec<Vec<Option<Walked>>>, WhyNot> {
    let is_walked = |kind: usize, rule: usize| shapes[0][kind][rule].is_walked;
    let mut all = Vec::new();
    for (k, kind) in rules.kinds.iter().enumerate() {
        let mut of_rule = |(number, rule): (usize, &ir::MoveRule)| {
            if !is_walked(k, number) {
                return Ok(None);
            }
            let promotions = kind.promotions.iter().map(|p| Ok((p.clone(), conds.make(&p.guard)?)));
            let promotions = promotions.collect::<Result<Vec<_>, WhyNot>>()?;
            let (guard, route) = (conds.make(&rule.guard)?, Route::new(&rule.path, conds)?);
            Ok(Some(Walked { guard, route, promotions }))
        };
        all.push(kind.rules.iter().enumerate().map(&mut of_rule).collect::<Result<Vec<_>, WhyNot>>()?);
    }
    Ok(if all.iter().flatten().all(Option::is_none) { Vec::new() } else { all })
}

/// Whether a path that tests or effects speak of is walked though it could be unrolled, since what is asked would be another matter.
pub(crate) fn has_to_be_walked(path: &Path) -> bool {
    let is_of_walker = |test: &Test| matches!(test, Test::Under { by_one: true, .. });
    let changes_others = |effect: &Effect| matches!(effect, Effect::Turn(_));
    looks_around_after_taking(path, false).1
        || minds_what_is_taken(path)
        || path.any_effect(&changes_others)
        || repeats_at_length(path)
        || path.any_test(&is_of_walker)
}

/// Whether a rule is walked though its paths could be unrolled: what is asked, or what is attacked, would be another matter.
pub(crate) fn is_to_be_walked(rule: &MoveRule, attacks: bool) -> bool {
    let has = |wanted: fn(&Effect) -> bool| rule.path.any_effect(&wanted);
    let shifts = has(|e| matches!(e, Effect::Shift(_) | Effect::Reflect(_) | Effect::Swap));
    let takes = has(Effect::takes) || !matches!(rule.mode, Mode::Quiet | Mode::Do);
    let puts = has(|e| matches!(e, Effect::Put(_) | Effect::Drop(_)));
    !rule.mode.moves()
        || shifts && (takes || rule.onto.is_some())
        || puts && attacks
        || looks_around_after_taking(&rule.path, false).1
        || minds_what_is_taken(&rule.path)
        || repeats_at_length(&rule.path)
        || rule.path.any_test(&|test| matches!(test, Test::Under { by_one: true, .. }))
}

/// Whether a path has an endless repetition that begins with two rounds or more, and does nothing on the way.
pub(crate) fn repeats_at_length(path: &Path) -> bool {
    match path {
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Do(_) | Path::Check { .. } => false,
        Path::Seq(parts) | Path::Any(parts) => parts.iter().any(repeats_at_length),
        Path::Times { .. } => true,
        Path::Repeat { path: body, min, max } => {
            max.is_none() && *min > 1 && !body.acts() || repeats_at_length(body)
        }
    }
}

/// Whether something is taken on a path, and a test on the way asks what else could be.
pub(crate) fn minds_what_is_taken(path: &Path) -> bool {
    let takes = |test: &Test| matches!(test, Test::Sees(other) if other.any_effect(&Effect::takes));
    path.any_effect(&Effect::takes) && path.any_test(&takes)
}

/// Whether a path may have taken something when it ends, if it may have done so when it begins; and whether a test on the way asks for
/// more than what its own tile and the turn show when something may have been taken: what is gone would have to be left out of that.
pub(crate) fn looks_around_after_taking(path: &Path, taken: bool) -> (bool, bool) {
    match path {
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) => (taken, false),
        Path::Do(effect) => (taken || *effect == Effect::Take, false),
        Path::Check { test, .. } => (taken, taken && looks_around(test)),
        Path::Seq(parts) => parts.iter().fold((taken, false), |(taken, looks), part| {
            let (taken, again) = looks_around_after_taking(part, taken);
            (taken, looks || again)
        }),
        Path::Any(parts) => parts.iter().fold((taken, false), |(ever, looks), part| {
            let (then, again) = looks_around_after_taking(part, taken);
            (ever || then, looks || again)
        }),
        Path::Repeat { path, .. } | Path::Times { path, .. } => {
            let (then, first) = looks_around_after_taking(path, taken);
            (taken || then, first || looks_around_after_taking(path, taken || then).1)
        }
    }
}

/// Whether a test asks for more than what its own tile and the turn show.
fn looks_around(test: &Test) -> bool {
    let counts = |quantity: &Quantity| !quantity.tests().is_empty();
    test.any(&|part| match part {
        Test::Compare(left, _, right) => counts(left) || counts(right),
        Test::Attacked
        | Test::AttackedBy(_)
        | Test::Attacks(_)
        | Test::Under { .. }
        | Test::Sees(_)
        | Test::Connected { .. }
        | Test::Group { .. }
        | Test::Some(_)
        | Test::Stuck
        | Test::NoReply { .. }
        | Test::Can { .. }
        | Test::Always(_)
        | Test::Before(_) => true,
        _ => false,
    })
}

//! What pieces can do as long as they have not moved, and what kings in check cannot do: each is one key.

use std::sync::Arc;

use tilegame_betza::{Mode, Move};
use tilegame_dsl::betza;
use tilegame_runtime::ir::{Action, After, Effect, Kind, Mode as RuleMode, MoveRule, Path, Rules, Test};

use super::ask::{all_of, sequence};

/// What is taken out of the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gating {
    /// A piece comes out of the hand where they have stood.
    Seirawan,
    /// The king and one other piece leap.
    Cambodian,
    /// A king in check can only capture what gives it.
    Makpong,
}

/// The leaps by which the king and the other piece begin: so far to the side, and so far ahead.
const LEAPS: [(u8, i8); 2] = [(2, 1), (0, 2)];

impl Gating {
    /// Takes it out of the rules.
    pub(crate) fn take_out(rules: &mut Rules) -> Option<Gating> {
        come_in(rules).or_else(|| leap(rules)).or_else(|| stand(rules))
    }

    /// The keys that say so.
    pub(crate) fn keys(self) -> &'static [&'static str] {
        match self {
            Gating::Seirawan => &["gating", "seirawanGating"],
            Gating::Cambodian => &["gating", "cambodianMoves"],
            Gating::Makpong => &["makpongRule"],
        }
    }
}

/// Takes out of the rules that something comes in behind a piece.
fn come_in(rules: &mut Rules) -> Option<Gating> {
    let leaves = |rule: &MoveRule| rule.guard == Test::First && leaves_behind(&rule.path);
    if !rules.kinds.iter().flat_map(|kind| kind.rules.iter()).any(leaves) {
        return None;
    }
    rules.kinds.iter_mut().for_each(|kind| Arc::make_mut(&mut kind.rules).retain(|rule| !leaves(rule)));
    if let Some(castling) = &mut rules.castling {
        castling.options.retain(|option| !option.from_hand);
    }
    // With an empty hand nothing can come in any more: that all pieces have moved then, changes no moves.
    let settles = |after: &After| matches!(after.actions[..], [Action::Every(_, Effect::First(false))]);
    rules.turn.after.retain(|after| !settles(after));
    // What comes in blocks no check. Of a line over it, the test asks besides.
    let over = |path: &Path| path.any_test(&|test| matches!(test, Test::Before(_)));
    rules.turn.legal.each_part_mut(&mut |test| {
        if let Test::Or(parts) = test
            && let [Test::Attacked, Test::Sees(path)] = parts.as_slice()
            && over(path)
        {
            *test = Test::Attacked;
        }
    });
    Some(Gating::Seirawan)
}

/// Takes the first leaps of a king and another piece out of the rules.
fn leap(rules: &mut Rules) -> Option<Gating> {
    let mut found = [false; LEAPS.len()];
    for kind in &rules.kinds {
        for rule in kind.rules.iter().filter(|rule| first(rule)) {
            let known = LEAPS.iter().position(|leap| leaps(rules, kind, rule, *leap))?;
            found[known] = true;
        }
    }
    if found != [true; LEAPS.len()] {
        return None;
    }
    for kind in &mut rules.kinds {
        Arc::make_mut(&mut kind.rules).retain(|rule| !first(rule));
    }
    // A king in line with a rook has lost its leap.
    let loses = |action: &Action| action.any_effect(&|effect| *effect == Effect::First(false));
    rules.turn.after.retain(|after| !after.actions.iter().all(loses));
    Some(Gating::Cambodian)
}

/// Takes out of the rules that a king in check cannot run.
fn stand(rules: &mut Rules) -> Option<Gating> {
    let calm = Test::Not(Box::new(Test::Attacked));
    let stands = |kind: &Kind| {
        let [threat, moves, capture] = kind.rules.as_slice() else { return false };
        threat.mode == RuleMode::Threat
            && (moves.mode, &moves.path, &moves.guard) == (RuleMode::Move, &threat.path, &calm)
            && capture.mode == RuleMode::Capture
            && matches!(all_of(&capture.guard)[..], [Test::Attacked, Test::Before(_)])
    };
    let kind = rules.kinds.iter_mut().find(|kind| stands(kind))?;
    kind.rules = Arc::new(vec![MoveRule { guard: Test::True, ..kind.rules[1].clone() }]);
    Some(Gating::Makpong)
}

/// Whether a rule is one of pieces that have not moved.
fn first(rule: &MoveRule) -> bool {
    all_of(&rule.guard).contains(&&Test::First)
}

/// Whether a rule makes these leaps, to both sides, and no others.
fn leaps(rules: &Rules, kind: &Kind, rule: &MoveRule, (aside, ahead): (u8, i8)) -> bool {
    let alone = MoveRule { guard: Test::True, ..rule.clone() };
    let moves =
        betza::moves(rules, &Kind { rules: Arc::new(vec![alone]), ..kind.clone() }).unwrap_or_default();
    let is_leap = |made: &Move| {
        let [leg] = made.legs.as_slice() else { return false };
        let [step] = leg.steps.as_slice() else { return false };
        made.mode == Mode::Quiet && (step.right.unsigned_abs(), step.forward) == (aside, ahead)
    };
    !moves.is_empty() && moves.iter().all(is_leap)
}

/// Whether every way of a path begins by putting a piece out of the hand where it sets out.
fn leaves_behind(path: &Path) -> bool {
    match path {
        Path::Do(effect) => matches!(effect, Effect::Drop(_)),
        Path::Any(ways) => ways.iter().all(leaves_behind),
        Path::Seq(_) => sequence(path).first().is_some_and(|first| leaves_behind(first)),
        _ => false,
    }
}

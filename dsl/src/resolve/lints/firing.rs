//! Rules that can never make a move: what they ask of the tile where they end is at odds with what their first word says of it, or
//! what they ask of one tile on the way contradicts itself.

use crate::ast::Mode;
use crate::diagnostic::errors::lints as errors;
use crate::ir::{Effect, KindId, MoveRule, Path, PlayerId, Rules, Test};
use crate::source::Span;

use super::super::manners::known_of;
use super::super::resolver::Resolver;
use super::super::sorts::Sort;
use super::super::truth::{Case, Occupant, Truth};
use super::KindPlaces;

/// A path with more alternatives than this is not looked at.
const MOST_ENDS: usize = 256;

/// What a rule needs on the tile where it ends.
#[derive(Clone, Copy)]
enum Needs {
    Nothing,
    Enemy,
    NothingOrEnemy,
    Anything,
}

impl Needs {
    fn of(rule: &MoveRule) -> Needs {
        match rule.mode {
            Mode::Quiet | Mode::Do => Needs::Nothing,
            Mode::Capture if rule.onto.is_some() => Needs::Nothing,
            Mode::Capture => Needs::Enemy,
            Mode::Move => Needs::NothingOrEnemy,
            Mode::Act | Mode::Threat | Mode::Cover => Needs::Anything,
        }
    }

    fn are_met(self, asker: PlayerId, occupant: Occupant) -> bool {
        let enemy = matches!(occupant, Occupant::Piece(Some(owner), _) if owner != asker);
        match self {
            Needs::Nothing => matches!(occupant, Occupant::Nobody),
            Needs::Enemy => enemy,
            Needs::NothingOrEnemy => enemy || matches!(occupant, Occupant::Nobody),
            Needs::Anything => true,
        }
    }
}

impl Resolver<'_> {
    /// Rules of the root's pieces that can never make a move.
    pub(super) fn lint_firing(&mut self, rules: &Rules, places: &[KindPlaces]) {
        // A piece in its states has a rule several times.
        let mut seen: Vec<(Span, bool)> = Vec::new();
        for (kind, place) in rules.kinds.iter().zip(places) {
            for (rule, span) in kind.rules.iter().zip(&place.rules) {
                match seen.iter_mut().find(|(known, _)| known == span) {
                    Some((_, any)) => *any = *any || self.can_fire(rule),
                    None => seen.push((*span, self.can_fire(rule))),
                }
            }
        }
        for (span, fires) in seen {
            if fires || !self.own(span) || self.switched.contains(&span) {
                continue;
            }
            let mut all = rules.kinds.iter().zip(places).flat_map(|(k, p)| k.rules.iter().zip(&p.rules));
            if let Some((rule, _)) = all.find(|(_, place)| **place == span) {
                let other = self.mode_that_fires(rule);
                let word = Span { end: span.start + rule.mode.word().len() as u32, ..span };
                self.report.push(errors::never_fires(span, rule.mode, word, other));
            }
        }
    }

    /// Rules of a piece of which the guard asks for what no piece of its kind is.
    pub(crate) fn lint_own_guards(&mut self, name: &str, rules: &[(MoveRule, Span)]) {
        let Some(family) = self.index(Sort::Piece, name).map(|index| &self.families[index]) else { return };
        let kinds: Vec<KindId> = family.kinds().collect();
        for (rule, span) in rules {
            let never = kinds.iter().all(|kind| known_of(&rule.guard, *kind) == Test::False);
            if never && self.own(*span) && !self.switched.contains(span) {
                self.report.push(errors::never_of_this_piece(name, *span));
            }
        }
    }

    /// Whether some way through a rule can make a move.
    fn can_fire(&self, rule: &MoveRule) -> bool {
        self.can_be_walked(&rule.path) && self.can_end(&rule.path, Needs::of(rule))
    }

    /// Another first word with which the rule could make a move.
    fn mode_that_fires(&self, rule: &MoveRule) -> Option<Mode> {
        let modes = [(Mode::Quiet, Needs::Nothing), (Mode::Capture, Needs::Enemy)];
        let walked = self.can_be_walked(&rule.path) && rule.onto.is_none();
        let fits = |(mode, needs): &(Mode, Needs)| *mode != rule.mode && self.can_end(&rule.path, *needs);
        modes.into_iter().filter(|_| walked).find(fits).map(|(mode, _)| mode)
    }

    fn can_end(&self, path: &Path, needs: Needs) -> bool {
        let Some(ends) = ends(path) else { return true };
        ends.iter().any(|end| {
            // One that has not made a step stands where it stood.
            let needs = if end.is_start || end.is_cleared { Needs::Anything } else { needs };
            self.case().possible_where(&end.tests, |case| needs.are_met(case.asker, case.occupant))
        })
    }

    /// Whether no tile on some way must pass tests that contradict each other.
    fn can_be_walked(&self, path: &Path) -> bool {
        match path {
            Path::Any(parts) => parts.iter().any(|part| self.can_be_walked(part)),
            Path::Repeat { path, min, .. } => *min == 0 || self.can_be_walked(path),
            Path::Seq(parts) => {
                let mut here: Vec<&Test> = Vec::new();
                let mut fine = true;
                for part in parts {
                    match part {
                        Path::Check { test, .. } => here.push(test),
                        // What is taken here is gone, and the next test is about an empty tile.
                        Path::Do(effect) if effect.takes() => here.clear(),
                        Path::Do(_) | Path::Bend(_) => {}
                        other => {
                            here.clear();
                            fine &= self.can_be_walked(other);
                        }
                    }
                    fine &= self.case().possible_where(&here, |_| true);
                }
                fine
            }
            Path::Step(_)
            | Path::Leap(_)
            | Path::Bend(_)
            | Path::Check { .. }
            | Path::Do(_)
            | Path::Times { .. } => true,
        }
    }
}

impl Case<'_> {
    /// Whether all these tests can hold of one tile, for some asker and something standing there as wanted.
    fn possible_where(&self, tests: &[&Test], wanted: impl Fn(&Case<'_>) -> bool) -> bool {
        let possible = |case: &Case<'_>| tests.iter().all(|test| case.truth(test) != Truth::Never);
        self.cases().any(|case| wanted(&case) && possible(&case))
    }
}

/// One of the ways in which a path can end.
#[derive(Clone)]
struct End<'p> {
    /// What is asked of the last tile.
    tests: Vec<&'p Test>,
    /// What stands there is taken, shifted, or becomes one with the piece.
    is_cleared: bool,
    /// No step has been made.
    is_start: bool,
}

/// The ways in which a path can end; `None` if there are too many.
fn ends<'p>(path: &'p Path) -> Option<Vec<End<'p>>> {
    let end = |tests, is_cleared, is_start| Some(vec![End { tests, is_cleared, is_start }]);
    match path {
        Path::Step(_) | Path::Leap(_) => end(Vec::new(), false, false),
        Path::Bend(_) => end(Vec::new(), false, true),
        Path::Check { test, .. } => end(vec![test], false, true),
        Path::Do(effect) => {
            let clears = matches!(
                effect,
                Effect::Take
                    | Effect::Merge(_)
                    | Effect::Unite
                    | Effect::Shift(_)
                    | Effect::Reflect(_)
                    | Effect::Swap
            );
            end(Vec::new(), clears, true)
        }
        Path::Any(parts) => {
            let all: Option<Vec<_>> = parts.iter().map(ends).collect();
            Some(all?.into_iter().flatten().collect())
        }
        Path::Times { path, .. } => {
            let mut all = ends(path)?;
            all.push(End { tests: Vec::new(), is_cleared: false, is_start: true });
            Some(all)
        }
        Path::Repeat { path, min, .. } => {
            let mut all = ends(path)?;
            if *min == 0 {
                all.push(End { tests: Vec::new(), is_cleared: false, is_start: true });
            }
            Some(all)
        }
        Path::Seq(parts) => {
            let mut all = vec![End { tests: Vec::new(), is_cleared: false, is_start: true }];
            for part in parts.iter().rev() {
                if all.iter().all(|end| !end.is_start) {
                    break;
                }
                let before = ends(part)?;
                let longer = |end: End<'p>| -> Vec<End<'p>> {
                    if !end.is_start {
                        return vec![end];
                    }
                    let with = |first: &End<'p>| End {
                        tests: first.tests.iter().chain(&end.tests).copied().collect(),
                        is_cleared: first.is_cleared || end.is_cleared,
                        is_start: first.is_start,
                    };
                    before.iter().map(with).collect()
                };
                all = all.into_iter().flat_map(longer).collect();
                if all.len() > MOST_ENDS {
                    return None;
                }
            }
            Some(all)
        }
    }
}

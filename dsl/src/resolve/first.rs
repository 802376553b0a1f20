//! Which kinds have to remember whether they have moved: those for which some test can ask `first`.

use crate::ir::{Action, KindId, Path, Rules, Test};

use super::truth::Case;

/// Sets [`Kind::tracks_first`](crate::ir::Kind::tracks_first) for all kinds.
pub(crate) fn mark_kinds(rules: &mut Rules, case: &Case<'_>) {
    let mut found = Found { case, kinds: Vec::new() };
    for (index, kind) in rules.kinds.iter().enumerate() {
        kind.rules.iter().for_each(|rule| found.test(&rule.guard, Some(KindId::new(index))));
        kind.promotions.iter().for_each(|p| found.test(&p.guard, Some(KindId::new(index))));
    }
    rules.manners().iter().flat_map(|(_, rules)| *rules).for_each(|rule| found.path(&rule.path));
    for watch in &rules.watches {
        for rule in &watch.rules {
            watch.kinds.0.iter().for_each(|kind| found.test(&rule.guard, Some(*kind)));
            found.path(&rule.path);
        }
    }
    if let Some(castling) = &rules.castling {
        found.test(&castling.safe, None);
    }
    found.test(&rules.turn.legal, None);
    rules.turn.board.iter().for_each(|line| found.test(&line.each, None));
    rules.turn.pass.iter().for_each(|pass| found.test(&pass.guard, None));
    rules.turn.split.iter().chain(&rules.turn.rejoin).for_each(|line| found.test(&line.guard, None));
    for choice in &rules.turn.choices {
        found.test(&choice.target, None);
        found.test(&choice.guard, None);
        found.actions(&choice.actions);
    }
    for after in &rules.turn.after {
        found.test(&after.guard, None);
        found.actions(&after.actions);
    }
    let ends = rules.ends.iter().map(|e| &e.when);
    let adjudications = rules.adjudications.iter().map(|a| &a.when);
    let check = rules.notation.check.iter().map(|(_, test)| test);
    let valid = rules.notation.valid.iter().map(|valid| &valid.test);
    ends.chain(adjudications).chain(check).chain(valid).for_each(|test| found.test(test, None));
    for kind in found.kinds {
        rules.kinds[kind.index()].tracks_first = true;
    }
}

struct Found<'c, 'r> {
    case: &'c Case<'r>,
    kinds: Vec<KindId>,
}

impl Found<'_, '_> {
    /// A test on a tile, on which a piece of kind `own` is known to stand.
    fn test(&mut self, test: &Test, own: Option<KindId>) {
        if asks_first(test) {
            match own {
                Some(kind) => self.kinds.push(kind),
                None => self.kinds.extend(self.case.undecided_kinds(test)),
            }
        }
        self.inside(test);
    }

    /// The tests about other tiles inside a test.
    fn inside(&mut self, test: &Test) {
        match test {
            Test::Not(t) | Test::Before(t) | Test::Always(t) => self.inside(t),
            Test::And(all) | Test::Or(all) => all.iter().for_each(|t| self.inside(t)),
            Test::Some(t) | Test::Attacks(t) => self.test(t, None),
            Test::Sees(path) => self.path(path),
            Test::Connected { test, path } | Test::Group { test, path } => {
                self.test(test, None);
                self.path(path);
            }
            Test::Can { mover, target } => {
                self.test(mover, None);
                self.test(target, None);
            }
            Test::Compare(left, _, right) => {
                left.tests().into_iter().chain(right.tests()).for_each(|t| self.test(t, None));
            }
            _ => {}
        }
    }

    fn actions(&mut self, actions: &[Action]) {
        for action in actions {
            match action {
                Action::Here(_) | Action::Illegal | Action::Again { .. } => {}
                Action::Each { path, from } => {
                    self.path(path);
                    from.iter().for_each(|test| self.test(test, None));
                }
                Action::Every(test, _) | Action::EveryPart(test, _) => self.test(test, None),
            }
        }
    }

    fn path(&mut self, path: &Path) {
        path.tests().into_iter().for_each(|test| self.test(test, None));
    }
}

/// Whether `first` is asked about the test's own tile.
fn asks_first(test: &Test) -> bool {
    match test {
        Test::First => true,
        Test::Not(t) => asks_first(t),
        Test::And(all) | Test::Or(all) => all.iter().any(asks_first),
        _ => false,
    }
}

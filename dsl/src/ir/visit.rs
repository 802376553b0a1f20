//! Every test of the rules: asked of all, those inside others included, or changed one by one.

use std::sync::Arc;

use super::expr::{Effect, Path, Quantity, Test};
use super::rules::Rules;
use super::turn::{Action, Preference};

impl Test {
    /// Whether some test is like that: this one, or one inside it, be it on the way of a path or behind a number.
    pub fn any(&self, holds: &dyn Fn(&Test) -> bool) -> bool {
        self.find(&mut |test| holds(test))
    }

    /// The same test without the parts of which `truth` knows whether they hold, as far as these are joined by `not`, `and` and `or`.
    ///
    /// ```
    /// use tilegame_dsl::ir::Test;
    /// let test = Test::And(vec![Test::Empty, Test::Not(Box::new(Test::First))]);
    /// let known = |holds| move |part: &Test| (*part == Test::First).then_some(holds);
    /// assert_eq!(test.decided(&known(false)), Test::Empty);
    /// assert_eq!(test.decided(&known(true)), Test::False);
    /// ```
    #[must_use]
    pub fn decided(&self, truth: &dyn Fn(&Test) -> Option<bool>) -> Test {
        let of = |holds: bool| if holds { Test::True } else { Test::False };
        // Of tests that are joined, those that change nothing are left out, and one may decide.
        let joined = |tests: &[Test], nothing: Test, decides: Test, join: fn(Vec<Test>) -> Test| {
            let mut tests: Vec<Test> = tests.iter().map(|test| test.decided(truth)).collect();
            tests.retain(|test| *test != nothing);
            match tests.as_slice() {
                [] => nothing,
                _ if tests.contains(&decides) => decides,
                [only] => only.clone(),
                _ => join(tests),
            }
        };
        match (truth(self), self) {
            (Some(holds), _) => of(holds),
            (None, Test::Not(inner)) => match inner.decided(truth) {
                Test::True => Test::False,
                Test::False => Test::True,
                inner => Test::Not(Box::new(inner)),
            },
            (None, Test::And(tests)) => joined(tests, Test::True, Test::False, Test::And),
            (None, Test::Or(tests)) => joined(tests, Test::False, Test::True, Test::Or),
            (None, other) => other.clone(),
        }
    }

    /// Calls `visit` with this test and every one inside it.
    pub fn each_part<'t>(&'t self, visit: &mut dyn FnMut(&'t Test)) {
        self.find(&mut |test| {
            visit(test);
            false
        });
    }

    fn find<'t>(&'t self, holds: &mut dyn FnMut(&'t Test) -> bool) -> bool {
        holds(self)
            || match self {
                Test::Not(test)
                | Test::Attacks(test)
                | Test::Some(test)
                | Test::Always(test)
                | Test::Before(test) => test.find(holds),
                Test::And(tests) | Test::Or(tests) => tests.iter().any(|test| test.find(holds)),
                Test::Sees(path) => path.find_test(holds),
                Test::Connected { test, path } | Test::Group { test, path } => {
                    test.find(holds) || path.find_test(holds)
                }
                Test::Can { mover, target } => mover.find(holds) || target.find(holds),
                Test::Capturable(capture) => capture.by.find(holds) || capture.then.find(holds),
                Test::Compare(left, _, right) => left.find_test(holds) || right.find_test(holds),
                Test::True
                | Test::False
                | Test::Empty
                | Test::Occupied
                | Test::Owner(_)
                | Test::Kind(_)
                | Test::Is(_)
                | Test::Parting
                | Test::On(_)
                | Test::OnLine(_)
                | Test::Attacked
                | Test::AttackedBy(_)
                | Test::Under { .. }
                | Test::Out
                | Test::First
                | Test::Begun
                | Test::Acted
                | Test::MayCastle
                | Test::Faces(_)
                | Test::Did(..)
                | Test::Marked(_)
                | Test::Stuck
                | Test::NoReply { .. }
                | Test::ToMove(_)
                | Test::In(_)
                | Test::Castled
                | Test::Changed
                | Test::Asker(_) => false,
            }
    }
}

impl Test {
    /// Calls `change` with this test and every one inside it, the outer ones first.
    pub fn each_part_mut(&mut self, change: &mut dyn FnMut(&mut Test)) {
        change(self);
        match self {
            Test::Not(test)
            | Test::Attacks(test)
            | Test::Some(test)
            | Test::Always(test)
            | Test::Before(test) => test.each_part_mut(change),
            Test::And(tests) | Test::Or(tests) => {
                tests.iter_mut().for_each(|test| test.each_part_mut(change));
            }
            Test::Sees(path) => path.each_test_mut(&mut |test| test.each_part_mut(change)),
            Test::Connected { test, path } | Test::Group { test, path } => {
                test.each_part_mut(change);
                path.each_test_mut(&mut |test| test.each_part_mut(change));
            }
            Test::Can { mover, target } => {
                mover.each_part_mut(change);
                target.each_part_mut(change);
            }
            Test::Capturable(capture) => {
                capture.by.each_part_mut(change);
                capture.then.each_part_mut(change);
            }
            Test::Compare(left, _, right) => {
                left.each_test_mut(&mut |test| test.each_part_mut(change));
                right.each_test_mut(&mut |test| test.each_part_mut(change));
            }
            _ => {}
        }
    }

    /// Whether such a number is compared in it, or in a test inside it.
    pub fn any_number(&self, is: &dyn Fn(&Quantity) -> bool) -> bool {
        self.any(&|test| match test {
            Test::Compare(left, _, right) => left.any(is) || right.any(is),
            _ => false,
        })
    }
}

impl Path {
    /// Whether some test on the way is like that, or one inside it.
    pub fn any_test(&self, holds: &dyn Fn(&Test) -> bool) -> bool {
        self.find_test(&mut |test| holds(test))
    }

    /// Calls `visit` with every test on the way, but not with those inside another.
    pub fn each_check<'p>(&'p self, visit: &mut dyn FnMut(&'p Test)) {
        self.find_check(&mut |test| {
            visit(test);
            false
        });
    }

    fn find_test<'p>(&'p self, holds: &mut dyn FnMut(&'p Test) -> bool) -> bool {
        self.find_check(&mut |test| test.find(holds))
    }

    fn find_check<'p>(&'p self, holds: &mut dyn FnMut(&'p Test) -> bool) -> bool {
        match self {
            Path::Check { test, .. } => holds(test),
            Path::Seq(parts) | Path::Any(parts) => parts.iter().any(|part| part.find_check(holds)),
            Path::Repeat { path, .. } => path.find_check(holds),
            Path::Times { path, times } => path.find_check(holds) || times.tests().into_iter().any(holds),
            Path::Do(effect) => effect.amount().is_some_and(|n| n.tests().into_iter().any(holds)),
            Path::Step(_) | Path::Leap(_) | Path::Bend(_) => false,
        }
    }
}

impl Quantity {
    /// Whether some test that is asked to find the number is like that, or one inside it.
    pub fn any_test(&self, holds: &dyn Fn(&Test) -> bool) -> bool {
        self.find_test(&mut |test| holds(test))
    }

    fn find_test<'q>(&'q self, holds: &mut dyn FnMut(&'q Test) -> bool) -> bool {
        self.tests().into_iter().any(|test| test.find(holds))
    }
}

impl Action {
    /// Whether some test that it asks is like that, or one inside it.
    pub fn any_test(&self, holds: &dyn Fn(&Test) -> bool) -> bool {
        match self {
            Action::Each { path, from } => {
                path.any_test(holds) || from.as_ref().is_some_and(|test| test.any(holds))
            }
            Action::Every(test, effect) | Action::EveryPart(test, effect) => {
                test.any(holds) || effect.any_test(holds)
            }
            Action::Here(effect) => effect.any_test(holds),
            Action::Again { .. } | Action::Illegal => false,
        }
    }
}

impl Effect {
    /// Whether some test that is asked to find by how much a counter changes is like that, or one inside it.
    pub fn any_test(&self, holds: &dyn Fn(&Test) -> bool) -> bool {
        self.amount().is_some_and(|amount| amount.any_test(holds))
    }

    fn each_test_mut(&mut self, change: &mut dyn FnMut(&mut Test)) {
        self.amount_mut().into_iter().for_each(|amount| amount.each_test_mut(change));
    }
}

impl Rules {
    /// Whether some test of the rules is like that, wherever it stands.
    ///
    /// ```
    /// # use tilegame_dsl::{load, source::Sources};
    /// use tilegame_dsl::ir::Test;
    /// let rules = load(&mut Sources::new(), "games/chess.tg", &mut |_| None).rules.unwrap();
    /// assert!(rules.any_test(&|test| *test == Test::Attacked));
    /// assert!(!rules.any_test(&|test| matches!(test, Test::Connected { .. })));
    /// ```
    pub fn any_test(&self, holds: &dyn Fn(&Test) -> bool) -> bool {
        let turn = &self.turn;
        let watched = self.watches.iter().flat_map(|watch| &watch.rules);
        let manners = self.manners();
        let mut rules = manners.iter().flat_map(|(_, rules)| *rules).chain(watched);
        if rules.any(|rule| rule.guard.any(holds) || rule.path.any_test(holds)) {
            return true;
        }
        let promotions = self.kinds.iter().flat_map(|kind| &kind.promotions);
        let guards = turn.choices.iter().flat_map(|choice| [&choice.target, &choice.guard]);
        let guards = guards.chain(promotions.map(|promotion| &promotion.guard));
        let guards = guards.chain(turn.after.iter().map(|after| &after.guard));
        let guards = guards.chain(turn.split.iter().chain(&turn.rejoin).map(|split| &split.guard));
        let guards = guards.chain(turn.pass.iter().map(|pass| &pass.guard));
        let guards = guards.chain(turn.board.iter().map(|line| &line.each)).chain([&turn.legal]);
        let ends = self.ends.iter().map(|end| &end.when);
        let ends = ends.chain(self.adjudications.iter().map(|adjudication| &adjudication.when));
        let check = self.notation.check.iter().map(|(_, test)| test);
        let valid = self.notation.valid.iter().map(|valid| &valid.test);
        let safe = self.castling.iter().map(|castling| &castling.safe);
        let mut preferred = turn.prefer.iter().filter_map(Preference::quantity);
        if preferred.any(|quantity| quantity.any_test(holds)) {
            return true;
        }
        let mut all = guards.chain(ends).chain(check).chain(valid).chain(safe);
        let done = turn.after.iter().flat_map(|after| &after.actions);
        let mut done = done.chain(turn.choices.iter().flat_map(|choice| &choice.actions));
        all.any(|test| test.any(holds)) || done.any(|action| action.any_test(holds))
    }
}

impl Path {
    /// Calls `change` with every test on the way, but not with those inside another.
    pub fn each_test_mut(&mut self, change: &mut dyn FnMut(&mut Test)) {
        match self {
            Path::Check { test, .. } => change(test),
            Path::Seq(parts) | Path::Any(parts) => {
                parts.iter_mut().for_each(|part| part.each_test_mut(change));
            }
            Path::Repeat { path, .. } => path.each_test_mut(change),
            Path::Times { path, times } => {
                path.each_test_mut(change);
                times.each_test_mut(change);
            }
            Path::Do(effect) => effect.each_test_mut(change),
            Path::Step(_) | Path::Leap(_) | Path::Bend(_) => {}
        }
    }
}

impl Quantity {
    /// Calls `change` with every test that is asked to find the number, but not with those inside another.
    pub fn each_test_mut(&mut self, change: &mut dyn FnMut(&mut Test)) {
        match self {
            Quantity::Count(test) | Quantity::Worth(test) => change(test),
            Quantity::Sum(parts) => parts.iter_mut().for_each(|(_, part)| part.each_test_mut(change)),
            Quantity::Number(_)
            | Quantity::Counter(..)
            | Quantity::Hand(..)
            | Quantity::Repeated
            | Quantity::RepeatedBoard
            | Quantity::Players => {}
        }
    }
}

impl Action {
    /// The same for the tests that an action asks.
    pub fn each_test_mut(&mut self, change: &mut dyn FnMut(&mut Test)) {
        match self {
            Action::Each { path, from } => {
                path.each_test_mut(change);
                from.iter_mut().for_each(change);
            }
            Action::Every(test, effect) | Action::EveryPart(test, effect) => {
                change(test);
                effect.each_test_mut(change);
            }
            Action::Here(effect) => effect.each_test_mut(change),
            Action::Again { .. } | Action::Illegal => {}
        }
    }
}

impl Rules {
    /// Calls `change` with every test of the rules, but not with those inside another.
    pub fn each_test_mut(&mut self, change: &mut dyn FnMut(&mut Test)) {
        let watched = self.watches.iter_mut().flat_map(|watch| &mut watch.rules);
        for rule in self.kinds.iter_mut().flat_map(|kind| Arc::make_mut(&mut kind.rules)).chain(watched) {
            change(&mut rule.guard);
            rule.path.each_test_mut(change);
        }
        for promotion in self.kinds.iter_mut().flat_map(|kind| &mut kind.promotions) {
            change(&mut promotion.guard);
        }
        let turn = &mut self.turn;
        change(&mut turn.legal);
        for preference in &mut turn.prefer {
            if let Preference::Number(_, quantity) = preference {
                quantity.each_test_mut(change);
            }
        }
        turn.pass.iter_mut().for_each(|pass| change(&mut pass.guard));
        turn.split.iter_mut().chain(&mut turn.rejoin).for_each(|split| change(&mut split.guard));
        turn.board.iter_mut().for_each(|line| change(&mut line.each));
        for choice in &mut turn.choices {
            change(&mut choice.target);
            change(&mut choice.guard);
            choice.actions.iter_mut().for_each(|action| action.each_test_mut(change));
        }
        for after in &mut turn.after {
            change(&mut after.guard);
            after.actions.iter_mut().for_each(|action| action.each_test_mut(change));
        }
        self.ends.iter_mut().for_each(|end| change(&mut end.when));
        self.adjudications.iter_mut().for_each(|adjudication| change(&mut adjudication.when));
        self.castling.iter_mut().for_each(|castling| change(&mut castling.safe));
        self.notation.check.iter_mut().for_each(|(_, test)| change(test));
        self.notation.valid.iter_mut().for_each(|valid| change(&mut valid.test));
    }
}

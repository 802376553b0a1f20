//! Which way pieces face: to one who is turned so, a test of that is one of kinds.

use std::borrow::Cow;

use tilegame_dsl::ir::{KindId, Kinds, Quantity, Rules, SymId, Test};

/// A test as one asks it who is turned so.
pub(crate) fn facing<'t>(rules: &Rules, test: &'t Test, frame: SymId) -> Cow<'t, Test> {
    if test.any(&|part| matches!(part, Test::Faces(_))) {
        Cow::Owned(faced(rules, test, frame))
    } else {
        Cow::Borrowed(test)
    }
}

fn faced(rules: &Rules, test: &Test, frame: SymId) -> Test {
    let one = |test: &Test| Box::new(faced(rules, test, frame));
    let all = |tests: &[Test]| tests.iter().map(|test| faced(rules, test, frame)).collect();
    match test {
        Test::Faces(direction) => {
            let direction = rules.board.symmetries[frame.index()][direction.index()];
            let faces = |kind: &KindId| {
                let facing = rules.kinds[kind.index()].facing.as_ref();
                facing.is_some_and(|facing| facing.directions.contains(&direction))
            };
            Test::Is(Kinds((0..rules.kinds.len()).map(KindId::new).filter(faces).collect()))
        }
        Test::Not(inner) => Test::Not(one(inner)),
        Test::And(tests) => Test::And(all(tests)),
        Test::Or(tests) => Test::Or(all(tests)),
        // Tests of other tiles are evaluated in the frame of the walker.
        Test::Some(inner) => Test::Some(one(inner)),
        Test::Attacks(inner) => Test::Attacks(one(inner)),
        Test::Connected { test, path } => Test::Connected { test: one(test), path: path.clone() },
        Test::Group { test, path } => Test::Group { test: one(test), path: path.clone() },
        Test::Can { mover, target } => Test::Can { mover: one(mover), target: one(target) },
        Test::Compare(left, how, right) => {
            let number = |quantity| number(rules, quantity, frame);
            Test::Compare(number(left), *how, number(right))
        }
        // Others set out anew.
        other => other.clone(),
    }
}

fn number(rules: &Rules, quantity: &Quantity, frame: SymId) -> Quantity {
    match quantity {
        Quantity::Count(test) => Quantity::Count(Box::new(faced(rules, test, frame))),
        Quantity::Worth(test) => Quantity::Worth(Box::new(faced(rules, test, frame))),
        Quantity::Sum(parts) => {
            Quantity::Sum(parts.iter().map(|(sign, part)| (*sign, number(rules, part, frame))).collect())
        }
        other => other.clone(),
    }
}

//! Rules whose tests are spelled otherwise and mean the same.

use tilegame_dsl::ir::{Comparison, Path, Quantity, Rules, Test};

use crate::Dice;

/// The rules with their tests spelled otherwise, here and there.
pub fn respelled(rules: &Rules, dice: &mut Dice) -> Rules {
    let mut rules = rules.clone();
    rules.each_test_mut(&mut |test| *test = spelled(std::mem::replace(test, Test::True), dice));
    rules
}

fn spelled(test: Test, dice: &mut Dice) -> Test {
    let test = match test {
        Test::Not(inner) => not(spelled(*inner, dice)),
        Test::And(all) => Test::And(shuffled(all, dice)),
        Test::Or(all) => Test::Or(shuffled(all, dice)),
        Test::Some(inner) => Test::Some(Box::new(spelled(*inner, dice))),
        Test::Before(inner) => Test::Before(Box::new(spelled(*inner, dice))),
        Test::Attacks(inner) => Test::Attacks(Box::new(spelled(*inner, dice))),
        Test::Sees(path) => Test::Sees(Box::new(spelled_path(*path, dice))),
        Test::Compare(left, how, right) => Test::Compare(counted(left, dice), how, counted(right, dice)),
        other => other,
    };
    match (dice.below(5), test) {
        (0, test) => not(not(test)),
        // By De Morgan.
        (1, Test::And(all)) => not(Test::Or(all.into_iter().map(not).collect())),
        (1, Test::Or(all)) => not(Test::And(all.into_iter().map(not).collect())),
        (2, Test::Some(inner)) => any(*inner, Comparison::AtLeast, 1),
        (3, Test::Some(inner)) => not(any(*inner, Comparison::Equal, 0)),
        (2, Test::Empty) => not(Test::Occupied),
        (2, Test::Occupied) => not(Test::Empty),
        (3, test) => Test::And(vec![test]),
        (_, test) => test,
    }
}

fn spelled_path(path: Path, dice: &mut Dice) -> Path {
    let mut path = path;
    path.each_test_mut(&mut |test| *test = spelled(std::mem::replace(test, Test::True), dice));
    path
}

fn counted(quantity: Quantity, dice: &mut Dice) -> Quantity {
    match quantity {
        Quantity::Count(test) => Quantity::Count(Box::new(spelled(*test, dice))),
        other => other,
    }
}

fn shuffled(all: Vec<Test>, dice: &mut Dice) -> Vec<Test> {
    let mut all: Vec<Test> = all.into_iter().map(|test| spelled(test, dice)).collect();
    for i in (1..all.len()).rev() {
        all.swap(i, dice.below(i + 1));
    }
    all
}

fn any(test: Test, how: Comparison, number: i64) -> Test {
    Test::Compare(Quantity::Count(Box::new(test)), how, Quantity::Number(number))
}

fn not(test: Test) -> Test {
    Test::Not(Box::new(test))
}

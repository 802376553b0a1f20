//! A path or test as it looks after a symmetry of the board.

use crate::ir::{DirId, Effect, Path, Quantity, Test};

/// The path with every direction replaced by its image, also inside tests.
pub(crate) fn turned(path: &Path, image: &[DirId]) -> Path {
    match path {
        Path::Step(direction) => Path::Step(image[direction.index()]),
        Path::Leap(directions) => {
            let mut turned: Vec<DirId> = directions.iter().map(|d| image[d.index()]).collect();
            turned.sort();
            Path::Leap(turned)
        }
        Path::Seq(parts) => Path::Seq(parts.iter().map(|p| turned(p, image)).collect()),
        Path::Any(parts) => Path::Any(parts.iter().map(|p| turned(p, image)).collect()),
        Path::Repeat { path, min, max } => {
            Path::Repeat { path: Box::new(turned(path, image)), min: *min, max: *max }
        }
        Path::Check { test, settles } => Path::Check { test: turned_test(test, image), settles: *settles },
        Path::Do(Effect::Shift(directions)) => {
            let mut turned: Vec<DirId> = directions.iter().map(|d| image[d.index()]).collect();
            turned.sort();
            Path::Do(Effect::Shift(turned))
        }
        Path::Do(effect) => Path::Do(effect.clone()),
    }
}

fn turned_test(test: &Test, image: &[DirId]) -> Test {
    let boxed = |t: &Test| Box::new(turned_test(t, image));
    let list = |all: &[Test]| all.iter().map(|t| turned_test(t, image)).collect();
    match test {
        Test::Not(t) => Test::Not(boxed(t)),
        Test::And(all) => Test::And(list(all)),
        Test::Or(all) => Test::Or(list(all)),
        Test::Sees(path) => Test::Sees(Box::new(turned(path, image))),
        Test::Connected { test, path } => {
            Test::Connected { test: test.clone(), path: Box::new(turned(path, image)) }
        }
        Test::Some(t) => Test::Some(boxed(t)),
        Test::Can { mover, target } => Test::Can { mover: boxed(mover), target: boxed(target) },
        Test::Before(t) => Test::Before(boxed(t)),
        Test::Always(t) => Test::Always(boxed(t)),
        Test::Compare(left, op, right) => {
            Test::Compare(turned_number(left, image), *op, turned_number(right, image))
        }
        other => other.clone(),
    }
}

fn turned_number(quantity: &Quantity, image: &[DirId]) -> Quantity {
    match quantity {
        Quantity::Count(t) => Quantity::Count(Box::new(turned_test(t, image))),
        Quantity::Worth(t) => Quantity::Worth(Box::new(turned_test(t, image))),
        Quantity::Sum(parts) => {
            Quantity::Sum(parts.iter().map(|(sign, part)| (*sign, turned_number(part, image))).collect())
        }
        other => other.clone(),
    }
}

//! A path or test as it looks after a symmetry of the board.

use crate::ir::{Board, DirId, Effect, Path, Quantity, SymId, Test};

/// The path with every direction replaced by its image, also inside tests.
pub(crate) fn turned(path: &Path, board: &Board, symmetry: SymId) -> Path {
    Turned { board, symmetry }.path(path)
}

struct Turned<'b> {
    board: &'b Board,
    symmetry: SymId,
}

impl Turned<'_> {
    fn direction(&self, direction: DirId) -> DirId {
        self.board.symmetries[self.symmetry.index()][direction.index()]
    }

    fn sum(&self, directions: &[DirId]) -> Vec<DirId> {
        let mut turned: Vec<DirId> = directions.iter().map(|d| self.direction(*d)).collect();
        turned.sort();
        turned
    }

    /// What turns to the right, turns to the left in a mirror.
    fn turn(&self, turn: SymId) -> SymId {
        let board = self.board;
        board.compose(board.compose(board.inverse(self.symmetry), turn), self.symmetry)
    }

    fn path(&self, path: &Path) -> Path {
        match path {
            Path::Step(direction) => Path::Step(self.direction(*direction)),
            Path::Leap(directions) => Path::Leap(self.sum(directions)),
            Path::Bend(turn) => Path::Bend(self.turn(*turn)),
            Path::Seq(parts) => Path::Seq(parts.iter().map(|p| self.path(p)).collect()),
            Path::Any(parts) => Path::Any(parts.iter().map(|p| self.path(p)).collect()),
            Path::Repeat { path, min, max } => {
                Path::Repeat { path: Box::new(self.path(path)), min: *min, max: *max }
            }
            Path::Times { path, times } => {
                Path::Times { path: Box::new(self.path(path)), times: self.number(times) }
            }
            Path::Check { test, settles } => Path::Check { test: self.test(test), settles: *settles },
            Path::Do(Effect::Shift(directions)) => Path::Do(Effect::Shift(self.sum(directions))),
            Path::Do(Effect::Turn(turn)) => Path::Do(Effect::Turn(self.turn(*turn))),
            Path::Do(Effect::Count { counter, of, op, amount }) => {
                let amount = self.number(amount);
                Path::Do(Effect::Count { counter: *counter, of: *of, op: *op, amount })
            }
            Path::Do(effect) => Path::Do(effect.clone()),
        }
    }

    fn test(&self, test: &Test) -> Test {
        let boxed = |t: &Test| Box::new(self.test(t));
        let list = |all: &[Test]| all.iter().map(|t| self.test(t)).collect();
        match test {
            Test::Not(t) => Test::Not(boxed(t)),
            Test::And(all) => Test::And(list(all)),
            Test::Or(all) => Test::Or(list(all)),
            Test::OnLine(directions) => Test::OnLine(self.sum(directions)),
            Test::Faces(direction) => Test::Faces(self.direction(*direction)),
            Test::Sees(path) => Test::Sees(Box::new(self.path(path))),
            Test::Connected { test, path } => {
                Test::Connected { test: boxed(test), path: Box::new(self.path(path)) }
            }
            Test::Group { test, path } => Test::Group { test: boxed(test), path: Box::new(self.path(path)) },
            Test::Some(t) => Test::Some(boxed(t)),
            Test::Attacks(t) => Test::Attacks(boxed(t)),
            Test::Can { mover, target } => Test::Can { mover: boxed(mover), target: boxed(target) },
            Test::Before(t) => Test::Before(boxed(t)),
            Test::Always(t) => Test::Always(boxed(t)),
            Test::Compare(left, op, right) => Test::Compare(self.number(left), *op, self.number(right)),
            other => other.clone(),
        }
    }

    fn number(&self, quantity: &Quantity) -> Quantity {
        match quantity {
            Quantity::Count(t) => Quantity::Count(Box::new(self.test(t))),
            Quantity::Worth(t) => Quantity::Worth(Box::new(self.test(t))),
            Quantity::Sum(parts) => {
                Quantity::Sum(parts.iter().map(|(sign, part)| (*sign, self.number(part))).collect())
            }
            other => other.clone(),
        }
    }
}

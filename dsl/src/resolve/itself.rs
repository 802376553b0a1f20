//! Tests about the piece that moves.
//!
//! The piece is lifted from the board while its rules are asked, so that it does not stand in its own way. What a rule asks of the
//! tile where it sets out, behind `if` or in brackets before the first step, is about the piece all the same.

use crate::ir::{Path, Test, Who};

/// A test on the tile of the piece that moves, as it is about the piece.
pub(super) fn about_itself(test: Test) -> Test {
    let all = |tests: Vec<Test>| tests.into_iter().map(about_itself).collect();
    match test {
        Test::Occupied | Test::Owner(Who::Friend) => Test::True,
        Test::Empty | Test::Owner(Who::Enemy) => Test::False,
        Test::Owner(Who::Player(player)) => Test::Asker(player),
        Test::Kind(kinds) => Test::Is(kinds),
        Test::Not(inner) => Test::Not(Box::new(about_itself(*inner))),
        // The group of the piece is the one in which it stands.
        Test::Some(_) | Test::Compare(..) if test.is_about_a_tile() => Test::Before(Box::new(test)),
        Test::And(tests) => Test::And(all(tests)),
        Test::Or(tests) => Test::Or(all(tests)),
        other => other,
    }
}

/// A path whose tests before the first step are about the piece that sets out on it.
pub(super) fn setting_out(path: Path) -> Path {
    from_start(path).0
}

/// The path, and whether its end may still be its start.
fn from_start(path: Path) -> (Path, bool) {
    match path {
        Path::Check { test, settles } => (Path::Check { test: about_itself(test), settles }, true),
        Path::Seq(parts) => {
            let mut at_start = true;
            let part = |part| {
                if !at_start {
                    return part;
                }
                let (part, stays) = from_start(part);
                at_start = stays;
                part
            };
            (Path::Seq(parts.into_iter().map(part).collect()), at_start)
        }
        Path::Any(parts) => {
            let (parts, stays): (Vec<Path>, Vec<bool>) = parts.into_iter().map(from_start).unzip();
            (Path::Any(parts), stays.contains(&true))
        }
        // The next round begins elsewhere.
        Path::Repeat { min, .. } => (path, min == 0),
        Path::Bend(_) | Path::Do(_) | Path::Times { .. } => (path, true),
        Path::Step(_) | Path::Leap(_) => (path, false),
    }
}

#[cfg(test)]
mod tests {
    use super::{about_itself, setting_out};
    use crate::ir::{DirId, KindId, Kinds, Path, PlayerId, Test, Who};

    #[test]
    fn the_piece_is_a_friend_of_its_owner() {
        let kinds = || Kinds(vec![KindId(2)]);
        let asked = Test::And(vec![
            Test::Owner(Who::Friend),
            Test::Not(Box::new(Test::Kind(kinds()))),
            Test::Owner(Who::Player(PlayerId(1))),
        ]);
        let meant = [Test::True, Test::Not(Box::new(Test::Is(kinds()))), Test::Asker(PlayerId(1))];
        assert_eq!(about_itself(asked), Test::And(meant.to_vec()));
    }

    #[test]
    fn only_tests_before_the_first_step_are_about_the_piece() {
        let asked = |test| Path::Check { test, settles: true };
        let n = || Path::Step(DirId(0));
        let path = |first| Path::Seq(vec![asked(first), n(), asked(Test::Occupied)]);
        assert_eq!(setting_out(path(Test::Occupied)), path(Test::True));
    }
}

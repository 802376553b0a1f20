//! When a player is in check: what castling-like moves ask, as far as the game says it anywhere.

use crate::ir::{KindId, Kinds, Test};

/// What the game calls check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameCheck {
    /// That the player who asks is in check.
    pub(crate) test: Test,
    /// The kinds of pieces that it is about.
    pub(crate) royal: Kinds,
}

impl GameCheck {
    /// The test of the `check` line of the notation; without one, that `legal` does not hold of the position as it stands, if it asks for
    /// attacks; without either, nothing.
    pub(crate) fn of(check: Option<&Test>, legal: Option<&Test>, kinds: usize) -> Option<GameCheck> {
        let can_be_asked = |test: &&Test| {
            let (mut attacks, mut fits) = (false, !test.asks_for_moves());
            test.each_part(&mut |part| {
                attacks |= asks_for_attacks(part);
                // What `legal` says of the phase that comes next, says nothing of this one.
                fits &= !matches!(part, Test::In(_) | Test::Always(_));
            });
            fits && attacks
        };
        let declared = check.filter(|test| !test.asks_for_moves()).map(as_it_stands);
        let undone = || legal.filter(can_be_asked).map(|test| Test::Not(Box::new(as_it_stands(test))));
        let test = declared.or_else(undone)?;
        let mut royal: Vec<KindId> = Vec::new();
        test.each_part(&mut |part| royal.extend(about(part, kinds).0));
        royal.sort();
        royal.dedup();
        Some(GameCheck { test, royal: Kinds(royal) })
    }
}

fn asks_for_attacks(test: &Test) -> bool {
    matches!(test, Test::Attacked | Test::AttackedBy(_) | Test::Attacks(_))
}

/// The kinds of pieces of which it is asked here whether they are attacked.
fn about(test: &Test, kinds: usize) -> Kinds {
    let every = || Kinds((0..kinds).map(KindId::new).collect());
    let among = |tests: &[Test]| {
        let named = tests.iter().find_map(|test| match test {
            Test::Kind(kinds) | Test::Is(kinds) => Some(kinds.clone()),
            _ => None,
        });
        named.unwrap_or_else(every)
    };
    match test {
        Test::And(all) if all.iter().any(|t| matches!(t, Test::Attacked | Test::AttackedBy(_))) => among(all),
        Test::Some(inner) if matches!(**inner, Test::Attacked | Test::AttackedBy(_)) => every(),
        Test::Attacks(inner) => match &**inner {
            Test::And(all) => among(all),
            other => among(std::slice::from_ref(other)),
        },
        _ => Kinds::default(),
    }
}

/// The test where the position before the move is the position itself.
fn as_it_stands(test: &Test) -> Test {
    let boxed = |t: &Test| Box::new(as_it_stands(t));
    match test {
        Test::Before(inner) => as_it_stands(inner),
        Test::Not(inner) => Test::Not(boxed(inner)),
        Test::And(all) => Test::And(all.iter().map(as_it_stands).collect()),
        Test::Or(all) => Test::Or(all.iter().map(as_it_stands).collect()),
        Test::Some(inner) => Test::Some(boxed(inner)),
        other => other.clone(),
    }
}

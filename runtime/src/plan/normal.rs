//! The normal form of tests: what a test means, however it is spelled.
//!
//! Negations go inward, what is joined alike is one list, lists are sorted with what is cheap to ask first, `count(X) = 0` is "no X", and
//! tests that differ only in the kinds they name are one. Whatever looks at tests afterwards knows one spelling of each.
//!
//! ```text
//! not some attacked friend King    no friend (King attacked)    count(attacked King friend) = 0
//!                 all become       not some (friend, King, attacked)
//! ```

use tilegame_dsl::ir::{Comparison, Kinds, Path, Quantity, Rules, Test};

/// The rules with all their tests in normal form.
pub(crate) fn rules(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    rules.each_test_mut(&mut |test| *test = normal(std::mem::replace(test, Test::True)));
    rules
}

/// A test in normal form.
fn normal(test: Test) -> Test {
    match test {
        Test::Not(inner) => negated(normal(*inner)),
        Test::And(all) => joined(all.into_iter().map(normal).collect(), Join::And),
        Test::Or(all) => joined(all.into_iter().map(normal).collect(), Join::Or),
        Test::Some(inner) => some(normal(*inner)),
        Test::Attacks(inner) => Test::Attacks(Box::new(normal(*inner))),
        Test::Always(inner) => Test::Always(Box::new(normal(*inner))),
        Test::Before(inner) => Test::Before(Box::new(normal(*inner))),
        Test::Sees(path) => Test::Sees(Box::new(normal_path(*path))),
        Test::Connected { test, path } => {
            Test::Connected { test: Box::new(normal(*test)), path: Box::new(normal_path(*path)) }
        }
        Test::Group { test, path } => {
            Test::Group { test: Box::new(normal(*test)), path: Box::new(normal_path(*path)) }
        }
        Test::Can { mover, target } => {
            Test::Can { mover: Box::new(normal(*mover)), target: Box::new(normal(*target)) }
        }
        Test::Compare(left, how, right) => compared(quantity(left), how, quantity(right)),
        other => other,
    }
}

fn normal_path(path: Path) -> Path {
    let all = |parts: Vec<Path>| parts.into_iter().map(normal_path).collect();
    match path {
        Path::Check { test, settles } => Path::Check { test: normal(test), settles },
        Path::Seq(parts) => Path::Seq(all(parts)),
        Path::Any(parts) => Path::Any(all(parts)),
        Path::Repeat { path, min, max } => Path::Repeat { path: Box::new(normal_path(*path)), min, max },
        Path::Times { path, times } => {
            Path::Times { path: Box::new(normal_path(*path)), times: quantity(times) }
        }
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Do(_) => path,
    }
}

fn quantity(quantity: Quantity) -> Quantity {
    match quantity {
        Quantity::Count(test) => Quantity::Count(Box::new(about_pieces(normal(*test)))),
        Quantity::Worth(test) => Quantity::Worth(Box::new(about_pieces(normal(*test)))),
        Quantity::Sum(parts) => {
            Quantity::Sum(parts.into_iter().map(|(sign, part)| (sign, self::quantity(part))).collect())
        }
        other => other,
    }
}

/// The opposite of a test in normal form.
fn negated(test: Test) -> Test {
    match test {
        Test::True => Test::False,
        Test::False => Test::True,
        Test::Not(inner) => *inner,
        Test::Empty => Test::Occupied,
        Test::Occupied => Test::Empty,
        Test::And(all) => joined(all.into_iter().map(negated).collect(), Join::Or),
        Test::Or(all) => joined(all.into_iter().map(negated).collect(), Join::And),
        Test::Compare(left, how, right) => Test::Compare(left, opposite(how), right),
        other => Test::Not(Box::new(other)),
    }
}

/// How tests are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    And,
    Or,
}

impl Join {
    /// What decides such a list at once, and what says nothing in it.
    fn constants(self) -> [Test; 2] {
        match self {
            Join::And => [Test::False, Test::True],
            Join::Or => [Test::True, Test::False],
        }
    }

    fn of(self, mut all: Vec<Test>) -> Test {
        let [_, nothing] = self.constants();
        match all.len() {
            0 => nothing,
            1 => all.remove(0),
            _ if self == Join::And => Test::And(all),
            _ => Test::Or(all),
        }
    }

    /// The parts of a test that is joined so.
    fn parts(self, test: Test) -> Vec<Test> {
        match (self, test) {
            (Join::And, Test::And(all)) | (Join::Or, Test::Or(all)) => all,
            (_, other) => vec![other],
        }
    }
}

/// Tests in normal form, joined.
fn joined(all: Vec<Test>, join: Join) -> Test {
    let [decides, nothing] = join.constants();
    let mut parts: Vec<Test> = all.into_iter().flat_map(|test| join.parts(test)).collect();
    parts.retain(|part| *part != nothing);
    let mut parts = of_kinds(parts, join);
    parts.retain(|part| *part != nothing);
    sort(&mut parts);
    parts.dedup();
    let contradicts = |part: &Test| matches!(part, Test::Not(inner) if parts.contains(inner));
    let is_either = parts.contains(&Test::Empty) && parts.contains(&Test::Occupied);
    if is_either || parts.contains(&decides) || parts.iter().any(contradicts) {
        return decides;
    }
    join.of(parts)
}

/// Tests joined alike, of which those that name kinds and are the same otherwise are one.
fn of_kinds(parts: Vec<Test>, join: Join) -> Vec<Test> {
    let mut rest: Vec<Test> = Vec::new();
    let mut named: Vec<(Frame, Kinds)> = Vec::new();
    for part in parts {
        match framed(&part, join) {
            None => rest.push(part),
            Some((frame, kinds)) => match named.iter_mut().find(|(known, _)| *known == frame) {
                Some((frame, all)) => {
                    *all = if frame.meets { both(all, &kinds) } else { either(all, &kinds) }
                }
                None => named.push((frame, kinds)),
            },
        }
    }
    if join == Join::And
        && let Some(at) = named.iter().position(|(frame, _)| frame.around == Around::Nothing)
    {
        // Of these kinds, and not of those.
        let is_not = |(frame, _): &(Frame, Kinds)| frame.around == Around::Not;
        let but: Vec<Kinds> = named.iter().filter(|n| is_not(n)).map(|(_, kinds)| kinds.clone()).collect();
        but.iter().for_each(|but| named[at].1.0.retain(|kind| !but.contains(*kind)));
        named.retain(|n| !is_not(n));
    }
    rest.extend(named.into_iter().map(|(frame, kinds)| frame.test(kinds)));
    rest
}

/// What a test that names kinds says besides.
#[derive(PartialEq, Eq)]
struct Frame {
    around: Around,
    /// What else must hold of the tile.
    beside: Vec<Test>,
    /// Joined with another of this frame, it is about the kinds that both name; else about those that either names.
    meets: bool,
}

/// How the test for a kind is wrapped.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Around {
    Nothing,
    Not,
    /// On some tile.
    Some,
    /// On no tile.
    No,
}

impl Frame {
    fn test(self, kinds: Kinds) -> Test {
        let kind = if kinds.0.is_empty() { Test::False } else { Test::Kind(kinds) };
        let here = || {
            let mut all = self.beside.clone();
            all.push(kind.clone());
            sort(&mut all);
            if all.contains(&Test::False) { Test::False } else { Join::And.of(all) }
        };
        match self.around {
            Around::Nothing => here(),
            Around::Not => negated(here()),
            Around::Some => some(here()),
            Around::No => negated(some(here())),
        }
    }
}

/// A part of such a list as the kinds that it names and what is around them.
fn framed(part: &Test, join: Join) -> Option<(Frame, Kinds)> {
    let (around, inner) = match part {
        Test::Some(inner) if join == Join::Or => (Around::Some, &**inner),
        Test::Not(inner) => match &**inner {
            Test::Some(inner) if join == Join::And => (Around::No, &**inner),
            inner @ Test::Kind(_) => (Around::Not, inner),
            _ => return None,
        },
        other => (Around::Nothing, other),
    };
    let all = match inner {
        Test::And(all) => all.as_slice(),
        one => std::slice::from_ref(one),
    };
    if all.len() > 1 && around == Around::Nothing && join == Join::And {
        return None;
    }
    let at = all.iter().position(|test| matches!(test, Test::Kind(_)))?;
    let Test::Kind(kinds) = &all[at] else { return None };
    let beside: Vec<Test> =
        all.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, t)| t.clone()).collect();
    let meets = match around {
        Around::Nothing => join == Join::And,
        Around::Not => join == Join::Or,
        Around::Some | Around::No => false,
    };
    Some((Frame { around, beside, meets }, kinds.clone()))
}

fn both(a: &Kinds, b: &Kinds) -> Kinds {
    Kinds(a.0.iter().copied().filter(|kind| b.contains(*kind)).collect())
}

fn either(a: &Kinds, b: &Kinds) -> Kinds {
    let mut all: Vec<_> = a.0.iter().chain(&b.0).copied().collect();
    all.sort();
    all.dedup();
    Kinds(all)
}

/// On some tile a test in normal form holds.
fn some(test: Test) -> Test {
    match about_pieces(test) {
        Test::False => Test::False,
        test => Test::Some(Box::new(test)),
    }
}

/// A test on a tile; whose piece stands there or of which kind need not be asked to stand there.
fn about_pieces(test: Test) -> Test {
    match test {
        Test::And(mut all) => {
            if all.iter().any(|part| matches!(part, Test::Owner(_) | Test::Kind(_))) {
                all.retain(|part| *part != Test::Occupied);
            }
            Join::And.of(all)
        }
        Test::Or(all) => joined(all.into_iter().map(about_pieces).collect(), Join::Or),
        other => other,
    }
}

/// Two numbers in normal form, compared: a plain number stands on the right, and whether there is any is not counted.
fn compared(left: Quantity, how: Comparison, right: Quantity) -> Test {
    match (left, right) {
        (Quantity::Number(n), right) if !matches!(right, Quantity::Number(_)) => {
            compared(right, exchanged(how), Quantity::Number(n))
        }
        (Quantity::Count(test), Quantity::Number(n)) => match (how, n) {
            (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1) => negated(some(*test)),
            (Comparison::NotEqual | Comparison::More, 0) | (Comparison::AtLeast, 1) => some(*test),
            _ => Test::Compare(Quantity::Count(test), how, Quantity::Number(n)),
        },
        (left, right) => Test::Compare(left, how, right),
    }
}

fn opposite(how: Comparison) -> Comparison {
    match how {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::More,
        Comparison::More => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
    }
}

/// The same with its sides exchanged.
fn exchanged(how: Comparison) -> Comparison {
    match how {
        Comparison::Equal | Comparison::NotEqual => how,
        Comparison::Less => Comparison::More,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::More => Comparison::Less,
        Comparison::AtLeast => Comparison::AtMost,
    }
}

/// Puts tests into their one order, the cheap ones first.
fn sort(all: &mut [Test]) {
    all.sort_by_cached_key(|test| (cost(test), format!("{test:?}")));
}

/// How dear a test is to ask, roughly.
fn cost(test: &Test) -> u32 {
    match test {
        Test::True | Test::False | Test::Parting | Test::ToMove(_) | Test::In(_) | Test::Asker(_) => 0,
        Test::Empty | Test::Occupied => 1,
        Test::Owner(_) => 2,
        Test::Kind(_) => 3,
        Test::Is(_) => 4,
        Test::On(_) => 5,
        Test::Out
        | Test::First
        | Test::Begun
        | Test::Acted
        | Test::Castled
        | Test::Changed
        | Test::MayCastle
        | Test::Faces(_)
        | Test::OnLine(_)
        | Test::Did(..)
        | Test::Marked(_) => 6,
        // Behind what is not denied.
        Test::Not(inner) => cost(inner).max(6) + 1,
        Test::Compare(left, _, right) => {
            let dear =
                |quantity: &Quantity| quantity.tests().into_iter().map(cost).max().map_or(8, |c| c.max(40));
            dear(left).max(dear(right))
        }
        Test::And(all) | Test::Or(all) => all.iter().map(cost).max().unwrap_or(0) + 1,
        Test::Sees(_) => 20,
        Test::Attacked | Test::AttackedBy(_) | Test::Attacks(_) | Test::Under { .. } => 30,
        Test::Some(inner) => 40 + cost(inner),
        Test::Connected { .. } | Test::Group { .. } => 90,
        Test::Before(inner) | Test::Always(inner) => 50 + cost(inner),
        // What takes all moves is asked only where everything else holds.
        Test::Stuck | Test::NoReply { .. } | Test::Can { .. } | Test::Capturable(_) => 200,
    }
}

#[cfg(test)]
mod tests {
    use tilegame_dsl::ir::{Comparison, KindId, Kinds, Quantity, Test, Who};

    use super::normal;

    fn kind(number: u8) -> Test {
        Test::Kind(Kinds(vec![KindId(number)]))
    }

    fn not(test: Test) -> Test {
        Test::Not(Box::new(test))
    }

    fn some(all: &[Test]) -> Test {
        Test::Some(Box::new(Test::And(all.to_vec())))
    }

    #[test]
    fn one_meaning_has_one_form() {
        let friend = || Test::Owner(Who::Friend);
        let wanted = not(some(&[friend(), kind(1), Test::Attacked]));
        let count =
            Quantity::Count(Box::new(Test::And(vec![Test::Attacked, kind(1), Test::Occupied, friend()])));
        let spellings = [
            wanted.clone(),
            not(some(&[Test::Attacked, friend(), kind(1)])),
            not(not(not(some(&[kind(1), not(not(friend())), Test::Attacked])))),
            Test::Compare(count.clone(), Comparison::Equal, Quantity::Number(0)),
            Test::Compare(Quantity::Number(1), Comparison::More, count.clone()),
            not(Test::Compare(count, Comparison::NotEqual, Quantity::Number(0))),
        ];
        for spelled in spellings {
            assert_eq!(normal(spelled), wanted);
        }
    }

    #[test]
    fn kinds_are_put_together() {
        let of = |number| not(some(&[kind(number), Test::Attacked]));
        let both = Test::Kind(Kinds(vec![KindId(1), KindId(2)]));
        let wanted = not(some(&[both.clone(), Test::Attacked]));
        assert_eq!(normal(Test::And(vec![of(2), of(1)])), wanted);
        assert_eq!(normal(not(some(&[Test::Or(vec![kind(2), kind(1)]), Test::Attacked]))), wanted);
        assert_eq!(normal(Test::And(vec![both, not(kind(1))])), kind(2));
        assert_eq!(normal(Test::And(vec![kind(1), kind(2)])), Test::False);
    }

    #[test]
    fn contradictions_are_found() {
        assert_eq!(normal(Test::And(vec![Test::First, not(Test::First)])), Test::False);
        assert_eq!(normal(Test::Or(vec![Test::Empty, Test::Occupied])), Test::True);
    }
}

//! Endings without a winner on the board: it is full, or both players have passed. What is left is counted then.

use tilegame_runtime::ir::{Comparison, End, EndResult, Quantity, Sign, Test, Who};

use super::ask::{all_of, any_of};
use super::draft::Draft;
use super::value::Value;

/// What lines about such endings say together.
#[derive(Default)]
pub(crate) struct Filled {
    /// The result for the player to move who has more pieces, and who has fewer.
    by_number: [Option<Value>; 2],
    /// Whether pieces are counted by their worth for the first player; and that otherwise the second one wins.
    by_points: [bool; 2],
    /// Whether pieces are counted so for a player who cannot move.
    pub(crate) stuck: bool,
}

impl Draft<'_> {
    /// Endings of a full board, or by two passes; who has more pieces may have won, or lost.
    pub(crate) fn fills(&mut self, value: Value, parts: &[&Test], filled: &mut Filled) -> bool {
        let (numbers, rest): (Vec<&Test>, Vec<&Test>) =
            parts.iter().copied().partition(|part| self.more(&[part]).is_some());
        let (([], Value::Draw) | ([_], Value::Win | Value::Loss)) = (numbers.as_slice(), value) else {
            return false;
        };
        if !self.is_over(&rest) {
            return false;
        }
        let Some(more) = self.more(&numbers) else { return true };
        let before = filled.by_number[usize::from(!more)].replace(value);
        before.is_none_or(|before| before == value)
    }

    /// The first player wins with so many points, or else the second one.
    pub(crate) fn counts_points(&mut self, end: &End, filled: &mut Filled) -> bool {
        let EndResult::Wins(Who::Player(winner)) = end.result else { return false };
        let parts = all_of(&end.when);
        let (points, rest): (Vec<&Test>, Vec<&Test>) =
            parts.into_iter().partition(|part| matches!(part, Test::Compare(Quantity::Worth(_), ..)));
        let fits = match (points.as_slice(), winner.index()) {
            ([points], 0) => has_more(points),
            ([], 1) => filled.by_points[0],
            _ => false,
        };
        let (stuck, over) = match rest.as_slice() {
            [Test::Stuck] => (true, self.royalty.all.is_empty()),
            [Test::Stuck, Test::Not(check)] => (true, self.is_check(&[check])),
            _ => (false, self.is_over(&rest)),
        };
        if !fits || !over {
            return false;
        }
        filled.by_points[winner.index()] = true;
        filled.stuck |= stuck;
        true
    }

    /// Whether a test says that the board is full, or that both players have passed. What of it has a key is written.
    fn is_over(&mut self, tests: &[&Test]) -> bool {
        let [over] = tests else { return false };
        let every = [self.squares.all(), self.squares.all()];
        let passes = ["pass", "passOnStalemate"].iter().any(|key| self.keys.is_on(key));
        let passed = |test: &Test, least: i64| {
            passes
                && matches!(test, Test::Compare(Quantity::Counter(..), Comparison::AtLeast, Quantity::Number(n)) if *n == least)
        };
        let mut full = false;
        for test in any_of(over) {
            let is_full = self.ask.few_empty(test).is_some_and(|tiles| tiles == every);
            full |= is_full;
            // After two passes the game is over there without a key, and after one by which kings go on facing each other.
            let parts = all_of(test);
            let is_known = match parts.as_slice() {
                _ if is_full => true,
                [only] => passed(only, 2),
                [one, facing] => passed(one, 1) && self.keys.is_on("bikjangRule") && self.are_facing(facing),
                _ => false,
            };
            if !is_known {
                return false;
            }
        }
        if full {
            self.keys.switch("adjudicateFullBoard", true);
        }
        true
    }

    pub(crate) fn write_filled(&mut self, filled: &Filled) {
        let word = match (filled.by_number, filled.by_points) {
            ([None, None], [false, false]) => return,
            ([Some(Value::Win), Some(Value::Loss)], [false, false]) => "unweighted",
            ([None, None], [true, true]) => "janggi",
            _ => {
                return self.refuse("what is left at the end of a game is counted in a way that has no key");
            }
        };
        self.keys.set("materialCounting", word);
    }
}

/// That the first player has more points than the second one, who has one more for having moved second.
fn has_more(test: &Test) -> bool {
    let of = |test: &Test, player: usize| matches!(test, Test::Owner(Who::Player(owner)) if owner.index() == player);
    let Test::Compare(Quantity::Worth(own), Comparison::More, Quantity::Sum(parts)) = test else {
        return false;
    };
    let [(Sign::Plus, Quantity::Worth(other)), (Sign::Plus, Quantity::Number(1))] = parts.as_slice() else {
        return false;
    };
    of(own, 0) && of(other, 1)
}

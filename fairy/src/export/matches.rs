//! Endings of matches: what the format has keys for, and what it says nothing about.

use tilegame_runtime::ir::{Comparison, EndResult, Manner, Quantity, Test, Who};

use super::ask::{Set, all_of};
use super::draft::Draft;
use super::value::Value;

impl Draft<'_> {
    /// Writes the keys about repetition and progress, and notes what has none.
    pub(crate) fn write_matches(&mut self) {
        let mut repeated: Option<(i64, Value, bool)> = None;
        let mut progress: Option<(i64, Set)> = None;
        let mut always = 0;
        let mut rest = Vec::new();
        for line in &self.rules.adjudications {
            let parts = all_of(&line.when);
            let value = self.absolute(&line.result);
            if line.manner == Manner::Time {
                continue;
            }
            match (parts.as_slice(), value) {
                (
                    [Test::Compare(Quantity::Repeated, Comparison::AtLeast, Quantity::Number(times))],
                    Some((value, absolute)),
                ) => {
                    if repeated.is_none_or(|(known, ..)| *times < known) {
                        repeated = Some((*times, value, absolute));
                    }
                }
                (
                    [
                        Test::Compare(
                            Quantity::Counter(counter, _),
                            Comparison::AtLeast,
                            Quantity::Number(most),
                        ),
                    ],
                    Some((Value::Draw, _)),
                ) => match self.reset_by(*counter) {
                    Some(kinds) if progress.as_ref().is_none_or(|(known, _)| most < known) => {
                        progress = Some((*most, kinds));
                    }
                    Some(_) => {}
                    None => rest.push(line),
                },
                ([Test::Compare(Quantity::Repeated, ..), others @ ..], Some(_))
                    if others.iter().all(|test| self.is_perpetual_check(test)) =>
                {
                    always += 1;
                }
                _ => rest.push(line),
            }
        }
        if always >= 3 {
            self.keys.switch("perpetualCheckIllegal", true);
        } else if always > 0 {
            self.notes.push("what becomes of checks without end".to_owned());
        }
        match repeated {
            None => self.keys.set("nFoldRule", "0"),
            Some((times, value, absolute)) => {
                if times != 3 {
                    self.keys.set("nFoldRule", &times.to_string());
                }
                if value != Value::Draw {
                    self.keys.set("nFoldValue", value.word());
                }
                if absolute {
                    self.keys.switch("nFoldValueAbsolute", true);
                }
            }
        }
        match progress {
            None => self.keys.set("nMoveRule", "0"),
            Some((most, kinds)) => self.write_progress(most, &kinds),
        }
        rest.into_iter().for_each(|line| self.leave_adjudication(line));
    }

    /// A result, and whether it is the first player's regardless of the player to move.
    fn absolute(&self, result: &EndResult) -> Option<(Value, bool)> {
        let odds = self.keys.get("materialCounting");
        match result {
            // All draws are won by this player.
            EndResult::Wins(Who::Player(player))
                if odds == Some(["whitedrawodds", "blackdrawodds"][player.index()]) =>
            {
                Some((Value::Draw, false))
            }
            EndResult::Wins(Who::Player(player)) if player.index() == 0 => Some((Value::Win, true)),
            EndResult::Wins(Who::Player(_)) => Some((Value::Loss, true)),
            other => Value::of(other).map(|value| (value, false)),
        }
    }

    fn write_progress(&mut self, most: i64, kinds: &Set) {
        if most % 2 != 0 {
            return self
                .notes
                .push(format!("a draw after {most} moves of both: the format counts whole moves"));
        }
        if most != 100 {
            self.keys.set("nMoveRule", &(most / 2).to_string());
        }
        let usual = self.pawns();
        let kinds: Set = kinds & &self.used;
        if kinds != usual {
            let letters = self.letters(kinds);
            self.keys.set("nMoveRuleTypes", if letters.is_empty() { "-" } else { &letters });
        }
    }

    /// Whether a test says that somebody has given check all the time.
    fn is_perpetual_check(&self, test: &Test) -> bool {
        matches!(test, Test::Always(inner) if inner.any(&|part| matches!(part, Test::Attacked)))
    }
}

//! The counting of moves in endgames, and bans on chasing: the format knows some of them by name.

use std::collections::BTreeSet;

use tilegame_runtime::ir::{Adjudication, Quantity, Rules, Test, print};

use super::back::read_back;
use super::draft::Draft;
use super::keys::Keys;

/// The rules that have a name, with their keys.
const RULES: [(&str, &str); 4] = [
    ("countingRule", "makruk"),
    ("countingRule", "cambodian"),
    ("countingRule", "asean"),
    ("chasingRule", "axf"),
];

impl Draft<'_> {
    /// Writes such a rule, if there are endings of matches that no other key has said; the rest of these is noted.
    pub(crate) fn write_counting(&mut self) {
        let unsaid = std::mem::take(&mut self.unsaid);
        // Endings that only look at the pieces are those of chess.
        let has_past = |line: &&Adjudication| {
            line.when.any_number(&|n| matches!(n, Quantity::Counter(..) | Quantity::Repeated))
        };
        let found = if unsaid.iter().any(has_past) { self.named_rule() } else { None };
        let (rule, said) = found.unzip();
        if let Some((key, value)) = rule {
            self.keys.set(key, value);
        }
        let said = said.unwrap_or_default();
        for line in unsaid {
            if !said.contains(&ending(self.game.rules(), line)) {
                self.notes.push(format!("the ending `{}` of matches", line.name));
            }
        }
    }
}

impl Draft<'_> {
    /// The rule of which the game has all parts that it adds to a section, and these parts.
    fn named_rule(&self) -> Option<((&'static str, &'static str), BTreeSet<String>)> {
        let read = |keys: &Keys| read_back(&keys.section("counted"), "counted").ok();
        let own = lines(self.game.rules());
        let before = lines(read(&self.keys)?.rules());
        RULES.into_iter().find_map(|rule| {
            let mut keys = self.keys.clone();
            keys.set(rule.0, rule.1);
            let new: BTreeSet<String> = lines(read(&keys)?.rules()).difference(&before).cloned().collect();
            (!new.is_empty() && new.is_subset(&own)).then_some((rule, new))
        })
    }
}

/// What a game counts and when it is over by that, one text for each part: the counters, what changes them, and the endings of matches.
fn lines(rules: &Rules) -> BTreeSet<String> {
    let counters = rules.counters.iter().map(|counter| format!("{} {}", counter.name, counter.start));
    let after = rules.turn.after.iter().filter(|after| after.only_counts());
    let after = after.map(|after| format!("{} {}", after.text, words(rules, &after.guard)));
    counters.chain(after).chain(rules.adjudications.iter().map(|line| ending(rules, line))).collect()
}

/// An ending of matches as a text.
fn ending(rules: &Rules, line: &Adjudication) -> String {
    format!("{} {:?} {:?} {}", line.name, line.manner, line.result, words(rules, &line.when))
}

/// The words of a test, with players called by their letters. The order of the words says nothing: kinds are listed as a game declares them.
fn words(rules: &Rules, test: &Test) -> String {
    let text = print::test(rules, test);
    let player = |word: &str| rules.players.iter().find(|player| player.name == word);
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(|word| player(word).map_or(word.to_owned(), |player| player.letter.to_string()))
        .collect();
    words.sort_unstable();
    words.join(" ")
}

//! Rules that the format knows by name, found by what they add to a section: the counting of moves in endgames, bans on chasing, and what else no single
//! line of a game gives away.

use std::collections::BTreeSet;

use tilegame_runtime::ir::{Adjudication, After, Choice, End, Quantity, Rules, Test, print};

use super::back::read_back;
use super::draft::{Draft, Unsaid, Weight};
use super::keys::Keys;

/// Keys with the values that they can have; those that say more come first.
const RULES: [(&str, &[&str]); 6] = [
    ("countingRule", &["makruk", "cambodian", "asean"]),
    ("chasingRule", &["axf"]),
    ("oppositeCastling", &["true"]),
    (
        "castlingWins",
        &["KQkq", "KQk", "KQq", "Kkq", "Qkq", "KQ", "kq", "Kk", "Qq", "Kq", "Qk", "K", "Q", "k", "q"],
    ),
    ("enclosingDrop", &["anyside"]),
    ("flipEnclosedPieces", &["quadwrangle"]),
];

impl Draft<'_> {
    /// An ending of matches that no key has said yet.
    pub(crate) fn leave_adjudication(&mut self, of: &Adjudication) {
        let why = format!("the ending `{}` of matches", of.name);
        let past = of.when.any_number(&|n| matches!(n, Quantity::Counter(..) | Quantity::Repeated));
        let weight = if past { Weight::Past } else { Weight::Pieces };
        self.unsaid.push(Unsaid { line: adjudication(self.game.rules(), of), why, weight });
    }

    /// An ending that no key has said yet.
    pub(crate) fn leave_end(&mut self, of: &End, why: String) {
        self.unsaid.push(Unsaid { line: end(self.game.rules(), of), why, weight: Weight::Game });
    }

    /// Something that follows from moves and that no key has said yet.
    pub(crate) fn leave_after(&mut self, of: &After) {
        let why = format!("`{}` has no key", of.text);
        self.unsaid.push(Unsaid { line: after(self.game.rules(), of), why, weight: Weight::Game });
    }

    /// A drop that no key has said yet.
    pub(crate) fn leave_choice(&mut self, of: &Choice, why: String) {
        self.unsaid.push(Unsaid { line: choice(self.game.rules(), of), why, weight: Weight::Game });
    }

    /// Writes the rules that say what no key has said so far; the rest is noted, or there is no such section.
    pub(crate) fn write_named(&mut self) {
        while self.reasons.is_empty() && self.unsaid.iter().any(|unsaid| unsaid.weight != Weight::Pieces) {
            let Some(((key, value), said)) = self.named_rule() else { break };
            self.keys.set(key, value);
            self.unsaid.retain(|unsaid| !said.contains(&unsaid.line));
        }
        for unsaid in std::mem::take(&mut self.unsaid) {
            if unsaid.weight == Weight::Game {
                self.refuse(unsaid.why);
            } else {
                self.notes.push(unsaid.why);
            }
        }
    }

    /// The rule of which the game has all parts that it adds to a section, and these parts.
    fn named_rule(&self) -> Option<((&'static str, &'static str), BTreeSet<String>)> {
        let read = |keys: &Keys| read_back(&keys.section("named"), "named").ok();
        let own = lines(self.game.rules());
        let before = lines(read(&self.keys)?.rules());
        let rules = RULES.into_iter().flat_map(|(key, values)| values.iter().map(move |value| (key, *value)));
        rules.filter(|(key, _)| self.keys.get(key).is_none()).find_map(|rule| {
            let mut keys = self.keys.clone();
            keys.set(rule.0, rule.1);
            let new: BTreeSet<String> = lines(read(&keys)?.rules()).difference(&before).cloned().collect();
            let says = self.unsaid.iter().any(|unsaid| new.contains(&unsaid.line));
            (says && new.is_subset(&own)).then_some((rule, new))
        })
    }
}

/// What a game counts, what follows from moves, what is dropped and when it is over, one text for each part.
fn lines(rules: &Rules) -> BTreeSet<String> {
    let counters = rules.counters.iter().map(|counter| format!("{} {}", counter.name, counter.start));
    let turn = &rules.turn;
    let counted = counters.chain(turn.after.iter().map(|of| after(rules, of)));
    let made = counted.chain(turn.choices.iter().map(|of| choice(rules, of)));
    let ended = made.chain(rules.ends.iter().map(|of| end(rules, of)));
    ended.chain(rules.adjudications.iter().map(|of| adjudication(rules, of))).collect()
}

fn after(rules: &Rules, of: &After) -> String {
    format!("{} {}", of.text, words(rules, &of.guard))
}

fn choice(rules: &Rules, of: &Choice) -> String {
    format!("{} {}", words(rules, &of.guard), words(rules, &of.target))
}

fn end(rules: &Rules, of: &End) -> String {
    format!("{} {:?} {}", of.name, of.result, words(rules, &of.when))
}

/// An ending of matches.
fn adjudication(rules: &Rules, line: &Adjudication) -> String {
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

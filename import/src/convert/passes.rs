//! Passes, and how pieces are counted when nobody has anything to do any more.

use tilegame_dsl::ast::{Comparison, CountOp, EndLine, Quantity, ResultWord, Test, TurnLine};

use super::converter::Converter;
use crate::draft::Noted;
use crate::pieces::{KEYS, KING};
use crate::syntax::{
    NOWHERE, after, all, any, change, compare, count, counter, ending, is, no, number, plus, prefer, set,
    to_move, value, worth,
};

impl Converter<'_> {
    /// Whether kings that face each other end the game.
    pub(super) fn bikjang(&self) -> bool {
        self.variant.on("bikjangRule") && self.variant.has(KING)
    }

    /// What a piece counts at the end, if it counts anything.
    pub(super) fn worth(&self, number: usize) -> Option<u32> {
        if self.variant.word("materialCounting", "none") != "janggi" {
            return None;
        }
        match KEYS.get(number).map_or("", |key| key.0) {
            "rook" => Some(13),
            "janggiCannon" => Some(7),
            "horse" => Some(5),
            "janggiElephant" | "wazir" => Some(3),
            "soldier" => Some(2),
            _ => None,
        }
    }

    /// The lines that end a game which would be a draw, if pieces are not counted then.
    pub(super) fn drawn(&self, name: &str, test: &Test, keys: &[&str]) -> Vec<Noted<EndLine>> {
        let wins = |player: &str| ResultWord::Wins(player.to_owned());
        let and =
            |left: Quantity, op: Comparison, right: Quantity| all([test.clone(), compare(left, op, right)]);
        let own = || count(is("friend"));
        let other = || count(is("enemy"));
        let lines = match self.variant.word("materialCounting", "none") {
            "whitedrawodds" => vec![ending(name, wins("White"), test.clone())],
            "blackdrawodds" => vec![ending(name, wins("Black"), test.clone())],
            "unweighted" => vec![
                ending(format!("{name}_with_more"), ResultWord::Win, and(own(), Comparison::More, other())),
                ending(format!("{name}_with_fewer"), ResultWord::Loss, and(own(), Comparison::Less, other())),
                ending(name, ResultWord::Draw, test.clone()),
            ],
            // The second player gets a point and a half for having moved second.
            "janggi" => {
                let black = plus(worth(is("Black")), number(1));
                let more = and(worth(is("White")), Comparison::More, black);
                vec![
                    ending(name, wins("White"), more),
                    ending(format!("{name}_and_a_half"), wins("Black"), test.clone()),
                ]
            }
            _ => vec![ending(name, ResultWord::Draw, test.clone())],
        };
        let mut keys = Some(keys);
        lines.into_iter().map(|line| self.noted(line, keys.take().unwrap_or_default())).collect()
    }

    /// Whether a player may pass: always, or only without another move.
    fn may_pass(&self, key: &str) -> Option<TurnLine> {
        let on = |colour: &str| self.variant.on(&format!("{key}{colour}"));
        let guard = match (on("White"), on("Black")) {
            (true, true) => None,
            (true, false) => Some(to_move("White")),
            (false, true) => Some(to_move("Black")),
            (false, false) => return None,
        };
        Some(TurnLine::Pass { guard, span: NOWHERE })
    }

    /// The lines of a turn about passes, and what two of them lead to.
    pub(super) fn passes(&mut self) {
        let always = self.may_pass("pass");
        // Where both are said, only a player without another move passes.
        if let Some(line) = self.may_pass("passOnStalemate") {
            let keys = ["passOnStalemate", "passOnStalemateWhite", "passOnStalemateBlack"];
            self.turn.push(self.noted(line, &keys));
            self.turn.push(prefer("move").into());
        } else if let Some(line) = always {
            self.turn.push(self.noted(line, &["pass", "passWhite", "passBlack"]));
        } else {
            return;
        }
        self.count(counter("passes", 0, false, false), "how many passes there have just been");
        self.turn.push(after("move", None, [set("passes", 0)]).into());
        self.turn.push(after("pass", None, [change("passes", CountOp::Add, 1)]).into());
    }

    /// The endings without a winner on the board: two passes, kings that face each other, a full board.
    pub(super) fn fillings(&mut self) {
        let passes = |least: u32| compare(value("passes"), Comparison::AtLeast, number(least));
        let mut tests = Vec::new();
        if self.has_counter("passes") {
            tests.push(passes(2));
            if self.bikjang() {
                tests.push(all([passes(1), is("facing")]));
            }
        }
        if self.variant.on("adjudicateFullBoard") {
            tests.push(no(is("empty")));
        }
        if tests.is_empty() {
            return;
        }
        let keys = ["materialCounting", "bikjangRule", "adjudicateFullBoard"];
        let lines = self.drawn("counted", &any(tests), &keys);
        self.end.extend(lines);
    }
}

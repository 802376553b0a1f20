//! Passes, and how pieces are counted when nobody has anything to do any more.

use super::Writer;
use crate::pieces::{KEYS, KING};

impl Writer<'_> {
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
    pub(super) fn drawn(&self, name: &str, test: &str, comment: &str) -> Vec<String> {
        let all = if test.contains(" or ") { format!("({test})") } else { test.to_owned() };
        match self.variant.word("materialCounting", "none") {
            "whitedrawodds" => vec![format!("{name}: White wins if {test}{comment}")],
            "blackdrawodds" => vec![format!("{name}: Black wins if {test}{comment}")],
            "unweighted" => vec![
                format!("{name}_with_more: win if {all} and count(friend) > count(enemy){comment}"),
                format!("{name}_with_fewer: loss if {all} and count(friend) < count(enemy)"),
                format!("{name}: draw if {test}"),
            ],
            // The second player gets a point and a half for having moved second.
            "janggi" => vec![
                format!("{name}: White wins if {all} and worth(White) > worth(Black) + 1{comment}"),
                format!("{name}_and_a_half: Black wins if {test}"),
            ],
            _ => vec![format!("{name}: draw if {test}{comment}")],
        }
    }

    /// Whether a player may pass: always, or only without another move.
    fn may_pass(&self, key: &str) -> Option<String> {
        let on = |colour: &str| self.variant.on(&format!("{key}{colour}"));
        match (on("White"), on("Black")) {
            (true, true) => Some("may pass".to_owned()),
            (true, false) => Some("may pass if White to move".to_owned()),
            (false, true) => Some("may pass if Black to move".to_owned()),
            (false, false) => None,
        }
    }

    /// The lines of a turn about passes, and what two of them lead to.
    pub(super) fn passes(&mut self) {
        let always = self.may_pass("pass");
        let stuck = self.may_pass("passOnStalemate");
        let passes = always.is_some() || stuck.is_some();
        // Where both are said, only a player without another move passes.
        if let Some(line) = stuck {
            let comment = self.from(&["passOnStalemate", "passOnStalemateWhite", "passOnStalemateBlack"]);
            self.turn.push(format!("{line}{comment}"));
            self.turn.push("prefer move".to_owned());
        } else if let Some(line) = always {
            self.turn.push(format!("{line}{}", self.from(&["pass", "passWhite", "passBlack"])));
        }
        if passes {
            self.counters.push("counter passes = 0     # how many passes there have just been".to_owned());
            self.turn.push("after move: passes = 0".to_owned());
            self.turn.push("after pass: passes + 1".to_owned());
        }
    }

    /// The endings without a winner on the board: two passes, kings that face each other, a full board.
    pub(super) fn fillings(&mut self) {
        let v = self.variant;
        let mut tests = Vec::new();
        if self.counters.iter().any(|c| c.starts_with("counter passes ")) {
            tests.push("passes >= 2");
            if self.bikjang() {
                tests.push("passes >= 1 and facing");
            }
        }
        if v.on("adjudicateFullBoard") {
            tests.push("no empty");
        }
        if tests.is_empty() {
            return;
        }
        let comment = self.from(&["materialCounting", "bikjangRule", "adjudicateFullBoard"]);
        let lines = self.drawn("counted", &tests.join(" or "), &comment);
        self.end.extend(lines);
    }
}

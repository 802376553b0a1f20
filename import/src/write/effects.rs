//! What is legal, and what happens after a move.

use super::Writer;
use crate::pieces::{KING, PAWN};

impl Writer<'_> {
    /// What is legal, what happens after moves.
    pub(super) fn consequences(&mut self) {
        let v = self.variant;
        let royal = v.pieces.keys().any(|n| self.is_royal(*n) && self.fits(*n));
        let simple = self.simple_royals();
        let mut changing: Vec<usize> =
            self.pseudo_royals().into_iter().filter(|t| !simple.contains(t)).collect();
        if v.has(KING) && !self.fits(KING) {
            changing.push(KING);
        }
        let limit = v.number("extinctionPieceCount", 0) + 1;
        if !changing.is_empty() {
            let parts: Vec<String> = changing
                .iter()
                .map(|t| {
                    let name = self.test(*t);
                    if *t == KING {
                        return format!("some (friend attacked {name})");
                    }
                    format!("count(friend {name}) <= {limit} and some (friend attacked {name})")
                })
                .collect();
            self.tests.push(format!("test exposed = {}", parts.join(" or ")));
        }
        let blast = v.on("blastOnCapture");
        let atomic = blast && !simple.is_empty();
        let mut legal: Vec<String> = Vec::new();
        let checking = v.on("checking");
        if v.on("flyingGeneral") {
            self.tests.push("test facing = some friend royal sees (n, s)*inf[enemy royal]".to_owned());
        }
        if atomic {
            let words: Vec<&str> = vec!["some friend royal", "(no enemy royal or not check)"];
            legal.push(words.join(" and "));
        } else if royal && checking {
            legal.push("no friend royal attacked".to_owned());
        } else if royal {
            legal.push("no royal attacked".to_owned());
        }
        if !changing.is_empty() {
            legal.push("not exposed".to_owned());
            if !checking {
                self.refuse(
                    "checking",
                    "no checks together with pieces that become royal have no counterpart here yet",
                );
            }
        }
        if v.on("flyingGeneral") {
            legal.push("not facing".to_owned());
        }
        let own_check = match (royal, changing.is_empty(), atomic) {
            (_, _, true) => Some("some friend royal attacked and no friend royal sees king[enemy royal]"),
            (true, false, _) => Some("some friend royal attacked or exposed"),
            (false, false, _) => Some("exposed"),
            (true, true, _) => None,
            (false, true, _) => Some(""),
        };
        match own_check {
            Some("") | None => {}
            Some(test) => self.tests.push(format!("replace test check = {test}")),
        }
        let expected = legal.join(" and ");
        if expected != "no friend royal attacked" {
            if expected.is_empty() {
                if self.uses_checkmate() {
                    self.turn.push("remove legal".to_owned());
                }
            } else {
                self.turn.push(format!(
                    "legal if {expected}{}",
                    self.from(&["extinctionPseudoRoyal", "checking", "flyingGeneral"])
                ));
            }
        }
        if v.on("mustCapture") {
            self.turn.push(format!("prefer capture{}", self.from(&["mustCapture"])));
        }
        if v.on("passOnStalemate") || v.on("passOnStalemateWhite") {
            self.turn.push("may pass".to_owned());
            self.turn.push("prefer move".to_owned());
            self.counters.push("counter passes = 0     # how many passes there have just been".to_owned());
            self.turn.push("after move: passes = 0".to_owned());
            self.turn.push("after pass: passes + 1".to_owned());
            if v.word("materialCounting", "none") == "unweighted" {
                self.end.push("most: win if passes >= 2 and count(friend) > count(enemy)".to_owned());
                self.end.push("fewest: loss if passes >= 2 and count(friend) < count(enemy)".to_owned());
            }
            self.end.push("both_passed: draw if passes >= 2".to_owned());
        }
        if blast {
            let spared = if v.has(PAWN) { "[piece not Pawn]" } else { "[piece]" };
            self.turn.push(format!("after capture: take, along king{spared}{{take}}  as explosion"));
        }
        if let Some(set) = v.sets.get("petrifyOnCaptureTypes").filter(|s| !s.types.is_empty()) {
            if blast {
                self.refuse(
                    "petrifyOnCaptureTypes",
                    "together with explosions it has no counterpart here yet",
                );
            } else {
                let names: Vec<String> = set.types.iter().map(|t| self.names[t].clone()).collect();
                self.turn.push(format!("after capture if {}: become Stone", names.join(" or ")));
            }
        }
        if v.on("dupleCheck") {
            self.refuse("dupleCheck", "it has no counterpart here yet");
        }
    }
}

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
        if v.on("dupleCheck") && !changing.is_empty() {
            let kinds: Vec<String> = changing.iter().map(|t| self.test(*t)).collect();
            let kinds = one_of(&kinds);
            self.tests
                .push(format!("test exposed = some friend {kinds} and no (friend {kinds} not attacked)"));
        } else if !changing.is_empty() {
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
            if !royal && v.on("perpetualCheckIllegal") {
                // The module asks for the attribute, which none of them has.
                let enemy = parts.join(" or ").replace("friend", "enemy");
                self.tests
                    .push(format!("replace test checks_ever_since = always (friend to move or {enemy})"));
            }
        }
        let blast = v.on("blastOnCapture");
        let atomic = blast && !simple.is_empty();
        let mut legal: Vec<String> = Vec::new();
        let checking = v.on("checking");
        let duple = v.on("dupleCheck") && royal;
        if v.on("flyingGeneral") {
            self.tests.push("test facing = some friend royal sees (n, s)*inf[enemy royal]".to_owned());
        }
        if atomic {
            let words: Vec<&str> = vec!["some friend royal", "(no enemy royal or not check)"];
            legal.push(words.join(" and "));
        } else if duple {
            legal.push("some (friend royal not attacked)".to_owned());
        } else if royal && checking {
            legal.push("no friend royal attacked".to_owned());
        } else if royal {
            legal.push("no royal attacked".to_owned());
        }
        // A king that captures turns to stone.
        let turns = |t: &usize| v.sets.get("petrifyOnCaptureTypes").is_some_and(|set| set.types.contains(t));
        if !atomic && v.pieces.keys().any(|t| self.is_royal(*t) && self.fits(*t) && turns(t)) {
            legal.insert(0, "some friend royal".to_owned());
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
        if self.bikjang() {
            self.tests.push("test facing = some friend royal sees rot(n)*inf[enemy royal]".to_owned());
            let moved = format!("{} and not (facing and before facing)", legal.join(" and "));
            let passes = v.on("passWhite") || v.on("passBlack");
            legal = vec![if passes { format!("passes > 0 and facing or {moved}") } else { moved }];
        }
        // The wall can still parry what the move has left, and there must be room for it.
        if self.has_wall_step() && !legal.is_empty() {
            let all = legal.join(" and ");
            let all = if all.contains(" or ") { format!("({all})") } else { all };
            legal = vec![format!("in wall and not stuck or in go and {all}")];
        } else if self.has_wall_step() && v.values.contains_key("wallingRegionWhite") {
            legal = vec!["in go or not stuck".to_owned()];
        }
        let own_check = match (royal, changing.is_empty(), atomic) {
            _ if duple => Some("no (friend royal not attacked)"),
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
                    self.from(&[
                        "extinctionPseudoRoyal",
                        "dupleCheck",
                        "checking",
                        "flyingGeneral",
                        "bikjangRule"
                    ])
                ));
            }
        }
        if v.on("mustCapture") {
            self.turn.push(format!("prefer capture{}", self.from(&["mustCapture"])));
        }
        self.passes();
        self.explosions();
        self.flips();
        self.wall_turn();
    }

    /// What captures do to what is around, and to who captures.
    fn explosions(&mut self) {
        let v = self.variant;
        let blast = v.on("blastOnCapture");
        let immune = self.named_types("blastImmuneTypes");
        let stones = self.named_types("petrifyOnCaptureTypes");
        let comment = self.from(&["petrifyOnCaptureTypes", "petrifyBlastPieces"]);
        // In a turn of two steps only the first one captures.
        let go = if self.has_wall_step() { " if in go" } else { "" };
        if blast && v.on("capturesToHand") {
            self.warn(
                "blastOnCapture",
                "pieces of one's own that explode do not go into the other player's hand here",
            );
        }
        if blast {
            let mut spared = immune.clone();
            if v.has(PAWN) {
                spared.insert(0, "Pawn".to_owned());
            }
            if self.has_walls() {
                spared.push(self.wall().to_owned());
            }
            let around = match spared.as_slice() {
                [] => "piece".to_owned(),
                [one] => format!("piece not {one}"),
                more => format!("piece not ({})", more.join(" or ")),
            };
            if self.vanishing() {
                let turned = one_of(&stones);
                self.turn
                    .push(format!("after capture{go}: along king[{around} and {turned}]{{vanish}}{comment}"));
                self.turn.push(format!("after capture{go}: along king[{around}]{{take}}  as explosion"));
            } else if stones.is_empty() && immune.is_empty() {
                self.turn
                    .push(format!("after capture{go}: take, along king[{around}]{{take}}  as explosion"));
                return;
            } else {
                self.turn.push(format!("after capture{go}: along king[{around}]{{take}}  as explosion"));
            }
        }
        let condition = |test: &str| match go {
            "" => format!(" if {test}"),
            go => format!("{go} and {test}"),
        };
        let mut kept = immune;
        if self.vanishing() {
            self.turn.push(format!("after capture{}: vanish{comment}", condition(&one_of(&stones))));
            kept.extend(stones);
        } else if !stones.is_empty() {
            self.turn.push(format!("after capture{}: take{comment}", condition(&one_of(&stones))));
            self.turn.push(format!("after capture{}: put {}", condition("empty"), self.wall()));
            kept.push(self.wall().to_owned());
        }
        if blast {
            self.turn.push(format!("after capture{}: take", condition(&format!("not {}", one_of(&kept)))));
        }
    }

    /// Whose owner changes.
    fn flips(&mut self) {
        let comment = self.from(&["flipEnclosedPieces"]);
        match self.variant.word("flipEnclosedPieces", "none") {
            "reversi" => {
                self.tests.push("path enclosed = rot(n[enemy]{join friend}*1.. n[friend], ne[enemy]{join friend}*1.. ne[friend])".to_owned());
                self.turn.push(format!("after move: along enclosed{comment}"));
            }
            "ataxx" => self.turn.push(format!("after move: along king[enemy]{{join friend}}{comment}")),
            // A stone that is dropped turns others only beside one of its own side.
            "quadwrangle" => {
                if self.drop_labels.is_empty() {
                    self.turn.push(format!("after move: along king[enemy]{{join friend}}{comment}"));
                } else {
                    self.turn.push(format!(
                        "after move if not (just did dropped) or sees king[friend]: along king[enemy]{{join friend}}{comment}"
                    ));
                }
            }
            _ => {}
        }
    }

    /// The names of the types of a key that there are.
    pub(super) fn named_types(&self, key: &str) -> Vec<String> {
        let set = self.variant.sets.get(key).cloned().unwrap_or_default();
        if set.all {
            return self
                .variant
                .pieces
                .keys()
                .filter(|t| self.fits(**t))
                .map(|t| self.names[t].clone())
                .collect();
        }
        set.types.iter().filter(|t| self.fits(**t)).map(|t| self.names[t].clone()).collect()
    }
}

/// One of these, as a test.
fn one_of(names: &[String]) -> String {
    if names.len() == 1 { names.concat() } else { format!("({})", names.join(" or ")) }
}

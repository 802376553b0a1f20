//! Drops.

use super::Writer;
use crate::pieces::{KEYS, KING, PAWN};
use crate::tiles::{self, Tiles};
use crate::variant::Colour;

impl Writer<'_> {
    pub(super) fn drops(&mut self) {
        let v = self.variant;
        if !v.on("pieceDrops") {
            return;
        }
        if v.on("dropOppositeColoredBishop") {
            self.refuse("dropOppositeColoredBishop", "bishops on both colours have no counterpart here yet");
        }
        let (files, ranks) = (v.files(), v.ranks());
        let all: Tiles = tiles::all(files, ranks).into_iter().filter(|t| !self.holes.contains(t)).collect();
        let doubled =
            v.sets.get("dropNoDoubled").and_then(|s| s.types.first().copied()).filter(|t| v.has(*t));
        let mut groups: Vec<(Tiles, Tiles, bool, bool, Vec<String>)> = Vec::new();
        let kinds: Vec<usize> =
            v.pieces.keys().copied().filter(|n| *n != KING || self.in_hand(KING)).collect();
        for number in kinds {
            if !self.fits(number) {
                continue;
            }
            // With a limit of none on a file, it is never dropped.
            if doubled == Some(number) && v.number("dropNoDoubledCount", 1) == 0 {
                continue;
            }
            let (reach_white, reach_black) = self.reach(number);
            let immobile = v.on("immobilityIllegal").then(|| self.mobile(number));
            let (far_white, far_black) = self.promotion_zone();
            let allowed = |colour: Colour, reach: &Tiles, mobile: Option<&Tiles>, far: &Tiles| -> Tiles {
                let zone = v.region(&format!("dropRegion{}", colour.name())).unwrap_or_else(|| all.clone());
                let home = if colour == Colour::White { 1 } else { ranks };
                all.iter()
                    .copied()
                    .filter(|t| zone.contains(t) && reach.contains(t) && mobile.is_none_or(|m| m.contains(t)))
                    .filter(|t| number != PAWN || v.on("promotionZonePawnDrops") || !far.contains(t))
                    .filter(|t| number != PAWN || v.on("firstRankPawnDrops") || t.1 != home)
                    .collect()
            };
            let white = allowed(Colour::White, &reach_white, immobile.as_ref().map(|i| &i.0), &far_white);
            let black = allowed(Colour::Black, &reach_black, immobile.as_ref().map(|i| &i.1), &far_black);
            let name = self.names[&number].clone();
            let mate =
                v.on("shogiPawnDropMateIllegal") && KEYS.get(number).is_some_and(|k| k.0 == "shogiPawn");
            let limited = doubled == Some(number);
            let mut words = vec![name.clone()];
            if v.on("dropPromoted") && v.promoted.contains_key(&number) {
                words.push(format!("{name} promoted"));
            }
            match groups.iter_mut().find(|g| (&g.0, &g.1, g.2, g.3) == (&white, &black, limited, mate)) {
                Some(group) => group.4.extend(words),
                None => groups.push((white, black, limited, mate, words)),
            }
        }
        if let Some(number) = doubled {
            let allowed = v.number("dropNoDoubledCount", 1);
            let test = self.test(number);
            let test = match allowed {
                0 => String::new(),
                1 => format!(
                    "test second_one = sees (n[empty or piece]*1.., s[empty or piece]*1..)[friend {test}]"
                ),
                _ => {
                    self.refuse(
                        "dropNoDoubledCount",
                        "files with more than one such piece have no counterpart here yet",
                    );
                    String::new()
                }
            };
            if !test.is_empty() {
                self.tests.push(test);
            }
        }
        let mut labels = Vec::new();
        let enclosing = v.word("enclosingDrop", "none").to_owned();
        let sees = match enclosing.as_str() {
            "top" => " and not sees s[empty]",
            "reversi" => " and sees enclosing",
            "snort" => " and not sees rot(n)[enemy]",
            "anyside" => " and (on rim or sees rot(n*0.. n[on rim]) or not sees rot(n)[empty])",
            _ => "",
        };
        if enclosing == "anyside" {
            self.refuse("enclosingDrop", "this kind has no counterpart here yet");
        }
        // Until these tiles are full, pieces are dropped there only, whether they enclose anything or not.
        let first = v.region("enclosingDropStart").unwrap_or_default();
        let open = enclosing != "none" && first.iter().any(|t| self.is_empty_at_start(*t));
        let start_zone = if open {
            let text = tiles::written(&first, files, ranks);
            let name = self.region("first_tiles", &text);
            let names: Vec<String> = groups.iter().flat_map(|g| g.4.clone()).collect();
            let effect = if v.values.contains_key("free drops") { "put" } else { "drop" };
            let flips =
                if v.word("flipEnclosedPieces", "none") == "reversi" { ", along enclosed" } else { "" };
            self.turn
                .push(format!("choose empty on {name}: {effect} {}{flips}  as first_drop", names.join(", ")));
            Some(name)
        } else {
            None
        };
        for (index, (white, black, limited, mate, names)) in groups.iter().enumerate() {
            let zone = self.zone("drop_zone", white, black);
            for (number, (test, colour)) in Self::on(&zone).into_iter().enumerate() {
                let test = test.map_or(String::new(), |t| format!(" {t}"));
                let limit = if *limited { " and not second_one" } else { "" };
                let later = start_zone.as_ref().map(|name| format!("no (empty on {name})"));
                let conditions = [colour.map(|c| format!("{} to move", c.name())), later];
                let whose = conditions.into_iter().flatten().collect::<Vec<_>>().join(" and ");
                let whose = if whose.is_empty() { whose } else { format!(" if {whose}") };
                let label = match (*mate, index, number) {
                    (true, _, 0) => "pawn_drop".to_owned(),
                    (true, ..) => format!("pawn_drop_{number}"),
                    _ => format!("drop_{}{}", index + 1, if number > 0 { "b" } else { "" }),
                };
                let effect = if v.values.contains_key("free drops") { "put" } else { "drop" };
                let flips =
                    if v.word("flipEnclosedPieces", "none") == "reversi" { ", along enclosed" } else { "" };
                self.turn.push(format!(
                    "choose empty{test}{limit}{sees}{whose}: {effect} {}{flips}  as {label}",
                    names.join(", ")
                ));
                if *mate && self.royal_check() {
                    for name in names {
                        self.end.push(format!(
                            "drop_mate{}: win if stuck and check and some enemy {name} just did {label}",
                            if number > 0 { format!("_{number}") } else { String::new() }
                        ));
                    }
                }
                labels.push(label);
            }
        }
        if v.on("capturesToHand") {
            // States are lost in a hand; other promotions only if this is said.
            let pawns = v.pieces.keys().any(|n| self.fits(*n) && !self.promotion_lines_of(*n).is_empty());
            let word = if v.on("dropLoop") || !pawns { "keep captured" } else { "keep captured unpromoted" };
            self.turn.insert(0, word.to_owned());
        }
        if v.on("mustDrop") && !labels.is_empty() {
            if labels.len() == 1 {
                self.turn.push(format!("prefer {}", labels[0]));
            } else {
                self.refuse("mustDrop", "several sorts of drops cannot be preferred together yet");
            }
        }
        if !v.on("dropChecks") && v.values.contains_key("dropChecks") {
            let checks = self.royal_check();
            for label in labels.iter().filter(|_| checks) {
                self.turn.push(format!("after {label} if some enemy royal attacked: illegal"));
            }
        }
    }
}

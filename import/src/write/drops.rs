//! Drops: which pieces, where, and what must be so.

use super::{Writer, Zone, if_all_of};
use crate::pieces::{self, KEYS, KING, PAWN};
use crate::tiles::{self, Tiles};
use crate::variant::Colour;

/// Pieces that are dropped on the same tiles under the same conditions.
struct Group {
    white: Tiles,
    black: Tiles,
    /// So many of them on a file are enough.
    limited: bool,
    /// What the rules call these drops.
    label: &'static str,
    words: Vec<String>,
}

impl Writer<'_> {
    pub(super) fn drops(&mut self) {
        let v = self.variant;
        if !v.on("pieceDrops") {
            if v.on("twoBoards") {
                self.warn(
                    "twoBoards",
                    "what comes from the other board cannot be dropped without `pieceDrops`",
                );
            }
            return;
        }
        let groups = self.drop_groups();
        if groups.iter().any(|group| group.limited) {
            self.doubled_test();
        }
        if groups.iter().any(|group| group.label == "pawn_drop") {
            self.drop_labels.push("pawn_drop");
        }
        for label in ["dropped", "due"] {
            if groups.iter().any(|group| group.label == label) {
                self.drop_labels.push(label);
            }
        }
        if v.word("enclosingDrop", "none") == "reversi" {
            let over = if self.has_walls() { "enemy or Wall" } else { "enemy" };
            self.tests
                .push(format!("path enclosing = rot(n[{over}]*1.. n[friend], ne[{over}]*1.. ne[friend])"));
        }
        if v.word("enclosingDrop", "none") == "anyside" {
            self.anyside_tests();
        }
        let later = self.first_drops(&groups);
        let effect = if v.values.contains_key("free drops") { "put" } else { "drop" };
        let mut comment = self.from(&[
            "pieceDrops",
            "dropRegion",
            "dropRegionWhite",
            "dropRegionBlack",
            "whiteDropRegion",
            "blackDropRegion",
            "enclosingDrop",
        ]);
        for group in &groups {
            let zone = self.zone("drop_zone", &group.white, &group.black);
            let limit = if group.limited { " and not second_one" } else { "" };
            for (test, colour) in Self::on(&zone) {
                for (place, side) in self.enclosing(colour) {
                    let test = test.as_ref().map_or(String::new(), |t| format!(" {t}"));
                    let conditions = [side.map(|c| format!("{} to move", c.name())), later.clone()];
                    let whose = if_all_of(conditions);
                    let words = group.words.join(", ");
                    let label = group.label;
                    let comment = std::mem::take(&mut comment);
                    self.turn.push(format!(
                        "choose empty{test}{limit}{place}{whose}: {effect} {words}  as {label}{comment}"
                    ));
                }
            }
        }
        if v.on("twoBoards") {
            let mut kinds: Vec<String> = Vec::new();
            for word in groups.iter().flat_map(|group| &group.words).filter(|w| !w.contains(' ')) {
                if !kinds.contains(word) {
                    kinds.push(word.clone());
                }
            }
            let comment = self.from(&["twoBoards"]);
            self.turn.insert(0, format!("receive {}{comment}", kinds.join(", ")));
        }
        self.drop_rules();
    }

    fn drop_groups(&mut self) -> Vec<Group> {
        let v = self.variant;
        let (files, ranks) = (v.files(), v.ranks());
        let all: Tiles = tiles::all(files, ranks).into_iter().filter(|t| !self.holes.contains(t)).collect();
        let doubled =
            v.sets.get("dropNoDoubled").and_then(|s| s.types.first().copied()).filter(|t| v.has(*t));
        let due = v.sets.get("mustDropType").and_then(|s| s.types.first().copied());
        let mut groups: Vec<Group> = Vec::new();
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
            let on_first = v.on("sittuyinRookDrop") && number == pieces::of("rook");
            let allowed = |colour: Colour, reach: &Tiles, mobile: Option<&Tiles>, far: &Tiles| -> Tiles {
                let zone = v.region(&format!("dropRegion{}", colour.name())).unwrap_or_else(|| all.clone());
                let home = if colour == Colour::White { 1 } else { ranks };
                all.iter()
                    .copied()
                    .filter(|t| zone.contains(t) && reach.contains(t) && mobile.is_none_or(|m| m.contains(t)))
                    .filter(|t| number != PAWN || v.on("promotionZonePawnDrops") || !far.contains(t))
                    .filter(|t| number != PAWN || v.on("firstRankPawnDrops") || t.1 != home)
                    .filter(|t| !on_first || t.1 == home)
                    .collect()
            };
            let white = allowed(Colour::White, &reach_white, immobile.as_ref().map(|i| &i.0), &far_white);
            let black = allowed(Colour::Black, &reach_black, immobile.as_ref().map(|i| &i.1), &far_black);
            let name = self.names[&number].clone();
            let mate =
                v.on("shogiPawnDropMateIllegal") && KEYS.get(number).is_some_and(|k| k.0 == "shogiPawn");
            let limited = doubled == Some(number);
            let label = match (mate, due == Some(number) && v.on("mustDrop")) {
                (true, _) => "pawn_drop",
                (_, true) => "due",
                _ => "dropped",
            };
            let mut words = vec![name.clone()];
            if v.on("dropPromoted") && v.promoted.contains_key(&number) {
                words.push(format!("{name} promoted"));
            }
            let like =
                |g: &&mut Group| (&g.white, &g.black, g.limited, g.label) == (&white, &black, limited, label);
            match groups.iter_mut().find(like) {
                Some(group) => group.words.extend(words),
                None => groups.push(Group { white, black, limited, label, words }),
            }
        }
        groups
    }

    /// The test that a file has as many of a piece as it may have.
    fn doubled_test(&mut self) {
        let v = self.variant;
        let Some(number) =
            v.sets.get("dropNoDoubled").and_then(|s| s.types.first().copied()).filter(|t| v.has(*t))
        else {
            return;
        };
        let test = self.test(number);
        let allowed = v.number("dropNoDoubledCount", 1) as usize;
        if allowed == 1 {
            self.tests.push(format!(
                "test second_one = sees (n[empty or piece]*1.., s[empty or piece]*1..)[friend {test}]"
            ));
            return;
        }
        // So many ahead, and the others behind.
        self.tests.push(format!("path another(way) = way[empty or piece]*0.. way[friend {test}]"));
        let some = |way: &str, n: usize| format!("sees {}", vec![format!("another({way})"); n].join(" "));
        let cases: Vec<String> = (0..=allowed)
            .map(|ahead| match (ahead, allowed - ahead) {
                (0, n) => some("s", n),
                (n, 0) => some("n", n),
                (n, m) => format!("{} and {}", some("n", n), some("s", m)),
            })
            .collect();
        self.tests.push(format!("test second_one = {}", cases.join(" or ")));
    }

    /// Until these tiles are full, pieces are dropped there only, whether they enclose anything or not. Gives the condition of all other drops.
    fn first_drops(&mut self, groups: &[Group]) -> Option<String> {
        let v = self.variant;
        let first = v.region("enclosingDropStart").unwrap_or_default();
        let open =
            v.word("enclosingDrop", "none") != "none" && first.iter().any(|t| self.is_empty_at_start(*t));
        if !open {
            return None;
        }
        let name = self.region("first_tiles", &tiles::written(&first, v.files(), v.ranks()));
        let words: Vec<&str> = groups.iter().flat_map(|g| &g.words).map(String::as_str).collect();
        let effect = if v.values.contains_key("free drops") { "put" } else { "drop" };
        let comment = self.from(&["enclosingDropStart"]);
        self.turn.push(format!("choose empty on {name}: {effect} {}  as dropped{comment}", words.join(", ")));
        Some(format!("no (empty on {name})"))
    }

    /// Where a piece can be pushed in. From the west and from the south it goes on until something stops it; from the east and from the north,
    /// to the first empty tile on the other side.
    fn anyside_tests(&mut self) {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let file = char::from(b'a' + files - 1);
        let until =
            |way: &str, back: &str| format!("not sees {way}[empty] and not sees {back}*0.. {back}[piece]");
        let first = |back: &str, way: &str, end: &str| {
            format!(
                "not sees {back}[piece]*0.. {back}[empty] and (on ({end}) or sees {way}[empty or piece]*0.. {way}[empty on ({end})])"
            )
        };
        self.tests.push(format!("test from_west = {}", until("e", "w")));
        self.tests.push(format!("test from_south = {}", until("n", "s")));
        self.tests.push(format!("test from_east = {}", first("w", "e", &format!("file {file}"))));
        self.tests.push(format!("test from_north = {}", first("s", "n", &format!("rank {ranks}"))));
        if !self.unseated {
            // As Black sees the board.
            self.tests.push(format!("test from_ahead = {}", until("s", "n")));
            self.tests.push(format!("test from_behind = {}", first("n", "s", &format!("rank {ranks}"))));
        }
    }

    /// What a tile must be like on which a piece is dropped, and for whom.
    fn enclosing(&self, colour: Option<Colour>) -> Vec<(&'static str, Option<Colour>)> {
        match self.variant.word("enclosingDrop", "none") {
            // What falls falls to the same side for both, and Black looks at the board from the other one.
            "top" if self.unseated => vec![(" and not sees s[empty]", colour)],
            "top" => [(" and not sees s[empty]", Colour::White), (" and not sees n[empty]", Colour::Black)]
                .into_iter()
                .filter(|(_, side)| colour.is_none_or(|colour| colour == *side))
                .map(|(test, side)| (test, Some(side)))
                .collect(),
            // Something to enclose must be next to it: walls alone are not enough.
            "reversi" if self.has_walls() => vec![(" and sees king[enemy] and sees enclosing", colour)],
            "reversi" => vec![(" and sees enclosing", colour)],
            "ataxx" | "quadwrangle" => vec![(" and sees king[friend]", colour)],
            "snort" => vec![(" and not sees wazir[enemy]", colour)],
            // It is pushed in from a side until something stops it.
            "anyside" if self.unseated => {
                vec![(" and (from_west or from_east or from_south or from_north)", colour)]
            }
            "anyside" => Colour::BOTH
                .into_iter()
                .filter(|side| colour.is_none_or(|colour| colour == *side))
                .map(|side| match side {
                    Colour::White => {
                        (" and (from_west or from_east or from_south or from_north)", Some(side))
                    }
                    Colour::Black => {
                        (" and (from_west or from_east or from_ahead or from_behind)", Some(side))
                    }
                })
                .collect(),
            _ => vec![("", colour)],
        }
    }

    /// What must be dropped, what a drop may not lead to, and where captured pieces go.
    fn drop_rules(&mut self) {
        let v = self.variant;
        let labels = self.drop_labels.clone();
        if v.on("capturesToHand") {
            // States are lost in a hand; other promotions only if this is said.
            let pawns = v.pieces.keys().any(|n| self.fits(*n) && !self.promotion_lines_of(*n).is_empty());
            let word = if v.on("dropLoop") || !pawns { "keep captured" } else { "keep captured unpromoted" };
            self.turn.insert(0, word.to_owned());
        }
        if labels.contains(&"pawn_drop") && self.royal_check() {
            self.end.push("drop_mate: win if stuck and check and some enemy just did pawn_drop".to_owned());
        }
        if v.on("mustDrop") && !labels.is_empty() {
            let all = v.sets.get("mustDropType").is_none_or(|set| set.types.is_empty());
            let preferred: Vec<&str> =
                if all { labels.clone() } else { labels.iter().copied().filter(|l| *l == "due").collect() };
            if preferred.len() > 1 {
                self.refuse(
                    "mustDrop",
                    "together with `shogiPawnDropMateIllegal` it has no counterpart here yet",
                );
            } else if !preferred.is_empty() {
                let comment = self.from(&["mustDrop", "mustDropType"]);
                self.turn.push(format!("prefer {}{comment}", preferred.concat()));
            }
        }
        if !v.on("dropChecks") && v.values.contains_key("dropChecks") && self.royal_check() {
            for label in &labels {
                self.turn.push(format!("after {label} if some enemy royal attacked: illegal"));
            }
        }
        let bishop = pieces::of("bishop");
        if v.on("dropOppositeColoredBishop") && self.fits(bishop) {
            self.bishops_apart(bishop);
        }
        if v.on("castlingDroppedPiece") && self.castling().is_some() {
            let mut names: Vec<String> = Vec::new();
            for key in ["castlingKingPiece", "castlingRookPieces"] {
                let types = v.of(key, Colour::White).types;
                names.extend(types.iter().filter(|t| self.fits(**t)).map(|t| self.names[t].clone()));
            }
            for label in &labels {
                self.turn.push(format!("after {label} if {}: become first", names.join(" or ")));
            }
        }
    }

    /// Bishops come to stand on tiles of both colours, and the other pieces leave room for that.
    fn bishops_apart(&mut self, bishop: usize) {
        let v = self.variant;
        if !v.on("mustDrop") {
            self.refuse("dropOppositeColoredBishop", "without `mustDrop` it has no counterpart here yet");
            return;
        }
        let (files, ranks) = (v.files(), v.ranks());
        let all = tiles::all(files, ranks);
        let zone = |c: Colour| v.region(&format!("dropRegion{}", c.name())).unwrap_or_else(|| all.clone());
        let zone = self.zone("drop_zone", &zone(Colour::White), &zone(Colour::Black));
        let on = match &zone {
            Zone::Each(name) => format!(" on {name}"),
            _ => String::new(),
        };
        if !self.of_chess {
            self.region("dark", "a1 by rot(ne)");
            self.region("light", "b1 by rot(ne)");
        }
        let name = self.names[&bishop].clone();
        for colour in ["dark", "light"] {
            self.tests.push(format!(
                "test has_{colour} = some friend {name} on {colour} or some empty{on} on {colour}"
            ));
        }
        let label = self.drop_labels.first().copied().unwrap_or("dropped");
        let comment = self.from(&["dropOppositeColoredBishop"]);
        self.turn.push(format!("after {label} if not has_dark or not has_light: illegal{comment}"));
        self.turn.push(format!(
            "after {label} if count(friend {name} on dark) > 1 or count(friend {name} on light) > 1: illegal"
        ));
    }
}

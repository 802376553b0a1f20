//! Drops: which pieces, where, and what must be so.

use std::collections::BTreeSet;

use tilegame_dsl::ast::{Action, Comparison, Dropped, Effect, Line, ResultWord, Test, TileTerm, TurnLine};

use super::converter::Converter;
use super::zones::Zone;
use crate::draft::Noted;
use crate::pieces::{self, KEYS, KING, PAWN};
use crate::syntax::{
    And as _, NOWHERE, Walk as _, after, all, all_of, any, any_word, called, choose, compare, count, define,
    define_path, either, ending, here, inside, is, just_did, name, names, no, not, number, on, over_all,
    placed, prefer, rot, sees, some, then, tiles, to_move, way, words,
};
use crate::tiles::{self as squares, Tiles};
use crate::variant::Colour;

/// Pieces that are dropped on the same tiles under the same conditions.
struct Group {
    white: Tiles,
    black: Tiles,
    /// So many of them on a file are enough.
    limited: bool,
    /// What the rules call these drops.
    label: &'static str,
    dropped: Vec<Dropped>,
}

impl Converter<'_> {
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
        if groups.is_empty() {
            return self.refuse("pieceDrops", "there is no piece that may be dropped anywhere");
        }
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
        match v.word("enclosingDrop", "none") {
            "reversi" => {
                let over =
                    || any_word(["enemy", "Wall"].into_iter().filter(|w| *w != "Wall" || self.has_walls()));
                let line =
                    |direction| then([way(direction).at(over()).times(1), way(direction).at(is("friend"))]);
                let enclosing = rot([line("n"), line("ne")]);
                self.definitions.push(define_path("enclosing", &[], enclosing).into());
            }
            "anyside" => self.anyside_tests(),
            _ => {}
        }
        let later = self.first_drops(&groups);
        let mut keys: &[&str] = &[
            "pieceDrops",
            "dropRegion",
            "dropRegionWhite",
            "dropRegionBlack",
            "whiteDropRegion",
            "blackDropRegion",
            "enclosingDrop",
        ];
        for group in &groups {
            let zone = self.zone("drop_zone", &group.white, &group.black);
            for case in zone.cases() {
                for (place, side) in self.enclosing(case.colour) {
                    let second = group.limited.then(|| not(is("second_one")));
                    let target = all([Some(is("empty")), case.inside(), second, place].into_iter().flatten());
                    let guard = all_of([side.map(|c| to_move(c.name())), later.clone()]);
                    for effect in self.dropping(&group.dropped) {
                        let line = choose(target.clone(), guard.clone(), vec![here(effect)], group.label);
                        let line = self.noted(line, std::mem::take(&mut keys));
                        self.turn.push(line);
                    }
                }
            }
        }
        if v.on("twoBoards") {
            let mut kinds: Vec<&str> = Vec::new();
            for dropped in groups.iter().flat_map(|group| &group.dropped) {
                if !kinds.contains(&dropped.piece.node.as_str()) {
                    kinds.push(&dropped.piece.node);
                }
            }
            let line = self.noted(TurnLine::Receive(names(kinds)), &["twoBoards"]);
            self.turn.insert(0, line);
        }
        self.drop_rules();
    }

    /// What is done where pieces are dropped: without a hand, each is a choice of its own.
    fn dropping(&self, dropped: &[Dropped]) -> Vec<Effect> {
        match self.variant.values.contains_key("free drops") {
            true => dropped.iter().map(|dropped| Effect::Put(dropped.piece.clone())).collect(),
            false => vec![Effect::Drop(dropped.to_vec())],
        }
    }

    fn drop_groups(&mut self) -> Vec<Group> {
        let v = self.variant;
        let (files, ranks) = (v.files(), v.ranks());
        let all: Tiles =
            squares::all(files, ranks).into_iter().filter(|t| !self.holes().contains(t)).collect();
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
            let mate =
                v.on("shogiPawnDropMateIllegal") && KEYS.get(number).is_some_and(|k| k.0 == "shogiPawn");
            let limited = doubled == Some(number);
            let label = match (mate, due == Some(number) && v.on("mustDrop")) {
                (true, _) => "pawn_drop",
                (_, true) => "due",
                _ => "dropped",
            };
            let piece = |states| Dropped { piece: name(&self.names[&number]), states };
            let mut dropped = vec![piece(Vec::new())];
            if v.on("dropPromoted") && v.promoted.contains_key(&number) {
                dropped.push(piece(names(["promoted"])));
            }
            let like =
                |g: &&mut Group| (&g.white, &g.black, g.limited, g.label) == (&white, &black, limited, label);
            match groups.iter_mut().find(like) {
                Some(group) => group.dropped.extend(dropped),
                None => groups.push(Group { white, black, limited, label, dropped }),
            }
        }
        groups.retain(|group| !group.white.is_empty() || !group.black.is_empty());
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
        let other = || all([is("friend"), self.test(number)]);
        let allowed = v.number("dropNoDoubledCount", 1) as usize;
        let test = if allowed == 1 {
            let line = |direction: &str| way(direction).at(any_word(["empty", "piece"])).times(1);
            sees(either([line("n"), line("s")]).at(other()))
        } else {
            // So many ahead, and the others behind.
            let another = then([over_all("way"), way("way").at(other())]);
            self.definitions.push(define_path("another", &["way"], another).into());
            let some = |direction: &str, n: usize| {
                (n > 0).then(|| sees(then((0..n).map(|_| called("another", way(direction))))))
            };
            any((0..=allowed).filter_map(|ahead| all_of([some("n", ahead), some("s", allowed - ahead)])))
        };
        self.definitions.push(define("second_one", test).into());
    }

    /// Until these tiles are full, pieces are dropped there only, whether they enclose anything or not. Gives the condition of all other drops.
    fn first_drops(&mut self, groups: &[Group]) -> Option<Test> {
        let v = self.variant;
        let first = v.region("enclosingDropStart").unwrap_or_default();
        let open =
            v.word("enclosingDrop", "none") != "none" && first.iter().any(|t| self.is_empty_at_start(*t));
        if !open {
            return None;
        }
        let free = is("empty").and(inside(&self.region("first_tiles", &first, false)));
        let dropped: Vec<Dropped> = groups.iter().flat_map(|group| group.dropped.clone()).collect();
        for effect in self.dropping(&dropped) {
            let line = choose(free.clone(), None, vec![here(effect)], "dropped");
            self.turn.push(self.noted(line, &["enclosingDropStart"]));
        }
        Some(no(free))
    }

    /// Where a piece can be pushed in. From the west and from the south it goes on until something stops it; from the east and from the north,
    /// to the first empty tile on the other side.
    fn anyside_tests(&mut self) {
        let last_file = TileTerm::File(squares::file(self.variant.files()), None);
        let last_rank = TileTerm::Rank(Line::Named(placed(self.variant.ranks().into())), None);
        let line = |direction: &str, over: &str| way(direction).at(is(over)).times(0);
        let until = |ahead: &str, back: &str| {
            let free = then([way(back).times(0), way(back).at(is("piece"))]);
            all([not(sees(way(ahead).at(is("empty")))), not(sees(free))])
        };
        let first = |back: &str, ahead: &str, end: &TileTerm| {
            let end = || on(tiles(vec![end.clone()]));
            let behind = then([line(back, "piece"), way(back).at(is("empty"))]);
            let other_side = then([over_all(ahead), way(ahead).at(is("empty").and(end()))]);
            all([not(sees(behind)), any([end(), sees(other_side)])])
        };
        let mut tests = vec![
            define("from_west", until("e", "w")),
            define("from_south", until("n", "s")),
            define("from_east", first("w", "e", &last_file)),
            define("from_north", first("s", "n", &last_rank)),
        ];
        if !self.unseated {
            // As Black sees the board.
            tests.push(define("from_ahead", until("s", "n")));
            tests.push(define("from_behind", first("n", "s", &last_rank)));
        }
        self.definitions.extend(tests.into_iter().map(Noted::from));
    }

    /// What a tile must be like on which a piece is dropped, and for whom.
    fn enclosing(&self, colour: Option<Colour>) -> Vec<(Option<Test>, Option<Colour>)> {
        let beside = |steps: &str, who: &str| sees(way(steps).at(is(who)));
        let sides = |test: fn(Colour) -> Test| {
            let sides = Colour::BOTH.into_iter().filter(|side| colour.is_none_or(|colour| colour == *side));
            sides.map(|side| (Some(test(side)), Some(side))).collect()
        };
        let test = match self.variant.word("enclosingDrop", "none") {
            // What falls falls to the same side for both, and Black looks at the board from the other one.
            "top" if self.unseated => lies(Colour::White),
            "top" => return sides(lies),
            // Something to enclose must be next to it: walls alone are not enough.
            "reversi" if self.has_walls() => all([beside("king", "enemy"), sees(way("enclosing"))]),
            "reversi" => sees(way("enclosing")),
            "ataxx" | "quadwrangle" => beside("king", "friend"),
            "snort" => not(beside("wazir", "enemy")),
            // It is pushed in from a side until something stops it.
            "anyside" if self.unseated => pushed_in(Colour::White),
            "anyside" => return sides(pushed_in),
            _ => return vec![(None, colour)],
        };
        vec![(Some(test), colour)]
    }

    /// What must be dropped, what a drop may not lead to, and where captured pieces go.
    fn drop_rules(&mut self) {
        let v = self.variant;
        let labels = self.drop_labels.clone();
        let pawns = v.pieces.keys().any(|n| self.fits(*n) && !self.goals(*n).is_empty());
        if v.on("capturesToHand") {
            // States are lost in a hand; other promotions only if this is said.
            let unpromoted = (pawns && !v.on("dropLoop")).then_some(NOWHERE);
            if unpromoted.is_some() && self.several_become_one() {
                self.refuse("promotionPawnTypes", "captured pieces that several types become go back to one of them there, which has no counterpart here");
            }
            self.turn.insert(0, TurnLine::Keep { unpromoted, span: NOWHERE }.into());
        }
        if v.on("twoBoards") && !v.on("capturesToHand") && pawns {
            self.turn.insert(0, TurnLine::Give(NOWHERE).into());
        }
        if labels.contains(&"pawn_drop") && self.royal_check() {
            let dropped = some(is("enemy").and(just_did("pawn_drop")));
            let mate = all([is("stuck"), is("check"), dropped]);
            self.end.push(ending("drop_mate", ResultWord::Win, mate).into());
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
            } else if let [label] = preferred.as_slice() {
                self.turn.push(self.noted(prefer(label), &["mustDrop", "mustDropType"]));
            }
        }
        if !v.on("dropChecks") && v.values.contains_key("dropChecks") && self.royal_check() {
            for label in &labels {
                let attacked = some(words(["enemy", "royal", "attacked"]));
                self.turn.push(after(label, Some(attacked), [Action::Illegal]).into());
            }
        }
        let bishop = pieces::of("bishop");
        if v.on("dropOppositeColoredBishop") && self.fits(bishop) {
            self.bishops_apart(bishop);
        }
        if v.on("castlingDroppedPiece") && self.castling().is_some() {
            let pieces =
                ["castlingKingPiece", "castlingRookPieces"].map(|key| v.of(key, Colour::White).types);
            let castles = any_word(self.names_of(&pieces.concat()));
            for label in &labels {
                // A rook that has been dropped before its king could not castle with anybody yet.
                let line = match v.on("mustDrop") {
                    true => {
                        let unmoved = is("friend").and(castles.clone());
                        after(label, None, [Action::Every(unmoved, Effect::Become(name("first")))])
                    }
                    false => after(label, Some(castles.clone()), [here(Effect::Become(name("first")))]),
                };
                self.turn.push(line.into());
            }
        }
    }

    /// Whether several types promote to one, as pawns do.
    fn several_become_one(&self) -> bool {
        let promoting = self.variant.pieces.keys().filter(|n| self.fits(**n));
        let mut known = BTreeSet::new();
        promoting.flat_map(|n| BTreeSet::from_iter(self.goals(*n))).any(|goal| !known.insert(goal))
    }

    /// Bishops come to stand on tiles of both colours, and the other pieces leave room for that.
    fn bishops_apart(&mut self, bishop: usize) {
        let v = self.variant;
        if !v.on("mustDrop") {
            self.refuse("dropOppositeColoredBishop", "without `mustDrop` it has no counterpart here yet");
            return;
        }
        let (files, ranks) = (v.files(), v.ranks());
        let everywhere = squares::all(files, ranks);
        let zone =
            |c: Colour| v.region(&format!("dropRegion{}", c.name())).unwrap_or_else(|| everywhere.clone());
        let zone = self.zone("drop_zone", &zone(Colour::White), &zone(Colour::Black));
        let free = match &zone {
            Zone::Each(name) => is("empty").and(inside(name)),
            _ => is("empty"),
        };
        // The library has names for the colours of tiles, which chess uses.
        let colours = [("dark", 1), ("light", 2)].map(|(colour, first)| match self.of_chess {
            true => colour.to_owned(),
            false => self.region(colour, &squares::colour(first, files, ranks), false),
        });
        let bishop_on = |colour: &str| all([is("friend"), is(&self.names[&bishop]), inside(colour)]);
        let tests = colours.each_ref().map(|colour| {
            let free = free.clone().and(inside(colour));
            define(&format!("has_{colour}"), any([some(bishop_on(colour)), some(free)]))
        });
        let missing = any(colours.each_ref().map(|colour| not(is(format!("has_{colour}")))));
        let twice =
            colours.each_ref().map(|colour| compare(count(bishop_on(colour)), Comparison::More, number(1)));
        self.definitions.extend(tests.map(Noted::from));
        let label = self.drop_labels.first().copied().unwrap_or("dropped");
        let illegal = after(label, Some(missing), [Action::Illegal]);
        self.turn.push(self.noted(illegal, &["dropOppositeColoredBishop"]));
        self.turn.push(after(label, Some(any(twice)), [Action::Illegal]).into());
    }
}

/// Whether a piece that is dropped would fall no further, as a player sees the board.
fn lies(colour: Colour) -> Test {
    let below = if colour == Colour::White { "s" } else { "n" };
    not(sees(way(below).at(is("empty"))))
}

/// Whether a piece can be pushed in from one of the sides, as a player sees the board.
fn pushed_in(colour: Colour) -> Test {
    any_word(match colour {
        Colour::White => ["from_west", "from_east", "from_south", "from_north"],
        Colour::Black => ["from_west", "from_east", "from_ahead", "from_behind"],
    })
}

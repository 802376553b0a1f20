//! How a game ends on the board.

use tilegame_dsl::ast::{Comparison, CountOp, EndLine, ResultWord, Verb};

use super::converter::Converter;
use super::zones::Zone;
use super::{result, reversed};
use crate::draft::Noted;
use crate::pieces::{KEYS, KING};
use crate::syntax::{
    And as _, Walk as _, after, all, all_of, any, any_word, attacks, can_go, change, choice, compare, count,
    counter, either, ending, inside, is, no, no_ending, not, number, over_all, sees, set, some, then,
    to_move, value_of, way, words,
};
use crate::variant::{Colour, Set};

impl Converter<'_> {
    pub(super) fn endings(&mut self) {
        self.extinctions();
        self.flags();
        self.end.append(&mut self.castling_ends);
        self.check_counting();
        self.connections();
        self.fillings();
        self.strong_mates();
        self.mates();
    }

    /// The checks that a player still has to give. Their number is in positions also where none can be given.
    fn check_counting(&mut self) {
        if !self.variant.on("checkCounting") {
            return;
        }
        let start = self.checks().0.max(self.checks().1);
        self.count(counter("checks", start, true, false), "checks that this player still has to give");
        // Only attacks on kings are counted, not those on other pieces that are royal.
        let Some(king) = self.real_king() else {
            return self.warn("checkCounting", "there are no kings, so that no checks are counted");
        };
        let check = some(words(["enemy", &king, "attacked"]));
        let given = change("checks", CountOp::Subtract, 1);
        self.turn.push(after("move", Some(check), [given]).into());
        let left = value_of("checks", "enemy");
        let last = ending("last_check", ResultWord::Loss, compare(left, Comparison::AtMost, number(0)));
        self.end.push(self.noted(last, &["checkCounting"]));
    }

    /// What it means that a player has few pieces of some types left.
    fn extinctions(&mut self) {
        let v = self.variant;
        let set = v.sets.get("extinctionPieceTypes").cloned().unwrap_or_default();
        let tested = !v.on("extinctionPseudoRoyal") || v.on("blastOnCapture");
        let present = set.all || set.types.iter().any(|t| v.has(*t));
        let Some(value) = result(v.word("extinctionValue", "none")).filter(|_| tested && present) else {
            return;
        };
        let most = v.number("extinctionPieceCount", 0);
        let least = v.number("extinctionOpponentPieceCount", 0);
        let groups: Vec<Set> = match set.all {
            true => vec![set],
            false => {
                let types = set.types.into_iter().filter(|t| v.has(*t));
                types.map(|t| Set { all: false, types: vec![t] }).collect()
            }
        };
        // So few of the one, and so many of the same of the other.
        let test = |whose: &str, others: &str, least: u32| {
            let case = |group: &Set| {
                let few = match (most, v.on("pieceDrops")) {
                    (0, false) => no(is(whose).and(self.any_of(group))),
                    _ => compare(self.amount(whose, group), Comparison::AtMost, number(most)),
                };
                let many = || compare(self.amount(others, group), Comparison::AtLeast, number(least));
                all_of([Some(few), (least > 0).then(many)])
            };
            any(groups.iter().filter_map(case))
        };
        let enemy = test("enemy", "friend", least);
        let own = test("friend", "enemy", least + u32::from(v.on("extinctionClaim")));
        let keys = ["extinctionValue", "extinctionPieceTypes", "extinctionPieceCount"];
        self.end.push(self.noted(ending("enemy_extinct", reversed(value.clone()), enemy), &keys));
        self.end.push(ending("extinct", value, own).into());
    }

    /// Mates that need a strong check (by a rook, a knight or a piece that moves as a rook and as a ferz) in the series of checks that
    /// ends with them: without one it is a draw. A mate that only a knight gives loses.
    fn strong_mates(&mut self) {
        const KEY: &str = "shatarMateRule";
        let v = self.variant;
        if !v.on(KEY) || !self.royal_check() {
            return;
        }
        let called = |key: &str| {
            let number = KEYS.iter().position(|(known, ..)| *known == key)?;
            self.names.get(&number).filter(|_| v.has(number)).cloned()
        };
        let strong: Vec<String> = ["bers", "rook", "knight"].into_iter().filter_map(called).collect();
        let knight = called("knight");
        let mate = || is("stuck").and(is("check"));
        self.count(
            counter("strong", 0, true, false),
            "1 while a player gives check after check, a strong one among them",
        );
        let ends = after("move", Some(no(words(["enemy", "royal", "attacked"]))), [set("strong", 0)]);
        self.turn.push(self.noted(ends, &[KEY]));
        if !strong.is_empty() {
            let given = some(all([is("friend"), any_word(strong), attacks(words(["enemy", "royal"]))]));
            self.turn.push(after("move", Some(given), [set("strong", 1)]).into());
        }
        if let Some(knight) = knight {
            let another = no(all([is("enemy"), not(is(knight)), attacks(words(["friend", "royal"]))]));
            self.end.push(ending("knight_mate", ResultWord::Win, mate().and(another)).into());
        }
        let weak = compare(value_of("strong", "enemy"), Comparison::Equal, number(0));
        self.end.push(self.noted(ending("weak_mate", ResultWord::Draw, mate().and(weak)), &[KEY]));
    }

    /// What it means that a player has no legal move.
    fn mates(&mut self) {
        let v = self.variant;
        let mated = self.uses_checkmate();
        // New lines go before those of the module: none of them may speak of mates.
        let counts = matches!(v.word("materialCounting", "none"), "unweighted" | "janggi");
        let apart = mated && self.royal_check() && (counts || v.on("stalematePieceCount"));
        let stuck = || match apart {
            true => is("stuck").and(not(is("check"))),
            false => is("stuck"),
        };
        for (key, name) in [("checkmateValue", "checkmate"), ("stalemateValue", "stalemate")] {
            let (default, test) = match name {
                "checkmate" => ("loss", is("stuck").and(is("check"))),
                _ => ("draw", stuck()),
            };
            let word = v.word(key, default);
            if name == "checkmate" && !self.royal_check() {
                self.end.extend(mated.then(|| no_ending(name).into()));
                continue;
            }
            let Some(value) = result(word) else {
                self.end.extend(mated.then(|| no_ending(name).into()));
                continue;
            };
            if v.on("stalematePieceCount") && name == "stalemate" {
                self.end.extend(mated.then(|| no_ending(name).into()));
                let compared = |op| stuck().and(compare(count(is("friend")), op, count(is("enemy"))));
                let lines = [
                    ending("fewer", value.clone(), compared(Comparison::Less)),
                    ending("more", reversed(value), compared(Comparison::More)),
                    ending("as_many", ResultWord::Draw, stuck()),
                ];
                self.end.extend(lines.map(Noted::from));
                continue;
            }
            let counted = value == ResultWord::Draw && v.word("materialCounting", "none") != "none";
            if !counted && word == default && mated {
                continue;
            }
            let mut lines = match counted {
                true => self.drawn(name, &test, &[key, "materialCounting"]),
                false => vec![self.noted(ending(name, value, test), &[key])],
            };
            // What the module says is replaced, if a line has the same name.
            if mated {
                match lines.first_mut().filter(|line| line.node.name.node == name) {
                    Some(line) => line.node.verb = Verb::Replace,
                    None => self.end.push(no_ending(name).into()),
                }
            }
            self.end.extend(lines);
        }
    }

    fn flags(&mut self) {
        const KEYS: [&str; 4] = ["flagPiece", "flagRegion", "flagRegionWhite", "flagRegionBlack"];
        let v = self.variant;
        let white = v.region("flagRegionWhite").unwrap_or_default();
        let black = v.region("flagRegionBlack").unwrap_or_default();
        if white.is_empty() && black.is_empty() {
            return;
        }
        let zone = self.zone("goal", &white, &black);
        let sets = Colour::BOTH.map(|colour| v.of("flagPiece", colour));
        let least = v.number("flagPieceCount", 1);
        let (moves, safe) = (v.on("flagMove"), v.on("flagPieceSafe"));
        // Only a race of kings knows a reply; any other piece has to stay until it is its player's turn again.
        let racing = moves && !safe && sets[0].types == [KING];
        let stays = moves && !racing && !safe;
        let cases: Vec<(&str, Option<Colour>, &Set)> = match &zone {
            Zone::Each(name) if sets[0] == sets[1] => vec![(name, None, &sets[0])],
            Zone::Each(name) => {
                Colour::BOTH.into_iter().zip(&sets).map(|(c, set)| (name.as_str(), Some(c), set)).collect()
            }
            Zone::Two(names) => Colour::BOTH
                .into_iter()
                .zip(names)
                .zip(&sets)
                .filter_map(|((colour, name), set)| Some((name.as_deref()?, Some(colour), set)))
                .collect(),
            _ => Vec::new(),
        };
        for (at, (own_goal, colour, set)) in cases.into_iter().enumerate() {
            let keys: &[&str] = if at == 0 { &KEYS } else { &[] };
            let word = |word: &str| if at == 0 { word.to_owned() } else { format!("{word}_2") };
            // The player who has reached it has just moved. A region of each player is that of the player who is asked: the enemy's is the mirror image.
            let (own, other, goal) = match colour {
                None => ("friend", "enemy", self.enemy_region(own_goal)),
                Some(colour) => (colour.name(), colour.name(), own_goal.to_owned()),
            };
            let piece = self.any_of(set);
            let turn = |own: bool| colour.map(|c| to_move(if own { c } else { c.other() }.name()));
            let reached = |who: &str, goal: &str, unattacked: bool| {
                let there = all([is(who), piece.clone(), inside(goal)]);
                let there = if unattacked { there.and(not(is("attacked"))) } else { there };
                match least {
                    1 => some(there),
                    _ => compare(count(there), Comparison::AtLeast, number(least)),
                }
            };
            if racing {
                let home = reached("friend", own_goal, false);
                let away = reached("enemy", &goal, false);
                let late = any([to_move("White"), not(can_go(piece.clone(), inside(own_goal)))]);
                let level = ending("level", ResultWord::Draw, all([home.clone(), away.clone()]));
                self.end.push(level.into());
                self.end.push(self.noted(ending("home", ResultWord::Win, home), keys));
                self.end.push(ending("late", ResultWord::Loss, all([away, late])).into());
                continue;
            }
            if safe || stays {
                // A piece that was attacked there when it arrived, and has not been captured.
                let stayed = all_of([Some(reached(own, own_goal, safe && !moves)), turn(true)]);
                let line = stayed.map(|test| ending(word("stayed"), ResultWord::Win, test));
                self.end.extend(line.map(|line| self.noted(line, if stays { keys } else { &[] })));
            }
            if stays {
                continue;
            }
            let there = all_of([Some(reached(other, &goal, safe)), turn(false)]);
            self.end.extend(there.map(|test| self.noted(ending(word("goal"), ResultWord::Loss, test), keys)));
            if v.on("flagPieceBlockedWin") {
                let some_there = some(all([is(other), piece.clone(), inside(&goal)]));
                let full = no(is("empty").and(inside(&goal)));
                let test = all([some_there, full].into_iter().chain(turn(false)));
                self.end.push(ending(word("full"), ResultWord::Loss, test).into());
            }
        }
    }

    fn connections(&mut self) {
        let v = self.variant;
        // The player who is asked has not made the line.
        let value = reversed(result(v.word("connectValue", "win")).unwrap_or(ResultWord::Win));
        let sides: Vec<(Colour, [String; 2])> =
            Colour::BOTH.into_iter().filter_map(|colour| Some((colour, self.sides(colour)?))).collect();
        let set = v.sets.get("connectPieceTypes").cloned().unwrap_or(Set { all: true, types: vec![] });
        let who = || match set.all {
            true => is("enemy"),
            false => is("enemy").and(self.any_of(&set)),
        };
        let keys = [
            ("connectVertical", &["n"][..]),
            ("connectHorizontal", &["e"]),
            ("connectDiagonal", &["ne", "se"]),
        ];
        let ways: Vec<&str> =
            keys.into_iter().filter(|(key, _)| v.on(key)).flat_map(|(_, ways)| ways).copied().collect();
        let step = |direction: &str| way(direction).at(who());
        let sees_from = |path| some(who().and(sees(path)));
        let mut lines: Vec<Noted<EndLine>> = Vec::new();
        let n = v.number("connectN", 0);
        if n > 1 && !ways.is_empty() {
            let paths = ways.iter().map(|way| then((1..n).map(|_| step(way))));
            let line = ending("connected_line", value.clone(), sees_from(either(paths)));
            lines.push(self.noted(line, &["connectN", "connectValue"]));
        }
        let n = v.number("collinearN", 0);
        if n > 1 && !ways.is_empty() {
            let paths = ways.iter().map(|way| then((1..n).flat_map(|_| [over_all(way), step(way)])));
            lines.push(ending("in_line", value.clone(), sees_from(either(paths))).into());
        }
        let n = v.number("connectNxN", 0);
        if n > 1 {
            // Along the square's rows, back and forth.
            let row = |row| {
                let along = if row % 2 == 0 { "e" } else { "w" };
                (row > 0).then_some("n").into_iter().chain((1..n).map(move |_| along))
            };
            let path = then((0..n).flat_map(row).map(step));
            lines.push(ending("square", value.clone(), sees_from(path)).into());
        }
        for (colour, [from, to]) in sides {
            // Chains go on to the north and to the east, never back; whose turn it is looks at the board from one's own side.
            let turned = colour == Colour::White && !self.unseated;
            let steps = ways.iter().map(|way| match *way {
                "n" if turned => "s",
                "ne" if turned => "se",
                "se" if turned => "ne",
                way => way,
            });
            let chain = choice(steps.map(step)).times(1).at(inside(&to));
            let connected = some(all([is("enemy"), inside(&from), sees(chain)]));
            let test = all([to_move(colour.other().name()), connected]);
            let word = format!("{}_connects", colour.name().to_lowercase());
            lines.push(ending(word, value.clone(), test).into());
        }
        self.end.extend(lines);
    }

    /// The regions that a player has to connect.
    fn sides(&mut self, colour: Colour) -> Option<[String; 2]> {
        let of =
            |key: &str| self.variant.region(&format!("{key}{}", colour.name())).filter(|t| !t.is_empty());
        let (one, two) = (of("connectRegion1")?, of("connectRegion2")?);
        let lower = colour.name().to_lowercase();
        let from = self.region(&format!("{lower}_side"), &one, false);
        Some([from, self.region(&format!("{lower}_other_side"), &two, false)])
    }
}

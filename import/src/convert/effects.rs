//! What is legal, and what happens after a move.

use tilegame_dsl::ast::{Comparison, Effect, Path, Test, TurnLine, Verb};

use super::converter::Converter;
use crate::draft::Noted;
use crate::pieces::{KING, PAWN};
use crate::syntax::{
    And as _, NOWHERE, Walk as _, after, after_any, all, all_of, along, always, any, before, compare, count,
    define, define_path, either, here, in_phase, is, just_did, name, names, no, not, number, prefer, put,
    rot, sees, some, take, test_item, then, to_move, value, way, words,
};

/// A royal piece of the player who is asked could be captured.
fn own_attacked() -> Test {
    words(["friend", "royal", "attacked"])
}

/// The piece is royal and cannot be captured.
fn own_safe() -> Test {
    all([is("friend"), is("royal"), not(is("attacked"))])
}

impl Converter<'_> {
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
        self.exposed(&changing, royal);
        let atomic = v.on("blastOnCapture") && !simple.is_empty();
        let duple = v.on("dupleCheck") && royal;
        let checking = v.on("checking");
        let mut legal: Vec<Test> = Vec::new();
        let flying = self.real_king().filter(|_| v.on("flyingGeneral"));
        if let Some(king) = &flying {
            // Where both kings can come to the same rank, they must not look at each other along it, either.
            let (white, black) = self.reach(KING);
            let level = white.iter().any(|own| black.iter().any(|other| own.1 == other.1));
            self.facing(king, if level { rot([way("n")]) } else { either([way("n"), way("s")]) });
        }
        if atomic {
            legal.push(some(words(["friend", "royal"])));
            legal.push(any([no(words(["enemy", "royal"])), not(is("check"))]));
        } else if duple {
            legal.push(some(own_safe()));
        } else if royal && checking {
            legal.push(no(own_attacked()));
        } else if royal {
            legal.push(no(words(["royal", "attacked"])));
        }
        // A king that captures turns to stone.
        let is_lost = |t: &usize| self.is_royal(*t) && self.turns_to_stone(*t) && !self.must_stay(*t);
        if !atomic && v.pieces.keys().any(|t| self.fits(*t) && is_lost(t)) {
            legal.insert(0, some(words(["friend", "royal"])));
        }
        if !changing.is_empty() {
            legal.push(not(is("exposed")));
            if !checking {
                self.refuse(
                    "checking",
                    "no checks together with pieces that become royal have no counterpart here yet",
                );
            }
        }
        if flying.is_some() {
            legal.push(not(is("facing")));
        }
        if let Some(king) = self.real_king().filter(|_| self.bikjang()) {
            self.facing(&king, rot([way("n")]));
            legal.push(not(is("facing").and(before(is("facing")))));
            if v.on("passWhite") || v.on("passBlack") {
                let passed = all([compare(value("passes"), Comparison::More, number(0)), is("facing")]);
                legal = vec![any([passed, all(legal)])];
            }
        }
        legal.extend(self.stranded());
        // The wall can still parry what the move has left, and there must be room for it.
        if self.has_wall_step() && !legal.is_empty() {
            let of_wall = all([in_phase("wall"), not(is("stuck"))]);
            legal = vec![any([of_wall, all([in_phase("go"), all(legal)])])];
        } else if self.has_wall_step() && v.values.contains_key("wallingRegionWhite") {
            legal = vec![any([in_phase("go"), not(is("stuck"))])];
        }
        let check = match (royal, changing.is_empty()) {
            _ if duple => Some(no(own_safe())),
            _ if atomic => {
                let beside = sees(way("king").at(words(["enemy", "royal"])));
                Some(all([some(own_attacked()), no(all([is("friend"), is("royal"), beside]))]))
            }
            (true, false) => Some(any([some(own_attacked()), is("exposed")])),
            (false, false) => Some(is("exposed")),
            (_, true) => None,
        };
        self.definitions.extend(check.map(|test| test_item(Verb::Replace, "check", test).into()));
        let usual = no(own_attacked());
        match all_of(legal.into_iter().map(Some)) {
            Some(test) if test == usual => {}
            Some(test) => {
                let keys =
                    ["extinctionPseudoRoyal", "dupleCheck", "checking", "flyingGeneral", "bikjangRule"];
                self.turn.push(self.noted(TurnLine::Legal(test), &keys));
            }
            None if self.uses_checkmate() => self.turn.push(TurnLine::Remove(name("legal")).into()),
            None => {}
        }
        if v.on("mustCapture") {
            self.turn.push(self.noted(prefer("capture"), &["mustCapture"]));
        }
        self.passes();
        self.explosions();
        self.flips();
        self.wall_turn();
    }

    /// The test whether one of the pieces that are royal only while they are few is attacked.
    fn exposed(&mut self, changing: &[usize], royal: bool) {
        if changing.is_empty() {
            return;
        }
        let v = self.variant;
        let limit = v.number("extinctionPieceCount", 0) + 1;
        if v.on("dupleCheck") {
            let kinds = || any(changing.iter().map(|t| self.test(*t)));
            let safe = all([is("friend"), kinds(), not(is("attacked"))]);
            let exposed = all([some(is("friend").and(kinds())), no(safe)]);
            self.definitions.push(define("exposed", exposed).into());
            return;
        }
        let attacked = |whose: &str, kind: usize| {
            let attacked = some(all([is(whose), is("attacked"), self.test(kind)]));
            if kind == KING {
                return attacked;
            }
            let few = count(is(whose).and(self.test(kind)));
            all([compare(few, Comparison::AtMost, number(limit)), attacked])
        };
        let any_attacked = |whose: &str| any(changing.iter().map(|t| attacked(whose, *t)));
        let mut definitions = vec![define("exposed", any_attacked("friend"))];
        if !royal && v.on("perpetualCheckIllegal") {
            // The module asks for the attribute, which none of them has.
            let ever = always(any([to_move("friend"), any_attacked("enemy")]));
            definitions.push(test_item(Verb::Replace, "checks_ever_since", ever));
        }
        self.definitions.extend(definitions.into_iter().map(Noted::from));
    }

    /// The test whether kings, by this word, face each other along such steps.
    fn facing(&mut self, king: &str, steps: Path) {
        let line = steps.times(1).at(words(["enemy", king]));
        let facing = some(all([words(["friend", king]), sees(line)]));
        self.definitions.push(define("facing", facing).into());
    }

    /// What captures do to what is around, and to who captures.
    fn explosions(&mut self) {
        let v = self.variant;
        let blast = v.on("blastOnCapture");
        let immune = self.type_tests("blastImmuneTypes");
        let stones = self.type_tests("petrifyOnCaptureTypes");
        let keys = ["petrifyOnCaptureTypes", "petrifyBlastPieces"];
        if blast && v.on("capturesToHand") {
            self.warn(
                "blastOnCapture",
                "pieces of one's own that explode do not go into the other player's hand here",
            );
        }
        // In a turn of two steps only the first one captures.
        let go = self.in_go();
        let mut lines: Vec<Noted<TurnLine>> = Vec::new();
        if blast {
            let mut spared = immune.clone();
            if v.has(PAWN) {
                spared.insert(0, self.test(PAWN));
            }
            if self.has_walls() {
                spared.push(is(self.wall()));
            }
            let around = || match spared.is_empty() {
                true => is("piece"),
                false => is("piece").and(not(any(spared.clone()))),
            };
            let taken = along(way("king").at(around()).doing(take()));
            let explosion = |actions| after_any(names(["capture"]), go.clone(), actions, Some("explosion"));
            if self.vanishing() {
                let turned = way("king").at(around().and(any(stones.clone())));
                let gone = along(turned.doing(Effect::Vanish(NOWHERE)));
                lines.push(self.noted(after("capture", go.clone(), [gone]), &keys));
                lines.push(explosion(vec![taken]).into());
            } else if stones.is_empty() && immune.is_empty() {
                self.turn.push(explosion(vec![here(take()), taken]).into());
                return;
            } else {
                lines.push(explosion(vec![taken]).into());
            }
        }
        let after_capture =
            |test: Test, effect: Effect| after("capture", all_of([go.clone(), Some(test)]), [here(effect)]);
        let mut kept = immune;
        if self.vanishing() {
            lines.push(self.noted(after_capture(any(stones.clone()), Effect::Vanish(NOWHERE)), &keys));
            kept.extend(stones);
        } else if !stones.is_empty() {
            lines.push(self.noted(after_capture(any(stones.clone()), take()), &keys));
            lines.push(after_capture(is("empty"), put(self.wall())).into());
            kept.push(is(self.wall()));
        }
        if blast {
            lines.push(after_capture(not(any(kept)), take()).into());
        }
        self.turn.extend(lines);
    }

    /// Whose owner changes.
    fn flips(&mut self) {
        let joined = |path: Path| path.at(is("enemy")).doing(Effect::Join(name("friend")));
        let (guard, path) = match self.variant.word("flipEnclosedPieces", "none") {
            "reversi" => {
                let line =
                    |direction| then([joined(way(direction)).times(1), way(direction).at(is("friend"))]);
                let enclosed = rot([line("n"), line("ne")]);
                self.definitions.push(define_path("enclosed", &[], enclosed).into());
                (None, way("enclosed"))
            }
            "ataxx" => (None, joined(way("king"))),
            // A stone that is dropped turns others only beside one of its own side.
            "quadwrangle" => {
                let beside = sees(way("king").at(is("friend")));
                let guard = any([not(just_did("dropped")), beside]);
                (Some(guard).filter(|_| !self.drop_labels.is_empty()), joined(way("king")))
            }
            _ => return,
        };
        self.turn.push(self.noted(after("move", guard, [along(path)]), &["flipEnclosedPieces"]));
    }

    /// The tests for the types of a key that there are.
    fn type_tests(&self, key: &str) -> Vec<Test> {
        let v = self.variant;
        let set = v.sets.get(key).cloned().unwrap_or_default();
        let types = if set.all { v.pieces.keys().copied().collect() } else { set.types };
        let comes = |number: usize| v.promoted.iter().any(|(of, to)| *to == number && self.fits(*of));
        types.into_iter().filter(|n| self.fits(*n) || comes(*n)).map(|n| self.test(n)).collect()
    }
}

//! Which pieces may not be left attacked, and what else is asked of a position after a move.

use tilegame_runtime::ir::{Comparison, KindId, PlayerId, Quantity, Test, Who};

use super::ask::{Set, all_of, each_check};
use super::draft::Draft;

impl Draft<'_> {
    /// Reads what must hold after a move.
    pub(crate) fn find_royalty(&mut self) {
        let mut legal = &self.rules.turn.legal;
        let unless = passed_facing(legal);
        if let Some((_, otherwise)) = unless {
            legal = otherwise;
        }
        let mut rest = Vec::new();
        for part in all_of(legal) {
            if !self.royal(part) {
                rest.push(part);
            }
        }
        let blast = self.explodes();
        for part in rest {
            if let Some(kinds) = self.one_is_safe(part) {
                self.royalty.all.extend(kinds.iter().copied());
                self.royalty.one_is_enough = true;
            } else if self.looks_across(part) {
                self.keys.switch("flyingGeneral", true);
            } else if let Some(facing) = still(part).filter(|facing| self.are_facing(facing)) {
                self.keys.switch("bikjangRule", true);
                if unless.is_some_and(|(passed, _)| passed != facing) {
                    self.refuse("what is legal after a pass has no key");
                }
            } else if self.is_dead_end(part) {
                self.mobile_only = true;
            } else if let Some(kind) = self.stays(part) {
                self.royalty.must_stay = Some(kind);
            } else if let Some(kind) = self.only_kind(part).filter(|_| blast) {
                // Where captures explode, the rules of check speak of both kings; the proof tells whether they are the usual ones.
                self.royalty.all.insert(kind);
                self.royalty.pseudo.insert(kind);
            } else {
                let text = self.ask.text(part);
                self.refuse(format!("`legal if {text}` has no key"));
            }
        }
        if unless.is_some() && !self.keys.is_on("bikjangRule") {
            self.refuse("what is legal after a pass has no key");
        }
        self.choose_king();
    }

    /// Of which kinds the last piece is attacked, if this is what is asked.
    fn last_attacked(&self, parts: &[&Test]) -> Option<Set> {
        let [Test::Compare(counted, Comparison::Equal, Quantity::Number(1)), Test::Some(inner)] = parts
        else {
            return None;
        };
        let (one, about) = (self.ask.about(self.ask.counted(counted)?), self.ask.about(inner));
        let plain = one.only_pieces() && about.on.is_none() && about.rest.is_empty() && !about.empty;
        let own = (one.whose, about.whose) == (Some(Who::Friend), Some(Who::Friend));
        about
            .kinds
            .filter(|_| plain && own && about.attacked == Some(true))
            .filter(|kinds| one.kinds.as_ref() == Some(kinds))
    }

    /// Whether these tests say that the last royal piece is attacked, where no other may not be.
    pub(crate) fn last_is_attacked(&self, tests: &[&Test]) -> bool {
        self.royalty.only_last && self.last_attacked(tests).is_some_and(|kinds| kinds == self.royalty.all)
    }

    /// That none of one's own pieces of some kinds is attacked, or none of anybody's.
    fn royal(&mut self, part: &Test) -> bool {
        let Test::Not(inner) = part else { return false };
        if let Some(kinds) = self.last_attacked(&all_of(inner)) {
            self.royalty.all.extend(kinds);
            self.royalty.only_last = true;
            return true;
        }
        let Test::Some(inner) = &**inner else { return false };
        let about = self.ask.about(inner);
        let plain = about.on.is_none() && about.rest.is_empty() && !about.empty;
        let (Some(kinds), Some(true), true) = (about.kinds, about.attacked, plain) else { return false };
        match about.whose {
            Some(Who::Friend) => {}
            None => self.keys.switch("checking", false),
            Some(_) => return false,
        }
        self.royalty.all.extend(kinds);
        true
    }

    /// That one of the royal pieces is safe, if this is all that is asked.
    fn one_is_safe(&self, part: &Test) -> Option<Set> {
        let Test::Some(inner) = part else { return None };
        let about = self.ask.about(inner);
        let plain = about.on.is_none() && about.rest.is_empty() && !about.empty;
        about.kinds.filter(|_| plain && about.whose == Some(Who::Friend) && about.attacked == Some(false))
    }

    /// Whether a test says that no royal piece is safe, where one of them has to be.
    pub(crate) fn none_is_safe(&self, test: &Test) -> bool {
        let Test::Not(inner) = test else { return false };
        self.royalty.one_is_enough && self.one_is_safe(inner).is_some_and(|kinds| kinds == self.royalty.all)
    }

    /// That two royal pieces do not look at each other along files and ranks.
    fn looks_across(&self, part: &Test) -> bool {
        matches!(part, Test::Not(inner) if self.are_facing(inner))
    }

    /// That two royal pieces look at each other along files and ranks.
    pub(crate) fn are_facing(&self, test: &Test) -> bool {
        let Test::Some(inner) = test else { return false };
        let about = self.ask.about(inner);
        let [Test::Sees(path)] = about.rest.as_slice() else { return false };
        about.whose == Some(Who::Friend) && about.kinds.is_some_and(|kinds| kinds == self.royalty.all) && {
            let mut only = true;
            each_check(path, &mut |test| {
                let seen = self.ask.about(test);
                only &= seen.whose == Some(Who::Enemy) && seen.kinds.as_ref() == Some(&self.royalty.all);
            });
            only
        }
    }

    /// That no piece of some kind stands where it could not move any more.
    fn is_dead_end(&self, part: &Test) -> bool {
        let Test::Not(inner) = part else { return false };
        let Test::Some(inner) = &**inner else { return false };
        let about = self.ask.about(inner);
        let (Some(kinds), Some(on)) = (about.kinds, about.on) else { return false };
        let all = self.squares.all();
        about.rest.is_empty()
            && about.whose == Some(Who::Friend)
            && kinds.iter().all(|kind| {
                let Some(moving) = &self.moving[kind.index()] else { return false };
                let mobile = self.ask.mobile(moving);
                (0..2).all(|p| &all - &mobile[p] == on[p])
            })
    }

    /// That there still is a piece of some kind.
    fn stays(&self, part: &Test) -> Option<KindId> {
        let Test::Some(inner) = part else { return None };
        let about = self.ask.about(inner);
        let kinds = about.kinds.clone()?;
        let one = kinds.len() == 1 && about.whose == Some(Who::Friend) && about.only_pieces();
        kinds.into_iter().next().filter(|_| one)
    }

    /// The only kind of which a test speaks.
    fn only_kind(&self, test: &Test) -> Option<KindId> {
        let speaks =
            |kind: &KindId| test.any(&|part| matches!(part, Test::Kind(kinds) if kinds.contains(*kind)));
        let found: Vec<KindId> = self.used.iter().copied().filter(speaks).collect();
        found.first().copied().filter(|_| found.len() == 1)
    }

    /// One of the royal kinds is the king of the format, if each player has one or none and cannot get another.
    fn choose_king(&mut self) {
        let explodes = self.explodes() || self.royalty.must_stay.is_some() || self.royalty.one_is_enough;
        let comes = |kind: &KindId| self.used.iter().any(|k| self.rules.kinds[k.index()].promotes_to(*kind));
        let start = self.game.start();
        let one = |kind: &KindId| {
            let held = |p: usize| start.hand(PlayerId::new(p), *kind) as usize;
            let numbers = [0, 1].map(|p| self.home[kind.index()][p].len() + held(p));
            numbers.iter().all(|number| *number <= 1) && numbers != [0, 0]
        };
        let king = self.royalty.all.iter().copied().find(|kind| !explodes && !comes(kind) && one(kind));
        let all = self.royalty.all.iter().copied();
        let forms = |kind: &KindId| self.form_of[kind.index()].is_none();
        self.royalty.pseudo.extend(all.filter(|kind| Some(*kind) != king).filter(forms));
        self.royalty.king = king;
    }

    /// Writes the keys of kinds that are royal without being the king.
    pub(crate) fn write_royalty(&mut self) {
        if self.royalty.pseudo.is_empty() {
            return;
        }
        let letters = self.letters(self.royalty.pseudo.clone());
        self.keys.switch("extinctionPseudoRoyal", true);
        self.keys.set("extinctionValue", "loss");
        self.keys.set("extinctionPieceTypes", &letters);
        if self.royalty.one_is_enough {
            self.keys.switch("dupleCheck", true);
            return;
        }
        let can_be_more = |kind: &KindId| {
            let comes = self.used.iter().any(|k| self.rules.kinds[k.index()].promotes_to(*kind));
            comes || self.rules.turn.hands || (0..2).any(|p| self.home[kind.index()][p].len() > 1)
        };
        if !self.royalty.only_last && self.royalty.pseudo.iter().any(can_be_more) {
            // As many as there can be: all of them are royal, however many there are.
            let most = self.squares.all().len().saturating_sub(2);
            self.keys.set("extinctionPieceCount", &most.to_string());
        }
    }
}

/// What two parts ask: that a player has just passed and something is so, or else the rest.
fn passed_facing(legal: &Test) -> Option<(&Test, &Test)> {
    let Test::Or(parts) = legal else { return None };
    let [Test::And(passed), otherwise] = parts.as_slice() else { return None };
    match passed.as_slice() {
        [Test::Compare(Quantity::Counter(..), Comparison::More, Quantity::Number(0)), facing] => {
            Some((facing, otherwise))
        }
        _ => None,
    }
}

/// What may not be so twice in a row, if a test says that of something.
fn still(part: &Test) -> Option<&Test> {
    let Test::Not(inner) = part else { return None };
    let Test::And(parts) = &**inner else { return None };
    match parts.as_slice() {
        [now, Test::Before(before)] if **before == *now => Some(now),
        _ => None,
    }
}

//! Which pieces may not be left attacked, and what else is asked of a position after a move.

use std::collections::BTreeSet;

use tilegame_runtime::ir::{Comparison, KindId, PlayerId, Quantity, Test, Who};

use super::ask::{Set, all_of, any_of, each_check};
use super::draft::Draft;

/// Pieces of the player to move that are attacked.
#[derive(Default)]
struct Attacked {
    /// Of which kinds, however many there are.
    ever: Set,
    /// Of which kinds while there are so many at most.
    few: Vec<(Set, i64)>,
}

impl Attacked {
    /// All these kinds.
    fn kinds(&self) -> Set {
        &self.ever | &all_kinds(&self.few)
    }
}

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
            let forbidden = if let Test::Not(inner) = part { all_of(inner) } else { Vec::new() };
            if let Some(kinds) = self.one_is_safe(part).or_else(|| self.all_attacked(&forbidden)) {
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

    /// Of which kinds a piece is attacked while so many are left at most, if this is what is asked.
    fn few_attacked(&self, parts: &[&Test]) -> Option<(Set, i64)> {
        let [left, Test::Some(inner)] = parts else { return None };
        let (whose, kinds, most) = match left {
            Test::Compare(counted, Comparison::Equal, Quantity::Number(1)) => {
                let one = self.ask.about(self.ask.counted(counted)?);
                (one.whose.filter(|_| one.only_pieces())?, one.kinds?, 1)
            }
            _ => self.ask.few(left).map(|few| (few.whose, few.kinds, few.most))?,
        };
        let about = self.ask.about(inner);
        let plain = about.on.is_none() && about.rest.is_empty() && !about.empty;
        let own = (whose, about.whose) == (Who::Friend, Some(Who::Friend));
        (plain && own && about.attacked == Some(true) && about.kinds.as_ref() == Some(&kinds))
            .then_some((kinds, most))
    }

    /// The kinds of which a piece is attacked, if a test says only that one of one's own is; perhaps only while few of a kind are left.
    fn attacked(&self, test: &Test) -> Option<Attacked> {
        let mut found = Attacked::default();
        for part in any_of(test) {
            if let Some(few) = self.few_attacked(&all_of(part)) {
                found.few.push(few);
                continue;
            }
            let Test::Some(inner) = part else { return None };
            let about = self.ask.about(inner);
            let plain = about.on.is_none() && about.rest.is_empty() && !about.empty;
            let own = about.whose == Some(Who::Friend) && about.attacked == Some(true);
            found.ever.extend(about.kinds.filter(|_| plain && own)?);
        }
        found.few.sort();
        Some(found)
    }

    /// Whether these tests say that a royal piece is attacked, of all those that may not be.
    pub(crate) fn royal_is_attacked(&self, tests: &[&Test]) -> bool {
        let found = match tests {
            [only] => self.attacked(only),
            tests => self.few_attacked(tests).map(|few| Attacked { few: vec![few], ..Attacked::default() }),
        };
        found.is_some_and(|found| found.few == self.royalty.few && found.kinds() == self.royalty.all)
    }

    /// That none of one's own pieces of some kinds is attacked, perhaps of the last ones only, or none of anybody's.
    fn royal(&mut self, part: &Test) -> bool {
        let Test::Not(inner) = part else { return false };
        if let Some(found) = self.attacked(inner) {
            self.royalty.all.extend(found.kinds());
            self.royalty.few.extend(found.few);
            self.royalty.few.sort();
            return true;
        }
        let Test::Some(inner) = &**inner else { return false };
        let about = self.ask.about(inner);
        let plain = about.on.is_none() && about.rest.is_empty() && !about.empty;
        let (Some(kinds), Some(true), true) = (about.kinds, about.attacked, plain) else { return false };
        if about.whose.is_some() {
            return false;
        }
        self.keys.switch("checking", false);
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

    /// Of which kinds there are some, all attacked, if this is all that is asked.
    fn all_attacked(&self, tests: &[&Test]) -> Option<Set> {
        let [Test::Some(some), Test::Not(none)] = tests else { return None };
        let about = self.ask.about(some);
        let own = about.whose == Some(Who::Friend) && about.only_pieces();
        self.one_is_safe(none).filter(|kinds| own && about.kinds.as_ref() == Some(kinds))
    }

    /// Whether tests say that no royal piece is safe, where one of them has to be.
    pub(crate) fn none_is_safe(&self, tests: &[&Test]) -> bool {
        let kinds = match tests {
            [Test::Not(inner)] => self.one_is_safe(inner),
            tests => self.all_attacked(tests),
        };
        self.royalty.one_is_enough && kinds.is_some_and(|kinds| kinds == self.royalty.all)
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
        let otherwise = self.royalty.must_stay.is_some() || self.royalty.one_is_enough;
        let comes = |kind: &KindId| self.used.iter().any(|k| self.rules.kinds[k.index()].promotes_to(*kind));
        let start = self.game.start();
        let one = |kind: &KindId| {
            let held = |p: usize| start.hand(PlayerId::new(p), *kind) as usize;
            let numbers = [0, 1].map(|p| self.home[kind.index()][p].len() + held(p));
            numbers.iter().all(|number| *number <= 1) && numbers != [0, 0]
        };
        let few = all_kinds(&self.royalty.few);
        let ever = &self.royalty.all - &few;
        let king = ever.iter().copied().find(|kind| !otherwise && !comes(kind) && one(kind));
        let of_king =
            |kind: &KindId| Some(*kind) == king || king.is_some() && self.form_of[kind.index()] == king;
        self.royalty.pseudo.extend(ever.into_iter().filter(|kind| !of_king(kind)));
        self.royalty.pseudo.extend(few);
        self.royalty.king = king;
    }

    /// How many pieces of a kind a player can ever have; none if there is no such number.
    fn most_of(&self, kind: KindId, player: usize) -> Option<i64> {
        let mut kinds = Set::from([kind]);
        loop {
            let becomes =
                |other: &KindId| kinds.iter().any(|kind| self.rules.kinds[other.index()].promotes_to(*kind));
            let more: Set =
                self.used.iter().copied().filter(|other| !kinds.contains(other) && becomes(other)).collect();
            if more.is_empty() {
                break;
            }
            kinds.extend(more);
        }
        let start = self.game.start();
        let had = |kind: KindId| {
            self.home[kind.index()][player].len() + start.hand(PlayerId::new(player), kind) as usize
        };
        let number: usize = kinds.into_iter().map(had).sum();
        i64::try_from(number).ok().filter(|_| !self.rules.turn.taken.is_kept())
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
        let most: BTreeSet<i64> = self.royalty.few.iter().map(|(_, most)| *most).collect();
        let types = self.royalty.few.iter().map(|(kinds, _)| self.letters(kinds.iter().copied()));
        if most.len() > 1 || types.into_iter().any(|letters| letters.len() != 1) {
            return self.refuse("pieces that may not be left attacked while few of them are left, counted together, have no key");
        }
        let most = most.first().copied().unwrap_or(0).max(1);
        let few = all_kinds(&self.royalty.few);
        let can_be_more =
            |kind: &KindId| (0..2).any(|p| self.most_of(*kind, p).is_none_or(|number| number > most));
        if !self.explodes() && (&self.royalty.pseudo - &few).iter().any(can_be_more) {
            if !few.is_empty() {
                return self.refuse("pieces of which none may be left attacked, beside those of which the last may not, have no key");
            }
            // As many as there can be: all of them are royal, however many there are.
            let most = self.squares.all().len().saturating_sub(2);
            self.keys.set("extinctionPieceCount", &most.to_string());
        } else if most > 1 {
            self.keys.set("extinctionPieceCount", &(most - 1).to_string());
        }
    }
}

/// The kinds of groups that are counted together.
fn all_kinds(few: &[(Set, i64)]) -> Set {
    few.iter().flat_map(|(kinds, _)| kinds.iter().copied()).collect()
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

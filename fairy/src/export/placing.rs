//! What follows from drops: which are not legal, which must be made, and what becomes of the pieces.

use tilegame_runtime::ir::{
    Action, After, Comparison, Effect, KindId, Kinds, MoveRule, Quantity, Test, Trigger, When, Who,
};

use super::ask::{About, Set, all_of, any_of};
use super::draft::{Draft, placed};
use super::squares::Places;

impl Draft<'_> {
    /// Moves that are not legal because of what they lead to.
    pub(crate) fn forbids(&mut self, after: &After) -> bool {
        if after.actions != [Action::Illegal] {
            return false;
        }
        let labels: Vec<_> = after
            .triggers
            .iter()
            .filter_map(|trigger| if let Trigger::Label(label) = trigger { Some(*label) } else { None })
            .collect();
        let drops =
            self.rules.turn.choices.iter().filter(|c| c.label.is_some_and(|label| labels.contains(&label)));
        let kinds: Vec<KindId> = drops.filter_map(placed).map(|placed| placed.kind).collect();
        if kinds.is_empty() || labels.len() != after.triggers.len() {
            return false;
        }
        let parts = all_of(&after.guard);
        let is_check = |test: &Test| {
            let Test::Some(inner) = test else { return false };
            let about = self.ask.about(inner);
            about.whose == Some(Who::Enemy)
                && about.attacked == Some(true)
                && about.kinds.as_ref() == Some(&self.royalty.all)
        };
        let checks = parts.iter().any(|part| is_check(part));
        let mates = parts.iter().any(|part| matches!(part, Test::Stuck | Test::NoReply { .. }));
        match (parts.len(), checks, mates) {
            (1, true, false) if self.all_drops_are_bound(after) => {
                self.keys.switch("dropChecks", false);
                true
            }
            (2, true, true) if kinds.iter().all(|kind| self.is_shogi_pawn(*kind)) => {
                self.keys.switch("shogiPawnDropMateIllegal", true);
                self.losing = true;
                true
            }
            _ => false,
        }
    }

    /// Whether there is a line with this condition and these actions for each kind of drop.
    fn all_drops_are_bound(&self, after: &After) -> bool {
        let same = |other: &&After| (&other.guard, &other.actions) == (&after.guard, &after.actions);
        let lines: Vec<&After> = self.rules.turn.after.iter().filter(same).collect();
        let bound = |label| lines.iter().any(|line| line.triggers.contains(&Trigger::Label(label)));
        self.drop_labels().into_iter().all(|label| label.is_some_and(bound))
    }

    /// Drops that are not legal off the first rank, and promotions by taking in passing, which there are none of there.
    pub(crate) fn comes_home(&mut self, after: &After) -> bool {
        let [Trigger::Label(label)] = after.triggers[..] else { return false };
        let about = self.ask.about(&after.guard);
        let (Some(kinds), [Action::Illegal]) = (about.kinds.clone(), after.actions.as_slice()) else {
            return false;
        };
        if about.whose.is_some() || about.attacked.is_some() || about.empty || !about.rest.is_empty() {
            return false;
        }
        let passing = |rule: &&MoveRule| rule.label == Some(label) && rule.onto.is_some();
        let Some(on) = about.on else {
            let forms = |kind: &KindId| self.form_of[kind.index()].is_some();
            let takes = self.rules.kinds.iter().flat_map(|kind| kind.rules.iter()).any(|rule| passing(&rule));
            return takes && kinds.iter().all(forms);
        };
        let off = |home: u8| -> Places { self.squares.all().into_iter().filter(|at| at.1 != home).collect() };
        let fits = self.drop_labels().contains(&Some(label))
            && on == [off(1), off(self.squares.ranks)]
            && kinds.iter().all(|kind| self.is(*kind, "rook"));
        if fits {
            self.keys.switch("sittuyinRookDrop", true);
        }
        fits
    }

    /// That a piece of some kind is dropped as long as there is one in the hand.
    pub(crate) fn must_drop(&mut self, after: &After) -> bool {
        let choices = &self.rules.turn.choices;
        let dropped = |label| {
            let of = choices.iter().filter(|choice| choice.label == Some(label)).filter_map(placed);
            of.map(|placed| placed.kind).collect::<Vec<KindId>>()
        };
        let mut held = None;
        let mut made = None;
        for part in all_of(&after.guard) {
            match part {
                Test::Before(before) => held = all_of(before).into_iter().find_map(is_held),
                Test::Not(inner) => match **inner {
                    Test::Did(When::Just, label) => made = Some(dropped(label)),
                    _ => return false,
                },
                _ => return false,
            }
        }
        let (Some(held), Some(made)) = (held, made) else { return false };
        if after.actions != [Action::Illegal] || after.triggers != [Trigger::Move] || held.0 != made {
            return false;
        }
        let letters = self.letters(made);
        self.keys.switch("mustDrop", true);
        self.keys.set("mustDropType", &letters);
        true
    }

    /// That drops leave bishops on tiles of both colours: two lines, of which one asks whether there is room for the second.
    pub(crate) fn are_apart(&mut self, after: &After) -> bool {
        if !self.is_of_drops(after) || after.actions != [Action::Illegal] {
            return false;
        }
        let bishops: Set = self.used.iter().copied().filter(|kind| self.is(*kind, "bishop")).collect();
        let is_bishop = |about: &About<'_>| {
            about.whose == Some(Who::Friend)
                && about.kinds.as_ref() == Some(&bishops)
                && about.rest.is_empty()
        };
        // Too many on one colour, or neither a bishop nor room.
        let twice = |test: &Test| {
            matches!(test, Test::Compare(Quantity::Count(inner), Comparison::More, Quantity::Number(1))
                if is_bishop(&self.ask.about(inner)))
        };
        let missing = |test: &Test| {
            let Test::Not(inner) = test else { return false };
            let [Test::Some(own), Test::Some(free)] = any_of(inner)[..] else { return false };
            let free = self.ask.about(free);
            is_bishop(&self.ask.about(own)) && free.empty && free.rest.is_empty()
        };
        let parts = any_of(&after.guard);
        let found = parts.len() == 2
            && (parts.iter().all(|part| twice(part)) || parts.iter().all(|part| missing(part)));
        if found {
            self.keys.switch("dropOppositeColoredBishop", true);
        }
        found
    }

    /// That pieces that have been dropped can castle.
    pub(crate) fn may_castle(&mut self, after: &After) -> bool {
        let castles = |action: &Action| match action {
            Action::Here(Effect::First(true)) => true,
            Action::Every(test, Effect::First(true)) => self.ask.about(test).whose == Some(Who::Friend),
            _ => false,
        };
        let found =
            self.is_of_drops(after) && self.rules.castling.is_some() && after.actions.iter().all(castles);
        if found {
            self.keys.switch("castlingDroppedPiece", true);
        }
        found
    }

    /// Whether something follows from all drops, and from nothing else.
    fn is_of_drops(&self, after: &After) -> bool {
        let [Trigger::Label(label)] = after.triggers[..] else { return false };
        let labels = self.drop_labels();
        !labels.is_empty() && labels.iter().all(|of| *of == Some(label))
    }
}

/// Of which kinds there is a piece in the hand, if a test says that.
fn is_held(test: &Test) -> Option<&Kinds> {
    match test {
        Test::Compare(Quantity::Hand(kinds, Who::Friend), Comparison::More, Quantity::Number(0)) => {
            Some(kinds)
        }
        _ => None,
    }
}

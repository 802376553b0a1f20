//! What a turn is, which moves go before others, and what follows from a move.

use tilegame_runtime::ir::{
    Action, After, Comparison, CountOp, CounterId, Effect, KindId, Kinds, MoveRule, Path, Preference,
    Quantity, Receivable, Test, Trigger, When, Who,
};

use super::ask::{Set, all_of, alternatives, sequence};
use super::draft::{Draft, placed};
use super::squares::Places;
use super::types::PAWN;

impl Draft<'_> {
    /// What the format cannot say of turns and players at all.
    pub(crate) fn check_turn(&mut self) {
        let rules = self.rules;
        let turn = &rules.turn;
        if !turn.phases.is_empty() || self.goes_on() {
            let names =
                if turn.phases.is_empty() { String::new() } else { format!(": {}", turn.phases.join(", ")) };
            self.refuse(format!("a turn has several steps{names}"));
        }
        if turn.split.is_some() || turn.rejoin.is_some() {
            self.refuse("parts of stacks that move alone have no key");
        }
        if let Some(only) = turn.only.first() {
            self.refuse(format!("`{}` has no key", only.text));
        }
        if let Some(board) = turn.board.first() {
            self.refuse(format!("moves of the board, `{}`, have no key", board.text));
        }
        for what in &turn.receive {
            match what {
                Receivable::Piece(_) => self.keys.switch("twoBoards", true),
                Receivable::Counter(counter) => {
                    let name = &rules.counters[counter.index()].name;
                    self.notes.push(format!("`{name}`, which comes from outside"));
                }
            }
        }
        if rules.setup.shuffle.is_some() {
            self.notes.push("the numbered arrangements: the section has the first position".to_owned());
        }
        if rules.setup.named.len() > 1 {
            self.notes.push("the positions that have names: the section has the first".to_owned());
        }
    }

    fn goes_on(&self) -> bool {
        let after = self.rules.turn.after.iter().flat_map(|after| &after.actions);
        after.into_iter().any(|action| matches!(action, Action::Again { .. }))
    }

    /// Which moves go before others, and passing.
    pub(crate) fn write_preferences(&mut self) {
        let turn = &self.rules.turn;
        let mut if_stuck = false;
        for preference in &turn.prefer {
            match preference {
                Preference::Sorts(sorts) if *sorts == [Trigger::Capture] => {
                    self.keys.switch("mustCapture", true)
                }
                Preference::Sorts(sorts) if *sorts == [Trigger::Move] => if_stuck = true,
                Preference::Sorts(sorts) if self.are_drops(sorts) => self.keys.switch("mustDrop", true),
                _ => self.refuse("a line `prefer` that asks neither for captures nor for drops has no key"),
            }
        }
        if let Some(pass) = &turn.pass {
            match (if_stuck, &pass.guard) {
                (true, Test::True) => self.keys.switch("passOnStalemate", true),
                (false, Test::True) => self.keys.switch("pass", true),
                _ => self.refuse(format!("`{}`: its condition has no key", pass.text)),
            }
        }
    }

    fn are_drops(&self, sorts: &[Trigger]) -> bool {
        let labels = self.drop_labels();
        let [Trigger::Label(label)] = sorts else { return false };
        !labels.is_empty() && labels.iter().all(|of| *of == Some(*label))
    }

    /// What follows from moves.
    pub(crate) fn write_consequences(&mut self) {
        for after in &self.rules.turn.after {
            if after.only_counts() || self.explodes_by(after) || matches!(after.triggers[..], [Trigger::Out])
            {
                continue;
            }
            let known = self.forbids(after)
                || self.comes_home(after)
                || self.must_drop(after)
                || self.petrifies(after)
                || self.flips_after(after);
            if !known {
                self.refuse(format!("`{}` has no key", after.text));
            }
        }
        if self.explodes() {
            self.keys.switch("blastOnCapture", true);
        }
    }

    /// Moves that are not legal because of what they lead to.
    fn forbids(&mut self, after: &After) -> bool {
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
            (1, true, false)
                if self.drop_labels().iter().all(|of| of.is_some_and(|l| labels.contains(&l))) =>
            {
                self.keys.switch("dropChecks", false);
                true
            }
            (2, true, true) if kinds.iter().all(|kind| self.is_shogi_pawn(*kind)) => {
                self.keys.switch("shogiPawnDropMateIllegal", true);
                true
            }
            _ => false,
        }
    }

    /// Drops that are not legal off the first rank, and promotions by taking in passing, which there are none of there.
    fn comes_home(&mut self, after: &After) -> bool {
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
            let takes = self.rules.kinds.iter().flat_map(|kind| &kind.rules).any(|rule| passing(&rule));
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
    fn must_drop(&mut self, after: &After) -> bool {
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

    /// The pieces that turn to stone when they capture.
    fn petrifies(&mut self, after: &After) -> bool {
        let turns = matches!(after.actions[..], [Action::Here(Effect::Vanish)])
            && after.triggers == [Trigger::Capture];
        let kinds = match &after.guard {
            Test::True => Some(self.ask.every_kind()),
            test => self.ask.kinds(test),
        };
        let Some(kinds) = kinds.filter(|_| turns) else { return false };
        let letters =
            self.letters(self.used.iter().copied().filter(|kind| kinds.contains(kind)).collect::<Vec<_>>());
        self.keys.set("petrifyOnCaptureTypes", &letters);
        true
    }

    /// Whether captures explode as in the format.
    pub(crate) fn explodes(&self) -> bool {
        self.rules.turn.after.iter().any(|after| self.explodes_by(after))
    }

    /// Whether a line lets captures explode: the taker and all on the eight tiles around but pawns.
    fn explodes_by(&self, after: &After) -> bool {
        if after.triggers != [Trigger::Capture] || after.guard != Test::True {
            return false;
        }
        let [Action::Here(Effect::Take), Action::Each { path, from: None }] = after.actions.as_slice() else {
            return false;
        };
        let ways = alternatives(path);
        let taken = |way: &&Path| -> Option<Set> {
            match sequence(way).as_slice() {
                [Path::Step(_), Path::Check { test, .. }, Path::Do(Effect::Take)] => self.ask.kinds(test),
                _ => None,
            }
        };
        // Types are found only later: pawns are known by their name in the test, and the proof tells whether they are those of the format.
        ways.len() == 8 && ways.iter().all(|way| taken(way).is_some())
    }

    /// A counter that is set to nothing by captures and moves of some kinds.
    pub(crate) fn reset_by(&self, counter: CounterId) -> Option<Set> {
        let sets = |after: &&After| {
            after.actions.iter().any(|action| {
                matches!(action, Action::Here(Effect::Count { counter: of, op: CountOp::Set, amount, .. })
                    if *of == counter && *amount == tilegame_runtime::ir::Quantity::Number(0))
            })
        };
        let lines: Vec<&After> = self.rules.turn.after.iter().filter(sets).collect();
        let by_capture = lines.iter().any(|after| after.triggers.contains(&Trigger::Capture));
        let kinds = lines.iter().flat_map(|after| &after.triggers).filter_map(|trigger| match trigger {
            Trigger::Kind(kind) => Some(*kind),
            _ => None,
        });
        by_capture.then(|| kinds.collect())
    }

    /// The kinds of the format's pawns.
    pub(crate) fn pawns(&self) -> Set {
        self.used.iter().copied().filter(|kind| self.is(*kind, PAWN)).collect()
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

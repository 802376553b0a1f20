//! What a turn is, which moves go before others, and what follows from a move.

use tilegame_runtime::ir::{
    Action, After, CountOp, CounterId, Effect, Path, Preference, Receivable, Test, Trigger,
};

use super::ask::{Set, alternatives, sequence};
use super::draft::Draft;
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
                || self.are_apart(after)
                || self.may_castle(after)
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

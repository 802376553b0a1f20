//! What a turn is, which moves go before others, and what follows from a move.

use tilegame_runtime::ir::{
    Action, After, CountOp, CounterId, Effect, KindId, Preference, Receivable, Test, Trigger,
};

use super::ask::Set;
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
            if after.only_counts() || matches!(after.triggers[..], [Trigger::Out]) {
                continue;
            }
            let known = self.forbids(after)
                || self.comes_home(after)
                || self.must_drop(after)
                || self.are_apart(after)
                || self.may_castle(after)
                || self.flips_after(after);
            if !known {
                self.leave_after(after);
            }
        }
        self.write_blast();
        let immune = |kind: &KindId| self.moving[kind.index()].as_ref().is_some_and(|moving| moving.immune);
        let letters = self.letters(self.used.iter().copied().filter(immune).collect::<Vec<_>>());
        if !letters.is_empty() {
            self.keys.set("mutuallyImmuneTypes", &letters);
        }
    }

    /// Whether captures explode.
    pub(crate) fn explodes(&self) -> bool {
        self.blast.around.is_some()
    }

    /// Writes the keys about what follows from captures.
    fn write_blast(&mut self) {
        let used =
            |kinds: &Set| self.used.iter().copied().filter(|kind| kinds.contains(kind)).collect::<Vec<_>>();
        let stones = self.letters(used(&self.blast.stones));
        let spared: Option<Set> =
            self.blast.around.as_ref().map(|around| &(&self.used - around) - &self.pawns());
        if let Some(spared) = spared {
            self.keys.switch("blastOnCapture", true);
            if !spared.is_empty() {
                let letters = self.letters(spared);
                self.keys.set("blastImmuneTypes", &letters);
            }
        }
        if !stones.is_empty() {
            self.keys.set("petrifyOnCaptureTypes", &stones);
        }
        if self.blast.spreads {
            self.keys.switch("petrifyBlastPieces", true);
        }
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

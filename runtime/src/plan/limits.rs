//! Limits: what of a game the engine does not model, found in the rules before anything is made of them.
//!
//! It is looked for in every rule, also in one that leads nowhere: a rule that nothing ever reaches may still decide what others
//! mean, as a `threat` does.

use tilegame_dsl::ir::{Action, Effect, MoveRule, Path, PlayerId, Rules, Test, Tile};

use crate::packed::refusal::WhyNot;
use crate::plan::change::change;
use crate::plan::cond::Conds;
use crate::plan::past;
use crate::reference::engine::Reference;
use crate::reference::memory::Told;

/// Who is out is noted in four bits each.
const MOST_PLAYERS: usize = 7;

/// Says what of the rules the engine does not model, if there is such a thing.
pub(crate) fn refuse(reference: &Reference) -> Result<(), WhyNot> {
    let rules = &reference.rules;
    let looks_back = reference.looks_far_back || reference.goes_on && reference.memory.turns;
    let unusual = [
        (rules.players.len() > MOST_PLAYERS, "so many players"),
        (!rules.stacks.is_empty(), "pieces that carry others"),
        (reference.memory.acted, "turns that remember who has acted"),
        // What has been before is known by other tiles, where the window lay elsewhere.
        (
            reference.board.plane().is_some() && looks_back,
            "rules on a plane that ask for what has been before",
        ),
    ];
    if let Some((_, what)) = unusual.iter().find(|(has, _)| *has) {
        return Err(WhyNot::Unusual(what));
    }
    let preferred = |choice: &tilegame_dsl::ir::Choice| {
        choice.label.is_some_and(|label| reference.told.of_label(label) == Told::UntilChosen)
    };
    // Moves that are told apart until one is chosen would all be compared with each other.
    if rules.turn.choices.len() > 1 && rules.turn.choices.iter().any(preferred) {
        return Err(WhyNot::Unusual("lines of `choose` of which some are preferred"));
    }
    past::refuse(reference)?;
    let mut search = Search { reference, conds: Conds::default() };
    search.rules(rules)?;
    // Paths that tests speak of have tests, too.
    let mut looked_at = 0;
    while looked_at < search.conds.paths.len() {
        let path = search.conds.paths[looked_at].clone();
        search.path(&path)?;
        looked_at += 1;
    }
    Ok(())
}

/// A search through all tests and effects.
struct Search<'r> {
    reference: &'r Reference,
    /// The tests as the engine asks them; they are thrown away.
    conds: Conds,
}

impl Search<'_> {
    fn rules(&mut self, rules: &Rules) -> Result<(), WhyNot> {
        let watched = rules.watches.iter().flat_map(|watch| &watch.rules);
        for rule in rules.kinds.iter().flat_map(|kind| kind.rules.iter()).chain(watched) {
            self.rule(rule)?;
        }
        let turn = &rules.turn;
        self.test(&turn.legal)?;
        let numbers = turn.prefer.iter().filter_map(|line| line.quantity());
        numbers.flat_map(|number| number.tests()).try_for_each(|test| self.test(test))?;
        rules.ends.iter().try_for_each(|end| self.test(&end.when))?;
        rules.castling.iter().try_for_each(|castling| self.test(&castling.safe))?;
        turn.pass.iter().try_for_each(|pass| self.test(&pass.guard))?;
        turn.board.iter().try_for_each(|line| self.test(&line.each))?;
        for choice in &turn.choices {
            self.test(&choice.guard)?;
            self.test(&choice.target)?;
            self.actions(&choice.actions)?;
        }
        for after in &turn.after {
            self.test(&after.guard)?;
            self.actions(&after.actions)?;
        }
        Ok(())
    }

    fn rule(&mut self, rule: &MoveRule) -> Result<(), WhyNot> {
        self.test(&rule.guard)?;
        self.path(&rule.path)
    }

    fn actions(&mut self, actions: &[Action]) -> Result<(), WhyNot> {
        for action in actions {
            match action {
                Action::Here(effect) => self.done_once(effect)?,
                Action::Each { path, from } => {
                    from.iter().try_for_each(|test| self.test(test))?;
                    self.path(path)?;
                }
                Action::Every(test, effect) => {
                    self.test(test)?;
                    self.done(effect)?;
                }
                Action::EveryPart(..) => return Err(WhyNot::Unusual("pieces that carry others")),
                Action::Again { .. } | Action::Illegal => {}
            }
        }
        Ok(())
    }

    /// An effect that is no part of a path: whom pieces join and what gets into a state is found out when it happens.
    fn done(&self, effect: &Effect) -> Result<(), WhyNot> {
        match effect {
            Effect::Join(_) | Effect::State { .. } | Effect::Turn(_) => Ok(()),
            _ => self.effect(effect),
        }
    }

    /// The same where it happens once: by how much a counter changes is found out then, too.
    fn done_once(&mut self, effect: &Effect) -> Result<(), WhyNot> {
        match effect.amount() {
            Some(amount) => amount.tests().into_iter().try_for_each(|test| self.test(test)),
            None => self.done(effect),
        }
    }

    /// Whether there is such a change does not depend on who makes it, or on which tile.
    fn effect(&self, effect: &Effect) -> Result<(), WhyNot> {
        change(self.reference, PlayerId(0), Tile(0), effect).map(|_| ())
    }

    fn test(&mut self, test: &Test) -> Result<(), WhyNot> {
        self.conds.make(test).map(|_| ())
    }

    fn path(&mut self, path: &Path) -> Result<(), WhyNot> {
        match path {
            Path::Step(_) | Path::Leap(_) | Path::Bend(_) => Ok(()),
            Path::Seq(parts) | Path::Any(parts) => parts.iter().try_for_each(|part| self.path(part)),
            Path::Check { test, .. } => self.test(test),
            Path::Do(effect) => effect
                .amount()
                .into_iter()
                .try_for_each(|amount| amount.tests().into_iter().try_for_each(|test| self.test(test))),
            Path::Times { path: body, times } => {
                times.tests().into_iter().try_for_each(|test| self.test(test))?;
                self.path(body)
            }
            Path::Repeat { path: body, .. } => self.path(body),
        }
    }
}

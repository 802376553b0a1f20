//! The `turn` block: order, phases, choices, legality, preferences, and what happens after a move.

use std::collections::HashMap;

use crate::ast::{self, Name, PreferenceKind, ResultWord};
use crate::diagnostic::errors::{actions, meaning as errors, stacks};
use crate::diagnostic::suggest::nearest;
use crate::ir::{
    Action, After, Choice, CounterId, Effect, EndId, LabelId, Only, Pass, PhaseId, PlayerId, Preference,
    Receivable, Split, Taken, Test, Trigger, Turn,
};
use crate::source::Span;

use super::declarations::{AfterDecl, ChoiceDecl, OnlyDecl, SplitDecl};
use super::effects::Stands;
use super::path::{dropped_span, effect_span};
use super::resolver::Resolver;
use super::site::Site;
use super::sorts::Sort;
use super::ways::any;

/// Triggers that are words of the language.
const BUILT_IN: [&str; 4] = ["move", "pass", "capture", "castling"];

/// Words that can begin a rule or line but set nothing off.
const NOT_TRIGGERS: [&str; 2] = ["quiet", "promote"];

impl<'a> Resolver<'a> {
    /// Lowers the block.
    pub(crate) fn turn(&mut self) -> Option<Turn> {
        let game = self.game;
        let order = match &game.order {
            Some(entry) => entry.node.iter().map(|name| self.player(name)).collect::<Vec<_>>(),
            None => (0..self.players.len()).map(|p| Some(PlayerId::new(p))).collect(),
        };
        let legal = match &game.legal {
            Some(entry) => self.test(entry.node, Site::legal()),
            None => Some(Test::True),
        };
        let choices: Vec<Option<Vec<Choice>>> = game.choices.iter().map(|decl| self.choice(decl)).collect();
        let taken = match (&game.keep, &game.give) {
            (Some(_), Some(give)) => {
                self.report.push(actions::kept_and_given(give.node));
                None
            }
            (Some(keep), None) => match keep.node {
                None => Some(Taken::Kept),
                Some(unpromoted) => self.unpromoted(unpromoted, Taken::KeptUnpromoted),
            },
            (None, Some(give)) => self.unpromoted(give.node, Taken::Given),
            (None, None) => Some(Taken::Gone),
        };
        let receive: Vec<Option<Receivable>> = match &game.receive {
            Some(entry) => entry.node.iter().map(|name| self.receivable(name)).collect(),
            None => Vec::new(),
        };
        let pass = match &game.pass {
            Some(entry) => self.pass(entry.node).map(Some),
            None => Some(None),
        };
        let split = match &game.split {
            Some(entry) => self.split(&entry.node, Site::split()).map(Some),
            None => Some(None),
        };
        let rejoin = match &game.rejoin {
            Some(entry) if game.split.is_none() => {
                self.report.push(actions::nobody_leaves(entry.node.span));
                None
            }
            Some(entry) => self.split(&entry.node, Site::rejoin()).map(Some),
            None => Some(None),
        };
        let prefer = match &game.prefer {
            Some(entry) => {
                let lines: Vec<_> = entry.node.iter().map(|line| self.preference(line)).collect();
                lines.into_iter().collect()
            }
            None => Some(Vec::new()),
        };
        let only: Vec<Option<Only>> = game.only.iter().map(|decl| self.only(decl)).collect();
        let after: Vec<Option<After>> = game.after.iter().map(|decl| self.after(decl)).collect();
        let board = self.board_moves();
        self.phases_are_told();
        Some(Turn {
            order: order.into_iter().collect::<Option<_>>()?,
            phases: self.phase_names().map(|name| name.node.clone()).collect(),
            legal: legal?,
            choices: choices.into_iter().collect::<Option<Vec<_>>>()?.concat(),
            taken: taken?,
            receive: receive.into_iter().collect::<Option<_>>()?,
            hands: false,
            split: split?,
            rejoin: rejoin?,
            pass: pass?,
            only: only.into_iter().collect::<Option<_>>()?,
            prefer: prefer?,
            after: after.into_iter().collect::<Option<_>>()?,
            board: board?,
        })
    }

    /// What comes from outside: a piece that can be in a hand, or a number.
    fn receivable(&mut self, name: &Name) -> Option<Receivable> {
        match self.find(&[Sort::Piece, Sort::Counter], name)? {
            (Sort::Counter, index) => Some(Receivable::Counter(CounterId::new(index))),
            _ => self.kind_in_hand(name).map(Receivable::Piece),
        }
    }

    fn split(&mut self, decl: &'a SplitDecl<'a>, site: Site) -> Option<Split> {
        if self.stacks.is_empty() {
            self.report.push(stacks::no_stacks(site.what.trim_matches('`'), decl.span));
            return None;
        }
        let guard = match decl.guard {
            Some(test) => self.satisfiable(test, site)?,
            None => Test::True,
        };
        let label = decl.label.and_then(|l| self.labels.get_index_of(&l.node)).map(LabelId::new);
        Some(Split { guard, label, text: self.words(decl.span) })
    }

    fn preference(&mut self, line: &'a ast::Preference) -> Option<Preference> {
        match &line.kind {
            PreferenceKind::Sorts(sorts) => self.triggers(sorts, false).map(Preference::Sorts),
            PreferenceKind::Number(extreme, quantity) => {
                let quantity = self.bounded_quantity(quantity, Site::preference(), line.span)?;
                Some(Preference::Number(*extreme, quantity))
            }
        }
    }

    fn pass(&mut self, (guard, span): (Option<&'a ast::Test>, Span)) -> Option<Pass> {
        let guard = match guard {
            Some(test) => self.test(test, Site::pass())?,
            None => Test::True,
        };
        Some(Pass { guard, text: self.words(span) })
    }

    fn only(&mut self, decl: &'a OnlyDecl<'a>) -> Option<Only> {
        let triggers = self.triggers(decl.triggers, false);
        let phases: Vec<Option<PhaseId>> = decl.phases.iter().map(|name| self.phase(name)).collect();
        for (number, name) in decl.phases.iter().enumerate() {
            let earlier = self.game.only.iter().take_while(|other| other.span != decl.span);
            let mut named = earlier.flat_map(|other| other.phases).chain(&decl.phases[..number]);
            if let Some(first) = named.find(|other| other.node == name.node) {
                self.report.push(errors::only_one(
                    &format!("only … in {}", name.node),
                    name.span,
                    first.span,
                ));
            }
        }
        let phases = phases.into_iter().collect::<Option<_>>()?;
        Some(Only { triggers: triggers?, phases, text: self.words(decl.span) })
    }

    /// A line as it is written, with single spaces.
    pub(crate) fn words(&self, span: Span) -> String {
        self.sources.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn after(&mut self, decl: &'a AfterDecl<'a>) -> Option<After> {
        let triggers = self.triggers(decl.triggers, true);
        let is_move = |t: &Trigger| !matches!(t, Trigger::Out | Trigger::End(_));
        let no_move = triggers.iter().flatten().any(|t| !is_move(t));
        // Who goes out moves to no tile.
        let ending = |name: &&Name| name.node == "out" || self.index(Sort::End, &name.node).is_some();
        let other = decl.triggers.iter().find(ending).filter(|_| no_move);
        let guard = match (decl.guard, other) {
            (Some(test), None) => self.satisfiable(test, Site::after()),
            (Some(test), Some(_)) => self.test(test, Site::after_out()),
            (None, _) => Some(Test::True),
        };
        if let Some(name) = other
            && decl.actions.iter().any(|a| !matches!(a, ast::Action::Every(..) | ast::Action::EveryPart(..)))
        {
            self.report.push(errors::nobody_moved(&name.node, name.span));
            return None;
        }
        let actions: Vec<Option<Action>> = decl.actions.iter().map(|a| self.action(a)).collect();
        self.can_be_done(decl.actions, Stands::Unknown)?;
        let after = After {
            name: decl.label.map(|l| l.node.clone()),
            triggers: triggers?,
            guard: guard?,
            actions: actions.into_iter().collect::<Option<_>>()?,
            text: self.words(decl.span),
        };
        if after.triggers.contains(&Trigger::Pass) && after.is_about_a_tile() {
            let word = decl.triggers.iter().find(|name| name.node == "pass");
            self.report.push(errors::pass_reaches_nothing(word.map_or(decl.span, |w| w.span)));
            return None;
        }
        Some(after)
    }

    /// The choices of a line: one for each piece that it may drop.
    fn choice(&mut self, decl: &'a ChoiceDecl<'a>) -> Option<Vec<Choice>> {
        let target = self.satisfiable(decl.target, Site::choice());
        let guard = match decl.guard {
            Some(test) => self.satisfiable(test, Site::choice()),
            None => Some(Test::True),
        };
        for action in decl.actions {
            match action {
                ast::Action::Again { span, .. } => self.report.push(actions::too_early("again", *span)),
                ast::Action::Illegal => self.report.push(actions::too_early("illegal", decl.span)),
                ast::Action::EveryPart(test, _) => {
                    self.report.push(actions::too_early("every part", test.span))
                }
                ast::Action::Here(_) | ast::Action::Along { .. } | ast::Action::Every(..) => {}
            }
        }
        let actions: Vec<Option<Vec<Action>>> = decl.actions.iter().map(|a| self.chosen(a)).collect();
        let stands = target.as_ref().map_or(Stands::Unknown, |target| self.what_stands(target));
        self.can_be_done(decl.actions, stands)?;
        let words: Vec<&str> = self.sources.snippet(decl.span).split_whitespace().collect();
        let label = decl.label.and_then(|l| self.labels.get_index_of(&l.node)).map(LabelId::new);
        let (target, guard) = (target?, guard?);
        let mut lists: Vec<Vec<Action>> = vec![Vec::new()];
        for ways in actions.into_iter().collect::<Option<Vec<_>>>()? {
            let with = |list: &Vec<Action>| {
                let one = |action: &Action| list.iter().chain([action]).cloned().collect();
                ways.iter().map(one).collect::<Vec<_>>()
            };
            lists = lists.iter().flat_map(with).collect();
        }
        let text = words.join(" ");
        let choice = |actions| Choice {
            target: target.clone(),
            guard: guard.clone(),
            actions,
            label,
            text: text.clone(),
        };
        self.choice_spans.extend(lists.iter().map(|_| decl.span));
        Some(lists.into_iter().map(choice).collect())
    }

    /// What is done on the tile that is chosen; of the pieces that may be dropped, the player chooses one.
    fn chosen(&mut self, action: &'a ast::Action) -> Option<Vec<Action>> {
        match action {
            ast::Action::Here(effect @ ast::Effect::Drop(_)) => {
                Some(self.effects(effect, Site::after())?.into_iter().map(Action::Here).collect())
            }
            other => Some(vec![self.action(other)?]),
        }
    }

    /// What becomes of what is captured, if it is clear what it was before it was promoted.
    fn unpromoted(&mut self, span: Span, taken: Taken) -> Option<Taken> {
        if !self.stacks.is_empty() {
            self.report.push(stacks::unclear_in_hand(span));
            return None;
        }
        self.promotions_go_back(span);
        Some(taken)
    }

    /// A piece that is promoted must have been a piece of one kind.
    fn promotions_go_back(&mut self, span: Span) {
        let game = self.game;
        let mut seen: HashMap<&str, &str> = HashMap::new();
        for (name, entry) in game.pieces.iter() {
            let goals = entry.node.promotions.iter().flat_map(|stateful| &stateful.line.goals);
            // In a state it is still the same piece.
            let is_state = |goal: &Name| entry.node.states.iter().any(|(state, _)| state.node == goal.node);
            for kind in goals.filter(|goal| !goal.off).map(|goal| &goal.name).filter(|goal| !is_state(goal)) {
                if seen.insert(&kind.node, name).is_some_and(|first| first != name) {
                    self.report.push(actions::unclear_before_promotion(&kind.node, span));
                    return;
                }
            }
        }
    }

    /// Where a turn has phases, FENs must say which.
    fn phases_are_told(&mut self) {
        let game = self.game;
        if let (Some(_), Some(fen)) = (&game.phases, &game.notation.fen) {
            let tells = |word: &ast::FenWord| matches!(word, ast::FenWord::Word(name) if name.node == "turn");
            if !fen.node.iter().any(tells) {
                self.report.push(actions::phase_untold(fen.span));
            }
        }
        let names: Vec<&Name> = self.phase_names().collect();
        for (number, name) in names.iter().enumerate() {
            if let Some(first) = names[..number].iter().find(|first| first.node == name.node) {
                self.report.push(errors::declared_twice("phase", &name.node, name.span, first.span, false));
            }
        }
    }

    /// An effect that nobody chooses: what something becomes stands in one way.
    fn effect_in_one_way(&mut self, effect: &'a ast::Effect) -> Option<Effect> {
        let mut ways = self.effects(effect, Site::after())?;
        match (effect, ways.as_slice()) {
            (ast::Effect::Become(name) | ast::Effect::Put(name), [_, _, ..]) => {
                self.report.push(errors::needs_one_facing(&name.node, ways.len(), name.span));
                return None;
            }
            (ast::Effect::Drop(all), [_, _, ..]) => {
                self.report.push(actions::nobody_chooses_a_drop(dropped_span(all)));
                return None;
            }
            _ => {}
        }
        ways.pop()
    }

    fn action(&mut self, action: &'a ast::Action) -> Option<Action> {
        Some(match action {
            ast::Action::Here(effect) => Action::Here(self.effect_in_one_way(effect)?),
            ast::Action::Again { phase, or_pass, span } => {
                let phase = match phase {
                    Some(name) => Some(self.phase(name)?),
                    None => None,
                };
                if *or_pass && self.game.pass.is_none() {
                    self.report.push(actions::nobody_may_pass(*span));
                    return None;
                }
                Action::Again { phase, or_pass: *or_pass }
            }
            ast::Action::Illegal => Action::Illegal,
            ast::Action::Along { path, from } => {
                let from = from.as_ref().map(|test| self.satisfiable(test, Site::after()));
                let way = any(self.path(path, Site::after())?);
                let leads = |player| self.leads_somewhere(&way, &Test::True, player);
                if !(0..self.players.len()).any(leads) {
                    self.report.push(errors::never_walked(path.span, "from any tile", &self.grid.describe()));
                    return None;
                }
                let from = match from {
                    Some(test) => Some(test?),
                    None => None,
                };
                Action::Each { path: way, from }
            }
            ast::Action::Every(test, effect) => {
                let (test, lowered) = (self.satisfiable(test, Site::after()), self.effect_in_one_way(effect));
                let test = test?;
                self.can_happen([effect], self.what_stands(&test), false)?;
                Action::Every(test, lowered?)
            }
            ast::Action::EveryPart(test, effect) => {
                let (test, lowered) = (self.satisfiable(test, Site::after()), self.effect_in_one_way(effect));
                let fits = matches!(
                    effect,
                    ast::Effect::Become(_) | ast::Effect::BecomeNot(_) | ast::Effect::Take(_)
                );
                if !fits {
                    self.report.push(stacks::not_of_parts(effect_span(effect)));
                    return None;
                }
                Action::EveryPart(test?, lowered?)
            }
        })
    }

    /// What the words stand for; where it is asked `after` something, that need not be a move.
    fn triggers(&mut self, names: &'a [Name], after: bool) -> Option<Vec<Trigger>> {
        let found: Vec<Option<Vec<Trigger>>> = names.iter().map(|n| self.trigger(n, after)).collect();
        Some(found.into_iter().collect::<Option<Vec<_>>>()?.concat())
    }

    /// A word sets off one trigger, an attribute one for every kind that has it.
    fn trigger(&mut self, name: &Name, after: bool) -> Option<Vec<Trigger>> {
        match name.node.as_str() {
            "move" => return Some(vec![Trigger::Move]),
            "pass" => return Some(vec![Trigger::Pass]),
            "capture" => return Some(vec![Trigger::Capture]),
            "castling" => return Some(vec![Trigger::Castling]),
            "out" if after => return Some(vec![Trigger::Out]),
            word if NOT_TRIGGERS.contains(&word) => {
                let near = nearest(word, BUILT_IN);
                self.report.push(errors::expected_word(word, name.span, &BUILT_IN, near));
                return None;
            }
            _ => {}
        }
        let wanted = [Sort::Piece, Sort::Attribute, Sort::Label, Sort::Player, Sort::End];
        let wanted = if after { &wanted[..] } else { &wanted[..4] };
        let (sort, index) = self.find_or(wanted, name, &BUILT_IN)?;
        let rule = self.game.ends.get(&name.node).and_then(|e| e.node.rule.as_ref());
        if sort == Sort::End && rule.is_none_or(|r| r.result.node != ResultWord::Out) {
            let title = format!("`{}` ends the game", name.node);
            self.report.push(errors::bad_result(
                name.span,
                title,
                "only a line with `out` can be followed by actions",
            ));
            return None;
        }
        Some(match sort {
            Sort::Piece => self.families[index].kinds().map(Trigger::Kind).collect(),
            Sort::Attribute => self.attributes[index].1.0.iter().map(|k| Trigger::Kind(*k)).collect(),
            Sort::Label => vec![Trigger::Label(LabelId::new(index))],
            Sort::End => vec![Trigger::End(EndId::new(index))],
            _ => vec![Trigger::Player(PlayerId::new(index))],
        })
    }
}
